//! featmap keeps a repository's feature map true and cheap.
//!
//! The data goes one way, and the modules below stand in its order: a folder is found
//! ([`discover`]), its files are read ([`source`]) and parsed ([`markdown`]) into a
//! [`map::FeatureMap`], which [`check`] judges by the [`rules`]; what they find
//! ([`diagnostic`]) is shown by a [`report`]; a [`query`] reads the same map at the size of a
//! question. [`commands`] holds the order of these steps,
//! [`cli`] turns arguments into a call and its outcome into an exit status.

pub mod cli;
pub mod commands;

pub mod check;
pub mod rules;

pub mod query;

pub mod rule;

pub mod report;

pub mod config;

pub mod code;

pub mod map;

pub mod markdown;

pub mod diagnostic;

pub mod harmless;

pub mod source;

pub mod discover;

pub mod git;

pub mod error;

pub mod lookup;

pub mod order;

//! One file a subcommand: the order of the steps, nothing else.

pub mod base;
pub mod check;
pub mod code;
pub mod config;
pub mod impact;
pub mod init;
pub mod judging;
pub mod query;
pub mod reporting;
pub mod rule;
pub mod setup;
pub mod which;

use std::path::PathBuf;

use crate::config::error::ConfigError;
use crate::error::Error;

/// Why a command could not be done.
#[derive(Debug)]
pub enum Stop {
    /// An error in words.
    Error(Error),
    /// A fault in a configuration file, shown at its line.
    Config {
        /// The fault.
        error: ConfigError,
        /// The folder that its path is relative to, absolute.
        repository: PathBuf,
    },
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

//! Where the map is, and which files belong to it (DESIGN.md §3). Reads folders, never pages.

pub mod files;
pub mod git_ignore;
mod glob;
pub mod maps;
pub mod name;
pub mod past;
pub mod patterns;
pub mod root;
pub mod walk;

//! What git knows. The only place that starts a process; `ask` says how.

mod ask;
pub mod blobs;
pub mod change;
pub mod files;
pub mod history;
pub mod name;
pub mod revision;

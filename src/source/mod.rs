//! Files as read; byte ranges; bytes to line and column.

pub mod hash;
pub mod lines;
pub mod read;
pub mod span;
pub mod store;
pub mod text;

//! How much is looked at: a hostile map, repository or history must not make a check endless.
//! What lies beyond a limit is counted as not judged (`docs/code-references.md`).

/// The most bytes of a manifest that is read.
pub const MANIFEST: u64 = 1024 * 1024;

/// The most bytes of a file whose lines are counted.
pub const COUNTED: u64 = 4 * 1024 * 1024;

/// The most bytes of a content of a commit that is looked through for words.
pub const CONTENT: usize = 16 * 1024 * 1024;

/// The most bytes of past contents that are looked through, all together: what was removed
/// long ago was reported long ago, and a check must not take minutes.
pub const PAST: usize = 128 * 1024 * 1024;

/// The most past contents that are gathered, to be looked through as far as [`PAST`] goes.
pub const FORMERS: usize = 500_000;

/// The most commits of which git compares what files hold, to see what they renamed; of older
/// ones it tells renamings that changed nothing besides.
pub const RENAMED: usize = 500;

/// The most patterns that are followed: each is compared with every path of the repository.
pub const GLOBS: usize = 500;

/// The most paths of which a page may say at its beginning that they are gone.
pub const SAID: usize = 100;

/// The most pages that are named for files that changed beside them.
pub const PAGES: usize = 10;

/// The most files that a name may be in and still speak of each of them.
pub const HOLDERS: usize = 3;

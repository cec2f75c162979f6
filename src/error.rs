//! What stops a run. Never a finding: a finding is data.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a run could not be done; every one ends it with exit status 2.
#[derive(Debug)]
pub enum Error {
    /// There is no map between the folder where the search began and the one where it ended.
    NoMap {
        /// The folder that was asked for.
        began: PathBuf,
        /// The last folder looked at.
        ended: PathBuf,
    },
    /// `featmap.toml` and `.featmap.toml` stand in one folder.
    TwoConfigurations(PathBuf),
    /// A configuration file could not be read.
    Configuration {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A map folder is, or leads through a link, outside the repository.
    MapOutside {
        /// The map folder as named.
        map: PathBuf,
        /// The repository root.
        root: PathBuf,
    },
    /// A map folder is, or leads through a link, inside `.git`.
    MapInGit(PathBuf),
    /// One map folder lies in another.
    MapsOverlap {
        /// The outer one.
        outer: PathBuf,
        /// The inner one.
        inner: PathBuf,
    },
    /// A map folder that was named is not there.
    MapMissing(PathBuf),
    /// A pattern that cannot be read.
    Pattern {
        /// The pattern as written.
        pattern: String,
        /// What its reader says.
        reason: String,
    },
    /// Git did not answer, and the answer is needed.
    Git {
        /// What was asked of git.
        question: &'static str,
        /// What it said, or why it could not be started.
        reason: String,
    },
    /// A file or folder could not be used.
    Io {
        /// What was done, a verb: `read`, `write`, `open`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A page or the index that a query needs could not be read.
    Page {
        /// Its path from the repository root.
        path: String,
        /// Why.
        reason: String,
    },
    /// `init` found something in its way.
    Exists(PathBuf),
    /// The output could not be written.
    Output(io::Error),
    /// A report could not be written to its file.
    Report {
        /// The file as named.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Arguments that do not fit together or name nothing known.
    Usage(String),
}

/// A result whose error stops the run.
pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMap { began, ended } => {
                let (began, ended) = (began.display(), ended.display());
                if began.to_string() == ended.to_string() {
                    write!(f, "no feature map in `{began}`")?;
                } else {
                    write!(f, "no feature map from `{began}` up to `{ended}`")?;
                }
                write!(f, "; `featmap init` writes one")
            }
            Self::TwoConfigurations(folder) => write!(
                f,
                "`{}` holds both featmap.toml and .featmap.toml; remove one",
                folder.display()
            ),
            Self::Configuration { path, reason } => {
                write!(f, "cannot read the configuration `{}`: {reason}", path.display())
            }
            Self::MapOutside { map, root } => write!(
                f,
                "the map folder `{}` is outside the repository `{}`; name one inside it",
                map.display(),
                root.display()
            ),
            Self::MapInGit(map) => write!(
                f,
                "the map folder `{}` lies in `.git`; name one of the work tree",
                map.display()
            ),
            Self::MapsOverlap { outer, inner } => write!(
                f,
                "the map folder `{}` lies in `{}`; name only one of them",
                inner.display(),
                outer.display()
            ),
            Self::MapMissing(map) if map.to_string_lossy().contains(['*', '?', '[', '{']) => {
                write!(
                    f,
                    "no folder matches the map pattern `{}`; correct the pattern, or make the folder",
                    map.display()
                )
            }
            Self::MapMissing(map) => write!(
                f,
                "there is no map folder `{}`; correct the name, or `featmap init` writes a map",
                map.display()
            ),
            Self::Pattern { pattern, reason } => {
                write!(f, "the pattern `{pattern}` cannot be read: {reason}")
            }
            Self::Git { question, reason } => {
                write!(f, "git could not tell {question}: {reason}")
            }
            Self::Io { action, path, source } => {
                write!(f, "cannot {action} `{}`: {source}", path.display())
            }
            Self::Page { path, reason } => write!(f, "cannot read the page `{path}`: {reason}"),
            Self::Exists(path) => write!(
                f,
                "`{}` exists and is left as it is; `featmap init --print` shows the template",
                path.display()
            ),
            Self::Output(source) => write!(f, "the output could not be written: {source}"),
            Self::Report { path, reason } => {
                write!(f, "the report `{}` could not be written: {reason}", path.display())
            }
            Self::Usage(message) => f.write_str(message),
        }
    }
}

/// The system's reason in lower case and without its number: the same on every system where
/// the kinds agree, and the system's own words for what is of no kind.
pub fn reason(error: &io::Error) -> String {
    let kind = error.kind().to_string();
    if kind != "uncategorized error" {
        return kind;
    }
    let said = error.to_string();
    said.split(" (os error").next().unwrap_or_default().to_lowercase()
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } | Self::Output(source) => Some(source),
            _ => None,
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Error;

    use crate::error::reason;

    #[test]
    fn a_reason_of_no_kind_is_the_systems_own() {
        let (none, broken) = (Error::from_raw_os_error(2), Error::from_raw_os_error(5));
        assert_eq!(reason(&none), "entity not found");
        let said = reason(&broken);
        assert!(!said.contains("uncategorized") && !said.contains("os error"), "{said}");
        assert!(!said.is_empty());
    }
}

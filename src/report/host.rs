//! Where a report is read, as a CI system tells it in the environment.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::discover::name::relative;

/// What a runner tells of itself; nothing outside one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Host {
    /// Whether GitHub's runner reads what is printed (`GITHUB_ACTIONS=true`).
    runner: bool,
    /// The folder that annotations name files from (`GITHUB_WORKSPACE`), links followed.
    workspace: Option<PathBuf>,
    /// The address of the commit's files, without a final `/`.
    files: Option<String>,
}

impl Host {
    /// Whether GitHub's runner reads what is printed.
    pub(super) fn is_runner(&self) -> bool {
        self.runner
    }

    /// Reads the environment through a function.
    pub fn new(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let text = |name: &str| variable(name)?.into_string().ok().filter(|text| !text.is_empty());
        if text("GITHUB_ACTIONS").as_deref() != Some("true") {
            return Self::default();
        }
        let workspace = variable("GITHUB_WORKSPACE").map(PathBuf::from);
        let workspace = workspace.filter(|path| path.is_absolute());
        Self {
            runner: true,
            workspace: workspace.map(|path| resolved(&path).unwrap_or(path)),
            files: files(&text),
        }
    }

    /// A path from the repository root as annotations name it: from the workspace, where the
    /// repository lies in it.
    pub(super) fn annotated(&self, repository: &Path, path: &str) -> String {
        let absolute = repository.join(path);
        match self.workspace.as_deref().filter(|workspace| repository.starts_with(workspace)) {
            Some(workspace) => relative(workspace, &absolute),
            None => path.to_owned(),
        }
    }

    /// The address of a line of a file of the checked commit, where it is known: the
    /// repository is the workspace itself.
    pub(super) fn address(&self, repository: &Path, path: &str, line: usize) -> Option<String> {
        let files = self.files.as_deref()?;
        if self.workspace.as_deref() != Some(repository) || path.split('/').any(|part| part == "..")
        {
            return None;
        }
        Some(format!("{files}/{}#L{line}", percent(path)))
    }
}

/// The address from the runner's variables; none where one is not of its usual form.
fn files(text: &impl Fn(&str) -> Option<String>) -> Option<String> {
    let plain = |text: &String| {
        text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ':'))
    };
    let server = text("GITHUB_SERVER_URL").filter(plain)?;
    let repository = text("GITHUB_REPOSITORY").filter(plain)?;
    let commit = text("GITHUB_SHA").filter(plain)?;
    server.starts_with("https://").then(|| format!("{server}/{repository}/blob/{commit}"))
}

#[cfg(not(windows))]
fn resolved(path: &Path) -> Option<PathBuf> {
    std::fs::canonicalize(path).ok()
}

#[cfg(windows)]
fn resolved(path: &Path) -> Option<PathBuf> {
    Some(crate::discover::maps::clean(path))
}

/// A path with `/` as a relative address: every byte but letters, digits, `-`, `_`, `.`, `~`
/// and `/` percent-encoded, so that no part of it is taken for a scheme, a query or markup.
pub(super) fn percent(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Host, percent};
    use std::path::Path;

    fn host(variables: &[(&str, &str)]) -> Host {
        let found = |name: &str| variables.iter().find(|(key, _)| *key == name);
        Host::new(|name| found(name).map(|(_, value)| value.into()))
    }

    #[test]
    fn annotations_name_files_from_the_workspace() {
        let host = host(&[("GITHUB_ACTIONS", "true"), ("GITHUB_WORKSPACE", "/no/w")]);
        assert!(host.runner);
        assert_eq!(host.annotated(Path::new("/no/w"), "docs/a.md"), "docs/a.md");
        assert_eq!(host.annotated(Path::new("/no/w/sub"), "docs/a.md"), "sub/docs/a.md");
        assert_eq!(host.annotated(Path::new("/no/other"), "docs/a.md"), "docs/a.md");
    }

    #[test]
    fn outside_a_runner_nothing_is_told() {
        assert_eq!(host(&[("GITHUB_WORKSPACE", "/w")]), Host::default());
        assert_eq!(host(&[("GITHUB_ACTIONS", "1")]), Host::default());
    }

    #[test]
    fn addresses_are_made_from_plain_variables_only() {
        let variables = [
            ("GITHUB_ACTIONS", "true"),
            ("GITHUB_WORKSPACE", "/no/w"),
            ("GITHUB_SERVER_URL", "https://example.test"),
            ("GITHUB_REPOSITORY", "a/b"),
            ("GITHUB_SHA", "0f"),
        ];
        let root = Path::new("/no/w");
        let address = host(&variables).address(root, "docs/a b](x).md", 3);
        assert_eq!(
            address.as_deref(),
            Some("https://example.test/a/b/blob/0f/docs/a%20b%5D%28x%29.md#L3")
        );
        assert_eq!(host(&variables).address(root, "../a.md", 3), None);
        let mut odd = variables;
        odd[3].1 = "a/b)](javascript";
        assert_eq!(host(&odd).address(root, "a.md", 1), None);
        let mut odd = variables;
        odd[2].1 = "javascript:alert";
        assert_eq!(host(&odd).address(root, "a.md", 1), None);
    }

    #[test]
    fn a_path_is_no_scheme() {
        assert_eq!(percent("a:b%é/c.md"), "a%3Ab%25%C3%A9/c.md");
    }
}

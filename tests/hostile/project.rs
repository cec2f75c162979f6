//! A project in a temporary folder, and a check of it that must end.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A repository with a map folder.
pub(crate) struct Project {
    folder: TempDir,
}

/// What a check came to.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit status.
    pub(crate) status: i32,
    /// What it wrote to stdout.
    pub(crate) out: String,
    /// What it wrote to stderr.
    pub(crate) err: String,
    /// How long it took.
    pub(crate) time: Duration,
}

impl Ran {
    /// How many findings of a rule the JSON report holds.
    pub(crate) fn count(&self, rule: &str) -> usize {
        self.out.matches(&format!("\"rule\": \"{rule}\"")).count()
    }
}

/// The longest that any check in these tests may take, built without optimisation.
const PATIENCE: Duration = Duration::from_secs(60);

impl Project {
    /// An empty map in an empty repository.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("docs/features")).unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        Self { folder }
    }

    /// The repository's root.
    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    /// A path inside the map folder.
    pub(crate) fn place(&self, inner: impl AsRef<OsStr>) -> PathBuf {
        self.root().join("docs/features").join(Path::new(inner.as_ref()))
    }

    /// Writes a page, or the index.
    pub(crate) fn page(&self, inner: impl AsRef<OsStr>, text: impl AsRef<[u8]>) {
        let place = self.place(inner);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, text).unwrap();
    }

    /// Writes an index that lists these destinations.
    pub(crate) fn index(&self, destinations: &[&str]) {
        let rows: Vec<_> = destinations.iter().map(|to| format!("- [x]({to})")).collect();
        self.page("README.md", format!("# Features\n\n{}\n", rows.join("\n")));
    }

    /// A project whose one page has this text.
    pub(crate) fn of_page(text: impl AsRef<[u8]>) -> Self {
        let project = Self::new();
        project.index(&["page.md"]);
        project.page("page.md", text);
        project
    }

    /// Checks the project with a JSON report.
    pub(crate) fn check(&self) -> Ran {
        self.run(&["check", "--output-format", "json"])
    }

    /// Runs featmap in the project; fails where it does not end in time.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_featmap"));
        command.args(arguments).current_dir(self.root()).env_clear();
        run(&mut command)
    }
}

/// Runs a command to its end, with its streams in files so that no pipe can fill.
pub(crate) fn run(command: &mut Command) -> Ran {
    let streams = tempfile::tempdir().unwrap();
    let (out, err) = (streams.path().join("out"), streams.path().join("err"));
    let begin = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(fs::File::create(&out).unwrap())
        .stderr(fs::File::create(&err).unwrap())
        .spawn()
        .unwrap();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begin.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("featmap did not end within {PATIENCE:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let text = |file| String::from_utf8(fs::read(file).unwrap()).unwrap();
    let (out, err) = (text(out), text(err));
    assert!(!err.contains("panicked"), "{err}");
    let status = status.code().unwrap_or_else(|| panic!("ended by a signal: {status}; {err}"));
    assert!((0..=2).contains(&status), "exit status {status}; {err}");
    Ran { status, out, err, time: begin.elapsed() }
}

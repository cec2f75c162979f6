//! A project in a temporary folder, and the program run in it.

#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How long a run may take before it counts as hanging; a run takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// A project folder inside a temporary one.
#[derive(Debug)]
pub(crate) struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    /// A project with the index and pages of a clean map: `Search` in `search.md`.
    pub(crate) fn clean() -> Self {
        let project = Self { folder: tempfile::tempdir().unwrap() };
        project.write("docs/features/README.md", "# Features\n\n- [Search](search.md)\n");
        project.write("docs/features/search.md", "# Search\n\n## What it does\n\n- It finds.\n");
        project
    }

    /// The project's folder, links followed.
    pub(crate) fn root(&self) -> PathBuf {
        let root = fs::canonicalize(self.folder.path()).unwrap().join("project");
        fs::create_dir_all(&root).unwrap();
        root
    }

    /// A file or folder of the map.
    pub(crate) fn map(&self, inner: &str) -> PathBuf {
        self.root().join("docs/features").join(inner)
    }

    /// Writes a file, with the folders above it.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let file = self.root().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    /// The program with arguments, to be run in the project's folder.
    pub(crate) fn featmap(&self, arguments: &[&str]) -> Command {
        let mut command = program(Path::new(env!("CARGO_BIN_EXE_featmap")), &self.root());
        command.args(arguments);
        command
    }

    /// The same, run by a user whom permissions bind: root may read everything.
    #[cfg(unix)]
    pub(crate) fn featmap_without_privilege(&self, arguments: &[&str]) -> Command {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
        use std::os::unix::process::CommandExt as _;
        let mut command = self.featmap(arguments);
        if fs::metadata(self.root()).unwrap().uid() == 0 {
            let copy = self.root().parent().unwrap().join("featmap");
            fs::copy(env!("CARGO_BIN_EXE_featmap"), &copy).unwrap();
            fs::set_permissions(self.folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
            command = program(&copy, &self.root());
            command.args(arguments).uid(65_534).gid(65_534);
        }
        command
    }
}

fn program(file: &Path, folder: &Path) -> Command {
    let mut command = Command::new(file);
    command.current_dir(folder).stdin(Stdio::null());
    for name in ["FEATMAP_OUTPUT_FORMAT", "CLICOLOR_FORCE", "GIT_DIR", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    command
}

/// What a run came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command) -> Outcome {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let Output { status, stdout, stderr } = wait(command);
    Outcome {
        status: status.code().expect("no signal ended the run"),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

/// Runs a command whose streams are set; it must end by itself.
pub(crate) fn wait(command: &mut Command) -> Output {
    let begun = Instant::now();
    let mut child = loop {
        match command.spawn() {
            // A copy of the program may still be open in a child that another test begins.
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {}
            child => break child.unwrap(),
        }
    };
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the run hangs: {command:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().unwrap()
}

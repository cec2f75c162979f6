//! How git is asked: one process a question, and none of the programs that a repository's
//! configuration may name (DESIGN.md §11, 1).

use std::io::{BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::Builder;

use crate::error::{Error, Result};

/// Settings in place of the repository's own: no monitor, hook, pager, external diff or
/// signature program, and the same answer for every user.
const SETTINGS: [&str; 9] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.quotePath=false",
    "diff.external=",
    "diff.relative=false",
    "diff.renameLimit=2000",
    "log.showRoot=true",
    "log.showSignature=false",
];

/// Variables of the environment in which git finds the values of [`setting`].
const VALUES: [(&str, &str); 2] = [("FEATMAP_NONE", ""), ("FEATMAP_FALSE", "false")];

/// What a setting is set to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// Nothing.
    None,
    /// No.
    False,
}

/// The arguments that set something in place of the configuration, before the command.
///
/// `-c` ends the name at its first `=`. `--config-env` ends it at the last one; a git that is
/// too old for it fails. Both outrank what `GIT_CONFIG_COUNT` in the environment sets.
pub(super) fn setting(name: &str, value: Value) -> [String; 2] {
    let [none, no] = VALUES;
    let (variable, text) = match value {
        Value::None => none,
        Value::False => no,
    };
    if name.contains('=') {
        return ["--config-env".to_owned(), format!("{name}={variable}")];
    }
    ["-c".to_owned(), format!("{name}={text}")]
}

/// How much of an answer was wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// All of it.
    All,
    /// A part: git may end with the pipe closed.
    Part,
}

/// An answer while it comes.
pub(super) type Answer<'a> = BufReader<&'a mut ChildStdout>;

/// What takes an answer: behind a pointer, as threads and processes would be compiled anew for
/// each kind of it.
type Reader<'a> = &'a mut dyn FnMut(&mut Answer<'_>) -> std::io::Result<Taken>;

/// Asks git one question and gives the whole answer.
///
/// Takes the folder to ask in, what is asked (the end of "git could not tell"), the arguments,
/// and what to write to its standard input.
///
/// # Errors
/// [`Error::Git`] where git is missing, refuses the repository or fails.
pub(super) fn ask(
    folder: &Path,
    question: &'static str,
    arguments: &[&str],
    input: &[u8],
) -> Result<Vec<u8>> {
    let mut answer = Vec::new();
    run(folder, question, arguments, input, None, &mut |reader| {
        reader.read_to_end(&mut answer)?;
        Ok(Taken::All)
    })?;
    Ok(answer)
}

/// Asks git a question that may have no answer: it then ends with the status 1.
///
/// # Errors
/// As [`ask`], for every other status.
pub(super) fn ask_whether(
    folder: &Path,
    question: &'static str,
    arguments: &[&str],
) -> Result<Option<Vec<u8>>> {
    let mut answer = Vec::new();
    let none = run(folder, question, arguments, &[], Some(1), &mut |reader| {
        reader.read_to_end(&mut answer)?;
        Ok(Taken::All)
    })?;
    Ok((!none).then_some(answer))
}

/// Asks git one question and hands its answer out while it comes.
///
/// # Errors
/// As [`ask`].
pub(super) fn stream(
    folder: &Path,
    question: &'static str,
    arguments: &[&str],
    input: &[u8],
    read: Reader<'_>,
) -> Result<()> {
    run(folder, question, arguments, input, None, read).map(|_| ())
}

/// Runs git once. Takes the exit status that is no failure but "there is none"; gives whether
/// it ended with that.
fn run(
    folder: &Path,
    question: &'static str,
    arguments: &[&str],
    input: &[u8],
    no_answer: Option<i32>,
    read: Reader<'_>,
) -> Result<bool> {
    let failed = |reason: String| Error::Git { question, reason };
    let mut child = command(folder, arguments)
        .spawn()
        .map_err(|error| failed(format!("it could not be started: {error}")))?;
    let (taken, said) = talk(&mut child, input, read);
    let status = child.wait().map_err(|error| failed(error.to_string()))?;
    if no_answer.is_some() && status.code() == no_answer {
        return Ok(true);
    }
    if !status.success() && !matches!(taken, Ok(Taken::Part)) {
        return Err(failed(complaint(&said)));
    }
    taken.map(|_| false).map_err(|error| failed(error.to_string()))
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    for setting in SETTINGS {
        command.args(["-c", setting]);
    }
    command
        .args(["--no-pager"])
        .args(arguments)
        .current_dir(folder)
        .envs(VALUES)
        // No lock is taken, nothing is fetched, nobody is asked.
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_NO_REPLACE_OBJECTS", "1")
        .env("GIT_ALLOW_PROTOCOL", "")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("LC_ALL", "C")
        // In a hook git sets these for its own work tree; with them it would take the folder
        // for the top of one. GIT_INDEX_FILE stays: it is what a partial commit is about.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_PREFIX")
        .env_remove("GIT_EXTERNAL_DIFF")
        .env_remove("GIT_DIFF_OPTS")
        .env_remove("GIT_GLOB_PATHSPECS")
        .env_remove("GIT_ICASE_PATHSPECS")
        .env_remove("GIT_NOGLOB_PATHSPECS")
        .env_remove("GIT_LITERAL_PATHSPECS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Writes, reads and listens at once, so that no pipe fills up while another is waited for.
fn talk(child: &mut Child, input: &[u8], read: Reader<'_>) -> (std::io::Result<Taken>, String) {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    // One kind of work, so that threads are compiled for one.
    let work = |stdin: Option<ChildStdin>, stderr: Option<ChildStderr>| {
        move || {
            // Who does not read to the end has its reasons; they show in its exit status.
            let _ = stdin.map(|mut stdin| stdin.write_all(input));
            let mut said = Vec::new();
            let _ = stderr.map(|stderr| stderr.take(64 * 1024).read_to_end(&mut said));
            String::from_utf8_lossy(&said).into_owned()
        }
    };
    std::thread::scope(|scope| {
        let begun = Builder::new()
            .spawn_scoped(scope, work(stdin, None))
            .and_then(|_| Builder::new().spawn_scoped(scope, work(None, stderr)));
        let listener = match begun {
            Ok(listener) => listener,
            Err(error) => {
                // With its pipes closed git ends, and who writes to it with it.
                drop(stdout);
                let said = format!("no thread could be started: {error}");
                return (Err(std::io::Error::other(said.clone())), said);
            }
        };
        let taken = match stdout {
            Some(mut stdout) => read(&mut BufReader::with_capacity(1 << 16, &mut stdout)),
            None => Ok(Taken::All),
        };
        // The pipe is closed by now, so that git does not wait for a reader that is gone.
        (taken, listener.join().unwrap_or_default())
    })
}

/// What git said of a failure, on one line: its first words, and where it tells the command
/// that mends it, that too.
fn complaint(text: &str) -> String {
    let mut first = "";
    for line in text.lines() {
        let line = line.trim();
        if first.is_empty() && !line.starts_with("warning:") {
            first = line;
        } else if line.starts_with("git ") {
            // Git sets a command apart on a line of its own, in every language it speaks.
            return format!("{first}; git proposes: {line}");
        }
    }
    if first.is_empty() { "it failed without a word".to_owned() } else { first.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::complaint;

    #[test]
    fn the_command_that_mends_a_failure_is_told() {
        let text = "fatal: detected dubious ownership in repository at '/a b'\n\
                    To add an exception for this directory, call:\n\n\
                    \tgit config --global --add safe.directory '/a b'\n";
        assert_eq!(
            complaint(text),
            "fatal: detected dubious ownership in repository at '/a b'; git proposes: git config \
             --global --add safe.directory '/a b'"
        );
        assert_eq!(
            complaint("warning: x\nfatal: not a git repository\nStopping at b\n"),
            "fatal: not a git repository"
        );
        assert_eq!(complaint(" \n"), "it failed without a word");
    }
}

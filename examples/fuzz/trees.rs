//! Whole trees on disk, in memory where the system has such a disk.

use std::fs;
use std::path::{Path, PathBuf};

use featmap::commands::check::{Options, check};
use featmap::commands::reporting::Outcome;
use featmap::commands::setup::Request;
use featmap::report::{Format, Style};

use crate::maps::Seed;
use crate::runner::{acting, obeyed};
use crate::{text, word};

/// The formats that a tree is reported in.
const FORMATS: [Format; 3] = [Format::Json, Format::Concise, Format::Full];

/// One check's report, what it said aside, and its verdict.
type Said = (String, String, &'static str);

/// A whole tree: the report is the same twice, in any order of making the files and with any
/// share of the threads, nothing in it acts, and `clean` agrees with the findings.
pub(crate) fn tree(seed: &mut Seed) {
    let names = ["README.md", "a.md", "b.md", "d/a.md", "d/README.md", "A.md", "x.txt", "_t.md"];
    let mut files: Vec<(String, String)> = Vec::new();
    for name in names {
        if seed.below(2) > 0 {
            files.push((name.to_owned(), text(seed)));
        }
    }
    if seed.below(8) == 0 {
        files.push((".gitignore".to_owned(), format!("{}\n{}\n", word(seed), word(seed))));
    }
    if seed.below(64) == 0 {
        // So many are read by several threads.
        files.extend((0..40).map(|number| (format!("many/{number}.md"), text(seed))));
    }
    // A look at the code takes long.
    let code = seed.below(32) == 0;
    let root = workshop();
    make(&root, &files);
    let forward = FORMATS.map(|format| report(&root, format, code));
    files.reverse();
    make(&root, &files);
    let at = seed.below(FORMATS.len());
    let backward = FORMATS.get(at).map(|format| report(&root, *format, code));
    assert_eq!(forward.get(at), backward.as_ref(), "the same report in any order: {files:?}");
    for (out, aside, _) in &forward {
        for said in [out, aside] {
            assert_eq!(acting(said), [], "{files:?}");
            assert_eq!(obeyed(said), Vec::<String>::new(), "{files:?}");
        }
    }
    let verdicts: Vec<_> = forward.iter().map(|(_, _, verdict)| verdict).collect();
    assert!(verdicts.iter().all(|verdict| **verdict == *verdicts[0]), "{verdicts:?}: {files:?}");
    let [(json, ..), ..] = &forward;
    if !json.is_empty() {
        agrees(json);
    }
}

fn agrees(json: &str) {
    let Ok(value) = serde_json::from_str::<serde_json::Value>(json) else {
        panic!("no JSON: {json}");
    };
    let kinds = value.get("findings").and_then(|found| found.as_array()).into_iter().flatten();
    let kinds: Vec<_> = kinds.filter_map(|found| found.get("kind")?.as_str()).collect();
    let drift = kinds.iter().any(|kind| matches!(*kind, "drift" | "unread"));
    let clean = value.get("clean").and_then(serde_json::Value::as_bool);
    if clean == Some(true) {
        assert!(!drift, "clean, with drift: {json}");
    } else {
        let utf16 = json.contains("UTF-16");
        assert!(drift || utf16, "not clean, without drift: {json}");
    }
}

/// Makes the files in order; a folder lists them as they were made, or the other way round.
fn make(root: &Path, files: &[(String, String)]) {
    let map = root.join("docs/features");
    let _ = fs::remove_dir_all(&map);
    for (name, text) in files {
        let file = map.join(name);
        let made = file.parent().map(fs::create_dir_all);
        assert!(matches!(made, Some(Ok(()))) && fs::write(file, text).is_ok(), "cannot write");
    }
}

fn report(root: &Path, format: Format, code: bool) -> Said {
    let (mut out, mut aside) = (Vec::new(), Vec::new());
    let verdict = match check(&options(root, format, code), &mut out, &mut aside) {
        Ok(reported) => {
            assert!(reported.written.is_ok(), "memory can be written");
            match reported.outcome {
                Outcome::Passed => "passed",
                Outcome::Failed => "failed",
                Outcome::NotComplete => "not complete",
            }
        }
        Err(_) => "stopped",
    };
    let said = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (said(out), said(aside), verdict)
}

/// Where trees are made.
pub(crate) fn workshop() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let base = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
    base.join(format!("featmap-fuzz-{}", std::process::id()))
}

fn options(root: &Path, format: Format, code: bool) -> Options {
    let request = Request {
        current: root.to_path_buf(),
        start: ".".into(),
        maps: Vec::new(),
        config: None,
        no_config: false,
    };
    let style = Style { colour: false, width: 100, verbose: true, quiet: false };
    let mut options = Options { code, show_skips: true, ..Options::new(request, style) };
    options.common.format = Some(format);
    options
}

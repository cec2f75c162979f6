//! Commands that a manifest must know: `npm run x`, `make x`, `just x`, `cargo run --bin x`.
//! They are read, never run.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::lookup::Seen;

/// A command of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// What runs it.
    pub runner: Runner,
    /// The script, target, recipe or program.
    pub target: String,
    /// The command up to there, for messages.
    pub shown: String,
    /// Whether the runner looks among the programs of dependencies, too.
    pub programs: bool,
}

/// What runs a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Runner {
    /// `npm`, `pnpm`, `yarn` or `bun`, with `run`.
    Npm,
    /// `make`.
    Make,
    /// `just`.
    Just,
    /// `cargo run --bin`.
    Cargo,
}

impl Runner {
    /// Its manifest, for people.
    pub const fn manifest(self) -> &'static str {
        match self {
            Self::Npm => "package.json",
            Self::Make => "Makefile",
            Self::Just => "justfile",
            Self::Cargo => "Cargo.toml",
        }
    }

    /// Whether a file is a manifest of it.
    pub fn reads(self, file: &str) -> bool {
        match self {
            Self::Make => ["Makefile", "makefile", "GNUmakefile"].contains(&file),
            Self::Just => file.eq_ignore_ascii_case("justfile") || file == ".justfile",
            runner => file == runner.manifest(),
        }
    }
}

/// Reads a command line; none where it is no such command, or names nothing to look up.
pub fn read(line: &str) -> Option<Command> {
    let line = line.trim();
    let line = line.strip_prefix("$ ").unwrap_or(line);
    let words: Vec<&str> = line.split_whitespace().collect();
    let (runner, target, count) = match words.as_slice() {
        ["npm" | "pnpm" | "yarn" | "bun", "run", target, ..] => (Runner::Npm, *target, 3),
        ["make", target, ..] => (Runner::Make, *target, 2),
        ["just", target, ..] => (Runner::Just, *target, 2),
        ["cargo", "run", "--bin", target, ..] => (Runner::Cargo, *target, 4),
        _ => return None,
    };
    // Another folder's manifest, or a line of several commands: not ours to follow.
    let elsewhere = ["-C", "-f", "--prefix", "-w", "--workspace", "--filter", "--cwd", "&&", "|"];
    if words.iter().any(|word| elsewhere.contains(word)) {
        return None;
    }
    // `npm run env` prints the environment.
    if runner == Runner::Npm && target == "env" {
        return None;
    }
    let programs = matches!(words.first(), Some(&("pnpm" | "yarn" | "bun")));
    let fits = |c: char| c.is_ascii_alphanumeric() || "_-:".contains(c);
    // What begins with a capital is sample text: "`make It So`".
    let begins = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let plain = target.starts_with(begins) && target.chars().all(fits);
    let shown = words.get(..count)?.join(" ");
    plain.then(|| Command { runner, target: target.to_owned(), shown, programs })
}

/// What manifests know.
#[derive(Debug, Default)]
pub struct Known {
    /// The targets that they name.
    pub targets: Seen<String>,
    /// Whether there may be more of them: a text alone does not say.
    pub open: bool,
    /// The packages that they depend on, as often as they name them.
    pub packages: Vec<String>,
}

/// Programs of packages with another name.
const PROGRAMS: [&str; 8] = ["tsc", "tsserver", "ng", "sb", "cap", "rw", "esr", "wp-scripts"];

impl Known {
    /// Adds what the text of one manifest names.
    pub fn add(&mut self, runner: Runner, manifest: &str) {
        let complete = match runner {
            Runner::Npm => self.scripts(manifest).is_some(),
            Runner::Make => self.make_targets(manifest),
            Runner::Just => self.recipes(manifest),
            Runner::Cargo => self.programs(manifest).is_some(),
        };
        self.open |= !complete;
    }

    /// Whether a package may bring a program of that name: it is named like it, or known to be
    /// another one's.
    pub fn brings(&self, program: &str) -> bool {
        let like = |package: &String| {
            let mut parts = package.split(['@', '/', '-', '.']).filter(|part| part.len() > 2);
            parts.any(|part| {
                let rest = program.strip_prefix(part);
                part.starts_with(program) || rest.is_some_and(|rest| rest.starts_with('-'))
            })
        };
        let plain = program.len() > 1 && !program.contains(':');
        plain && (PROGRAMS.contains(&program) || self.packages.iter().any(like))
    }

    fn name(&mut self, target: &str) {
        self.targets.insert(target.to_owned());
    }

    /// Gives none where the text does not say.
    fn scripts(&mut self, manifest: &str) -> Option<()> {
        let manifest: serde_json::Value = serde_json::from_str(manifest).ok()?;
        for kind in ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]
        {
            let packages = manifest.get(kind).and_then(serde_json::Value::as_object);
            if let Some(packages) = packages {
                self.packages.extend(packages.keys().cloned());
            }
        }
        // Without scripts at all it is no manifest that anybody runs.
        for script in manifest.get("scripts")?.as_object()?.keys() {
            self.name(script);
        }
        Some(())
    }

    /// Gives whether the text names them all.
    fn make_targets(&mut self, manifest: &str) -> bool {
        let mut open = false;
        for line in manifest.lines() {
            let head = line.trim_end();
            open |= head.trim_start().trim_start_matches('-').starts_with("include")
                || head.contains('%') && head.contains(':')
                || head.starts_with('$');
            let Some((names, rest)) = line.split_once(':') else { continue };
            if !line.starts_with(['\t', ' ', '#']) && !rest.starts_with('=') {
                open |= names.contains('$');
                names.split_whitespace().for_each(|name| self.name(name));
            }
            if names == ".PHONY" {
                rest.split_whitespace().for_each(|name| self.name(name));
            }
        }
        !open
    }

    /// Gives whether the text names them all.
    fn recipes(&mut self, manifest: &str) -> bool {
        let mut open = false;
        for line in manifest.lines() {
            let first = line.split_whitespace().next().unwrap_or_default();
            open |= matches!(first, "import" | "import?" | "mod" | "mod?");
            let head = line.trim_start_matches('@');
            if head.contains(':') {
                self.name(head.split([' ', ':']).next().unwrap_or_default());
            }
            let alias = head.strip_prefix("alias ").and_then(|rest| rest.split_whitespace().next());
            if let Some(alias) = alias {
                self.name(alias);
            }
        }
        !open
    }

    /// The packages that a manifest of Cargo depends on.
    fn crates(&mut self, manifest: &DeTable<'_>) {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let workspace = manifest.get("workspace").and_then(|table| table.get_ref().get(kind));
            for table in [manifest.get(kind), workspace].into_iter().flatten() {
                let Some(names) = table.get_ref().as_table() else { continue };
                self.packages.extend(names.keys().map(|name| name.get_ref().to_string()));
            }
        }
    }

    /// Programs that a manifest names; those of `src/bin` are files, looked for elsewhere.
    /// Gives none where the text cannot be read.
    fn programs(&mut self, manifest: &str) -> Option<()> {
        let manifest = DeTable::parse(manifest).ok()?.into_inner();
        self.crates(&manifest);
        if let Some(package) = manifest.get("package") {
            self.program(package);
        }
        let programs = manifest.get("bin").and_then(|programs| programs.get_ref().as_array());
        for program in programs.into_iter().flatten() {
            self.program(program);
        }
        Some(())
    }

    fn program(&mut self, table: &Spanned<DeValue<'_>>) {
        let name = table.get_ref().get("name");
        if let Some(name) = name.and_then(|name| name.get_ref().as_str()) {
            self.name(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, Runner, read};

    /// None where the text does not say.
    fn knows(runner: Runner, manifest: &str, target: &str) -> Option<bool> {
        let mut known = Known::default();
        known.add(runner, manifest);
        let found = known.targets.contains(target);
        (found || !known.open).then_some(found)
    }

    #[test]
    fn only_known_runners_are_read() {
        for (line, wanted) in [
            ("npm run lint", Some((Runner::Npm, "lint"))),
            ("$ pnpm run test:unit -- --watch", Some((Runner::Npm, "test:unit"))),
            ("make deploy", Some((Runner::Make, "deploy"))),
            ("just check", Some((Runner::Just, "check"))),
            ("cargo run --bin server -- x", Some((Runner::Cargo, "server"))),
            ("npm run env", None),
            ("npx eslint", None),
            ("npm exec eslint", None),
            ("pnpm eslint", None),
            ("make It So", None),
            ("npm run Lint", None),
            ("npm test", None),
            ("yarn lint", None),
            ("task build", None),
            ("make -C sub all", None),
            ("make FOO=1", None),
            ("npm run x --prefix web", None),
            ("make sure it works", Some((Runner::Make, "sure"))),
            ("bun run src/x.ts", None),
        ] {
            let command = read(line);
            let found = command.as_ref().map(|found| (found.runner, found.target.as_str()));
            assert_eq!(found, wanted, "{line}");
        }
    }

    #[test]
    fn packages_bring_programs() {
        let mut known = Known::default();
        let npm = r#"{"scripts": {}, "devDependencies": {"eslint": "1", "@playwright/test": "1",
            "@biomejs/biome": "1", "drizzle-kit": "1", "typescript": "1", "esbuild": "1"}}"#;
        known.add(Runner::Npm, npm);
        for program in ["eslint", "playwright", "biome", "drizzle-kit", "tsc", "esbuild"] {
            assert!(known.brings(program), "{program}");
        }
        for program in ["lint", "build", "test:unit", "deploy", "typecheck"] {
            assert!(!known.brings(program), "{program}");
        }
        let programs = |line| read(line).unwrap().programs;
        assert!(programs("yarn run tsc") && programs("pnpm run x") && programs("bun run x"));
        assert!(!programs("npm run tsc") && !programs("make x"));
    }

    #[test]
    fn manifests_say_yes_no_or_nothing() {
        let npm = r#"{"scripts": {"lint": "x"}}"#;
        assert_eq!(knows(Runner::Npm, npm, "lint"), Some(true));
        assert_eq!(knows(Runner::Npm, npm, "test"), Some(false));
        assert_eq!(knows(Runner::Npm, "{}", "test"), None);
        assert_eq!(knows(Runner::Make, ".PHONY: a b\nall: x\n\tgo\n", "b"), Some(true));
        assert_eq!(knows(Runner::Make, "all: x\n\tgo: y\nX := 1\n", "go"), Some(false));
        assert_eq!(knows(Runner::Make, "include x.mk\nall:\n", "go"), None);
        assert_eq!(knows(Runner::Make, "%.o: %.c\n", "go"), None);
        assert_eq!(knows(Runner::Just, "alias b := build\n@build x='1':\n  go\n", "b"), Some(true));
        assert_eq!(knows(Runner::Just, "build:\n  go\n", "test"), Some(false));
        assert_eq!(knows(Runner::Just, "mod sub\n", "test"), None);
        let cargo =
            "[package]\nname = \"a\"\n[[bin]]\nname = \"b\"\n[dependencies]\nserde = \"1\"\n";
        let mut known = Known::default();
        known.add(Runner::Cargo, cargo);
        assert_eq!(known.packages, ["serde"]);
        assert_eq!(knows(Runner::Cargo, cargo, "a"), Some(true));
        assert_eq!(knows(Runner::Cargo, cargo, "b"), Some(true));
        assert_eq!(knows(Runner::Cargo, cargo, "c"), Some(false));
    }
}

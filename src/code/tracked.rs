//! Every path of the repository, and look-ups over them.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::path::Path;

use crate::code::path::has_extension;
use crate::discover::files;
use crate::discover::name::{has_nfc, in_nfc, nfc};
use crate::discover::patterns::PathGlob;
use crate::git;
use crate::git::files::{File, Kind};
use crate::lookup::Seen;
use crate::map::layout::{file_name, parent};
use crate::order;

/// Of the names that go on after a word with an extension, so many are tried.
const MOST_NAMES: usize = 200;

/// The paths of a repository.
#[derive(Debug, Default)]
pub struct Tracked {
    files: Vec<File>,
    /// Folders, sorted by path.
    folders: Vec<String>,
    /// Paths of files and folders that are not in Unicode form NFC, by that form of them.
    by_form: Vec<(String, String)>,
    /// Files, by their last part in NFC.
    by_name: Numbers,
    /// Paths in NFC, read backwards, each with the number of the file, or behind those of all
    /// files that of the folder; made when first asked for.
    by_end: OnceCell<Vec<(String, u32)>>,
    /// Folders, by their last part in NFC.
    folders_by_name: Numbers,
    /// Files, by their path in small letters; made when first asked for.
    by_small_letters: OnceCell<Numbers>,
}

/// Numbers of files or folders by a text; the texts are sorted.
#[derive(Debug, Default)]
struct Numbers(Vec<(String, Vec<u32>)>);

impl Numbers {
    /// Takes a text for each number from 0 on.
    fn new(texts: Vec<String>) -> Self {
        let mut known = Vec::<(String, Vec<u32>)>::new();
        for (text, number) in numbered(texts) {
            match known.last_mut() {
                Some((last, numbers)) if *last == text => numbers.push(number),
                _ => known.push((text, vec![number])),
            }
        }
        Self(known)
    }

    fn get(&self, text: &str) -> &[u32] {
        self.beginning(text).first().filter(|(own, _)| own == text).map_or(&[], |(_, all)| all)
    }

    /// Those whose text begins so.
    fn beginning(&self, begin: &str) -> &[(String, Vec<u32>)] {
        beginning(&self.0, begin)
    }
}

/// Texts with their numbers from 0 on, sorted.
fn numbered(texts: Vec<String>) -> Vec<(String, u32)> {
    let mut all = Vec::with_capacity(texts.len());
    for (number, text) in (0u32..).zip(texts) {
        all.push((text, number));
    }
    order::sort(&mut all, Ord::cmp);
    all
}

/// Of pairs that are sorted by their texts those whose text begins so.
fn beginning<'a, T>(sorted: &'a [(String, T)], begin: &str) -> &'a [(String, T)] {
    let first = sorted.partition_point(|(text, _)| text.as_str() < begin);
    let from = sorted.get(first..).unwrap_or_default();
    let count = from.partition_point(|(text, _)| text.starts_with(begin));
    from.get(..count).unwrap_or_default()
}

/// A path that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The path, from the repository root.
    pub path: String,
    /// Whether it is a folder.
    pub folder: bool,
}

impl Tracked {
    /// What git tracks now; where git does not say, what stands on disk, and why.
    pub fn now(root: &Path, in_git: bool) -> (Self, Option<String>) {
        if !in_git {
            return (Self::on_disk(root, false), Some("this is no git repository".to_owned()));
        }
        match git::files::now(root) {
            // All of it would be gone: the index is not made yet, or lost.
            Ok(files) if files.is_empty() => {
                (Self::on_disk(root, true), Some("git tracks no file".to_owned()))
            }
            Ok(files) => (Self::new(files), None),
            Err(error) => (Self::on_disk(root, true), Some(error.to_string())),
        }
    }

    fn on_disk(root: &Path, in_git: bool) -> Self {
        let mut files = Vec::new();
        for path in files::below(root, in_git) {
            let (kind, blob) = (Kind::File, String::new());
            files.push(File { path, raw: None, kind, blob, checked_out: true });
        }
        Self::new(files)
    }

    /// Takes files sorted by path.
    pub fn new(files: Vec<File>) -> Self {
        let (mut folders, mut seen) = (Vec::new(), Seen::<&str>::new());
        for file in &files {
            let mut folder = parent(&file.path);
            while !folder.is_empty() && seen.insert(folder) {
                folders.push(folder.to_owned());
                folder = parent(folder);
            }
        }
        order::sort(&mut folders, Ord::cmp);
        let mut by_form: Vec<(String, String)> = Vec::new();
        let mut take = |path: &str, names: &mut Vec<String>| {
            names.push(nfc(file_name(path)));
            if !has_nfc(path) {
                by_form.push((nfc(path), path.to_owned()));
            }
        };
        let (mut names, mut folder_names) = (Vec::new(), Vec::new());
        for file in &files {
            take(&file.path, &mut names);
        }
        for folder in &folders {
            take(folder, &mut folder_names);
        }
        let (by_name, folders_by_name) = (Numbers::new(names), Numbers::new(folder_names));
        // Of several the last one counts, and equals stay in their order.
        by_form.reverse();
        order::sort(&mut by_form, |a, b| a.0.cmp(&b.0));
        by_form.dedup_by(|later, first| later.0 == first.0);
        let (by_end, by_small_letters) = (OnceCell::new(), OnceCell::new());
        Self { files, folders, by_form, by_name, by_end, folders_by_name, by_small_letters }
    }

    /// The files, sorted by path.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The file at a path, in any Unicode form.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.file_as(path).or_else(|| self.file_as(&self.other_form(path)?))
    }

    fn file_as(&self, path: &str) -> Option<&File> {
        let at = self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        self.files.get(at)
    }

    /// The files in a folder and in those below it.
    pub fn below(&self, folder: &str) -> &[File] {
        let begin = format!("{folder}/");
        let first = self.files.partition_point(|file| file.path < begin);
        let from = self.files.get(first..).unwrap_or_default();
        let count = from.partition_point(|file| file.path.starts_with(&begin));
        from.get(..count).unwrap_or_default()
    }

    /// Whether a folder of that path, in any Unicode form, holds something tracked.
    pub fn has_folder(&self, path: &str) -> bool {
        let other = || self.other_form(path).is_some_and(|other| self.has_folder_as(&other));
        self.has_folder_as(path) || other()
    }

    fn has_folder_as(&self, path: &str) -> bool {
        self.folders.binary_search_by(|folder| folder.as_str().cmp(path)).is_ok()
    }

    /// The path as git may have it in another Unicode form.
    fn other_form<'a>(&'a self, path: &'a str) -> Option<Cow<'a, str>> {
        let form = in_nfc(path);
        match self.by_form.binary_search_by(|(own, _)| own.as_str().cmp(&form)) {
            Ok(at) => self.by_form.get(at).map(|(_, other)| Cow::Borrowed(other.as_str())),
            Err(_) => matches!(form, Cow::Owned(_)).then_some(form),
        }
    }

    /// What stands at a path exactly, but for its Unicode form.
    pub fn exact(&self, path: &str) -> Option<Found> {
        let as_written = self.exact_as(path);
        as_written.or_else(|| self.exact_as(&self.other_form(path)?))
    }

    fn exact_as(&self, path: &str) -> Option<Found> {
        let found = |folder| Found { path: path.to_owned(), folder };
        if self.file_as(path).is_some() {
            return Some(found(false));
        }
        self.has_folder_as(path).then(|| found(true))
    }

    /// What stands at a path that goes on after it with an extension: `src/a` for `src/a.ts`,
    /// and `src/a.js` for `src/a.ts`, as imports are written.
    pub fn extended(&self, path: &str) -> Option<Found> {
        let stem = match path.rsplit_once('.') {
            Some((stem, "js" | "jsx" | "mjs" | "cjs")) => stem,
            _ if has_extension(path) => return None,
            _ => path,
        };
        let begin = format!("{}.", in_nfc(stem));
        let first = self.files.partition_point(|file| file.path.as_str() < begin.as_str());
        let file = self.files.get(first).map(|file| (file.path.as_str(), &file.path));
        let file = file.filter(|(form, _)| form.starts_with(&begin)).or_else(|| {
            let (form, path) = beginning(&self.by_form, &begin).first()?;
            self.file_as(path).is_some().then_some((form, path))
        });
        let (form, found) = file?;
        let rest = form.get(begin.len()..)?;
        let fits = !rest.contains('/') && (stem == path || ["ts", "tsx", "mts"].contains(&rest));
        fits.then(|| Found { path: found.clone(), folder: false })
    }

    /// What ends in `/path`; the first, and whether there are more.
    pub fn ending(&self, path: &str) -> Option<(Found, bool)> {
        let numbers = self.ends(&backwards(&in_nfc(path)));
        let number = first(numbers)? as usize;
        let file = self.files.get(number);
        let file = file.map(|file| Found { path: file.path.clone(), folder: false });
        let folder = || self.folders.get(number.checked_sub(self.files.len())?);
        let folder = || folder().map(|path| Found { path: path.clone(), folder: true });
        let found = file.or_else(folder)?;
        Some((found, numbers.len() > 1))
    }

    /// The first file that ends in `/path` and an extension.
    pub fn ending_extended(&self, path: &str) -> Option<Found> {
        if has_extension(path) || !path.contains('/') {
            return None;
        }
        let path = in_nfc(path);
        let begin = format!("{}.", file_name(&path));
        for (name, _) in self.by_name.beginning(&begin).iter().take(MOST_NAMES) {
            let end = backwards(&format!("{}/{name}", parent(&path)));
            let all = self.ends(&end);
            let own = all.partition_point(|(whole, _)| *whole == end);
            let longer = all.get(own..).unwrap_or_default();
            if let Some(file) = first(longer).and_then(|number| self.files.get(number as usize)) {
                return Some(Found { path: file.path.clone(), folder: false });
            }
        }
        None
    }

    /// Those of all paths, read backwards, that begin so.
    fn ends(&self, end: &str) -> &[(String, u32)] {
        let known = self.by_end.get_or_init(|| {
            let mut ends = Vec::with_capacity(self.files.len() + self.folders.len());
            for file in &self.files {
                ends.push(backwards(&in_nfc(&file.path)));
            }
            for folder in &self.folders {
                ends.push(backwards(&in_nfc(folder)));
            }
            numbered(ends)
        });
        beginning(known, end)
    }

    /// Whether one of the files fits that a word is the name of, but for extensions, or one of
    /// those in folders of that name.
    pub fn has_named(&self, word: &str, fits: &mut dyn FnMut(&File) -> bool) -> bool {
        let mut any = |numbers: &[u32]| {
            numbers.iter().any(|number| self.files.get(*number as usize).is_some_and(&mut *fits))
        };
        if any(self.by_name.get(word)) {
            return true;
        }
        for (_, numbers) in self.by_name.beginning(&format!("{word}.")) {
            if any(numbers) {
                return true;
            }
        }
        for number in self.folders_by_name.get(word) {
            let folder = self.folders.get(*number as usize);
            if folder.is_some_and(|folder| self.below(folder).iter().any(&mut *fits)) {
                return true;
            }
        }
        false
    }

    /// The only file of that name, in any folder.
    pub fn only_named(&self, name: &str) -> Option<&str> {
        match self.by_name.get(&in_nfc(name)) {
            [number] => self.files.get(*number as usize).map(|file| file.path.as_str()),
            _ => None,
        }
    }

    /// The only path that is this one but for letter case.
    pub fn other_case(&self, path: &str) -> Option<&str> {
        let known = self.by_small_letters.get_or_init(|| {
            let mut small = Vec::with_capacity(self.files.len());
            for file in &self.files {
                small.push(file.path.to_ascii_lowercase());
            }
            Numbers::new(small)
        });
        match known.get(&path.to_ascii_lowercase()) {
            [number] => self.files.get(*number as usize).map(|file| file.path.as_str()),
            _ => None,
        }
        .filter(|found| *found != path)
    }

    /// The first file that a glob names, itself or by a folder above it.
    pub fn matching(&self, glob: &PathGlob) -> Option<&str> {
        let fits = |path: &str| glob.matches(path) || !has_nfc(path) && glob.matches(&nfc(path));
        if let Some(file) = self.files.iter().find(|file| fits(&file.path)) {
            return Some(&file.path);
        }
        self.folders.iter().find(|folder| fits(folder)).map(String::as_str)
    }

    /// Whether a path lies inside another repository, or behind a tracked link.
    pub fn is_elsewhere(&self, path: &str) -> bool {
        let mut folder = path;
        while !folder.is_empty() {
            let kind = self.file(folder).map(|file| file.kind);
            if matches!(kind, Some(Kind::Submodule)) || folder != path && kind == Some(Kind::Link) {
                return true;
            }
            folder = parent(folder);
        }
        false
    }
}

/// The smallest of some numbers.
fn first(numbers: &[(String, u32)]) -> Option<u32> {
    numbers.iter().map(|(_, number)| *number).min()
}

/// The parts of a path from the last to the first, each with a `/` behind it.
fn backwards(path: &str) -> String {
    let mut back = String::with_capacity(path.len() + 1);
    for part in path.rsplit('/') {
        back.push_str(part);
        back.push('/');
    }
    back
}

#[cfg(test)]
mod tests {
    use super::Tracked;
    use crate::git::files::{File, Kind};

    fn tracked(paths: &[&str]) -> Tracked {
        let file = |path: &&str| File {
            path: (*path).to_owned(),
            raw: None,
            kind: if path.starts_with("vendor") { Kind::Submodule } else { Kind::File },
            blob: String::new(),
            checked_out: true,
        };
        Tracked::new(paths.iter().map(file).collect())
    }

    #[test]
    fn paths_are_found_whole_by_their_end_and_by_their_stem() {
        let tracked = tracked(&["packages/web/src/app.ts", "src/a/b.rs", "vendor/x"]);
        assert!(tracked.exact("src/a").is_some_and(|found| found.folder));
        assert!(tracked.exact("src/A").is_none());
        let ending = |path| tracked.ending(path).map(|(found, more)| (found.path, more));
        assert_eq!(ending("src/app.ts"), Some(("packages/web/src/app.ts".to_owned(), false)));
        assert_eq!(ending("rc/app.ts"), None);
        assert_eq!(ending("web/src"), Some(("packages/web/src".to_owned(), false)));
        assert!(tracked.extended("packages/web/src/app").is_some());
        assert!(tracked.extended("packages/web/src/app.js").is_some());
        assert!(tracked.extended("src/a/b.js").is_none());
        assert!(tracked.is_elsewhere("vendor/x/y.c") && !tracked.is_elsewhere("src/y.c"));
        assert_eq!(tracked.other_case("src/a/B.rs"), Some("src/a/b.rs"));
        let named = |word| {
            let mut found = Vec::new();
            tracked.has_named(word, &mut |file| {
                found.push(file.path.clone());
                false
            });
            found
        };
        assert_eq!(named("app"), ["packages/web/src/app.ts"]);
        assert_eq!(named("a"), ["src/a/b.rs"]);
        assert!(named("ap").is_empty());
    }

    #[test]
    fn the_first_of_several_is_found_by_its_end() {
        let paths = ["a/src-b/x.ts", "a/src/x.js", "a/src/x.ts", "b/src/x.ts", "c/src/d.ts/y"];
        let tracked = tracked(&paths);
        let ending = |path| tracked.ending(path).map(|(found, more)| (found.path, more));
        assert_eq!(ending("src/x.ts"), Some(("a/src/x.ts".to_owned(), true)));
        assert_eq!(ending("a/src/x.ts"), Some(("a/src/x.ts".to_owned(), false)));
        assert_eq!(ending("src"), Some(("a/src".to_owned(), true)));
        let folder = tracked.ending("src/d.ts").unwrap().0;
        assert_eq!((folder.path.as_str(), folder.folder), ("c/src/d.ts", true));
        assert_eq!(tracked.ending("c/src-b/x.ts"), None);
        let extended = |path| tracked.ending_extended(path).map(|found| found.path);
        assert_eq!(extended("src/x").as_deref(), Some("a/src/x.js"));
        assert_eq!(extended("src/d"), None, "a folder");
        assert_eq!(extended("a/src/x"), None, "the whole of it");
    }

    #[test]
    fn very_many_files_of_one_name_cost_little() {
        let paths: Vec<_> = (10_000..14_000).map(|at| format!("pages/a{at}/index.ts")).collect();
        let paths: Vec<_> = paths.iter().map(String::as_str).collect();
        let tracked = tracked(&paths);
        let begun = std::time::Instant::now();
        for at in 10_000..14_000 {
            assert!(tracked.ending(&format!("a{at}/index.ts")).is_some());
            assert!(tracked.ending_extended(&format!("a{at}/index")).is_some());
            assert!(tracked.ending(&format!("b{at}/index.ts")).is_none());
        }
        assert!(begun.elapsed() < std::time::Duration::from_secs(2), "{:?}", begun.elapsed());
    }

    #[test]
    fn a_path_is_found_in_every_unicode_form() {
        let (one, two) = ("src/cafe\u{301}/the\u{301}.ts", "src/caf\u{e9}/th\u{e9}.ts");
        for (held, asked) in [(one, one), (one, two), (two, one), (two, two)] {
            let tracked = tracked(&["src/b.rs", held]);
            let found = |found: Option<super::Found>| assert_eq!(found.unwrap().path, held);
            let (folder, name) = asked.rsplit_once('/').unwrap();
            let stem = asked.strip_suffix(".ts").unwrap();
            let end = asked.strip_prefix("src/").unwrap();
            found(tracked.exact(asked));
            found(tracked.extended(stem));
            found(tracked.ending(end).map(|found| found.0));
            found(tracked.ending_extended(end.strip_suffix(".ts").unwrap()));
            assert_eq!(tracked.only_named(name), Some(held));
            assert_eq!(tracked.file(asked).unwrap().path, held);
            assert!(tracked.has_folder(folder) && tracked.exact(folder).unwrap().folder);
        }
    }
}

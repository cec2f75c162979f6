//! Where a path of a page leads: to what is tracked, to what is none of ours, or to nothing.

use crate::code::path::{Wanted, has_extension, is_host, is_media_type};
use crate::code::skip::Skip;
use crate::code::tracked::Tracked;
use crate::discover::files::{OnDisk, WorkTree, look};
use crate::discover::patterns::PathGlob;
use crate::map::layout::parent;
use crate::map::link::normal;

/// What paths are resolved against.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    /// The paths of the repository.
    pub tracked: &'a Tracked,
    /// The work tree, to look for what git does not track; none for a commit of the past.
    pub disk: Option<&'a WorkTree>,
    /// The project root's path from the repository root.
    pub project: &'a str,
}

/// Where a path leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// There.
    At(String),
    /// Nowhere that is judged.
    Skip(Skip),
    /// To what git tracks and the work tree no longer has.
    Deleted(String),
    /// Nowhere: what history may know it by.
    Nowhere(Lost),
}

/// What a path that leads nowhere may have been.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lost {
    /// The paths from the repository root that it names.
    pub exact: Vec<String>,
    /// The end of a path, where it may have been relative to a package.
    pub ending: Option<String>,
    /// Whether they hold wildcards.
    pub glob: bool,
    /// Whether it begins with the name of a package that the code depends on.
    pub package: bool,
}

/// What makes a part of a path a pattern.
const WILD: [char; 3] = ['*', '?', '['];

impl Ground<'_> {
    /// Follows a path that stands in a page.
    pub fn locate(&self, wanted: &Wanted, page: &str) -> Place {
        let forms = self.forms(wanted, page);
        if forms.is_empty() || forms.iter().any(|form| form == ".git" || form.starts_with(".git/"))
        {
            return Place::Skip(Skip::Outside);
        }
        if wanted.glob { self.glob(wanted, &forms) } else { self.path(wanted, forms) }
    }

    /// The paths from the repository root that a path may mean, without doubles.
    fn forms(&self, wanted: &Wanted, page: &str) -> Vec<String> {
        if wanted.link {
            return vec![wanted.path.clone()];
        }
        let mut forms = Vec::new();
        for root in ["", self.project, parent(page)] {
            if let Some(form) = normal(root, &wanted.path).filter(|form| !form.is_empty())
                && !forms.contains(&form)
            {
                forms.push(form);
            }
        }
        forms
    }

    fn path(&self, wanted: &Wanted, forms: Vec<String>) -> Place {
        let tracked = self.tracked;
        let found = forms.iter().find_map(|form| tracked.exact(form));
        // Next to `a/b.ts`, `a/b` is how code imports it, and prose too.
        let found = found.or_else(|| forms.iter().find_map(|form| tracked.extended(form)));
        let ending = wanted.path.trim_start_matches("../");
        let ends = !wanted.link && !ending.contains("..");
        let found = found.or_else(|| tracked.ending(ending).filter(|_| ends).map(|found| found.0));
        let found = found.or_else(|| tracked.ending_extended(ending).filter(|_| ends));
        if let Some(found) = found {
            return Place::At(found.path);
        }
        if wanted.bare {
            return self.untracked(wanted, &forms).unwrap_or_else(|| {
                let ending = Some(wanted.path.clone());
                Place::Nowhere(Lost { exact: vec![wanted.path.clone()], ending, ..Lost::default() })
            });
        }
        if let Some(place) = self.untracked(wanted, &forms) {
            return place;
        }
        if !wanted.link && forms.iter().any(|form| self.is_output(form)) {
            return Place::Skip(Skip::Output);
        }
        if !wanted.link
            && let Some(skip) = self.no_path(wanted)
        {
            return Place::Skip(skip);
        }
        let ending = (ends && ending.contains('/')).then(|| ending.to_owned());
        Place::Nowhere(Lost { exact: forms, ending, ..Lost::default() })
    }

    /// What stands on disk without git, or where git does not look.
    fn untracked(&self, wanted: &Wanted, forms: &[String]) -> Option<Place> {
        if forms.iter().any(|form| self.tracked.is_elsewhere(form)) {
            return Some(Place::Skip(Skip::Submodule));
        }
        let tree = self.disk?;
        for form in forms {
            let ignored = || tree.ignores(form, wanted.folder);
            match look(tree.root(), form) {
                OnDisk::There if ignored() => return Some(Place::Skip(Skip::Ignored)),
                OnDisk::There => return Some(Place::At(form.clone())),
                OnDisk::BehindLink => return Some(Place::Skip(Skip::Submodule)),
                OnDisk::Missing if ignored() => return Some(Place::Skip(Skip::Ignored)),
                OnDisk::Missing => {}
            }
        }
        None
    }

    /// Whether a path lies in a folder that builds fill, at the root or beside a manifest, and
    /// that git does not track.
    fn is_output(&self, form: &str) -> bool {
        const OUTPUTS: [&str; 4] = ["build", "dist", "out", "target"];
        const MANIFESTS: [&str; 8] = [
            "package.json",
            "Cargo.toml",
            "pyproject.toml",
            "setup.py",
            "pom.xml",
            "build.gradle",
            "build.gradle.kts",
            "CMakeLists.txt",
        ];
        let tracked = self.tracked;
        let made = |above: &str| {
            let file = |name: &str| tracked.file(&format!("{above}/{name}")).is_some();
            above.is_empty() || above == self.project || MANIFESTS.iter().any(|name| file(name))
        };
        let mut folder = parent(form);
        while !folder.is_empty() {
            let name = folder.rsplit('/').next().unwrap_or_default();
            if OUTPUTS.contains(&name) && !tracked.has_folder(folder) && made(parent(folder)) {
                return true;
            }
            folder = parent(folder);
        }
        false
    }

    /// Why a token that leads nowhere is no path of this repository.
    fn no_path(&self, wanted: &Wanted) -> Option<Skip> {
        let path = wanted.path.as_str();
        let (first, rest) = path.split_once('/').unwrap_or((path, ""));
        if is_media_type(path) {
            return Some(Skip::MediaType);
        }
        if self.tracked.has_folder(first) || path.starts_with("..") {
            return None;
        }
        if is_host(path) {
            return Some(Skip::Url);
        }
        let two = !rest.is_empty() && !rest.contains('/');
        // `old/folder/` is written as a folder, and no two words.
        (two && !wanted.folder && !has_extension(path)).then_some(Skip::NoPath)
    }

    fn glob(&self, wanted: &Wanted, forms: &[String]) -> Place {
        let mut anchored = Vec::new();
        let first = wanted.path.split('/').find(|part| *part != "..").unwrap_or_default();
        let forms = if first.contains(WILD) { &[] } else { forms };
        for form in forms {
            let folder = match form.split_once(WILD) {
                Some((fixed, _)) => parent(fixed),
                None => form,
            };
            if folder.is_empty() {
                continue;
            }
            let rest = form.get(folder.len()..).unwrap_or_default();
            if self.tracked.has_folder(folder) {
                anchored.push(form.clone());
            } else if !wanted.link
                && let Some((found, _)) = self.tracked.ending(folder).filter(|(at, _)| at.folder)
            {
                anchored.push(format!("{}{rest}", found.path));
            }
        }
        // Folders of frameworks are named like globs: `app/[slug]/page.tsx`.
        for form in forms {
            if let Some(found) = self.tracked.exact(form) {
                return Place::At(found.path);
            }
        }
        let mut globs = Vec::with_capacity(anchored.len());
        for glob in &anchored {
            let Ok(glob) = PathGlob::new(glob) else { return Place::Skip(Skip::Glob) };
            globs.push(glob);
        }
        if globs.is_empty() {
            return Place::Skip(Skip::Glob);
        }
        for glob in &globs {
            if let Some(path) = self.tracked.matching(glob) {
                return Place::At(path.to_owned());
            }
        }
        Place::Nowhere(Lost { exact: anchored, glob: true, ..Lost::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::{Ground, Lost, Place};
    use crate::code::path::read;
    use crate::code::skip::Skip;
    use crate::code::tracked::Tracked;
    use crate::git::files::{File, Kind};

    fn locate(span: &str) -> Place {
        let file = |path: &str| File {
            path: path.to_owned(),
            raw: None,
            kind: if path == "vendor/lib" { Kind::Submodule } else { Kind::File },
            blob: String::new(),
            checked_out: true,
        };
        let paths = [
            "docs/features/a.md",
            "docs/features/img/x.png",
            "packages/web/package.json",
            "packages/web/src/app.ts",
            "src/a.rs",
            "src/b/mod.rs",
            "src/app/[id]/page.tsx",
            "vendor/lib",
        ];
        let mut files: Vec<File> = paths.iter().map(|path| file(path)).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let tracked = Tracked::new(files);
        let ground = Ground { tracked: &tracked, disk: None, project: "" };
        let wanted = read(span).unwrap().unwrap().paths.remove(0);
        ground.locate(&wanted, "docs/features/a.md")
    }

    #[test]
    fn paths_lead_from_the_root_the_page_and_a_package() {
        for (span, wanted) in [
            ("src/a.rs:12", "src/a.rs"),
            ("./src/a.rs", "src/a.rs"),
            ("../../src/a.rs", "src/a.rs"),
            ("img/x.png", "docs/features/img/x.png"),
            ("src/app.ts", "packages/web/src/app.ts"),
            ("src/app", "src/app"),
            ("web/src/app", "packages/web/src/app.ts"),
            ("web/src/", "packages/web/src"),
            ("src/*.rs", "src/a.rs"),
            ("web/src/*.ts", "packages/web/src/app.ts"),
            ("src/app/[id]/page.tsx", "src/app/[id]/page.tsx"),
        ] {
            assert_eq!(locate(span), Place::At(wanted.to_owned()), "{span}");
        }
    }

    #[test]
    fn what_is_no_path_here_is_skipped() {
        for (span, reason) in [
            ("application/json", Skip::MediaType),
            ("unit/integration", Skip::NoPath),
            ("owner/repo", Skip::NoPath),
            ("feature/foo", Skip::NoPath),
            ("github.com/owner/repo", Skip::Url),
            ("**/x.rs", Skip::Glob),
            ("nowhere/*.rs", Skip::Glob),
            ("vendor/lib/x.c", Skip::Submodule),
            ("../../../../x/y.rs", Skip::Outside),
            (".git/hooks", Skip::Outside),
            ("dist/index.js", Skip::Output),
            ("packages/web/build/a/index.js", Skip::Output),
        ] {
            assert_eq!(locate(span), Place::Skip(reason), "{span}");
        }
    }

    #[test]
    fn what_leads_nowhere_keeps_what_it_may_have_been() {
        let lost = Lost {
            exact: vec!["src/gone.rs".to_owned(), "docs/features/src/gone.rs".to_owned()],
            ending: Some("src/gone.rs".to_owned()),
            ..Lost::default()
        };
        assert_eq!(locate("src/gone.rs"), Place::Nowhere(lost));
        assert!(matches!(locate("src/*.py"), Place::Nowhere(Lost { glob: true, .. })));
        assert!(matches!(locate("src/old"), Place::Nowhere(_)), "below a tracked folder");
        assert!(matches!(locate("src/build/x.rs"), Place::Nowhere(_)), "a folder of the code");
    }
}

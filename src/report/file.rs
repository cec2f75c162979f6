//! A report in a file of its own: written whole or not at all, and only where it was named.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::discover::maps::clean;
use crate::discover::name::is_markdown;
use crate::error::{Error, Result};
use crate::harmless::Stream;
use crate::report::Format;

/// A report that was asked for beside the main output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFile {
    /// How it is written.
    pub format: Format,
    /// Where, as the caller named it.
    pub path: PathBuf,
}

impl ReportFile {
    /// Reads `FORMAT=FILE`.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn named(text: &str) -> std::result::Result<Self, String> {
        let formats = Format::words().join(", ");
        let Some((format, path)) = text.split_once('=') else {
            return Err(format!("FORMAT=FILE is wanted, with a format of {formats}"));
        };
        let Some(format) = Format::named(format) else {
            return Err(format!("the formats are {formats}"));
        };
        match path {
            "" => Err("a file is wanted after `=`".to_owned()),
            "-" => {
                Err("a report goes to a file; `--output-format` sets the main output".to_owned())
            }
            path => Ok(Self { format, path: path.into() }),
        }
    }

    /// Writes the report: into a new file in the same folder, which then takes the name.
    ///
    /// Takes the current folder, the repository root (absolute) and the map folders. Nothing is
    /// written through a link in the repository, into `.git`, over a page or over anything but
    /// a regular file that may be written.
    ///
    /// # Errors
    /// [`Error::Report`]; what stood at the name is then as it was.
    pub fn write(
        &self,
        body: &dyn Fn(&mut Stream<'_>) -> io::Result<()>,
        current: &Path,
        repository: &Path,
        maps: &[&Path],
    ) -> Result<()> {
        let failed = |reason: String| Error::Report { path: self.path.clone(), reason };
        let target = target(&current.join(&self.path), repository, maps).map_err(failed)?;
        let old = replaceable(&target).map_err(failed)?;
        let system = |error: io::Error| failed(error.to_string());
        let (fresh, file) = new_beside(&target).map_err(system)?;
        let written = fill(file, body, old).and_then(|()| fs::rename(&fresh, &target));
        if written.is_err() {
            // The reason above is the one to tell.
            let _ = fs::remove_file(&fresh);
        }
        written.map_err(system)
    }
}

/// The file's place with its folder's links followed, where that is allowed.
fn target(path: &Path, repository: &Path, maps: &[&Path]) -> std::result::Result<PathBuf, String> {
    let path = clean(path);
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err("it is a folder".to_owned());
    };
    let real = fs::canonicalize(folder).map_err(|error| error.to_string())?;
    let root = fs::canonicalize(repository).map_err(|error| error.to_string())?;
    // Both forms: the caller may have come through a link to the repository.
    let inside = folder.strip_prefix(repository).or_else(|_| folder.strip_prefix(&root));
    if inside.is_ok_and(|inside| root.join(inside) != real) {
        return Err("its folder leads through a link; name the real folder".to_owned());
    }
    if real.starts_with(root.join(".git")) {
        return Err("it is inside `.git`".to_owned());
    }
    let target = real.join(name);
    let in_map = |map: &&Path| fs::canonicalize(map).is_ok_and(|map| target.starts_with(map));
    if is_markdown(&name.to_string_lossy()) && maps.iter().any(in_map) {
        return Err("it would be a page of the map; name a file elsewhere".to_owned());
    }
    Ok(target)
}

/// The permissions of what stands at the name, where it may be replaced.
fn replaceable(target: &Path) -> std::result::Result<Option<fs::Permissions>, String> {
    let meta = match fs::symlink_metadata(target) {
        Ok(meta) => meta,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    if meta.file_type().is_symlink() {
        Err("it is a link; name the file itself".to_owned())
    } else if !meta.is_file() {
        Err("it is no regular file".to_owned())
    } else if meta.permissions().readonly() {
        Err("it is read-only".to_owned())
    } else {
        Ok(Some(meta.permissions()))
    }
}

/// A new, empty file in the same folder.
fn new_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 0..100 {
        let name = format!(".featmap-{}-{number}.tmp", std::process::id());
        let fresh = target.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&fresh) {
            Ok(file) => return Ok((fresh, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Fills the new file, and waits until the system has it: a full disk may say so only then.
fn fill(
    mut file: File,
    body: &dyn Fn(&mut Stream<'_>) -> io::Result<()>,
    old: Option<fs::Permissions>,
) -> io::Result<()> {
    let mut stream = Stream::new(&mut file);
    body(&mut stream)?;
    stream.finish()?;
    if let Some(permissions) = old {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::ReportFile;
    use crate::report::Format;
    use std::fs;
    use std::path::Path;

    fn write(folder: &Path, name: &str) -> Result<(), String> {
        let file = ReportFile::named(&format!("json={name}")).unwrap();
        let map = folder.join("docs/features");
        file.write(&|out| out.add("new\n"), folder, folder, &[&map])
            .map_err(|error| error.to_string())
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_report_is_named_by_format_and_file() {
        let file = ReportFile::named("sarif=a=b.sarif").unwrap();
        assert_eq!((file.format, file.path.as_path()), (Format::Sarif, Path::new("a=b.sarif")));
        for wrong in ["sarif", "sarif=", "sarif=-", "xml=a", ""] {
            assert!(ReportFile::named(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::write(root.join("a.json"), "a longer old text\n").unwrap();
        write(&root, "a.json").unwrap();
        assert_eq!(fs::read_to_string(root.join("a.json")).unwrap(), "new\n");
        assert_eq!(names(&root), ["a.json"]);
    }

    #[test]
    fn what_cannot_be_written_stays_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("docs/features")).unwrap();
        fs::create_dir_all(root.join(".git")).unwrap();
        fs::write(root.join("fixed.json"), "old\n").unwrap();
        let mut fixed = fs::metadata(root.join("fixed.json")).unwrap().permissions();
        fixed.set_readonly(true);
        fs::set_permissions(root.join("fixed.json"), fixed).unwrap();
        let wrong = [
            ("fixed.json", "read-only"),
            ("docs", "no regular file"),
            ("none/a.json", "os error"),
            (".git/config", "inside `.git`"),
            ("docs/features/a.md", "page of the map"),
        ];
        for (name, reason) in wrong {
            let said = write(&root, name).unwrap_err();
            assert!(said.contains(reason), "{name}: {said}");
        }
        assert_eq!(fs::read_to_string(root.join("fixed.json")).unwrap(), "old\n");
        assert_eq!(names(&root), [".git", "docs", "fixed.json"]);
    }

    #[test]
    fn a_report_that_breaks_off_leaves_the_old_one_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::write(root.join("a.json"), "old\n").unwrap();
        let file = ReportFile::named("json=a.json").unwrap();
        let half = |out: &mut super::Stream<'_>| {
            out.add(&"half\n".repeat(100_000))?;
            Err(std::io::Error::other("planted"))
        };
        assert!(file.write(&half, &root, &root, &[]).is_err());
        assert_eq!(fs::read_to_string(root.join("a.json")).unwrap(), "old\n");
        assert_eq!(names(&root), ["a.json"]);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_planted_at_the_name_of_the_new_file_is_left_alone() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::write(root.join("victim"), "old\n").unwrap();
        fs::write(root.join("a.json"), "old\n").unwrap();
        fs::set_permissions(root.join("a.json"), fs::Permissions::from_mode(0o640)).unwrap();
        let planted = format!(".featmap-{}-0.tmp", std::process::id());
        symlink("victim", root.join(&planted)).unwrap();
        write(&root, "a.json").unwrap();
        assert_eq!(fs::read_to_string(root.join("victim")).unwrap(), "old\n");
        assert_eq!(fs::read_to_string(root.join("a.json")).unwrap(), "new\n");
        assert_eq!(names(&root), [planted.as_str(), "a.json", "victim"]);
        let mode = fs::symlink_metadata(root.join("a.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640, "the permissions stay as they were");
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed() {
        use std::os::unix::fs::symlink;
        let outside = tempfile::tempdir().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::write(outside.path().join("victim"), "old\n").unwrap();
        symlink(outside.path(), root.join("out")).unwrap();
        symlink(outside.path().join("victim"), root.join("link.json")).unwrap();
        symlink(outside.path().join("none"), root.join("dangling.json")).unwrap();
        for name in ["out/a.json", "out/victim", "link.json", "dangling.json"] {
            let said = write(&root, name).unwrap_err();
            assert!(said.contains("link"), "{name}: {said}");
        }
        assert_eq!(names(outside.path()), ["victim"]);
        assert_eq!(fs::read_to_string(outside.path().join("victim")).unwrap(), "old\n");
        // A folder outside the repository may be reached as its owner likes.
        let inner = root.join("repository");
        fs::create_dir(&inner).unwrap();
        let file = ReportFile::named("json=../out/a.json").unwrap();
        file.write(&|out| out.add("new\n"), &inner, &inner, &[]).unwrap();
        assert_eq!(names(outside.path()), ["a.json", "victim"]);
    }
}

//! `featmap init`: a map where there is none. Never touches a file that exists.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use crate::commands::Stop;
use crate::commands::setup::{Request, Setup, absolute};
use crate::discover::maps;
use crate::discover::name::relative;
use crate::discover::root::{CONFIGURATION_FILES, MAP_FOLDER};
use crate::error::{Error, Result};
use crate::harmless::{self, Output};

/// The files of a new map, in the order they are written.
const FILES: [(&str, &str); 3] = [
    ("README.md", include_str!("templates/README.md")),
    ("_template.md", include_str!("templates/_template.md")),
    ("first-feature.md", include_str!("templates/first-feature.md")),
];

/// The configuration of a new map, for the project root.
const CONFIGURATION: (&str, &str) = ("featmap.toml", include_str!("templates/featmap.toml"));

/// Prints the templates, or writes them and says what comes next.
///
/// Takes the folder to hold `docs/features`; without one it is the repository root.
///
/// # Errors
/// [`Error::Exists`] where there is a map or a file of that name; what the system says.
pub fn init(
    request: &Request,
    folder: Option<&Path>,
    print: bool,
    out: &mut dyn Write,
) -> std::result::Result<(), Stop> {
    let text = if print { printed() } else { write(request, folder)? };
    Output::text(&text).write(out).map_err(Error::Output)?;
    Ok(())
}

fn printed() -> String {
    let mut all = String::new();
    for (name, text) in FILES {
        all.push_str(&format!("<!-- {MAP_FOLDER}/{name} -->\n{text}\n"));
    }
    let (name, text) = CONFIGURATION;
    all.push_str(&format!("# {name}\n{text}"));
    all
}

fn write(request: &Request, folder: Option<&Path>) -> std::result::Result<String, Stop> {
    let begin = folder.map_or_else(
        || request.clone(),
        |folder| Request { start: folder.to_path_buf(), ..request.clone() },
    );
    let setup = Setup::new(&begin)?;
    let map = match (&setup.named, folder) {
        // A map that is configured and not there yet is just what is wanted.
        (Some(named), _) if setup.maps.is_empty() => {
            if maps::is_glob(&named.to_string_lossy()) {
                return Err(setup.no_map().into());
            }
            maps::clean(named)
        }
        (_, Some(folder)) => absolute(&request.current, folder)?.join(MAP_FOLDER),
        (_, None) => {
            setup.place.project.as_ref().unwrap_or(&setup.place.repository).join(MAP_FOLDER)
        }
    };
    let own = setup.maps.first().filter(|found| folder.is_none() || **found == map);
    if let Some(found) = own {
        return Err(Error::Exists(found.clone()).into());
    }
    let standing = map.ancestors().find(|folder| folder.exists()).unwrap_or(&map);
    maps::inside(standing, &setup.place.repository)?;
    // Where there is a configuration, another one below it would take its place.
    let configured = setup.place.configuration.is_some() || setup.named.is_some();
    let project = if configured { None } else { project(&map) };
    Ok(write_map(request, &map, project)?)
}

/// The project root of a map, where it has no configuration yet.
fn project(map: &Path) -> Option<&Path> {
    let project = map.ancestors().nth(Path::new(MAP_FOLDER).components().count())?;
    let configured = |name: &str| project.join(name).symlink_metadata().is_ok();
    (!CONFIGURATION_FILES.into_iter().any(configured)).then_some(project)
}

/// Writes the files of a map, and a configuration into the project root, if one is given.
fn write_map(request: &Request, map: &Path, project: Option<&Path>) -> Result<String> {
    let mut files = Vec::new();
    for (name, text) in FILES {
        files.push((map.join(name), text));
    }
    if let Some(project) = project {
        files.push((project.join(CONFIGURATION.0), CONFIGURATION.1));
    }
    for (file, _) in &files {
        if file.symlink_metadata().is_ok() {
            return Err(Error::Exists(file.clone()));
        }
    }
    let io = |action, path: &Path| {
        let path = path.to_path_buf();
        move |source| Error::Io { action, path, source }
    };
    std::fs::create_dir_all(map).map_err(io("create", map))?;
    let mut said = String::new();
    for (file, text) in &files {
        let mut new = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(file)
            .map_err(io("create", file))?;
        new.write_all(text.as_bytes()).map_err(io("write", file))?;
        let shown = relative(&request.current, file);
        said.push_str(&format!("wrote {}\n", harmless::text(&shown)));
    }
    said.push_str(NEXT);
    Ok(said)
}

/// What comes next.
const NEXT: &str = "
Next:
  1. fill in: rename first-feature.md after a feature and tell what there is;
     add a page and a row for each further one
  2. check:   featmap
  3. add:     git add the files; a hook judges only what git tracks
  4. hook:    so that no commit breaks the map, an entry in .pre-commit-config.yaml:
              docs/pre-commit.md of featmap has the lines
  5. action:  so that no pull request does, a step in a workflow:
              docs/github-action.md of featmap has the lines
";

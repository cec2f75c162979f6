//! `featmap config`: the configuration in force and where it came from; its JSON Schema.

use std::io::Write;

use crate::commands::Stop;
use crate::commands::setup::{Request, Setup};
use crate::config::schema::schema;
use crate::discover::name::relative;
use crate::error::Error;
use crate::harmless::{self, Output};
use crate::rules::RULES;

/// Writes the configuration in force as TOML.
///
/// # Errors
/// What stops finding and reading it.
pub fn show(request: &Request, out: &mut dyn Write) -> Result<(), Stop> {
    let setup = Setup::new(request)?;
    let shown = |path: &std::path::Path| {
        let path = relative(&request.current, path);
        let path = if path.is_empty() { ".".to_owned() } else { path };
        harmless::text(&path).into_owned()
    };
    let file = setup.config.file.as_ref().map(|file| shown(&file.path));
    let mut text =
        format!("# configuration: {}\n", file.as_deref().unwrap_or("none, all defaults"));
    if setup.maps.is_empty() {
        text.push_str("# map: none\n");
    }
    for map in &setup.maps {
        text.push_str(&format!("# map: {}\n", shown(map)));
    }
    for line in setup.config.to_toml(file.as_deref()).lines() {
        text.push_str(&harmless::text(line));
        text.push('\n');
    }
    write(&text, out)
}

/// Writes the JSON Schema of the configuration.
///
/// # Errors
/// Where the output cannot be written.
pub fn print_schema(out: &mut dyn Write) -> Result<(), Stop> {
    let mut rules = Vec::with_capacity(RULES.len());
    for rule in RULES {
        rules.push(rule.info.name);
    }
    write(&format!("{:#}\n", schema(&rules)), out)
}

fn write(text: &str, out: &mut dyn Write) -> Result<(), Stop> {
    Output::text(text).write(out).map_err(Error::Output)?;
    Ok(())
}

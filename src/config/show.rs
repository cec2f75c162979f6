//! The configuration in force as TOML, each value with where it came from.

use crate::config::Config;
use crate::config::code::CODE_KEYS;
use crate::config::keys::KEYS;

impl Config {
    /// TOML that would make this configuration, with the origin of each value as a comment.
    ///
    /// Takes the file's name as the reader of the output would type it.
    pub fn to_toml(&self, file: Option<&str>) -> String {
        let mut out = String::new();
        let origin = |name: &str| match self.line(name) {
            None => "default".to_owned(),
            Some(line) => format!("{}:{line}", file.unwrap_or("featmap.toml")),
        };
        for key in KEYS {
            let value = match key.name {
                "map" if self.map.is_empty() => key.default.to_owned(),
                "map" => list(&self.map),
                "index" => self.index.as_deref().map_or_else(|| key.default.to_owned(), quoted),
                "max-section-bytes" => self.max_section_bytes.to_string(),
                "max-bytes" => self.max_bytes.to_string(),
                "sections-per-topic" => self.sections_per_topic.to_string(),
                "tier1" => list(&self.tier1),
                "unlisted" => list(&self.unlisted),
                "exclude" => list(&self.exclude),
                "max-page-bytes" => self.max_page_bytes.to_string(),
                "fail-on" => quoted(self.fail_on.word()),
                _ => continue,
            };
            out.push_str(&format!("{} = {value}  # {}\n", key.name, origin(key.name)));
        }
        if !self.rules.is_empty() {
            out.push_str(&format!("\n[rules]  # {}\n", origin("rules")));
            for rule in &self.rules {
                let level = rule.level.map_or("off", |level| level.word());
                out.push_str(&format!("{} = {}\n", bare_or_quoted(&rule.name), quoted(level)));
            }
        }
        if let Some(code) = &self.code {
            out.push_str(&format!("\n[code]  # {}\n", origin("code")));
            for key in CODE_KEYS {
                let values = code.list(key.name).unwrap_or_default();
                out.push_str(&format!("{} = {}\n", key.name, list(values)));
            }
        }
        for ignore in &self.ignores {
            out.push_str(&format!(
                "\n[[ignore]]\nrule = {}\npath = {}\nreason = {}\n",
                quoted(&ignore.rule),
                quoted(&ignore.path),
                quoted(&ignore.reason)
            ));
        }
        out
    }
}

fn bare_or_quoted(name: &str) -> String {
    let bare = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if bare && !name.is_empty() { name.to_owned() } else { quoted(name) }
}

/// A basic string of TOML; JSON's escapes are all TOML's too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list(texts: &[String]) -> String {
    let mut list = String::from("[");
    for (at, text) in texts.iter().enumerate() {
        if at > 0 {
            list.push_str(", ");
        }
        list.push_str(&quoted(text));
    }
    list.push(']');
    list
}

#[cfg(test)]
mod tests {
    use crate::config::file::read;
    use std::path::Path;

    #[test]
    fn what_is_shown_reads_back() {
        let toml = "map = [\"a\", \"b/*\"]\nfail-on = \"never\"\n[rules]\nlost-row = \"off\"\n\
                    [code]\nforeign = [\"data/\"]\n\
                    [[ignore]]\nrule = \"r\"\npath = \"x\\\"y\"\nreason = \"z\"\n";
        let read = |toml: String| read(Path::new("f"), "f", toml.into_bytes()).unwrap();
        let first = read(toml.to_owned()).to_toml(None);
        let second = read(first.clone()).to_toml(None);
        let bare = |shown: &str| {
            shown
                .lines()
                .map(|line| line.split("  # ").next().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(bare(&first), bare(&second));
        assert!(first.contains("fail-on = \"never\"  # featmap.toml:2\n"), "{first}");
        assert!(first.contains("max-bytes = 12000  # default\n"), "{first}");
    }
}

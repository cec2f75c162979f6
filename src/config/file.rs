//! `featmap.toml` as written: each key and value checked, and refused at its line.

use std::path::Path;
use std::rc::Rc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::code::{CODE_KEYS, CodeConfig};
use crate::config::error::ConfigError;
use crate::config::keys::{self, KEYS, Key, LEVELS, Shape};
use crate::config::{Config, FailOn, File, IgnoreEntry, RuleLevel, level_named};
use crate::discover::patterns::{PathGlob, Patterns};
use crate::error::Error;
use crate::order;
use crate::source::span::Span;
use crate::source::store::Source;
use crate::source::text::{Encoding, Text};

/// Reads a configuration's bytes over the defaults.
///
/// Takes the file's place and its path from the repository root.
///
/// # Errors
/// The first fault, with its line and the nearest known key.
pub fn read(path: &Path, shown: &str, bytes: Vec<u8>) -> Result<Config, ConfigError> {
    let source = Rc::new(Source::new(Text::new(bytes)));
    let reader = Reader { shown, source: &source };
    let mut config = Config::default();
    if source.text.encoding() != Encoding::Utf8 {
        return Err(reader.fault(
            Span::new(0, 0),
            "the file is not UTF-8".to_owned(),
            "convert it",
        ));
    }
    let text = source.text.as_str();
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().map_or(Span::new(0, 0), Span::from);
        reader.fault(span, format!("this is no TOML: {}", error.message()), "here")
    })?;
    for (key, value) in in_order(table.get_ref()) {
        reader.key(key, value, &mut config)?;
    }
    config.file = Some(File {
        path: path.to_path_buf(),
        shown: shown.to_owned(),
        source: Rc::clone(&source),
    });
    Ok(config)
}

type Name<'a> = Spanned<std::borrow::Cow<'a, str>>;
type Value<'a> = Spanned<DeValue<'a>>;

/// A table's entries as they stand in the file.
fn in_order<'a, 'b>(table: &'b DeTable<'a>) -> Vec<(&'b Name<'a>, &'b Value<'a>)> {
    let mut entries: Vec<_> = table.iter().collect();
    order::sort_by_key(&mut entries, |(name, _)| name.span().start);
    entries
}

struct Reader<'a> {
    shown: &'a str,
    source: &'a Rc<Source>,
}

impl Reader<'_> {
    fn fault(&self, span: Span, message: String, label: &str) -> ConfigError {
        ConfigError::new(self.shown, self.source, span, message, label)
    }

    fn key(
        &self,
        name: &Name<'_>,
        value: &Value<'_>,
        config: &mut Config,
    ) -> Result<(), ConfigError> {
        let span = Span::from(name.span());
        let Some(key) = keys::named(name.get_ref()) else {
            return Err(self.unknown(span, name.get_ref(), &keys::names(KEYS)));
        };
        let line = self.source.lines.position(&self.source.text, span.start).line;
        if config.line(key.name).is_some() {
            let message = format!("`{}` is given twice", key.name);
            return Err(self.fault(span, message, "given again"));
        }
        config.lines.push((key.name, line));
        match key.name {
            "map" => {
                config.map = self.texts(key, value)?;
                for (at, glob) in config.map.iter().enumerate() {
                    PathGlob::new(glob).map_err(|error| self.pattern(value, (at, error)))?;
                }
            }
            "index" => config.index = Some(self.index(key, value)?),
            "max-section-bytes" => config.max_section_bytes = self.positive(key, value)?,
            "max-bytes" => config.max_bytes = self.whole(key, value)?,
            "sections-per-topic" => config.sections_per_topic = self.positive(key, value)?,
            "tier1" => config.tier1 = self.texts(key, value)?,
            "unlisted" => config.unlisted = self.paths(key, value, true)?,
            "exclude" => config.exclude = self.paths(key, value, false)?,
            "max-page-bytes" => config.max_page_bytes = self.positive(key, value)? as u64,
            "fail-on" => {
                let word = self.text(key, value)?;
                let fail_on = FailOn::named(&word);
                config.fail_on = fail_on.ok_or_else(|| self.word(value, &word, keys::FAIL_ON))?;
            }
            "rules" => config.rules = self.rules(key, value)?,
            "ignore" => config.ignores = self.ignores(key, value)?,
            "code" => config.code = Some(self.code(key, value)?),
            // The table and this list are compared by a test.
            other => return Err(self.fault(span, format!("`{other}` is not read yet"), "here")),
        }
        Ok(())
    }

    fn unknown(&self, span: Span, name: &str, known: &[&str]) -> ConfigError {
        let fault = self.fault(span, format!("unknown key `{name}`"), "not a key of featmap");
        match keys::nearest(name, &mut known.iter().copied()) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help(format!("known keys: {}", known.join(", "))),
        }
    }

    fn wrong(&self, key: &str, value: &Value<'_>, wanted: &str) -> ConfigError {
        let empty = value.get_ref().as_str().is_some_and(|text| text.trim().is_empty());
        let message = if empty {
            format!("`{key}` takes {wanted}, and this one is empty")
        } else {
            format!("`{key}` takes {wanted}, not this {}", value.get_ref().type_str())
        };
        self.fault(Span::from(value.span()), message, &format!("{wanted} is wanted"))
    }

    fn word(&self, value: &Value<'_>, word: &str, words: &[&str]) -> ConfigError {
        let message = format!("`{word}` is none of {}", words.join(", "));
        let fault = self.fault(Span::from(value.span()), message, "not known here");
        match keys::nearest(word, &mut words.iter().copied()) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault,
        }
    }

    fn text(&self, key: &Key, value: &Value<'_>) -> Result<String, ConfigError> {
        let text = value.get_ref().as_str().filter(|text| !text.is_empty());
        text.map(str::to_owned).ok_or_else(|| self.wrong(key.name, value, "a text"))
    }

    fn index(&self, key: &Key, value: &Value<'_>) -> Result<String, ConfigError> {
        let name = self.text(key, value)?;
        if !crate::discover::name::is_markdown(&name) || name.contains(['/', '\\']) {
            let message = format!("`index` takes the name of a markdown file, not `{name}`");
            let fault = self.fault(Span::from(value.span()), message, "no plain `.md` name");
            return Err(fault.help("the index stands in the map folder itself"));
        }
        Ok(name)
    }

    fn texts(&self, key: &Key, value: &Value<'_>) -> Result<Vec<String>, ConfigError> {
        let (wanted, single) = match key.shape {
            Shape::TextOrList => ("a text or a list of texts", true),
            _ => ("a list of texts", false),
        };
        if single && let Some(text) = value.get_ref().as_str().filter(|text| !text.is_empty()) {
            return Ok(vec![text.to_owned()]);
        }
        let list = value.get_ref().as_array().ok_or_else(|| self.wrong(key.name, value, wanted))?;
        let mut texts = Vec::with_capacity(list.len());
        for item in list {
            match item.get_ref().as_str() {
                Some(text) if !text.is_empty() => texts.push(text.to_owned()),
                _ => return Err(self.wrong(key.name, item, "texts")),
            }
        }
        if texts.is_empty() && single {
            return Err(self.wrong(key.name, value, "at least one folder"));
        }
        Ok(texts)
    }

    /// A list of patterns in gitignore syntax, compared with or without letter case.
    fn paths(
        &self,
        key: &Key,
        value: &Value<'_>,
        any_case: bool,
    ) -> Result<Vec<String>, ConfigError> {
        let texts = self.texts(key, value)?;
        match Patterns::or_fault(&texts, any_case) {
            Ok(_) => Ok(texts),
            Err(fault) => Err(self.pattern(value, fault)),
        }
    }

    /// A text, alone or at a place of a list, that cannot be read as a pattern.
    fn pattern(&self, value: &Value<'_>, (at, error): (usize, Error)) -> ConfigError {
        let item = value.get_ref().as_array().and_then(|list| list.get(at)).unwrap_or(value);
        self.fault(Span::from(item.span()), error.to_string(), "no pattern")
    }

    fn whole(&self, key: &Key, value: &Value<'_>) -> Result<i64, ConfigError> {
        let number = value.get_ref().as_integer();
        let number =
            number.and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
        number.ok_or_else(|| self.wrong(key.name, value, "a whole number"))
    }

    fn positive(&self, key: &Key, value: &Value<'_>) -> Result<usize, ConfigError> {
        let number = self.whole(key, value)?;
        let number = usize::try_from(number).ok().filter(|number| *number > 0);
        number.ok_or_else(|| self.wrong(key.name, value, "a number of at least 1"))
    }

    fn rules(&self, key: &Key, value: &Value<'_>) -> Result<Vec<RuleLevel>, ConfigError> {
        let table = value.get_ref().as_table();
        let table =
            table.ok_or_else(|| self.wrong(key.name, value, "a table of rules and levels"))?;
        let mut rules = Vec::new();
        for (name, value) in in_order(table) {
            let words = "one of error, warning, info, off";
            let word = value.get_ref().as_str();
            let word = word.ok_or_else(|| self.wrong(name.get_ref(), value, words))?;
            let level = level_named(word);
            if level.is_none() && word != "off" {
                return Err(self.word(value, word, LEVELS));
            }
            let span = Span::from(name.span());
            rules.push(RuleLevel { name: name.get_ref().to_string(), span, level });
        }
        Ok(rules)
    }

    fn code(&self, key: &Key, value: &Value<'_>) -> Result<CodeConfig, ConfigError> {
        let table = value.get_ref().as_table();
        let table = table.ok_or_else(|| self.wrong(key.name, value, "a table"))?;
        let mut code = CodeConfig::default();
        for (name, value) in in_order(table) {
            let known = CODE_KEYS.iter().find(|key| key.name == name.get_ref().as_ref());
            let (Some(key), Some(list)) = (known, code.list_mut(name.get_ref())) else {
                let names = keys::names(CODE_KEYS);
                return Err(self.unknown(Span::from(name.span()), name.get_ref(), &names));
            };
            *list = self.texts(key, value)?;
        }
        Ok(code)
    }

    fn ignores(&self, key: &Key, value: &Value<'_>) -> Result<Vec<IgnoreEntry>, ConfigError> {
        let wanted = "entries `[[ignore]]`";
        let list = value.get_ref().as_array().ok_or_else(|| self.wrong(key.name, value, wanted))?;
        let mut entries = Vec::with_capacity(list.len());
        for item in list {
            let table = item.get_ref().as_table();
            let table = table.ok_or_else(|| self.wrong(key.name, item, wanted))?;
            entries.push(self.ignore(table, Span::from(item.span()))?);
        }
        Ok(entries)
    }

    fn ignore(&self, table: &DeTable<'_>, span: Span) -> Result<IgnoreEntry, ConfigError> {
        const PARTS: [&str; 3] = ["rule", "path", "reason"];
        for (name, _) in in_order(table) {
            if !PARTS.contains(&name.get_ref().as_ref()) {
                let span = Span::from(name.span());
                return Err(self.unknown(span, name.get_ref(), &PARTS));
            }
        }
        let part = |name: &str| {
            let missing = || {
                let fault =
                    self.fault(span, format!("an `[[ignore]]` lacks `{name}`"), "in this entry");
                fault.help("give rule, path and reason")
            };
            let value = table.get(name).ok_or_else(missing)?;
            let text = value.get_ref().as_str().filter(|text| !text.trim().is_empty());
            let text = text.ok_or_else(|| self.wrong(name, value, "a text"))?;
            Ok((text.to_owned(), Span::from(value.span())))
        };
        let (rule, span) = part("rule")?;
        let (path, path_span) = part("path")?;
        if let Err(error) = PathGlob::new(&path) {
            return Err(self.fault(path_span, error.to_string(), "no pattern"));
        }
        let (reason, _) = part("reason")?;
        Ok(IgnoreEntry { rule, span, path, reason })
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::config::keys::KEYS;
    use std::path::Path;

    fn message(toml: &str) -> String {
        match read(Path::new("featmap.toml"), "featmap.toml", toml.as_bytes().to_vec()) {
            Ok(_) => "fine".to_owned(),
            Err(error) => {
                let (start, _) = error.source.positions(error.diagnostic.span.unwrap());
                format!("{}:{}: {}", start.line, start.column, error.diagnostic.message)
            }
        }
    }

    #[test]
    fn every_key_of_the_table_is_read_with_its_default() {
        for key in KEYS {
            let toml = match key.name {
                "rules" => "[rules]\nx = \"off\"".to_owned(),
                "ignore" => "[[ignore]]\nrule = \"x\"\npath = \"*\"\nreason = \"y\"".to_owned(),
                name => format!("{name} = {}", key.default),
            };
            assert_eq!(message(&toml), "fine", "{}", key.name);
        }
        assert_eq!(message("maxBytes = 0\nmaxSectionBytes = 1\nsectionsPerTopic = 2"), "fine");
    }

    #[test]
    fn a_pattern_that_cannot_be_read_is_shown_at_its_own_line() {
        for (key, bad, line) in [
            ("exclude", ["a", "b[", "c"], 3),
            ("unlisted", ["a", "b", "c["], 4),
            ("map", ["a", "b", "{c,d}"], 4),
        ] {
            let list = bad.map(|pattern| format!("\"{pattern}\",\n")).concat();
            let said = message(&format!("{key} = [\n{list}]\n"));
            let named = bad.iter().filter(|pattern| said.contains(&format!("`{pattern}`")));
            assert!(said.starts_with(&format!("{line}:1: the pattern `")), "{key}: {said:.99}");
            assert_eq!(named.count(), 1, "{key}");
        }
    }

    #[test]
    fn what_is_no_text_is_no_configuration() {
        for bytes in [&b"# \xff\n"[..], b"\xff\xfe#\0 \0", b"\xfe\xff\0#", b"#\0 \0a\0\n\0"] {
            let fault = read(Path::new("featmap.toml"), "featmap.toml", bytes.to_vec());
            assert_eq!(fault.unwrap_err().diagnostic.message, "the file is not UTF-8");
        }
    }

    #[test]
    fn faults_name_their_line() {
        for (toml, wanted) in [
            ("\nfail_on = 1", "2:1: unknown key `fail_on`"),
            ("max-bytes = \"x\"", "1:13: `max-bytes` takes a whole number, not this string"),
            (
                "max-page-bytes = 0",
                "1:18: `max-page-bytes` takes a number of at least 1, not this integer",
            ),
            ("fail-on = \"warn\"", "1:11: `warn` is none of error, warning, info, never"),
            ("[rules]\na = \"high\"", "2:5: `high` is none of error, warning, info, off"),
            (
                "index = \"../x.md\"",
                "1:9: `index` takes the name of a markdown file, not `../x.md`",
            ),
            ("map = \"\"", "1:7: `map` takes a text or a list of texts, and this one is empty"),
            ("exclude = [\"\"]", "1:12: `exclude` takes texts, and this one is empty"),
            ("index = \"\"", "1:9: `index` takes a text, and this one is empty"),
            (
                "[[ignore]]\nrule = \"a\"\npath = \"*\"\nreason = \" \"",
                "4:10: `reason` takes a text, and this one is empty",
            ),
            ("map = []", "1:7: `map` takes at least one folder, not this array"),
            ("maxBytes = 1\nmax-bytes = 2", "2:1: `max-bytes` is given twice"),
            ("[[ignore]]\nrule = \"a\"\npath = \"*\"", "1:1: an `[[ignore]]` lacks `reason`"),
            ("[[ignore]]\nrules = \"a\"", "2:1: unknown key `rules`"),
            ("[code]\nforeigners = []", "2:1: unknown key `foreigners`"),
            ("[code]\nforeign = \"x\"", "2:11: `foreign` takes a list of texts, not this string"),
        ] {
            assert_eq!(message(toml), wanted, "{toml}");
        }
        assert!(message("a = [").starts_with("1:"), "{}", message("a = ["));
    }
}

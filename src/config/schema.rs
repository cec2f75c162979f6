//! The JSON Schema of `featmap.toml`, from the table of keys.

use serde_json::{Map, Value};

use crate::config::keys::{KEYS, Key, LEVELS, Shape};

/// The fields of an object.
type Fields = Map<String, Value>;

/// The schema, draft-07.
///
/// Takes the names of the rules, which the configuration itself does not know.
pub fn schema(rules: &[&str]) -> Value {
    let mut properties = Fields::new();
    for key in KEYS {
        let property = property(key, rules);
        if let Some(alias) = key.alias {
            set(&mut properties, alias, property.clone());
        }
        set(&mut properties, key.name, property);
    }
    let mut schema = table(properties);
    set(&mut schema, "$schema", "http://json-schema.org/draft-07/schema#");
    set(&mut schema, "title", "featmap.toml");
    schema.into()
}

fn property(key: &Key, rules: &[&str]) -> Fields {
    let mut property = shape(key.shape, rules);
    set(&mut property, "description", key.doc);
    if let Some(default) = default(key) {
        set(&mut property, "default", default);
    }
    property
}

fn shape(shape: Shape, rules: &[&str]) -> Fields {
    let mut fields = Fields::new();
    match shape {
        Shape::Text => text(),
        Shape::TextOrList => {
            let mut texts = list(text());
            set(&mut texts, "minItems", 1);
            set(&mut fields, "oneOf", vec![Value::from(text()), Value::from(texts)]);
            fields
        }
        Shape::List => list(text()),
        Shape::Positive => {
            let mut number = of_type("integer");
            set(&mut number, "minimum", 1);
            number
        }
        Shape::Whole => of_type("integer"),
        Shape::Word(words) => one_of(words),
        Shape::Levels => {
            for rule in rules {
                set(&mut fields, rule, one_of(LEVELS));
            }
            table(fields)
        }
        Shape::Table(keys) => {
            for key in keys {
                set(&mut fields, key.name, property(key, rules));
            }
            table(fields)
        }
        Shape::Entries(parts) => {
            for part in parts {
                set(&mut fields, part, if *part == "rule" { one_of(rules) } else { text() });
            }
            let mut entry = table(fields);
            set(&mut entry, "required", parts.to_vec());
            list(entry)
        }
    }
}

fn set(fields: &mut Fields, key: &str, value: impl Into<Value>) {
    fields.insert(key.to_owned(), value.into());
}

fn of_type(name: &str) -> Fields {
    let mut fields = Fields::new();
    set(&mut fields, "type", name);
    fields
}

fn text() -> Fields {
    let mut text = of_type("string");
    set(&mut text, "minLength", 1);
    text
}

fn list(items: Fields) -> Fields {
    let mut list = of_type("array");
    set(&mut list, "items", items);
    list
}

fn table(properties: Fields) -> Fields {
    let mut table = of_type("object");
    set(&mut table, "additionalProperties", false);
    set(&mut table, "properties", properties);
    table
}

fn one_of(words: &[&str]) -> Fields {
    let mut fields = Fields::new();
    set(&mut fields, "enum", words.to_vec());
    fields
}

/// The default as JSON: the table's TOML is JSON too.
fn default(key: &Key) -> Option<Value> {
    serde_json::from_str(key.default).ok()
}

#[cfg(test)]
mod tests {
    use super::schema;
    use crate::config::keys::KEYS;

    #[test]
    fn the_schema_has_every_key_and_no_other() {
        let schema = schema(&["a-rule"]);
        let properties = schema["properties"].as_object().unwrap();
        let mut names: Vec<_> =
            KEYS.iter().flat_map(|key| [Some(key.name), key.alias]).flatten().collect();
        names.sort_unstable();
        assert!(properties.keys().map(String::as_str).eq(names));
        for key in KEYS {
            assert!(!properties[key.name]["default"].is_null(), "{} has no default", key.name);
        }
    }
}

//! The JSON Schema of `featmap.toml`, from the table of keys.

use serde_json::{Map, Value, json};

use crate::config::keys::{KEYS, Key, LEVELS, Shape};
use crate::order::gathered;

/// The schema, draft-07.
///
/// Takes the names of the rules, which the configuration itself does not know.
pub fn schema(rules: &[&str]) -> Value {
    let mut properties = Map::new();
    for key in KEYS {
        let mut property = shape(key.shape, rules);
        if let Some(fields) = property.as_object_mut() {
            fields.insert("description".to_owned(), json!(key.doc));
            if let Some(default) = default(key) {
                fields.insert("default".to_owned(), default);
            }
        }
        if let Some(alias) = key.alias {
            properties.insert(alias.to_owned(), property.clone());
        }
        properties.insert(key.name.to_owned(), property);
    }
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "featmap.toml",
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    })
}

fn shape(shape: Shape, rules: &[&str]) -> Value {
    let text = json!({"type": "string", "minLength": 1});
    match shape {
        Shape::Text => text,
        Shape::TextOrList => {
            json!({"oneOf": [text, {"type": "array", "items": text, "minItems": 1}]})
        }
        Shape::List => json!({"type": "array", "items": text}),
        Shape::Positive => json!({"type": "integer", "minimum": 1}),
        Shape::Whole => json!({"type": "integer"}),
        Shape::Word(words) => json!({"enum": words}),
        Shape::Levels => {
            let levels = |rule: &&str| ((*rule).to_owned(), json!({"enum": LEVELS}));
            let rules: Map<String, Value> = gathered(rules.iter().map(levels));
            json!({"type": "object", "additionalProperties": false, "properties": rules})
        }
        Shape::Table(keys) => {
            let property = |key: &Key| {
                let mut property = self::shape(key.shape, rules);
                property["description"] = json!(key.doc);
                property["default"] = default(key).unwrap_or_default();
                (key.name.to_owned(), property)
            };
            let properties: Map<String, Value> = gathered(keys.iter().map(property));
            json!({"type": "object", "additionalProperties": false, "properties": properties})
        }
        Shape::Entries(parts) => {
            let part = |name: &&str| {
                let value = if *name == "rule" { json!({"enum": rules}) } else { text.clone() };
                ((*name).to_owned(), value)
            };
            let properties: Map<String, Value> = gathered(parts.iter().map(part));
            json!({"type": "array", "items": {
                "type": "object", "additionalProperties": false,
                "properties": properties, "required": parts,
            }})
        }
    }
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

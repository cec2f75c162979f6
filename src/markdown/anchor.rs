//! Anchors of headings as GitHub makes them, and slugs for look-ups (DESIGN.md §4.2).

use crate::lookup::Lookup;

/// Lower case, runs of anything but letters and digits to `-`, trimmed; any script.
pub fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// Gives each heading of a page its anchor, counting repeats over all levels.
#[derive(Debug, Default)]
pub struct Anchors {
    seen: Lookup<String, usize>,
}

impl Anchors {
    /// The anchor of the next heading, without `#`: GitHub's rule, the text in lower case
    /// without punctuation, blanks as `-`, and `-1`, `-2` for repeats.
    pub fn next(&mut self, name: &str) -> String {
        let keeps = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
        let base: String = name
            .chars()
            .flat_map(char::to_lowercase)
            .filter(keeps)
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        let mut anchor = base.clone();
        while self.seen.contains(&anchor) {
            let count = self.seen.or_insert_with(base.clone(), || 0);
            *count += 1;
            anchor = format!("{base}-{count}");
        }
        self.seen.insert(anchor.clone(), 0);
        anchor
    }
}

#[cfg(test)]
mod tests {
    use super::{Anchors, slug};

    #[test]
    fn slugs_keep_letters_and_digits_of_any_script() {
        assert_eq!(slug("How & why"), "how-why");
        assert_eq!(slug(" C# / 機能 2 "), "c-機能-2");
        assert_eq!(slug("--"), "");
    }

    #[test]
    fn anchors_count_repeats_over_all_levels() {
        let mut anchors = Anchors::default();
        let names = ["How & why", "Map", "Map", "Map-1", "Map", "snake_case"];
        let made = names.map(|name| anchors.next(name));
        assert_eq!(made, ["how--why", "map", "map-1", "map-1-1", "map-2", "snake_case"]);
    }
}

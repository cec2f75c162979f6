//! What is looked up and never listed.
//!
//! A hash map takes a quarter of the code that a tree takes for each kind of key and value, and
//! here one hash map serves all kinds: it leads from the hash of a key to its place.
//! Its order is another one in each run: so nothing here gives out one entry after the other,
//! and no report can depend on it. What is listed stands in a `BTreeMap` or a `BTreeSet`, or
//! in a vector that is sorted.

use std::borrow::Borrow;
use std::hash::{BuildHasher as _, Hash};

#[expect(clippy::disallowed_types, reason = "nothing here lists what it holds")]
type Places = std::collections::HashMap<u64, usize>;

/// What was seen.
#[derive(Debug, Clone)]
pub struct Seen<K> {
    /// Where each key stands, by its hash; where another key has that hash, by the next number
    /// that is free.
    places: Places,
    keys: Vec<K>,
}

impl<K> Default for Seen<K> {
    fn default() -> Self {
        Self { places: Places::default(), keys: Vec::new() }
    }
}

impl<K: Hash + Eq> Seen<K> {
    /// One that holds nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where a key stands, else the number under which it would be found.
    fn place<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Result<usize, u64>
    where
        K: Borrow<Q>,
    {
        let is_it = |place: usize| self.keys.get(place).is_some_and(|own| own.borrow() == key);
        find(&self.places, self.places.hasher().hash_one(key), &is_it)
    }

    /// Where a key stands, which is added where it is new.
    fn added(&mut self, key: K) -> usize {
        match self.place(&key) {
            Ok(place) => place,
            Err(number) => {
                let place = self.keys.len();
                self.places.insert(number, place);
                self.keys.push(key);
                place
            }
        }
    }

    /// Adds something; gives whether it was not there yet.
    pub fn insert(&mut self, key: K) -> bool {
        let next = self.keys.len();
        self.added(key) == next
    }

    /// Whether something was seen.
    pub fn contains<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Whether nothing was.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// From a hash on, the place that is sought, else the first number that leads nowhere.
fn find(places: &Places, hash: u64, is_it: &dyn Fn(usize) -> bool) -> Result<usize, u64> {
    let mut number = hash;
    loop {
        let place = *places.get(&number).ok_or(number)?;
        if is_it(place) {
            return Ok(place);
        }
        number = number.wrapping_add(1);
    }
}

impl<K: Hash + Eq> Extend<K> for Seen<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, keys: I) {
        for key in keys {
            self.insert(key);
        }
    }
}

impl<K: Hash + Eq> FromIterator<K> for Seen<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut all = Self::new();
        all.extend(keys);
        all
    }
}

/// Values by their keys.
#[derive(Debug, Clone)]
pub struct Lookup<K, V> {
    keys: Seen<K>,
    /// In the order of the keys; a key whose value was taken out stays, for others may stand
    /// behind it.
    values: Vec<Option<V>>,
}

impl<K, V> Default for Lookup<K, V> {
    fn default() -> Self {
        Self { keys: Seen::default(), values: Vec::new() }
    }
}

impl<K: Hash + Eq, V> Lookup<K, V> {
    /// One without entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// What stands for a key, which is added where it is new.
    fn slot(&mut self, key: K) -> &mut Option<V> {
        let place = self.keys.added(key);
        if place == self.values.len() {
            self.values.push(None);
        }
        &mut self.values[place]
    }

    /// The value of a key.
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.values.get(self.keys.place(key).ok()?)?.as_ref()
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.values.get_mut(self.keys.place(key).ok()?)?.as_mut()
    }

    /// Whether a key has a value.
    pub fn contains<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.get(key).is_some()
    }

    /// Gives a key a value; the one that it had before is given back.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        self.slot(key).replace(value)
    }

    /// The value of a key, made where it has none.
    pub fn or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        self.slot(key).get_or_insert_with(value)
    }

    /// Takes a key's value out.
    pub fn remove<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.values.get_mut(self.keys.place(key).ok()?)?.take()
    }

    /// Whether no key has a value.
    pub fn is_empty(&self) -> bool {
        self.values.iter().all(Option::is_none)
    }
}

/// Of two values of a key the last one stays.
impl<K: Hash + Eq, V> Extend<(K, V)> for Lookup<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

/// Of two values of a key the last one stays.
impl<K: Hash + Eq, V> FromIterator<(K, V)> for Lookup<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut all = Self::new();
        all.extend(entries);
        all
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{Hash, Hasher};

    use super::{Lookup, Seen};

    /// Keys that all have one hash.
    #[derive(Debug, PartialEq, Eq)]
    struct Alike(u8);

    impl Hash for Alike {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }

    #[test]
    fn keys_of_one_hash_are_kept_apart() {
        let mut lookup: Lookup<Alike, u8> = (0..9).map(|key| (Alike(key), key)).collect();
        assert_eq!(lookup.remove(&Alike(4)), Some(4));
        assert_eq!(lookup.remove(&Alike(4)), None);
        assert!(!lookup.contains(&Alike(4)));
        assert_eq!((0..10).filter(|key| lookup.get(&Alike(*key)) == Some(key)).count(), 8);
        assert_eq!(lookup.insert(Alike(4), 7), None);
        assert_eq!(lookup.get(&Alike(4)), Some(&7));
        assert!((0..9).all(|key| lookup.remove(&Alike(key)).is_some()) && lookup.is_empty());
    }

    #[test]
    fn the_last_value_of_a_key_stays() {
        let mut lookup: Lookup<String, u8> = [("a", 1), ("b", 2), ("a", 3)]
            .map(|(key, value)| (key.to_owned(), value))
            .into_iter()
            .collect();
        assert_eq!((lookup.get("a"), lookup.get("b"), lookup.get("c")), (Some(&3), Some(&2), None));
        *lookup.or_insert_with("c".to_owned(), || 4) += 1;
        *lookup.or_insert_with("c".to_owned(), || 9) += 1;
        assert_eq!(lookup.remove("c"), Some(6));
        assert!(!lookup.contains("c"));
    }

    #[test]
    fn what_was_seen_is_not_new() {
        let mut seen: Seen<&str> = ["a", "b"].into_iter().collect();
        assert!(!seen.insert("a") && seen.insert("c"));
        assert!(seen.contains("c") && !seen.contains("d") && !seen.is_empty());
    }
}

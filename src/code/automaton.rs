//! Many words looked for in one pass over a text (Aho and Corasick, 1975).
//!
//! A state is a beginning of words. Each byte leads to the longest beginning that the text
//! read so far ends with, so that no byte is looked at twice, whatever words and text are.

use std::ops::Range;

/// The most cells of the table. States beyond it, which are the longest beginnings, are walked
/// by their children; only thousands of words have such.
const MOST_CELLS: usize = 4 << 20;

/// Marks a state where a word ends, in what leads to it.
const ENDS: u32 = 1 << 31;

/// All words as one automaton.
#[derive(Debug)]
pub(super) struct Automaton {
    /// For each byte its column; the bytes that are in no word share the first.
    columns: [u8; 256],
    /// A row of the table has two to the power of so many cells.
    shift: u32,
    /// A row for each of the first states: for each column where the row of the state that
    /// follows begins, marked.
    table: Vec<u32>,
    /// All states, the empty one first, then by length; the children of one stand together.
    states: Vec<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The last byte.
    byte: u8,
    /// The first of its children, which are one byte longer.
    first: u32,
    /// The end of its children.
    last: u32,
    /// The longest other state that this one ends with.
    back: u32,
    /// The longest other one in which a word ends; the empty state for none.
    shorter: u32,
    /// The first of the words that are this very state.
    word: u32,
    /// How many there are.
    words: u32,
}

impl Automaton {
    /// Takes the words in the order of their bytes; several may be alike, and an empty one is
    /// nowhere.
    ///
    /// None where they are too many to be numbered, or use all of the 256 bytes, which text
    /// does not.
    pub(super) fn new(words: &[&[u8]]) -> Option<Self> {
        let mut columns = [0; 256];
        let mut used: u8 = 0;
        for byte in words.iter().copied().flatten() {
            let column = columns.get_mut(usize::from(*byte))?;
            if *column == 0 {
                used = used.checked_add(1)?;
                *column = used;
            }
        }
        let shift = (usize::from(used) + 1).next_power_of_two().ilog2();
        let mut new = Self { columns, shift, table: Vec::new(), states: vec![State::default()] };
        // For each state the words that begin with it, and its length.
        let empty = words.partition_point(|word| word.is_empty());
        let mut begun = vec![(empty..words.len(), 0)];
        let mut at = 0;
        while let Some((range, length)) = begun.get(at).cloned() {
            new.complete(at, words, range, length, &mut begun)?;
            at += 1;
        }
        Some(new)
    }

    /// Hands over each word that ends in a text, by its number, with the offset of its end.
    pub(super) fn find(&self, text: &[u8], mut found: impl FnMut(usize, usize)) {
        let (columns, table) = (&self.columns, self.table.as_slice());
        let mut row: u32 = 0;
        for (offset, byte) in text.iter().enumerate() {
            let cell = row as usize + usize::from(columns[usize::from(*byte)]);
            let next = table.get(cell).copied().unwrap_or_else(|| self.walk(row, *byte));
            row = next & !ENDS;
            if next != row {
                self.ending(row, |word| found(word, offset + 1));
            }
        }
    }

    /// The words that end in a state.
    fn ending(&self, row: u32, mut found: impl FnMut(usize)) {
        let mut ending = row >> self.shift;
        while ending > 0 {
            let Some(state) = self.states.get(ending as usize) else { return };
            for word in state.word..state.word + state.words {
                found(word as usize);
            }
            ending = state.shorter;
        }
    }

    /// What follows a state by a byte, from the table or by the children.
    #[cold]
    fn walk(&self, row: u32, byte: u8) -> u32 {
        let column = usize::from(self.columns[usize::from(byte)]);
        let mut at = (row >> self.shift) as usize;
        loop {
            if let Some(next) = self.table.get((at << self.shift) + column) {
                return *next;
            }
            let Some(state) = self.states.get(at) else { return 0 };
            let children = self.states.get(state.first as usize..state.last as usize);
            let children = children.unwrap_or_default();
            if let Ok(nth) = children.binary_search_by_key(&byte, |child| child.byte) {
                return self.marked(state.first as usize + nth).unwrap_or_default();
            }
            at = state.back as usize;
        }
    }

    /// Adds the children of a state, then its row. All shorter states have theirs by then.
    fn complete(
        &mut self,
        at: usize,
        words: &[&[u8]],
        mut range: Range<usize>,
        length: usize,
        begun: &mut Vec<(Range<usize>, usize)>,
    ) -> Option<()> {
        let (own, back) = self.states.get(at).map(|state| (state.words, state.back))?;
        let (row, first) = (self.table.len(), self.states.len());
        if row < MOST_CELLS {
            let from = (back as usize) << self.shift;
            let copied = self.table.get(from..from + (1 << self.shift)).map(<[u32]>::to_vec);
            self.table.extend(copied.unwrap_or_else(|| vec![0; 1 << self.shift]));
        }
        range.start += own as usize;
        while let Some(byte) = words.get(range.clone())?.first().and_then(|word| word.get(length)) {
            let begin = |word: &&[u8]| word.get(length) == Some(byte);
            let alike = words.get(range.clone())?;
            let alike = alike.get(..alike.partition_point(begin))?;
            let whole = alike.partition_point(|word| word.len() == length + 1);
            let follows = if at == 0 { 0 } else { self.walk(back << self.shift, *byte) };
            let back = (follows & !ENDS) >> self.shift;
            let ended = self.states.get(back as usize)?;
            let shorter = if ended.words > 0 { back } else { ended.shorter };
            let (word, words) = (number(range.start)?, number(whole)?);
            self.states.push(State { byte: *byte, back, shorter, word, words, ..State::default() });
            let child = self.marked(self.states.len() - 1)?;
            let cell = row + usize::from(self.columns[usize::from(*byte)]);
            if let Some(cell) = self.table.get_mut(cell) {
                *cell = child;
            }
            begun.push((range.start..range.start + alike.len(), length + 1));
            range.start += alike.len();
        }
        let last = number(self.states.len())?;
        let state = self.states.get_mut(at)?;
        (state.first, state.last) = (number(first)?, last);
        Some(())
    }

    /// Where the row of a state begins, or would, marked where a word ends in it.
    fn marked(&self, at: usize) -> Option<u32> {
        let state = self.states.get(at)?;
        let mark = if state.words > 0 || state.shorter > 0 { ENDS } else { 0 };
        Some(number(at << self.shift)? | mark)
    }
}

fn number(at: usize) -> Option<u32> {
    u32::try_from(at).ok().filter(|number| *number < ENDS)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;

    use super::{Automaton, MOST_CELLS};

    /// The words that end in a text, by comparing everywhere.
    fn slowly(words: &[String], text: &str) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for end in 1..=text.len() {
            for (number, word) in words.iter().enumerate() {
                let read = &text.as_bytes()[..end];
                if !word.is_empty() && read.ends_with(word.as_bytes()) {
                    found.push((number, end));
                }
            }
        }
        found
    }

    fn quickly(automaton: &Automaton, text: &str) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        automaton.find(text.as_bytes(), |word, end| found.push((word, end)));
        found.sort_by_key(|(word, end)| (*end, *word));
        found
    }

    #[test]
    fn the_table_of_very_many_words_has_an_end() {
        let words: Vec<_> = (0..60_000).map(|number| format!("name_{number:x}_{number}")).collect();
        let mut bytes: Vec<&[u8]> = words.iter().map(String::as_bytes).collect();
        bytes.sort_unstable();
        let automaton = Automaton::new(&bytes).unwrap();
        assert!(automaton.states.len() << automaton.shift > 2 * MOST_CELLS, "more than it holds");
        assert!(automaton.table.len() < MOST_CELLS + (1 << automaton.shift));
        assert_eq!(quickly(&automaton, "name_ea5f_59999").len(), 1);
    }

    proptest::proptest! {
        #[test]
        fn each_word_is_found_at_each_of_its_places(
            mut words in vec("[abé]{0,5}", 0..12),
            text in "[abcé]{0,60}",
            rows in 1..20_usize,
        ) {
            words.sort();
            let bytes: Vec<&[u8]> = words.iter().map(String::as_bytes).collect();
            let mut automaton = Automaton::new(&bytes).unwrap();
            let expected = slowly(&words, &text);
            assert_eq!(quickly(&automaton, &text), expected);
            // As with more words than the table holds.
            automaton.table.truncate(rows << automaton.shift);
            assert_eq!(quickly(&automaton, &text), expected);
        }
    }
}

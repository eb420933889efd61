//! Values packed by recursive pairing and canonical Huffman codes: one list of numbers, any of which can be unpacked alone.
//!
//! Not the numbering of positions (`groups`). The format is R. de Man's; a list is cut into blocks, and a sparse index says near which block
//! a number lies. Invariant: damaged data gives no value or a wrong one, never a panic and never an endless loop.

use super::store::Store;

/// What a list tells of itself beyond its values.
pub(super) const ONE_VALUE: u8 = 0x80;
/// Symbols have 12 bits; this one ends a pair's second half.
const LEAF: usize = 0xfff;
const INDEX_ENTRY: u64 = 6;
/// Sizes of blocks that are read at once.
const STRETCH: u32 = 128;
/// No block, and so no symbol, stands for more values.
const MOST_VALUES: u32 = 1 << 16;
/// Plies of nesting a code may have: a code longer than its word cannot be read.
const LONGEST_CODE: usize = 32;

/// Reads a file's beginning in order.
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl Reader<'_> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    pub(super) fn word(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    pub(super) fn align(&mut self, size: usize) {
        self.at = self.at.next_multiple_of(size);
    }
}

/// One list.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    pub(super) flags: u8,
    /// Every value, if they are all the same.
    constant: Option<u16>,
    block_bits: u32,
    index_bits: u32,
    blocks: u32,
    /// Blocks and as many entries of the list of sizes as stand behind them.
    sizes: u32,
    entries: u64,
    shortest: usize,
    /// By code length from the shortest: the first code, in the high bits of a word, and its symbol.
    first_codes: Vec<u64>,
    first_symbols: Vec<u16>,
    /// The two halves of each symbol; the second is `LEAF` where the first is a value.
    halves: Vec<(usize, usize)>,
    /// One less than the values a symbol stands for.
    lengths: Vec<u32>,
    index_at: u64,
    sizes_at: u64,
    blocks_at: u64,
}

impl Pairs {
    /// The description of a list of so many values. `is_wdl` says what a single value means.
    pub(super) fn read(reader: &mut Reader<'_>, values: u64, is_wdl: bool) -> Option<Pairs> {
        let flags = reader.byte()?;
        if flags & ONE_VALUE != 0 {
            let value = u16::from(reader.byte()?);
            return Some(Pairs { flags, constant: Some(if is_wdl { value } else { 0 }), ..Pairs::default() });
        }
        let block_bits = u32::from(reader.byte()?);
        let index_bits = u32::from(reader.byte()?);
        let padding = u32::from(reader.byte()?);
        let blocks = u32::from(reader.word()?) | u32::from(reader.word()?) << 16;
        let (longest, shortest) = (usize::from(reader.byte()?), usize::from(reader.byte()?));
        let is_sound = (1..=20).contains(&block_bits)
            && (1..=32).contains(&index_bits)
            && shortest >= 1
            && shortest <= longest
            && longest <= LONGEST_CODE;
        if !is_sound {
            return None;
        }
        let lengths = longest - shortest + 1;
        let first_symbols: Vec<u16> = (0..lengths).map(|_| reader.word()).collect::<Option<_>>()?;
        let symbols = usize::from(reader.word()?);
        let mut halves = Vec::with_capacity(symbols);
        for _ in 0..symbols {
            let [a, b, c] = [reader.byte()?, reader.byte()?, reader.byte()?].map(usize::from);
            halves.push(((b & 15) << 8 | a, c << 4 | b >> 4));
        }
        reader.at += symbols & 1;
        Some(Pairs {
            flags,
            constant: None,
            block_bits,
            index_bits,
            blocks,
            sizes: blocks.checked_add(padding)?,
            entries: values.div_ceil(1 << index_bits),
            shortest,
            first_codes: first_codes(&first_symbols, shortest)?,
            first_symbols,
            lengths: lengths_of(&halves)?,
            halves,
            ..Pairs::default()
        })
    }

    /// Where the three parts of the list lie; each returns where the next begins.
    pub(super) fn place_index(&mut self, at: u64) -> u64 {
        self.index_at = at;
        at + INDEX_ENTRY * self.entries
    }

    pub(super) fn place_sizes(&mut self, at: u64) -> u64 {
        self.sizes_at = at;
        at + 2 * u64::from(self.sizes)
    }

    pub(super) fn place_blocks(&mut self, at: u64) -> u64 {
        self.blocks_at = at.next_multiple_of(64);
        self.end()
    }

    /// Where the list's last block ends.
    pub(super) fn end(&self) -> u64 {
        self.blocks_at + (u64::from(self.blocks) << self.block_bits)
    }

    /// The value with this number.
    pub(super) fn value(&self, store: &Store, number: u64) -> Option<u16> {
        if self.constant.is_some() {
            return self.constant;
        }
        let (block, rest) = self.block_of(store, number)?;
        let mut bytes = vec![0; 1 << self.block_bits];
        store.read(self.blocks_at + (u64::from(block) << self.block_bits), &mut bytes)?;
        let (symbol, rest) = self.symbol_of(&bytes, rest)?;
        self.unfold(symbol, rest)
    }

    /// The block a number lies in, and its place there.
    fn block_of(&self, store: &Store, number: u64) -> Option<(u32, u32)> {
        let entry = number >> self.index_bits;
        if entry >= self.entries {
            return None;
        }
        let mut bytes = [0; INDEX_ENTRY as usize];
        store.read(self.index_at + INDEX_ENTRY * entry, &mut bytes)?;
        let mut block = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let within = (number & ((1 << self.index_bits) - 1)) as i64 - (1 << (self.index_bits - 1));
        let mut place = within + i64::from(u16::from_le_bytes([bytes[4], bytes[5]]));
        let mut sizes = Sizes { pairs: self, store, first: None, bytes: [0; 2 * STRETCH as usize] };
        while place < 0 {
            block = block.checked_sub(1)?;
            place += sizes.of(block)?;
        }
        loop {
            let size = sizes.of(block)?;
            if place < size {
                break;
            }
            place -= size;
            block += 1;
        }
        (block < self.blocks).then_some((block, u32::try_from(place).ok()?))
    }

    /// Reads codes until the one that stands for the value at this place; and what is left of the place.
    fn symbol_of(&self, bytes: &[u8], mut place: u32) -> Option<(usize, u32)> {
        let mut bit = 0;
        loop {
            let code = code_at(bytes, bit)?;
            let length = self.first_codes.iter().position(|&first| code >= first)?;
            let bits = self.shortest + length;
            let offset = (code - self.first_codes[length]) >> (64 - bits);
            let symbol = usize::from(self.first_symbols[length]).checked_add(usize::try_from(offset).ok()?)?;
            let values = self.lengths.get(symbol)? + 1;
            if place < values {
                return Some((symbol, place));
            }
            place -= values;
            bit += bits;
        }
    }

    /// The value at this place of what a symbol stands for.
    fn unfold(&self, mut symbol: usize, mut place: u32) -> Option<u16> {
        loop {
            let (first, second) = *self.halves.get(symbol)?;
            if second == LEAF {
                return u16::try_from(first).ok();
            }
            let values = self.lengths.get(first)? + 1;
            symbol = if place < values {
                first
            } else {
                place -= values;
                second
            };
        }
    }
}

/// The list of sizes, read a stretch at a time.
struct Sizes<'a> {
    pairs: &'a Pairs,
    store: &'a Store,
    /// The block the stretch begins with.
    first: Option<u32>,
    bytes: [u8; 2 * STRETCH as usize],
}

impl Sizes<'_> {
    /// How many values a block holds.
    fn of(&mut self, block: u32) -> Option<i64> {
        if block >= self.pairs.sizes {
            return None;
        }
        let first = block - block % STRETCH;
        if self.first != Some(first) {
            let count = STRETCH.min(self.pairs.sizes - first) as usize;
            self.store.read(self.pairs.sizes_at + 2 * u64::from(first), &mut self.bytes[..2 * count])?;
            self.first = Some(first);
        }
        let at = 2 * (block - first) as usize;
        Some(i64::from(u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])) + 1)
    }
}

/// 64 bits from this one on, or as many as the block has.
fn code_at(bytes: &[u8], bit: usize) -> Option<u64> {
    let start = bit / 8;
    let mut code: u128 = 0;
    for index in start..start + 9 {
        code = code << 8 | u128::from(bytes.get(index).copied().unwrap_or(0));
    }
    (start < bytes.len()).then_some((code >> (8 - bit % 8)) as u64)
}

/// Canonical codes: a longer one continues where the shorter ones end.
fn first_codes(first_symbols: &[u16], shortest: usize) -> Option<Vec<u64>> {
    let mut codes = vec![0u64; first_symbols.len()];
    for index in (0..first_symbols.len().saturating_sub(1)).rev() {
        let used = (codes[index + 1] + u64::from(first_symbols[index])).checked_sub(first_symbols[index + 1].into())?;
        codes[index] = used / 2;
    }
    let place = |(index, code): (usize, u64)| code.checked_mul(1 << (64 - shortest - index));
    codes.into_iter().enumerate().map(place).collect()
}

/// One less than the number of values of each symbol; `None` if a symbol contains itself or one that there is not, or is too long.
fn lengths_of(halves: &[(usize, usize)]) -> Option<Vec<u32>> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; halves.len()];
    let mut lengths = vec![0u32; halves.len()];
    for start in 0..halves.len() {
        let mut stack = vec![start];
        while let Some(&symbol) = stack.last() {
            let (first, second) = halves[symbol];
            let parts = if second == LEAF { &[][..] } else { &[first, second][..] };
            if states[symbol] == State::New {
                states[symbol] = State::Open;
                for &part in parts {
                    match *states.get(part)? {
                        State::New => stack.push(part),
                        State::Open => return None,
                        State::Done => {}
                    }
                }
                continue;
            }
            stack.pop();
            if states[symbol] == State::Open {
                states[symbol] = State::Done;
                if second != LEAF {
                    lengths[symbol] = lengths[first] + lengths[second] + 1;
                    if lengths[symbol] >= MOST_VALUES {
                        return None;
                    }
                }
            }
        }
    }
    Some(lengths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_may_stand_in_any_order_but_not_in_a_circle() {
        assert_eq!(lengths_of(&[(1, 2), (2, 2), (7, LEAF)]), Some(vec![2, 1, 0]));
        assert_eq!(lengths_of(&[(0, 1), (1, LEAF)]), None);
        assert_eq!(lengths_of(&[(1, 2), (0, 2), (7, LEAF)]), None);
        assert_eq!(lengths_of(&[(1, 9), (7, LEAF)]), None);
        let doubled: Vec<(usize, usize)> =
            (0..18).map(|n: usize| n.checked_sub(1).map_or((7, LEAF), |half| (half, half))).collect();
        assert_eq!(lengths_of(&doubled[..17]).and_then(|lengths| lengths.last().copied()), Some(MOST_VALUES - 1));
        assert_eq!(lengths_of(&doubled), None, "twice as many as a block has");
    }

    #[test]
    fn codes_are_read_across_bytes_and_end_with_the_block() {
        let bytes = [0b1010_0000, 0b1111_1111];
        assert_eq!(code_at(&bytes, 0).map(|code| code >> 56), Some(0b1010_0000));
        assert_eq!(code_at(&bytes, 4).map(|code| code >> 56), Some(0b0000_1111));
        assert_eq!(code_at(&bytes, 15).map(|code| code >> 63), Some(1));
        assert_eq!(code_at(&bytes, 16), None);
    }
}

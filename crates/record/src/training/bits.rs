//! Numbers as bits, the first bit of a byte being its highest.
//!
//! Not here: what the numbers mean. Invariants: each number has one spelling only, so equal data have equal bytes; and reading never looks
//! beyond the bytes it was given, nor loops longer than they last.

/// Bits being collected.
#[derive(Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// The bits that fill no byte yet, fewer than eight between calls.
    pending: u64,
    count: u32,
}

impl BitWriter {
    /// A number of `bits` bits, at most 32.
    pub(super) fn put(&mut self, value: u32, bits: u32) {
        debug_assert!(bits <= 32 && u64::from(value) >> bits == 0, "{value} in {bits} bits");
        self.pending = self.pending << bits | u64::from(value);
        self.count += bits;
        while self.count >= 8 {
            self.count -= 8;
            self.bytes.push((self.pending >> self.count) as u8);
        }
        self.pending &= (1 << self.count) - 1;
    }

    /// A number below `limit`, all of them taken as equally likely: a truncated binary code.
    pub(super) fn put_below(&mut self, value: u32, limit: u32) {
        debug_assert!(value < limit);
        let (bits, short) = below(limit);
        if value < short { self.put(value, bits) } else { self.put(value + short, bits + 1) }
    }

    /// A number up to [`LARGEST`], small ones more likely: an exponential Golomb code of that order.
    pub(super) fn put_number(&mut self, value: u32, order: u32) {
        debug_assert!(value <= LARGEST);
        let shifted = value + (1 << order);
        let bits = shifted.ilog2();
        self.put(0, bits - order);
        self.put(shifted, bits + 1);
    }

    /// The bytes, the last one filled up with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.put(0, 8 - self.count);
        }
        self.bytes
    }
}

/// The largest number that [`BitWriter::put_number`] takes.
pub(super) const LARGEST: u32 = (1 << 20) - 1;

/// For numbers below `limit`: the bits of a short code, and how many numbers have one; the others take a bit more.
fn below(limit: u32) -> (u32, u32) {
    let bits = limit.ilog2();
    (bits, (2 << bits) - limit)
}

/// Bits being read. `None` means that they do not last, or that no writer would have written them.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// The next bit, counted from the first byte's highest.
    at: usize,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        BitReader { bytes, at: 0 }
    }

    /// A number of `bits` bits, at most 32.
    pub(super) fn take(&mut self, bits: u32) -> Option<u32> {
        let end = self.at + bits as usize;
        let (first, last) = (self.at / 8, end.div_ceil(8));
        let covering = self.bytes.get(first..last)?;
        let value = covering.iter().fold(0, |value: u64, &byte| value << 8 | u64::from(byte));
        self.at = end;
        Some((value >> (last * 8 - end) & ((1 << bits) - 1)) as u32)
    }

    /// A number below `limit`; of nothing below 0 there is none.
    pub(super) fn take_below(&mut self, limit: u32) -> Option<u32> {
        if limit == 0 {
            return None;
        }
        let (bits, short) = below(limit);
        let value = self.take(bits)?;
        if value < short { Some(value) } else { Some((value << 1 | self.take(1)?) - short) }
    }

    /// A number as [`BitWriter::put_number`] writes it.
    pub(super) fn take_number(&mut self, order: u32) -> Option<u32> {
        let mut bits = order;
        while self.take(1)? == 0 {
            bits += 1;
            if bits > LARGEST.ilog2() + 1 {
                return None;
            }
        }
        let value = (1 << bits | self.take(bits)?) - (1 << order);
        (value <= LARGEST).then_some(value)
    }

    /// Whether nothing is left but the zeros that fill up a byte.
    pub(super) fn ends_here(mut self) -> bool {
        let left = self.bytes.len() * 8 - self.at;
        left < 8 && self.take(left as u32) == Some(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_nothing_else_is_left() {
        let mut writer = BitWriter::default();
        for bits in 0..=32 {
            writer.put(((1_u64 << bits) - 1) as u32, bits);
        }
        for limit in 1..=218 {
            (0..limit).for_each(|value| writer.put_below(value, limit));
        }
        let numbers = || (0..2_000).chain(LARGEST - 2_000..=LARGEST);
        for order in 0..8 {
            numbers().for_each(|value| writer.put_number(value, order));
        }
        let bytes = writer.finish();
        let mut reader = BitReader::new(&bytes);
        for bits in 0..=32 {
            assert_eq!(reader.take(bits), Some(((1_u64 << bits) - 1) as u32));
        }
        for limit in 1..=218 {
            assert!((0..limit).all(|value| reader.take_below(limit) == Some(value)), "{limit}");
        }
        for order in 0..8 {
            assert!(numbers().all(|value| reader.take_number(order) == Some(value)), "{order}");
        }
        assert!(reader.ends_here());
    }

    #[test]
    fn the_end_is_the_end() {
        let mut reader = BitReader::new(&[0b1011_0000]);
        assert_eq!((reader.take(9), reader.take(4), reader.take_below(0)), (None, Some(0b1011), None));
        assert_eq!(reader.take_number(0), None);
        assert!(BitReader::new(&[]).ends_here());
        assert!(!BitReader::new(&[0]).ends_here());
        let mut reader = BitReader::new(&[0b1000_0000, 0]);
        assert_eq!(reader.take(1), Some(1));
        assert!(!reader.ends_here(), "a whole byte too many");
        let mut reader = BitReader::new(&[0b1000_0001]);
        assert_eq!(reader.take(1), Some(1));
        assert!(!reader.ends_here(), "a bit is set");
        assert_eq!(BitReader::new(&[0; 100]).take_number(3), None);
    }
}

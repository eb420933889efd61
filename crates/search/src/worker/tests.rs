use super::*;

/// How much stack each ply takes, as seen from the entry of `score`.
#[derive(Default)]
pub(crate) struct StackUse {
    first: usize,
    pub(crate) deepest: Ply,
    pub(crate) bytes: usize,
}

impl StackUse {
    #[inline(never)]
    pub(crate) fn note(&mut self, ply: Ply) {
        let here = 0u8;
        let address = std::ptr::from_ref(&here).addr();
        if ply == Ply::ROOT {
            self.first = address;
        }
        let bytes = self.first.saturating_sub(address);
        if bytes > self.bytes {
            (self.bytes, self.deepest) = (bytes, ply);
        }
    }
}

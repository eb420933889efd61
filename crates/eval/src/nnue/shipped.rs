//! The network that comes with the program.
//!
//! Not a search for files: its bytes are part of the executable. Invariant: it can be read, which a test sees to.

use std::sync::{Arc, LazyLock};

use super::Network;

const BYTES: &[u8] = include_bytes!("../../../../networks/nine-08f677c5ca1c.nnue");

static SHIPPED: LazyLock<Arc<Network>> =
    LazyLock::new(|| Arc::new(Network::read(BYTES).expect("a test reads the shipped network")));

impl Network {
    /// The network that is used unless another one is asked for.
    #[must_use]
    pub fn shipped() -> Arc<Self> {
        Arc::clone(&SHIPPED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    #[test]
    fn the_shipped_network_is_small_and_knows_who_is_ahead() {
        assert!(BYTES.len() < 2 << 20);
        let network = Network::shipped();
        assert_eq!(network.to_bytes(), BYTES);
        let value = |fen| network.evaluate(&Position::from_fen(fen).expect("a FEN"));
        assert!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").abs() < 100);
        assert!(value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 300);
        assert!(value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1") < -300);
    }
}

//! An evaluation told term by term.
//!
//! Not here: any term; what men are worth to a network (`men`). The evaluation itself notes its terms in a [`Sink`]; the search's sink is a
//! no-op that leaves no trace in the compiled code. Invariant: a trace's value is the evaluator's value.

mod men;

use std::fmt;

use rules::{Color, Position};
use serde::Serialize;

use crate::evaluator::{Choice, Verdict, verdict};
use crate::nnue::Network;
use crate::pair::Pair;
use crate::{Config, EvenChance};

pub use men::Man;

/// Names of terms, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    Material,
    PieceSquares,
    Imbalance,
    PawnStructure,
    PassedPawns,
    Mobility,
    Knights,
    Bishops,
    Rooks,
    KingShelter,
    KingAttack,
    Threats,
    Space,
    MopUp,
    Tempo,
}

impl Label {
    const ALL: [(Self, &'static str); 15] = [
        (Self::Material, "Material"),
        (Self::PieceSquares, "Piece squares"),
        (Self::Imbalance, "Imbalance"),
        (Self::PawnStructure, "Pawn structure"),
        (Self::PassedPawns, "Passed pawns"),
        (Self::Mobility, "Mobility"),
        (Self::Knights, "Knights"),
        (Self::Bishops, "Bishops"),
        (Self::Rooks, "Rooks"),
        (Self::KingShelter, "King shelter"),
        (Self::KingAttack, "King attack"),
        (Self::Threats, "Threats"),
        (Self::Space, "Space"),
        (Self::MopUp, "Mop-up"),
        (Self::Tempo, "Tempo"),
    ];
}

/// Where an evaluation notes what a term is worth to a side.
pub(crate) trait Sink {
    /// Adds to what `term` is worth to `color`, from that side's view.
    fn note(&mut self, term: Label, color: Color, value: Pair);
}

/// Notes nothing: the sink of the search.
pub(crate) struct Silent;

impl Sink for Silent {
    #[inline(always)]
    fn note(&mut self, _: Label, _: Color, _: Pair) {}
}

/// Keeps a sum per term and side.
#[derive(Default)]
pub(crate) struct Recorder {
    sums: [[Pair; 2]; Label::ALL.len()],
}

impl Sink for Recorder {
    fn note(&mut self, term: Label, color: Color, value: Pair) {
        self.sums[term as usize][color.index()] += value;
    }
}

/// A middlegame and an endgame value, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Phases {
    /// With all pieces on the board.
    pub middlegame: i32,
    /// With none.
    pub endgame: i32,
}

impl From<Pair> for Phases {
    fn from(pair: Pair) -> Self {
        Self { middlegame: pair.middlegame(), endgame: pair.endgame() }
    }
}

/// One term of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// What it judges.
    pub name: &'static str,
    /// Its worth to White, in centipawns.
    pub white: Phases,
    /// Its worth to Black, from Black's view, in centipawns.
    pub black: Phases,
}

/// An evaluation and how it came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// `material`, `pesto`, `rich` or `network`.
    pub evaluation: &'static str,
    /// All terms, in a fixed order; one that did not fire is zero, and a network has none.
    pub terms: Vec<Term>,
    /// What each man but the kings is worth to a network; other evaluations have terms instead.
    pub men: Vec<Man>,
    /// The sum of the terms from White's view, in centipawns, before scaling.
    pub total: Phases,
    /// Weight of the middlegame value.
    pub phase: i32,
    /// What the weights of middlegame and endgame value add up to.
    pub phase_whole: i32,
    /// What is left of the endgame value, in 64ths; at 0 the position counts as drawn.
    pub scale: i32,
    /// The final value from White's view, in centipawns.
    pub white_value: i32,
    /// Whether White is to move.
    pub white_to_move: bool,
    /// The final value from the view of the side to move, in centipawns: what the evaluator returns.
    pub value: i32,
    /// The same as a search tells it, where 100 are an even chance to win.
    pub told: i32,
}

/// Evaluates a position and tells every term. A network there is the shipped one.
#[must_use]
pub fn trace(position: &Position, config: &Config) -> Trace {
    trace_with_network(position, config, &Network::shipped())
}

/// The same with this network where the configuration asks for one.
#[must_use]
pub fn trace_with_network(position: &Position, config: &Config, network: &Network) -> Trace {
    let mut recorder = Recorder::default();
    let Verdict { total, phase, scale, white } = verdict(position, config, network, &mut recorder);
    let choice = Choice::for_position(config, position);
    let labels: &[_] = if matches!(choice, Choice::Network) { &[] } else { &Label::ALL };
    let terms = labels.iter().map(|&(label, name)| {
        let [white, black] = recorder.sums[label as usize].map(Phases::from);
        Term { name, white, black }
    });
    let white_to_move = position.side_to_move() == Color::White;
    let value = if white_to_move { white } else { -white };
    let men = match choice {
        Choice::Network => men::men(position, network, if white_to_move { 1 } else { -1 }),
        Choice::Material | Choice::Pesto | Choice::Rich => Vec::new(),
    };
    Trace {
        evaluation: choice.name(),
        terms: terms.collect(),
        men,
        total: total.into(),
        phase: phase.middlegame,
        phase_whole: phase.whole,
        scale,
        white_value: white,
        white_to_move,
        value,
        told: EvenChance::of(config).told(value),
    }
}

impl Trace {
    /// All terms.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The term with this name.
    #[must_use]
    pub fn term(&self, name: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.name == name)
    }

    /// The trace as one JSON object; its keys are the fields' names.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain numbers and names")
    }
}

impl fmt::Display for Trace {
    /// The table of terms, then how the value follows from their sum. Ends without a line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mover = if self.white_to_move { "White" } else { "Black" };
        let value =
            format!("value: {} for White, {} for {mover} to move; told as {}", self.white_value, self.value, self.told);
        if self.terms.is_empty() {
            writeln!(f, "evaluation: {}; what each man is worth to it, in centipawns, White's view:", self.evaluation)?;
            men::write_board(f, &self.men)?;
            return f.write_str(&value);
        }
        let rule = "-".repeat(66);
        writeln!(f, "{:<18} | {:^13} | {:^13} | {:^13}", "centipawns", "White", "Black", "difference")?;
        writeln!(f, "{:<18} | {:>6} {:>6} | {:>6} {:>6} | {:>6} {:>6}", "term", "mg", "eg", "mg", "eg", "mg", "eg")?;
        writeln!(f, "{rule}")?;
        for Term { name, white, black } in &self.terms {
            write!(f, "{name:<18} | {:>6} {:>6} ", white.middlegame, white.endgame)?;
            write!(f, "| {:>6} {:>6} ", black.middlegame, black.endgame)?;
            let (middlegame, endgame) = (white.middlegame - black.middlegame, white.endgame - black.endgame);
            writeln!(f, "| {middlegame:>6} {endgame:>6}")?;
        }
        writeln!(f, "{rule}")?;
        writeln!(
            f,
            "{:<18} | {:>13} | {:>13} | {:>6} {:>6}",
            "sum", "", "", self.total.middlegame, self.total.endgame
        )?;
        writeln!(
            f,
            "phase: middlegame {} of {}; endgame value scaled by {}/64",
            self.phase, self.phase_whole, self.scale
        )?;
        f.write_str(&value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::hand_crafted;

    const FEN: &str = "r1bq1rk1/ppp2ppp/2n2n2/3pp1B1/1b1PP3/2N2N2/PPP2PPP/R2QKB1R b KQ - 0 7";

    fn of(config: &Config) -> Trace {
        trace(&Position::from_fen(FEN).expect("a FEN"), config)
    }

    #[test]
    fn labels_stand_in_the_order_of_their_numbers() {
        assert!(Label::ALL.iter().enumerate().all(|(index, (label, _))| *label as usize == index));
    }

    #[test]
    fn the_table_has_a_line_for_each_term_and_the_values() {
        let trace = of(&hand_crafted());
        let text = trace.to_string();
        for (_, name) in Label::ALL {
            assert_eq!(text.lines().filter(|line| line.starts_with(&format!("{name} "))).count(), 1, "{name}");
        }
        assert!(text.ends_with(&format!(
            "value: {} for White, {} for Black to move; told as {}",
            trace.white_value,
            -trace.white_value,
            EvenChance::of(&hand_crafted()).told(trace.value)
        )));
    }

    #[test]
    fn json_says_the_same() {
        let trace = of(&hand_crafted());
        let json: serde_json::Value = serde_json::from_str(&trace.to_json()).expect("JSON");
        assert_eq!(json["value"], trace.value);
        assert_eq!(json["evaluation"], "rich");
        assert_eq!(json["terms"].as_array().map(Vec::len), Some(trace.terms().len()));
        assert_eq!(json["terms"][5]["name"], "Mobility");
        assert_eq!(json["terms"][5]["white"]["middlegame"], trace.terms()[5].white.middlegame);
    }

    #[test]
    fn a_network_has_a_value_and_no_terms() {
        let mut config = hand_crafted();
        config.network.on = true;
        let trace = of(&config);
        let position = Position::from_fen(FEN).expect("a FEN");
        assert_eq!((trace.evaluation, trace.terms().len(), trace.men.len()), ("network", 0, 30));
        assert_eq!(trace.value, Network::shipped().evaluate(&position));
        assert_eq!(trace.white_value, -trace.value);
        let text = trace.to_string();
        assert!(text.ends_with(&format!("{} for Black to move; told as {}", trace.value, trace.told)));
        assert_eq!(text.lines().count(), 1 + 8 + 1 + 1);
        assert_eq!(text.lines().nth(1).map(|line| line.matches(['r', 'b', 'q']).count()), Some(4), "{text}");
    }

    #[test]
    fn pesto_has_two_terms() {
        let mut config = hand_crafted();
        config.rich_evaluation.on = false;
        let trace = of(&config);
        let zero = Phases::default();
        assert_eq!(trace.evaluation, "pesto");
        assert_eq!(trace.terms().iter().filter(|term| term.white != zero || term.black != zero).count(), 2);
        assert_eq!(trace.term("Mobility").map(|term| term.white), Some(zero));
        assert_eq!(trace.term("no such term"), None);
    }
}

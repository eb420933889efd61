//! One searching thread's state: the only place that makes moves, takes them back, counts nodes and sees "stopped".
//!
//! Not a technique and not a decision. A child is a guard that unmakes its move when dropped, so no technique can forget to.
//! Invariant: `ply` names the current entry of every stack, and after a child is dropped everything at and below its parent's ply is as
//! before the child was made.

use std::ops::{Deref, DerefMut};

use rules::{Key, Move, Piece, Position, Square};

use crate::crew::{Crew, Question};
use crate::depth::Ply;
use crate::frame::Frame;
use crate::limits::{Host, POLL_INTERVAL};
use crate::line::Lines;
use crate::live::Live;
use crate::memory::Memory;
use crate::node::{Node, NodeKind};
use crate::root::Root;
use crate::score::Score;
use crate::stack_use::StackUse;
use crate::stacks::Stacks;
use crate::step::Step;
use crate::table::Table;
use crate::tablebases::TableUse;
use crate::telemetry::Telemetry;
use crate::visit::visit;

pub(crate) struct Worker<'a> {
    pub(crate) config: Live,
    pub(crate) table: &'a Table,
    /// What this thread learns from one search to the next.
    pub(crate) memory: &'a mut Memory,
    pub(crate) root: Root,
    pub(crate) lines: Lines,
    pub(crate) host: &'a mut dyn Host,
    crew: &'a Crew<'a>,
    /// This thread's place in the crew.
    thread: usize,
    /// Kept only where it is asked for.
    pub(crate) telemetry: Option<&'a mut Telemetry>,
    /// Of this thread.
    pub(crate) nodes: u64,
    /// The deepest ply of this iteration.
    pub(crate) deepest: Ply,
    positions: Vec<Position>,
    /// Of the game's positions and the line's, the current one last.
    keys: Vec<Key>,
    frames: Vec<Frame>,
    ply: Ply,
    node_limit: u64,
    next_poll: u64,
    stopped: bool,
    stack: StackUse,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        Question { game, limits, options }: Question<'_>,
        root: Root,
        crew: &'a Crew<'a>,
        thread: usize,
        memory: &'a mut Memory,
        host: &'a mut dyn Host,
    ) -> Self {
        memory.prepare(options);
        memory.evaluator.begin_line();
        memory.stacks.begin(game.position());
        let Stacks { positions, frames, lines } = std::mem::take(&mut memory.stacks);
        Worker {
            config: Live::new(options.search),
            table: crew.table,
            memory,
            root,
            lines,
            host,
            crew,
            thread,
            telemetry: None,
            // The root is a node that no move leads to.
            nodes: 1,
            deepest: Ply::ROOT,
            positions,
            keys: game.keys().to_vec(),
            frames,
            ply: Ply::ROOT,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            // Not before the first node: a search that is stopped at once should know something, and this takes no millisecond.
            next_poll: POLL_INTERVAL.min(limits.nodes.unwrap_or(u64::MAX)),
            stopped: false,
            stack: StackUse::new(),
        }
    }

    /// The search is over: its room is kept for the next one.
    pub(crate) fn end(self) {
        let Worker { positions, frames, lines, memory, .. } = self;
        memory.stacks = Stacks { positions, frames, lines };
    }

    pub(crate) fn position(&self) -> &Position {
        &self.positions[self.ply.get()]
    }

    pub(crate) fn key(&self) -> Key {
        self.position().key()
    }

    /// Keys of the game's and the line's positions, the current one last.
    pub(crate) fn keys(&self) -> &[Key] {
        &self.keys
    }

    pub(crate) fn ply(&self) -> Ply {
        self.ply
    }

    pub(crate) fn frame(&self) -> &Frame {
        &self.frames[self.ply.get()]
    }

    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frames[self.ply.get()]
    }

    /// The frame so many plies nearer to the root, if there is one.
    pub(crate) fn frame_before(&self, plies: usize) -> Option<&Frame> {
        self.ply.get().checked_sub(plies).map(|ply| &self.frames[ply])
    }

    /// The static evaluation of the current position, nothing of it from the table.
    pub(crate) fn evaluate(&mut self) -> Score {
        Score::centipawns(self.memory.evaluator.evaluate(&self.positions[self.ply.get()]))
    }

    /// What a move moves here, and where to.
    pub(crate) fn moved(&self, mv: Move) -> Option<(Piece, Square)> {
        self.position().piece_on(mv.from()).map(|piece| (piece, mv.to()))
    }

    /// Whether the side to move has more than pawns: without, zugzwang is likely.
    pub(crate) fn has_pieces(&self) -> bool {
        use rules::PieceKind::{King, Pawn};
        let position = self.position();
        let own = position.color(position.side_to_move());
        (own & !(position.kind(Pawn) | position.kind(King))).is_any()
    }

    /// Makes a legal move. The current ply must not be the last.
    pub(crate) fn child(&mut self, mv: Move) -> Child<'_, 'a> {
        self.enter(Some(mv))
    }

    /// Passes the turn. Only when not in check.
    pub(crate) fn null_child(&mut self) -> Child<'_, 'a> {
        self.enter(None)
    }

    fn enter(&mut self, mv: Option<Move>) -> Child<'_, 'a> {
        debug_assert!(!self.ply.is_last());
        let moved = mv.and_then(|mv| self.moved(mv));
        let frame = self.frame_mut();
        (frame.moved, frame.reduction) = (moved, 0);
        let (before, after) = self.positions.split_at_mut(self.ply.get() + 1);
        let next = &mut after[0];
        next.clone_from(&before[self.ply.get()]);
        match mv {
            Some(mv) => self.memory.evaluator.made(&next.make(mv)),
            None => {
                next.make_null();
                self.memory.evaluator.passed();
            }
        }
        self.table.prefetch(next.key());
        self.keys.push(next.key());
        let in_check = mv.is_some() && next.in_check();
        self.ply = self.ply.next();
        self.nodes += 1;
        let frame = self.frame_mut();
        frame.in_check = in_check;
        frame.excluded = None;
        Child(self)
    }

    /// The value of the current position. `Break` only when the search was stopped.
    pub(crate) fn score<N: NodeKind>(&mut self, node: Node) -> Step<Score> {
        self.stack.note(self.ply);
        self.count_nodes::<N>(node.depth);
        if self.must_stop() {
            return Step::Break(Score::DRAW);
        }
        let (Step::Break(score) | Step::Continue(score)) = visit::<N>(self, node);
        // A `Break` out of `visit` is a cut or a stop passing through: the flag tells them apart, never the value.
        if self.stopped { Step::Break(score) } else { Step::Continue(score) }
    }

    /// Visits the current position a second time, from inside a visit, and leaves its frame as it was.
    ///
    /// Nothing extends such a visit: what asks for it less deep than itself must get it so, or it would ask for ever.
    pub(crate) fn visit_again<N: NodeKind>(&mut self, node: Node, excluded: Option<Move>) -> Step<Score> {
        let before = *self.frame();
        self.frame_mut().excluded = excluded;
        let score = self.score::<N>(Node { is_again: true, ..node });
        *self.frame_mut() = before;
        score
    }

    /// Searched by all threads; of the others, as they last told.
    pub(crate) fn nodes_of_all(&self) -> u64 {
        self.nodes + self.crew.nodes_of_others(self.thread)
    }

    /// Tablebases, where the search is to look positions up.
    pub(crate) fn tablebases(&self) -> Option<&'a TableUse> {
        self.crew.tablebases
    }

    /// Positions that all threads found there.
    pub(crate) fn table_hits(&self) -> u64 {
        self.crew.table_hits()
    }

    pub(crate) fn note_table_hit(&self) {
        self.crew.note_table_hit();
    }

    fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.crew.publish(self.thread, self.nodes);
            let left = self.node_limit.saturating_sub(self.nodes_of_all());
            // Together the threads must not go beyond the limit by much.
            self.next_poll = self.nodes + POLL_INTERVAL.min(left.div_ceil(self.crew.threads()));
            self.stopped |= left == 0 || self.crew.should_stop() || self.host.should_stop();
        }
        self.stopped
    }
}

impl Child<'_, '_> {
    /// Notes by how many plies the search of this move is reduced, for the child to look back at.
    pub(crate) fn set_reduction(&mut self, plies: i32) {
        let parent = self.0.ply.previous().get();
        self.0.frames[parent].reduction = plies;
    }
}

/// A move made in the search. Gives access to the worker, one ply further; dropping it takes the move back.
pub(crate) struct Child<'w, 'a>(&'w mut Worker<'a>);

impl<'a> Deref for Child<'_, 'a> {
    type Target = Worker<'a>;
    fn deref(&self) -> &Worker<'a> {
        self.0
    }
}

impl<'a> DerefMut for Child<'_, 'a> {
    fn deref_mut(&mut self) -> &mut Worker<'a> {
        self.0
    }
}

impl Drop for Child<'_, '_> {
    fn drop(&mut self) {
        self.0.memory.evaluator.taken_back();
        self.0.keys.pop();
        self.0.ply = self.0.ply.previous();
    }
}

#[cfg(test)]
mod tests;

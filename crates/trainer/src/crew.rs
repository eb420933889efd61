//! Threads that share a batch and a step.
//!
//! Every thread has a part of the batch by its number, and a gradient of its own; the parts are added in the order of the numbers. Not here: what a
//! thread does with its part (`kernel`). Invariant: nothing depends on which thread is done first.

use crate::data::Packed;
use crate::kernel::Kernel;
use crate::loss::Goal;
use crate::optimiser::{Moments, Update};
use crate::parameters::{Parameters, Shape};

/// The positions of a step: a stretch of a list, which may go on at the list's start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch<'a> {
    to_the_end: &'a [Packed],
    from_the_start: &'a [Packed],
}

impl<'a> Batch<'a> {
    /// The batch of a step when every batch goes on where the last one ended. `length` is at most that of the list.
    pub(crate) fn of_step(positions: &'a [Packed], length: usize, step: u64) -> Self {
        // The product would need more than 64 bits only after more visits than any run has.
        let start = (step * length as u64 % positions.len() as u64) as usize;
        let to_the_end = length.min(positions.len() - start);
        Batch { to_the_end: &positions[start..start + to_the_end], from_the_start: &positions[..length - to_the_end] }
    }

    pub(crate) fn whole(positions: &'a [Packed]) -> Self {
        Batch { to_the_end: positions, from_the_start: &[] }
    }

    pub(crate) fn len(&self) -> usize {
        self.to_the_end.len() + self.from_the_start.len()
    }

    /// The `index`-th of `parts` parts, which differ by at most one position in length.
    fn part(&self, index: usize, parts: usize) -> Batch<'a> {
        let (from, to) = (self.len() * index / parts, self.len() * (index + 1) / parts);
        let middle = self.to_the_end.len();
        Batch {
            to_the_end: &self.to_the_end[from.min(middle)..to.min(middle)],
            from_the_start: &self.from_the_start[from.max(middle) - middle..to.max(middle) - middle],
        }
    }

    fn pieces(&self) -> [&'a [Packed]; 2] {
        [self.to_the_end, self.from_the_start]
    }
}

/// The threads' working memory.
#[derive(Debug)]
pub(crate) struct Crew {
    workers: Vec<Worker>,
}

#[derive(Debug)]
struct Worker {
    kernel: Kernel,
    gradient: Parameters,
    loss: f64,
}

impl Crew {
    /// A crew of at least one.
    pub(crate) fn new(shape: Shape, threads: usize) -> Self {
        let worker = |_| Worker { kernel: Kernel::new(shape), gradient: Parameters::zero(shape), loss: 0.0 };
        Crew { workers: (0..threads.max(1)).map(worker).collect() }
    }

    /// Takes the gradient of the sum of the errors of a batch, for [`Crew::step`]; gives the mean error.
    pub(crate) fn gradient(&mut self, weights: &Parameters, batch: Batch<'_>, goal: &Goal) -> f64 {
        self.each_part(batch, &|worker, part| {
            let Worker { kernel, gradient, loss } = worker;
            gradient.clear();
            *loss = part.pieces().map(|piece| kernel.gradient(weights, piece, goal, gradient)).iter().sum();
        })
    }

    /// The mean error of a batch.
    pub(crate) fn loss(&mut self, weights: &Parameters, batch: Batch<'_>, goal: &Goal) -> f64 {
        self.each_part(batch, &|worker, part| {
            worker.loss = part.pieces().map(|piece| worker.kernel.loss(weights, piece, goal)).iter().sum();
        })
    }

    /// Has every worker do its part; gives the mean of the errors that they note.
    fn each_part(&mut self, batch: Batch<'_>, work: &(dyn Fn(&mut Worker, Batch<'_>) + Sync)) -> f64 {
        let parts = self.workers.len();
        std::thread::scope(|scope| {
            for (index, worker) in self.workers.iter_mut().enumerate().rev() {
                let part = batch.part(index, parts);
                if index == 0 {
                    // This thread has nothing else to do.
                    work(worker, part);
                } else {
                    scope.spawn(move || work(worker, part));
                }
            }
        });
        self.workers.iter().map(|worker| worker.loss).sum::<f64>() / batch.len().max(1) as f64
    }

    /// Moves the weights by the gradient that was taken last.
    pub(crate) fn step(&self, weights: &mut Parameters, moments: &mut Moments, update: &Update) {
        let size = weights.shape().rows().div_ceil(self.workers.len());
        let gradients: Vec<_> = self.workers.iter().map(|worker| worker.gradient.rows()).collect();
        let gradients = &gradients[..];
        let rows = weights.rows_mut().chunks_mut(size);
        let rows = rows.zip(moments.mean.rows_mut().chunks_mut(size)).zip(moments.square.rows_mut().chunks_mut(size));
        std::thread::scope(|scope| {
            for (index, ((weights, mean), square)) in rows.enumerate().collect::<Vec<_>>().into_iter().rev() {
                let work = move || {
                    for (offset, ((weights, mean), square)) in weights.iter_mut().zip(mean).zip(square).enumerate() {
                        let row = index * size + offset;
                        let mut gradient = gradients[0][row];
                        gradients[1..].iter().for_each(|part| gradient.add(&part[row]));
                        update.apply(weights, mean, square, &gradient);
                    }
                };
                if index == 0 {
                    work();
                } else {
                    scope.spawn(work);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::{LANES, Parameter};
    use crate::testing::positions;
    use rules::Random;

    /// Every batch goes on where the last one ended, and every position comes once per round.
    #[test]
    fn batches_go_round() {
        let positions = positions(1, 103);
        let mut seen = Vec::new();
        for step in 0..103 {
            let batch = Batch::of_step(&positions, 40, step);
            assert_eq!(batch.len(), 40);
            seen.extend_from_slice(&batch.pieces().concat());
        }
        for round in seen.chunks(103) {
            assert_eq!(round, positions);
        }
    }

    #[test]
    fn parts_are_the_batch() {
        let positions = positions(2, 100);
        for length in [1, 5, 64, 100] {
            for step in [0, 1, 2] {
                let batch = Batch::of_step(&positions, length, step);
                for parts in [1, 2, 3, 7] {
                    let all: Vec<Packed> = (0..parts).flat_map(|i| batch.part(i, parts).pieces().concat()).collect();
                    assert_eq!(all, batch.pieces().concat());
                    let lengths = (0..parts).map(|i| batch.part(i, parts).len());
                    assert!(lengths.clone().max().expect("parts") - lengths.min().expect("parts") <= 1);
                }
            }
        }
    }

    /// A crew of any size takes the same step but for rounding, and one of the same size the same to the last bit.
    #[test]
    fn crews_agree() {
        let shape = Shape::new(64);
        let positions = positions(3, 500);
        let goal = Goal::new(400.0, 0.4);
        let start = Parameters::random(shape, &mut Random(5));
        let run = |threads: usize| {
            let (mut crew, mut weights, mut moments) = (Crew::new(shape, threads), start.clone(), Moments::zero(shape));
            let mut losses = Vec::new();
            for step in 0..4 {
                let batch = Batch::of_step(&positions, 300, step);
                losses.push(crew.gradient(&weights, batch, &goal));
                crew.step(&mut weights, &mut moments, &Update::new(step, 1e-3, 0.01, batch.len()));
            }
            (weights, moments, losses)
        };
        let one = run(1);
        for threads in [1, 2, 3, 5] {
            let first = run(threads);
            assert_eq!(first, run(threads), "{threads} threads");
            for (loss, other) in first.2.iter().zip(&one.2) {
                assert!((loss - other).abs() < 1e-5, "{threads} threads: {loss} {other}");
            }
        }
        let mut crew = Crew::new(shape, 3);
        let loss = crew.loss(&start, Batch::of_step(&positions, 300, 0), &goal);
        assert!((loss - one.2[0]).abs() < 1e-6);
    }

    /// A row without any gradient decays all the same, whichever thread has it.
    #[test]
    fn all_rows_are_stepped() {
        let shape = Shape::new(LANES);
        for threads in [1, 2, 4] {
            let crew = Crew::new(shape, threads);
            let mut weights = Parameters::zero(shape);
            shape.parameters().for_each(|parameter| weights.set(parameter, 1.0));
            crew.step(&mut weights, &mut Moments::zero(shape), &Update::new(0, 0.1, 0.1, 10));
            assert!(shape.parameters().all(|parameter| (weights.get(parameter) - 0.99).abs() < 1e-6));
            assert_eq!(weights.output_bias().0[LANES - 1], 0.0);
            assert!((weights.get(Parameter::Bias { unit: 0 }) - 0.99).abs() < 1e-6);
        }
    }
}

//! The command line: what can be said, and the help that explains it.
//!
//! Not an interpreter. Invariant: every command and argument has a help text, and every example given in one works.

pub(crate) mod data;
pub(crate) mod lab;
pub(crate) mod net;

use clap::{Args, CommandFactory, Parser, Subcommand};
use uci::{GuiMessage, ParseError, Parsed};

const EXAMPLES: &str = "\
Examples:
  assay                             the engine: what a GUI or match runner should run
  assay --plain                     the same with only the usual options in GUI dialogs
  assay bench                       nodes and speed on fixed positions
  assay bench --stats               the same, and what each technique does
  assay techniques                  every switch, its default and its parameters
  assay perft 5                     five plies from the start position
  assay perft 4 kiwipete --divide   the same by first move, a well-known position
  assay perft 3 '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'
  assay 'position startpos moves e2e4' 'go depth 10'
                                    lines of UCI, each answered before the next
  assay 'genfens 4 seed 1 book None' quit
                                    positions to begin games from, for OpenBench";

/// A chess engine in which no default stands without evidence.
///
/// Without a command: the engine itself, over UCI on standard input and output. Ends on `quit` and at the end of input, after what was asked
/// by `bench`, `genfens` or `perft`, unless nobody reads the answer.
///
/// Lines of UCI in place of a command: the engine answers them, each to its end, and exits. `go infinite` and `go ponder` end at their other
/// limits, or at depth 1. Quotes may be left out: a command begins a line, but `d`, `debug` and `register` after `setoption`, `d` as castling
/// right, and any word right after `name`, `value` or `fen` belong to the line before. A longer name or value that holds a command needs quotes.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES, disable_help_subcommand = true, max_term_width = 80)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    /// List only the options that GUIs know; the engine's own switches can still be set
    #[arg(long)]
    pub(crate) plain: bool,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run ABC, the small 0x88 engine, over UCI on standard input and output
    ///
    /// Ends on `quit` and at the end of input. Bad input costs one `info string ERROR` line and changes nothing.
    ///
    /// Options it declares: Debug Log File, Move Overhead (milliseconds a move loses between engine and GUI), Ponder.
    Abc,
    /// Search fixed positions to a fixed depth; the last line is `N nodes M nps`
    ///
    /// The number of nodes is the same on every machine: a build that gives another plays another chess.
    Bench(BenchArguments),
    /// List every switch of search and evaluation: class, default, meaning, source, parameters
    Techniques(TechniquesArguments),
    /// Count the legal move sequences of a given length (the check of a move generator)
    Perft(PerftArguments),
    /// Measure: matches, sequential tests, what each technique is worth
    Lab(Box<lab::LabArguments>),
    /// Train a network on files of games
    ///
    /// Killed, the same command goes on from its last checkpoint, to the same network.
    Train(Box<net::TrainArguments>),
    /// Look after networks
    #[command(subcommand)]
    Net(net::NetCommand),
}

#[derive(Args, Debug)]
pub(crate) struct BenchArguments {
    /// Size of the table in mebibytes
    #[arg(default_value_t = search::bench::MEBIBYTES, value_parser = mebibytes)]
    pub(crate) hash: usize,

    /// Depth of each search in plies
    #[arg(default_value_t = search::bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// Count what each technique tried and achieved; slower, but of the same nodes
    #[arg(long)]
    pub(crate) stats: bool,
}

/// UCI in place of a command, as match runners call engines.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    /// As [`Arguments::plain`].
    pub(crate) plain: bool,
    /// What to read instead of standard input. Each line is answered to its end before the next is read.
    pub(crate) text: String,
}

/// The UCI lines among the arguments, if that is what they are: the first is no command of this program, but one of the protocol.
pub(crate) fn lines(arguments: &[String]) -> Option<Lines> {
    let plain = arguments.first().is_some_and(|first| first == "--plain");
    let arguments = &arguments[usize::from(plain)..];
    let first = arguments.first()?;
    if Arguments::command().find_subcommand(first).is_some() || !is_protocol(first) {
        return None;
    }
    let mut lines: Vec<String> = Vec::new();
    for argument in arguments {
        match lines.last_mut() {
            Some(line) if continues(line, argument) => {
                line.push(' ');
                line.push_str(argument);
            }
            _ => lines.push(argument.clone()),
        }
    }
    let text = lines.iter().map(|line| with_an_end(line) + "\nwait\n").collect();
    Some(Lines { plain, text })
}

/// Whether an argument belongs to the line before it, so that quotes may be left out. A word that is no command does; so does one that is
/// spelled like a command where no command can be.
fn continues(line: &str, argument: &str) -> bool {
    let is = |word: &str, wanted: &[&str]| wanted.iter().any(|wanted| word.eq_ignore_ascii_case(wanted));
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = words.first().copied().unwrap_or_default();
    let last = words.last().copied().unwrap_or_default();
    let fen = words.iter().position(|word| is(word, &["fen"]));
    let goes_on = if is(first, &["setoption"]) {
        is(last, &["name", "value"]) || is(argument, &["d", "debug", "register"])
    } else if is(first, &["position"]) {
        // The castling rights of Shredder-FEN come after the board and the side.
        fen.is_some_and(|fen| words.len() == fen + 1 || (words.len() == fen + 3 && is(argument, &["d"])))
    } else {
        is(first, &["go"]) && words.len() == 1 && is(argument, &["perft"])
    };
    goes_on || !is_protocol(argument)
}

/// The line, with a search that waits for `stop` or `ponderhit` ending by itself: nobody can say so here.
fn with_an_end(line: &str) -> String {
    let is_go = |line: &str| match GuiMessage::parse(line).message {
        Some(GuiMessage::Go(limits)) => Some(limits),
        _ => None,
    };
    match is_go(line) {
        Some(limits) if limits.ponder || limits.is_infinite() => {
            let waits = |word: &&str| word.eq_ignore_ascii_case("ponder") || word.eq_ignore_ascii_case("infinite");
            let rest = line.split_whitespace().filter(|word| !waits(word)).collect::<Vec<_>>().join(" ");
            if is_go(&rest).is_some_and(|limits| limits.is_infinite()) { rest + " depth 1" } else { rest }
        }
        _ => line.to_owned(),
    }
}

/// Whether there is a command of the protocol in it, complete or not.
fn is_protocol(argument: &str) -> bool {
    !argument.starts_with('-')
        && match GuiMessage::parse(argument) {
            Parsed { message: None, error } => !matches!(error, None | Some(ParseError::UnknownCommand(_))),
            Parsed { message: Some(_), .. } => true,
        }
}

fn mebibytes(text: &str) -> Result<usize, String> {
    let most = engine::memory_mebibytes();
    let size = text.parse().ok().filter(|size| (1..=most).contains(size));
    size.ok_or_else(|| format!("not a whole number from 1 to {most}, what this machine has"))
}

#[derive(Args, Debug)]
pub(crate) struct TechniquesArguments {
    /// Print a JSON array
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) json: bool,

    /// Print the page docs/techniques.md
    #[arg(long)]
    pub(crate) markdown: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArguments {
    /// Length of the sequences in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: u32,

    /// Position to start from: a FEN (quoted or not), `startpos` or `kiwipete` [default: startpos]
    #[arg(num_args = 0..)]
    pub(crate) fen: Vec<String>,

    /// Print the count below each first move, too
    #[arg(long)]
    pub(crate) divide: bool,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,

    /// Count equal positions once, with a table of this many mebibytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) hash: Option<u32>,

    /// Read the FEN as Chess960 (X-FEN, Shredder-FEN) and write castling as king takes rook
    #[arg(long)]
    pub(crate) chess960: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_fen_may_be_one_argument_or_several() {
        let fen = |words: &[&str]| match Arguments::try_parse_from([&["assay", "perft", "3"], words].concat()) {
            Ok(Arguments { command: Some(Command::Perft(perft)), .. }) => perft.fen.join(" "),
            other => panic!("{other:?}"),
        };
        assert_eq!(fen(&["8/8/8/8/8/8/8/K1k5 w - - 0 1"]), "8/8/8/8/8/8/8/K1k5 w - - 0 1");
        assert_eq!(fen(&["8/8/8/8/8/8/8/K1k5", "w", "-", "-", "0", "1", "--divide"]), "8/8/8/8/8/8/8/K1k5 w - - 0 1");
        assert_eq!(fen(&["--json", "kiwipete"]), "kiwipete");
    }

    #[test]
    fn what_only_stop_would_end_ends() {
        for (line, wanted) in [
            ("go infinite", "go depth 1"),
            ("go", "go depth 1"),
            ("go ponder depth 2", "go depth 2"),
            ("go Ponder INFINITE searchmoves e2e4", "go searchmoves e2e4 depth 1"),
            ("go infinite nodes 100", "go nodes 100"),
            ("go infinite depth x", "go depth x"),
            ("go  depth 3", "go  depth 3"),
            ("position startpos", "position startpos"),
        ] {
            assert_eq!(with_an_end(line), wanted);
        }
    }

    #[test]
    fn lines_of_the_protocol_need_neither_a_command_nor_quotes() {
        let text = |arguments: &[&str]| {
            let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            lines(&arguments).map(|lines| lines.text)
        };
        let wanted = |lines: &[&str]| Some(lines.join("\nwait\n") + "\nwait\n");
        assert_eq!(text(&["genfens 5 seed 1 book None ", "quit"]), wanted(&["genfens 5 seed 1 book None ", "quit"]));
        assert_eq!(text(&["bench 1 2", "quit"]), wanted(&["bench 1 2", "quit"]));
        assert_eq!(
            text(&["position", "startpos", "moves", "e2e4", "go", "depth", "3"]),
            wanted(&["position startpos moves e2e4", "go depth 3"])
        );
        assert_eq!(text(&["--plain", "uci"]), wanted(&["uci"]));
        assert_eq!(
            text(&["setoption", "name", "Debug", "Log", "File", "value", "quit", "go", "depth", "3"]),
            wanted(&["setoption name Debug Log File value quit", "go depth 3"])
        );
        assert_eq!(
            text(&["setoption", "name", "Clear", "Hash", "position", "startpos", "d", "eval"]),
            wanted(&["setoption name Clear Hash", "position startpos", "d", "eval"])
        );
        assert_eq!(
            text(&["setoption name Hash value 2", "isready", "setoption name SyzygyPath value", "/my position/go"]),
            wanted(&["setoption name Hash value 2", "isready", "setoption name SyzygyPath value /my position/go"])
        );
        for rights in ["D", "d"] {
            let board = "4k3/8/8/8/8/8/8/3RK3";
            let fen = format!("position fen {board} w {rights} - 0 1");
            let words = ["position", "fen", board, "w", rights, "-", "0", "1", "d", "go", "depth", "1"];
            assert_eq!(text(&words), wanted(&[&fen, "d", "go depth 1"]));
            assert_eq!(text(&[&fen, "d"]), wanted(&[&fen, "d"]));
        }
        assert_eq!(text(&["go", "perft", "2", "perft", "3"]), wanted(&["go perft 2", "perft 3"]));
        for no_lines in [&["bench"][..], &["perft", "3"], &["--help"], &["--plain"], &[], &["tecniques"], &["", "uci"]]
        {
            assert_eq!(text(no_lines), None, "{no_lines:?}");
        }
    }
}

//! The one binary. It reads its arguments and calls the crate that does the work.
//!
//! Not a place for chess, protocol or measurement.
//! Invariant: standard output carries results only; what went wrong goes to standard error, with exit code 2 for a wrong call and
//! 1 for a failure.

mod bench;
mod cli;
mod lab;
mod net;
mod perft;
mod terminal;

use std::io::{self, Cursor, Read, Write};
use std::process::ExitCode;

use clap::Parser;
use session::{Engine, Player, Surroundings, catalogue};

use cli::{Arguments, Command};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(lines) = cli::lines(&words) {
        return play(lines.plain, Cursor::new(lines.text));
    }
    let arguments = Arguments::parse();
    match arguments.command {
        None => play(arguments.plain, io::stdin()),
        Some(Command::Abc) => serve(engine::AbcEngine::new(), io::stdin()),
        Some(Command::Bench(arguments)) => match bench::run(&arguments, &mut io::stdout().lock()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(bench::Failure::Memory(text)) => fail(1, &text),
            Err(bench::Failure::Output(error)) => not_written(&error),
        },
        Some(Command::Techniques(arguments)) => {
            let worths = lab::worths();
            let worth = |name: &str| worths.get(name).cloned();
            let text = if arguments.markdown {
                catalogue::markdown()
            } else if arguments.json {
                catalogue::json(&worth)
            } else {
                catalogue::text(&worth)
            };
            match io::stdout().lock().write_all(text.as_bytes()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => not_written(&error),
            }
        }
        Some(Command::Lab(arguments)) => ended(lab::run(*arguments, &mut io::stdout().lock())),
        Some(Command::Train(arguments)) => ended(net::train(&arguments, &mut io::stdout().lock())),
        Some(Command::Net(command)) => ended(net::net(&command, &mut io::stdout().lock())),
        Some(Command::Perft(arguments)) => match perft::run(&arguments, &mut io::stdout().lock()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(perft::Failure::Call(text)) => fail(2, &text),
            Err(perft::Failure::Memory(text)) => fail(1, &text),
            Err(perft::Failure::TooMany) => fail(1, "more nodes than 64 bits can count"),
            Err(perft::Failure::Output(error)) => not_written(&error),
        },
    }
}

fn ended(result: Result<(), String>) -> ExitCode {
    result.map_or_else(|text| fail(1, &text), |()| ExitCode::SUCCESS)
}

fn surroundings() -> Surroundings {
    Surroundings {
        max_hash_mebibytes: engine::memory_mebibytes(),
        spawner: Box::new(engine::NativeThreads),
        read_text: engine::read_text,
        files: Some(Box::new(engine::NativeFiles)),
    }
}

fn not_written(error: &io::Error) -> ExitCode {
    // Whoever read the output has gone; there is nobody to tell.
    if error.kind() == io::ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    fail(1, &format!("cannot write the result: {error}"))
}

fn play(plain: bool, input: impl Read + Send + 'static) -> ExitCode {
    match Player::new(surroundings(), plain) {
        Ok(player) => serve(player, input),
        Err(error) => fail(1, &format!("cannot start: {error}")),
    }
}

fn serve(engine: impl Engine, input: impl Read + Send + 'static) -> ExitCode {
    match engine::serve(engine, input, io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(1, &format!("cannot start: {error}")),
    }
}

fn fail(code: u8, text: &str) -> ExitCode {
    eprintln!("error: {text}");
    ExitCode::from(code)
}

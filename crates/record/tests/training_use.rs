//! What is done with training records: filters, other formats, and the jobs on files.

mod made_up;

use bulletformat::{BulletFormat, ChessBoard};
use made_up::{Random, Start, from_text, game, games};
use record::pgn;
use record::training::convert::{self, Format};
use record::training::jobs::{JobError, Progress, export, merge, shuffle, stats, verify};
use record::training::{Filter, Game, GameResult, ReadError, Reader, Sample, Score, Writer, encode};
use rules::{CastlingMode, Color, Position};

fn file(games: &[Game]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).expect("memory takes all");
    for game in games {
        writer.write(game).expect("memory takes all");
    }
    writer.into_inner()
}

fn read(file: &[u8]) -> Vec<Game> {
    Reader::new(file).expect("a file of records").collect::<Result<_, _>>().expect("no fault")
}

fn samples(game: &Game) -> Vec<Sample> {
    Filter::everything().positions(game).collect()
}

/// The plies of a game that a filter leaves.
fn plies(filter: &Filter, game: &Game) -> Vec<u32> {
    filter.positions(game).map(|sample| sample.ply).collect()
}

/// Captures on every second ply from 2 on, the last one a promotion; far scores on 3, 4 and 8; mates on 6 and 7.
fn eventful() -> Game {
    from_text(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 | 1-0 | \
         e2e4 10 d7d5 -20 e4d5 30 c7c6 -3001 d5c6 3000 g8f6 -10 c6b7 mate f6d5 -mate b7a8q 5000",
    )
}

#[test]
fn a_filter_leaves_out_what_it_says() {
    let game = eventful();
    let all: Vec<u32> = (0..9).collect();
    let none = Filter::everything();
    assert_eq!(plies(&none, &game), all);
    assert_eq!(plies(&Filter { min_ply: 5, ..none.clone() }, &game), [5, 6, 7, 8]);
    assert_eq!(plies(&Filter { skip_captures: true, ..none.clone() }, &game), [0, 1, 3, 5, 7]);
    assert_eq!(plies(&Filter { skip_mates: true, ..none.clone() }, &game), [0, 1, 2, 3, 4, 5, 8]);
    assert_eq!(plies(&Filter { max_score: Some(3_000), ..none.clone() }, &game), [0, 1, 2, 4, 5]);
    assert_eq!(plies(&Filter { min_pieces: 31, ..none.clone() }, &game), [0, 1, 2, 3, 4]);
    let checks = from_text("4k3/8/8/8/8/8/3P4/4K2R w - - 0 10 | 1-0 | h1h8 1 e8e7 2 d2d4 3 e7d6 4");
    assert_eq!(plies(&Filter { skip_in_check: true, ..none.clone() }, &checks), [18, 20, 21]);
    let promotion = from_text("4k3/P7/8/8/8/8/8/4K3 b - - 0 10 | 1-0 | e8e7 1 a7a8q 2 e7d6 3");
    assert_eq!(plies(&Filter { skip_captures: true, ..none }, &promotion), [19, 21]);
}

#[test]
fn the_default_filter_is_the_one_that_was_measured() {
    let wanted = Filter {
        min_ply: 8,
        min_pieces: 4,
        skip_in_check: true,
        skip_captures: true,
        skip_mates: true,
        max_score: Some(3_000),
    };
    assert_eq!(Filter::default(), wanted);
    assert_eq!(plies(&wanted, &eventful()), []);
    let late =
        Game { start: Position::from_fen("4k3/8/8/8/8/8/3P4/4K2R w - - 0 10").expect("a position"), ..eventful() };
    let late =
        Game { moves: from_text(&format!("{} | 1-0 | h1h8 1 e8e7 2 d2d4 3", late.start.to_fen())).moves, ..late };
    assert_eq!(plies(&wanted, &late), [18, 20]);
}

#[test]
fn samples_tell_what_was_played_where() {
    for game in games(4, 100, 21) {
        let mut position = game.start.clone();
        let samples = samples(&game);
        assert_eq!(samples.len(), game.moves.len());
        for (sample, scored) in samples.iter().zip(&game.moves) {
            assert_eq!((sample.mv, sample.score, sample.result), (scored.mv, scored.score, game.result));
            assert_eq!(sample.position, position);
            assert_eq!(sample.ply % 2, sample.position.side_to_move().index() as u32);
            position.make(scored.mv);
        }
        assert_eq!(position, game.end());
    }
}

fn only_sample(text: &str) -> Sample {
    samples(&from_text(text)).remove(0)
}

#[test]
fn bulletformat_by_hand() {
    let white = only_sample("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 | 1-0 | e2e4 35");
    #[rustfmt::skip]
    let wanted = [
        0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff,
        0x13, 0x42, 0x25, 0x31, 0, 0, 0, 0, 0x88, 0x88, 0x88, 0x88, 0x9b, 0xca, 0xad, 0xb9,
        35, 0, 2, 4, 4, 0, 0, 0,
    ];
    assert_eq!(convert::bulletformat(&white), wanted);
    // Seen from Black, who moves: the board upside down, Black's men as the own ones, a loss.
    let black = only_sample("4k3/8/8/8/8/8/4P3/4K2R b - - 0 1 | 1-0 | e8e7 -120");
    #[rustfmt::skip]
    let wanted = [
        0x10, 0, 0, 0, 0, 0, 0x10, 0x90,
        0x85, 0xbd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0x88, 0xff, 0, 4, 4, 0, 0, 0,
    ];
    assert_eq!(convert::bulletformat(&black), wanted);
}

#[test]
fn text_says_what_the_binary_says() {
    let line = only_sample("4k3/8/8/8/8/8/4P3/4K2R b - - 3 40 | 1-0 | e8e7 -120");
    assert_eq!(convert::epd(&line), "4k3/8/8/8/8/8/4P3/4K2R b - - 3 40 | 120 | 1.0");
    let mut mates = 0;
    for game in games(8, 120, 22) {
        for sample in samples(&game) {
            // The crate's own way from text, and its own bytes.
            let board: ChessBoard = convert::epd(&sample).parse().expect("a line of bullet's");
            let bytes = convert::bulletformat(&sample);
            if cfg!(target_endian = "little") {
                assert_eq!(ChessBoard::as_bytes_slice(&[board]), bytes);
            }
            let own = i32::from(sample.score.number());
            assert_eq!(i32::from(board.score()), own);
            let half_points = sample.result.half_points(sample.position.side_to_move());
            assert_eq!(board.result_idx(), usize::from(half_points));
            if let Score::Mate { winning } = sample.score {
                assert_eq!(own, if winning { 32_000 } else { -32_000 });
                mates += 1;
            }
        }
    }
    assert!(mates > 0);
    assert_eq!(Score::Centipawns(i16::MIN).number(), -31_999);
    assert_eq!(Score::centipawns(-100_000), Score::Centipawns(i16::MIN));
}

#[test]
fn results_have_two_sides() {
    for (result, white, black) in
        [(GameResult::WhiteWins, 2, 0), (GameResult::Draw, 1, 1), (GameResult::BlackWins, 0, 2)]
    {
        assert_eq!((result.half_points(Color::White), result.half_points(Color::Black)), (white, black));
    }
}

/// The example of the format's description, with the order of nibbles that its program has, and our number for mate.
#[test]
fn viriformat_by_hand() {
    let game = from_text(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 | 1-0 | \
         e2e4 10 e7e5 -20 d1h5 -30 e8e7 -mate h5e5 mate",
    );
    #[rustfmt::skip]
    let wanted = [
        0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff,
        0x16, 0x42, 0x25, 0x61, 0, 0, 0, 0, 0x88, 0x88, 0x88, 0x88, 0x9e, 0xca, 0xad, 0xe9,
        0x40, 0, 1, 0, 0, 0, 2, 0,
        0x0c, 0x07, 10, 0,
        0x34, 0x09, 20, 0,
        0xc3, 0x09, 0xe2, 0xff,
        0x3c, 0x0d, 0x00, 0x7d,
        0x27, 0x09, 0x00, 0x7d,
        0, 0, 0, 0,
    ];
    assert_eq!(convert::viriformat(&game), wanted);
}

/// The format's own crate reads the games, and plays them over by its own rules (in a debug build it refuses illegal moves).
#[test]
fn viriformat_is_read_by_its_own_crate() {
    let mut random = Random(23);
    let mut castlings = 0;
    for start in [Start::Standard, Start::Opening, Start::Chess960, Start::DoubleFischer] {
        for _ in 0..60 {
            let game = game(start.position(&mut random), 150, &mut random);
            let bytes = convert::viriformat(&game);
            let mut input = &bytes[..];
            let read = viriformat::dataformat::Game::deserialise_from(&mut input, Vec::new()).expect("a game");
            assert!(input.is_empty());
            let texts: Vec<String> = read.moves().map(|mv| mv.display(true).to_string()).collect();
            let wanted = game.moves.iter().map(|scored| scored.mv.uci(CastlingMode::Chess960).to_string());
            assert_eq!(texts, wanted.collect::<Vec<_>>());
            let mut ours = samples(&game).into_iter();
            read.visit_positions(|board, score| {
                let sample = ours.next().expect("as many positions");
                let placement = |fen: String| fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
                assert_eq!(placement(board.to_string()), placement(sample.position.to_fen()));
                let mover = sample.position.side_to_move();
                assert_eq!(score, i32::from(sample.score.number_for_white(mover)));
            });
            assert!(ours.next().is_none());
            let wanted = match game.result {
                GameResult::WhiteWins => viriformat::dataformat::WDL::Win,
                GameResult::Draw => viriformat::dataformat::WDL::Draw,
                GameResult::BlackWins => viriformat::dataformat::WDL::Loss,
            };
            assert_eq!(read.outcome(), wanted);
            castlings += game.moves.iter().filter(|scored| scored.mv.is_castle()).count();
        }
    }
    assert!(castlings > 20, "{castlings}");
}

#[test]
fn pgn_leads_to_the_same_moves() {
    for game in games(8, 100, 24) {
        let text = convert::pgn(&game).to_string();
        let read = pgn::Reader::new(text.as_bytes()).next().expect("a game").expect("a game");
        assert_eq!(read.faults, [], "{text}");
        let replay = read.replay().expect("a start");
        assert!(replay.fault.is_none(), "{text}");
        assert_eq!((&replay.start, &replay.end), (&game.start, &game.end()));
        assert_eq!(replay.moves, game.moves.iter().map(|scored| scored.mv).collect::<Vec<_>>());
        assert_eq!(read.outcome, convert::pgn(&game).outcome);
    }
    let text =
        convert::pgn(&from_text("4k3/8/8/8/8/8/8/1R2KR2 w F - 0 1 | 0-1 | e1f1 -5 e8d8 +205 f1f8 mate")).to_string();
    for wanted in
        ["[Variant \"Chess960\"]", "[FEN \"4k3/8/8/8/8/8/8/1R2KR2 w K - 0 1\"]", "1. O-O", "{-0.05}", "{+2.05}", "{+M}"]
    {
        assert!(text.contains(wanted), "{wanted} in {text}");
    }
    assert!(!convert::pgn(&eventful()).to_string().contains("FEN"));
}

#[test]
fn files_are_merged_in_order_and_faults_left_out() {
    let all = games(3, 60, 25);
    let (one, two) = all.split_at(6);
    let (one, mut two) = (file(one), file(two));
    let mut seen = Vec::new();
    let mut output = Vec::new();
    let merged = merge([&one[..], &two], &mut output, &mut |progress| seen.push(progress)).expect("two files");
    assert_eq!((merged.games, merged.faults.count), (all.len() as u64, 0));
    assert_eq!(read(&output), all);
    assert_eq!(seen.len(), all.len());
    let last = Progress { games: all.len() as u64, bytes: (one.len() + two.len()) as u64 };
    assert_eq!(seen.last(), Some(&last));
    assert!(seen.windows(2).all(|pair| pair[0].bytes < pair[1].bytes));

    let damaged = 12 + encode(&all[6]).expect("a game").len() + 9;
    two[damaged] ^= 1;
    two.pop();
    let mut output = Vec::new();
    let merged = merge([&one[..], &two], &mut output, &mut |_| {}).expect("two files");
    assert_eq!((merged.games, merged.faults.count), (all.len() as u64 - 2, 2));
    assert!(merged.faults.first.iter().all(|(input, _)| *input == 1));
    assert_eq!(read(&output), [&all[..7], &all[8..all.len() - 1]].concat());

    let error = merge([&one[..], b"no records"], Vec::new(), &mut |_| {}).expect_err("no records");
    assert!(matches!(error, JobError::Input { index: 1, error: ReadError::NotRecords }));
    assert_eq!(error.to_string(), "input 2: not a file of training records");
}

#[test]
fn a_shuffle_keeps_every_game_and_obeys_its_seed() {
    let all = games(6, 30, 26);
    let (one, two) = all.split_at(10);
    let (one, two) = (file(one), file(two));
    let shuffled = |seed| {
        let mut output = Vec::new();
        let merged = shuffle([&one[..], &two], &mut output, seed, &mut |_| {}).expect("two files");
        assert_eq!((merged.games, merged.faults.count), (all.len() as u64, 0));
        read(&output)
    };
    let first = shuffled(1);
    assert_eq!(first, shuffled(1));
    assert_ne!(first, shuffled(2));
    assert_ne!(first, all);
    let sorted = |games: &[Game]| {
        let mut bytes: Vec<Vec<u8>> = games.iter().map(|game| encode(game).expect("a game")).collect();
        bytes.sort();
        bytes
    };
    assert_eq!(sorted(&first), sorted(&all));
    // Every game comes to every place about equally often: each of four stands first in about a quarter of all shuffles.
    let four = file(&all[..4]);
    let mut at_first = [0; 4];
    for seed in 0..2_000 {
        let mut output = Vec::new();
        shuffle([&four[..]], &mut output, seed, &mut |_| {}).expect("a file");
        let first = Reader::new(&output[..]).expect("a file").next().expect("a game").expect("a game");
        at_first[all[..4].iter().position(|game| *game == first).expect("one of them")] += 1;
    }
    assert!(at_first.iter().all(|count| (400..600).contains(count)), "{at_first:?}");
}

#[test]
fn statistics_count() {
    let games = [eventful(), games(1, 50, 27)[1].clone(), from_text("4k3/8/8/8/8/8/8/4K2R w H - 0 1 | 1/2-1/2 |")];
    let bytes = file(&games);
    let filter = Filter { skip_captures: true, ..Filter::everything() };
    let found = stats(&bytes[..], &filter, &mut |_| {}).expect("a file");
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    let kept: usize = games.iter().map(|game| filter.positions(game).count()).sum();
    assert_eq!((found.games, found.positions, found.bytes), (3, positions as u64, bytes.len() as u64));
    assert_eq!((found.kept, found.white_wins + found.draws + found.black_wins), (kept as u64, 3));
    assert!(found.white_wins >= 1 && found.draws >= 1);
    assert_eq!(found.longest, games[1].moves.len());
    assert_eq!(found.bytes_per_position(), bytes.len() as f64 / positions as f64);
    assert_eq!(found.mean_plies(), positions as f64 / 3.0);
    assert_eq!(found.kept_share(), kept as f64 / positions as f64);
    let empty = stats(&file(&[])[..], &filter, &mut |_| {}).expect("a file");
    assert_eq!((empty.games, empty.bytes_per_position(), empty.draw_share()), (0, 0.0, 0.0));
    let cut = stats(&bytes[..bytes.len() - 1], &filter, &mut |_| {}).expect("a file");
    assert_eq!((cut.games, cut.faults.count, cut.bytes), (2, 1, bytes.len() as u64 - 1));
}

#[test]
fn a_check_finds_what_is_wrong() {
    let mated = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 | 0-1 | f2f3 0 e7e5 0 g2g4 0 d8h4 mate";
    let stalemated = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1 | 1/2-1/2 | f1f7 5";
    let good = [from_text(mated), eventful(), from_text(stalemated)];
    let found = verify(&file(&good)[..], &mut |_| {}).expect("a file");
    assert!(found.is_sound());
    assert_eq!((found.games, found.positions), (3, 4 + 9 + 1));
    let bad =
        [from_text(mated), from_text(&mated.replace("0-1", "1-0")), from_text(&stalemated.replace("1/2-1/2", "1-0"))];
    let found = verify(&file(&bad)[..], &mut |_| {}).expect("a file");
    assert!(!found.is_sound());
    assert_eq!((found.contradictions, found.first_contradiction, found.faults.count), (2, Some(1), 0));
    let mut bytes = file(&good);
    bytes[30] ^= 4;
    let found = verify(&bytes[..], &mut |_| {}).expect("a file");
    assert_eq!((found.is_sound(), found.games, found.faults.count), (false, 2, 1));
}

#[test]
fn an_export_writes_every_record() {
    let games = games(2, 80, 28);
    let bytes = file(&games);
    let filter = Filter { min_ply: 3, ..Filter::default() };
    let kept: usize = games.iter().map(|game| filter.positions(game).count()).sum();
    assert!(kept > 50);
    for format in Format::ALL {
        let mut output = Vec::new();
        let done = export(&bytes[..], &mut output, format, &filter, &mut |_| {}).expect("a file");
        let records = if format.holds_games() { games.len() } else { kept };
        assert_eq!(
            (done.games, done.records, done.faults.count),
            (games.len() as u64, records as u64, 0),
            "{format:?}"
        );
        match format {
            Format::Bulletformat => assert_eq!(output.len(), 32 * kept),
            Format::Viriformat => {
                assert_eq!(output.len(), games.iter().map(|game| 36 + 4 * game.moves.len()).sum::<usize>());
            }
            Format::Epd => assert_eq!(output.iter().filter(|&&byte| byte == b'\n').count(), kept),
            Format::Pgn => assert_eq!(pgn::Reader::new(&output[..]).count(), games.len()),
        }
        assert_eq!(Format::from_name(format.name()), Some(format));
    }
    assert_eq!(Format::from_name("binpack"), None);
}

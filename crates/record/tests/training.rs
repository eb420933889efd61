//! Training records: what is written comes back, and nothing else does.

mod made_up;

use made_up::{Random, Start, from_text, game, games, to_text};
use record::training::{
    Corruption, Fault, Game, GameResult, MAX_PLIES, NotAGame, ReadError, Reader, Score, Scored, VERSION, Writer,
    encode, good_length,
};
use rules::{CastlingMode, CastlingSide, Color, MoveKind, Position};
use std::io::{self, Read, Write};

/// The bytes before the first game, as the documentation tells them.
const FILE_HEADER: &[u8] = b"AssayRec\x01\0\0\0";

/// The bytes before a game's own.
const BLOCK_HEADER: usize = 7;

fn file(games: &[Game]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).expect("memory takes all");
    for game in games {
        writer.write(game).expect("memory takes all");
    }
    writer.into_inner()
}

fn read(file: &[u8]) -> (Vec<Game>, Vec<Fault>) {
    let mut games = Vec::new();
    let mut faults = Vec::new();
    for game in Reader::new(file).expect("a file of records") {
        match game {
            Ok(game) => games.push(game),
            Err(fault) => faults.push(fault),
        }
    }
    (games, faults)
}

/// A block around these bytes, made by what the documentation says and not by the crate.
fn block(game: &[u8]) -> Vec<u8> {
    let [low, high] = u16::try_from(game.len()).expect("short").to_le_bytes();
    let mut block = vec![low, high, low.wrapping_mul(0x1D) ^ high.wrapping_mul(0xA7) ^ 0x5A];
    let sum = crc32fast::hash(&[&block[..], game].concat());
    block.extend(sum.to_le_bytes());
    block.extend(game);
    block
}

#[test]
fn games_come_back_as_they_were() {
    let games = games(60, 300, 1);
    let bytes = file(&games);
    let (again, faults) = read(&bytes);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(again, games);
    assert_eq!(file(&again), bytes);
    assert_eq!(good_length(&bytes[..]).expect("it is one"), bytes.len() as u64);

    // What the games are made of: every kind of move, and castling to both sides in either chess.
    let moves = || games.iter().flat_map(|game| &game.moves);
    let of_kind = |kind| moves().filter(|scored| scored.mv.kind() == kind).count();
    let rare = [MoveKind::Castle, MoveKind::EnPassant];
    for kind in rare.into_iter().chain(MoveKind::PROMOTIONS).chain(MoveKind::CAPTURE_PROMOTIONS) {
        assert!(of_kind(kind) > 0, "{kind:?}");
    }
    assert!(moves().any(|scored| matches!(scored.score, Score::Mate { .. })));
}

#[test]
fn castling_of_every_kind_comes_back() {
    let mut seen = Vec::new();
    let mut random = Random(2);
    for _ in 0..400 {
        let game = game(Start::DoubleFischer.position(&mut random), 120, &mut random);
        let (again, _) = read(&file(std::slice::from_ref(&game)));
        assert_eq!(again, std::slice::from_ref(&game));
        let mut position = game.start.clone();
        for scored in &game.moves {
            if scored.mv.is_castle() {
                let side = position.castling_rook(position.side_to_move(), CastlingSide::KingSide);
                seen.push((position.side_to_move(), side == Some(scored.mv.to())));
            }
            position.make(scored.mv);
        }
    }
    for wanted in [(Color::White, true), (Color::White, false), (Color::Black, true), (Color::Black, false)] {
        assert!(seen.contains(&wanted), "{wanted:?}");
    }
}

#[test]
fn every_start_comes_back() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/2PpP3/8/PP1P1PPP/RNBQKBNR b KQkq e3 0 3",
        "4k3/8/8/8/8/8/8/4K3 b - - 65535 65535",
        // The rook that may castle is not the outer one.
        "4k3/8/8/8/8/8/8/1R2KR1R w F - 7 9",
        "qrrbbkrr/8/8/8/8/8/8/QRRBBKRR w GCgb - 0 1",
    ] {
        let start = Position::from_chess960_fen(fen).expect(fen);
        let game = Game { start, moves: Vec::new(), result: GameResult::Draw };
        let (games, faults) = read(&file(std::slice::from_ref(&game)));
        assert!(faults.is_empty(), "{fen}: {faults:?}");
        assert_eq!(games, [game], "{fen}");
    }
}

/// The bytes of the file never change, and nor does what they mean: whoever changes either needs a new version.
#[test]
fn the_golden_file_stays_as_it_is() {
    let bytes = include_bytes!("data/training-v1.rec");
    let text = include_str!("data/training-v1.txt");
    let (games, faults) = read(bytes);
    assert!(faults.is_empty(), "{faults:?}");
    let lines: Vec<String> = games.iter().map(|game| to_text(game, CastlingMode::Chess960)).collect();
    assert_eq!(lines, text.lines().collect::<Vec<_>>());
    let told: Vec<Game> = text.lines().map(from_text).collect();
    assert_eq!(file(&told), bytes);
    assert_eq!((VERSION, &bytes[..FILE_HEADER.len()]), (1, FILE_HEADER));
    assert!(games.len() >= 10);
}

#[test]
fn a_block_is_what_the_documentation_says() {
    for game in games(2, 40, 3) {
        let bytes = encode(&game).expect("a game");
        assert_eq!(block(&bytes[BLOCK_HEADER..]), bytes);
    }
}

/// A draw (01), two plies (66 in seven bits), the start of chess (1); e2e4, which is in place 13 of 20 and not below 12 (25 in five bits), with a score
/// of 5 in place of 0 (10 + 32 in six bits); e7e5, in place 8 of 20 (four bits), with a score that was expected (0 + 16 in five bits, since the
/// 4 bits of the 10 are fewer than the 5 of the beginning); then the key.
#[test]
fn a_game_by_hand() {
    let game = from_text(&format!("{} | 1/2-1/2 | e2e4 5 e7e5 -5", Position::start().to_shredder_fen()));
    let bytes = encode(&game).expect("a game");
    let mut position = Position::start();
    for scored in &game.moves {
        position.make(scored.mv);
    }
    let bits = format!("01 1000010 1 11001 101010 1000 10000 {:016b}", position.key() as u16);
    let bits: String = bits.split(' ').collect();
    let wanted: Vec<u8> = bits
        .as_bytes()
        .chunks(8)
        .map(|byte| byte.iter().chain([b'0'; 8].iter()).take(8).fold(0, |byte, bit| byte << 1 | (bit - b'0')))
        .collect();
    assert_eq!(bytes[BLOCK_HEADER..], wanted);
}

/// Not real games, though of their kind: openings of eight or nine random plies, about 120 plies, scores that move by some 30 centipawns. Their
/// random moves are as likely as any other, which is what the code takes them to be.
#[test]
fn a_thousand_games_take_at_most_two_bytes_per_position() {
    let mut random = Random(4);
    let games: Vec<Game> = (0..1_000)
        .map(|_| {
            let plies = 60 + random.below(120);
            game(Start::Opening.position(&mut random), plies, &mut random)
        })
        .collect();
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    let bytes = file(&games).len();
    let each = bytes as f64 / positions as f64;
    let _ = writeln!(io::stderr(), "{positions} positions of made-up games in {bytes} bytes: {each:.3} each");
    assert!(each <= 2.0, "{each}");
}

#[test]
fn a_file_cut_anywhere_says_so_and_can_be_mended() {
    let games = &games(1, 30, 5)[1..3];
    let whole = file(games);
    let first = FILE_HEADER.len() + encode(&games[0]).expect("a game").len();
    for length in 0..=whole.len() {
        let cut = &whole[..length];
        let good = good_length(cut).expect("a part of a good file");
        if length < FILE_HEADER.len() {
            assert!(matches!(Reader::new(cut), Err(ReadError::NoHeader)), "{length}");
            assert_eq!(good, 0);
            continue;
        }
        let (wanted_good, wanted) = match length {
            _ if length == whole.len() => (whole.len(), games),
            _ if length >= first => (first, &games[..1]),
            _ => (FILE_HEADER.len(), &games[..0]),
        };
        let (read, faults) = read(cut);
        assert_eq!((good, &read[..]), (wanted_good as u64, wanted), "{length}");
        match &faults[..] {
            [] => assert_eq!(length, wanted_good),
            [Fault::Truncated { good, end }] => {
                assert_eq!((*good, *end), (wanted_good as u64, length as u64));
                assert!(length > wanted_good);
            }
            other => panic!("{length}: {other:?}"),
        }
        let mut writer = Writer::append(cut[..wanted_good].to_vec());
        for game in &games[wanted.len()..] {
            writer.write(game).expect("memory takes all");
        }
        assert_eq!(writer.into_inner(), whole, "{length}");
    }
}

#[test]
fn a_damaged_game_costs_no_other() {
    let games = &games(1, 25, 6)[..3];
    let whole = file(games);
    let mut at = FILE_HEADER.len();
    for (index, game) in games.iter().enumerate() {
        let length = encode(game).expect("a game").len();
        let others: Vec<Game> =
            games.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, game)| game.clone()).collect();
        for byte in at..at + length {
            for bit in 0..8 {
                let mut damaged = whole.clone();
                damaged[byte] ^= 1 << bit;
                let (read, faults) = read(&damaged);
                assert_eq!(read, others, "bit {bit} of byte {byte}");
                let place = (at as u64, (at + length) as u64);
                let right = match &faults[..] {
                    [Fault::Damaged { from, to }] => (*from, *to) == place,
                    // A length that leads beyond the end looks like a cut.
                    [Fault::Truncated { good, end }] => (*good, *end) == place && index == 2,
                    _ => false,
                };
                assert!(right, "bit {bit} of byte {byte}: {faults:?}");
                assert_eq!(good_length(&damaged[..]).expect("it is one"), at as u64);
            }
        }
        at += length;
    }
}

#[test]
fn bytes_too_many_or_too_few_cost_only_their_game() {
    let games = &games(1, 25, 7)[..3];
    let whole = file(games);
    let second = FILE_HEADER.len() + encode(&games[0]).expect("a game").len();
    let third = second + encode(&games[1]).expect("a game").len();
    let last = [games[2].clone()];
    let first = [games[0].clone()];
    for cut in [second + 3, second + 20, third - 1] {
        let (read, _) = read(&[&whole[..second], &whole[cut..]].concat());
        assert_eq!(read[..], [&first[..], &last[..]].concat(), "{cut}");
    }
    // Zeros, as a file system leaves them behind, and a run of noise longer than a block.
    let mut random = Random(8);
    let noise: Vec<u8> = (0..200_000).map(|_| random.next() as u8).collect();
    for between in [&[0; 5000][..], &noise] {
        let (read, faults) = read(&[&whole[..second], between, &whole[second..]].concat());
        assert_eq!(read[..], *games);
        let to = (second + between.len()) as u64;
        assert!(matches!(faults[..], [Fault::Damaged { from, to: end }] if from == second as u64 && end == to));
        let (read, faults) = self::read(&[&whole[..second], between].concat());
        assert_eq!((&read[..], faults.len()), (&first[..], 1));
    }
}

#[test]
fn a_game_that_makes_no_sense_is_told_apart() {
    let good = encode(&games(1, 25, 9)[0]).expect("a game");
    let inside = &good[BLOCK_HEADER..];
    let mut other_end = inside.to_vec();
    let within_the_key = other_end.len() - 2;
    other_end[within_the_key] ^= 0x10;
    type Wanted = fn(&Corruption) -> bool;
    let cases: [(&[u8], Wanted); 6] = [
        (&[0b1100_0000; 8], |reason| *reason == Corruption::Result),
        (&inside[..4], |reason| matches!(reason, Corruption::Ends | Corruption::Score(_))),
        (&other_end, |reason| *reason == Corruption::OtherEnd),
        (&[inside, &[0]].concat(), |reason| *reason == Corruption::Excess),
        // A number of plies without end.
        (&[0; 40], |reason| *reason == Corruption::Ends),
        // A draw, ten plies, from a board without men: nothing castles, clocks 0 and 1.
        (&[0b0110_0101, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0b1000_1001, 0], |reason| matches!(reason, Corruption::Start(_))),
    ];
    for (index, (bytes, wanted)) in cases.iter().enumerate() {
        let file = [FILE_HEADER, &block(bytes), &good].concat();
        let (games, faults) = read(&file);
        assert_eq!(games.len(), 1, "{index}: the game after it");
        let right = match &faults[..] {
            [Fault::Undecodable { at, reason }] => *at == FILE_HEADER.len() as u64 && wanted(reason),
            _ => false,
        };
        assert!(right, "{index}: {faults:?}");
        assert!(!faults[0].to_string().is_empty());
    }
}

/// Bytes with a right checksum and anything inside: what decodes is a game, and encodes to the same bytes.
#[test]
fn a_game_has_one_spelling() {
    let mut random = Random(10);
    let games = games(8, 40, 11);
    let (mut read_some, mut refused) = (0, 0);
    for _ in 0..40_000 {
        let mut bytes = encode(&games[random.below(games.len())]).expect("a game").split_off(BLOCK_HEADER);
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len());
            match random.below(6) {
                0 => bytes[at] = random.next() as u8,
                1 => bytes.truncate(at.max(1)),
                2 => bytes.push(random.next() as u8),
                _ => bytes[at] ^= 1 << random.below(8),
            }
        }
        match &Reader::new(&[FILE_HEADER, &block(&bytes)].concat()[..]).expect("a file").next() {
            Some(Ok(game)) => {
                assert_eq!(encode(game).expect("a game")[BLOCK_HEADER..], bytes);
                read_some += 1;
            }
            Some(Err(Fault::Undecodable { .. })) => refused += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(read_some > 100 && refused > 100, "{read_some} read, {refused} refused");
}

#[test]
fn any_bytes_come_to_an_end() {
    let mut random = Random(12);
    let whole = file(&games(1, 30, 13));
    for _ in 0..20_000 {
        let mut bytes = whole.clone();
        for _ in 0..1 + random.below(8) {
            let at = FILE_HEADER.len() + random.below(bytes.len() - FILE_HEADER.len());
            match random.below(5) {
                0 => bytes.truncate((at + 1).max(FILE_HEADER.len() + 1)),
                1 => {
                    let from = FILE_HEADER.len() + random.below(at + 1 - FILE_HEADER.len());
                    bytes.drain(from..at);
                }
                2 => bytes.insert(at, random.next() as u8),
                _ => bytes[at] = random.next() as u8,
            }
            if bytes.len() <= FILE_HEADER.len() {
                break;
            }
        }
        let (games, faults) = read(&bytes);
        assert!(games.len() + faults.len() <= bytes.len());
        assert!(good_length(&bytes[..]).expect("its header is whole") <= bytes.len() as u64);
    }
    for length in 0..200 {
        let noise: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        assert!(length == 0 || matches!(Reader::new(&noise[..]), Err(ReadError::NotRecords)));
        let (games, faults) = read(&[FILE_HEADER, &noise].concat());
        assert_eq!((games.len(), faults.len()), (0, usize::from(length > 0)));
    }
}

#[test]
fn a_promise_of_many_moves_takes_no_memory_and_no_time() {
    // MAX_PLIES, then the start of chess, then nothing.
    let number = MAX_PLIES + 64;
    let bits = format!("01{}{number:b}1", "0".repeat(number.ilog2() as usize - 6));
    let bytes: Vec<u8> = bits
        .as_bytes()
        .chunks(8)
        .map(|byte| byte.iter().chain([b'0'; 8].iter()).take(8).fold(0, |byte, bit| byte << 1 | (bit - b'0')))
        .collect();
    let (_, faults) = read(&[FILE_HEADER, &block(&bytes)].concat());
    assert!(matches!(faults[..], [Fault::Undecodable { reason: Corruption::Ends | Corruption::Score(_), .. }]));
}

#[test]
fn other_files_are_refused() {
    let error = |bytes: &[u8]| Reader::new(bytes).expect_err("no file of records");
    assert!(matches!(error(b""), ReadError::NoHeader));
    assert!(matches!(error(b"AssayRec\x01"), ReadError::NoHeader));
    assert!(matches!(error(b"[Event \"x\"]\n\n1. e4 *\n"), ReadError::NotRecords));
    assert!(matches!(error(b"Assay"), ReadError::NoHeader));
    assert!(matches!(error(b"assay"), ReadError::NotRecords));
    assert!(matches!(error(b"AssayRec\x02\0\0\0rest"), ReadError::Version(2)));
    assert!(matches!(error(b"AssayRec\x01\0\0\x80rest"), ReadError::Version(0x8000_0001)));
    assert!(good_length(&b"something else"[..]).is_err());
    assert!(error(b"AssayRec\x02\0\0\0").to_string().contains("version 2"));
}

#[test]
fn what_is_no_game_is_not_written() {
    let mut illegal = from_text(&format!("{} | 1-0 | e2e4 1 e7e5 2 g1f3 3", Position::start().to_shredder_fen()));
    illegal.moves[2].mv = illegal.moves[0].mv;
    assert_eq!(encode(&illegal), Err(NotAGame::IllegalMove(2)));
    let mut writer = Writer::new(Vec::new()).expect("memory takes all");
    let error = writer.write(&illegal).expect_err("an illegal move");
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    assert_eq!(writer.into_inner(), FILE_HEADER);

    let mut long = from_text(&format!("{} | 1-0 |", Position::start().to_shredder_fen()));
    for (mv, score) in
        ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().zip([i16::MIN, i16::MIN, i16::MAX].into_iter().cycle())
    {
        if long.moves.len() == MAX_PLIES {
            break;
        }
        let position = long.moves.len() % 4;
        let mut board = Position::start();
        for played in &long.moves[..position] {
            board.make(played.mv);
        }
        let mv = board.parse_uci(mv).expect("a legal move");
        long.moves.push(Scored { mv, score: Score::Centipawns(score) });
    }
    let (again, faults) = read(&file(std::slice::from_ref(&long)));
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(again, [long.clone()]);
    long.moves.push(long.moves[0]);
    assert_eq!(encode(&long), Err(NotAGame::TooLong));
}

/// An output that counts how often it is written to.
#[derive(Default)]
struct Counting {
    calls: Vec<usize>,
}

impl Write for Counting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls.push(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_game_is_written_in_one_piece() {
    let games = games(1, 40, 14);
    let mut writer = Writer::new(Counting::default()).expect("it takes all");
    for game in &games {
        writer.write(game).expect("it takes all");
    }
    let lengths = games.iter().map(|game| encode(game).expect("a game").len());
    assert_eq!(writer.into_inner().calls, [FILE_HEADER.len()].into_iter().chain(lengths).collect::<Vec<_>>());
}

/// An input that gives a byte at a time, is interrupted between them, and may fail.
struct Dripping<'a> {
    bytes: &'a [u8],
    given: usize,
    fails_at: usize,
    interrupted: bool,
}

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.given == self.fails_at {
            return Err(io::Error::other("the disk is gone"));
        }
        let (Some(&byte), Some(place)) = (self.bytes.get(self.given), buffer.first_mut()) else { return Ok(0) };
        *place = byte;
        self.given += 1;
        Ok(1)
    }
}

#[test]
fn slow_and_failing_inputs() {
    let games = games(2, 30, 15);
    let whole = file(&games);
    let dripping = |fails_at| Dripping { bytes: &whole, given: 0, fails_at, interrupted: false };
    let read: Vec<Game> =
        Reader::new(dripping(usize::MAX)).expect("a file").collect::<Result<_, _>>().expect("no fault");
    assert_eq!(read, games);
    assert!(matches!(Reader::new(dripping(5)), Err(ReadError::Io(_))));
    let mut reader = Reader::new(dripping(whole.len() - 1)).expect("a file");
    let last = reader.by_ref().last();
    assert!(matches!(last, Some(Err(Fault::Io(_)))));
    assert!(reader.next().is_none());
    assert!(matches!(good_length(dripping(whole.len() - 1)), Err(ReadError::Io(_))));
}

/// Case DT-25: a double push that nobody may answer en passant leaves no square, in FEN or record.
#[test]
fn an_en_passant_square_without_use() {
    let game = from_text("5kb1/5p2/2B3p1/1N1KP2p/3p1P2/2bP2P1/5r2/8 b - - 0 1 | 0-1 | f7f5 12");
    let after = game.end();
    let with_square = Position::from_fen("5kb1/8/2B3p1/1N1KPp1p/3p1P2/2bP2P1/5r2/8 w - f6 0 2").expect("a position");
    assert_eq!((after.key(), after.legal_moves().len()), (with_square.key(), 3));
    for game in [game, Game { start: with_square, moves: Vec::new(), result: GameResult::Draw }] {
        let (again, faults) = read(&file(std::slice::from_ref(&game)));
        assert!(faults.is_empty(), "{faults:?}");
        let (again, was) = (again[0].end(), game.end());
        assert_eq!(again, was);
        assert_eq!((again.key(), &again.legal_moves()[..]), (was.key(), &was.legal_moves()[..]));
    }
}

/// Case DT-27: text to records to text is the same text, whichever way it writes castling, and a cut file is noticed.
#[test]
fn a_data_file_goes_there_and_back() {
    let mut games = games(6, 80, 16);
    let extremes = [Score::Mate { winning: true }, Score::Mate { winning: false }]
        .into_iter()
        .chain([i16::MIN, i16::MAX, 0].map(Score::Centipawns));
    let with_moves = games.iter_mut().filter(|game| game.moves.len() > 1);
    for (game, score) in with_moves.zip(extremes.cycle()) {
        let last = game.moves.len() - 1;
        (game.moves[0].score, game.moves[last].score) = (score, score);
    }
    assert!(games.iter().map(|game| game.moves.len()).sum::<usize>() >= 1_000);
    assert!(games.iter().any(|game| game.moves.iter().any(|scored| scored.mv.is_castle())));
    let standard: Vec<&Game> = games.iter().filter(|game| game.start == Position::start()).collect();
    for (mode, games) in [(CastlingMode::Chess960, games.iter().collect()), (CastlingMode::Standard, standard)] {
        let lines: Vec<String> = games.iter().map(|game| to_text(game, mode)).collect();
        let told: Vec<Game> = lines.iter().map(|line| from_text(line)).collect();
        let bytes = file(&told);
        let (again, faults) = read(&bytes);
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(again.iter().map(|game| to_text(game, mode)).collect::<Vec<_>>(), lines);
        // One castling, one code.
        let both: Vec<Game> = games.iter().map(|game| from_text(&to_text(game, CastlingMode::Chess960))).collect();
        assert_eq!(file(&both), bytes);
        let (_, faults) = read(&bytes[..bytes.len() - 1]);
        assert!(matches!(faults[..], [Fault::Truncated { .. }]));
    }
}

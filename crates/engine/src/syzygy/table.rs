//! One table file: its description, and the value of a position in it.
//!
//! Not the rules of probing (`probe`): what captures lead to is not in here. Nor a check of the values: the checksum at the end is not read.
//! Invariant: a file whose description or length is not what its name and the description say is refused when it is opened.

use std::fmt;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use rules::{Color, Position};

use super::groups::{Groups, lead};
use super::material::Material;
use super::pairs::{Pairs, Reader};
use super::store::{OpenFiles, Store, beginning};
use crate::files::open_to_read;

/// Most descriptions are no longer than the first; those of seven pieces are much shorter than the second.
const DESCRIPTIONS: [usize; 2] = [1 << 14, 1 << 20];
const MAGIC: [[u8; 4]; 2] = [[0x71, 0xe8, 0x23, 0x5d], [0xd7, 0x66, 0x0c, 0xa5]];
/// Every file is a number of whole 64 bytes and a checksum.
const UNIT: u64 = 64;
const CHECKSUM: u64 = 16;

const SPLIT: u8 = 1;
const HAS_PAWNS: u8 = 2;

/// Flags of a list of distances.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const PLIES_WHEN_WON: u8 = 4;
const PLIES_WHEN_LOST: u8 = 8;
const WIDE: u8 = 16;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Win, draw or loss.
    Outcome,
    /// Distance to the next capture or pawn move.
    Distance,
}

/// A value found, or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Found(i32),
    /// The file knows this position only with the other side to move.
    OtherSide,
}

/// The list for one file of the leading pawn and one side to move.
struct Part {
    groups: Groups,
    pairs: Pairs,
    /// By outcome: the distances that the list's numbers stand for.
    maps: Vec<Vec<u16>>,
}

pub(super) struct Table {
    store: Store,
    kind: Kind,
    material: Material,
    /// By file, then by side.
    parts: Vec<Vec<Part>>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("kind", &self.kind).field("material", &self.material).finish_non_exhaustive()
    }
}

impl Table {
    /// Opens the file of this material; `None` if it cannot be read or is not what it should be.
    pub(super) fn open(path: &Path, material: Material, kind: Kind, open: &Arc<OpenFiles>) -> Option<Table> {
        let (file, size) = open_to_read(path).ok()?;
        let parts = inspect(&file, size, material, kind)?;
        Some(Table { store: Store::new(path, &file, size, open)?, kind, material, parts })
    }

    /// Whether the file can be opened as this table; the error says why not.
    pub(super) fn check(path: &Path, material: Material, kind: Kind) -> Result<(), String> {
        let (file, size) = open_to_read(path).map_err(|error| error.to_string())?;
        inspect(&file, size, material, kind).map(drop).ok_or_else(|| "damaged, cut short or misnamed".to_owned())
    }

    /// What the table says of a position of its material, colours exchanged or not. `outcome` is what is known already, for distances.
    pub(super) fn value(&self, position: &Position, outcome: i32) -> Option<Value> {
        let is_black = position.side_to_move() == Color::Black;
        let is_symmetric = self.material.is_symmetric();
        let exchanged = if is_symmetric { is_black } else { Material::of(position) != self.material };
        let side = usize::from(!is_symmetric && is_black != exchanged);
        let pawns = self.material.pawns()[0];
        let mut squares = self.parts.first()?.first()?.groups.squares(position, exchanged)?;
        let file = if pawns > 0 { lead(&mut squares, pawns) } else { 0 };
        let sides = self.parts.get(file)?;
        let part = sides.get(side.min(sides.len() - 1))?;
        if self.kind == Kind::Distance && !is_symmetric && usize::from(part.pairs.flags & BLACK_TO_MOVE) != side {
            return Some(Value::OtherSide);
        }
        let mut squares = part.groups.squares(position, exchanged)?;
        lead(&mut squares, pawns);
        let number = part.groups.number(squares)?;
        let value = part.pairs.value(&self.store, number)?;
        match self.kind {
            Kind::Outcome => (value <= 4).then(|| Value::Found(i32::from(value) - 2)),
            Kind::Distance => part.distance(value, outcome).map(Value::Found),
        }
    }
}

impl Part {
    /// The plies that a number of the list stands for.
    fn distance(&self, value: u16, outcome: i32) -> Option<i32> {
        let flags = self.pairs.flags;
        let mut plies = i32::from(value);
        if flags & MAPPED != 0 {
            let map = match outcome {
                2 => 0,
                -2 => 1,
                1 => 2,
                -1 => 3,
                _ => return None,
            };
            plies = i32::from(*self.maps.get(map)?.get(usize::from(value))?);
        }
        let counts_plies = match outcome {
            2 => flags & PLIES_WHEN_WON != 0,
            -2 => flags & PLIES_WHEN_LOST != 0,
            _ => false,
        };
        Some(if counts_plies { plies } else { plies * 2 })
    }
}

/// Reads the description, and compares the file's size with what it says.
fn inspect(file: &File, size: u64, material: Material, kind: Kind) -> Option<Vec<Vec<Part>>> {
    let read = |most| {
        let bytes = beginning(file, size, most)?;
        let mut reader = Reader { bytes: &bytes, at: 0 };
        let parts = describe(&mut reader, material, kind)?;
        Some(place(parts, reader.at as u64))
    };
    let parts = DESCRIPTIONS.into_iter().find_map(read)?;
    let end = parts.iter().flatten().map(|part| part.pairs.end()).max()?;
    (size == end.next_multiple_of(UNIT) + CHECKSUM).then_some(parts)
}

/// Everything before the lists' data.
fn describe(reader: &mut Reader<'_>, material: Material, kind: Kind) -> Option<Vec<Vec<Part>>> {
    if [reader.byte()?, reader.byte()?, reader.byte()?, reader.byte()?] != MAGIC[kind as usize] {
        return None;
    }
    let layout = reader.byte()?;
    let pawns = material.pawns();
    let sides = if kind == Kind::Outcome && !material.is_symmetric() { 2 } else { 1 };
    if (layout & HAS_PAWNS != 0) != (pawns[0] > 0) || (kind == Kind::Outcome && (layout & SPLIT != 0) != (sides == 2)) {
        return None;
    }
    let files = if pawns[0] > 0 { 4 } else { 1 };
    let mut groups = Vec::new();
    for file in 0..files {
        let orders = [reader.byte()?, if pawns[1] > 0 { reader.byte()? } else { 0xff }];
        let codes: Vec<u8> = (0..material.pieces()).map(|_| reader.byte()).collect::<Option<_>>()?;
        for shift in [0, 4].into_iter().take(sides) {
            let nibble = |byte: u8| byte >> shift & 15;
            let pieces: Vec<u8> = codes.iter().map(|&code| nibble(code)).collect();
            let orders = orders.map(|order| usize::from(nibble(order)));
            groups.push(Groups::new(material, &pieces, orders, file)?);
        }
    }
    reader.align(2);
    let mut flat = Vec::new();
    for (groups, values) in groups {
        let pairs = Pairs::read(reader, values, kind == Kind::Outcome)?;
        flat.push(Part { groups, pairs, maps: Vec::new() });
    }
    if kind == Kind::Distance {
        for part in &mut flat {
            part.maps = read_maps(reader, part.pairs.flags)?;
        }
        reader.align(2);
    }
    let mut flat = flat.into_iter();
    Some((0..files).map(|_| flat.by_ref().take(sides).collect()).collect())
}

/// The four maps of a list, if it has any.
fn read_maps(reader: &mut Reader<'_>, flags: u8) -> Option<Vec<Vec<u16>>> {
    if flags & MAPPED == 0 {
        return Some(Vec::new());
    }
    let is_wide = flags & WIDE != 0;
    if is_wide {
        reader.align(2);
    }
    let number = |reader: &mut Reader<'_>| if is_wide { reader.word() } else { reader.byte().map(u16::from) };
    let map = |reader: &mut Reader<'_>| {
        let length = number(reader)?;
        (0..length).map(|_| number(reader)).collect::<Option<Vec<u16>>>()
    };
    (0..4).map(|_| map(reader)).collect()
}

/// The data of all lists, one part after the other.
fn place(mut parts: Vec<Vec<Part>>, mut at: u64) -> Vec<Vec<Part>> {
    for step in [Pairs::place_index, Pairs::place_sizes, Pairs::place_blocks] {
        for part in parts.iter_mut().flatten() {
            at = step(&mut part.pairs, at);
        }
    }
    parts
}

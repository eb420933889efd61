//! Fills the slider tables: per square a mask of relevant squares, and one attack set per occupation of them.
//!
//! The index into a square's part of the table is PEXT where the processor does that fast, a magic multiplication
//! elsewhere; the choice is made here, once, from the target's features, and handed on as `cfg(fast_pext)`.
//! Invariant: both layouts come from the same slow walk in `src/geometry.rs`; nothing is typed in by hand.

#[path = "src/geometry.rs"]
#[allow(dead_code, unreachable_pub, reason = "half of it serves the crate")]
mod geometry;

use geometry::{DIAGONAL, STRAIGHT, Step, relevant_occupancy, slides};
use std::fmt::Write as _;
use std::{env, fs, path::Path};

/// One square's part of the shared table.
struct Entry {
    mask: u64,
    magic: u64,
    offset: usize,
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/geometry.rs");
    println!("cargo::rustc-check-cfg=cfg(fast_pext)");
    let pext = has_fast_pext();
    if pext {
        println!("cargo::rustc-cfg=fast_pext");
    }

    let mut table: Vec<u64> = Vec::new();
    let rook = fill(&STRAIGHT, pext, &mut table);
    let bishop = fill(&DIAGONAL, pext, &mut table);

    let mut source = String::new();
    write_entries(&mut source, "ROOK", &rook);
    write_entries(&mut source, "BISHOP", &bishop);
    writeln!(source, "static ATTACKS: [u64; {}] = [", table.len()).expect("writing to a String");
    for sets in table.chunks(8) {
        for set in sets {
            write!(source, "{set:#x},").expect("writing to a String");
        }
        source.push('\n');
    }
    source.push_str("];\n");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("sliders.rs"), source).expect("OUT_DIR is writable");
}

/// BMI2 exists and isn't the microcoded one of AMD's families before Zen 3, on which PEXT takes up to 300 cycles.
///
/// The family can only be asked of the machine that builds, so it is asked only when building for this machine
/// (`target-cpu=native`); a build that names a target with BMI2 is taken at its word.
fn has_fast_pext() -> bool {
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let x86_64 = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64");
    let native = env::var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("target-cpu=native"));
    x86_64 && features.split(',').any(|feature| feature == "bmi2") && !(native && host_is_amd_before_zen3())
}

#[cfg(target_arch = "x86_64")]
fn host_is_amd_before_zen3() -> bool {
    use std::arch::x86_64::__cpuid;
    let vendor = __cpuid(0);
    let is_amd = vendor.ebx.to_le_bytes() == *b"Auth";
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 0xF) + (signature >> 20 & 0xFF);
    is_amd && family < 0x19
}

#[cfg(not(target_arch = "x86_64"))]
fn host_is_amd_before_zen3() -> bool {
    false
}

fn fill(directions: &[Step; 4], pext: bool, table: &mut Vec<u64>) -> Vec<Entry> {
    (0..64)
        .map(|square| {
            let mask = relevant_occupancy(square, directions);
            let offset = table.len();
            // The subsets in PEXT order: the n-th subset is the one whose extracted bits spell n.
            let subsets: Vec<u64> = subsets(mask).collect();
            let attacks: Vec<u64> = subsets.iter().map(|&subset| slides(square, directions, subset)).collect();
            if pext {
                table.extend(&attacks);
                Entry { mask, magic: 0, offset }
            } else {
                let (magic, slots) = find_magic(square, mask, &subsets, &attacks);
                table.extend(&slots);
                Entry { mask, magic, offset }
            }
        })
        .collect()
}

/// All subsets of `mask`, counting upwards in its bits.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(mask) & mask;
        next = (following != 0).then_some(following);
        Some(subset)
    })
}

/// A multiplier that maps every subset of `mask` to a slot of its own attack set (collisions only between equal sets).
///
/// Trial and error over sparse random numbers (CPW: "Looking for Magics"); the seed makes every build find the same.
fn find_magic(square: u8, mask: u64, subsets: &[u64], attacks: &[u64]) -> (u64, Vec<u64>) {
    let bits = mask.count_ones();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64 ^ (u64::from(square) << 32) ^ mask;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    loop {
        let magic = random() & random() & random();
        if (mask.wrapping_mul(magic) >> 56).count_ones() < 6 {
            continue;
        }
        let mut slots = vec![0u64; 1 << bits];
        // No slider attacks nothing, so 0 can mean "free".
        let fits = subsets.iter().zip(attacks).all(|(&subset, &attack)| {
            let slot = &mut slots[(subset.wrapping_mul(magic) >> (64 - bits)) as usize];
            let free = *slot == 0;
            if free {
                *slot = attack;
            }
            free || *slot == attack
        });
        if fits {
            return (magic, slots);
        }
    }
}

fn write_entries(source: &mut String, name: &str, entries: &[Entry]) {
    writeln!(source, "static {name}: [Slider; 64] = [").expect("writing to a String");
    for Entry { mask, magic, offset } in entries {
        let shift = 64 - mask.count_ones();
        writeln!(source, "Slider::new({mask:#x}, {magic:#x}, {shift}, {offset}),").expect("writing to a String");
    }
    source.push_str("];\n");
}

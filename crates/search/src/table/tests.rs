//! The table from inside: what is kept, what makes way, and what a torn entry is.

use super::*;

fn finding(depth: i32, bound: Bound) -> Finding {
    let mv = rules::Position::start().parse_uci("e2e4").ok();
    let (score, evaluation) = (Score::centipawns(depth * 10), Some(Score::centipawns(-depth)));
    Finding { mv, score, bound, depth: Depth::new(depth), evaluation, was_pv: depth % 2 == 1 }
}

fn table() -> Table {
    Table::new(1).expect("a mebibyte")
}

/// Keys that fall into one cluster.
fn neighbours(count: u64) -> impl Iterator<Item = Key> {
    (0..count).map(|n| 0x5555_0000_0000_0000 + n)
}

#[test]
fn an_entry_is_a_quarter_of_a_cache_line() {
    assert_eq!((size_of::<Slot>(), LINE), (16, 64));
    let table = table();
    assert_eq!(table.clusters * LINE, 1 << 20);
    for index in [0, 1, table.clusters - 1] {
        let slots = table.slots(index);
        assert_eq!((slots.len(), slots.as_ptr().addr() % LINE), (ENTRIES, 0), "cluster {index} lies across lines");
    }
}

#[test]
fn what_is_put_is_what_is_got() {
    let table = table();
    for (key, depth, bound) in
        [(1, 0, Bound::Lower), (2, -1, Bound::Lower), (u64::MAX, 245, Bound::Exact), (1 << 40, 7, Bound::Upper)]
    {
        let put = finding(depth, bound);
        table.put(key, Ply::new(3), put);
        let got = table.get(key, Ply::new(3)).expect("just stored");
        assert_eq!((got.mv, got.score, got.bound), (put.mv, put.score, put.bound));
        assert_eq!((got.depth, got.evaluation, got.was_pv), (put.depth, put.evaluation, put.was_pv));
        assert_eq!(table.get(key ^ 1 << 20, Ply::new(3)), None);
    }
}

#[test]
fn nothing_is_found_in_an_empty_or_cleared_table() {
    let mut table = table();
    assert_eq!((table.get(0, Ply::ROOT), table.permille_full()), (None, 0));
    table.put(0, Ply::ROOT, finding(3, Bound::Exact));
    assert!(table.get(0, Ply::ROOT).is_some());
    table.clear(1, &crate::OneThread);
    assert_eq!(table.get(0, Ply::ROOT), None);
}

#[test]
fn what_was_forgotten_is_neither_found_nor_in_the_way() {
    let (mut used, fresh) = (table(), table());
    let keys: Vec<Key> = neighbours(40).collect();
    for &key in &keys {
        used.put(key, Ply::ROOT, finding(200, Bound::Exact));
    }
    for round in 0..3 {
        used.forget(1, &crate::OneThread);
        assert_eq!(used.permille_full(), 0);
        assert!(keys.iter().all(|&key| used.get(key, Ply::ROOT).is_none()), "round {round}");
    }
    // Deeper entries of a forgotten game must not decide which of these stay.
    for (&key, depth) in keys.iter().zip([9, 2, 8, 7, 3, 5, 1]) {
        used.put(key, Ply::ROOT, finding(depth, Bound::Lower));
        fresh.put(key, Ply::ROOT, finding(depth, Bound::Lower));
    }
    for &key in &keys {
        assert_eq!(used.get(key, Ply::ROOT), fresh.get(key, Ply::ROOT));
    }
}

#[test]
fn it_can_be_forgotten_more_often_than_there_are_numbers() {
    let mut table = table();
    let key = neighbours(1).next().expect("a key");
    for _ in 0..=2 * u32::from(u16::MAX) {
        table.put(key, Ply::ROOT, finding(3, Bound::Exact));
        table.forget(1, &crate::OneThread);
        assert_eq!(table.get(key, Ply::ROOT), None);
    }
}

#[test]
fn the_shallowest_makes_way_and_old_searches_before_it() {
    let mut table = table();
    let keys: Vec<Key> = neighbours(6).collect();
    for (&key, depth) in keys.iter().zip([9, 2, 8, 7]) {
        table.put(key, Ply::ROOT, finding(depth, Bound::Lower));
    }
    table.put(keys[4], Ply::ROOT, finding(1, Bound::Lower));
    assert_eq!(table.get(keys[1], Ply::ROOT), None);
    for _ in 0..3 {
        table.age();
    }
    table.put(keys[2], Ply::ROOT, finding(1, Bound::Lower));
    table.put(keys[4], Ply::ROOT, finding(1, Bound::Lower));
    table.put(keys[5], Ply::ROOT, finding(1, Bound::Lower));
    assert_eq!(table.get(keys[3], Ply::ROOT), None, "depth 7, three searches old, goes before depth 1 of today");
}

#[test]
fn a_shallow_bound_does_not_replace_a_deep_one_of_its_position_and_keeps_its_move() {
    let mut table = table();
    let deep = finding(9, Bound::Lower);
    let depth = |table: &Table| table.get(5, Ply::ROOT).expect("stored").depth.plies();
    table.put(5, Ply::ROOT, deep);
    table.put(5, Ply::ROOT, finding(5, Bound::Upper));
    assert_eq!(depth(&table), 9);
    table.put(5, Ply::ROOT, Finding { mv: None, ..finding(6, Bound::Upper) });
    let got = table.get(5, Ply::ROOT).expect("stored");
    assert_eq!((got.depth.plies(), got.mv), (6, deep.mv));
    table.put(5, Ply::ROOT, deep);
    table.put(5, Ply::ROOT, finding(0, Bound::Exact));
    assert_eq!(depth(&table), 0);
    table.put(5, Ply::ROOT, deep);
    table.age();
    table.put(5, Ply::ROOT, finding(1, Bound::Lower));
    assert_eq!(depth(&table), 1);
}

#[test]
fn a_torn_entry_is_no_entry() {
    let table = table();
    table.put(77, Ply::ROOT, finding(4, Bound::Exact));
    let [_, word] = &table.slots(table.index(77))[0];
    let data = word.load(Ordering::Relaxed);
    word.store(data ^ 1 << 17, Ordering::Relaxed);
    assert_eq!(table.get(77, Ply::ROOT), None);
}

#[test]
fn fullness_counts_this_search_only() {
    let mut table = table();
    for n in 0..200_000u64 {
        table.put(n.wrapping_mul(0x9E37_79B9_7F4A_7C15), Ply::ROOT, finding(1, Bound::Exact));
    }
    assert!((900..=1000).contains(&table.permille_full()), "{}", table.permille_full());
    table.age();
    assert_eq!(table.permille_full(), 0);
}

#[test]
fn memory_that_cannot_be_had_is_an_error() {
    for mebibytes in [usize::MAX, usize::MAX >> 20, 1 << 40] {
        let error = Table::new(mebibytes).expect_err("more than any machine has");
        assert!(error.to_string().contains(&mebibytes.to_string()), "{error}");
    }
    assert_eq!(Table::new(0).map(|table| table.mebibytes()), Ok(1));
}

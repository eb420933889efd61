//! A crate with three techniques, as another crate would declare it, and everything asked of it.

use registry::{Class, Registry, SetError, Value};

mod halving {
    registry::technique! {
        /// Halves a depth.
        ///
        /// More about it.
        "Halving", title "Halving of depths", class Selective, default on, revision 3,
        source "nobody",
        needs [doubling], excludes [],
        parameters {
            /// Plies.
            min_depth = 3 in 1..=9 step 1;
            /// Hundredths of a ply.
            slope = -25 in -100..=100 step 5 scale 100;
        },
        table [i32; 4] = powers
    }

    fn powers(settings: &Settings) -> [i32; 4] {
        std::array::from_fn(|depth| settings.slope * depth as i32)
    }
}
mod doubling {
    registry::technique! {
        /// Doubles a depth.
        "Doubling", title "Doubling", class Extension, default off, revision 1,
        source "nobody",
        needs [], excludes [halving],
        parameters {}
    }
}
registry::registry![halving, doubling];

#[test]
fn a_declaration_says_all_that_was_written() {
    let infos = Config::DEFAULT.infos();
    let info = infos[0];
    assert_eq!(
        (info.name, info.title, info.class, info.revision),
        ("Halving", "Halving of depths", Class::Selective, 3)
    );
    assert_eq!((info.summary(), info.module_name(), info.needs), ("Halves a depth.", "halving", &["doubling"][..]));
    let options: Vec<String> = info.parameters.iter().map(|parameter| info.option_of(parameter)).collect();
    assert_eq!(options, ["Halving.MinDepth", "Halving.Slope"]);
    let scales: Vec<i32> = info.parameters.iter().map(|parameter| parameter.scale).collect();
    assert_eq!(scales, [1, 100]);
    assert_eq!((infos[1].default_on, infos[1].excludes), (false, &["halving"][..]));
}

#[test]
fn values_are_set_by_name_in_any_capitals() {
    let mut config = Config::DEFAULT;
    assert_eq!(config.set("halving.mindepth", " 9 "), Ok(vec![]));
    assert_eq!((config.halving.min_depth, config.get("HALVING.MinDepth")), (9, Some(Value::Number(9))));
    assert_eq!(config.set("Halving.Slope", "-100"), Ok(vec![]));
    assert_eq!(config.halving.slope, -100);
    assert_eq!(config.set("Doubling", "TRUE"), Ok(vec!["Halving"]));
    assert_eq!(
        (config.get("Doubling"), config.get("Halving")),
        (Some(Value::Switch(true)), Some(Value::Switch(false)))
    );
    assert_eq!(config.set("Doubling", "true"), Ok(vec![]));
}

#[test]
fn what_cannot_be_set_changes_nothing() {
    let mut config = Config::DEFAULT;
    for (name, value) in [
        ("", "true"),
        ("Tripling", "true"),
        ("Halving.", "1"),
        ("Halving.Depth", "1"),
        ("Halving", "1"),
        ("Halving", ""),
        ("Halving.MinDepth", "true"),
        ("Halving.MinDepth", "0"),
        ("Halving.MinDepth", "10"),
        ("Halving.MinDepth", "4294967299"),
        ("Halving.MinDepth", "99999999999999999999"),
    ] {
        let error = config.set(name, value).expect_err(name);
        assert!(error.to_string().contains(name), "{error}");
        assert_eq!(config, Config::DEFAULT, "{name} {value}");
    }
    let range = SetError::OutOfRange { name: "Halving.MinDepth".to_owned(), value: 10, min: 1, max: 9 };
    assert_eq!(config.set("Halving.MinDepth", "10"), Err(range));
    assert_eq!(config.get("Tripling"), None);
}

#[test]
fn tables_follow_the_settings() {
    let mut config = Config::DEFAULT;
    assert_eq!(Tables::new(&config).halving, [0, -25, -50, -75]);
    config.halving.slope = 2;
    assert_eq!(Tables::new(&config).halving, [0, 2, 4, 6]);
}

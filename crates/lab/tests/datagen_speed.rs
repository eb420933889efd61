//! Positions per second and bytes per position: `cargo test --release -p lab --test datagen_speed -- --ignored --nocapture`.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use lab::datagen::{Arguments, Identity, run};

#[test]
#[ignore = "measures time, proves nothing"]
fn positions_per_second() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("datagen_speed");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let material = || vec!["MaterialEvaluation=true".to_owned()];
    for (name, workers, options) in [("one", 1, vec![]), ("two", 2, vec![]), ("material", 1, material())] {
        let name = folder.join(name);
        let arguments = Arguments { name, games: 60, workers, seed: 1, options, ..Arguments::default() };
        let identity = Identity { commit: String::new(), fingerprint: 0, network: None };
        let summary = run(&arguments, &identity, &AtomicBool::new(false), &mut |_| ()).expect("a run");
        println!(
            "{workers} workers, {} soft nodes, {:?}: {}",
            arguments.soft_nodes, arguments.options, summary.progress
        );
    }
}

//! Runs `tests/python_chess_client.py`: a client that others wrote, so that we do not only agree with ourselves.

use std::path::Path;
use std::process::Command;

#[test]
fn python_chess_plays_and_analyses() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/python_chess_client.py");
    let python = std::env::var("ASSAY_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let Ok(output) = Command::new(&python).arg(script).arg(env!("CARGO_BIN_EXE_assay")).output() else {
        eprintln!("skipped: {python} cannot be run");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    eprint!("{said}");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("skipped") || said.ends_with("ok\n"), "{said}");
}

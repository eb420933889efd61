//! An experiment on its way into a file.
//!
//! Not played here. Invariant: what is saved names every file by its way from the repository's root, and reads back the same.

use std::fs;
use std::path::{Path, PathBuf};

use super::Places;
use super::store::replace;
use crate::arms;
use crate::experiment::{Experiment, sha256};
use crate::plan::{Openings, Plan, Value};

/// An experiment of two arms as somebody described them on a command line, with its files named for the record.
///
/// # Errors
/// When a file lies outside the repository, or the experiment would be refused.
pub fn draft(name: &str, question: &str, mut plan: Plan, places: &Places) -> Result<Experiment, String> {
    name_book(&mut plan.openings, places)?;
    for arm in plan.arms.iter_mut().filter(|arm| arm.is_in_process()) {
        if let Some(file) = arms::network_file(arm) {
            let inside = places.inside(Path::new(&file))?;
            // Who gave the arm no name of its own has named it by its options.
            arm.name = arm.name.replace(&file, &inside);
            arm.set_option(arms::EVAL_FILE, Value::Text(inside));
        }
    }
    if let Some(folder) = &mut plan.adjudication.syzygy {
        let full = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
        *folder = PathBuf::from(places.relative(&full));
    }
    let experiment =
        Experiment { name: name.to_owned(), question: question.to_owned(), technique: None, revision: None, plan };
    Experiment::parse(&experiment.to_toml()?, name)
}

/// Writes an experiment's file, and gives its place.
///
/// # Errors
/// When it cannot be written.
pub fn save(experiment: &Experiment, places: &Places) -> Result<PathBuf, String> {
    let path = places.experiments().join(format!("{}-{}.toml", experiment.name, &experiment.identity()[..8]));
    replace(&path, &experiment.to_toml()?)?;
    Ok(path)
}

/// A book is named by its way from the root, and by the hash that it has now if it has none yet.
pub(crate) fn name_book(openings: &mut Openings, places: &Places) -> Result<(), String> {
    let Openings::Book { book, sha256: hash, .. } = openings else {
        return Ok(());
    };
    // A user means the folder where he is, a template the root.
    if !places.root.join(&*book).exists() || book.is_absolute() {
        *book = PathBuf::from(places.inside(book)?);
    }
    if hash.is_none() {
        let path = places.root.join(&*book);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        *hash = Some(sha256(&bytes));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::experiment;
    use crate::networks;
    use eval::nnue::Network;

    #[test]
    fn files_are_named_from_the_root_and_by_their_content() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a folder");
        let places = Places::new(&root);
        fs::create_dir_all(places.experiments()).expect("made");
        let network = Network::shipped();
        let file = root.join(networks::file_name_of("new", &network));
        fs::write(&file, network.to_bytes()).expect("written");
        fs::write(root.join("book.epd"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n").expect("written");
        let plan = |file: &Path| {
            let mut plan = experiment().plan;
            plan.arms[0].options.insert(arms::EVAL_FILE.to_owned(), Value::Text(file.display().to_string()));
            plan.openings = Openings::Book { book: root.join("book.epd"), sha256: None, plies: None };
            plan
        };
        let drafted = draft("gate", "Is it better?", plan(&file), &places).expect("an experiment");
        assert_eq!(
            arms::network_file(&drafted.plan.arms[0]),
            file.file_name().map(|name| name.to_string_lossy().into())
        );
        assert!(
            matches!(&drafted.plan.openings, Openings::Book { book, sha256: Some(_), .. } if book == Path::new("book.epd"))
        );
        let saved = save(&drafted, &places).expect("written");
        assert_eq!(Experiment::read(&saved, "it"), Ok(drafted.clone()));
        // Played, it finds the file wherever one stands.
        assert_eq!(arms::network_file(&drafted.plan_at(&root).arms[0]), Some(file.display().to_string()));

        let nameless = root.join("new.nnue");
        fs::write(&nameless, network.to_bytes()).expect("written");
        let error = draft("gate", "Is it better?", plan(&nameless), &places).expect_err("no digits");
        assert!(error.contains("new.nnue does not end with"), "{error}");
        let outside = tempfile::tempdir().expect("a folder");
        let outside = outside.path().join("new-0123456789ab.nnue");
        fs::write(&outside, network.to_bytes()).expect("written");
        assert!(draft("gate", "?", plan(&outside), &places).expect_err("outside").contains("not in the repository"));
        assert!(draft("two words", "?", plan(&file), &places).is_err());
    }

    #[test]
    fn a_book_is_named_by_its_place_and_hash() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("book.epd"), "abc").expect("written");
        let places = Places::new(folder.path());
        let named = |book: PathBuf| {
            let mut openings = Openings::Book { book, sha256: None, plies: None };
            name_book(&mut openings, &places).map(|()| openings)
        };
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let expected = Openings::Book { book: "book.epd".into(), sha256: Some(expected.to_owned()), plies: None };
        assert_eq!(named("book.epd".into()), Ok(expected.clone()));
        assert_eq!(named(folder.path().join("book.epd")), Ok(expected));
        assert!(named("none.epd".into()).expect_err("no file").contains("none.epd is not in the repository"));
    }
}

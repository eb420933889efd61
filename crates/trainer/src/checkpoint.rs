//! A run as it stands, on disk.
//!
//! The file is eight letters, a version, the length of a header, the header as JSON, then weights and the optimiser's two memories as they lie in
//! memory (little-endian), and the SHA-256 of it all. Nothing of chance need be kept: all of it is drawn from the seed before the first step, and
//! the step's number says where in the shuffled positions the run is. Not here: what a difference means to the user (`error`). Invariants: a run that
//! goes on from a checkpoint ends as if it had not been interrupted, to the last bit; a damaged checkpoint is refused.

use crate::curve::Point;
use crate::data::DataFile;
use crate::error::{Difference, Error};
use crate::files;
use crate::optimiser::Moments;
use crate::parameters::{LANES, Parameters, Row, Shape};
use crate::settings::differences;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

const MAGIC: [u8; 8] = *b"AssayTrn";

/// Rises whenever the same settings and data would train another network than before, and when the file changes.
const VERSION: u32 = 2;

/// Bytes before the header.
const PREFIX: usize = MAGIC.len() + 4 + 8;

/// Bytes of the hash.
const HASH: usize = 32;

/// A run as it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoint {
    pub(crate) header: Header,
    pub(crate) weights: Parameters,
    pub(crate) moments: Moments,
}

/// What is said in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// Hidden units.
    pub(crate) hidden: usize,
    /// The day on which it began.
    pub(crate) date: String,
    /// The settings that the network depends on.
    pub(crate) settings: Vec<(String, String)>,
    /// The data that it depends on.
    pub(crate) data: Vec<DataIdentity>,
    /// Steps taken.
    pub(crate) step: u64,
    /// How long it took, in seconds, over all processes.
    pub(crate) seconds: f64,
    /// The loss curve so far.
    pub(crate) curve: Vec<Point>,
    /// The sum of the mean errors of the steps since its last point.
    pub(crate) loss_sum: f64,
    /// The number of these steps.
    pub(crate) loss_steps: u64,
}

/// What makes a data file the same file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DataIdentity {
    /// For people; a file may be moved.
    pub(crate) name: String,
    pub(crate) sha256: String,
}

impl From<&DataFile> for DataIdentity {
    fn from(file: &DataFile) -> Self {
        DataIdentity { name: file.path.display().to_string(), sha256: file.sha256.clone() }
    }
}

impl Checkpoint {
    /// The checkpoint in a file, if there is the file.
    pub(crate) fn load(path: &Path) -> Result<Option<Checkpoint>, Error> {
        let Some(bytes) = files::read(path)? else { return Ok(None) };
        let faulty = |reason| Error::Checkpoint { path: path.to_owned(), reason };
        Checkpoint::from_bytes(&bytes).map(Some).map_err(faulty)
    }

    pub(crate) fn save(&self, path: &Path) -> Result<(), Error> {
        let bytes = self.to_bytes().map_err(|reason| Error::Checkpoint { path: path.to_owned(), reason })?;
        files::write_whole(path, &bytes)
    }

    /// Refuses to go on under other settings.
    pub(crate) fn check_settings(&self, path: &Path, settings: &[(String, String)]) -> Result<(), Error> {
        refuse(path, differences(&self.header.settings, settings))
    }

    /// Refuses to go on with other data.
    pub(crate) fn check_data(&self, path: &Path, data: &[DataIdentity]) -> Result<(), Error> {
        let then = &self.header.data;
        let says = |file: Option<&DataIdentity>| {
            file.map_or("not there".to_owned(), |file| format!("{} with SHA-256 {}", file.name, file.sha256))
        };
        let differing = (0..then.len().max(data.len())).filter_map(|index| {
            let (then, now) = (then.get(index), data.get(index));
            let same = then.map(|file| &file.sha256) == now.map(|file| &file.sha256);
            (!same).then(|| Difference { what: format!("data file {}", index + 1), then: says(then), now: says(now) })
        });
        refuse(path, differing.collect())
    }

    fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let header = serde_json::to_vec(&self.header).map_err(|error| error.to_string())?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((header.len() as u64).to_le_bytes());
        bytes.extend(header);
        for parameters in [&self.weights, &self.moments.mean, &self.moments.square] {
            bytes.extend(parameters.rows().iter().flat_map(|row| row.0).flat_map(f32::to_le_bytes));
        }
        let hash = Sha256::digest(&bytes);
        bytes.extend(hash);
        Ok(bytes)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, String> {
        let content = bytes.len().checked_sub(HASH).filter(|&length| length >= PREFIX).ok_or("too short")?;
        let (content, hash) = bytes.split_at(content);
        let Some(rest) = content.strip_prefix(&MAGIC) else { return Err("not a checkpoint of a training run".into()) };
        let (version, rest) = rest.split_first_chunk::<4>().ok_or("too short")?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(format!("a checkpoint of version {version}; this program knows version {VERSION}"));
        }
        if Sha256::digest(content)[..] != *hash {
            return Err("damaged: its checksum is wrong".into());
        }
        let (length, rest) = rest.split_first_chunk::<8>().ok_or("too short")?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|error| error.to_string())?;
        let (header, numbers) = rest.split_at_checked(length).ok_or("too short")?;
        let header: Header = serde_json::from_slice(header).map_err(|error| error.to_string())?;
        let shape = Shape::new(header.hidden);
        let size = shape.rows() * size_of::<[f32; LANES]>();
        if numbers.len() != 3 * size {
            return Err(format!("{} bytes of weights, not {}", numbers.len(), 3 * size));
        }
        let take = |index: usize| parameters(shape, &numbers[index * size..][..size]);
        Ok(Checkpoint { header, weights: take(0), moments: Moments { mean: take(1), square: take(2) } })
    }
}

fn parameters(shape: Shape, bytes: &[u8]) -> Parameters {
    let mut parameters = Parameters::zero(shape);
    let numbers = bytes.as_chunks::<4>().0.iter().map(|&number| f32::from_le_bytes(number));
    let places = parameters.rows_mut().iter_mut().flat_map(|Row(lanes)| lanes);
    places.zip(numbers).for_each(|(place, number)| *place = number);
    parameters
}

fn refuse(path: &Path, differences: Vec<Difference>) -> Result<(), Error> {
    if differences.is_empty() { Ok(()) } else { Err(Error::Different { path: path.to_owned(), differences }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;
    use rules::Random;

    fn checkpoint() -> Checkpoint {
        let shape = Shape::new(64);
        let random = |seed| Parameters::random(shape, &mut Random(seed));
        let file = |name: &str, sha256: &str| DataIdentity { name: name.to_owned(), sha256: sha256.to_owned() };
        let point = Point {
            step: 10,
            positions: 100,
            learning_rate: 1e-3 / 3.0,
            training_loss: 0.1 + 0.2,
            held_out_loss: Some(1.0 / 7.0),
        };
        Checkpoint {
            header: Header {
                date: "2026-11-30".to_owned(),
                hidden: 64,
                settings: vec![("batch".to_owned(), "7".to_owned())],
                data: vec![file("a.rec", "aa"), file("b.rec", "bb")],
                step: 12,
                seconds: 3.7,
                curve: vec![point, Point { held_out_loss: None, ..point }],
                loss_sum: 2.0 / 3.0,
                loss_steps: 2,
            },
            weights: random(1),
            moments: Moments { mean: random(2), square: random(3) },
        }
    }

    #[test]
    fn it_reads_back_to_the_last_bit() {
        let folder = Folder::new("checkpoint");
        let path = folder.path().join("checkpoint.bin");
        assert_eq!(Checkpoint::load(&path).expect("readable"), None);
        let checkpoint = checkpoint();
        checkpoint.save(&path).expect("written");
        assert_eq!(Checkpoint::load(&path).expect("readable"), Some(checkpoint));
    }

    #[test]
    fn damage_is_refused() {
        let good = checkpoint().to_bytes().expect("JSON");
        assert!(Checkpoint::from_bytes(&good).is_ok());
        for at in [0, 9, 15, 30, PREFIX + 100, good.len() / 2, good.len() - 40, good.len() - 1] {
            let mut bad = good.clone();
            bad[at] ^= 1;
            assert!(Checkpoint::from_bytes(&bad).is_err(), "byte {at}");
        }
        for length in [0, 5, PREFIX, PREFIX + HASH, good.len() / 2, good.len() - 1] {
            assert!(Checkpoint::from_bytes(&good[..length]).is_err(), "{length} bytes");
        }
        let mut newer = good.clone();
        newer[8] += 1;
        assert!(Checkpoint::from_bytes(&newer).expect_err("newer").contains(&format!("version {}", VERSION + 1)));
    }

    #[test]
    fn other_data_and_settings_are_named() {
        let checkpoint = checkpoint();
        let path = Path::new("run/checkpoint.bin");
        let file = |name: &str, sha256: &str| DataIdentity { name: name.to_owned(), sha256: sha256.to_owned() };
        let moved = [file("elsewhere/a.rec", "aa"), file("b.rec", "bb")];
        assert!(checkpoint.check_data(path, &moved).is_ok());
        for (data, wanted) in [
            (
                vec![file("a.rec", "aa"), file("c.rec", "cc")],
                "data file 2 was b.rec with SHA-256 bb and is c.rec with SHA-256 cc",
            ),
            (vec![file("a.rec", "aa")], "data file 2 was b.rec with SHA-256 bb and is not there"),
            ([&moved[..], &[file("c.rec", "cc")]].concat(), "data file 3 was not there and is c.rec"),
            (vec![file("b.rec", "bb"), file("a.rec", "aa")], "data file 1 was a.rec"),
        ] {
            let error = checkpoint.check_data(path, &data).expect_err(wanted).to_string();
            assert!(error.contains(wanted) && error.contains("run/checkpoint.bin"), "{error}");
        }
        assert!(checkpoint.check_settings(path, &checkpoint.header.settings).is_ok());
        let other = [("batch".to_owned(), "8".to_owned())];
        let error = checkpoint.check_settings(path, &other).expect_err("other settings").to_string();
        assert!(error.contains("batch was 7 and is 8"), "{error}");
    }
}

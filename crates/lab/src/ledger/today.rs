//! What the records are held against: the techniques and the network of this build.
//!
//! Not a configuration. Invariant: what it says of a technique comes from its declaration.

use registry::Class;
use search::Options;

use super::record::Record;
use crate::networks::network_hash;

/// A technique as the ledger sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The option's name.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// Whether it is on by default.
    pub default_on: bool,
    /// Its revision.
    pub revision: u32,
}

/// This build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Today {
    /// The SHA-256 of the network that plays by default, or `none`.
    pub network: String,
    /// The SHA-256 of the shipped network, which plays where it is asked for.
    pub shipped: String,
    /// All techniques, in the order of documents.
    pub techniques: Vec<Known>,
}

/// What stands in the place of a network's hash.
pub const NO_NETWORK: &str = "none";

impl Today {
    /// As this build has it.
    #[must_use]
    pub fn new() -> Self {
        let known = |info: &'static registry::Info| Known {
            name: info.name.to_owned(),
            class: info.class,
            default_on: info.default_on,
            revision: info.revision,
        };
        let Options { eval, network, .. } = Options::default();
        let shipped = network_hash(&network);
        let network = if eval.network.on { shipped.clone() } else { NO_NETWORK.to_owned() };
        Today { network, shipped, techniques: session::registry().into_iter().map(known).collect() }
    }

    /// The technique with this name.
    #[must_use]
    pub fn technique(&self, name: &str) -> Option<&Known> {
        self.techniques.iter().find(|known| known.name == name)
    }

    /// Why a record no longer speaks of this build, if so.
    #[must_use]
    pub fn staleness(&self, record: &Record) -> Option<String> {
        // A match of players that are named says nothing of what is the default today.
        let technique = self.technique(record.technique.as_deref()?)?;
        if record.network != self.network && record.network != self.shipped {
            return Some("the network is another".to_owned());
        }
        let then = record.revision.unwrap_or(0);
        let (name, now) = (&technique.name, technique.revision);
        (then != now).then(|| format!("{name} was at revision {then}, now at {now}"))
    }
}

impl Default for Today {
    fn default() -> Self {
        Today::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::testing;

    #[test]
    fn every_technique_of_the_registry_is_known() {
        let today = Today::new();
        assert_eq!(today.techniques.len(), session::registry().len());
        let known = today.technique("NullMovePruning").expect("a technique");
        assert_eq!((known.class, known.default_on), (Class::Selective, true));
        assert_eq!(today.technique("Nonsense"), None);
    }

    #[test]
    fn another_network_or_revision_makes_a_record_stale() {
        let today = testing::today();
        let record = testing::record("NullMovePruning", [40, 80, 140, 99, 41]);
        assert_eq!(today.staleness(&record), None);
        let older = Record { revision: Some(0), ..record.clone() };
        let reason = today.staleness(&older);
        assert_eq!(reason.as_deref(), Some("NullMovePruning was at revision 0, now at 1"));
        let asked_for = Record { network: "aa".to_owned(), ..record.clone() };
        assert_eq!(today.staleness(&asked_for), None, "the shipped one, by an option");
        let other = Record { network: "ff".to_owned(), ..record };
        assert_eq!(today.staleness(&other).as_deref(), Some("the network is another"));
        let named = Record { technique: None, revision: None, ..other };
        assert_eq!(today.staleness(&named), None, "no technique, no default");
    }
}

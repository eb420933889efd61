//! How much memory there is to be had.
//!
//! Not an allocator. Invariant: at least one mebibyte, and never more than a container lets this process have.

use sysinfo::{MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, System};

/// For a system that does not say.
const UNKNOWN: usize = 1024;

/// What a table may take of the memory of the machine, or of the container that this process runs in, in mebibytes: all but an eighth, which
/// the rest of the process and its neighbours need.
#[must_use]
pub fn memory_mebibytes() -> usize {
    let Ok(mut system) = System::new() else {
        return UNKNOWN;
    };
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let mut bytes = system.total_memory();
    let limits = [system.cgroup_limits(), own_cgroup(&mut system)];
    for limit in limits.into_iter().flatten() {
        bytes = bytes.min(limit.total_memory);
    }
    match usize::try_from((bytes - bytes / 8) >> 20) {
        Ok(0) | Err(_) => UNKNOWN,
        Ok(mebibytes) => mebibytes,
    }
}

/// The limits of the control group this process is in, which may be tighter than the system's.
fn own_cgroup(system: &mut System) -> Option<sysinfo::CGroupLimits> {
    let own = sysinfo::get_current_pid().ok()?;
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, ProcessRefreshKind::nothing());
    system.process(own)?.cgroup_limits()
}

#[cfg(test)]
mod tests {
    #[test]
    fn this_machine_has_some() {
        let mebibytes = super::memory_mebibytes();
        assert!((64..1 << 26).contains(&mebibytes), "{mebibytes}");
    }
}

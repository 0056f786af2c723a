//! What the kernel says of a process on this machine: CPU time, memory, who started whom.

use std::collections::BTreeMap;
use std::fs::{read_dir, read_to_string};
use std::time::Duration;

/// The kernel's clock tick, the same on every Linux of the last twenty years.
const TICK: Duration = Duration::from_millis(10);

/// CPU time of all threads of a process up to now. Nanoseconds where the scheduler's own numbers can be read (they
/// are those of living threads; ours live as long as their process), else ticks.
pub(crate) fn cpu(pid: u32) -> Duration {
    let tasks = read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let run = |path: std::path::PathBuf| -> Option<u64> {
        read_to_string(path.join("schedstat")).ok()?.split(' ').next()?.parse().ok()
    };
    match tasks.map(|task| run(task.path())).sum::<Option<u64>>() {
        Some(nanoseconds) if nanoseconds > 0 => Duration::from_nanos(nanoseconds),
        _ => stat(pid).map_or(Duration::ZERO, |stat| stat.own),
    }
}

/// CPU time of a process and everything it started, also of what has ended since.
pub(crate) fn tree_cpu(root: u32) -> Duration {
    let stats: BTreeMap<u32, Stat> = pids().filter_map(|pid| Some((pid, stat(pid)?))).collect();
    let mut total = Duration::ZERO;
    let mut waiting = vec![root];
    while let Some(pid) = waiting.pop() {
        total += cpu(pid) + stats.get(&pid).map_or(Duration::ZERO, |stat| stat.ended_children);
        waiting.extend(stats.iter().filter(|(_, stat)| stat.parent == pid).map(|(child, _)| *child));
    }
    total
}

pub(crate) fn parent(pid: u32) -> Option<u32> {
    stat(pid).map(|stat| stat.parent)
}

pub(crate) fn name(pid: u32) -> Option<String> {
    Some(read_to_string(format!("/proc/{pid}/comm")).ok()?.trim().to_owned())
}

/// Memory that the process holds right now, in kilobytes.
pub(crate) fn resident_kb(pid: u32) -> Option<u64> {
    memory_kb(pid, "VmRSS:")
}

/// The most that it ever held.
pub(crate) fn most_resident_kb(pid: u32) -> Option<u64> {
    memory_kb(pid, "VmHWM:")
}

fn memory_kb(pid: u32, name: &str) -> Option<u64> {
    let status = read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}

pub(crate) fn machine() -> String {
    let model = read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    format!("{cores} cores, {}", model.unwrap_or_else(|| "unknown CPU".to_owned()))
}

/// The last minute's load: above the number of cores, someone else is working here too.
pub(crate) fn load() -> String {
    let text = read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("?").to_owned()
}

struct Stat {
    parent: u32,
    own: Duration,
    ended_children: Duration,
}

fn stat(pid: u32) -> Option<Stat> {
    parse(&read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// The name in brackets may hold anything, so that fields are counted behind it: 3 state, 4 ppid, 14 utime, 15 stime,
/// 16 cutime, 17 cstime.
fn parse(text: &str) -> Option<Stat> {
    let fields: Vec<&str> = text.rsplit_once(") ")?.1.split(' ').collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u32>().ok();
    Some(Stat {
        parent: number(4)?,
        own: TICK * (number(14)? + number(15)?),
        ended_children: TICK * (number(16)? + number(17)?),
    })
}

fn pids() -> impl Iterator<Item = u32> {
    let entries = read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_may_have_brackets_and_spaces_in_its_name() {
        let stat = parse("12 (a) b) S 7 12 12 0 -1 4194560 1 2 3 4 150 50 30 20 20 0 1 0").unwrap();
        assert_eq!((stat.parent, stat.own.as_millis(), stat.ended_children.as_millis()), (7, 2000, 500));
    }

    #[test]
    fn the_most_memory_ever_held_is_no_less_than_what_is_held_now() {
        let pid = std::process::id();
        let now = resident_kb(pid).unwrap();
        assert!(most_resident_kb(pid).unwrap() >= now);
    }

    #[test]
    fn work_shows_as_cpu_time_of_this_process_and_of_its_tree() {
        let (own, tree) = (cpu(std::process::id()), tree_cpu(std::process::id()));
        let from = std::time::Instant::now();
        while from.elapsed() < Duration::from_millis(200) {
            std::hint::black_box(0);
        }
        assert!(cpu(std::process::id()) > own);
        assert!(tree_cpu(std::process::id()) > tree);
    }
}

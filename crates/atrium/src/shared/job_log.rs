//! When this server last ran each of its background jobs, for the health page and the metrics.

use jiff::Timestamp;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
pub struct JobLog(Arc<Mutex<BTreeMap<&'static str, JobRun>>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobRun {
    pub last_run_at: Timestamp,
    /// Null until it first succeeds.
    pub last_done_at: Option<Timestamp>,
}

impl JobRun {
    pub fn is_failing(&self) -> bool {
        self.last_done_at != Some(self.last_run_at)
    }
}

impl JobLog {
    pub fn note(&self, job: &'static str, at: Timestamp, is_done: bool) {
        let result = if is_done { "done" } else { "failed" };
        metrics::counter!("atrium_jobs_total", "job" => job, "result" => result).increment(1);
        let mut runs = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let before = runs.get(job).copied();
        let last_done_at = if is_done { Some(at) } else { before.and_then(|run| run.last_done_at) };
        runs.insert(job, JobRun { last_run_at: at, last_done_at });
        if is_done {
            metrics::gauge!("atrium_job_last_done_seconds", "job" => job).set(at.as_second() as f64);
            if before.is_some_and(|run| run.is_failing()) {
                tracing::info!(job, "a job works again");
            }
        }
        tracing::debug!(job, result, "job");
    }

    /// By name.
    pub fn runs(&self) -> Vec<(&'static str, JobRun)> {
        let runs = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        runs.iter().map(|(job, run)| (*job, *run)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_fails_until_it_goes_well_again_and_keeps_when_it_last_did() {
        let log = JobLog::default();
        let at = |second| Timestamp::from_second(second).unwrap();
        log.note("reminders", at(1), true);
        log.note("reminders", at(2), false);
        let [(_, run)] = log.runs()[..] else { panic!("one job") };
        assert!(run.is_failing());
        assert_eq!(run.last_done_at, Some(at(1)));
        log.note("reminders", at(3), true);
        assert!(!log.runs()[0].1.is_failing());
    }
}

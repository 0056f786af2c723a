//! Long work this server is doing right now: how far it is, and whether someone wants it to stop. In memory, because while an
//! import writes on SQLite no one else can.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use uuid::Uuid;

#[derive(Clone, Default)]
pub struct Works(Arc<Mutex<HashMap<Uuid, Arc<WorkAtHand>>>>);

#[derive(Default)]
pub struct WorkAtHand {
    done: AtomicU64,
    is_stop_wanted: AtomicBool,
}

impl WorkAtHand {
    pub fn reach(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    pub fn stop(&self) {
        self.is_stop_wanted.store(true, Ordering::Relaxed);
    }

    pub fn is_stop_wanted(&self) -> bool {
        self.is_stop_wanted.load(Ordering::Relaxed)
    }
}

/// Ends the work when it's dropped, however it ended.
pub struct WorkGuard(Works, Uuid);

impl Drop for WorkGuard {
    fn drop(&mut self) {
        self.0.all().remove(&self.1);
    }
}

impl Works {
    fn all(&self) -> MutexGuard<'_, HashMap<Uuid, Arc<WorkAtHand>>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn begin(&self, id: Uuid) -> (Arc<WorkAtHand>, WorkGuard) {
        let work = Arc::<WorkAtHand>::default();
        self.all().insert(id, work.clone());
        (work, WorkGuard(self.clone(), id))
    }

    pub fn find(&self, id: Uuid) -> Option<Arc<WorkAtHand>> {
        self.all().get(&id).cloned()
    }

    pub fn is_busy(&self) -> bool {
        !self.all().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_found_while_it_is_done_and_can_be_stopped() {
        let (works, id) = (Works::default(), Uuid::from_u128(1));
        let (work, guard) = works.begin(id);
        works.find(id).unwrap().stop();
        work.reach(7);
        assert!(work.is_stop_wanted() && works.is_busy());
        assert_eq!(works.find(id).unwrap().done(), 7);
        drop(guard);
        assert!(works.find(id).is_none() && !works.is_busy());
    }
}

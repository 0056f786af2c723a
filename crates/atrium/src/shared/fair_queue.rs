//! A limited number of places, with a line per key: each place that frees up goes to the next line in turn. A key that
//! sends thousands of requests waits for itself; another key waits for at most one from each. Canceling a wait is fine.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

pub struct FairQueue<K>(Arc<Inner<K>>);

struct Inner<K> {
    state: Mutex<QueueState<K>>,
    places: usize,
    waiting_most: usize,
}

struct QueueState<K> {
    free: usize,
    /// In turn order; none is empty.
    lines: VecDeque<(K, VecDeque<oneshot::Sender<QueuePlace<K>>>)>,
}

/// Held while the work runs.
pub struct QueuePlace<K>(Option<Arc<Inner<K>>>);

impl<K> Clone for FairQueue<K> {
    fn clone(&self) -> FairQueue<K> {
        FairQueue(self.0.clone())
    }
}

impl<K: PartialEq> FairQueue<K> {
    /// `waiting_most` is per key.
    pub fn new(places: usize, waiting_most: usize) -> FairQueue<K> {
        let state = Mutex::new(QueueState { free: places, lines: VecDeque::new() });
        FairQueue(Arc::new(Inner { state, places, waiting_most }))
    }

    /// Whether no one holds a place or waits for one.
    pub fn is_idle(&self) -> bool {
        self.0.lock().free == self.0.places
    }

    /// `None` if too many with this key are already waiting.
    pub async fn enter(&self, key: K) -> Option<QueuePlace<K>> {
        let turn = {
            let mut state = self.0.lock();
            if state.free > 0 {
                state.free -= 1;
                return Some(QueuePlace(Some(self.0.clone())));
            }
            let (place, turn) = oneshot::channel();
            match state.lines.iter_mut().find(|(known, _)| *known == key) {
                None => state.lines.push_back((key, VecDeque::from([place]))),
                Some((_, line)) => {
                    if line.len() >= self.0.waiting_most {
                        line.retain(|waiting| !waiting.is_closed());
                    }
                    if line.len() >= self.0.waiting_most {
                        return None;
                    }
                    line.push_back(place);
                }
            }
            turn
        };
        turn.await.ok()
    }
}

impl<K> Inner<K> {
    fn lock(&self) -> MutexGuard<'_, QueueState<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next in turn; its line goes to the back.
    fn next(state: &mut QueueState<K>) -> Option<oneshot::Sender<QueuePlace<K>>> {
        let (key, mut line) = state.lines.pop_front()?;
        let next = line.pop_front();
        if !line.is_empty() {
            state.lines.push_back((key, line));
        }
        next
    }
}

impl<K> Drop for QueuePlace<K> {
    fn drop(&mut self) {
        let Some(inner) = self.0.take() else { return };
        loop {
            let mut state = inner.lock();
            let Some(next) = Inner::<K>::next(&mut state) else {
                state.free += 1;
                return;
            };
            drop(state);
            // Waiters that gave up send their place back, to go to the next one.
            match next.send(QueuePlace(Some(inner.clone()))) {
                Ok(()) => return,
                Err(mut unwanted) => unwanted.0 = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn lines_take_turns_and_a_long_one_waits_for_itself() {
        let queue: FairQueue<&str> = FairQueue::new(1, 3);
        let held = queue.enter("flood").await.unwrap();
        let mut flood: Vec<_> = (0..3).map(|_| Box::pin(queue.enter("flood"))).collect();
        for waiting in &mut flood {
            assert!(waiting.now_or_never().is_none());
        }
        assert!(queue.enter("flood").await.is_none(), "its line is full");
        let mut other = Box::pin(queue.enter("other"));
        assert!((&mut other).now_or_never().is_none());
        drop(held);
        let first = flood.remove(0).await.unwrap();
        assert!((&mut other).now_or_never().is_none());
        drop(first);
        let theirs = other.await.unwrap();
        // Waiters that gave up are skipped.
        drop(flood.remove(0));
        drop(theirs);
        drop(flood.remove(0).await.unwrap());
        assert!(queue.enter("anyone").now_or_never().flatten().is_some(), "every place came back");
    }

    #[tokio::test]
    async fn a_place_given_to_someone_who_left_at_that_moment_is_not_lost() {
        let queue: FairQueue<u8> = FairQueue::new(1, 10);
        let held = queue.enter(1).await.unwrap();
        let mut waiting = Box::pin(queue.enter(2));
        assert!((&mut waiting).now_or_never().is_none());
        drop(held);
        drop(waiting);
        assert!(queue.enter(3).now_or_never().flatten().is_some());
    }
}

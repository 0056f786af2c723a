//! How long requests wait for a decision, in whole days: zero is the same day.

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestOutcome {
    Waiting,
    /// In full or in part.
    Approved,
    Denied,
    /// By its owner, before or after a decision.
    Withdrawn,
}

/// Requests that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DecisionTimes {
    pub requests: i64,
    pub approved: i64,
    pub denied: i64,
    pub waiting: i64,
    pub withdrawn: i64,
    days: Vec<i64>,
}

impl DecisionTimes {
    /// `days`: how long it took; none for what needed no decision.
    pub(crate) fn add(&mut self, outcome: RequestOutcome, days: Option<i64>) {
        self.requests += 1;
        match outcome {
            RequestOutcome::Waiting => self.waiting += 1,
            RequestOutcome::Approved => self.approved += 1,
            RequestOutcome::Denied => self.denied += 1,
            RequestOutcome::Withdrawn => self.withdrawn += 1,
        }
        if matches!(outcome, RequestOutcome::Approved | RequestOutcome::Denied) {
            self.days.extend(days.map(|days| days.max(0)));
        }
    }

    /// The median in tenths of a day, and the days within which nine of ten were decided.
    pub(crate) fn median_and_ninth(mut self) -> Option<(i64, i64)> {
        self.days.sort_unstable();
        let count = self.days.len();
        let (low, high) = (self.days.get(count.checked_sub(1)? / 2)?, self.days.get(count / 2)?);
        // By nearest rank: the smallest that nine of ten don't exceed.
        let ninth = self.days.get((count * 9).div_ceil(10) - 1)?;
        Some(((low + high) * 5, *ninth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decided(days: &[i64]) -> DecisionTimes {
        let mut times = DecisionTimes::default();
        days.iter().for_each(|days| times.add(RequestOutcome::Approved, Some(*days)));
        times
    }

    #[test]
    fn the_median_is_in_the_middle_and_nine_of_ten_are_within_the_other() {
        for (days, expected) in [
            (vec![], None),
            (vec![3], Some((30, 3))),
            (vec![1, 2], Some((15, 2))),
            (vec![9, 0, 1], Some((10, 9))),
            (vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 30], Some((45, 8))),
            (vec![0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30], Some((0, 0))),
        ] {
            assert_eq!(decided(&days).median_and_ninth(), expected, "{days:?}");
        }
    }

    #[test]
    fn what_waits_was_withdrawn_or_needed_no_decision_has_no_time() {
        let mut times = decided(&[2]);
        times.add(RequestOutcome::Waiting, None);
        times.add(RequestOutcome::Withdrawn, Some(40));
        times.add(RequestOutcome::Approved, None);
        times.add(RequestOutcome::Denied, Some(4));
        assert_eq!((times.requests, times.approved, times.denied), (5, 2, 1));
        assert_eq!((times.waiting, times.withdrawn), (1, 1));
        assert_eq!(times.median_and_ninth(), Some((30, 4)));
    }

    proptest! {
        #[test]
        fn the_order_of_requests_changes_nothing(days in prop::collection::vec(0i64..400, 1..60)) {
            let mut other = days.clone();
            other.reverse();
            let (median, ninth) = decided(&days).median_and_ninth().unwrap();
            prop_assert_eq!(decided(&other).median_and_ninth(), Some((median, ninth)));
            let within = days.iter().filter(|took| **took <= ninth).count();
            prop_assert!(within * 10 >= days.len() * 9);
            prop_assert!(days.contains(&ninth));
            let below = days.iter().filter(|took| **took * 10 <= median).count();
            prop_assert!(below * 2 >= days.len());
        }
    }
}

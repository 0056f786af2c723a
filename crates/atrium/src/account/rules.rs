//! How often somebody may try to sign in. Pure.

use jiff::{SignedDuration, Timestamp};

/// Tries are counted in windows of this length; nobody can lock a victim out for longer.
pub(super) const WINDOW: SignedDuration = SignedDuration::from_mins(15);

/// The counters one try goes to: by account and address together, by account, by address, and over all. Somebody who
/// guesses from one place runs into the first and does not lock out the owner, who comes from another.
pub(super) fn buckets(username: &str, address: &str) -> [(String, i64); 4] {
    let username = username.trim().to_lowercase();
    [
        (format!("sign-in of {username} from {address}"), 10),
        (format!("sign-in of {username}"), 50),
        (format!("sign-in from {address}"), 100),
        ("sign-in".to_owned(), 20_000),
    ]
}

/// How long to wait, if any of the counters is over its limit. `counts` are (tries, window start, limit).
pub(super) fn wait(counts: &[(i64, Timestamp, i64)], now: Timestamp) -> Option<SignedDuration> {
    let over = counts.iter().filter(|(tries, _, limit)| tries > limit);
    over.map(|(_, start, _)| (*start + WINDOW).duration_since(now))
        .max()
        .map(|left| left.max(SignedDuration::from_secs(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_lasts_until_the_window_of_the_fullest_counter_ends() {
        let start: Timestamp = "2026-11-16T09:00:00Z".parse().unwrap();
        let now = start + SignedDuration::from_mins(5);
        assert_eq!(wait(&[(10, start, 10), (3, start, 50)], now), None);
        assert_eq!(wait(&[(11, start, 10), (3, start, 50)], now), Some(SignedDuration::from_mins(10)));
        let late = start + SignedDuration::from_mins(15);
        assert_eq!(wait(&[(11, start, 10)], late), Some(SignedDuration::from_secs(1)));
    }

    #[test]
    fn case_and_spaces_do_not_make_another_account() {
        assert_eq!(buckets(" Ana ", "127.0.0.1"), buckets("ana", "127.0.0.1"));
    }
}

//! Limits and shapes of factors. Pure.

use crate::shared::problem::Problem;
use jiff::{SignedDuration, Timestamp};
use std::net::IpAddr;

/// How long something may be proved, and how long the proof is then good for.
pub(super) const CHALLENGE_LIFE: SignedDuration = SignedDuration::from_mins(5);
pub(super) const TRIES: i64 = 5;
/// A phone that was changed counts a day later.
const PHONE_REST: SignedDuration = SignedDuration::from_hours(24);
pub(super) const RECOVERY_CODES: usize = 10;

const MINUTE: SignedDuration = SignedDuration::from_mins(1);
const QUARTER: SignedDuration = SignedDuration::from_mins(15);
const HOUR: SignedDuration = SignedDuration::from_hours(1);
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// A counter of tries: what it counts, of whom or what, how many it bears, and in how long a window. The value is kept
/// as a keyed hash: people type passwords where a username belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    pub kind: &'static str,
    pub value: String,
    pub limit: i64,
    pub window: SignedDuration,
}

fn bucket(kind: &'static str, value: impl Into<String>, limit: i64, window: SignedDuration) -> Bucket {
    Bucket { kind, value: value.into(), limit, window }
}

/// A household has as many addresses of the new kind as it likes, all in one network of 64 bits.
fn network(address: &str) -> String {
    match address.parse() {
        Ok(IpAddr::V6(six)) if six.to_ipv4_mapped().is_none() => {
            let [a, b, c, d, ..] = six.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        _ => address.to_owned(),
    }
}

/// Sign-ins: by account and address together, by account, by address, and over all. Somebody who guesses from one place
/// runs into the first and does not lock out the owner, who comes from another. No window is longer than 15 minutes.
pub fn sign_in_buckets(username: &str, address: &str) -> Vec<Bucket> {
    let (username, network) = (username.trim().to_lowercase(), network(address));
    vec![
        bucket("sign-in of an account from an address", format!("{username} {network}"), 10, QUARTER),
        bucket("sign-in of an account", username, 50, QUARTER),
        bucket("sign-in from an address", network, 200, QUARTER),
        bucket("sign-in", "", 20_000, QUARTER),
    ]
}

/// Sign-ins in a browser that its owner has used before: nobody elsewhere can use these tries up.
pub fn known_device_buckets(secret_hash: &[u8]) -> Vec<Bucket> {
    let value: String = secret_hash.iter().map(|byte| format!("{byte:02x}")).collect();
    vec![bucket("sign-in in a known browser", value, 10, QUARTER), bucket("sign-in", "", 20_000, QUARTER)]
}

/// Second factors: every try counts, over all challenges of one account.
pub(super) fn factor_buckets(person: &str, address: &str) -> Vec<Bucket> {
    vec![
        bucket("factor of an account", person, 25, QUARTER),
        bucket("factor from an address", network(address), 200, QUARTER),
    ]
}

/// Text messages: by number, by account, by address, by tenant and over all. Somebody who claims a number takes few of
/// the messages its owner may need.
pub(super) fn sms_buckets(
    phone: &str,
    is_own: bool,
    person: &str,
    address: &str,
    tenant: &str,
) -> Vec<Bucket> {
    let mut all = vec![
        bucket("sms to a number, an hour", phone, 5, HOUR),
        bucket("sms to a number, a day", phone, 10, DAY),
        bucket("sms for an account, a day", person, 15, DAY),
        bucket("sms from an address, an hour", network(address), 200, HOUR),
        bucket("sms for a tenant, a day", tenant, 5_000, DAY),
        bucket("sms, a day", "", 20_000, DAY),
    ];
    if is_own {
        all.push(bucket("sms to a number of one's own, a minute", phone, 1, MINUTE));
    } else {
        all.push(bucket("sms to a number claimed, a minute", phone, 1, MINUTE));
        all.push(bucket("sms to a number claimed, an hour", phone, 2, HOUR));
        all.push(bucket("sms to a number claimed, a day", phone, 3, DAY));
    }
    all
}

/// Mails with a link, asked for by somebody who need not be anybody.
pub fn mail_buckets(username: &str, address: &str) -> Vec<Bucket> {
    let (username, network) = (username.trim().to_lowercase(), network(address));
    vec![
        bucket("reset of an account from an address", format!("{username} {network}"), 5, HOUR),
        bucket("reset of an account", username, 20, HOUR),
        bucket("reset from an address", network, 100, HOUR),
        bucket("reset", "", 5_000, HOUR),
    ]
}

/// Challenges that one account has opened: each is a row.
pub(super) fn challenge_buckets(person: &str) -> Vec<Bucket> {
    vec![bucket("challenges of an account", person, 60, QUARTER)]
}

/// How long to wait, if any of the counters is over its limit. `counts` are (tries, window start), in the order of the
/// buckets.
pub(super) fn wait(
    buckets: &[Bucket],
    counts: &[(i64, Timestamp)],
    now: Timestamp,
) -> Option<SignedDuration> {
    let over = buckets.iter().zip(counts).filter(|(bucket, (tries, _))| *tries > bucket.limit);
    over.map(|(bucket, (_, start))| (*start + bucket.window).duration_since(now))
        .max()
        .map(|left| left.max(SignedDuration::from_secs(1)))
}

/// What somebody typed as a code: spaces and hyphens are how people read them, not part of them.
pub(super) fn plain_code(typed: &str) -> String {
    let kept = typed.chars().filter(|c| !c.is_whitespace() && *c != '-');
    kept.flat_map(char::to_lowercase).take(40).collect()
}

pub(super) fn is_six_digits(code: &str) -> bool {
    code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit())
}

/// Letters and digits that nobody mistakes for one another; 32 of them, so that five bits choose one.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// Ten characters, 50 bits, shown in two halves.
pub(super) fn recovery_code(random: [u8; 10]) -> String {
    let letters: Vec<char> = random.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect();
    let half = |part: &[char]| part.iter().collect::<String>();
    format!("{}-{}", half(&letters[..5]), half(&letters[5..]))
}

/// When a phone that was changed then counts as a factor.
pub fn phone_counts_from(changed_at: Timestamp) -> Timestamp {
    changed_at + PHONE_REST
}

/// A name somebody gives a passkey.
pub(super) fn passkey_name(typed: &str) -> Result<String, Problem> {
    let name: String = typed.trim().chars().filter(|c| !c.is_control()).collect();
    if name.is_empty() || name.chars().count() > 60 {
        let message = "Give the passkey a name of at most 60 characters.";
        return Err(Problem::Refused { code: "INVALID_NAME", field: Some("name"), message });
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_lasts_until_the_window_of_the_fullest_counter_ends() {
        let start: Timestamp = "2026-11-16T09:00:00Z".parse().unwrap();
        let now = start + SignedDuration::from_mins(5);
        let buckets = [bucket("a", "", 10, QUARTER), bucket("b", "", 50, HOUR)];
        assert_eq!(wait(&buckets, &[(10, start), (3, start)], now), None);
        assert_eq!(wait(&buckets, &[(11, start), (3, start)], now), Some(SignedDuration::from_mins(10)));
        assert_eq!(wait(&buckets, &[(11, start), (51, start)], now), Some(SignedDuration::from_mins(55)));
        assert_eq!(wait(&buckets[..1], &[(11, start)], start + QUARTER), Some(SignedDuration::from_secs(1)));
    }

    #[test]
    fn case_and_spaces_do_not_make_another_account() {
        assert_eq!(sign_in_buckets(" Ana ", "127.0.0.1"), sign_in_buckets("ana", "127.0.0.1"));
    }

    #[test]
    fn all_addresses_of_one_household_count_as_one() {
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
        assert_eq!(network(""), "");
    }

    #[test]
    fn nobody_is_locked_out_of_signing_in_for_more_than_15_minutes() {
        let known = known_device_buckets(&[1]);
        let all = [sign_in_buckets("ana", "::1"), factor_buckets("ana", "::1"), known].concat();
        assert!(all.iter().all(|bucket| bucket.window <= QUARTER));
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        assert_eq!(plain_code(" 123 456 "), "123456");
        assert_eq!(plain_code("ABCDE-fghjk"), "abcdefghjk");
        assert!(is_six_digits("000000") && !is_six_digits("12345") && !is_six_digits("12345a"));
        assert!(!is_six_digits("１２３４５６"), "other scripts have other digits");
    }

    #[test]
    fn recovery_codes_use_every_bit_and_no_letter_twice_read() {
        assert_eq!(recovery_code([0, 1, 2, 3, 4, 27, 28, 29, 30, 31]), "abcde-56789");
        assert_eq!(recovery_code([255; 10]), "99999-99999");
        assert!(!ALPHABET.iter().any(|letter| b"ilo1".contains(letter)));
    }
}

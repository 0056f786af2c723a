//! Limits and formats of factors. Pure.

use super::refusal::FactorRefusal;
use crate::shared::network::{household, neighborhood};
use crate::shared::problem::Problem;
use jiff::{SignedDuration, Timestamp};

/// How long a challenge can be answered, and then how long its proof is good for.
pub(super) const CHALLENGE_LIFE: SignedDuration = SignedDuration::from_mins(5);
pub(super) const TRIES: i64 = 5;
/// A changed phone counts one day later.
const PHONE_REST: SignedDuration = SignedDuration::from_hours(24);
pub(super) const RECOVERY_CODES: usize = 10;

const MINUTE: SignedDuration = SignedDuration::from_mins(1);
const QUARTER: SignedDuration = SignedDuration::from_mins(15);
const HOUR: SignedDuration = SignedDuration::from_hours(1);
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// An attempt counter: what it counts, for whom or what, its limit, its window, and what happens past the limit. The
/// value is stored as a keyed hash, because people sometimes type their password into the username field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    pub kind: &'static str,
    pub value: String,
    pub limit: i64,
    pub window: SignedDuration,
    pub beyond: Beyond,
}

/// What a counter does at its limit. A counter that strangers can fill and other people need never refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// No more attempts until the window ends.
    Refuse,
    /// Like `Refuse`, and already at this number while the neighborhood is crowded.
    RefuseCrowded(i64),
    /// A password alone isn't enough.
    Guard,
    /// A refusal says that there were many guesses. Nothing else depends on it.
    Tell,
    /// The neighborhood is crowded, and past this number it has no more attempts.
    Crowd(i64),
}

fn bucket(kind: &'static str, value: impl Into<String>, limit: i64, window: SignedDuration) -> Bucket {
    Bucket { kind, value: value.into(), limit, window, beyond: Beyond::Refuse }
}

/// The addresses in an IPv4 neighborhood. An IPv6 one has 65,536 households, and they may all belong to one customer.
const HOUSEHOLDS: i64 = 256;

/// An address and its neighborhood: when the neighbors cause trouble, an address that caused none still has some
/// attempts. Together they have as many as an IPv4 neighborhood can use up, so the hard limit matters only where one
/// customer has more addresses.
fn place_buckets(kinds: (&'static str, &'static str), address: &str, limits: (i64, i64, i64)) -> [Bucket; 2] {
    let (alone, crowded, together) = limits;
    let own = bucket(kinds.0, household(address), alone, QUARTER);
    let all = bucket(kinds.1, neighborhood(address), together, QUARTER);
    [
        Bucket { beyond: Beyond::RefuseCrowded(crowded), ..own },
        Bucket { beyond: Beyond::Crowd(together + HOUSEHOLDS * crowded), ..all },
    ]
}

/// Sign-ins in an unknown browser: by account and address together, by account, by address, by neighborhood. No counter
/// covers all sign-ins, because anyone could fill it. A full counter for an account never refuses anyone, and neither
/// does one for an account and an address that many people may share: the owner gets in with a second factor or a
/// mailed link. The first two belong to the account. No window is longer than 15 minutes.
pub fn sign_in_buckets(username: &str, address: &str) -> Vec<Bucket> {
    let username = username.trim().to_lowercase();
    let pair = format!("{username} {}", household(address));
    let account = bucket("sign-in of an account", username, 50, QUARTER);
    let place = place_buckets(("sign-in from an address", "sign-in from nearby"), address, (200, 20, 1_000));
    let here = bucket("sign-in of an account from an address", pair, 10, QUARTER);
    let own = [here, account].map(|one| Bucket { beyond: Beyond::Guard, ..one });
    own.into_iter().chain(place).collect()
}

/// Sign-ins by what was typed, whether it's anyone's name or not. A refusal may depend on these only: the counters of an
/// account would tell whether it exists, by another of its names. Nothing clears them, or the owner's sign-in would tell.
pub fn typed_name_buckets(typed: &str, address: &str) -> [Bucket; 2] {
    let typed = typed.trim().to_lowercase();
    let pair = format!("{typed} {}", household(address));
    let all = bucket("sign-in by a name", typed, 50, QUARTER);
    let here = bucket("sign-in by a name from an address", pair, 10, QUARTER);
    [here, all].map(|one| Bucket { beyond: Beyond::Tell, ..one })
}

/// Passkeys have no name to guess, so they count by address and neighborhood alone.
pub fn passkey_buckets(address: &str) -> Vec<Bucket> {
    place_buckets(("passkey from an address", "passkeys from nearby"), address, (200, 20, 1_000)).into()
}

/// Sign-ins sent to an operator's provider: each one sends it a request and writes a row. Those that end in a sign-in
/// don't count.
pub fn upstream_buckets(address: &str) -> Vec<Bucket> {
    place_buckets(("upstream from an address", "upstreams from nearby"), address, (600, 60, 3_000)).into()
}

/// Vendors that present a wrong secret.
pub fn vendor_buckets(address: &str) -> Vec<Bucket> {
    place_buckets(("vendor from an address", "vendors from nearby"), address, (60, 10, 600)).into()
}

/// Sign-ins in a browser its owner has used before: no one elsewhere can use up these attempts.
pub fn known_device_buckets(secret_hash: &[u8]) -> Vec<Bucket> {
    let value: String = secret_hash.iter().map(|byte| format!("{byte:02x}")).collect();
    vec![bucket("sign-in in a known browser", value, 10, QUARTER)]
}

/// Someone signed in, typing their own password.
pub fn own_password_buckets(person: &str) -> Vec<Bucket> {
    vec![bucket("password of somebody signed in", person, 10, QUARTER)]
}

/// Someone signed in, typing another account's password: by caller, and by account. Neither is ever cleared, so
/// colleagues can't guess each other's passwords faster than strangers can.
pub fn merge_buckets(person: &str, username: &str) -> Vec<Bucket> {
    let account = username.trim().to_lowercase();
    vec![
        bucket("merges by an account", person, 10, QUARTER),
        bucket("merges of an account", account, 20, QUARTER),
    ]
}

/// Second factors: every attempt counts, across all of an account's challenges. What no one can guess (a passkey, a
/// 50-bit recovery code) doesn't count there: otherwise, anyone with the password could lock the owner out.
pub(super) fn factor_buckets(person: &str, is_guessable: bool, address: &str) -> Vec<Bucket> {
    let place = place_buckets(("factor from an address", "factors from nearby"), address, (200, 20, 1_000));
    let account = is_guessable.then(|| bucket("factor of an account", person, 25, QUARTER));
    account.into_iter().chain(place).collect()
}

/// Text messages: by number, by account, by address, by tenant and in total. Someone who claims a number uses up few of
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
        bucket("sms from an address, an hour", household(address), 200, HOUR),
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

/// Mails with a link, which anyone can request for any name; `kind` is what the link does. A link lives longer than the
/// window, so anyone told to wait has one in the mailbox that still works. Each address has its own allowance; once
/// many have asked for one account, each gets one mail. Only hundreds of addresses together could keep others from
/// asking.
pub fn mail_buckets(kind: &str, name: &str, address: &str) -> Vec<Bucket> {
    const TOGETHER: i64 = 20;
    let place = place_buckets(("mail from an address", "mail from nearby"), address, (60, 10, 600));
    let account = format!("{kind} {}", name.trim().to_lowercase());
    let pair = format!("{account} {}", household(address));
    let here = bucket("mail for an account from an address", pair, 5, QUARTER);
    let all = bucket("mail for an account", account, TOGETHER, QUARTER);
    let own = [
        Bucket { beyond: Beyond::RefuseCrowded(1), ..here },
        Bucket { beyond: Beyond::Crowd(TOGETHER + HOUSEHOLDS), ..all },
    ];
    own.into_iter().chain(place).collect()
}

/// Mails to an address someone says is theirs.
pub fn confirmation_buckets(person: &str) -> Vec<Bucket> {
    vec![bucket("confirmations for an account", person, 10, HOUR)]
}

/// Addresses someone wants as their own: the answer tells whether a colleague has one.
pub fn new_email_buckets(person: &str) -> Vec<Bucket> {
    vec![bucket("new addresses for an account", person, 30, HOUR)]
}

/// Challenges one account has opened: each is a row.
pub(super) fn challenge_buckets(person: &str) -> Vec<Bucket> {
    vec![bucket("challenges of an account", person, 60, QUARTER)]
}

/// What the counters say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrottleVerdict {
    pub wait: Option<SignedDuration>,
    pub is_guarded: bool,
    /// Whether a refusal says that there were many guesses.
    pub is_told: bool,
}

/// `counts` are (attempts with this one, window start), in bucket order.
pub(super) fn verdict(buckets: &[Bucket], counts: &[(i64, Timestamp)], now: Timestamp) -> ThrottleVerdict {
    let all = || buckets.iter().zip(counts);
    let is_over = |is_meant: fn(Beyond) -> bool| {
        all().any(|(one, (tries, _))| is_meant(one.beyond) && *tries > one.limit)
    };
    let is_crowded = is_over(|beyond| matches!(beyond, Beyond::Crowd(_)));
    let limit = |bucket: &Bucket| match bucket.beyond {
        Beyond::Refuse => bucket.limit,
        Beyond::RefuseCrowded(limit) if is_crowded => limit,
        Beyond::RefuseCrowded(_) => bucket.limit,
        Beyond::Crowd(limit) => limit,
        Beyond::Guard | Beyond::Tell => i64::MAX,
    };
    let wait = all()
        .filter(|(bucket, (tries, _))| *tries > limit(bucket))
        .map(|(bucket, (_, start))| (*start + bucket.window).duration_since(now))
        .max()
        .map(|left| left.max(SignedDuration::from_secs(1)));
    ThrottleVerdict {
        wait,
        is_guarded: is_over(|beyond| beyond == Beyond::Guard),
        is_told: is_over(|beyond| beyond == Beyond::Tell),
    }
}

/// A code without the spaces and hyphens people type to make it readable.
pub(super) fn plain_code(typed: &str) -> String {
    let kept = typed.chars().filter(|c| !c.is_whitespace() && *c != '-');
    kept.flat_map(char::to_lowercase).take(40).collect()
}

pub(super) fn is_six_digits(code: &str) -> bool {
    code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit())
}

/// Letters and digits that people don't mix up; 32 of them, so five bits choose one.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// Ten characters, 50 bits, shown in two halves.
pub(super) fn recovery_code(random: [u8; 10]) -> String {
    let letters: Vec<char> = random.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect();
    let half = |part: &[char]| part.iter().collect::<String>();
    format!("{}-{}", half(&letters[..5]), half(&letters[5..]))
}

/// When a phone changed at this time counts as a factor.
pub fn phone_counts_from(changed_at: Timestamp) -> Timestamp {
    changed_at + PHONE_REST
}

/// A person's name for a passkey.
pub(super) fn passkey_name(typed: &str) -> Result<String, Problem> {
    let name: String = typed.trim().chars().filter(|c| !c.is_control()).collect();
    if name.is_empty() || name.chars().count() > 60 {
        return Err(FactorRefusal::InvalidPasskeyName.into());
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
        let wait = |counts: &[(i64, Timestamp)], now| verdict(&buckets[..counts.len()], counts, now).wait;
        assert_eq!(wait(&[(10, start), (3, start)], now), None);
        assert_eq!(wait(&[(11, start), (3, start)], now), Some(SignedDuration::from_mins(10)));
        assert_eq!(wait(&[(11, start), (51, start)], now), Some(SignedDuration::from_mins(55)));
        assert_eq!(wait(&[(11, start)], start + QUARTER), Some(SignedDuration::from_secs(1)));
    }

    #[test]
    fn case_and_spaces_do_not_make_another_account() {
        assert_eq!(sign_in_buckets(" Ana ", "127.0.0.1"), sign_in_buckets("ana", "127.0.0.1"));
    }

    #[test]
    fn b21_strangers_can_fill_no_counter_that_refuses_other_people() {
        let start: Timestamp = "2026-11-16T09:00:00Z".parse().unwrap();
        let buckets = sign_in_buckets("ana", "192.0.2.7");
        let at = |counts: [i64; 4]| verdict(&buckets, &counts.map(|tries| (tries, start)), start);
        assert_eq!(
            at([10, 50, 200, 1_000]),
            ThrottleVerdict { wait: None, is_guarded: false, is_told: false }
        );
        assert_eq!(
            at([11, 11, 11, 11]),
            ThrottleVerdict { wait: None, is_guarded: true, is_told: false },
            "many share an address"
        );
        assert_eq!(at([11, 51, 201, 1_001]).wait, Some(QUARTER));
        // An account many people guess at, in a neighborhood of guessers, from an address that did nothing.
        assert_eq!(
            at([1, 5_000, 20, 6_120]),
            ThrottleVerdict { wait: None, is_guarded: true, is_told: false }
        );
        assert_eq!(at([1, 1, 21, 6_120]).wait, Some(QUARTER), "a guesser among guessers has fewer tries");
        assert_eq!(at([1, 1, 21, 1_000]).wait, None);
        let everyones = |one: &Bucket| one.beyond == Beyond::Refuse && one.value.is_empty();
        let mail = mail_buckets("reset", "ana", "192.0.2.7");
        let factor = factor_buckets("ana", true, "192.0.2.7");
        assert!(![buckets, mail, factor, passkey_buckets("192.0.2.7")].concat().iter().any(everyones));
    }

    #[test]
    fn one_customer_with_many_households_has_only_so_many_tries() {
        let start: Timestamp = "2026-11-16T09:00:00Z".parse().unwrap();
        let at = |buckets: &[Bucket], nearby: i64| {
            let is_nearby = |one: &Bucket| matches!(one.beyond, Beyond::Crowd(_));
            let counts = buckets.iter().map(|one| (if is_nearby(one) { nearby } else { 1 }, start));
            verdict(buckets, &counts.collect::<Vec<_>>(), start).wait
        };
        let sign_in = sign_in_buckets("ana", "2001:db8:1:2::1");
        assert_eq!((at(&sign_in, 6_120), at(&sign_in, 6_121)), (None, Some(QUARTER)));
        let mail = &mail_buckets("reset", "ana", "2001:db8:1:2::1")[2..];
        assert_eq!((at(mail, 3_160), at(mail, 3_161)), (None, Some(QUARTER)));
    }

    #[test]
    fn mails_asked_for_elsewhere_leave_each_address_one_of_its_own() {
        let start: Timestamp = "2026-11-16T09:00:00Z".parse().unwrap();
        let buckets = mail_buckets("sign_in", " Ana ", "192.0.2.7");
        assert_eq!(buckets, mail_buckets("sign_in", "ana", "192.0.2.7"));
        let wait = |counts: [i64; 4]| verdict(&buckets, &counts.map(|tries| (tries, start)), start).wait;
        assert_eq!((wait([5, 20, 5, 5]), wait([6, 6, 6, 6])), (None, Some(QUARTER)));
        assert_eq!((wait([1, 276, 1, 1]), wait([2, 21, 2, 2])), (None, Some(QUARTER)));
        assert_eq!(wait([1, 277, 1, 1]), Some(QUARTER), "a mailbox is not flooded");
    }

    #[test]
    fn nobody_is_locked_out_of_signing_in_for_more_than_15_minutes() {
        let known = known_device_buckets(&[1]);
        let all = [sign_in_buckets("ana", "::1"), factor_buckets("ana", true, "::1"), known].concat();
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

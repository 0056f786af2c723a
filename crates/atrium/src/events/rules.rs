//! What an administrator may say about a webhook, and when a message is tried again. No clock, no database.

use crate::shared::event_feed::EventType;
use crate::shared::names;
use crate::shared::refusal::refusals;
use jiff::SignedDuration;
use url::Url;

refusals! {
    pub enum EventRefusal {
        Required(field) = "REQUIRED": "This is required.",
        TooLong(field) = "TOO_LONG": "This is too long.",
        Exists = "WEBHOOK_EXISTS" at "name": "This tenant already has a webhook with this name.",
        TooMany = "WEBHOOKS_TOO_MANY": "A tenant can have at most 20 webhooks. Remove one first.",
        InvalidUrl = "WEBHOOK_URL" at "url":
            "The address must be https:// and a public host, or a host in outbound_allowed_hosts, without a username or #.",
        UnknownType = "EVENT_TYPE_UNKNOWN" at "types": "There is no event of this type. docs/events.md lists them all.",
        UnknownCompany = "WEBHOOK_COMPANY" at "companyId": "This tenant has no such company.",
        TurnedOff = "WEBHOOK_OFF": "This webhook is turned off. Turn it on first.",
        TooLongAgo = "REPLAY_TOO_LONG_AGO" at "since": "Events are kept for 30 days. Choose a later time that isn't in the future.",
        NoSuchNumber = "EVENTS_NO_SUCH_NUMBER" at "after":
            "This tenant has no event with this number. Start with 0, or with the last number you read.",
        Forgotten = "EVENTS_FORGOTTEN" at "after":
            "Events after this number were kept for 30 days and are gone. Read the current state, then go on with 0.",
    }
}

pub(super) const MAX_WEBHOOKS: i64 = 20;
const MAX_NAME_CHARS: usize = 100;
const MAX_URL_CHARS: usize = 500;

pub(super) fn name(given: &str) -> Result<String, EventRefusal> {
    let name = names::in_one_line(given);
    match name.chars().count() {
        0 => Err(EventRefusal::Required("name")),
        1..=MAX_NAME_CHARS => Ok(name),
        _ => Err(EventRefusal::TooLong("name")),
    }
}

/// `is_allowed` knows which hosts the operator lists; only those may use plain HTTP or a private address.
pub(super) fn url(given: &str, is_allowed: impl Fn(&Url) -> bool) -> Result<String, EventRefusal> {
    let given = given.trim();
    if given.is_empty() {
        return Err(EventRefusal::Required("url"));
    }
    if given.chars().count() > MAX_URL_CHARS {
        return Err(EventRefusal::TooLong("url"));
    }
    let is_good = |url: &Url| {
        let has_user = !url.username().is_empty() || url.password().is_some();
        is_allowed(url) && !has_user && url.fragment().is_none()
    };
    let has_odd_letters = given.chars().any(|c| c.is_whitespace() || names::is_hidden(c));
    match Url::parse(given).ok().filter(is_good) {
        Some(_) if !has_odd_letters => Ok(given.to_owned()),
        _ => Err(EventRefusal::InvalidUrl),
    }
}

/// Without what follows the `?`: some services put a secret there.
pub(super) fn shown_url(url: &str) -> &str {
    url.split('?').next().unwrap_or_default()
}

/// In the order of the list, each once. None is all.
pub(super) fn types(given: &[String]) -> Result<Vec<EventType>, EventRefusal> {
    if given.iter().any(|one| EventType::parse(one).is_none()) {
        return Err(EventRefusal::UnknownType);
    }
    let chosen = EventType::ALL.iter().filter(|one| given.iter().any(|given| given == one.as_str()));
    Ok(chosen.copied().collect())
}

pub(super) fn check_type_filter(given: &str) -> Result<(), EventRefusal> {
    match given.is_empty() || EventType::parse(given).is_some() {
        true => Ok(()),
        false => Err(EventRefusal::UnknownType),
    }
}

/// What kind of thing an event is about; an older version may have written types we no longer know.
pub(super) fn subject_of(event_type: &str) -> &'static str {
    EventType::parse(event_type).map_or("unknown", EventType::subject)
}

/// Whether a webhook wants events of this type; `types` as it's stored.
pub(super) fn wants(types: &str, event_type: &str) -> bool {
    types.is_empty() || types.split(' ').any(|one| one == event_type)
}

/// Where a message is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryState {
    /// Not tried yet, or to be tried again.
    Waiting,
    Delivered,
    /// Given up on. It's only sent again by hand.
    Parked,
}

impl DeliveryState {
    pub const ALL: [DeliveryState; 3] =
        [DeliveryState::Waiting, DeliveryState::Delivered, DeliveryState::Parked];

    pub fn as_str(self) -> &'static str {
        match self {
            DeliveryState::Waiting => "waiting",
            DeliveryState::Delivered => "delivered",
            DeliveryState::Parked => "parked",
        }
    }

    pub fn parse(text: &str) -> Option<DeliveryState> {
        DeliveryState::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// In seconds: how long we wait after the first attempt, the second … Together almost three days.
const GAPS: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 57_600, 86_400];

/// How long to wait after so many attempts; none: it's given up on.
pub(super) fn gap_after(attempts: i64) -> Option<SignedDuration> {
    let number = usize::try_from(attempts).ok()?.checked_sub(1)?;
    GAPS.get(number).copied().map(SignedDuration::from_secs)
}

/// More attempts than that only happen when workers stop in the middle of one.
pub(super) const MAX_ATTEMPTS: i64 = GAPS.len() as i64 + 1;

/// What an endpoint's answer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerMeaning {
    Delivered,
    /// It never wants to hear from us again.
    Gone,
    Failed,
}

pub(super) fn verdict(status: u16) -> AnswerMeaning {
    match status {
        200..=299 => AnswerMeaning::Delivered,
        410 => AnswerMeaning::Gone,
        // A redirect isn't followed: it could lead to an address that the first check would have refused.
        _ => AnswerMeaning::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_public(url: &Url) -> bool {
        url.scheme() == "https" && url.host_str() != Some("10.0.0.1")
    }

    #[test]
    fn an_address_is_whole_and_may_be_called() {
        assert_eq!(
            url(" https://hooks.example/in?key=1 ", is_public).unwrap(),
            "https://hooks.example/in?key=1"
        );
        assert_eq!(url("  ", is_public), Err(EventRefusal::Required("url")));
        let long = format!("https://hooks.example/{}", "x".repeat(500));
        assert_eq!(url(&long, is_public), Err(EventRefusal::TooLong("url")));
        for wrong in [
            "http://hooks.example/in",
            "https://10.0.0.1/in",
            "https://me:secret@hooks.example/in",
            "https://me@hooks.example/in",
            "https://hooks.example/in#part",
            "https://hooks.example/a b",
            "https://",
            "hooks.example",
            "javascript:alert(1)",
        ] {
            assert_eq!(url(wrong, is_public), Err(EventRefusal::InvalidUrl), "{wrong}");
        }
        assert_eq!(shown_url("https://hooks.example/in?key=1"), "https://hooks.example/in");
    }

    #[test]
    fn a_message_is_tried_for_three_days_with_growing_gaps() {
        let gaps: Vec<SignedDuration> = (1..).map_while(gap_after).collect();
        assert!(gaps.is_sorted() && gaps[0] < SignedDuration::from_mins(1));
        let whole: SignedDuration = gaps.iter().fold(SignedDuration::ZERO, |sum, gap| sum + *gap);
        assert!(
            whole > SignedDuration::from_hours(70) && whole <= SignedDuration::from_hours(72),
            "{whole:?}"
        );
        assert_eq!((gap_after(0), gap_after(MAX_ATTEMPTS)), (None, None));
    }

    #[test]
    fn types_are_known_and_none_is_all() {
        let given = |names: &[&str]| types(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(given(&[]).unwrap(), vec![]);
        let (late, early) = (EventType::TimeOffDecided, EventType::DepositChanged);
        assert_eq!(given(&[late.as_str(), early.as_str(), late.as_str()]).unwrap(), vec![early, late]);
        assert_eq!(given(&["deposit.changed", "salary.raised"]), Err(EventRefusal::UnknownType));
        assert!(wants("", "deposit.changed") && wants("a.b deposit.changed", "deposit.changed"));
        assert!(!wants("deposit.changed_twice", "deposit.changed"));
    }

    #[test]
    fn only_a_success_is_delivered_and_only_410_turns_a_webhook_off() {
        for (status, expected) in [
            (200, AnswerMeaning::Delivered),
            (204, AnswerMeaning::Delivered),
            (302, AnswerMeaning::Failed),
            (404, AnswerMeaning::Failed),
            (410, AnswerMeaning::Gone),
            (500, AnswerMeaning::Failed),
        ] {
            assert_eq!(verdict(status), expected, "{status}");
        }
    }
}

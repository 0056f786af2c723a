//! What a well-formed announcement is. Pure: takes `today`, touches nothing.

pub(super) use super::kinds::MessageState;
use crate::shared::day::Day;
use crate::shared::id::{OrganizationId, PayGroupId};
use crate::shared::refusal::refusals;
use uuid::Uuid;

pub(super) const MAX_MESSAGE_CHARS: usize = 2000;

/// An announcement as someone entered it.
#[derive(Clone, Debug, PartialEq)]
pub struct AnnouncementDraft {
    pub message: String,
    /// The Spanish version. Empty if there isn't one.
    pub message_es: String,
    pub target: Target,
    pub starts: Day,
    pub ends: Day,
}

/// Who it's for. Nothing set means everyone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    pub pay_group: Option<PayGroupId>,
    pub division: Option<OrganizationId>,
    pub branch: Option<OrganizationId>,
    pub department: Option<OrganizationId>,
    pub team: Option<OrganizationId>,
}

impl Target {
    pub fn is_everyone(&self) -> bool {
        *self == Target::default()
    }

    /// (employee column, id) of everything that's set.
    pub(super) fn columns(&self) -> impl Iterator<Item = (&'static str, Uuid)> {
        [
            ("pay_group_id", self.pay_group.map(|id| id.0)),
            ("division_id", self.division.map(|id| id.0)),
            ("branch_id", self.branch.map(|id| id.0)),
            ("department_id", self.department.map(|id| id.0)),
            ("team_id", self.team.map(|id| id.0)),
        ]
        .into_iter()
        .filter_map(|(column, id)| id.map(|id| (column, id)))
    }

    /// (request field, kind, id) of everything that's set.
    fn parts(&self) -> impl Iterator<Item = (&'static str, &'static str, Uuid)> {
        [
            ("payGroupId", "PayGroup", self.pay_group.map(|id| id.0)),
            ("divisionId", "Division", self.division.map(|id| id.0)),
            ("branchId", "Branch", self.branch.map(|id| id.0)),
            ("departmentId", "Department", self.department.map(|id| id.0)),
            ("teamId", "Team", self.team.map(|id| id.0)),
        ]
        .into_iter()
        .filter_map(|(field, kind, id)| id.map(|id| (field, kind, id)))
    }
}

pub(super) fn state(starts: Day, ends: Day, today: Day) -> MessageState {
    if today < starts {
        MessageState::Scheduled
    } else if today > ends {
        MessageState::Ended
    } else {
        MessageState::Current
    }
}

refusals! {
    pub enum AnnouncementRefusal {
        MessageEmpty = "MESSAGE_EMPTY" at "message": "Write a message.",
        MessageTooLong(field) = "MESSAGE_TOO_LONG": "A message can have at most 2,000 characters.",
        DateOutOfRange(field) = "DATE_OUT_OF_RANGE": "The date must be between 1900 and 2099.",
        EndBeforeStart = "END_BEFORE_START" at "endDate": "The end date cannot be before the start date.",
        TooMany = "TOO_MANY": "Send at most 100 at a time.",
        UnknownTarget(field) = "UNKNOWN_TARGET": "That group doesn't exist in this company.",
    }
}

/// Joins the parts of an emoji. Shows nothing by itself.
const JOINER: char = '\u{200d}';

/// Control characters, and anything that reverses or hides text, don't belong in a message.
fn is_kept(c: char) -> bool {
    let is_layout = matches!(c, '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{2069}' | '\u{feff}');
    c == '\n' || c == '\t' || !(c.is_control() || is_layout)
}

/// Empty if none of it would be visible.
fn cleaned(text: &str) -> String {
    let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.retain(is_kept);
    let text = text.trim();
    if text.chars().all(|c| c.is_whitespace() || c == JOINER) { String::new() } else { text.to_owned() }
}

/// The draft as we'll store it: trimmed, with uniform line endings.
pub(super) fn check(mut draft: AnnouncementDraft) -> Result<AnnouncementDraft, AnnouncementRefusal> {
    draft.message = cleaned(&draft.message);
    draft.message_es = cleaned(&draft.message_es);
    if draft.message.is_empty() {
        return Err(AnnouncementRefusal::MessageEmpty);
    }
    for (field, text) in [("message", &draft.message), ("messageEs", &draft.message_es)] {
        if text.chars().count() > MAX_MESSAGE_CHARS {
            return Err(AnnouncementRefusal::MessageTooLong(field));
        }
    }
    if !draft.starts.is_in_range() {
        return Err(AnnouncementRefusal::DateOutOfRange("startDate"));
    }
    if !draft.ends.is_in_range() {
        return Err(AnnouncementRefusal::DateOutOfRange("endDate"));
    }
    if draft.ends < draft.starts {
        return Err(AnnouncementRefusal::EndBeforeStart);
    }
    Ok(draft)
}

/// Each group must belong to this company and be the kind its field says. `known` is what was found there.
pub(super) fn check_target(target: &Target, known: &[(String, Uuid)]) -> Result<(), AnnouncementRefusal> {
    for (field, kind, id) in target.parts() {
        if !known.iter().any(|(known_kind, known_id)| known_kind == kind && *known_id == id) {
            return Err(AnnouncementRefusal::UnknownTarget(field));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn draft(message: &str) -> AnnouncementDraft {
        let (starts, ends) = (Day(date(2026, 11, 16)), Day(date(2026, 11, 20)));
        AnnouncementDraft {
            message: message.into(),
            message_es: String::new(),
            target: Target::default(),
            starts,
            ends,
        }
    }

    #[test]
    fn a_message_needs_words_and_has_at_most_2000_characters() {
        let longest = "ñ".repeat(2000);
        for (message, verdict) in [
            ("Open enrollment closes Friday", None),
            (longest.as_str(), None),
            ("", Some(AnnouncementRefusal::MessageEmpty)),
            (" \n\t ", Some(AnnouncementRefusal::MessageEmpty)),
            ("\u{0}\u{7}", Some(AnnouncementRefusal::MessageEmpty)),
            ("\u{0} \u{0}", Some(AnnouncementRefusal::MessageEmpty)),
            ("\u{200b}\u{200d}\u{feff}", Some(AnnouncementRefusal::MessageEmpty)),
        ] {
            assert_eq!(check(draft(message)).err(), verdict, "{message:?}");
        }
        assert_eq!(
            check(draft(&format!("{longest}!"))).err(),
            Some(AnnouncementRefusal::MessageTooLong("message"))
        );
    }

    #[test]
    fn the_spanish_text_may_be_missing_but_not_be_longer_than_the_other() {
        let in_spanish =
            |text: &str| check(AnnouncementDraft { message_es: text.into(), ..draft("Open enrollment") });
        assert_eq!(in_spanish(" \u{200b} ").unwrap().message_es, "");
        assert_eq!(in_spanish(" Inscripción abierta ").unwrap().message_es, "Inscripción abierta");
        assert_eq!(
            in_spanish(&"ñ".repeat(2001)).err(),
            Some(AnnouncementRefusal::MessageTooLong("messageEs"))
        );
    }

    #[test]
    fn a_message_is_kept_without_surrounding_space_and_control_characters() {
        assert_eq!(check(draft(" \u{0} one\r\ntwo\u{202e}\u{1b}[31m  ")).unwrap().message, "one\ntwo[31m");
    }

    #[test]
    fn dates_lie_between_1900_and_2099_and_the_end_is_not_before_the_start() {
        let day = |y, m, d| Day(date(y, m, d));
        for (starts, ends, verdict) in [
            (day(1900, 1, 1), day(2099, 12, 31), None),
            (day(2026, 11, 16), day(2026, 11, 16), None),
            (day(2026, 11, 17), day(2026, 11, 16), Some(AnnouncementRefusal::EndBeforeStart)),
            (day(1899, 12, 31), day(2026, 1, 1), Some(AnnouncementRefusal::DateOutOfRange("startDate"))),
            (day(2026, 1, 1), day(2100, 1, 1), Some(AnnouncementRefusal::DateOutOfRange("endDate"))),
        ] {
            assert_eq!(
                check(AnnouncementDraft { starts, ends, ..draft("x") }).err(),
                verdict,
                "{starts} to {ends}"
            );
        }
    }

    #[test]
    fn an_announcement_is_current_from_its_first_day_to_its_last() {
        let day = |d| Day(date(2026, 11, d));
        for (today, expected) in [
            (15, MessageState::Scheduled),
            (16, MessageState::Current),
            (20, MessageState::Current),
            (21, MessageState::Ended),
        ] {
            assert_eq!(state(day(16), day(20), day(today)), expected, "on the {today}th");
        }
    }

    #[test]
    fn a_target_must_be_of_this_company_and_of_the_right_kind() {
        let id = Uuid::from_u128(1);
        let team = Target { team: Some(OrganizationId(id)), ..Target::default() };
        assert_eq!(check_target(&team, &[("Team".into(), id)]), Ok(()));
        assert_eq!(
            check_target(&team, &[("Branch".into(), id)]),
            Err(AnnouncementRefusal::UnknownTarget("teamId"))
        );
        assert_eq!(check_target(&team, &[]), Err(AnnouncementRefusal::UnknownTarget("teamId")));
        assert_eq!(check_target(&Target::default(), &[]), Ok(()));
    }
}

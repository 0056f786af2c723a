//! What a change request is, and who can do what to it. Pure.

use crate::shared::refusal::refusals;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub(super) const MAX_NOTE_CHARS: usize = 500;

/// Which feature carries out a request. Managers list the second type as `ee_info`; the entity says `ee-info`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequestType {
    DirectDeposit,
    EeInfo,
}

impl RequestType {
    /// From `requestType` in a manager's list.
    pub fn from_wire(text: &str) -> Result<RequestType, ChangeRequestRefusal> {
        match text {
            "direct_deposit" => Ok(RequestType::DirectDeposit),
            "ee_info" => Ok(RequestType::EeInfo),
            _ => Err(ChangeRequestRefusal::UnknownType),
        }
    }

    /// For a request's `changeType`.
    pub fn change_type(self) -> &'static str {
        match self {
            RequestType::DirectDeposit => "direct-deposit",
            RequestType::EeInfo => "ee-info",
        }
    }
}

/// What a request is about. One feature carries out each subject; `decisions/` knows which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    DirectDeposit,
    TaxForms,
    Profile,
}

/// What exactly a request changes, as stored and as in `entityType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestEntity {
    DirectDeposit,
    TaxForms,
    Demographics,
    Dependents,
    Beneficiaries,
    AdditionalInfo,
}

impl RequestEntity {
    pub fn subject(self) -> Subject {
        match self {
            RequestEntity::DirectDeposit => Subject::DirectDeposit,
            RequestEntity::TaxForms => Subject::TaxForms,
            RequestEntity::Demographics
            | RequestEntity::Dependents
            | RequestEntity::Beneficiaries
            | RequestEntity::AdditionalInfo => Subject::Profile,
        }
    }

    pub fn request_type(self) -> RequestType {
        match self.subject() {
            Subject::DirectDeposit => RequestType::DirectDeposit,
            Subject::TaxForms | Subject::Profile => RequestType::EeInfo,
        }
    }

    pub fn as_str(self) -> &'static str {
        self.as_text()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestStatus {
    Pending,
    Approved,
    Denied,
    /// The owner said "This wasn't me", so it can only be denied.
    Frozen,
    Withdrawn,
}

impl RequestStatus {
    pub fn as_str(self) -> &'static str {
        self.as_text()
    }
}

/// A decider's verdict on a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Approve,
    Deny,
}

/// Something that should make the decider look twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caution {
    pub code: String,
    /// When it happened, if it is an event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
}

impl Caution {
    pub fn of(code: &str) -> Caution {
        Caution { code: code.to_owned(), at: None }
    }

    /// A password, email, phone or factor that changed recently.
    pub fn credential(kind: &str, at: Timestamp) -> Caution {
        Caution { code: format!("{}_CHANGED", kind.to_uppercase()), at: Some(at) }
    }
}

refusals! {
    pub enum ChangeRequestRefusal {
        UnknownType = "UNKNOWN_REQUEST_TYPE" at "requestType":
            "The request type must be ee_info or direct_deposit.",
        Processed = "REQUEST_PROCESSED":
            "This request has been Processed or is Currently being processed. No changes can be made",
        Frozen = "REQUEST_FROZEN": "The employee says someone else made this request. You can only deny it.",
        NoteTooLong = "NOTE_TOO_LONG" at "note": "A note can have at most 500 characters.",
    }
}

pub(super) fn check_decision(
    status: RequestStatus,
    action: Action,
) -> Result<RequestStatus, ChangeRequestRefusal> {
    match (status, action) {
        (RequestStatus::Pending, Action::Approve) => Ok(RequestStatus::Approved),
        (RequestStatus::Frozen, Action::Approve) => Err(ChangeRequestRefusal::Frozen),
        (RequestStatus::Pending | RequestStatus::Frozen, Action::Deny) => Ok(RequestStatus::Denied),
        _ => Err(ChangeRequestRefusal::Processed),
    }
}

pub(super) fn check_note(note: Option<String>) -> Result<String, ChangeRequestRefusal> {
    let mut note = note.unwrap_or_default();
    note.retain(|c| c == '\n' || !c.is_control());
    let note = note.trim().to_owned();
    if note.chars().count() > MAX_NOTE_CHARS { Err(ChangeRequestRefusal::NoteTooLong) } else { Ok(note) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use RequestStatus::{Approved, Denied, Frozen, Pending, Withdrawn};

    #[test]
    fn what_waits_is_decided_once_and_what_is_frozen_is_only_denied() {
        for (status, action, outcome) in [
            (Pending, Action::Approve, Ok(Approved)),
            (Pending, Action::Deny, Ok(Denied)),
            (Frozen, Action::Approve, Err(ChangeRequestRefusal::Frozen)),
            (Frozen, Action::Deny, Ok(Denied)),
            (Approved, Action::Deny, Err(ChangeRequestRefusal::Processed)),
            (Denied, Action::Approve, Err(ChangeRequestRefusal::Processed)),
            (Withdrawn, Action::Approve, Err(ChangeRequestRefusal::Processed)),
        ] {
            assert_eq!(check_decision(status, action), outcome, "{status:?} {action:?}");
        }
    }

    #[test]
    fn a_note_is_trimmed_and_has_an_end() {
        assert_eq!(check_note(Some("  Called Ana.\u{7} ".into())), Ok("Called Ana.".into()));
        assert_eq!(check_note(None), Ok(String::new()));
        assert_eq!(check_note(Some("x".repeat(501))), Err(ChangeRequestRefusal::NoteTooLong));
    }
}

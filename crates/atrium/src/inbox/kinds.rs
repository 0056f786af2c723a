//! The kinds of in-app notices, and the facts in each.

use crate::notices::{CorrectionNews, DelegationNews, RequestAbout, TimeOffNews};
use crate::shared::day::Day;
use async_graphql::Enum;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[graphql(name = "NoticeKind", rename_items = "camelCase")]
pub enum NoticeKind {
    TimeOffAsked,
    TimeOffTaken,
    TimeOffRevised,
    TimeOffWithdrawn,
    TimeOffWaits,
    TimeOffSecondNeeded,
    TimeOffApproved,
    TimeOffPartlyApproved,
    TimeOffDenied,
    TimeOffHalfApproved,
    TimeOffUndone,
    TimeOffEntered,
    TimeOffRevisedForYou,
    TimeOffWithdrawnForYou,
    TimeOffDelegated,
    TimeOffDelegationEnded,
    CorrectionAsked,
    CorrectionApproved,
    CorrectionDenied,
    DepositsAsked,
    DepositsFrozen,
    DepositsApproved,
    DepositsDenied,
    ProfileAsked,
    ProfileApproved,
    ProfileDenied,
    TaxFormsAsked,
    TaxFormsApproved,
    TaxFormsDenied,
    PayStubHere,
}
db::text!(NoticeKind {
    TimeOffAsked = "time_off_asked",
    TimeOffTaken = "time_off_taken",
    TimeOffRevised = "time_off_revised",
    TimeOffWithdrawn = "time_off_withdrawn",
    TimeOffWaits = "time_off_waits",
    TimeOffSecondNeeded = "time_off_second_needed",
    TimeOffApproved = "time_off_approved",
    TimeOffPartlyApproved = "time_off_partly_approved",
    TimeOffDenied = "time_off_denied",
    TimeOffHalfApproved = "time_off_half_approved",
    TimeOffUndone = "time_off_undone",
    TimeOffEntered = "time_off_entered",
    TimeOffRevisedForYou = "time_off_revised_for_you",
    TimeOffWithdrawnForYou = "time_off_withdrawn_for_you",
    TimeOffDelegated = "time_off_delegated",
    TimeOffDelegationEnded = "time_off_delegation_ended",
    CorrectionAsked = "correction_asked",
    CorrectionApproved = "correction_approved",
    CorrectionDenied = "correction_denied",
    DepositsAsked = "deposits_asked",
    DepositsFrozen = "deposits_frozen",
    DepositsApproved = "deposits_approved",
    DepositsDenied = "deposits_denied",
    ProfileAsked = "profile_asked",
    ProfileApproved = "profile_approved",
    ProfileDenied = "profile_denied",
    TaxFormsAsked = "tax_forms_asked",
    TaxFormsApproved = "tax_forms_approved",
    TaxFormsDenied = "tax_forms_denied",
    PayStubHere = "pay_stub_here"
});

impl From<TimeOffNews> for NoticeKind {
    fn from(news: TimeOffNews) -> NoticeKind {
        match news {
            TimeOffNews::Asked => NoticeKind::TimeOffAsked,
            TimeOffNews::Taken => NoticeKind::TimeOffTaken,
            TimeOffNews::Revised => NoticeKind::TimeOffRevised,
            TimeOffNews::Withdrawn => NoticeKind::TimeOffWithdrawn,
            TimeOffNews::Waits => NoticeKind::TimeOffWaits,
            TimeOffNews::SecondNeeded => NoticeKind::TimeOffSecondNeeded,
            TimeOffNews::Approved => NoticeKind::TimeOffApproved,
            TimeOffNews::Partly => NoticeKind::TimeOffPartlyApproved,
            TimeOffNews::Denied => NoticeKind::TimeOffDenied,
            TimeOffNews::HalfApproved => NoticeKind::TimeOffHalfApproved,
            TimeOffNews::Undone => NoticeKind::TimeOffUndone,
            TimeOffNews::Entered => NoticeKind::TimeOffEntered,
            TimeOffNews::RevisedForYou => NoticeKind::TimeOffRevisedForYou,
            TimeOffNews::WithdrawnForYou => NoticeKind::TimeOffWithdrawnForYou,
        }
    }
}

impl From<DelegationNews> for NoticeKind {
    fn from(news: DelegationNews) -> NoticeKind {
        match news {
            DelegationNews::Given => NoticeKind::TimeOffDelegated,
            DelegationNews::Ended => NoticeKind::TimeOffDelegationEnded,
        }
    }
}

impl From<CorrectionNews> for NoticeKind {
    fn from(news: CorrectionNews) -> NoticeKind {
        match news {
            CorrectionNews::Asked => NoticeKind::CorrectionAsked,
            CorrectionNews::Approved => NoticeKind::CorrectionApproved,
            CorrectionNews::Denied => NoticeKind::CorrectionDenied,
        }
    }
}

impl NoticeKind {
    /// A change someone requested, for its deciders.
    pub fn of_request(about: RequestAbout) -> NoticeKind {
        match about {
            RequestAbout::Deposits => NoticeKind::DepositsAsked,
            RequestAbout::Profile => NoticeKind::ProfileAsked,
            RequestAbout::TaxForms => NoticeKind::TaxFormsAsked,
        }
    }

    /// The decision on a change someone requested.
    pub fn of_decision(about: RequestAbout, is_approved: bool) -> NoticeKind {
        match (about, is_approved) {
            (RequestAbout::Deposits, true) => NoticeKind::DepositsApproved,
            (RequestAbout::Deposits, false) => NoticeKind::DepositsDenied,
            (RequestAbout::Profile, true) => NoticeKind::ProfileApproved,
            (RequestAbout::Profile, false) => NoticeKind::ProfileDenied,
            (RequestAbout::TaxForms, true) => NoticeKind::TaxFormsApproved,
            (RequestAbout::TaxForms, false) => NoticeKind::TaxFormsDenied,
        }
    }
}

/// What a kind needs to be told; what people wrote about their reasons stays where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Facts {
    /// Whose request it is, or who the reader covers for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employee: Option<String>,
    /// Of time off, in English and, where it has one, in Spanish.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub type_name_es: Option<String>,
    /// Of time off, or the pay date of a stub.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_day: Option<Day>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_day: Option<Day>,
    /// Of a punch, on the company's own clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
}

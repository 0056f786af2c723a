//! Of what people hear in the app, and the facts of it.

use crate::notices::{CorrectionNews, DelegationNews, RequestAbout, TimeOffNews};
use crate::shared::day::Day;
use async_graphql::Enum;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[graphql(name = "NoticeKind", rename_items = "camelCase")]
pub enum Kind {
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
}
db::text!(Kind {
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
    TaxFormsDenied = "tax_forms_denied"
});

impl From<TimeOffNews> for Kind {
    fn from(news: TimeOffNews) -> Kind {
        match news {
            TimeOffNews::Asked => Kind::TimeOffAsked,
            TimeOffNews::Taken => Kind::TimeOffTaken,
            TimeOffNews::Revised => Kind::TimeOffRevised,
            TimeOffNews::Withdrawn => Kind::TimeOffWithdrawn,
            TimeOffNews::Waits => Kind::TimeOffWaits,
            TimeOffNews::SecondNeeded => Kind::TimeOffSecondNeeded,
            TimeOffNews::Approved => Kind::TimeOffApproved,
            TimeOffNews::Partly => Kind::TimeOffPartlyApproved,
            TimeOffNews::Denied => Kind::TimeOffDenied,
            TimeOffNews::HalfApproved => Kind::TimeOffHalfApproved,
            TimeOffNews::Undone => Kind::TimeOffUndone,
            TimeOffNews::Entered => Kind::TimeOffEntered,
            TimeOffNews::RevisedForYou => Kind::TimeOffRevisedForYou,
            TimeOffNews::WithdrawnForYou => Kind::TimeOffWithdrawnForYou,
        }
    }
}

impl From<DelegationNews> for Kind {
    fn from(news: DelegationNews) -> Kind {
        match news {
            DelegationNews::Given => Kind::TimeOffDelegated,
            DelegationNews::Ended => Kind::TimeOffDelegationEnded,
        }
    }
}

impl From<CorrectionNews> for Kind {
    fn from(news: CorrectionNews) -> Kind {
        match news {
            CorrectionNews::Asked => Kind::CorrectionAsked,
            CorrectionNews::Approved => Kind::CorrectionApproved,
            CorrectionNews::Denied => Kind::CorrectionDenied,
        }
    }
}

impl Kind {
    /// A change someone asked for, for those who decide.
    pub fn of_request(about: RequestAbout) -> Kind {
        match about {
            RequestAbout::Deposits => Kind::DepositsAsked,
            RequestAbout::Profile => Kind::ProfileAsked,
            RequestAbout::TaxForms => Kind::TaxFormsAsked,
        }
    }

    /// What became of a change somebody had asked for.
    pub fn of_decision(about: RequestAbout, is_approved: bool) -> Kind {
        match (about, is_approved) {
            (RequestAbout::Deposits, true) => Kind::DepositsApproved,
            (RequestAbout::Deposits, false) => Kind::DepositsDenied,
            (RequestAbout::Profile, true) => Kind::ProfileApproved,
            (RequestAbout::Profile, false) => Kind::ProfileDenied,
            (RequestAbout::TaxForms, true) => Kind::TaxFormsApproved,
            (RequestAbout::TaxForms, false) => Kind::TaxFormsDenied,
        }
    }
}

/// What a kind needs to be told; what people wrote about their reasons stays where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Facts {
    /// Whose request it is, or for whom the reader stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employee: Option<String>,
    /// Of time off, in English and, where it has one, in Spanish.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub type_name_es: Option<String>,
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

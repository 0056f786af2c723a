//! The kinds of mail a tenant can add a paragraph to. Never one that warns of a change or carries a code: no one should be talked
//! out of a warning.

use super::{Letter, TimeOffNews};
use async_graphql::Enum;
use serde::{Deserialize, Serialize};

/// A kind of mail that can carry a paragraph of the tenant's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Enum, Serialize, Deserialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "snake_case")]
pub enum NoticeTextKind {
    /// To someone new, to choose a password.
    Invitation,
    /// To someone who accepted an invitation.
    Welcome,
    PayStubHere,
    /// Time off was approved or denied.
    TimeOffDecided,
    /// A change request was approved or denied.
    RequestDecided,
    /// On someone's last day.
    EmploymentEnds,
}
db::text!(NoticeTextKind {
    Invitation = "invitation",
    Welcome = "welcome",
    PayStubHere = "pay_stub_here",
    TimeOffDecided = "time_off_decided",
    RequestDecided = "request_decided",
    EmploymentEnds = "employment_ends",
});

impl NoticeTextKind {
    pub const ALL: &[NoticeTextKind] = &[
        NoticeTextKind::Invitation,
        NoticeTextKind::Welcome,
        NoticeTextKind::PayStubHere,
        NoticeTextKind::TimeOffDecided,
        NoticeTextKind::RequestDecided,
        NoticeTextKind::EmploymentEnds,
    ];

    pub(super) fn of(letter: &Letter<'_>) -> Option<NoticeTextKind> {
        match letter {
            Letter::Invitation { .. } => Some(NoticeTextKind::Invitation),
            Letter::Welcome { .. } => Some(NoticeTextKind::Welcome),
            Letter::PayStubHere { .. } => Some(NoticeTextKind::PayStubHere),
            Letter::RequestDecided { .. } => Some(NoticeTextKind::RequestDecided),
            Letter::EmploymentEnds { .. } => Some(NoticeTextKind::EmploymentEnds),
            Letter::TimeOff { news, .. } => {
                let is_decided =
                    matches!(news, TimeOffNews::Approved | TimeOffNews::Partly | TimeOffNews::Denied);
                is_decided.then_some(NoticeTextKind::TimeOffDecided)
            }
            _ => None,
        }
    }
}

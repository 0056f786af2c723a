//! What administrators change about webhooks, and what a proof for each change is bound to.

use super::rules::shown_url;
use super::store::WebhookRow;
use crate::factors::{NeedsProof, ProofPurpose};
use crate::shared::event_feed::EventType;
use crate::shared::id::{CompanyId, WebhookId};
use serde_json::{Value, json};

/// What an administrator says about a webhook.
#[derive(Clone, Debug, Default)]
pub struct WebhookDraft {
    pub name: String,
    pub url: String,
    /// None: events of every company.
    pub company: Option<CompanyId>,
    /// None: all.
    pub types: Vec<String>,
    pub is_enabled: bool,
}

/// A draft that passed the checks.
pub struct CheckedWebhook {
    pub(super) name: String,
    pub(super) url: String,
    pub(super) company: Option<CompanyId>,
    pub(super) types: Vec<EventType>,
    pub(super) is_enabled: bool,
}

impl CheckedWebhook {
    pub(super) fn type_names(&self) -> Vec<&'static str> {
        self.types.iter().map(|one| one.as_str()).collect()
    }

    /// For the audit trail.
    pub(super) fn detail(&self) -> Value {
        json!({
            "name": self.name, "url": shown_url(&self.url), "companyId": self.company, "types": self.type_names(),
            "isEnabled": self.is_enabled,
        })
    }

    fn bound_to(&self) -> Value {
        json!([self.name, self.url, self.company, self.type_names(), self.is_enabled])
    }
}

/// A webhook to add.
pub struct AddedWebhook {
    pub checked: CheckedWebhook,
}

impl NeedsProof for AddedWebhook {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::AddWebhook)
    }

    fn bound_to(&self) -> Value {
        self.checked.bound_to()
    }
}

/// A webhook to change.
pub struct ChangedWebhook {
    pub id: WebhookId,
    pub version: i64,
    pub checked: CheckedWebhook,
}

impl NeedsProof for ChangedWebhook {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ChangeWebhook)
    }

    fn bound_to(&self) -> Value {
        json!([self.id, self.checked.bound_to()])
    }
}

/// A new secret for a webhook.
#[derive(Clone, Copy, Debug)]
pub struct RotationOfWebhookSecret {
    pub id: WebhookId,
    pub version: i64,
    /// The old one signs as well for another day; otherwise it stops right away.
    pub keeps_old: bool,
}

impl NeedsProof for RotationOfWebhookSecret {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RotateWebhookSecret)
    }

    fn bound_to(&self) -> Value {
        json!([self.id, self.keeps_old])
    }
}

/// A webhook to remove.
#[derive(Clone, Copy, Debug)]
pub struct RemovalOfWebhook {
    pub id: WebhookId,
    pub version: i64,
}

impl NeedsProof for RemovalOfWebhook {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RemoveWebhook)
    }

    fn bound_to(&self) -> Value {
        json!([self.id])
    }
}

/// A webhook to turn on or off.
#[derive(Clone, Copy, Debug)]
pub struct TurnOfWebhook {
    pub id: WebhookId,
    pub version: i64,
    pub is_enabled: bool,
}

impl NeedsProof for TurnOfWebhook {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ChangeWebhook)
    }

    fn bound_to(&self) -> Value {
        json!([self.id, self.is_enabled])
    }
}

/// A webhook as saved, and its new secret if it got one: this is the only time it's shown.
pub struct SavedWebhook {
    pub row: WebhookRow,
    pub secret: Option<String>,
}

//! What administrators change about host applications, and what a proof for each change is bound to.

use super::rules::ClientProof;
use super::store::HostApplicationRow;
use crate::factors::{NeedsProof, ProofPurpose};
use crate::shared::id::ApplicationId;
use crate::shared::seal;
use serde_json::{Value, json};

/// What an administrator says about an application.
#[derive(Clone, Debug, Default)]
pub struct HostApplicationDraft {
    pub code: String,
    pub name: String,
    pub target_url: String,
    pub path: String,
    /// Blank: we make one up, or it stays as it was.
    pub client_id: String,
    /// `secret` or `key`.
    pub auth: String,
    /// Its public keys. In a change, blank stays as it was.
    pub jwks: String,
    pub redirect_uris: Vec<String>,
    pub post_logout_redirect_uris: Vec<String>,
    pub claims: Vec<String>,
    /// Blank: it isn't told when sessions end.
    pub logout_uri: String,
    pub is_enabled: bool,
}

/// A draft that passed the checks.
pub struct CheckedHostApplication {
    pub(super) code: String,
    pub(super) name: String,
    pub(super) target_url: String,
    pub(super) path: String,
    pub(super) client_id: String,
    /// None if we made it up: then it's another one in the next attempt.
    pub(super) given_client_id: Option<String>,
    pub(super) proof: ClientProof,
    pub(super) redirect_uris: Vec<String>,
    pub(super) post_logout_redirect_uris: Vec<String>,
    pub(super) claims: Vec<String>,
    pub(super) logout_uri: Option<String>,
    pub(super) is_enabled: bool,
}

impl CheckedHostApplication {
    pub(super) fn detail(&self) -> Value {
        json!({
            "code": self.code, "name": self.name, "targetUrl": self.target_url, "path": self.path,
            "clientId": self.client_id, "auth": self.proof.method().as_str(), "redirectUris": self.redirect_uris,
            "postLogoutRedirectUris": self.post_logout_redirect_uris, "claims": self.claims,
            "logoutUri": self.logout_uri, "isEnabled": self.is_enabled,
        })
    }

    /// What a proof is bound to.
    fn bound_to(&self) -> Value {
        let mut detail = self.detail();
        detail["clientId"] = json!(self.given_client_id);
        json!([detail, self.proof.new_keys().map(seal::hash)])
    }
}

/// An application to add.
pub struct AddedHostApplication {
    pub checked: CheckedHostApplication,
}

impl NeedsProof for AddedHostApplication {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::AddApplication)
    }

    fn bound_to(&self) -> Value {
        self.checked.bound_to()
    }
}

/// An application to change.
pub struct ChangedHostApplication {
    pub id: ApplicationId,
    pub version: i64,
    pub checked: CheckedHostApplication,
}

impl NeedsProof for ChangedHostApplication {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ChangeApplication)
    }

    fn bound_to(&self) -> Value {
        json!([self.id, self.checked.bound_to()])
    }
}

/// A new secret for an application.
#[derive(Clone, Copy, Debug)]
pub struct RotationOfSecret {
    pub id: ApplicationId,
    pub version: i64,
    /// The old one counts for another day; otherwise it stops right away.
    pub keeps_old: bool,
}

impl NeedsProof for RotationOfSecret {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RotateApplicationSecret)
    }

    fn bound_to(&self) -> Value {
        json!([self.id, self.keeps_old])
    }
}

/// An application to remove.
#[derive(Clone, Copy, Debug)]
pub struct RemovalOfHostApplication {
    pub id: ApplicationId,
    pub version: i64,
}

impl NeedsProof for RemovalOfHostApplication {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RemoveApplication)
    }

    fn bound_to(&self) -> Value {
        json!([self.id])
    }
}

/// An application to turn on or off.
#[derive(Clone, Copy, Debug)]
pub struct TurnOfHostApplication {
    pub id: ApplicationId,
    pub version: i64,
    pub is_enabled: bool,
}

impl NeedsProof for TurnOfHostApplication {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ChangeApplication)
    }

    fn bound_to(&self) -> Value {
        json!([self.id, self.is_enabled])
    }
}

/// An application as saved, and its new secret if it got one: this is the only time it's shown.
pub struct SavedHostApplication {
    pub row: HostApplicationRow,
    pub secret: Option<String>,
}

//! What administrators change about machine clients, and what a proof for each change is bound to.

use super::store::MachineClientRow;
use crate::factors::{NeedsProof, ProofPurpose};
use crate::shared::client_auth::AuthMethod;
use crate::shared::id::MachineId;
use crate::shared::seal;
use serde_json::{Value, json};

/// What an administrator says about a machine.
#[derive(Clone, Debug, Default)]
pub struct MachineDraft {
    pub name: String,
    pub scopes: Vec<String>,
    /// `secret` or `key`. A change can't touch it.
    pub auth: String,
    /// Its public keys. In a change, blank stays as it was.
    pub jwks: String,
    /// None: the default, which is enough for most.
    pub requests_per_minute: Option<i64>,
}

/// A draft that passed the checks.
pub struct CheckedMachine {
    pub(super) name: String,
    pub(super) scopes: Vec<&'static str>,
    pub(super) auth: AuthMethod,
    pub(super) new_keys: Option<String>,
    pub(super) requests_per_minute: i64,
}

impl CheckedMachine {
    pub(super) fn detail(&self) -> Value {
        json!({
            "name": self.name, "scopes": self.scopes, "auth": self.auth.as_str(),
            "requestsPerMinute": self.requests_per_minute,
        })
    }

    /// What a proof is bound to.
    fn bound_to(&self) -> Value {
        json!([self.detail(), self.new_keys.as_deref().map(seal::hash)])
    }
}

/// A machine to add.
pub struct AddedMachine {
    pub checked: CheckedMachine,
}

impl NeedsProof for AddedMachine {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::AddMachine)
    }

    fn bound_to(&self) -> Value {
        self.checked.bound_to()
    }
}

/// A machine to change.
pub struct ChangedMachine {
    pub id: MachineId,
    pub version: i64,
    pub checked: CheckedMachine,
}

impl NeedsProof for ChangedMachine {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ChangeMachine)
    }

    fn bound_to(&self) -> Value {
        json!([self.id, self.checked.bound_to()])
    }
}

/// A new secret for a machine.
#[derive(Clone, Copy, Debug)]
pub struct RotationOfMachineSecret {
    pub id: MachineId,
    pub version: i64,
    /// The old one counts for another day; otherwise it stops right away, and the tokens it got with it.
    pub keeps_old: bool,
}

impl NeedsProof for RotationOfMachineSecret {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RotateMachineSecret)
    }

    fn bound_to(&self) -> Value {
        json!([self.id, self.keeps_old])
    }
}

/// A machine to revoke.
#[derive(Clone, Copy, Debug)]
pub struct RevocationOfMachine {
    pub id: MachineId,
    pub version: i64,
}

impl NeedsProof for RevocationOfMachine {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RevokeMachine)
    }

    fn bound_to(&self) -> Value {
        json!([self.id])
    }
}

/// A machine as saved, and its new secret if it got one: this is the only time it's shown.
pub struct SavedMachine {
    pub row: MachineClientRow,
    pub secret: Option<String>,
}

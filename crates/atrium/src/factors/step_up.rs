//! «Prove it for this change»: the one way any feature demands a fresh factor.
//!
//! - A change that needs one is refused with `STEP_UP_REQUIRED` and a challenge bound to the hash of that exact change.
//! - The person answers the challenge with a factor (`account/step_up_http.rs`), within five minutes, in the same
//!   session.
//! - Sending the same change again with the challenge in its `Step-Up` header uses up the proof in the change's own
//!   transaction.
//! - A use case that needs one takes `Proven<Change>`, and `call.prove(change)` is how a request gets it. What must not
//!   compile is in `wrong_uses.rs`.

use super::{Demand, Passkeys, Whom, may_open, open_step_up, open_to, use_proof};
use crate::access::{MachineScope, OperatorScope};
use crate::app::App;
use crate::shared::machine_right::{HandoverRead, Scim};
use crate::shared::problem::Problem;
use db::Tx;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};
use std::ops::Deref;
use uuid::Uuid;

/// What a proof is for. It's part of the hash, so a proof for one purpose is good for no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofPurpose {
    ChangePassword,
    ChangeProfile,
    ChangePhone,
    RemovePhone,
    AddPasskey,
    RemovePasskey,
    AddTotp,
    RemoveTotp,
    RenewRecoveryCodes,
    RemoveIdentity,
    MergeAccounts,
    UndoMerge,
    AskForNameOrAddress,
    SaveDeposits,
    RemoveDeposit,
    ApproveDeposits,
    ExportHandover,
    AddPerson,
    ChangeEmployment,
    GiveRole,
    EndRole,
    EditRole,
    RemoveRole,
    ResetSignIn,
    UnlockAccount,
    CorrectSignInName,
    EditCompany,
    SetSecondFactor,
    AddUpstream,
    ChangeUpstream,
    RemoveUpstream,
    AddApplication,
    ChangeApplication,
    RotateApplicationSecret,
    RemoveApplication,
    ApplyImport,
    UndoImport,
    SaveMapping,
    RemoveMapping,
    AddWebhook,
    ChangeWebhook,
    RotateWebhookSecret,
    RemoveWebhook,
    AddMachine,
    ChangeMachine,
    RotateMachineSecret,
    RevokeMachine,
}

impl ProofPurpose {
    fn as_str(self) -> &'static str {
        match self {
            ProofPurpose::ChangePassword => "account.password",
            ProofPurpose::ChangeProfile => "account.profile",
            ProofPurpose::ChangePhone => "account.phone",
            ProofPurpose::RemovePhone => "account.remove_phone",
            ProofPurpose::AddPasskey => "account.add_passkey",
            ProofPurpose::RemovePasskey => "account.remove_passkey",
            ProofPurpose::AddTotp => "account.add_totp",
            ProofPurpose::RemoveTotp => "account.remove_totp",
            ProofPurpose::RenewRecoveryCodes => "account.recovery_codes",
            ProofPurpose::RemoveIdentity => "account.remove_identity",
            ProofPurpose::MergeAccounts => "account.merge",
            ProofPurpose::UndoMerge => "account.undo_merge",
            ProofPurpose::AskForNameOrAddress => "profile.ask",
            ProofPurpose::SaveDeposits => "deposits.save",
            ProofPurpose::RemoveDeposit => "deposits.remove",
            ProofPurpose::ApproveDeposits => "deposits.approve",
            ProofPurpose::ExportHandover => "handover.export",
            ProofPurpose::AddPerson => "person.add",
            ProofPurpose::ChangeEmployment => "employment.change",
            ProofPurpose::GiveRole => "role.give",
            ProofPurpose::EndRole => "role.end",
            ProofPurpose::EditRole => "role.edit",
            ProofPurpose::RemoveRole => "role.remove",
            ProofPurpose::ResetSignIn => "account.reset_sign_in",
            ProofPurpose::UnlockAccount => "account.unlock",
            ProofPurpose::CorrectSignInName => "account.correct",
            ProofPurpose::EditCompany => "company.edit",
            ProofPurpose::SetSecondFactor => "tenant.second_factor",
            ProofPurpose::AddUpstream => "upstream.add",
            ProofPurpose::ChangeUpstream => "upstream.change",
            ProofPurpose::RemoveUpstream => "upstream.remove",
            ProofPurpose::AddApplication => "application.add",
            ProofPurpose::ChangeApplication => "application.change",
            ProofPurpose::RotateApplicationSecret => "application.rotate_secret",
            ProofPurpose::RemoveApplication => "application.remove",
            ProofPurpose::ApplyImport => "import.apply",
            ProofPurpose::UndoImport => "import.undo",
            ProofPurpose::SaveMapping => "mapping.save",
            ProofPurpose::RemoveMapping => "mapping.remove",
            ProofPurpose::AddWebhook => "webhook.add",
            ProofPurpose::ChangeWebhook => "webhook.change",
            ProofPurpose::RotateWebhookSecret => "webhook.rotate_secret",
            ProofPurpose::RemoveWebhook => "webhook.remove",
            ProofPurpose::AddMachine => "machine.add",
            ProofPurpose::ChangeMachine => "machine.change",
            ProofPurpose::RotateMachineSecret => "machine.rotate_secret",
            ProofPurpose::RevokeMachine => "machine.revoke",
        }
    }

    /// Where pay goes, and what stands in for a second factor, always take a second factor.
    fn demand(self) -> Demand {
        match self {
            ProofPurpose::SaveDeposits
            | ProofPurpose::RemoveDeposit
            | ProofPurpose::ApproveDeposits
            | ProofPurpose::ExportHandover
            | ProofPurpose::RenewRecoveryCodes => Demand::SecondFactor,
            _ => Demand::Best,
        }
    }
}

/// A change that may need a fresh factor.
pub trait NeedsProof: Send {
    /// None if this one changes nothing that needs a proof.
    fn purpose(&self) -> Option<ProofPurpose>;

    /// Everything the proof is good for, so that it fits no other change.
    fn bound_to(&self) -> Value;
}

/// A change for which a factor was proved if it needs one. Use cases take it, so they can't be called without.
#[derive(Debug)]
pub struct Proven<C> {
    change: C,
}

impl<C> Deref for Proven<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.change
    }
}

impl<C> Proven<C> {
    pub fn into_change(self) -> C {
        self.change
    }
}

impl<C: NeedsProof> Proven<C> {
    /// For a change that needs no proof. Any other comes back.
    pub fn unneeded(change: C) -> Result<Proven<C>, C> {
        if change.purpose().is_none() { Ok(Proven { change }) } else { Err(change) }
    }

    /// Uses up the challenge that was answered for this change. The change comes back if it's someone else's, for
    /// something else, or too old.
    pub async fn by_challenge(
        app: &App,
        tx: &mut Tx,
        (id, whom): (Uuid, Whom),
        change: C,
        now: Timestamp,
    ) -> Result<Result<Proven<C>, C>, Problem> {
        let (bound_to, _) = bound(app, &change)?;
        let is_proved = use_proof(tx, id, whom, &bound_to, now).await?;
        Ok(if is_proved { Ok(Proven { change }) } else { Err(change) })
    }

    /// For operators, who work at the server itself and have no session: commands, and creating the demo world.
    pub fn by_operator(_: &OperatorScope, change: C) -> Proven<C> {
        Proven { change }
    }

    /// For a payroll system: an administrator proved a factor when they gave it this right, and it proves itself each time.
    pub fn by_payroll_machine(_: &MachineScope<HandoverRead>, change: C) -> Proven<C> {
        Proven { change }
    }

    /// For a directory: an administrator proved a factor when they gave it this right, and it proves itself each time.
    pub fn by_machine(_: &MachineScope<Scim>, change: C) -> Proven<C> {
        Proven { change }
    }
}

/// What a challenge for this change is bound to, and how much must be proved.
pub fn bound(app: &App, change: &impl NeedsProof) -> Result<(Vec<u8>, Demand), Problem> {
    let no_purpose = || Problem::Internal("a change without a purpose needs no proof".to_owned());
    let purpose = change.purpose().ok_or_else(no_purpose)?;
    Ok((hash_of(app, purpose, &change.bound_to())?, purpose.demand()))
}

/// What a proof is good for. Keyed, because a change may hold something that mustn't be guessable from the hash.
pub fn hash_of(app: &App, purpose: ProofPurpose, change: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let change = serde_json::to_vec(change).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(app.keys.factors.seal(&[b"change", purpose.as_str().as_bytes(), &change]).to_vec())
}

/// Opens a challenge for a change; returns the refusal that carries it.
pub async fn ask(
    app: &App,
    passkeys: &Passkeys,
    whom: Whom,
    (bound_to, demand): (Vec<u8>, Demand),
) -> Result<Problem, Problem> {
    may_open(app, whom.person).await?;
    let ways = open_to(app, passkeys, whom.person, demand).await?;
    let mut tx = app.db.begin_write().await?;
    let challenge = open_step_up(app, &mut tx, whom, bound_to, demand).await?;
    tx.commit().await?;
    let detail = json!({ "challenge": challenge.id, "factors": ways, "expiresAt": challenge.expires_at });
    Ok(Problem::StepUpRequired { detail })
}

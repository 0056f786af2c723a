//! What a tenant's administrators set for the whole portal: flags, with maintenance among them, and when people are asked
//! for a second factor.
//!
//! - A flag that isn't set has the program's default. A change counts from the next request.
//! - Asking for a second factor less often would help anyone who has someone's session, so a change takes a fresh one.

use super::{FeatureSwitches, store};
use crate::access::{Need, WholeTenantScope, Write};
use crate::account::{self, SecondFactor};
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::shared::flag::{Flag, Flags};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Read;
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug)]
pub struct PortalSettings {
    pub flags: Flags,
    pub second_factor: SecondFactor,
}

pub async fn settings(
    from: impl Read,
    scope: &WholeTenantScope<FeatureSwitches, impl Need>,
) -> Result<PortalSettings, Problem> {
    let (flags, when) = store::settings(from, scope).await?;
    let second_factor = SecondFactor::parse(&when);
    let second_factor =
        second_factor.ok_or_else(|| Problem::Internal(format!("no second factor is {when}")))?;
    Ok(PortalSettings { flags: Flags::parse(&flags), second_factor })
}

/// `None` clears the setting.
pub async fn set_flag(
    work: &mut Work,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
    flag: Flag,
    is_on: Option<bool>,
) -> Result<PortalSettings, Problem> {
    let now = work.now();
    store::set_flag(work.tx(), scope, flag, is_on, now).await?;
    work.record("flag.set", "tenant", scope.tenant().0, json!({ "flag": flag.key(), "isOn": is_on }));
    settings(work.tx(), scope).await
}

#[derive(Clone, Copy, Debug)]
pub struct SecondFactorChange {
    pub when: SecondFactor,
}

impl NeedsProof for SecondFactorChange {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::SetSecondFactor)
    }

    fn bound_to(&self) -> Value {
        json!([self.when.as_str()])
    }
}

pub async fn set_second_factor(
    work: &mut Work,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
    change: Proven<SecondFactorChange>,
) -> Result<PortalSettings, Problem> {
    account::ask_for_second_factor(work, scope, change.when).await?;
    settings(work.tx(), scope).await
}

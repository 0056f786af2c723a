//! When a tenant asks for a second factor at sign-in. Changes that need one always ask.

use super::store;
use crate::access::{WholeTenantScope, Write};
use crate::shared::problem::Problem;
use crate::work::Work;
use serde_json::json;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondFactor {
    /// At every sign-in.
    Always,
    /// In a browser where no one has given one yet.
    NewDevice,
    /// For changes only.
    StepUp,
}

impl SecondFactor {
    pub const ALL: &[SecondFactor] = &[SecondFactor::Always, SecondFactor::NewDevice, SecondFactor::StepUp];

    pub fn as_str(self) -> &'static str {
        match self {
            SecondFactor::Always => "always",
            SecondFactor::NewDevice => "new_device",
            SecondFactor::StepUp => "step_up",
        }
    }

    pub fn parse(text: &str) -> Option<SecondFactor> {
        SecondFactor::ALL.iter().copied().find(|known| known.as_str() == text)
    }
}

/// Takes effect at the next sign-in; people who are already signed in aren't asked.
pub async fn ask_for_second_factor<F>(
    work: &mut Work,
    scope: &WholeTenantScope<F, Write>,
    when: SecondFactor,
) -> Result<(), Problem> {
    store::update_second_factor(work.tx(), scope, when.as_str()).await?;
    work.record("tenant.second_factor_set", "tenant", scope.tenant().0, json!({ "when": when.as_str() }));
    Ok(())
}

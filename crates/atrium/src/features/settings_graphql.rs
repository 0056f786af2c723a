//! The portal's settings on the wire, for the console.

use super::FeatureSwitches;
use super::graphql::as_administrator;
use super::rules::FeatureRefusal;
use super::settings::{self, PortalSettings, SecondFactorChange};
use crate::access::{Read, WholeTenantScope, Write};
use crate::account::SecondFactor;
use crate::call::Call;
use crate::shared::flag::Flag;
use crate::shared::problem::Problem;
use async_graphql::{Context, Enum, ID, Object, SimpleObject};

/// When people are asked for a second factor. Protected changes always ask.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(rename_items = "camelCase")]
enum SecondFactorPolicy {
    /// At every sign-in.
    Always,
    /// In a browser where no one has given one yet.
    NewDevice,
    /// Only for protected changes.
    StepUp,
}

impl From<SecondFactor> for SecondFactorPolicy {
    fn from(when: SecondFactor) -> SecondFactorPolicy {
        match when {
            SecondFactor::Always => SecondFactorPolicy::Always,
            SecondFactor::NewDevice => SecondFactorPolicy::NewDevice,
            SecondFactor::StepUp => SecondFactorPolicy::StepUp,
        }
    }
}

impl From<SecondFactorPolicy> for SecondFactor {
    fn from(when: SecondFactorPolicy) -> SecondFactor {
        match when {
            SecondFactorPolicy::Always => SecondFactor::Always,
            SecondFactorPolicy::NewDevice => SecondFactor::NewDevice,
            SecondFactorPolicy::StepUp => SecondFactor::StepUp,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct PortalFlag {
    key: &'static str,
    is_on: bool,
    is_on_by_default: bool,
    /// Whether the tenant has set it; otherwise it follows the default.
    is_set: bool,
}

#[derive(SimpleObject)]
#[graphql(serial, name = "PortalSettings")]
struct SettingsOnWire {
    flags: Vec<PortalFlag>,
    second_factor: SecondFactorPolicy,
}

impl From<PortalSettings> for SettingsOnWire {
    fn from(settings: PortalSettings) -> SettingsOnWire {
        let flag = |flag: &Flag| PortalFlag {
            key: flag.key(),
            is_on: settings.flags.is_on(*flag),
            is_on_by_default: flag.is_on_by_default(),
            is_set: settings.flags.is_said(*flag),
        };
        SettingsOnWire {
            flags: Flag::ALL.iter().map(flag).collect(),
            second_factor: settings.second_factor.into(),
        }
    }
}

#[derive(Default)]
pub struct PortalSettingQuery;

#[Object]
impl PortalSettingQuery {
    /// For administrators of the tenant.
    async fn portal_settings(&self, context: &Context<'_>, tenant_id: ID) -> Result<SettingsOnWire, Problem> {
        let call = Call::of(context);
        let scope: WholeTenantScope<FeatureSwitches, Read> = as_administrator(call, Some(&tenant_id)).await?;
        Ok(settings::settings(&call.db, &scope).await?.into())
    }
}

#[derive(Default)]
pub struct PortalSettingMutation;

#[Object]
impl PortalSettingMutation {
    /// Without `isOn`, the flag follows its default again.
    async fn set_portal_flag(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        key: String,
        is_on: Option<bool>,
    ) -> Result<SettingsOnWire, Problem> {
        let call = Call::of(context);
        let scope = as_administrator::<Write>(call, Some(&tenant_id)).await?;
        let flag = Flag::parse(&key).ok_or(FeatureRefusal::UnknownFlag)?;
        Ok(settings::set_flag(&mut *call.work().await?, &scope, flag, is_on).await?.into())
    }

    /// Takes effect at the next sign-in. Needs a fresh factor.
    async fn set_second_factor_policy(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        when: SecondFactorPolicy,
    ) -> Result<SettingsOnWire, Problem> {
        let call = Call::of(context);
        let scope = as_administrator::<Write>(call, Some(&tenant_id)).await?;
        let change = call.prove(SecondFactorChange { when: when.into() }).await?;
        Ok(settings::set_second_factor(&mut *call.work().await?, &scope, change).await?.into())
    }
}

//! `employeeById`: an employee with every part of the profile. A part that belongs to another feature is requested from
//! that feature, only when selected, and is null for viewers who can't open that feature.

use super::Profiles;
use super::store::Profile;
use super::wire::{
    AdditionalInfo, EarningDeduction, EmployeeContact, EmployeeDbdt, EmployeeDemographics, EmployeeMessage,
    EmployeeRelative, list, relatives,
};
use crate::access::{self, Asked, At, EmployeeScope, Feature, Own};
use crate::benefits::{self, Benefit};
use crate::call::Call;
use crate::deposits::{self, DirectDeposit};
use crate::feature_row::{EmployeeNews, News};
use crate::shared::amount::Amount;
use crate::shared::problem::Problem;
use crate::tax_setup::{self, FederalTaxSetup, LocalTaxSetup, StateTaxSetup, TaxSetups};
use crate::time_off::{self, TimeOffBalance};
use async_graphql::{Context, ID, Object};
use tokio::sync::OnceCell;

/// Access: salary and rates.
struct Pay;

impl Own for Pay {
    const OWN: Asked = Feature::Pay.asked();
}

/// The first of one's messages.
const MESSAGES: i32 = 5;

/// An employee with every part of the profile.
pub(super) struct Employee {
    own: EmployeeScope<Profiles>,
    at: At,
    profile: Profile,
    /// Read once for its three parts.
    taxes: OnceCell<Option<TaxSetups>>,
}

impl Employee {
    pub(super) fn new(own: EmployeeScope<Profiles>, at: At, profile: Profile) -> Employee {
        Employee { own, at, profile, taxes: OnceCell::new() }
    }

    /// The right to a part that belongs to another feature.
    async fn may<F: Own>(&self, call: &Call) -> Result<Option<EmployeeScope<F>>, Problem> {
        Ok(access::own(call.viewer().await?, self.at, self.own.employee()).ok())
    }

    async fn taxes(&self, call: &Call) -> Result<Option<&TaxSetups>, Problem> {
        let read = || async {
            let Some(own) = self.may(call).await? else { return Ok(None) };
            let versions = tax_setup::versions_of(&call.db, &own).await?;
            TaxSetups::new(&versions).map(Some)
        };
        Ok(self.taxes.get_or_try_init(read).await?.as_ref())
    }
}

#[Object(serial)]
impl Employee {
    async fn id(&self) -> ID {
        self.own.employee().to_wire()
    }

    async fn employee_code(&self) -> &str {
        &self.profile.employee_code
    }

    /// Null for hourly employees.
    async fn annual_salary(&self, context: &Context<'_>) -> Result<Option<Amount>, Problem> {
        let may = self.may::<Pay>(Call::of(context)).await?;
        Ok(may.and(self.profile.annual_salary))
    }

    async fn hourly_rate(&self, context: &Context<'_>) -> Result<Option<Amount>, Problem> {
        let may = self.may::<Pay>(Call::of(context)).await?;
        Ok(may.and(self.profile.hourly_rate))
    }

    /// “Profile” and “TimeOff”: the areas where someone decides this employee's requests.
    async fn active_manager(&self) -> Vec<&'static str> {
        let all =
            [(self.profile.has_profile_manager, "Profile"), (self.profile.has_time_off_manager, "TimeOff")];
        all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, name)| name).collect()
    }

    async fn dbdt(&self) -> Vec<EmployeeDbdt> {
        self.profile.organizations.iter().map(EmployeeDbdt::from).collect()
    }

    async fn demographics(&self) -> EmployeeDemographics {
        EmployeeDemographics::of(&self.profile)
    }

    async fn contacts(&self) -> Vec<EmployeeContact> {
        self.profile.contacts.iter().cloned().map(EmployeeContact::from).collect()
    }

    async fn dependents(&self) -> Vec<EmployeeRelative> {
        relatives(&self.profile.dependents)
    }

    async fn beneficiaries(&self) -> Vec<EmployeeRelative> {
        relatives(&self.profile.beneficiaries)
    }

    async fn additional_info(&self) -> Vec<AdditionalInfo> {
        self.profile.additional_info.iter().cloned().map(AdditionalInfo::from).collect()
    }

    /// Null without permission to see pay.
    async fn earning_deduction(
        &self,
        context: &Context<'_>,
    ) -> Result<Option<Vec<EarningDeduction>>, Problem> {
        let may = self.may::<Pay>(Call::of(context)).await?;
        may.map(|_| list(&self.profile.earning_deductions)).transpose()
    }

    async fn time_off(&self, context: &Context<'_>) -> Result<Option<Vec<TimeOffBalance>>, Problem> {
        let call = Call::of(context);
        let Some(own) = self.may(call).await? else { return Ok(None) };
        let today = call.today(&own.time_zone());
        Ok(Some(time_off::balances_on_wire(&call.db, &own, today).await?))
    }

    async fn benefits(&self, context: &Context<'_>) -> Result<Option<Vec<Benefit>>, Problem> {
        let call = Call::of(context);
        let Some(own) = self.may(call).await? else { return Ok(None) };
        let rows = benefits::of_employee(&call.db, &own, &call.app.clock).await?;
        rows.into_iter().map(Benefit::new).collect::<Result<_, _>>().map(Some)
    }

    /// Includes denied and ended accounts.
    async fn direct_deposit(&self, context: &Context<'_>) -> Result<Option<Vec<DirectDeposit>>, Problem> {
        let call = Call::of(context);
        let Some(own) = self.may(call).await? else { return Ok(None) };
        let (clock, zone) = (&call.app.clock, own.time_zone());
        let rows = deposits::of_employee(&call.db, &own).await?;
        Ok(Some(rows.into_iter().map(|row| DirectDeposit::new(row, clock, &zone)).collect()))
    }

    /// The forms in effect; null without permission to see tax forms.
    async fn federal_tax_setup(&self, context: &Context<'_>) -> Result<Option<&FederalTaxSetup>, Problem> {
        Ok(self.taxes(Call::of(context)).await?.map(|taxes| &taxes.federal_tax_setup))
    }

    /// By state.
    async fn state_tax_setup(&self, context: &Context<'_>) -> Result<Option<&Vec<StateTaxSetup>>, Problem> {
        Ok(self.taxes(Call::of(context)).await?.map(|taxes| &taxes.state_tax_setup))
    }

    /// Also null if no local tax is withheld.
    async fn local_tax_setup(&self, context: &Context<'_>) -> Result<Option<&LocalTaxSetup>, Problem> {
        Ok(self.taxes(Call::of(context)).await?.and_then(|taxes| taxes.local_tax_setup.as_ref()))
    }

    /// The first five announcements for this employee today.
    async fn messages(&self, context: &Context<'_>) -> Result<Option<Vec<EmployeeMessage>>, Problem> {
        let Some(EmployeeNews(news_of)) = context.data_opt::<EmployeeNews>() else { return Ok(None) };
        let found = news_of(Call::of(context), self.at, self.own.employee(), MESSAGES).await?;
        let message = |(id, message): News| EmployeeMessage { message_id: id.to_wire(), message };
        Ok(found.map(|found| found.into_iter().map(message).collect()))
    }

    /// Send it back with a change, which is refused if someone else changed this first.
    async fn version(&self) -> i64 {
        self.profile.version
    }
}

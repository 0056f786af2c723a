//! Profile queries, under the spec's names.

use super::Profiles;
use super::employee::Employee;
use super::wire::{EmployeeContact, EmployeeDemographics, PhysicalAddress};
use crate::access::{self, At, EmployeeScope, Read, area};
use crate::call::Call;
use crate::data_views::{self, What};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PersonId};
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object, SimpleObject};

/// What a manager with the Personal Info area sees of a report: how to reach them and their contacts. Nothing about pay or
/// family.
#[derive(SimpleObject)]
#[graphql(serial)]
struct ReportProfile {
    date_of_birth: Day,
    physical_address: PhysicalAddress,
    contacts: Vec<EmployeeContact>,
}

async fn own(call: &Call, at: At, employee_id: &ID) -> Result<EmployeeScope<Profiles>, Problem> {
    let employee = EmployeeId::from_wire(employee_id)?;
    access::own(call.viewer().await?, at, employee)
}

#[derive(Default)]
pub struct ProfileQuery;

#[Object]
impl ProfileQuery {
    /// Your own profile.
    async fn employee_by_id(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
    ) -> Result<Employee, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let own = own(call, at, &employee_id).await?;
        let profile = super::of_employee(&call.db, &own, call.today(&own.time_zone())).await?;
        Ok(Employee::new(own, at, profile))
    }

    /// The portal's family: only your own demographics.
    async fn demographics(
        &self,
        context: &Context<'_>,
        company_id: ID,
        employee_id: ID,
    ) -> Result<EmployeeDemographics, Problem> {
        let call = Call::of(context);
        let at = At { tenant: call.viewer().await?.tenant, company: CompanyId::from_wire(&company_id)? };
        let own = own(call, at, &employee_id).await?;
        let profile = super::of_employee(&call.db, &own, call.today(&own.time_zone())).await?;
        Ok(EmployeeDemographics::of(&profile))
    }
}

#[derive(Default)]
pub struct ReportProfileQuery;

#[Object]
impl ReportProfileQuery {
    /// A report's profile, through a line in the Personal Info area. The report can see who looked.
    async fn managers_employee_profile(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        employee_id: ID,
    ) -> Result<ReportProfile, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let (manager, viewer) = (PersonId::from_wire(&manager_id)?, call.viewer().await?);
        let company = access::managed_company::<Profiles, Read>(viewer, at, manager)?;
        let employee = EmployeeId::from_wire(&employee_id)?;
        let today = call.today(&company.time_zone());
        let report = access::report::<area::PersonalInfo, _, _>(&call.db, &company, employee, today).await?;
        let profile = super::of_employee(&call.db, &EmployeeScope::from(&report), today).await?;
        data_views::note(&call.app, &call.db, &(&company).into(), What::Profile, &[employee]).await?;
        let shown = EmployeeDemographics::new(profile.demographics, None, None);
        Ok(ReportProfile {
            date_of_birth: shown.date_of_birth,
            physical_address: shown.physical_address,
            contacts: profile.contacts.into_iter().map(EmployeeContact::from).collect(),
        })
    }
}

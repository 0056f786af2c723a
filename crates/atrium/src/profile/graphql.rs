//! Profiles on the wire, under the names of the spec. A part that belongs to another feature is asked of that feature, only when
//! it is selected, and is null for whoever may not open that feature.

use super::change::{Change, Moved};
use super::rules::{Contact, Demographics, Relative};
use super::store::{Organization, Profile};
use super::{Wish, read};
use crate::access::{self, Area, At, EmployeeScope, Feature, Need, OwnScope, Permission, WitnessScope};
use crate::benefits::{self, Benefit};
use crate::call::Call;
use crate::data_views::{self, What};
use crate::deposits::{self, DirectDeposit};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{AnnouncementId, EmployeeId, PersonId, RelatedId};
use crate::shared::problem::Problem;
use crate::time_off::{self, TimeOffBalance};
use crate::{announcements, change_requests::ChangeRequestOnWire};
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::{Value, json};

/// The first of one's messages.
const MESSAGES: i32 = 5;

/// Where in the company somebody works: a division, a branch, a department or a team.
#[derive(SimpleObject)]
struct EmployeeDbdt {
    id: ID,
    dbdt_type: &'static str,
    dbdt_code: String,
    dbdt_name: String,
}

impl From<&Organization> for EmployeeDbdt {
    fn from(row: &Organization) -> EmployeeDbdt {
        let (dbdt_code, dbdt_name) = (row.code.clone(), row.name.clone());
        EmployeeDbdt { id: row.id.to_wire(), dbdt_type: row.kind, dbdt_code, dbdt_name }
    }
}

#[derive(SimpleObject)]
pub struct EmployeeDemographics {
    first_name: String,
    middle_name: String,
    last_name: String,
    date_of_birth: Day,
    /// Female, Male, Nonbinary, or empty.
    gender: String,
    marital_status: String,
    /// Active or Terminated; null in a change request.
    status: Option<String>,
    current_hire_date: Option<Day>,
    physical_address: PhysicalAddress,
}

#[derive(SimpleObject)]
struct PhysicalAddress {
    address_line1: String,
    address_line2: String,
    city: String,
    state: String,
    zip: String,
    country: String,
}

impl EmployeeDemographics {
    fn new(of: Demographics, status: Option<String>, current_hire_date: Option<Day>) -> EmployeeDemographics {
        EmployeeDemographics {
            first_name: of.first_name,
            middle_name: of.middle_name,
            last_name: of.last_name,
            date_of_birth: of.date_of_birth,
            gender: of.gender,
            marital_status: of.marital_status,
            status,
            current_hire_date,
            physical_address: PhysicalAddress {
                address_line1: of.address_line1,
                address_line2: of.address_line2,
                city: of.city,
                state: of.state,
                zip: of.zip,
                country: of.country,
            },
        }
    }
}

/// Whom to call.
#[derive(SimpleObject)]
pub struct EmployeeContact {
    id: ID,
    /// Emergency, Family, Doctor or Other.
    #[graphql(name = "type")]
    kind: String,
    email: String,
    phone_number: String,
    first_name: String,
    last_name: String,
}

impl From<Contact> for EmployeeContact {
    fn from(of: Contact) -> EmployeeContact {
        EmployeeContact {
            id: of.id.to_wire(),
            kind: of.kind,
            email: of.email,
            phone_number: of.phone_number,
            first_name: of.first_name,
            last_name: of.last_name,
        }
    }
}

/// A dependent or a beneficiary.
#[derive(SimpleObject)]
struct EmployeeRelative {
    id: ID,
    first_name: String,
    last_name: String,
    /// Spouse, Domestic Partner, Child, Parent, Sibling or Other.
    relation: String,
}

fn relatives(list: &[Relative]) -> Vec<EmployeeRelative> {
    let entry = |of: &Relative| EmployeeRelative {
        id: of.id.to_wire(),
        first_name: of.first_name.clone(),
        last_name: of.last_name.clone(),
        relation: of.relation.clone(),
    };
    list.iter().map(entry).collect()
}

/// Something the company keeps under a name of its own: a text, a date or an amount.
#[derive(SimpleObject, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct AdditionalInfo {
    attribute_name: String,
    attribute_value: String,
    attribute_string: Option<String>,
    attribute_date: Option<Day>,
    attribute_amount: Option<Amount>,
}

/// An earning or a deduction that payroll runs for somebody.
#[derive(SimpleObject, serde::Deserialize)]
struct EarningDeduction {
    id: String,
    code: String,
    description: String,
}

#[derive(SimpleObject)]
struct EmployeeMessage {
    message_id: ID,
    message: String,
}

fn list<T: serde::de::DeserializeOwned>(of: &Value) -> Result<Vec<T>, Problem> {
    serde_json::from_value(of.clone()).map_err(|error| Problem::Internal(error.to_string()))
}

/// The current state that a `CONFLICT` carries.
pub(super) fn as_json(profile: &Profile) -> Value {
    json!({
        "demographics": profile.demographics,
        "contacts": profile.contacts,
        "dependents": profile.dependents,
        "beneficiaries": profile.beneficiaries,
        "version": profile.version,
    })
}

/// What a `CONFLICT` carries when a request does not fit any more.
pub(super) fn moved_as_json(change: &Change, moved: &[Moved]) -> Value {
    let fields = moved.iter().map(|one| json!({ "id": one.of, "field": one.field, "now": one.now }));
    json!({ "entityType": change.entity_type(), "changedFields": fields.collect::<Vec<_>>() })
}

/// One field of a request: what it was when it was asked for, and what it should be.
#[derive(SimpleObject)]
pub struct ChangedField {
    /// Of a list's entry: whose.
    id: Option<ID>,
    name: Option<String>,
    field: &'static str,
    before: Option<String>,
    after: Option<String>,
    /// Somebody has changed it in between: it cannot be approved any more.
    has_moved: bool,
    /// If so, what it is now; only of a single request.
    now: Option<String>,
}

impl ChangedField {
    /// `zip` or `relation of Leo Morales`, for lists and programs: never what it was or would be.
    pub fn in_short(&self) -> String {
        self.name.as_ref().map_or(self.field.to_owned(), |name| format!("{} of {name}", self.field))
    }
}

/// The fields of a request, and the demographics as they would be if it is about them.
pub fn changes_on_wire(
    detail: &Value,
    moved: &[Moved],
) -> Result<(Vec<ChangedField>, Option<EmployeeDemographics>), Problem> {
    let change = read(detail)?;
    let fields = change.fields().into_iter().map(|each| {
        let id = each.of.as_ref().map(|(id, _)| *id);
        let found = moved.iter().find(|one| one.of == id && (id.is_some() || one.field == each.field));
        ChangedField {
            id: id.map(RelatedId::to_wire),
            name: each.of.map(|(_, name)| name),
            field: each.field,
            before: each.before,
            after: each.after,
            has_moved: found.is_some(),
            now: found.and_then(|one| one.now.clone()),
        }
    });
    let fields = fields.collect();
    let demographics = match change {
        Change::Demographics { after, .. } => Some(EmployeeDemographics::new(*after, None, None)),
        _ => None,
    };
    Ok((fields, demographics))
}

/// An employee with every part of the profile.
pub(super) struct Employee {
    own: OwnScope,
    at: At,
    profile: Profile,
}

impl Employee {
    /// The right to a part that belongs to another feature.
    async fn may(&self, call: &Call, asked: impl Into<access::Asked>) -> Result<Option<OwnScope>, Problem> {
        Ok(access::own(call.viewer().await?, self.at, self.own.employee(), asked, Need::Read).ok())
    }
}

#[Object]
impl Employee {
    async fn id(&self) -> ID {
        self.own.employee().to_wire()
    }

    async fn employee_code(&self) -> &str {
        &self.profile.employee_code
    }

    /// Null for whoever is paid by the hour.
    async fn annual_salary(&self, context: &Context<'_>) -> Result<Option<Amount>, Problem> {
        let may = self.may(Call::of(context), Feature::Pay).await?;
        Ok(may.and(self.profile.annual_salary))
    }

    async fn hourly_rate(&self, context: &Context<'_>) -> Result<Option<Amount>, Problem> {
        let may = self.may(Call::of(context), Feature::Pay).await?;
        Ok(may.and(self.profile.hourly_rate))
    }

    /// «Profile» and «TimeOff»: in what somebody decides on this employee's requests.
    async fn active_manager(&self) -> Vec<&'static str> {
        let all =
            [(self.profile.has_profile_manager, "Profile"), (self.profile.has_time_off_manager, "TimeOff")];
        all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, name)| name).collect()
    }

    async fn dbdt(&self) -> Vec<EmployeeDbdt> {
        self.profile.organizations.iter().map(EmployeeDbdt::from).collect()
    }

    async fn demographics(&self) -> EmployeeDemographics {
        let profile = &self.profile;
        let status = Some(profile.status.clone());
        EmployeeDemographics::new(profile.demographics.clone(), status, Some(profile.current_hire_date))
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

    async fn additional_info(&self) -> Result<Vec<AdditionalInfo>, Problem> {
        list(&self.profile.additional_info)
    }

    /// Null without the right to pay.
    async fn earning_deduction(
        &self,
        context: &Context<'_>,
    ) -> Result<Option<Vec<EarningDeduction>>, Problem> {
        let may = self.may(Call::of(context), Feature::Pay).await?;
        may.map(|_| list(&self.profile.earning_deductions)).transpose()
    }

    async fn time_off(&self, context: &Context<'_>) -> Result<Option<Vec<TimeOffBalance>>, Problem> {
        let call = Call::of(context);
        let Some(own) = self.may(call, Permission::EmployeeTimeOff).await? else { return Ok(None) };
        let scope = access::own_employee(call.viewer().await?, &own);
        let today = call.today(&own.time_zone());
        Ok(Some(time_off::balances_on_wire(&call.db, &scope, today).await?))
    }

    async fn benefits(&self, context: &Context<'_>) -> Result<Option<Vec<Benefit>>, Problem> {
        let call = Call::of(context);
        let Some(own) = self.may(call, Feature::Benefits).await? else { return Ok(None) };
        let rows = benefits::of_employee(&call.db, &EmployeeScope::from(&own)).await?;
        rows.into_iter().map(Benefit::new).collect::<Result<_, _>>().map(Some)
    }

    /// Accounts that were denied or have ended included.
    async fn direct_deposit(&self, context: &Context<'_>) -> Result<Option<Vec<DirectDeposit>>, Problem> {
        let call = Call::of(context);
        let Some(own) = self.may(call, Feature::Deposits).await? else { return Ok(None) };
        let (now, today) = (call.app.clock.now(), call.today(&own.time_zone()));
        let rows = deposits::of_employee(&call.db, &EmployeeScope::from(&own)).await?;
        Ok(Some(rows.into_iter().map(|row| DirectDeposit::new(row, now, today)).collect()))
    }

    /// The first five of what the company has to say to this employee today.
    async fn messages(&self, context: &Context<'_>) -> Result<Option<Vec<EmployeeMessage>>, Problem> {
        let call = Call::of(context);
        let Some(own) = self.may(call, Feature::Announcements).await? else { return Ok(None) };
        let (today, cursors) = (call.today(&own.time_zone()), call.cursors("messages".to_owned()));
        let found = announcements::newest_for(&call.db, &own, today, cursors, MESSAGES).await?;
        let message =
            |(id, message): (AnnouncementId, String)| EmployeeMessage { message_id: id.to_wire(), message };
        Ok(Some(found.into_iter().map(message).collect()))
    }

    /// Send it back with a change, to be told when somebody else was faster.
    async fn version(&self) -> i64 {
        self.profile.version
    }
}

/// What a manager with the area Personal Info sees of a report: how to reach them and theirs. Nothing of pay, nothing of family.
#[derive(SimpleObject)]
struct ReportProfile {
    date_of_birth: Day,
    physical_address: PhysicalAddress,
    contacts: Vec<EmployeeContact>,
}

/// Demographics as they should be: the whole of them.
#[derive(InputObject)]
struct DemographicsInput {
    first_name: String,
    middle_name: Option<String>,
    last_name: String,
    date_of_birth: Day,
    gender: Option<String>,
    marital_status: Option<String>,
    physical_address: PhysicalAddressInput,
    /// Of the profile.
    version: Option<i64>,
}

#[derive(InputObject)]
struct PhysicalAddressInput {
    address_line1: String,
    address_line2: Option<String>,
    city: String,
    state: String,
    zip: String,
    country: Option<String>,
}

impl DemographicsInput {
    fn demographics(self) -> Demographics {
        let address = self.physical_address;
        Demographics {
            first_name: self.first_name,
            middle_name: self.middle_name.unwrap_or_default(),
            last_name: self.last_name,
            date_of_birth: self.date_of_birth,
            gender: self.gender.unwrap_or_default(),
            marital_status: self.marital_status.unwrap_or_default(),
            address_line1: address.address_line1,
            address_line2: address.address_line2.unwrap_or_default(),
            city: address.city,
            state: address.state,
            zip: address.zip,
            country: address.country.unwrap_or_else(|| "US".to_owned()),
        }
    }
}

/// An entry of a list; one without `id` is new.
#[derive(InputObject)]
struct RelativeInput {
    id: Option<ID>,
    first_name: String,
    last_name: String,
    relation: String,
}

#[derive(InputObject)]
pub struct ContactInput {
    id: Option<ID>,
    #[graphql(name = "type")]
    kind: String,
    first_name: String,
    last_name: Option<String>,
    email: Option<String>,
    phone_number: Option<String>,
}

/// Replaced by the id that the entry gets.
fn unnamed() -> RelatedId {
    RelatedId(uuid::Uuid::nil())
}

impl ContactInput {
    pub fn contact(self) -> Result<(Option<RelatedId>, Contact), Problem> {
        let id = self.id.as_ref().map(RelatedId::from_wire).transpose()?;
        let contact = Contact {
            id: unnamed(),
            kind: self.kind,
            first_name: self.first_name,
            last_name: self.last_name.unwrap_or_default(),
            email: self.email.unwrap_or_default(),
            phone_number: self.phone_number.unwrap_or_default(),
        };
        Ok((id, contact))
    }
}

fn wished(list: Vec<RelativeInput>) -> Result<Vec<(Option<RelatedId>, Relative)>, Problem> {
    let entry = |of: RelativeInput| {
        let id = of.id.as_ref().map(RelatedId::from_wire).transpose()?;
        let (first_name, last_name, relation) = (of.first_name, of.last_name, of.relation);
        Ok((id, Relative { id: unnamed(), first_name, last_name, relation }))
    };
    list.into_iter().map(entry).collect()
}

/// One part, as it should be. A list is given whole: an entry left out is taken away.
#[derive(InputObject)]
struct EmployeeChangeInput {
    demographics: Option<DemographicsInput>,
    dependents: Option<Vec<RelativeInput>>,
    beneficiaries: Option<Vec<RelativeInput>>,
    /// Of the profile.
    version: Option<i64>,
}

impl EmployeeChangeInput {
    fn wish(self) -> Result<(Wish, Option<i64>), Problem> {
        match (self.demographics, self.dependents, self.beneficiaries) {
            (Some(mut input), None, None) => {
                let version = self.version.or(input.version.take());
                Ok((Wish::Demographics(Box::new(input.demographics())), version))
            }
            (None, Some(list), None) => Ok((Wish::Dependents(wished(list)?), self.version)),
            (None, None, Some(list)) => Ok((Wish::Beneficiaries(wished(list)?), self.version)),
            _ => Err(super::rules::Refusal::OnePart.into()),
        }
    }
}

async fn own(call: &Call, at: At, employee_id: &ID, need: Need) -> Result<OwnScope, Problem> {
    let employee = EmployeeId::from_wire(employee_id)?;
    access::own(call.viewer().await?, at, employee, Feature::Profile, need)
}

async fn ask(
    call: &Call,
    own: &OwnScope,
    wish: Wish,
    version: Option<i64>,
) -> Result<ChangeRequestOnWire, Problem> {
    let (scope, person) = (EmployeeScope::from(own), call.viewer().await?.person);
    let today = call.today(&own.time_zone());
    let mut work = call.work().await?;
    let id = super::ask(&mut work, &scope, person, today, version, wish).await?;
    let row = crate::change_requests::one_within(&mut work, &scope, id).await?;
    ChangeRequestOnWire::new(row, false, &[])
}

#[derive(Default)]
pub struct ProfileQuery;

#[Object]
impl ProfileQuery {
    /// One's own profile.
    async fn employee_by_id(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
    ) -> Result<Employee, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let own = own(call, at, &employee_id, Need::Read).await?;
        let profile = super::of_employee(&call.db, &EmployeeScope::from(&own)).await?;
        Ok(Employee { own, at, profile })
    }
}

#[derive(Default)]
pub struct ReportProfileQuery;

#[Object]
impl ReportProfileQuery {
    /// One report's, with a line in the area Personal Info. The report can see who looked.
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
        let company = access::managed_company(viewer, at, manager, Feature::ManagerEmployees, Need::Read)?;
        let employee = EmployeeId::from_wire(&employee_id)?;
        let report = access::report(&call.db, &company, employee, Area::PersonalInfo).await?;
        let profile = super::of_employee(&call.db, &EmployeeScope::from(&report)).await?;
        let witness = WitnessScope::from(&company);
        data_views::note(&call.app, &call.db, &witness, What::Profile, &[employee]).await?;
        let shown = EmployeeDemographics::new(profile.demographics, None, None);
        Ok(ReportProfile {
            date_of_birth: shown.date_of_birth,
            physical_address: shown.physical_address,
            contacts: profile.contacts.into_iter().map(EmployeeContact::from).collect(),
        })
    }
}

#[derive(Default)]
pub struct ProfileMutation;

#[Object]
impl ProfileMutation {
    /// Asks to have one's own demographics changed.
    async fn submit_employee_demographics(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        input: DemographicsInput,
    ) -> Result<ChangeRequestOnWire, Problem> {
        let call = Call::of(context);
        let own = own(call, At::from_wire(&tenant_id, &company_id)?, &employee_id, Need::Write).await?;
        let version = input.version;
        ask(call, &own, Wish::Demographics(Box::new(input.demographics())), version).await
    }

    /// Asks to have one part of one's own profile changed.
    async fn submit_change_request(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        input: EmployeeChangeInput,
    ) -> Result<ChangeRequestOnWire, Problem> {
        let call = Call::of(context);
        let own = own(call, At::from_wire(&tenant_id, &company_id)?, &employee_id, Need::Write).await?;
        let (wish, version) = input.wish()?;
        ask(call, &own, wish, version).await
    }
}

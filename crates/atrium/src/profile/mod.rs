//! Profiles: who an employee is, where they live, who to call, and who depends on them.
//!
//! - Employees see their own profile, including other features' parts they may open.
//! - Employees change their contacts right away. For demographics, dependents, beneficiaries and additional info they
//!   request changes (`change_requests`): one part at a time, with one outstanding request per part. The company
//!   decides what additional info there is; employees request other values for it.
//! - Approval changes only what was requested. If someone has changed the same thing since, approval is refused with
//!   the current value, and the request stays.
//! - Requesting a name or address change requires a fresh factor, and every address the employee has is notified.
//! - A name belongs to the employment, including what is searched and sorted by; the account's own name is up to its
//!   owner.

mod additional;
mod change;
mod demo;
mod employee;
mod graphql;
mod handing_over;
mod import;
mod inputs;
mod rules;
mod store;
mod wire;

pub use additional::{
    Attribute, AttributeValue, AttributeWish, MAX_ATTRIBUTE_AMOUNT, MAX_ATTRIBUTE_TEXT_CHARS,
};
pub use change::{FieldChange, MovedField, ProfileChange};
pub use demo::DEMO;
pub use graphql::{ProfileQuery, ReportProfileQuery};
pub use import::{
    LEAVING, PROFILE, ProfileCells, ProfileEntry, SHEETS, lock_known, read_profile, said, take_profiles,
};
pub use inputs::{AdditionalInfoInput, ContactInput, DemographicsInput, RelativeInput};
pub use rules::{
    Contact, Demographics, GENDERS, MARITAL_STATUSES, MAX_LINE_CHARS, MAX_NAME_CHARS, Relative, is_zip,
};
pub use store::{Profile, ProfileOrganization};
pub use wire::{EmployeeContact, ProfileChanges};

use crate::access::{Asked, EmployeeScope, Feature, InArea, Managed, Need, Opens, Own, Write, area};
use crate::benefits::{self, NamedAs, NamedPeople};
use crate::change_requests::{self, Caution, ChangeRequests, NewRequest, RequestEntity};
use crate::contacts;
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::handover::{Handovers, PayrollKind};
use crate::notices::{self, Changed as Told, Letter};
use crate::shared::day::Day;
use crate::shared::event_feed::EventType;
use crate::shared::id::{ChangeRequestId, EmployeeId, PersonId, RelatedId};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Read};
use jiff::SignedDuration;
use rules::ProfileRefusal;
use serde_json::{Value, json};

pub const REFUSALS: &[&str] = ProfileRefusal::CODES;

/// Access: an employee's profile, also for managers over a line in the area Personal Info.
pub struct Profiles;

impl Own for Profiles {
    const OWN: Asked = Feature::Profile.asked();
}

impl Managed for Profiles {
    const MANAGED: Asked = Feature::ManagerEmployees.asked();
}
impl InArea<area::PersonalInfo> for Profiles {}
impl Opens<ChangeRequests> for Profiles {}
impl Opens<NamedPeople> for Profiles {}
impl Opens<Handovers> for Profiles {}

/// How long to look twice after a password, phone or factor change.
const WATCHED: SignedDuration = SignedDuration::from_hours(72);

/// Requested changes to one part. List entries without an ID are new.
#[derive(Clone, Debug)]
pub enum ProfileEdit {
    Demographics(Box<Demographics>),
    Dependents(Vec<(Option<RelatedId>, Relative)>),
    Beneficiaries(Vec<(Option<RelatedId>, Relative)>),
    /// Anything left out stays the same.
    AdditionalInfo(Vec<AttributeWish>),
}

pub async fn of_employee(
    from: impl Read,
    scope: &EmployeeScope<Profiles, impl Need>,
    today: Day,
) -> Result<Profile, Problem> {
    store::of_employee(from, scope, today).await?.ok_or(Problem::NotFound)?.profile()
}

/// Read under its lock: no one changes it until the work is done.
async fn locked(work: &mut Work, scope: &EmployeeScope<Profiles, Write>) -> Result<Profile, Problem> {
    store::lock(work.tx(), scope).await?;
    let today = work.today(&scope.time_zone());
    of_employee(work.tx(), scope, today).await
}

fn check_version(profile: &Profile, version: Option<i64>) -> Result<(), Problem> {
    if version.is_some_and(|version| version != profile.version) {
        return Err(Problem::conflict(profile.clone()));
    }
    Ok(())
}

/// Entries that claim to exist must exist; new ones get an ID.
fn identified(
    work: &Work,
    there: impl Fn(RelatedId) -> bool,
    wish: Vec<(Option<RelatedId>, Relative)>,
) -> Result<Vec<Relative>, Problem> {
    let entry = |(id, entry): (Option<RelatedId>, Relative)| match id {
        Some(id) if !there(id) => Err(Problem::NotFound),
        Some(id) => Ok(Relative { id, ..entry }),
        None => Ok(Relative { id: RelatedId(work.new_id()), ..entry }),
    };
    wish.into_iter().map(entry).collect()
}

/// A change that may be requested. A new name or address is proved by a fresh factor first.
pub struct PlannedChange {
    employee: EmployeeId,
    change: ProfileChange,
}

impl NeedsProof for PlannedChange {
    fn purpose(&self) -> Option<ProofPurpose> {
        self.change.is_name_or_address().then_some(ProofPurpose::AskForNameOrAddress)
    }

    fn bound_to(&self) -> Value {
        json!([self.employee, self.change])
    }
}

/// What a requested change would change, if it may be requested.
pub async fn plan(
    work: &mut Work,
    scope: &EmployeeScope<Profiles, Write>,
    today: Day,
    version: Option<i64>,
    wish: ProfileEdit,
) -> Result<PlannedChange, Problem> {
    let profile = locked(work, scope).await?;
    check_version(&profile, version)?;
    let known = |list: &[Relative], id: RelatedId| list.iter().any(|entry| entry.id == id);
    let change = match wish {
        ProfileEdit::Demographics(after) => {
            let after = Box::new(rules::check_demographics(*after, today)?);
            ProfileChange::Demographics { before: Box::new(profile.demographics), after }
        }
        ProfileEdit::Dependents(list) => {
            let after = identified(work, |id| known(&profile.dependents, id), list)?;
            ProfileChange::Dependents { before: profile.dependents, after: rules::check_relatives(after)? }
        }
        ProfileEdit::Beneficiaries(list) => {
            let after = identified(work, |id| known(&profile.beneficiaries, id), list)?;
            ProfileChange::Beneficiaries {
                before: profile.beneficiaries,
                after: rules::check_relatives(after)?,
            }
        }
        ProfileEdit::AdditionalInfo(list) => {
            let (before, after) = additional::check_wish(&profile.additional_info, list)?;
            ProfileChange::AdditionalInfo { before, after }
        }
    };
    if change.is_empty() {
        return Err(ProfileRefusal::Unchanged.into());
    }
    if change_requests::is_outstanding(work.tx(), &scope.into(), change.entity()).await? {
        return Err(ProfileRefusal::Outstanding.into());
    }
    Ok(PlannedChange { employee: scope.employee(), change })
}

/// Requests a planned change, in the transaction it was planned in. Nothing in the profile changes until someone
/// approves. For a name or address, every address the owner has is notified; `address` is where the call came from.
pub async fn ask(
    work: &mut Work,
    scope: &EmployeeScope<Profiles, Write>,
    person: PersonId,
    planned: Proven<PlannedChange>,
    address: &str,
) -> Result<ChangeRequestId, Problem> {
    let change = &planned.change;
    let (id, now, entity) = (ChangeRequestId(work.new_id()), work.now(), change.entity());
    let reach = contacts::reach(work.tx(), person, now).await?;
    let fresh = reach.changes.iter().filter(|(_, at)| *at >= now - WATCHED);
    let request = NewRequest {
        id,
        entity,
        detail: json!(change),
        cautions: fresh.map(|(kind, at)| Caution::credential(kind, *at)).collect(),
        is_pending: true,
    };
    change_requests::open(work, &scope.into(), person, request).await?;
    if change.is_name_or_address() {
        let (first_name, changed) = (&reach.first_name, Told::NameOrAddressAsked);
        for mailbox in &reach.addresses {
            let letter = Letter::Changed { first_name, changed, at: now, address, not_me: None };
            notices::mail(work, mailbox, &reach.language, letter)?;
        }
    }
    let changed = change.fields();
    let fields: Vec<&str> = changed.iter().map(FieldChange::in_trail).collect();
    work.record("profile.ask", "change_request", id.0, json!({ "part": entity.as_str(), "fields": fields }));
    work.publish(EventType::ChangeRequestOpened.of(id.0).at(scope.company()).about(scope.employee()));
    Ok(id)
}

/// Contacts need no approval.
pub async fn save_contacts(
    work: &mut Work,
    scope: &EmployeeScope<Profiles, Write>,
    version: Option<i64>,
    list: Vec<(Option<RelatedId>, Contact)>,
) -> Result<Profile, Problem> {
    let profile = locked(work, scope).await?;
    check_version(&profile, version)?;
    let entry = |(id, entry): (Option<RelatedId>, Contact)| match id {
        Some(id) if !profile.contacts.iter().any(|known| known.id == id) => Err(Problem::NotFound),
        Some(id) => Ok(Contact { id, ..entry }),
        None => Ok(Contact { id: RelatedId(work.new_id()), ..entry }),
    };
    let list = rules::check_contacts(list.into_iter().map(entry).collect::<Result<_, _>>()?)?;
    store::update_contacts(work.tx(), scope, &list).await?;
    let lists = (profile.contacts.as_slice(), list.as_slice());
    handing_over::note_list(work, scope, PayrollKind::Contacts, None, lists)?;
    work.record("profile.contacts", "employee", scope.employee().0, json!({ "contacts": list.len() }));
    let employee = scope.employee();
    work.publish(EventType::ProfileChanged.of(employee.0).at(scope.company()).about(employee));
    Ok(Profile { contacts: list, version: profile.version + 1, ..profile })
}

fn read(detail: &Value) -> Result<ProfileChange, Problem> {
    serde_json::from_value(detail.clone()).map_err(|error| Problem::Internal(error.to_string()))
}

/// A request that no longer fits: what has changed since it was made.
struct Stale {
    entity: RequestEntity,
    moved: Vec<MovedField>,
}

/// Makes the requested change, if it still fits.
pub async fn approve(
    work: &mut Work,
    scope: &EmployeeScope<Profiles, Write>,
    request: ChangeRequestId,
    detail: &Value,
) -> Result<(), Problem> {
    let profile = locked(work, scope).await?;
    let change = read(detail)?;
    let stale = |moved: Vec<MovedField>| Problem::conflict(Stale { entity: change.entity(), moved });
    match &change {
        ProfileChange::Demographics { before, after } => {
            let merged = change::merge_demographics(&profile.demographics, before, after).map_err(stale)?;
            store::update_demographics(work.tx(), scope, &profile.employee_code, &merged).await?;
            handing_over::note_person(work, scope, request, &profile.demographics, &merged)?;
            // An account named like the profile gets the new name; an owner who chose another account name keeps it.
            let (was, is) = (profile.demographics.name(), merged.name());
            if was != is {
                store::rename_account(work.tx(), scope, was, is).await?;
            }
        }
        ProfileChange::Dependents { before, after } => {
            let merged = change::merge_relatives(&profile.dependents, before, after).map_err(stale)?;
            store::update_dependents(work.tx(), scope, &merged).await?;
            let lists = (profile.dependents.as_slice(), merged.as_slice());
            handing_over::note_list(work, scope, PayrollKind::Dependents, Some(request), lists)?;
            let gone = change::gone(&profile.dependents, &merged);
            benefits::release(work.tx(), &scope.into(), NamedAs::Dependent, &gone).await?;
        }
        ProfileChange::Beneficiaries { before, after } => {
            let merged = change::merge_relatives(&profile.beneficiaries, before, after).map_err(stale)?;
            store::update_beneficiaries(work.tx(), scope, &merged).await?;
            let lists = (profile.beneficiaries.as_slice(), merged.as_slice());
            handing_over::note_list(work, scope, PayrollKind::Beneficiaries, Some(request), lists)?;
            let gone = change::gone(&profile.beneficiaries, &merged);
            benefits::release(work.tx(), &scope.into(), NamedAs::Beneficiary, &gone).await?;
        }
        ProfileChange::AdditionalInfo { before, after } => {
            let merged = change::merge_attributes(&profile.additional_info, before, after).map_err(stale)?;
            store::update_additional_info(work.tx(), scope, &merged).await?;
            handing_over::note_additional(work, scope, request, &profile.additional_info, &merged);
        }
    }
    Ok(())
}

/// Which parts of a request no longer fit the profile.
pub async fn moved_since(
    db: &Db,
    scope: &EmployeeScope<Profiles, impl Need>,
    today: Day,
    detail: &Value,
) -> Result<Vec<MovedField>, Problem> {
    let profile = of_employee(db, scope, today).await?;
    let (demographics, dependents) = (&profile.demographics, &profile.dependents);
    let (beneficiaries, additional) = (&profile.beneficiaries, &profile.additional_info);
    Ok(change::moved(&read(detail)?, demographics, dependents, beneficiaries, additional))
}

/// For input that names several parts.
pub fn one_part() -> Problem {
    ProfileRefusal::OnePart.into()
}

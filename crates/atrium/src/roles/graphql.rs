//! Roles on the wire, for the console. The command line calls the same use cases.

use super::before_proof;
use super::preview::{Difference, PreviewPage, RightsPreview};
use super::rules::{Applies, AssignmentState, RoleEdit, state};
use super::store::{Assignment, MAX_COUNTED, RolePerson, RoleRow};
use super::{EditOfRole, Grant, RemovalOfRole, RoleEnding, Roles};
use crate::access::{self, AdminScope, Need, Read, Write};
use crate::call::Call;
use crate::shared::day::Day;
use crate::shared::id::{AssignmentId, CompanyId, PersonId, RoleId, TenantId};
use crate::shared::page::{Links, Page};
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, Enum, ID, InputObject, Object, SimpleObject};
use serde_json::json;

/// Where a role can be given.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(rename_items = "lowercase")]
enum RoleApplies {
    Tenant,
    Company,
    Either,
}

impl From<Applies> for RoleApplies {
    fn from(applies: Applies) -> RoleApplies {
        match applies {
            Applies::Tenant => RoleApplies::Tenant,
            Applies::Company => RoleApplies::Company,
            Applies::Either => RoleApplies::Either,
        }
    }
}

impl From<RoleApplies> for Applies {
    fn from(applies: RoleApplies) -> Applies {
        match applies {
            RoleApplies::Tenant => Applies::Tenant,
            RoleApplies::Company => Applies::Company,
            RoleApplies::Either => Applies::Either,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(rename_items = "lowercase")]
enum RoleAssignmentState {
    Upcoming,
    Current,
    Ended,
}

/// A named list of permissions.
#[derive(SimpleObject)]
#[graphql(serial, name = "AdminRole")]
struct RoleOnWire {
    id: ID,
    name: String,
    permissions: Vec<String>,
    /// Codes of the applications it opens.
    applications: Vec<String>,
    applies: RoleApplies,
    /// Comes with Atrium. You can copy it but not change it.
    is_shipped: bool,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
    /// How many people you look after hold it, now or later; 101 means more than 100.
    holders: i64,
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

impl From<RoleRow> for RoleOnWire {
    fn from(role: RoleRow) -> RoleOnWire {
        RoleOnWire {
            id: role.id.to_wire(),
            permissions: words(&role.permissions),
            applications: words(&role.applications),
            name: role.name,
            applies: role.applies.into(),
            is_shipped: role.is_shipped,
            version: role.version,
            holders: role.holders.min(MAX_COUNTED + 1),
        }
    }
}

impl Current for RoleRow {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "id": self.id, "name": self.name, "permissions": words(&self.permissions),
            "applications": words(&self.applications), "applies": self.applies.as_str(), "isShipped": self.is_shipped,
            "version": self.version, "holders": self.holders,
        })
    }
}

impl Current for Assignment {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "id": self.id, "personId": self.person, "roleId": self.role, "roleName": self.role_name,
            "companyId": self.company, "companyName": self.company_name, "startsOn": self.starts_on,
            "endsOn": self.ends_on, "version": self.version,
        })
    }
}

/// A role someone holds in one company or the whole tenant.
#[derive(SimpleObject)]
#[graphql(serial)]
struct RoleAssignment {
    id: ID,
    person_id: ID,
    username: String,
    first_name: String,
    last_name: String,
    role_id: ID,
    role_name: String,
    /// Null for the whole tenant.
    company_id: Option<ID>,
    company_name: Option<String>,
    /// The first day it counts; null for no first day.
    starts_on: Option<Day>,
    /// The last day it counts; null for no end.
    ends_on: Option<Day>,
    state: RoleAssignmentState,
    /// Today in its time zone.
    today: Day,
    version: i64,
}

impl RoleAssignment {
    fn new(call: &Call, row: Assignment) -> RoleAssignment {
        let today = call.today(&row.time_zone);
        RoleAssignment {
            state: match state(row.starts_on, row.ends_on, today) {
                AssignmentState::Upcoming => RoleAssignmentState::Upcoming,
                AssignmentState::Current => RoleAssignmentState::Current,
                AssignmentState::Ended => RoleAssignmentState::Ended,
            },
            today,
            id: row.id.to_wire(),
            person_id: row.person.to_wire(),
            username: row.username,
            first_name: row.first_name,
            last_name: row.last_name,
            role_id: row.role.to_wire(),
            role_name: row.role_name,
            company_id: row.company.map(CompanyId::to_wire),
            company_name: row.company_name,
            starts_on: row.starts_on,
            ends_on: row.ends_on,
            version: row.version,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RolePage {
    results: Rows<RoleOnWire>,
    links: Links,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RoleAssignmentPage {
    results: Rows<RoleAssignment>,
    links: Links,
}

/// Someone you can give a role to.
#[derive(SimpleObject)]
#[graphql(serial)]
struct RoleCandidate {
    person_id: ID,
    username: String,
    first_name: String,
    last_name: String,
}

impl From<RolePerson> for RoleCandidate {
    fn from(row: RolePerson) -> RoleCandidate {
        RoleCandidate {
            person_id: row.id.to_wire(),
            username: row.username,
            first_name: row.first_name,
            last_name: row.last_name,
        }
    }
}

/// What roles are made of, and where the viewer can give them.
#[derive(SimpleObject)]
#[graphql(serial)]
struct RoleChoices {
    /// The permissions our own rules and the tenant's pages use, each also with `.write`. A role keeps others it already has.
    permissions: Vec<String>,
    applications: Vec<RoleApplication>,
    companies: Vec<RoleCompany>,
    /// Whether the viewer looks after the whole tenant and can change roles and give them anywhere.
    is_whole_tenant: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RoleApplication {
    code: String,
    name: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RoleCompany {
    id: ID,
    name: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RolePreviewPage {
    id: ID,
    title: String,
    path: String,
}

impl From<PreviewPage> for RolePreviewPage {
    fn from(page: PreviewPage) -> RolePreviewPage {
        RolePreviewPage { id: ID(page.id), title: page.title, path: page.path }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct RoleDifference {
    permissions: Vec<String>,
    pages: Vec<RolePreviewPage>,
    /// Application codes.
    applications: Vec<String>,
}

impl From<Difference> for RoleDifference {
    fn from(difference: Difference) -> RoleDifference {
        RoleDifference {
            permissions: difference.permissions,
            pages: difference.pages.into_iter().map(RolePreviewPage::from).collect(),
            applications: difference.applications,
        }
    }
}

/// What a change would do.
#[derive(SimpleObject)]
#[graphql(serial)]
struct RolePreview {
    /// The first day of the change; null for right away.
    from: Option<Day>,
    gains: RoleDifference,
    loses: RoleDifference,
    /// How many people hold the role, if the change affects all of them; 101 means more than 100.
    holders: Option<i64>,
    /// How many people would have no manager in an area; 101 means more than 100. Give them another manager first.
    left_behind: i64,
}

impl From<RightsPreview> for RolePreview {
    fn from(preview: RightsPreview) -> RolePreview {
        RolePreview {
            from: preview.from,
            gains: preview.gains.into(),
            loses: preview.loses.into(),
            holders: preview.holders,
            left_behind: preview.left_behind,
        }
    }
}

#[derive(InputObject)]
struct RoleGrantInput {
    person_id: ID,
    role_id: ID,
    /// If left out, the whole tenant.
    company_id: Option<ID>,
    /// If left out, today.
    starts_on: Option<Day>,
    /// The last day. If left out, there is none.
    ends_on: Option<Day>,
}

impl RoleGrantInput {
    fn grant(&self) -> Result<Grant, Problem> {
        Ok(Grant {
            person: PersonId::from_wire(&self.person_id)?,
            role: RoleId::from_wire(&self.role_id)?,
            company: self.company_id.as_ref().map(CompanyId::from_wire).transpose()?,
            starts: self.starts_on,
            ends: self.ends_on,
        })
    }
}

/// Anything left out stays the same.
#[derive(InputObject)]
struct RoleEditInput {
    name: Option<String>,
    permissions: Option<Vec<String>>,
    applications: Option<Vec<String>>,
    applies: Option<RoleApplies>,
}

impl From<RoleEditInput> for RoleEdit {
    fn from(input: RoleEditInput) -> RoleEdit {
        RoleEdit {
            name: input.name,
            permissions: input.permissions,
            applications: input.applications,
            applies: input.applies.map(Applies::from),
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct EndedRole {
    /// Null if it never began: nothing is left of it.
    assignment: Option<RoleAssignment>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RemovedRole {
    role_id: ID,
}

pub(super) async fn administered<N: Need>(
    call: &Call,
    tenant_id: &ID,
) -> Result<AdminScope<Roles, N>, Problem> {
    access::administered(call.viewer().await?, TenantId::from_wire(tenant_id)?)
}

fn assignments(call: &Call, page: Page<Assignment>) -> RoleAssignmentPage {
    let page = page.map(|row| RoleAssignment::new(call, row));
    RoleAssignmentPage { results: page.results.into(), links: page.links }
}

#[derive(Default)]
pub struct RoleQuery;

#[Object]
impl RoleQuery {
    /// The tenant's roles, by name.
    async fn list_roles(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        search: Option<String>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<RolePage, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let search = search.unwrap_or_default();
        let cursors = call.cursors(format!("roles of {} with {search:?}", scope.tenant()));
        let asked = (limit, cursor.as_deref());
        let page = super::list(&call.db, &call.app.clock, &scope, &search, cursors, asked).await?;
        let page = page.map(RoleOnWire::from);
        Ok(RolePage { results: page.results.into(), links: page.links })
    }

    async fn role(&self, context: &Context<'_>, tenant_id: ID, role_id: ID) -> Result<RoleOnWire, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let id = RoleId::from_wire(&role_id)?;
        Ok(super::one(&call.db, &call.app.clock, &scope, id).await?.into())
    }

    /// Who holds a role, among the people you look after, newest first.
    async fn list_role_holders(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        role_id: ID,
        search: Option<String>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<RoleAssignmentPage, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let (role, search) = (RoleId::from_wire(&role_id)?, search.unwrap_or_default());
        super::one(&call.db, &call.app.clock, &scope, role).await?;
        let cursors = call.cursors(format!("holders of role {role} with {search:?}"));
        let asked = (limit, cursor.as_deref());
        Ok(assignments(call, super::holders(&call.db, &scope, role, &search, cursors, asked).await?))
    }

    /// Every role a person holds where you look after roles, including past and planned ones, by role name.
    async fn roles_of_person(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        person_id: ID,
    ) -> Result<Vec<RoleAssignment>, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let found = super::of_person(&call.db, &scope, PersonId::from_wire(&person_id)?).await?;
        Ok(found.into_iter().map(|row| RoleAssignment::new(call, row)).collect())
    }

    /// The first 20 people whose name or username starts with the search.
    async fn role_candidates(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        search: String,
    ) -> Result<Vec<RoleCandidate>, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let found = super::people(&call.db, &scope, &search).await?;
        Ok(found.into_iter().map(RoleCandidate::from).collect())
    }

    async fn role_choices(&self, context: &Context<'_>, tenant_id: ID) -> Result<RoleChoices, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let applications = super::store::applications(&call.db, &scope).await?;
        let companies = super::companies(&call.db, &scope).await?;
        Ok(RoleChoices {
            permissions: super::known_permissions(&call.db, &scope).await?,
            applications: applications
                .into_iter()
                .map(|(code, name)| RoleApplication { code, name })
                .collect(),
            companies: companies
                .into_iter()
                .map(|(id, name)| RoleCompany { id: id.to_wire(), name })
                .collect(),
            is_whole_tenant: scope.is_whole(),
        })
    }

    /// What someone gains from a role. Refused whenever giving it would be.
    async fn preview_role(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        input: RoleGrantInput,
    ) -> Result<RolePreview, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        Ok(super::preview_give(&call.db, &call.app.clock, &scope, input.grant()?).await?.into())
    }

    /// What someone loses when a role ends. Refused whenever ending it would be.
    async fn preview_role_end(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        assignment_id: ID,
        last_day: Option<Day>,
    ) -> Result<RolePreview, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let id = AssignmentId::from_wire(&assignment_id)?;
        Ok(super::preview_end(&call.db, &call.app.clock, &scope, id, last_day).await?.into())
    }

    /// What a role's holders gain and lose when it changes.
    async fn preview_role_edit(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        role_id: ID,
        input: RoleEditInput,
    ) -> Result<RolePreview, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let (id, edit) = (RoleId::from_wire(&role_id)?, input.into());
        Ok(super::preview_edit(&call.db, &call.app.clock, &scope, id, &edit).await?.into())
    }
}

#[derive(Default)]
pub struct RoleMutation;

#[Object]
impl RoleMutation {
    /// Gives someone a role. Like every change to roles, it needs a fresh factor.
    async fn give_role(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        input: RoleGrantInput,
    ) -> Result<RoleAssignment, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let grant = input.grant()?;
        if !call.brings_proof() {
            before_proof::give(&call.db, &call.app.clock, &scope, grant).await?;
        }
        let grant = call.prove(grant).await?;
        let given = super::give(&mut *call.work().await?, &call.app.clock, &scope, grant).await?;
        Ok(RoleAssignment::new(call, given))
    }

    /// Changes an assignment's last day. Without one, it ends right away, as if yesterday were the last day.
    async fn end_role(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        assignment_id: ID,
        version: i64,
        last_day: Option<Day>,
    ) -> Result<EndedRole, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let assignment = AssignmentId::from_wire(&assignment_id)?;
        let ending = RoleEnding { assignment, version, last_day };
        if !call.brings_proof() {
            before_proof::end(&call.db, &call.app.clock, &scope, ending).await?;
        }
        let ending = call.prove(ending).await?;
        let left = super::end(&mut *call.work().await?, &call.app.clock, &scope, ending).await?;
        Ok(EndedRole { assignment: left.map(|row| RoleAssignment::new(call, row)) })
    }

    /// Copies a role for the tenant to adapt.
    async fn copy_role(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        role_id: ID,
        name: String,
    ) -> Result<RoleOnWire, Problem> {
        let call = Call::of(context);
        let scope = super::of_tenant(&administered::<Write>(call, &tenant_id).await?)?;
        let id = RoleId::from_wire(&role_id)?;
        Ok(super::copy(&mut *call.work().await?, &call.app.clock, &scope, id, &name).await?.into())
    }

    async fn edit_role(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        role_id: ID,
        version: i64,
        input: RoleEditInput,
    ) -> Result<RoleOnWire, Problem> {
        let call = Call::of(context);
        let scope = super::of_tenant(&administered::<Write>(call, &tenant_id).await?)?;
        let edit = EditOfRole { role: RoleId::from_wire(&role_id)?, version, edit: RoleEdit::from(input) };
        if !call.brings_proof() {
            before_proof::edit(&call.db, &call.app.clock, &scope, &edit).await?;
        }
        let edit = call.prove(edit).await?;
        Ok(super::edit(&mut *call.work().await?, &call.app.clock, &scope, edit).await?.into())
    }

    /// Removes a role that no one holds, now or later.
    async fn remove_role(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        role_id: ID,
        version: i64,
    ) -> Result<RemovedRole, Problem> {
        let call = Call::of(context);
        let scope = super::of_tenant(&administered::<Write>(call, &tenant_id).await?)?;
        let removal = RemovalOfRole { role: RoleId::from_wire(&role_id)?, version };
        if !call.brings_proof() {
            before_proof::remove(&call.db, &call.app.clock, &scope, removal).await?;
        }
        let removal = call.prove(removal).await?;
        super::remove(&mut *call.work().await?, &call.app.clock, &scope, removal).await?;
        Ok(RemovedRole { role_id })
    }
}

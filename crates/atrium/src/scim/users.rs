//! Users: adding, replacing, deactivating.

use super::refusal::ScimRefusal;
use super::resource::DirectoryUser;
use super::store::{self, ScimUserRow};
use crate::access::{self, MachineScope, PeopleScope};
use crate::account::{self, CorrectedSignIn, PersonAccount, SignInName, UnlockedAccount};
use crate::app::App;
use crate::employment::{self, AddingScope, NewPerson};
use crate::factors::Proven;
use crate::roles::{self, FirstRole, Roles};
use crate::shared::day::Day;
use crate::shared::id::PersonId;
use crate::shared::machine_right::Scim;
use crate::shared::problem::Problem;
use crate::work::Work;

const KIND: &str = "user";

/// Today where a day begins last: what has begun there has begun everywhere.
pub(super) fn today(app: &App) -> Day {
    app.clock.today("Etc/GMT+12")
}

/// Who was written, and whether their sessions end once it's committed.
pub(super) struct WrittenUser {
    pub id: PersonId,
    pub ends_sessions: bool,
}

/// Someone whose roles look after others is out of reach without the right for that: by correcting the address, a directory
/// could take over the account.
async fn check_reach(
    app: &App,
    work: &mut Work,
    scope: &MachineScope<Scim>,
    person: PersonId,
) -> Result<(), Problem> {
    if scope.has_admin() {
        return Ok(());
    }
    let held = store::permissions_of(work.tx(), scope, today(app), person).await?;
    match held.iter().any(|(permissions,)| roles::looks_after_others(permissions)) {
        true => Err(Problem::Forbidden),
        false => Ok(()),
    }
}

async fn set_name(
    work: &mut Work,
    scope: &MachineScope<Scim>,
    person: PersonId,
    external_id: Option<&str>,
) -> Result<(), Problem> {
    if let Some(id) = external_id
        && store::is_named(work.tx(), scope, (KIND, person.0), id).await?
    {
        return Err(ScimRefusal::ExternalIdTaken.into());
    }
    Ok(store::name(work.tx(), scope, (KIND, person.0), external_id).await?)
}

/// A new account, or the one that the directory removed under this username.
pub(super) async fn add(
    app: &App,
    work: &mut Work,
    scope: &MachineScope<Scim>,
    new: DirectoryUser,
) -> Result<WrittenUser, Problem> {
    if let Some(person) = store::removed_user(work.tx(), scope, &new.user_name).await? {
        check_reach(app, work, scope, person).await?;
        set_name(work, scope, person, new.external_id.as_deref()).await?;
        let there = store::user(work.tx(), scope, today(app), person).await?.ok_or(Problem::NotFound)?;
        let again = DirectoryUser { is_active: Some(new.is_active.unwrap_or(true)), ..new };
        return replace(app, work, scope, &there, again).await;
    }
    let role = store::identity_role(work.tx(), scope).await?;
    let role = role.ok_or_else(|| Problem::Internal("a tenant without the role Identity User".to_owned()))?;
    let account = PersonAccount {
        username: new.user_name,
        first_name: new.first_name,
        last_name: new.last_name,
        email: new.email,
        language: new.language.unwrap_or("en"),
        version: "v1",
    };
    let adding = AddingScope {
        people: access::people_of_machine(scope),
        roles: access::administered_by_machine::<Roles>(scope),
    };
    let person =
        NewPerson { account, job: None, roles: vec![FirstRole { role, company: None }], is_invited: false };
    let added = employment::add(app, work, &adding, Proven::by_machine(scope, person)).await?;
    set_name(work, scope, added.person, new.external_id.as_deref()).await?;
    if new.is_active == Some(false) {
        account::lock(work, &adding.people, added.person).await?;
    }
    Ok(WrittenUser { id: added.person, ends_sessions: false })
}

/// As the directory has it now. What it doesn't say about being active stays, and so does the language: it's the person's.
pub(super) async fn replace(
    app: &App,
    work: &mut Work,
    scope: &MachineScope<Scim>,
    there: &ScimUserRow,
    new: DirectoryUser,
) -> Result<WrittenUser, Problem> {
    let (person, people) = (there.id, access::people_of_machine(scope));
    let becomes_active = new.is_active == Some(true) && !there.is_active;
    let ends = new.is_active == Some(false) && there.is_active;
    let is_renamed = new.user_name != there.username
        || !new.email.eq_ignore_ascii_case(&there.email)
        || (new.first_name.as_str(), new.last_name.as_str())
            != (there.first_name.as_str(), there.last_name.as_str());
    if becomes_active || is_renamed || new.external_id != there.external_id {
        check_reach(app, work, scope, person).await?;
    }
    if new.external_id != there.external_id {
        set_name(work, scope, person, new.external_id.as_deref()).await?;
    }
    if is_renamed {
        rename(app, work, scope, &people, person, &new).await?;
    }
    if becomes_active {
        account::unlock(work, &people, Proven::by_machine(scope, UnlockedAccount { person })).await?;
    }
    if ends {
        account::lock(work, &people, person).await?;
    }
    Ok(WrittenUser { id: person, ends_sessions: ends })
}

async fn rename(
    app: &App,
    work: &mut Work,
    scope: &MachineScope<Scim>,
    people: &PeopleScope,
    person: PersonId,
    new: &DirectoryUser,
) -> Result<(), Problem> {
    account::set_names(work, people, person, (&new.first_name, &new.last_name)).await?;
    let given = SignInName { email: new.email.clone(), username: new.user_name.clone() };
    let corrected = CorrectedSignIn { person, given, shown: None };
    account::correct(app, work, people, Proven::by_machine(scope, corrected)).await
}

/// Locked, and out of the directory's sight.
pub(super) async fn remove(
    work: &mut Work,
    scope: &MachineScope<Scim>,
    there: &ScimUserRow,
) -> Result<WrittenUser, Problem> {
    if there.is_active {
        account::lock(work, &access::people_of_machine(scope), there.id).await?;
    }
    let now = work.now();
    store::hide(work.tx(), scope, there.id, now).await?;
    Ok(WrittenUser { id: there.id, ends_sessions: there.is_active })
}

//! The central page, and a person looked up by a token's subject.

use super::{Application, Applications};
use crate::access::{self, HeldRole, Narrowing};
use crate::call::Call;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object, SimpleObject};

/// Someone who signs in.
#[derive(SimpleObject)]
#[graphql(serial)]
struct User {
    id: ID,
    first_name: String,
    last_name: String,
    email: String,
    /// Shown to its owner and to administrators who look after accounts.
    phone: Option<String>,
    /// The `sub` in tokens.
    sub_id: ID,
    roles: Vec<UserRole>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct UserRole {
    id: ID,
    name: String,
    permissions: Vec<String>,
    /// Null if the role counts in the whole tenant.
    company_id: Option<ID>,
}

impl UserRole {
    fn new(held: HeldRole) -> UserRole {
        UserRole {
            id: held.role.to_wire(),
            name: held.name,
            permissions: held.permissions.split_whitespace().map(str::to_owned).collect(),
            company_id: held.company.map(|company| company.to_wire()),
        }
    }
}

/// The start page of someone with several applications.
#[derive(SimpleObject)]
#[graphql(serial)]
struct CentralPage {
    title: String,
    tiles: Vec<ApplicationTile>,
    shows_widget: bool,
    shows_evolution_card: bool,
    /// An Evolution user without either web role.
    is_desktop_only: bool,
    can_edit: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ApplicationTile {
    /// PAY, TAX, HR, HCM or TIME.
    code: String,
    name: String,
    path: String,
    target_url: String,
    /// In words, if the tenant shows it.
    plan: Option<String>,
    pricing: Option<String>,
}

impl ApplicationTile {
    fn new(row: Application) -> ApplicationTile {
        ApplicationTile {
            code: row.code,
            name: row.name,
            path: row.path,
            target_url: row.target_url,
            plan: row.plan,
            pricing: row.pricing,
        }
    }
}

#[derive(Default)]
pub struct ApplicationQuery;

#[Object]
impl ApplicationQuery {
    async fn central_page(&self, context: &Context<'_>, tenant_id: ID) -> Result<CentralPage, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let scope = access::central(viewer, TenantId::from_wire(&tenant_id)?)?;
        let central = super::central(&call.db, viewer, &scope).await?;
        Ok(CentralPage {
            title: central.title,
            tiles: central.tiles.into_iter().map(ApplicationTile::new).collect(),
            shows_widget: central.shows_widget,
            shows_evolution_card: central.shows_evolution_card,
            is_desktop_only: central.is_desktop_only,
            can_edit: central.may_edit,
        })
    }

    /// Yourself or, for administrators, anyone in the tenant.
    async fn user_by_sub_id(&self, context: &Context<'_>, sub_id: ID) -> Result<User, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let scope = access::tenant::<Applications>(&call.db, viewer, &Narrowing::default()).await?;
        let scope = access::person(viewer, &scope, PersonId::from_wire(&sub_id)?)?;
        let found = super::account(&call.db, &call.app.clock, &scope).await?;
        Ok(User {
            id: found.person.id.to_wire(),
            first_name: found.person.first_name,
            last_name: found.person.last_name,
            email: found.person.email,
            phone: found.person.phone,
            sub_id: found.person.id.to_wire(),
            roles: found.roles.into_iter().map(UserRole::new).collect(),
        })
    }
}

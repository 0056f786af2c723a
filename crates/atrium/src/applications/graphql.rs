//! What the portal asks about a person by the subject of a token.

use crate::access::{self, HeldRole, Narrowing};
use crate::call::Call;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object, SimpleObject};

/// Somebody who signs in.
#[derive(SimpleObject)]
struct User {
    id: ID,
    first_name: String,
    last_name: String,
    email: String,
    /// Shown to its owner, and to administrators who look after accounts.
    phone: Option<String>,
    /// `sub` of the tokens.
    sub_id: ID,
    roles: Vec<UserRole>,
}

#[derive(SimpleObject)]
struct UserRole {
    id: ID,
    name: String,
    permissions: Vec<String>,
    /// None where the role holds in the whole tenant.
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

#[derive(Default)]
pub struct ApplicationQuery;

#[Object]
impl ApplicationQuery {
    /// Oneself; or, for administrators, anybody of the tenant.
    async fn user_by_sub_id(&self, context: &Context<'_>, sub_id: ID) -> Result<User, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let scope = access::tenant(&call.db, viewer, &Narrowing::default()).await?;
        let scope = access::person(viewer, &scope, PersonId::from_wire(&sub_id)?)?;
        let found = super::account(&call.db, &scope).await?;
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

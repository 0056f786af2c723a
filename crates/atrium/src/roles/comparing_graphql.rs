//! Comparing two people's rights, on the wire.

use super::comparing::RightsAtPlace;
use super::graphql::{RoleDifference, administered};
use crate::access::Read;
use crate::call::Call;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object, SimpleObject};

/// What each of two people may do today that the other may not, in one place.
#[derive(SimpleObject)]
#[graphql(serial)]
struct RightsComparison {
    /// Null for the whole tenant.
    company_id: Option<ID>,
    company_name: Option<String>,
    only_one: RoleDifference,
    only_other: RoleDifference,
}

impl From<RightsAtPlace> for RightsComparison {
    fn from(at: RightsAtPlace) -> RightsComparison {
        let (company_id, company_name) = at.company.map(|(id, name)| (id.to_wire(), name)).unzip();
        RightsComparison {
            company_id,
            company_name,
            only_one: at.only_one.into(),
            only_other: at.only_other.into(),
        }
    }
}

#[derive(Default)]
pub struct RightsQuery;

#[Object]
impl RightsQuery {
    /// Which pages, permissions and applications one of two people has and the other doesn't: the whole tenant first, then each
    /// company you look after in which at least one of them has a role.
    async fn compare_rights(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        person_id: ID,
        other_id: ID,
    ) -> Result<Vec<RightsComparison>, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let both = (PersonId::from_wire(&person_id)?, PersonId::from_wire(&other_id)?);
        let found = super::compare_rights(&call.db, &call.app.clock, &scope, both).await?;
        Ok(found.into_iter().map(RightsComparison::from).collect())
    }
}

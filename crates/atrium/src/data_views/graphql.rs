//! Who saw your data, on the wire.

use super::{DataViews, store};
use crate::access::{self, At, Read};
use crate::call::Call;
use crate::shared::day::Moment;
use crate::shared::id::EmployeeId;
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object, SimpleObject};

const MAX_VIEWS: i64 = 50;

/// Someone looked at your data on a day. The time is when they first did.
#[derive(SimpleObject)]
#[graphql(serial)]
struct DataView {
    viewer_name: String,
    /// profile, deposits, pay or documents.
    what: &'static str,
    first_seen_at: Moment,
}

#[derive(Default)]
pub struct DataViewQuery;

#[Object]
impl DataViewQuery {
    /// Who saw your data, newest first, at most 50.
    async fn employee_data_views(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
    ) -> Result<Vec<DataView>, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let employee = EmployeeId::from_wire(&employee_id)?;
        let own = access::own::<DataViews, Read>(call.viewer().await?, at, employee)?;
        let rows = store::of_employee(&call.db, &own, MAX_VIEWS).await?;
        let on_wire = |row: store::Seen| DataView {
            viewer_name: row.viewer_name,
            what: row.what.as_text(),
            first_seen_at: row.first_seen_at,
        };
        Ok(rows.into_iter().map(on_wire).collect())
    }
}

//! In-app notices on the wire: the kind and the facts, no text.

use super::kinds::{Facts, NoticeKind};
use super::store::InboxNotice as Row;
use crate::access;
use crate::call::Call;
use crate::shared::day::{Day, Moment};
use crate::shared::id::NoticeId;
use crate::shared::page::Links;
use crate::shared::problem::Problem;
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, Object, SimpleObject};

/// Something that happened that the viewer should know about.
#[derive(SimpleObject)]
#[graphql(serial)]
struct Notice {
    id: ID,
    kind: NoticeKind,
    /// Where it happened.
    company_id: ID,
    /// Whose request it is, if it isn't the viewer's own.
    employee_name: Option<String>,
    /// The type of time off.
    #[graphql(name = "type")]
    type_name: Option<String>,
    /// The Spanish name, or the English name if there is none.
    #[graphql(name = "typeEs")]
    type_name_es: Option<String>,
    start_date: Option<Day>,
    end_date: Option<Day>,
    /// A punch's time in the company's time zone, as YYYY-MM-DDTHH:MM:SS.
    at: Option<String>,
    decided_by_name: Option<String>,
    created_at: Moment,
    is_read: bool,
}

impl From<Row> for Notice {
    fn from(row: Row) -> Notice {
        let facts: Facts = serde_json::from_value(row.facts).unwrap_or_default();
        Notice {
            id: row.id.to_wire(),
            kind: row.kind,
            company_id: row.company_id.to_wire(),
            employee_name: facts.employee,
            type_name_es: facts.type_name_es.or_else(|| facts.type_name.clone()),
            type_name: facts.type_name,
            start_date: facts.first_day,
            end_date: facts.last_day,
            at: facts.at.map(|at| at.strftime("%Y-%m-%dT%H:%M:%S").to_string()),
            decided_by_name: facts.decided_by,
            created_at: row.created_at,
            is_read: row.is_read,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct NoticePage {
    results: Rows<Notice>,
    links: Links,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ReadNotices {
    /// How many are left, counted up to 100.
    unread: i64,
}

#[derive(Default)]
pub struct InboxQuery;

#[Object]
impl InboxQuery {
    /// Your own notices, newest first.
    async fn list_notices(
        &self,
        context: &Context<'_>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<NoticePage, Problem> {
        let call = Call::of(context);
        let scope = access::inbox(call.viewer().await?)?;
        let cursors = call.cursors(format!("notices of {}", scope.viewer()));
        let page = super::list(&call.db, &scope, cursors, limit, cursor.as_deref()).await?;
        let page = page.map(Notice::from);
        Ok(NoticePage { results: page.results.into(), links: page.links })
    }
}

#[derive(Default)]
pub struct InboxMutation;

#[Object]
impl InboxMutation {
    /// Marks one of your notices as read.
    async fn read_notice(&self, context: &Context<'_>, id: ID) -> Result<ReadNotices, Problem> {
        read(Call::of(context), &id, false).await
    }

    /// Marks a notice and all earlier ones as read. Later ones stay unread, since you haven't seen them.
    async fn read_notices_until(&self, context: &Context<'_>, id: ID) -> Result<ReadNotices, Problem> {
        read(Call::of(context), &id, true).await
    }
}

async fn read(call: &Call, id: &ID, is_until: bool) -> Result<ReadNotices, Problem> {
    let scope = access::inbox(call.viewer().await?)?;
    let id = NoticeId::from_wire(id)?;
    let unread = super::read(&mut *call.work().await?, &scope, id, is_until).await?;
    Ok(ReadNotices { unread })
}

//! The SQL of reading the audit trail. Every page is a range of one index, newest first.

use crate::access::AdministratorScope;
use crate::shared::day::Moment;
use crate::shared::id::PersonId;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

/// Who did something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    Person(PersonId),
    /// At the terminal, by the name that was written down.
    Operator(String),
}

/// What a search is narrowed to; nothing set finds everything.
#[derive(Clone, Debug, Default)]
pub struct TrailFilter {
    pub actor: Option<Actor>,
    pub action: Option<String>,
    pub subject: Option<Uuid>,
    pub from: Option<Timestamp>,
    /// Itself not included.
    pub until: Option<Timestamp>,
}

pub struct TrailEvent {
    pub seq: i64,
    pub at: Moment,
    pub actor_id: Option<PersonId>,
    pub person_name: Option<String>,
    pub username: Option<String>,
    pub operator: Option<String>,
    pub address: String,
    pub action: String,
    pub subject_kind: String,
    pub subject_id: Option<Uuid>,
    pub result: String,
    pub detail: String,
}
db::row!(TrailEvent {
    seq,
    at,
    actor_id,
    person_name,
    username,
    operator,
    address,
    action,
    subject_kind,
    subject_id,
    result,
    detail
});

impl TrailEvent {
    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.at.0.to_string(), self.seq.to_string()]
    }
}

pub(super) struct FoundEvents {
    pub events: Vec<TrailEvent>,
    /// The last event that was looked at, where that isn't the last one found.
    pub looked_at: Option<Vec<String>>,
}

/// An index narrows a search by one of person, object and action. Events that it finds are looked through for the others, so
/// many per page: the next page goes on behind them.
const MAX_LOOKED_AT: usize = 2_000;

const NEWEST_FIRST: Sort = Sort::descending(&[("e.at", SortKey::Moment), ("e.seq", SortKey::Number)]);

/// Conditions on `e`: those that an index answers, and the others.
struct Conditions {
    near: String,
    others: Vec<String>,
}

fn conditions(scope: &AdministratorScope, filter: &TrailFilter, values: &mut Vec<Value>) -> Conditions {
    let mut narrowing: Vec<(&str, Value)> = vec![];
    if let Some(subject) = filter.subject {
        narrowing.push(("e.subject_id", subject.into()));
    }
    match &filter.actor {
        Some(Actor::Person(person)) => narrowing.push(("e.actor_id", (*person).into())),
        Some(Actor::Operator(name)) => narrowing.push(("e.actor_name", name.as_str().into())),
        None => {}
    }
    if let Some(action) = &filter.action {
        narrowing.push(("e.action", action.as_str().into()));
    }
    *values = params![scope.tenant()];
    let mut near = vec!["e.tenant_id = $1".to_owned()];
    let mut others = vec![];
    let ranges = [(filter.from, "e.at >="), (filter.until, "e.at <")];
    for (at, than) in ranges.into_iter().filter_map(|(at, than)| Some((at?, than))) {
        values.push(at.into());
        near.push(format!("{than} ${}", values.len()));
    }
    for (number, (column, value)) in narrowing.into_iter().enumerate() {
        values.push(value);
        let to = if number == 0 { &mut near } else { &mut others };
        to.push(format!("{column} = ${}", values.len()));
    }
    Conditions { near: near.join(" AND "), others }
}

const SELECT: &str =
    "SELECT e.seq, e.at, e.actor_id, p.first_name || ' ' || p.last_name, p.username, e.actor_name, e.address,
       e.action, e.subject_kind, e.subject_id, e.result, e.detail";

const PERSON: &str = "LEFT JOIN person p ON p.id = e.actor_id AND p.tenant_id = e.tenant_id";

pub(super) async fn list(
    mut from: impl Read,
    scope: &AdministratorScope,
    filter: &TrailFilter,
    ask: &Ask,
) -> Result<FoundEvents, Problem> {
    let mut values = vec![];
    let Conditions { near, others } = conditions(scope, filter, &mut values);
    if others.is_empty() {
        let page = NEWEST_FIRST.page(ask, &mut values)?;
        let sql = format!("{SELECT} FROM audit_event e {PERSON} WHERE {near} {page}");
        return Ok(FoundEvents { events: from.all(sql, values).await?, looked_at: None });
    }
    let stretch = Ask { limit: MAX_LOOKED_AT - 1, from: ask.from.clone() };
    let page = NEWEST_FIRST.page(&stretch, &mut values)?;
    let (others, order) = (others.join(" AND "), NEWEST_FIRST.order(ask));
    let limit = ask.limit + 1;
    let sql = format!(
        "{SELECT} FROM (SELECT e.* FROM audit_event e WHERE {near} {page}) e {PERSON} WHERE {others}
         ORDER BY e.at {order}, e.seq {order} LIMIT {limit}"
    );
    let events: Vec<TrailEvent> = from.all(sql, values).await?;
    if events.len() == limit {
        return Ok(FoundEvents { events, looked_at: None });
    }
    let mut values = vec![];
    let Conditions { near, .. } = conditions(scope, &near_of(filter), &mut values);
    let page = NEWEST_FIRST.page(&Ask { limit: 0, ..stretch }, &mut values)?;
    let skipped = MAX_LOOKED_AT - 1;
    let sql = format!("SELECT e.at, e.seq FROM audit_event e WHERE {near} {page} OFFSET {skipped}");
    let last: Option<(Moment, i64)> = from.opt(sql, values).await?;
    let looked_at = last.map(|(at, seq)| vec![at.0.to_string(), seq.to_string()]);
    Ok(FoundEvents { events, looked_at })
}

/// Only what an index narrows the search by.
fn near_of(filter: &TrailFilter) -> TrailFilter {
    let mut near = filter.clone();
    if near.subject.is_some() {
        near.actor = None;
    }
    if near.subject.is_some() || near.actor.is_some() {
        near.action = None;
    }
    near
}

/// By username, else by email.
pub(super) async fn person(
    mut from: impl Read,
    scope: &AdministratorScope,
    called: &str,
) -> db::Result<Option<PersonId>> {
    let sql = "SELECT id FROM person WHERE tenant_id = $1 AND (lower(username) = lower($2) OR lower(email) = lower($2))
         ORDER BY CASE WHEN lower(username) = lower($2) THEN 0 ELSE 1 END, id LIMIT 1";
    Ok(from.opt::<(PersonId,)>(sql, params![scope.tenant(), called]).await?.map(|(id,)| id))
}

/// Jumps from one action to the next in the index instead of reading every event.
pub(super) async fn actions(db: &Db, scope: &AdministratorScope) -> db::Result<Vec<String>> {
    let sql = "WITH RECURSIVE known (action) AS (
           SELECT min(action) FROM audit_event WHERE tenant_id = $1
           UNION ALL
           SELECT (SELECT min(e.action) FROM audit_event e WHERE e.tenant_id = $1 AND e.action > known.action)
           FROM known WHERE known.action IS NOT NULL)
         SELECT action FROM known WHERE action IS NOT NULL ORDER BY action";
    Ok(db.all::<(String,)>(sql, params![scope.tenant()]).await?.into_iter().map(|(action,)| action).collect())
}

/// The chain has no gaps: its end is its length.
pub(super) async fn size(db: &Db, scope: &AdministratorScope) -> db::Result<i64> {
    let sql = "SELECT seq FROM audit_head WHERE tenant_id = $1";
    Ok(db.opt::<(i64,)>(sql, params![scope.tenant()]).await?.map_or(0, |(seq,)| seq))
}

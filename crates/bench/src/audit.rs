//! The audit trail with many events: what its pages cost, the first and one deep inside, narrowed by nothing, a person, an action,
//! an object and two of them. The events are written in bulk; their seals don't fit, which only `atrium audit verify` would notice.

use crate::client::{Connection, Outgoing};
use crate::processes;
use crate::report::Engine;
use crate::site::{self, Place, Site};
use atrium::shared::id::{PersonId, TenantId};
use db::{Db, params};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use std::time::{Duration, Instant};

const GOAL_MS: f64 = 5.0;
const WARM_UP: usize = 20;
const REQUESTS: usize = 200;
const BATCH: usize = 20_000;
/// Between two events.
const APART: SignedDuration = SignedDuration::from_secs(3);

/// What happens most, first.
const ACTIONS: &[&str] = &[
    "sign_in.done",
    "read.refused",
    "time_off.requested",
    "clock.punched",
    "profile.changed",
    "deposit.changed",
    "role.give",
    "account.link_sent",
];

const EVENTS: &str = "query ($tenant: ID!, $filter: AuditFilterInput, $cursor: String) {
  auditEvents(tenantId: $tenant, filter: $filter, cursor: $cursor) {
    results { seq at personName action objectKind objectId result detail } links { next } } }";

pub(crate) async fn measure(
    engine: Engine,
    place: &Place,
    database: Option<u32>,
    events: usize,
) -> Result<(), String> {
    site::build(place)?;
    let from = Instant::now();
    let narrowed = write(place, events).await?;
    println!(
        "\naudit trail of {events} events, {}: written in {:.0} s",
        engine.name(),
        from.elapsed().as_secs_f64()
    );
    let site = Site::open(place).await?;
    let mut connection = Connection::open(site.server.address).await?;
    let tenant = site.ground.as_administrator("grace")["tenant"].clone();
    let Narrowed { person, object, middle } = narrowed;
    let deep = json!({ "until": middle.to_string() });
    for (name, filter) in [
        ("first page", json!({})),
        ("deep inside", deep.clone()),
        ("by person", json!({ "person": person })),
        ("by person, deep inside", json!({ "person": person, "until": middle.to_string() })),
        ("by action", json!({ "action": ACTIONS[0] })),
        ("by a rare action", json!({ "action": ACTIONS[ACTIONS.len() - 1] })),
        ("by object", json!({ "objectId": object })),
        (
            "by day",
            json!({ "from": (middle - SignedDuration::from_hours(24)).to_string(), "until": middle.to_string() }),
        ),
        ("by person and a rare action", json!({ "person": person, "action": ACTIONS[ACTIONS.len() - 1] })),
    ] {
        let ask = |cursor: Option<&str>| {
            let variables = json!({ "tenant": tenant, "filter": filter, "cursor": cursor });
            let body = json!({ "query": EVENTS, "variables": variables }).to_string();
            Outgoing::post("/graphql", Some(site.ground.token("grace")), body)
        };
        // The page after the first: its cursor is what a reader turns to.
        let first = connection.send(&ask(None)).await?;
        first.accepted()?;
        let next = first
            .json()?
            .pointer("/data/auditEvents/links/next")
            .and_then(|next| Some(next.as_str()?.to_owned()));
        for (page, outgoing) in
            [("", Some(ask(None))), (", next page", next.as_deref().map(|next| ask(Some(next))))]
        {
            let Some(outgoing) = outgoing else { continue };
            let ms = cost(&mut connection, &outgoing, &site, database).await?;
            let verdict = if ms <= GOAL_MS { "✓" } else { "✗" };
            println!("  {:40} {ms:6.2} CPU ms {verdict}", format!("{name}{page}"));
        }
    }
    Ok(())
}

/// CPU-milliseconds per request, of the server and the database.
async fn cost(
    connection: &mut Connection,
    outgoing: &Outgoing,
    site: &Site,
    database: Option<u32>,
) -> Result<f64, String> {
    for _ in 0..WARM_UP {
        connection.send(outgoing).await?.accepted()?;
    }
    let spent = || processes::cpu(site.server.pid()) + database.map_or(Duration::ZERO, processes::tree_cpu);
    let before = spent();
    for _ in 0..REQUESTS {
        connection.send(outgoing).await?.accepted()?;
    }
    Ok((spent() - before).as_secs_f64() * 1e3 / REQUESTS as f64)
}

/// What the pages are narrowed to.
struct Narrowed {
    /// A username.
    person: String,
    object: String,
    middle: Timestamp,
}

async fn write(place: &Place, events: usize) -> Result<Narrowed, String> {
    let text = |error: db::Error| error.to_string();
    // What the database learns of ten million rows takes it a while.
    let options = db::Options { statement_timeout: Duration::from_secs(600), ..db::Options::default() };
    let db = Db::connect(&place.database_url, options).await.map_err(text)?;
    let tenant = "SELECT t.id, h.seq FROM tenant t JOIN audit_head h ON h.tenant_id = t.id WHERE t.name = 'Cedar Group'";
    let (tenant, seq): (TenantId, i64) = db.one(tenant, params![]).await.map_err(text)?;
    let people = "SELECT id, username FROM person WHERE tenant_id = $1 ORDER BY id LIMIT 500";
    let people: Vec<(PersonId, String)> = db.all(people, params![tenant]).await.map_err(text)?;
    let last = "SELECT max(at) FROM audit_event WHERE tenant_id = $1";
    let (last,): (Timestamp,) = db.one(last, params![tenant]).await.map_err(text)?;
    // They end when the world begins.
    let begin = last - APART * i32::try_from(events).map_err(|error| error.to_string())?;
    let sql = "INSERT INTO audit_event (tenant_id, seq, at, actor_id, address, action, subject_kind, subject_id, result, detail, mac)
         VALUES ($1, $2, $3, $4, '192.0.2.7', $5, 'person', $6, 'done', '{\"from\":\"web\"}', $7)";
    let row = |nth: usize| {
        // A few people do much of it; each action is half as frequent as the one before.
        let (actor, subject) = (&people[nth * nth % people.len()].0, &people[nth % people.len()].0);
        let action = ACTIONS[(nth.trailing_ones() as usize).min(ACTIONS.len() - 1)];
        let at = begin + APART * i32::try_from(nth).unwrap_or(i32::MAX);
        params![tenant, seq + 1 + nth as i64, at, *actor, action, *subject, vec![0u8; 32]]
    };
    for from in (0..events).step_by(BATCH) {
        let mut tx = db.begin_write().await.map_err(text)?;
        let rows = (from..events.min(from + BATCH)).map(row).collect();
        tx.exec_many(sql, rows).await.map_err(text)?;
        tx.commit().await.map_err(text)?;
    }
    let mut tx = db.begin_write().await.map_err(text)?;
    let head = "UPDATE audit_head SET seq = seq + $2 WHERE tenant_id = $1";
    tx.exec(head, params![tenant, events as i64]).await.map_err(text)?;
    tx.commit().await.map_err(text)?;
    db.settle().await.map_err(text)?;
    db.close().await;
    let (object, person) = people.get(1).or(people.first()).ok_or("nobody is there")?;
    let middle = begin + APART * i32::try_from(events / 2).map_err(|error| error.to_string())?;
    Ok(Narrowed { person: person.clone(), object: object.to_string(), middle })
}

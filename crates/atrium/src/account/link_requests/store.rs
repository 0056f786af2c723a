//! The SQL for links that were requested but not mailed yet. The rows belong to no one; the worker finds out whose they
//! are.

use super::Wanted;
use crate::shared::id::PersonId;
use db::{Db, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

pub(super) struct LinkRequest {
    pub id: Uuid,
    pub kind: Wanted,
    pub sealed: Vec<u8>,
    pub address: String,
    /// Set when several people turned out to share the name.
    pub person_id: Option<PersonId>,
    pub attempts: i64,
}
db::row!(LinkRequest { id, kind, sealed, address, person_id, attempts });

/// How many are waiting, counted up to `most`.
pub(super) async fn waiting(tx: &mut Tx, most: i64) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM link_request LIMIT $1) AS counted";
    let (count,): (i64,) = tx.one(sql, params![most]).await?;
    Ok(count)
}

/// How many came from one neighborhood, counted up to `most`.
pub(super) async fn waiting_nearby(tx: &mut Tx, neighborhood: &str, most: i64) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM link_request WHERE neighborhood = $1 LIMIT $2) AS counted";
    let (count,): (i64,) = tx.one(sql, params![neighborhood, most]).await?;
    Ok(count)
}

pub(super) async fn insert(
    tx: &mut Tx,
    id: Uuid,
    (kind, sealed): (Wanted, Vec<u8>),
    (address, neighborhood): (&str, &str),
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO link_request (id, kind, sealed, address, neighborhood, due_at) VALUES ($1, $2, $3, $4, $5, $6)",
        params![id, kind, sealed, address, neighborhood, now],
    )
    .await?;
    Ok(())
}

/// Replaces a row with one row (and its id) for each of these people. False if another worker got there first.
pub(super) async fn split(
    tx: &mut Tx,
    request: &LinkRequest,
    people: &[(Uuid, PersonId)],
    now: Timestamp,
) -> db::Result<bool> {
    let row = |(id, person): &(Uuid, PersonId)| params![*id, request.id, *person, Vec::<u8>::new(), now];
    tx.exec_many(
        "INSERT INTO link_request (id, kind, sealed, address, neighborhood, person_id, due_at)
         SELECT $1, kind, $4, address, neighborhood, $3, $5 FROM link_request WHERE id = $2",
        people.iter().map(row).collect(),
    )
    .await?;
    delete(tx, request.id).await
}

pub(super) async fn is_due(db: &Db, now: Timestamp) -> db::Result<bool> {
    let sql = "SELECT 1 FROM link_request WHERE due_at <= $1 LIMIT 1";
    Ok(db.opt::<(i64,)>(sql, params![now]).await?.is_some())
}

/// The outer condition is checked again after waiting for another node's lock, so no row is claimed twice.
pub(super) async fn claim(
    tx: &mut Tx,
    most: usize,
    now: Timestamp,
    lease_ends: Timestamp,
) -> db::Result<Vec<LinkRequest>> {
    let sql = format!(
        "UPDATE link_request SET due_at = $2, attempts = attempts + 1 WHERE due_at <= $1 AND id IN
           (SELECT id FROM link_request WHERE due_at <= $1 ORDER BY due_at, id LIMIT {most})
         RETURNING {}",
        LinkRequest::COLS
    );
    tx.all(sql, params![now, lease_ends]).await
}

/// False if another worker got there first.
pub(super) async fn delete(tx: &mut Tx, id: Uuid) -> db::Result<bool> {
    Ok(tx.exec("DELETE FROM link_request WHERE id = $1", params![id]).await? == 1)
}

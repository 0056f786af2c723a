//! The SQL of the assistant. Every function takes a scope and filters by it.

use super::Assistant;
use super::rules::{KEEP_DAYS, MAX_PER_DAY, MAX_PER_MINUTE};
use crate::access::{AdministratorScope, CompanyScope, OperatorScope, PersonScope, UpkeepScope};
use crate::shared::day::Moment;
use crate::shared::id::{CompanyId, TenantId};
use db::{Db, Tx, params};
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

/// What a person is asking now, and how often they have asked.
pub(super) struct AskerRow {
    pub question: Option<String>,
    pub since: Timestamp,
}
db::row!(AskerRow { question, since });

/// A question with its answer, sealed.
pub(super) struct TurnRow {
    pub conversation: String,
    pub content: Vec<u8>,
    pub asked_at: Moment,
    pub liked: i64,
}
db::row!(TurnRow { conversation, content, asked_at, liked });

pub(super) struct NewTurn<'a> {
    pub id: Uuid,
    pub conversation: &'a str,
    pub number: i64,
    pub question: &'a str,
    pub content: Vec<u8>,
    pub topic: &'a str,
    pub band: &'a str,
    pub engine: &'a str,
}

pub(super) struct NewTicket<'a> {
    pub secret_hash: Vec<u8>,
    pub session: Uuid,
    pub client_id: &'a str,
    pub expires_at: Timestamp,
}

/// Takes the asker's one place, and counts the question. False if another question has it (and didn't begin so early that its
/// server must be gone), or there were too many.
pub(super) async fn claim(
    tx: &mut Tx,
    scope: &CompanyScope<Assistant>,
    question: &str,
    now: Timestamp,
    gone_before: Timestamp,
) -> db::Result<bool> {
    let (minute, day) = (now.as_second() / 60, now.as_second() / 86_400);
    let sql = "INSERT INTO assistant_asker (person_id, tenant_id, question, since, minute, in_minute, day, in_day)
         VALUES ($1, $2, $3, $4, $5, 1, $6, 1)
         ON CONFLICT (person_id) DO UPDATE SET question = excluded.question, since = excluded.since,
           in_minute = 1 + CASE WHEN assistant_asker.minute = excluded.minute THEN assistant_asker.in_minute ELSE 0 END,
           in_day = 1 + CASE WHEN assistant_asker.day = excluded.day THEN assistant_asker.in_day ELSE 0 END,
           minute = excluded.minute, day = excluded.day
         WHERE (assistant_asker.question IS NULL OR assistant_asker.question = excluded.question
             OR assistant_asker.since < $7)
           AND (assistant_asker.minute <> excluded.minute OR assistant_asker.in_minute < $8)
           AND (assistant_asker.day <> excluded.day OR assistant_asker.in_day < $9)";
    let mut values = params![scope.viewer(), scope.tenant(), question, now, minute, day];
    values.extend(params![gone_before, MAX_PER_MINUTE, MAX_PER_DAY]);
    Ok(tx.exec(sql, values).await? == 1)
}

pub(super) async fn asker(tx: &mut Tx, scope: &CompanyScope<Assistant>) -> db::Result<Option<AskerRow>> {
    let sql =
        format!("SELECT {} FROM assistant_asker WHERE person_id = $1 AND tenant_id = $2", AskerRow::COLS);
    tx.opt(sql, params![scope.viewer(), scope.tenant()]).await
}

pub(super) async fn release(tx: &mut Tx, scope: &CompanyScope<Assistant>, question: &str) -> db::Result<()> {
    let sql = "UPDATE assistant_asker SET question = NULL WHERE person_id = $1 AND tenant_id = $2 AND question = $3";
    tx.exec(sql, params![scope.viewer(), scope.tenant(), question]).await.map(drop)
}

/// A conversation's newest turn.
pub(super) async fn last(
    db: &Db,
    scope: &CompanyScope<Assistant>,
    conversation: &str,
) -> db::Result<Option<TurnRow>> {
    let sql = format!(
        "SELECT {} FROM assistant_turn WHERE person_id = $1 AND tenant_id = $2 AND company_id = $3 AND conversation = $4
         ORDER BY number DESC LIMIT 1",
        TurnRow::COLS
    );
    db.opt(sql, params![scope.viewer(), scope.tenant(), scope.company(), conversation]).await
}

/// A question that was answered before.
pub(super) async fn answered(
    tx: &mut Tx,
    scope: &CompanyScope<Assistant>,
    question: &str,
) -> db::Result<Option<TurnRow>> {
    let sql = format!(
        "SELECT {} FROM assistant_turn WHERE person_id = $1 AND tenant_id = $2 AND company_id = $3 AND question = $4",
        TurnRow::COLS
    );
    tx.opt(sql, params![scope.viewer(), scope.tenant(), scope.company(), question]).await
}

/// The next turn's position in its conversation.
pub(super) async fn next_number(
    tx: &mut Tx,
    scope: &CompanyScope<Assistant>,
    conversation: &str,
) -> db::Result<i64> {
    let sql = "SELECT coalesce(max(number) + 1, 0) FROM assistant_turn
         WHERE person_id = $1 AND tenant_id = $2 AND conversation = $3";
    Ok(tx.one::<(i64,)>(sql, params![scope.viewer(), scope.tenant(), conversation]).await?.0)
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &CompanyScope<Assistant>,
    turn: NewTurn<'_>,
    now: Timestamp,
) -> db::Result<()> {
    let mut values = params![turn.id, scope.tenant(), scope.company(), scope.viewer(), turn.conversation];
    values.extend(params![turn.number, turn.question, turn.content, turn.topic, turn.band, turn.engine, now]);
    tx.exec(
        "INSERT INTO assistant_turn (id, tenant_id, company_id, person_id, conversation, number, question, content, topic,
           band, engine, asked_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        values,
    )
    .await
    .map(drop)
}

/// The turn feedback is about.
pub(super) async fn turn(
    tx: &mut Tx,
    scope: &PersonScope,
    conversation: &str,
    number: i64,
) -> db::Result<Option<Uuid>> {
    let sql = "SELECT id FROM assistant_turn
         WHERE person_id = $1 AND tenant_id = $2 AND conversation = $3 AND number = $4";
    let found = tx.opt::<(Uuid,)>(sql, params![scope.person(), scope.tenant(), conversation, number]).await?;
    Ok(found.map(|(id,)| id))
}

pub(super) async fn rate(
    tx: &mut Tx,
    scope: &PersonScope,
    id: Uuid,
    (liked, comment, is_attached): (i64, Option<Vec<u8>>, bool),
) -> db::Result<()> {
    let sql = "UPDATE assistant_turn SET liked = $4, comment = $5, is_attached = $6
         WHERE id = $1 AND person_id = $2 AND tenant_id = $3";
    let values = params![id, scope.person(), scope.tenant(), liked, comment, is_attached];
    tx.exec(sql, values).await.map(drop)
}

/// The conversations with the newest questions, among those in `companies`.
pub(super) async fn newest(
    db: &Db,
    scope: &PersonScope,
    companies: &[CompanyId],
    most: i64,
) -> db::Result<Vec<String>> {
    let mut values = params![scope.person(), scope.tenant(), most];
    let list = db::in_list(&mut values, companies.iter().copied())?;
    let sql = format!(
        "SELECT conversation FROM assistant_turn WHERE person_id = $1 AND tenant_id = $2 AND company_id IN {list}
         GROUP BY conversation ORDER BY max(asked_at) DESC, conversation LIMIT $3"
    );
    Ok(db.all::<(String,)>(sql, values).await?.into_iter().map(|(id,)| id).collect())
}

/// Turns in these conversations, in order.
pub(super) async fn turns(
    db: &Db,
    scope: &PersonScope,
    companies: &[CompanyId],
    conversations: &[String],
) -> db::Result<Vec<TurnRow>> {
    let mut values = params![scope.person(), scope.tenant()];
    let companies = db::in_list(&mut values, companies.iter().copied())?;
    let conversations = db::in_list(&mut values, conversations.iter().cloned())?;
    let sql = format!(
        "SELECT {} FROM assistant_turn WHERE person_id = $1 AND tenant_id = $2 AND company_id IN {companies}
           AND conversation IN {conversations} ORDER BY conversation, number",
        TurnRow::COLS
    );
    db.all(sql, values).await
}

/// Deletes text and feedback; the question still counts toward the limits.
pub(super) async fn delete(tx: &mut Tx, scope: &PersonScope, conversations: &[String]) -> db::Result<()> {
    let mut values = params![scope.person(), scope.tenant()];
    let list = db::in_list(&mut values, conversations.iter().cloned())?;
    let sql = format!(
        "DELETE FROM assistant_turn WHERE person_id = $1 AND tenant_id = $2 AND conversation IN {list}"
    );
    tx.exec(sql, values).await.map(drop)
}

pub(super) async fn insert_ticket(tx: &mut Tx, scope: &PersonScope, ticket: NewTicket<'_>) -> db::Result<()> {
    let mut values = params![ticket.secret_hash, scope.tenant(), scope.person(), ticket.session];
    values.extend(params![ticket.client_id, ticket.expires_at]);
    tx.exec(
        "INSERT INTO assistant_ticket (secret_hash, tenant_id, person_id, session_id, client_id, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        values,
    )
    .await
    .map(drop)
}

pub(super) async fn keep_days(db: &Db, scope: &OperatorScope) -> db::Result<i64> {
    let sql = "SELECT keep_days FROM assistant_setting WHERE tenant_id = $1";
    Ok(db.opt::<(i64,)>(sql, params![scope.tenant()]).await?.map_or(KEEP_DAYS, |(days,)| days))
}

pub(super) async fn set_keep_days(
    tx: &mut Tx,
    scope: &OperatorScope,
    days: i64,
    now: Timestamp,
) -> db::Result<()> {
    let sql = "INSERT INTO assistant_setting (tenant_id, keep_days, changed_at) VALUES ($1, $2, $3)
         ON CONFLICT (tenant_id) DO UPDATE SET keep_days = excluded.keep_days, changed_at = excluded.changed_at";
    tx.exec(sql, params![scope.tenant(), days, now]).await.map(drop)
}

/// How often a topic came to which end.
pub(super) struct TopicCount {
    pub topic: String,
    pub band: String,
    pub engine: String,
    pub count: i64,
    pub liked: i64,
    pub disliked: i64,
}
db::row!(TopicCount { topic, band, engine, count, liked, disliked });

pub(super) async fn counts(
    db: &Db,
    scope: &AdministratorScope,
    since: Timestamp,
) -> db::Result<Vec<TopicCount>> {
    let sql = "SELECT topic, band, engine, count(*),
           CAST(sum(CASE WHEN liked = 1 THEN 1 ELSE 0 END) AS BIGINT),
           CAST(sum(CASE WHEN liked = -1 THEN 1 ELSE 0 END) AS BIGINT)
         FROM assistant_turn WHERE tenant_id = $1 AND asked_at >= $2
         GROUP BY topic, band, engine ORDER BY topic, band, engine";
    db.all(sql, params![scope.tenant(), since]).await
}

/// A disliked answer whose asker lets administrators read it.
pub(super) struct AttachedTurn {
    pub id: Uuid,
    pub person: Uuid,
    pub content: Vec<u8>,
    pub comment: Option<Vec<u8>>,
    pub asked_at: Moment,
}
db::row!(AttachedTurn { id, person, content, comment, asked_at });

pub(super) async fn attached(
    db: &Db,
    scope: &AdministratorScope,
    most: i64,
) -> db::Result<Vec<AttachedTurn>> {
    let sql = "SELECT id, person_id, content, comment, asked_at FROM assistant_turn
         WHERE tenant_id = $1 AND is_attached ORDER BY asked_at DESC, id LIMIT $2";
    db.all(sql, params![scope.tenant(), most]).await
}

pub(super) async fn kept_for(db: &Db, scope: &AdministratorScope) -> db::Result<i64> {
    let sql = "SELECT keep_days FROM assistant_setting WHERE tenant_id = $1";
    Ok(db.opt::<(i64,)>(sql, params![scope.tenant()]).await?.map_or(KEEP_DAYS, |(days,)| days))
}

/// Deletes conversations older than their tenant keeps them, expired tickets, and who asked on other days.
pub(super) async fn forget(tx: &mut Tx, _: &UpkeepScope, now: Timestamp) -> db::Result<()> {
    let before = |days: i64| now - SignedDuration::from_hours(24 * days);
    let kept: Vec<(TenantId, i64)> =
        tx.all("SELECT tenant_id, keep_days FROM assistant_setting", params![]).await?;
    for (tenant, days) in kept {
        let sql = "DELETE FROM assistant_turn WHERE tenant_id = $1 AND asked_at < $2";
        tx.exec(sql, params![tenant, before(days)]).await?;
    }
    let sql = "DELETE FROM assistant_turn WHERE asked_at < $1 AND tenant_id NOT IN (SELECT tenant_id FROM assistant_setting)";
    tx.exec(sql, params![before(KEEP_DAYS)]).await?;
    tx.exec("DELETE FROM assistant_ticket WHERE expires_at < $1", params![now]).await?;
    tx.exec("DELETE FROM assistant_asker WHERE since < $1", params![before(2)]).await.map(drop)
}

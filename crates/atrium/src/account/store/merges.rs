//! Two accounts that become one, and two again.

use crate::access::stays_administrator;
use crate::shared::day::Day;
use crate::shared::id::{PersonId, TenantId};
use db::{Db, Read, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

pub(crate) struct Merge {
    pub id: Uuid,
    pub tenant_id: TenantId,
    pub person_id: PersonId,
    pub other_id: PersonId,
    pub username: String,
    pub email: String,
    pub first_name: String,
    pub language: String,
    pub moved: String,
    pub merged_at: Timestamp,
    pub undo_until: Timestamp,
}
db::row!(Merge {
    id,
    tenant_id,
    person_id,
    other_id,
    username,
    email,
    first_name,
    language,
    moved,
    merged_at,
    undo_until
});

const MERGE: &str =
    "SELECT m.id, m.tenant_id, m.person_id, m.other_id, p.username, p.email, p.first_name, p.language, m.moved,
    m.merged_at, m.undo_until FROM account_merge m JOIN person p ON p.id = m.other_id
    WHERE m.undone_at IS NULL AND m.undo_until > $2 AND ";

/// The newest merge that can still be undone.
pub(crate) async fn merge(
    mut from: impl Read,
    person: PersonId,
    now: Timestamp,
) -> db::Result<Option<Merge>> {
    let sql = format!("{MERGE} m.person_id = $1 ORDER BY m.merged_at DESC, m.id DESC LIMIT 1");
    from.opt(sql, params![person, now]).await
}

/// The merge that retired an account.
pub(crate) async fn merge_of(db: &Db, other: PersonId, now: Timestamp) -> db::Result<Option<Merge>> {
    let sql = format!("{MERGE} m.other_id = $1 ORDER BY m.merged_at DESC, m.id DESC LIMIT 1");
    db.opt(sql, params![other, now]).await
}

/// Merges into an account since then, newest first.
pub(crate) async fn merges_since(
    tx: &mut Tx,
    person: PersonId,
    now: Timestamp,
    since: Timestamp,
) -> db::Result<Vec<Merge>> {
    let sql = format!("{MERGE} m.person_id = $1 AND m.merged_at >= $3 ORDER BY m.merged_at DESC, m.id DESC");
    tx.all(sql, params![person, now, since]).await
}

pub(crate) async fn shared_companies(db: &Db, one: PersonId, other: PersonId) -> db::Result<i64> {
    let (count,): (i64,) = db
        .one(
            "SELECT count(*) FROM employee a JOIN employee b ON b.company_id = a.company_id
             WHERE a.person_id = $1 AND b.person_id = $2",
            params![one, other],
        )
        .await?;
    Ok(count)
}

/// The permissions of all of someone's roles, whatever their days, and of those a rehire would bring back; `applications` for a
/// role that opens any; and how many lines lead to them, now, later or after a rehire.
pub(crate) async fn rights(mut from: impl Read, person: PersonId) -> db::Result<(Vec<String>, i64)> {
    let roles: Vec<(String,)> = from
        .all(
            "SELECT r.permissions || CASE WHEN r.applications <> '' THEN ' applications' ELSE '' END
             FROM role r WHERE r.id IN (SELECT a.role_id FROM role_assignment a WHERE a.person_id = $1)
               OR r.id IN (SELECT o.role_id FROM ended_role o JOIN employment_event v ON v.id = o.event_id
                 JOIN employee e ON e.id = v.employee_id WHERE e.person_id = $1)",
            params![person],
        )
        .await?;
    let (lines,): (i64,) = from
        .one(
            "SELECT (SELECT count(*) FROM reporting_line WHERE manager_id = $1)
               + (SELECT count(*) FROM dated_line WHERE manager_id = $1 AND is_planned)
               + (SELECT count(*) FROM dated_line d JOIN employment_event v ON v.id = d.event_id
                  JOIN employee e ON e.id = v.employee_id WHERE e.person_id = $1)",
            params![person],
        )
        .await?;
    Ok((roles.into_iter().map(|(permissions,)| permissions).collect(), lines))
}

/// Changes that may leave no one to administer the tenant take turns.
pub(crate) async fn take_tenants_turn(tx: &mut Tx, tenant: TenantId) -> db::Result<()> {
    tx.exec("UPDATE tenant SET name = name WHERE id = $1", params![tenant]).await?;
    Ok(())
}

/// Whether someone administers the whole tenant, and stays.
pub(crate) async fn has_administrator(tx: &mut Tx, tenant: TenantId, today: Day) -> db::Result<bool> {
    let sql = format!(
        "SELECT 1 FROM role_assignment a JOIN role r ON r.id = a.role_id JOIN person p ON p.id = a.person_id
         WHERE a.tenant_id = $1 AND {} LIMIT 1",
        stays_administrator(2)
    );
    Ok(tx.opt::<(i64,)>(sql, params![tenant, today]).await?.is_some())
}

/// Role assignments, employments and reporting lines, grouped by type.
pub(crate) struct Belongings {
    pub assignments: Vec<Uuid>,
    pub employees: Vec<Uuid>,
    pub lines: Vec<(Uuid, Uuid, String, String)>,
    /// Lines that begin later.
    pub planned: Vec<Uuid>,
}

/// What `from` has and `to` doesn't.
pub(crate) async fn belongings(tx: &mut Tx, from: PersonId, to: PersonId) -> db::Result<Belongings> {
    let assignments: Vec<(Uuid,)> = tx
        .all(
            "SELECT id FROM role_assignment a WHERE person_id = $1 AND NOT EXISTS
               (SELECT 1 FROM role_assignment b WHERE b.person_id = $2 AND b.role_id = a.role_id
                  AND coalesce(b.company_id, b.tenant_id) = coalesce(a.company_id, a.tenant_id))
             ORDER BY id",
            params![from, to],
        )
        .await?;
    let employees: Vec<(Uuid,)> =
        tx.all("SELECT id FROM employee WHERE person_id = $1 ORDER BY id", params![from]).await?;
    let lines = tx
        .all(
            "SELECT company_id, employee_id, kind, area FROM reporting_line a WHERE manager_id = $1 AND NOT EXISTS
               (SELECT 1 FROM reporting_line b WHERE b.manager_id = $2 AND b.company_id = a.company_id
                  AND b.employee_id = a.employee_id AND b.kind = a.kind AND b.area = a.area)
             ORDER BY company_id, employee_id, kind, area",
            params![from, to],
        )
        .await?;
    let planned: Vec<(Uuid,)> = tx
        .all("SELECT id FROM dated_line WHERE manager_id = $1 AND is_planned ORDER BY id", params![from])
        .await?;
    Ok(Belongings {
        assignments: assignments.into_iter().map(|(id,)| id).collect(),
        employees: employees.into_iter().map(|(id,)| id).collect(),
        lines,
        planned: planned.into_iter().map(|(id,)| id).collect(),
    })
}

pub(crate) async fn move_belongings(
    tx: &mut Tx,
    what: &Belongings,
    from: PersonId,
    to: PersonId,
) -> db::Result<()> {
    let rows = what.assignments.iter().map(|id| params![*id, from, to]).collect();
    tx.exec_many("UPDATE role_assignment SET person_id = $3 WHERE id = $1 AND person_id = $2", rows).await?;
    let rows = what.employees.iter().map(|id| params![*id, from, to]).collect();
    tx.exec_many("UPDATE employee SET person_id = $3 WHERE id = $1 AND person_id = $2", rows).await?;
    let rows = what.lines.iter().map(|(company, employee, kind, area)| {
        params![from, *company, *employee, kind.as_str(), area.as_str(), to]
    });
    tx.exec_many(
        "UPDATE reporting_line SET manager_id = $6
         WHERE manager_id = $1 AND company_id = $2 AND employee_id = $3 AND kind = $4 AND area = $5",
        rows.collect(),
    )
    .await?;
    // One that has begun meanwhile is a line of whoever had it then.
    let rows = what.planned.iter().map(|id| params![*id, from, to]).collect();
    let sql = "UPDATE dated_line SET manager_id = $3 WHERE id = $1 AND manager_id = $2 AND is_planned";
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// How many lines lead from someone to themselves, and in how many companies they report to themselves, directly or through
/// others: in any area and by any kind of line, now or as planned.
pub(crate) async fn own_managers(tx: &mut Tx, tenant: TenantId, person: PersonId) -> db::Result<(i64, i64)> {
    tx.one(
        "WITH RECURSIVE line (company_id, employee_id, manager_id) AS (
           SELECT company_id, employee_id, manager_id FROM reporting_line WHERE tenant_id = $2
           UNION ALL SELECT company_id, employee_id, manager_id FROM dated_line WHERE tenant_id = $2 AND is_planned),
         above (company_id, person_id) AS (
           SELECT l.company_id, l.manager_id FROM employee e JOIN line l ON l.employee_id = e.id
             WHERE e.person_id = $1 AND e.tenant_id = $2
           UNION
           SELECT l.company_id, l.manager_id FROM above a
             JOIN employee e ON e.person_id = a.person_id AND e.company_id = a.company_id
             JOIN line l ON l.employee_id = e.id)
         SELECT (SELECT count(*) FROM line l JOIN employee e ON e.id = l.employee_id
                 WHERE e.person_id = $1 AND l.manager_id = $1),
           (SELECT count(*) FROM above WHERE person_id = $1)",
        params![person, tenant],
    )
    .await
}

/// Retires an account into another, or brings it back. False if it wasn't in the expected state.
pub(crate) async fn set_merged(
    tx: &mut Tx,
    other: PersonId,
    into: Option<PersonId>,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = match into {
        Some(_) => {
            tx.exec(
                "UPDATE person SET disabled_at = $2, merged_into = $3 WHERE id = $1 AND disabled_at IS NULL",
                params![other, now, into],
            )
            .await?
        }
        None => {
            tx.exec(
                "UPDATE person SET disabled_at = NULL, merged_into = NULL WHERE id = $1 AND merged_into IS NOT NULL",
                params![other],
            )
            .await?
        }
    };
    Ok(changed == 1)
}

/// The account this one is part of now.
pub(crate) async fn merged_into(tx: &mut Tx, person: PersonId) -> db::Result<Option<PersonId>> {
    let row: Option<(Option<PersonId>,)> =
        tx.opt("SELECT merged_into FROM person WHERE id = $1", params![person]).await?;
    Ok(row.and_then(|(into,)| into))
}

pub(crate) async fn insert_merge(
    tx: &mut Tx,
    id: Uuid,
    whose: (TenantId, PersonId),
    other: PersonId,
    moved: &str,
    now: Timestamp,
    undo_until: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO account_merge (id, tenant_id, person_id, other_id, moved, merged_at, undo_until)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![id, whose.0, whose.1, other, moved, now, undo_until],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_undone(tx: &mut Tx, id: Uuid, now: Timestamp) -> db::Result<bool> {
    let sql = "UPDATE account_merge SET undone_at = $2 WHERE id = $1 AND undone_at IS NULL";
    Ok(tx.exec(sql, params![id, now]).await? == 1)
}

//! The SQL for what needs attention: counts that stop at a hundred.

use crate::access::{Area, PeopleScope, UpkeepScope, is_managed};
use crate::shared::day::Day;
use crate::shared::id::{PersonId, TenantId};
use db::{Db, params};
use jiff::{SignedDuration, Timestamp};

const MANY: i64 = 100;

pub(super) struct AttentionCounts {
    /// Waiting time off requests that no manager can decide.
    pub time_off: i64,
    /// Waiting change requests that no manager can decide.
    pub requests: i64,
    /// People without a manager in an area.
    pub unmanaged: i64,
    /// People who were invited and haven't signed in.
    pub invited: i64,
    /// Mail and text messages that were given up on.
    pub parked: i64,
    /// Companies with changes that wait for payroll, and a cut-off in the next two days.
    pub handovers_due: i64,
    /// Imports that failed of late, or came by themselves and can't be applied.
    pub failed_imports: i64,
}
db::row!(AttentionCounts { time_off, requests, unmanaged, invited, parked, handovers_due, failed_imports });

const BEFORE_CUTOFF: SignedDuration = SignedDuration::from_hours(48);
/// An import that failed longer ago has been seen, or another took its place.
const OF_LATE: SignedDuration = SignedDuration::from_hours(72);

/// Which imports a viewer sees: none, or all of the tenant's, with or without those about pay.
#[derive(Clone, Copy)]
pub(super) enum SeenImports {
    Nothing,
    ButPay,
    All,
}

pub(super) async fn counts(
    db: &Db,
    scope: &PeopleScope,
    imports: SeenImports,
    (now, today): (Timestamp, Day),
    business_now: Timestamp,
) -> db::Result<AttentionCounts> {
    let (cutoff, since) = (business_now + BEFORE_CUTOFF, now - OF_LATE);
    let mut values = params![scope.tenant(), now, MANY, today, business_now, cutoff, since];
    let (has_time_off, has_personal_info) =
        (is_managed(Area::TimeOff, (1, 4)), is_managed(Area::PersonalInfo, (1, 4)));
    let (within, among, parked) = match scope.companies() {
        None => {
            let parked = "SELECT 1 FROM outbox_message m WHERE m.tenant_id = $1 AND m.parked_at IS NOT NULL
                AND m.topic IN ('mail', 'sms')";
            (String::new(), String::new(), parked)
        }
        Some(ids) => {
            let list = db::in_list(&mut values, ids)?;
            let works = "SELECT 1 FROM employee w WHERE w.person_id = p.id AND w.company_id IN";
            let within = format!("AND e.company_id IN {list}");
            (within, format!("AND EXISTS ({works} {list})"), "SELECT 1 WHERE FALSE")
        }
    };
    let is_seen = match imports {
        SeenImports::Nothing => "FALSE",
        SeenImports::ButPay => "NOT j.needs_pay",
        SeenImports::All => "TRUE",
    };
    let due_within = within.replace("e.company_id", "e.id");
    let works = format!("e.tenant_id = $1 AND e.status = 'Active' {within}");
    let up_to_many = |rows: String| format!("(SELECT count(*) FROM ({rows} LIMIT $3) x)");
    let columns = [
        up_to_many(format!(
            "SELECT 1 FROM time_off_request r JOIN employee e ON e.id = r.employee_id
             WHERE r.status = 'Pending' AND {works} AND NOT {has_time_off}"
        )),
        up_to_many(format!(
            "SELECT 1 FROM change_request r JOIN employee e ON e.id = r.employee_id
             WHERE r.status IN ('Pending', 'Frozen') AND {works} AND NOT {has_personal_info}"
        )),
        up_to_many(format!(
            "SELECT 1 FROM employee e WHERE {works} AND (NOT {has_time_off} OR NOT {has_personal_info})"
        )),
        up_to_many(format!(
            "SELECT 1 FROM person p WHERE p.tenant_id = $1 AND p.disabled_at IS NULL {among}
               AND p.id IN (SELECT l.person_id FROM account_link l
                 WHERE l.tenant_id = $1 AND l.kind = 'invitation' AND l.used_at IS NULL AND l.expires_at > $2)
               AND NOT EXISTS (SELECT 1 FROM password_credential c WHERE c.person_id = p.id)
               AND NOT EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = p.id)
               AND NOT EXISTS (SELECT 1 FROM upstream_identity u WHERE u.person_id = p.id)"
        )),
        up_to_many(parked.to_owned()),
        up_to_many(format!(
            "SELECT 1 FROM company e WHERE e.tenant_id = $1 {due_within}
               AND EXISTS (SELECT 1 FROM pay_run r WHERE r.company_id = e.id AND r.mark IS NULL
                 AND r.cutoff_at > $5 AND r.cutoff_at <= $6)
               AND EXISTS (SELECT 1 FROM payroll_change h WHERE h.company_id = e.id AND h.state = 'waiting'
                 AND h.ready_at <= $2)"
        )),
        up_to_many(format!(
            "SELECT 1 FROM import_job j WHERE j.tenant_id = $1 AND j.created_at > $7 AND {is_seen}
               AND (j.state = 'failed' OR (j.state = 'checked' AND j.faults > 0 AND j.source <> 'console'))"
        )),
    ];
    db.one(format!("SELECT {}", columns.join(", ")), values).await
}

/// What a new tenant needs before people can use it. Its first company exists from the start.
pub(super) struct FirstHour {
    pub has_pay_groups: bool,
    pub has_pay_calendar: bool,
    /// A mail has been delivered.
    pub has_mail: bool,
    /// Someone besides the viewer holds a role.
    pub has_roles: bool,
    pub has_employees: bool,
    /// Someone besides the viewer was invited, or needs no invitation anymore.
    pub has_invited: bool,
    /// Someone besides the viewer can sign in.
    pub has_signed_in: bool,
}
db::row!(FirstHour {
    has_pay_groups,
    has_pay_calendar,
    has_mail,
    has_roles,
    has_employees,
    has_invited,
    has_signed_in
});

/// Delivered mail and expired invitations aren't kept. What they showed is in the audit trail.
pub(super) const MAIL_NOTED: &str = "first_hour.mail";
pub(super) const INVITATIONS_NOTED: &str = "first_hour.invitations";

fn noted(tenant: &str, step: &str) -> String {
    format!("EXISTS (SELECT 1 FROM audit_event v WHERE v.tenant_id = {tenant} AND v.action = '{step}')")
}

/// Steps that are done and not in the audit trail yet: (tenant, step). The first person was invited by the operator.
pub(super) async fn new_steps(db: &Db, _: &UpkeepScope) -> db::Result<Vec<(TenantId, String)>> {
    let sql = format!(
        "SELECT t.id, '{MAIL_NOTED}' FROM tenant t WHERE NOT {} AND EXISTS (SELECT 1 FROM outbox_message m
           WHERE m.tenant_id = t.id AND m.topic = 'mail' AND m.delivered_at IS NOT NULL)
         UNION ALL
         SELECT t.id, '{INVITATIONS_NOTED}' FROM tenant t WHERE NOT {} AND EXISTS (SELECT 1 FROM account_link l
           WHERE l.tenant_id = t.id AND l.kind = 'invitation'
             AND EXISTS (SELECT 1 FROM person p WHERE p.tenant_id = t.id AND p.id < l.person_id))
         LIMIT 100",
        noted("t.id", MAIL_NOTED),
        noted("t.id", INVITATIONS_NOTED)
    );
    db.all(sql, vec![]).await
}

pub(super) async fn first_hour(db: &Db, scope: &PeopleScope, viewer: PersonId) -> db::Result<FirstHour> {
    let in_use = "EXISTS (SELECT 1 FROM password_credential c WHERE c.tenant_id = $1 AND c.person_id <> $2)
        OR EXISTS (SELECT 1 FROM passkey k WHERE k.tenant_id = $1 AND k.person_id <> $2)
        OR EXISTS (SELECT 1 FROM upstream_identity u WHERE u.tenant_id = $1 AND u.person_id <> $2)";
    let sql = format!(
        "SELECT EXISTS (SELECT 1 FROM pay_group g WHERE g.tenant_id = $1),
           EXISTS (SELECT 1 FROM pay_run r WHERE r.tenant_id = $1),
           {} OR EXISTS (SELECT 1 FROM outbox_message m
             WHERE m.tenant_id = $1 AND m.topic = 'mail' AND m.delivered_at IS NOT NULL),
           EXISTS (SELECT 1 FROM role_assignment a WHERE a.tenant_id = $1 AND a.person_id <> $2),
           EXISTS (SELECT 1 FROM employee e WHERE e.tenant_id = $1),
           {} OR EXISTS (SELECT 1 FROM account_link l
             WHERE l.tenant_id = $1 AND l.kind = 'invitation' AND l.person_id <> $2) OR {in_use},
           {in_use}",
        noted("$1", MAIL_NOTED),
        noted("$1", INVITATIONS_NOTED)
    );
    db.one(sql, params![scope.tenant(), viewer]).await
}

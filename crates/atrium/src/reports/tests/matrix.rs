//! Reports: for administrators and payroll of the company. Lena looks after Cedar Logistics, Paula does the payroll of Cedar
//! Outfitters.

use super::{Facts, Operation, Try};
use crate::world::World;
use serde_json::{Value, json};

const TENANTS: &[(&str, Try)] = &[
    ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
    ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
    ("a missing tenant", |f, _| json!({ "t": f.missing })),
];
const COMPANIES: &[(&str, Try)] = &[
    ("Cedar Outfitters", |f, _| of(&f.ana.tenant, &f.ana.company)),
    ("Cedar Logistics", |f, _| of(&f.ana.tenant, &f.elena.company)),
    ("Harbor Clinic", |f, _| of(&f.hugo.tenant, &f.hugo.company)),
    ("a missing company", |f, _| of(&f.ana.tenant, &f.missing)),
];
const SCHEDULES: &[(&str, Try)] = &[
    ("of Cedar Outfitters", |f, _| one(f, &f.ana.company, f.thing("the report"))),
    ("of Cedar Outfitters, at Cedar Logistics", |f, _| one(f, &f.elena.company, f.thing("the report"))),
    ("missing", |f, _| one(f, &f.ana.company, &f.missing)),
];

fn of(tenant: &str, company: &str) -> Value {
    json!({ "t": tenant, "c": company })
}

fn one(facts: &Facts, company: &str, schedule: &str) -> Value {
    json!({ "t": facts.ana.tenant, "c": company, "s": schedule })
}

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listReportCompanies",
        query: "query ($t: ID!) { listReportCompanies(tenantId: $t) { results { name } } }",
        tries: TENANTS,
    },
    Operation {
        name: "listReportDepartments",
        query: "query ($t: ID!, $c: ID!) { listReportDepartments(tenantId: $t, companyId: $c) { results { name } } }",
        tries: COMPANIES,
    },
    Operation {
        name: "companyReport",
        query: "query ($t: ID!, $c: ID!) { companyReport(tenantId: $t, companyId: $c, name: headcount) { rows { cells } } }",
        tries: COMPANIES,
    },
    Operation {
        name: "listReportPeople",
        query: "query ($t: ID!, $c: ID!) { listReportPeople(tenantId: $t, companyId: $c, name: consent) { results { cells } } }",
        tries: COMPANIES,
    },
    Operation {
        name: "listReportSchedules",
        query: "query ($t: ID!, $c: ID!) { listReportSchedules(tenantId: $t, companyId: $c) { results { id } } }",
        tries: COMPANIES,
    },
    Operation {
        name: "listReportRecipients",
        query: "query ($t: ID!, $c: ID!) { listReportRecipients(tenantId: $t, companyId: $c) { results { id } } }",
        tries: COMPANIES,
    },
    Operation {
        name: "scheduleReport",
        query: "mutation ($t: ID!, $c: ID!) { scheduleReport(tenantId: $t, companyId: $c,
            input: { report: consent, rhythm: weekly, day: 1 }) { id } }",
        tries: COMPANIES,
    },
    Operation {
        name: "pauseReportSchedule",
        query: "mutation ($t: ID!, $c: ID!, $s: ID!) { pauseReportSchedule(tenantId: $t, companyId: $c, scheduleId: $s,
            version: 1, paused: true) { id } }",
        tries: SCHEDULES,
    },
    Operation {
        name: "removeReportSchedule",
        query: "mutation ($t: ID!, $c: ID!, $s: ID!) {
            removeReportSchedule(tenantId: $t, companyId: $c, scheduleId: $s, version: 1) }",
        tries: SCHEDULES,
    },
];

/// One schedule, of Cedar Outfitters.
pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    world.change("DELETE FROM report_recipient", vec![]).await;
    world.change("DELETE FROM report_schedule", vec![]).await;
    let id = |text: &str| uuid::Uuid::parse_str(text).unwrap();
    let report = uuid::Uuid::from_u128(1);
    let now = world.app.clock.now();
    let row =
        db::params![report, id(&facts.ana.tenant), id(&facts.ana.company), id(&facts.marcus.person), now];
    let sql =
        "INSERT INTO report_schedule (id, tenant_id, company_id, owner_id, report, filter, rhythm, day, next_at, created_at)
         VALUES ($1, $2, $3, $4, 'consent', '{}', 'weekly', 1, $5, $5)";
    world.change(sql, row).await;
    facts.keep("the report", report.to_string());
}

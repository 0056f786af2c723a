//! Reports. What they cost doesn't grow with how many people a company has, but for balances: two statements for each
//! 5,000 people.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// A report: viewer, the company, the figures. Balances: the people, their types, what changed their balances, their pay. A change:
// viewer, the company, those who may get it, how many there are, the schedule, its people, both as they are then, the audit trail.
pub(super) const BUDGETS: &[Budget] = &[
    ("listReportCompanies", 2),
    ("listReportDepartments", 3),
    ("companyReport", 6),
    ("listReportPeople", 6),
    ("listReportSchedules", 4),
    ("listReportRecipients", 3),
    ("scheduleReport", 12),
    ("pauseReportSchedule", 10),
    ("removeReportSchedule", 10),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn reports_keep_their_budgets(world: World) {
        world.hold("dana", "Payroll", Some("Cedar Outfitters"), (None, None)).await;
        let dana = world.acting("dana").await;
        let at = dana.standing("Cedar Outfitters").await;
        let mut v = json!({ "t": at.tenant, "c": at.company });
        for name in ["balances", "timeOffTaken", "headcount", "decisions", "acknowledgements", "consent"] {
            v["n"] = json!(name);
            let query = "query ($t: ID!, $c: ID!, $n: ReportName!) {
                companyReport(tenantId: $t, companyId: $c, name: $n) { columns { id } rows { cells } } }";
            keeps(&dana, BUDGETS, "companyReport", query, v.clone()).await;
        }
        for name in ["balances", "timeOffTaken", "consent"] {
            v["n"] = json!(name);
            let query = "query ($t: ID!, $c: ID!, $n: ReportName!) {
                listReportPeople(tenantId: $t, companyId: $c, name: $n, limit: 100) { results { cells } } }";
            keeps(&dana, BUDGETS, "listReportPeople", query, v.clone()).await;
        }
        for (name, query) in [
            ("listReportCompanies", "query ($t: ID!) { listReportCompanies(tenantId: $t) { results { id name seesPay } } }"),
            ("listReportDepartments", "query ($t: ID!, $c: ID!) { listReportDepartments(tenantId: $t, companyId: $c) { results { id } } }"),
            ("listReportRecipients", "query ($t: ID!, $c: ID!) { listReportRecipients(tenantId: $t, companyId: $c) { results { id } } }"),
            ("scheduleReport", "mutation ($t: ID!, $c: ID!) { scheduleReport(tenantId: $t, companyId: $c,
                input: { report: consent, rhythm: weekly, day: 1 }) { id recipients } }"),
            ("listReportSchedules", "query ($t: ID!, $c: ID!) { listReportSchedules(tenantId: $t, companyId: $c) { results { id recipients } } }"),
        ] {
            keeps(&dana, BUDGETS, name, query, v.clone()).await;
        }
        let (id,): (uuid::Uuid,) = world.app.db.one("SELECT id FROM report_schedule", vec![]).await.unwrap();
        v["s"] = json!(id);
        for (name, query) in [
            ("pauseReportSchedule", "mutation ($t: ID!, $c: ID!, $s: ID!) { pauseReportSchedule(tenantId: $t, companyId: $c,
                scheduleId: $s, version: 1, paused: true) { version } }"),
            ("removeReportSchedule", "mutation ($t: ID!, $c: ID!, $s: ID!) {
                removeReportSchedule(tenantId: $t, companyId: $c, scheduleId: $s, version: 2) }"),
        ] {
            keeps(&dana, BUDGETS, name, query, v.clone()).await;
        }
    }
}

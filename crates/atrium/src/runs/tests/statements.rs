//! Pay calendars.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// A list: viewer, the company, the rows. A change: viewer, the company, whose turn it is, the run as it was, what is in its way, the
// row, the run as it is then, the end of the audit trail. A schedule writes its runs in one go.
pub(super) const BUDGETS: &[Budget] = &[
    ("payTiming", 2),
    ("listPayRuns", 3),
    ("payCalendarSetup", 3),
    ("previewPayRuns", 4),
    ("addPayRuns", 12),
    ("savePayRun", 11),
    ("setPayRunState", 10),
    ("removePayRun", 9),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn pay_calendars_keep_their_budgets(world: World) {
        let (grace, ana) = (world.acting("grace").await, world.acting("ana").await);
        let at = ana.standing("Cedar Outfitters").await;
        let mut v = json!({ "t": at.tenant, "c": at.company, "e": at.employee, "s": {
            "every": "weekly", "firstBegin": "2031-05-05", "firstPayday": "2031-05-16", "cutoffDays": 2, "cutoffTime": "17:00", "count": 52,
        }, "i": {
            "periodBegin": "2030-05-05", "periodEnd": "2030-05-11", "cutoffDay": "2030-05-14", "cutoffTime": "17:00", "payDate": "2030-05-16",
        } });
        let timing = "query ($t: ID!, $c: ID!, $e: ID!) { payTiming(tenantId: $t, companyId: $c, employeeId: $e) { countsFor approveBy nextPayday } }";
        keeps(&ana, BUDGETS, "payTiming", timing, v.clone()).await;
        for (name, query) in [
            ("listPayRuns", "query ($t: ID!, $c: ID!) { listPayRuns(tenantId: $t, companyId: $c, limit: 100) { results { id payGroupName state version } } }"),
            ("payCalendarSetup", "query ($t: ID!, $c: ID!) { payCalendarSetup(tenantId: $t, companyId: $c) { today payGroups { id name } } }"),
            ("previewPayRuns", "query ($t: ID!, $c: ID!, $s: PayScheduleInput!) { previewPayRuns(tenantId: $t, companyId: $c, input: $s) { payDate overlaps } }"),
            ("addPayRuns", "mutation ($t: ID!, $c: ID!, $s: PayScheduleInput!) { addPayRuns(tenantId: $t, companyId: $c, input: $s) { added } }"),
            ("savePayRun", "mutation ($t: ID!, $c: ID!, $i: PayRunInput!) { savePayRun(tenantId: $t, companyId: $c, input: $i) { id } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, v.clone()).await;
        }
        let read = "query ($t: ID!, $c: ID!) { listPayRuns(tenantId: $t, companyId: $c, from: \"2030-05-16\") { results { id } } }";
        let found = grace.ask(read, v.clone()).await;
        (v["r"], v["q"]) = (found.data("/listPayRuns/results/0/id").clone(), found.data("/listPayRuns/results/1/id").clone());
        for (name, query) in [
            ("setPayRunState", "mutation ($t: ID!, $c: ID!, $r: ID!) { setPayRunState(tenantId: $t, companyId: $c, runId: $r, version: 1, state: processing) { state } }"),
            ("removePayRun", "mutation ($t: ID!, $c: ID!, $q: ID!) { removePayRun(tenantId: $t, companyId: $c, runId: $q, version: 1) { runId } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, v.clone()).await;
        }
    }
}

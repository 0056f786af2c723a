//! Handovers. What a batch costs grows with what waits, a thousand changes at a time, and not with the company.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// A list: viewer, the company, the rows. A batch: viewer, the company, whose turn it is, its number, who makes it, the batch, what
// waits, two keys, the changes, their lines, that there are no more, the totals, the batch as it is then, the end of the audit trail.
pub(super) const BUDGETS: &[Budget] = &[
    ("listHandoverCompanies", 2),
    ("handoverPreview", 5),
    ("listHandovers", 3),
    ("listPayrollChanges", 3),
    ("createHandover", 20),
    ("acknowledgeHandover", 6),
    ("acknowledgePayrollChange", 9),
    ("rejectPayrollChange", 10),
    ("resolvePayrollChange", 10),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn handovers_keep_their_budgets(world: World) {
        world.hold("dana", "Payroll", Some("Cedar Outfitters"), (None, None)).await;
        let dana = world.acting("dana").await;
        let ana = world.acting("ana").await.standing("Cedar Outfitters").await;
        let mut v = json!({ "t": ana.tenant, "c": ana.company });
        for n in 0..4 {
            let id = world.app.ids.next(world.app.clock.now());
            world.change(
                "INSERT INTO payroll_change (id, tenant_id, company_id, employee_id, kind, action, subject_id, before_values, after_values,
                   approved_at, approver_name, ready_at, state, reason)
                 SELECT $1, e.tenant_id, e.company_id, e.id, 'people', 'change', e.id, '{\"city\":\"Salem\"}', '{\"city\":\"Bend\"}', $2, '',
                   $2, 'waiting', '' FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'ana'",
                db::params![id, world.app.clock.now()]).await;
            v[format!("i{n}")] = json!(id);
        }
        for (name, query) in [
            ("listHandoverCompanies", "query ($t: ID!) { listHandoverCompanies(tenantId: $t) { results { id name waiting } } }"),
            ("handoverPreview", "query ($t: ID!, $c: ID!) { handoverPreview(tenantId: $t, companyId: $c) { employees totals { changes } } }"),
            ("createHandover", "mutation ($t: ID!, $c: ID!) { createHandover(tenantId: $t, companyId: $c) { id changes } }"),
            ("listHandovers", "query ($t: ID!, $c: ID!) { listHandovers(tenantId: $t, companyId: $c) { results { id number open kinds } } }"),
            ("listPayrollChanges", "query ($t: ID!, $c: ID!) { listPayrollChanges(tenantId: $t, companyId: $c) { results { id values { field } } } }"),
        ] {
            keeps(&dana, BUDGETS, name, query, v.clone()).await;
        }
        let list = "query ($t: ID!, $c: ID!) { listHandovers(tenantId: $t, companyId: $c) { results { id } } }";
        v["h"] = dana.ask(list, v.clone()).await.data("/listHandovers/results/0/id").clone();
        world.change("UPDATE payroll_change SET state = 'conflict', payroll_values = '{\"city\":\"Eugene\"}' WHERE id IN
            (SELECT id FROM payroll_change ORDER BY approved_at DESC, id DESC LIMIT 1)", vec![]).await;
        let conflict = "query ($t: ID!, $c: ID!) { listPayrollChanges(tenantId: $t, companyId: $c, state: conflict) { results { id } } }";
        v["x"] = dana.ask(conflict, v.clone()).await.data("/listPayrollChanges/results/0/id").clone();
        let open = "query ($t: ID!, $c: ID!) { listPayrollChanges(tenantId: $t, companyId: $c, state: handed) { results { id } } }";
        let open = dana.ask(open, v.clone()).await.data("/listPayrollChanges/results").clone();
        (v["a"], v["b"]) = (open[0]["id"].clone(), open[1]["id"].clone());
        for (name, query) in [
            ("acknowledgePayrollChange", "mutation ($t: ID!, $c: ID!, $a: ID!) { acknowledgePayrollChange(tenantId: $t, companyId: $c, changeId: $a) { state } }"),
            ("rejectPayrollChange", "mutation ($t: ID!, $c: ID!, $b: ID!) { rejectPayrollChange(tenantId: $t, companyId: $c, changeId: $b, reason: \"No.\") { state } }"),
            ("resolvePayrollChange", "mutation ($t: ID!, $c: ID!, $x: ID!) { resolvePayrollChange(tenantId: $t, companyId: $c, changeId: $x, winner: approved) { state } }"),
            ("acknowledgeHandover", "mutation ($t: ID!, $h: ID!) { acknowledgeHandover(tenantId: $t, handoverId: $h) { settled left } }"),
        ] {
            keeps(&dana, BUDGETS, name, query, v.clone()).await;
        }
    }
}

//! Time off.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    ("timeOffBalances", 3),
    ("timeOffLedger", 3),
    ("listEmployeeTimeOffRequests", 2),
    ("previewTimeOffRequest", 6),
    // viewer, key, the employee's balance taken, what is around it, the request with its days and read back, who
    // decides, audit, and with the commit what is owed to the outside
    ("createTimeOffRequest", 8),
    ("updateTimeOffRequest", 19),
    ("deleteTimeOffRequest", 16),
    ("listTimeOffAttachments", 7),
    // the request's version, the file's row, and what leads from one to the other; looked through before
    ("addTimeOffAttachment", 11),
    ("removeTimeOffAttachment", 13),
    ("listManagersEmployeesTimeOffRequest", 3),
    ("timeOffRequestDetails", 8),
    // and what payroll was told, if approved
    ("decideTimeOffRequest", 15),
    ("undoTimeOffDecision", 21),
    ("timeOffReports", 3),
    ("timeOffAnalysis", 3),
    ("timeOffDelegations", 4),
];

pub(super) const RARE: &[&str] =
    &["decideTimeOffRequests", "delegateTimeOffApprovals", "endTimeOffDelegation"];

both! {
    async fn time_off_keeps_its_budgets(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let (hers, his) = (ana.standing("Cedar Outfitters").await, marcus.standing("Cedar Outfitters").await);
        let sql = "SELECT t.id FROM time_off_type t JOIN company c ON c.id = t.company_id
            WHERE c.name = 'Cedar Outfitters' AND t.name = 'Vacation'";
        let (type_id,): (uuid::Uuid,) = world.app.db.one(sql, vec![]).await.unwrap();
        let args = "tenantId: $t, companyId: $c, employeeId: $e";
        let day = |date: &str| format!("typeId: \"{type_id}\", startDate: \"{date}\", endDate: \"{date}\", unit: whole");
        let ids = json!({ "t": hers.tenant, "c": hers.company, "e": hers.employee });
        let head = "($t: ID!, $c: ID!, $e: ID!)";
        let create = format!("mutation {head} {{ createTimeOffRequest({args}, input: {{ {} }}) {{ id }} }}", day("2027-06-15"));
        for (name, query) in [
            ("timeOffBalances", format!("query {head} {{ timeOffBalances({args}) {{ typeId currentBalance }} }}")),
            ("timeOffLedger", format!("query {head} {{ timeOffLedger({args}, typeId: \"{type_id}\", date: \"2027-06-15\") {{ lines {{ balance }} }} }}")),
            ("listEmployeeTimeOffRequests", format!("query {head} {{ listEmployeeTimeOffRequests({args}, limit: 100) {{ results {{ id days {{ date }} }} }} }}")),
            ("previewTimeOffRequest", format!("query {head} {{ previewTimeOffRequest({args}, input: {{ {} }}) {{ amount away {{ lastName }} }} }}", day("2027-06-15"))),
            ("createTimeOffRequest", create),
        ] {
            keeps(&ana, BUDGETS, name, &query, ids.clone()).await;
        }
        let waiting = ana.ask(&format!("query {head} {{ listEmployeeTimeOffRequests({args}, limit: 1) {{ results {{ id }} }} }}"), ids.clone()).await;
        let id = waiting.data("/listEmployeeTimeOffRequests/results/0/id").as_str().unwrap().to_owned();
        let update = format!("mutation {head} {{ updateTimeOffRequest({args}, input: {{ id: \"{id}\", version: 1, {} }}) {{ id }} }}", day("2027-06-16"));
        keeps(&ana, BUDGETS, "updateTimeOffRequest", &update, ids.clone()).await;

        let managed = json!({ "t": his.tenant, "c": his.company, "m": his.person });
        let (head, args) = ("($t: ID!, $c: ID!, $m: ID!)", "tenantId: $t, companyId: $c, managerId: $m");
        for (name, query) in [
            ("listManagersEmployeesTimeOffRequest", format!("query {head} {{ listManagersEmployeesTimeOffRequest({args}, limit: 100) {{ results {{ id days {{ date }} }} }} }}")),
            ("timeOffRequestDetails", format!("query {head} {{ timeOffRequestDetails({args}, id: \"{id}\") {{ balanceAfter away {{ lastName }} holidays {{ name }} }} }}")),
            ("decideTimeOffRequest", format!("mutation {head} {{ decideTimeOffRequest({args}, input: {{ id: \"{id}\", version: 2, action: deny }}) {{ id }} }}")),
            ("undoTimeOffDecision", format!("mutation {head} {{ undoTimeOffDecision({args}, id: \"{id}\", version: 3) {{ id }} }}")),
            ("timeOffReports", format!("query {head} {{ timeOffReports({args}, search: \"a\") {{ id lastName }} }}")),
            ("timeOffAnalysis", format!("query {head} {{ timeOffAnalysis({args}) {{ pending week {{ date away {{ lastName }} }} }} }}")),
            ("timeOffDelegations", format!("query {head} {{ timeOffDelegations({args}) {{ results {{ id }} delegates {{ lastName }} }} }}")),
        ] {
            keeps(&marcus, BUDGETS, name, &query, managed.clone()).await;
        }
        let attach = format!("mutation ($t: ID!, $c: ID!, $e: ID!) {{ addTimeOffAttachment(tenantId: $t, companyId: $c, employeeId: $e, requestId: \"{id}\",
            file: {{ fileName: \"note.pdf\", fileString: \"JVBERi0xLjQKMSAwIG9iago8PCA+PgplbmRvYmoKc3RhcnR4cmVmCjkKJSVFT0YK\" }}) {{ attachmentCount }} }}");
        keeps(&ana, BUDGETS, "addTimeOffAttachment", &attach, ids.clone()).await;
        let attached = format!("query ($t: ID!, $c: ID!, $m: ID!) {{ listTimeOffAttachments(tenantId: $t, companyId: $c, employeeId: \"{}\",
            managerId: $m, requestId: \"{id}\") {{ id fileName }} }}", hers.employee.as_deref().unwrap());
        keeps(&marcus, BUDGETS, "listTimeOffAttachments", &attached, managed.clone()).await;
        let file = marcus.ask(&attached, managed).await.data("/listTimeOffAttachments/0/id").as_str().unwrap().to_owned();
        let detach = format!("mutation ($t: ID!, $c: ID!, $e: ID!) {{ removeTimeOffAttachment(tenantId: $t, companyId: $c, employeeId: $e, attachmentId: \"{file}\") {{ id }} }}");
        keeps(&ana, BUDGETS, "removeTimeOffAttachment", &detach, ids.clone()).await;
        let delete = format!("mutation ($t: ID!, $c: ID!, $e: ID!) {{ deleteTimeOffRequest(tenantId: $t, companyId: $c, employeeId: $e, id: \"{id}\") {{ id }} }}");
        keeps(&ana, BUDGETS, "deleteTimeOffRequest", &delete, ids).await;
    }
}

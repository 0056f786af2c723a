//! Companies, what they're made of, and what time off they grant.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// A list: viewer, the company, the rows. A change: viewer, whose turn it is, the company, the row as it was, what the rules ask about,
// the row, the row as it is then, the end of the audit trail.
pub(super) const BUDGETS: &[Budget] = &[
    ("listCompanies", 2),
    ("companySetup", 2),
    ("tenantSetup", 2),
    ("addCompany", 8),
    ("editCompany", 12),
    ("editTenant", 8),
    ("setTenantLogo", 7),
    ("removeTenantLogo", 7),
    ("listCompanyHolidays", 3),
    ("listCompanyBlackouts", 3),
    ("blackoutTypes", 3),
    ("saveCompanyHoliday", 9),
    ("removeCompanyHoliday", 9),
    ("saveCompanyBlackout", 9),
    ("removeCompanyBlackout", 9),
    ("listCompanyEntries", 3),
    ("saveCompanyEntry", 9),
    ("removeCompanyEntry", 10),
    ("listTimeOffPolicies", 3),
    ("policyCandidates", 3),
    ("previewTimeOffPolicy", 5),
    ("saveTimeOffPolicy", 10),
    ("endTimeOffPolicy", 9),
    ("removeTimeOffPolicy", 9),
];

pub(super) const RARE: &[&str] = &[];

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

both! {
    async fn companies_keep_their_budgets(world: World) {
        let grace = world.acting("grace").await;
        let ana = world.acting("ana").await.standing("Cedar Outfitters").await;
        let mut v = json!({ "t": ana.tenant, "c": ana.company, "e": ana.employee, "f": PNG });
        for (name, query) in [
            ("listCompanies", "query ($t: ID!) { listCompanies(tenantId: $t, search: \"ced\") { isWholeTenant results { id name timeZone people } } }"),
            ("companySetup", "query ($t: ID!, $c: ID!) { companySetup(tenantId: $t, companyId: $c) { name payPeriod version } }"),
            ("tenantSetup", "query ($t: ID!) { tenantSetup(tenantId: $t) { leaverAccessMonths logoUrl version } }"),
            ("addCompany", "mutation ($t: ID!) { addCompany(tenantId: $t, name: \"Cedar Third\", timeZone: \"UTC\") { id } }"),
            ("setTenantLogo", "mutation ($t: ID!, $f: String!) { setTenantLogo(tenantId: $t, fileString: $f) { version } }"),
            ("removeTenantLogo", "mutation ($t: ID!) { removeTenantLogo(tenantId: $t) { version } }"),
            ("listCompanyHolidays", "query ($t: ID!, $c: ID!) { listCompanyHolidays(tenantId: $t, companyId: $c, limit: 100) { results { day name version } } }"),
            ("listCompanyBlackouts", "query ($t: ID!, $c: ID!) { listCompanyBlackouts(tenantId: $t, companyId: $c) { results { id typeName version } } }"),
            ("blackoutTypes", "query ($t: ID!, $c: ID!) { blackoutTypes(tenantId: $t, companyId: $c) { id name } }"),
            ("saveCompanyHoliday", "mutation ($t: ID!, $c: ID!) { saveCompanyHoliday(tenantId: $t, companyId: $c, input: { day: \"2031-05-05\", name: \"New\" }) { day } }"),
            ("saveCompanyBlackout", "mutation ($t: ID!, $c: ID!) { saveCompanyBlackout(tenantId: $t, companyId: $c, input: { firstDay: \"2031-05-05\", lastDay: \"2031-05-06\" }) { id } }"),
            ("listCompanyEntries", "query ($t: ID!, $c: ID!) { listCompanyEntries(tenantId: $t, companyId: $c, kind: organization, search: \"a\") { results { id code name organizationType parentName version } } }"),
            ("saveCompanyEntry", "mutation ($t: ID!, $c: ID!) { saveCompanyEntry(tenantId: $t, companyId: $c, kind: payGroup, input: { name: \"New\" }) { id } }"),
            ("listTimeOffPolicies", "query ($t: ID!, $c: ID!) { listTimeOffPolicies(tenantId: $t, companyId: $c) { results { id name rules { rates { years hours } } version } } }"),
            ("policyCandidates", "query ($t: ID!, $c: ID!) { policyCandidates(tenantId: $t, companyId: $c, search: \"mor\") { employeeId } }"),
            ("saveTimeOffPolicy", "mutation ($t: ID!, $c: ID!) { saveTimeOffPolicy(tenantId: $t, companyId: $c, input: { name: \"Study\", hasBalance: true, accrual: year, rates: [{ years: 0, hours: \"16\" }], payPeriod: weekly, approval: none }) { id } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, v.clone()).await;
        }
        // Versions of what is edited and removed.
        let read = "query ($t: ID!, $c: ID!) {
            companySetup(tenantId: $t, companyId: $c) { version }
            tenantSetup(tenantId: $t) { version }
            listCompanyHolidays(tenantId: $t, companyId: $c, from: \"2031-05-05\") { results { version } }
            listCompanyBlackouts(tenantId: $t, companyId: $c, from: \"2031-05-05\") { results { id version } }
            listCompanyEntries(tenantId: $t, companyId: $c, kind: payGroup, search: \"New\") { results { id version } } }";
        let found = grace.ask(read, v.clone()).await;
        for (name, pointer) in [
            ("v1", "/companySetup/version"),
            ("v2", "/tenantSetup/version"),
            ("v3", "/listCompanyHolidays/results/0/version"),
            ("b", "/listCompanyBlackouts/results/0/id"),
            ("v4", "/listCompanyBlackouts/results/0/version"),
            ("g", "/listCompanyEntries/results/0/id"),
            ("v5", "/listCompanyEntries/results/0/version"),
        ] {
            v[name] = found.data(pointer).clone();
        }
        let types = "query ($t: ID!, $c: ID!) { listTimeOffPolicies(tenantId: $t, companyId: $c, limit: 100) { results { id name version } } }";
        let types = grace.ask(types, v.clone()).await;
        let study = types.data("/listTimeOffPolicies/results").as_array().unwrap().iter().find(|row| row["name"] == "Study").unwrap().clone();
        (v["p"], v["v6"]) = (study["id"].clone(), study["version"].clone());
        for (name, query) in [
            ("editCompany", "mutation ($t: ID!, $c: ID!, $v1: String!) { editCompany(tenantId: $t, companyId: $c, version: $v1, input: { hasTimeClock: false, payPeriod: monthly }) { id } }"),
            ("editTenant", "mutation ($t: ID!, $v2: String!) { editTenant(tenantId: $t, version: $v2, leaverAccessMonths: 12) { version } }"),
            ("removeCompanyHoliday", "mutation ($t: ID!, $c: ID!, $v3: String!) { removeCompanyHoliday(tenantId: $t, companyId: $c, day: \"2031-05-05\", version: $v3) { day } }"),
            ("removeCompanyBlackout", "mutation ($t: ID!, $c: ID!, $b: ID!, $v4: String!) { removeCompanyBlackout(tenantId: $t, companyId: $c, blackoutId: $b, version: $v4) { blackoutId } }"),
            ("removeCompanyEntry", "mutation ($t: ID!, $c: ID!, $g: ID!, $v5: String!) { removeCompanyEntry(tenantId: $t, companyId: $c, kind: payGroup, entryId: $g, version: $v5) { entryId } }"),
            ("previewTimeOffPolicy", "query ($t: ID!, $c: ID!, $p: ID!, $e: ID!) { previewTimeOffPolicy(tenantId: $t, companyId: $c, typeId: $p, employeeId: $e, input: { name: \"Study\", hasBalance: true, accrual: year, rates: [{ years: 0, hours: \"24\" }], payPeriod: weekly, approval: none, from: \"2031-01-01\" }) { days { day before after } } }"),
            ("endTimeOffPolicy", "mutation ($t: ID!, $c: ID!, $p: ID!, $v6: String!) { endTimeOffPolicy(tenantId: $t, companyId: $c, typeId: $p, version: $v6) { version } }"),
            ("removeTimeOffPolicy", "mutation ($t: ID!, $c: ID!, $p: ID!, $v6: String!) { removeTimeOffPolicy(tenantId: $t, companyId: $c, typeId: $p, version: $v6) { typeId } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, v.clone()).await;
        }
    }
}

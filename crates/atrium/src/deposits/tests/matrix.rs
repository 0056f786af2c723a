//! Deposits: always one's own as an employee; what payroll says is everyone's in the company.

use super::{Facts, Operation, Try, ids};
use crate::world::World;
use serde_json::json;

pub(super) const OWN: &[(&str, Try)] = &[
    ("of Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
    ("of Elena", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
    ("of Hugo", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
    ("of Ana, as of Logistics", |f, _| ids(&f.elena, json!({ "e": f.ana.employee }))),
    ("of Ana under the other tenant", |f, _| json!({ "t": f.hugo.tenant, "c": f.ana.company, "e": f.ana.employee })),
    ("of a report with Personal Info", |f, _| ids(&f.ana, json!({ "e": f.secondary_personal_info }))),
    ("missing", |f, _| ids(&f.ana, json!({ "e": f.missing }))),
];

pub(super) const COMPANY: &[(&str, Try)] = &[
    ("Cedar Outfitters", |f, _| ids(&f.ana, json!({}))),
    ("Cedar Logistics", |f, _| ids(&f.elena, json!({}))),
    ("Harbor Clinic", |f, _| ids(&f.hugo, json!({}))),
    ("Cedar Outfitters, as Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
    ("Cedar Outfitters, as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "directDeposits",
        query: "query ($t: ID!, $c: ID!, $e: ID!) {
            directDeposits(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }",
        tries: OWN,
    },
    Operation {
        name: "disbursements",
        query: "query ($c: ID!, $e: ID!) { disbursements(companyId: $c, employeeId: $e) { totalCount } }",
        tries: OWN,
    },
    Operation {
        name: "maximumDirectDepositAccounts",
        query: "query ($c: ID!, $e: ID!) { maximumDirectDepositAccounts(companyId: $c, employeeId: $e) }",
        tries: OWN,
    },
    Operation {
        name: "putEmployeeData",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!) { putEmployeeData(tenantId: $t, companyId: $c, employeeId: $e,
            input: { directDeposit: [{ bankAccountNumber: \"700700\", confirmAccountNumber: \"700700\",
              bankRoutingNumber: \"920100378\", bankAccountType: savings, amountType: fixed, amount: \"1.00\",
              startDate: \"2026-11-16\" }] }) { changeRequestId } }",
        tries: OWN,
    },
    Operation {
        name: "deleteDirectDeposit",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
            deleteDirectDeposit(tenantId: $t, companyId: $c, employeeId: $e, directDepositId: $id) { directDepositId } }",
        tries: &[
            ("of Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee, "id": f.thing("deposit of Ana") }))),
            ("of Ana, as Elena's", |f, _| {
                ids(&f.elena, json!({ "e": f.elena.employee, "id": f.thing("deposit of Ana") }))
            }),
            ("of Hugo, as Ana's", |f, _| {
                ids(&f.ana, json!({ "e": f.ana.employee, "id": f.thing("deposit of Hugo") }))
            }),
            ("missing", |f, _| ids(&f.ana, json!({ "e": f.ana.employee, "id": f.missing }))),
        ],
    },
    Operation {
        name: "listCompanyDdCodes",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
            listCompanyDdCodes(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { code } }",
        tries: COMPANY,
    },
    Operation {
        name: "disbursementStatuses",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
            disbursementStatuses(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { id bankStatus } }",
        tries: COMPANY,
    },
    Operation {
        name: "companyPayrollStatus",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
            companyPayrollStatus(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { processing } }",
        tries: COMPANY,
    },
];

pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    for (name, username) in [("deposit of Ana", "ana"), ("deposit of Hugo", "hugo")] {
        if !facts.has(name) {
            let sql = "SELECT d.id FROM direct_deposit d JOIN employee e ON e.id = d.employee_id
                JOIN person p ON p.id = e.person_id WHERE p.username = $1 ORDER BY d.priority";
            let (id,): (uuid::Uuid,) = world.app.db.one(sql, db::params![username]).await.unwrap();
            facts.keep(name, id.to_string());
        }
    }
}

//! Tax returns: one's own and no one else's, and one's own choice of delivery.

use super::{Facts, Operation, ids};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listEmployeeTaxReturns",
        query: "query ($t: ID!, $c: ID!, $e: ID!) {
            listEmployeeTaxReturns(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }",
        tries: &[
            ("Ana's", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Elena's, of Cedar Logistics", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("Hugo's, of the other tenant", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
            ("Hugo's, as of Cedar Outfitters", |f, _| ids(&f.ana, json!({ "e": f.hugo.employee }))),
            ("of a secondary report, Personal Info", |f, _| {
                ids(&f.ana, json!({ "e": f.secondary_personal_info }))
            }),
            ("missing", |f, _| ids(&f.ana, json!({ "e": f.missing }))),
        ],
    },
    Operation {
        name: "employeeTaxReturn",
        query: "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
            employeeTaxReturn(tenantId: $t, companyId: $c, employeeId: $e, taxReturnId: $id) { id boxes { box1 } } }",
        tries: &[
            ("Ana's", |f, _| ids(&f.ana, json!({ "e": f.ana.employee, "id": f.thing("W-2 of Ana") }))),
            ("Elena's", |f, _| ids(&f.elena, json!({ "e": f.elena.employee, "id": f.thing("W-2 of Elena") }))),
            ("Elena's, as Ana's", |f, _| {
                ids(&f.ana, json!({ "e": f.ana.employee, "id": f.thing("W-2 of Elena") }))
            }),
            ("Hugo's, as Ana's", |f, _| {
                ids(&f.ana, json!({ "e": f.ana.employee, "id": f.thing("W-2 of Hugo") }))
            }),
            ("missing", |f, _| ids(&f.ana, json!({ "e": f.ana.employee, "id": f.missing }))),
        ],
    },
    Operation {
        name: "taxFormDelivery",
        query: "query ($t: ID!, $c: ID!, $e: ID!) {
            taxFormDelivery(tenantId: $t, companyId: $c, employeeId: $e) { method } }",
        tries: &[
            ("Ana's", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Elena's", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("Hugo's", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
        ],
    },
    Operation {
        name: "consentToElectronicTaxForms",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!) { consentToElectronicTaxForms(tenantId: $t, companyId: $c,
            employeeId: $e, version: 0, disclosure: \"2026-01\") { method } }",
        tries: &[
            ("Ana's", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Elena's", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("Hugo's, as of Cedar Outfitters", |f, _| ids(&f.ana, json!({ "e": f.hugo.employee }))),
        ],
    },
    Operation {
        name: "withdrawElectronicTaxForms",
        query: "mutation ($t: ID!, $c: ID!, $e: ID!) { withdrawElectronicTaxForms(tenantId: $t, companyId: $c,
            employeeId: $e, version: 1) { method } }",
        tries: &[
            ("Ana's", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Elena's", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("Hugo's, as of Cedar Outfitters", |f, _| ids(&f.ana, json!({ "e": f.hugo.employee }))),
        ],
    },
];

/// A choice is made anew for each try: no one has chosen, or everyone consented once.
pub(super) async fn prepare(world: &World, facts: &mut Facts, operation: &Operation) {
    for (name, username) in [("W-2 of Ana", "ana"), ("W-2 of Elena", "elena"), ("W-2 of Hugo", "hugo")] {
        if !facts.has(name) {
            let sql = "SELECT r.id FROM tax_return r JOIN employee e ON e.id = r.employee_id
                JOIN person p ON p.id = e.person_id WHERE p.username = $1 ORDER BY r.year DESC LIMIT 1";
            let row = world.app.db.one::<(uuid::Uuid,)>(sql, db::params![username]).await;
            facts.keep(name, row.unwrap().0.to_string());
        }
    }
    if operation.name.ends_with("ElectronicTaxForms") {
        world.change("DELETE FROM tax_form_delivery", vec![]).await;
    }
    if operation.name.starts_with("withdraw") {
        let consent = "INSERT INTO tax_form_delivery (employee_id, tenant_id, method, disclosure, changed_at, version)
            SELECT id, tenant_id, 'electronic', '2026-01', $1, 1 FROM employee";
        world.change(consent, db::params![world.app.clock.now()]).await;
    }
}

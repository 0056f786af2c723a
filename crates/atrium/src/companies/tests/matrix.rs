//! Companies, what they're made of, and what time off they grant: for administrators of the tenant, and of a company as far as it
//! reaches. A `CONFLICT` got past the check: these tries send a version that never was.

use super::{Facts, Operation, Try, ids};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listCompanies",
        query: "query ($t: ID!) { listCompanies(tenantId: $t) { isWholeTenant results { id } } }",
        tries: TENANTS,
    },
    Operation {
        name: "companySetup",
        query: "query ($t: ID!, $c: ID!) { companySetup(tenantId: $t, companyId: $c) { id } }",
        tries: COMPANIES,
    },
    Operation {
        name: "tenantSetup",
        query: "query ($t: ID!) { tenantSetup(tenantId: $t) { name } }",
        tries: TENANTS,
    },
    Operation {
        name: "addCompany",
        query: "mutation ($t: ID!, $n: String!) { addCompany(tenantId: $t, name: $n, timeZone: \"UTC\") { id } }",
        tries: &[
            ("Cedar Group", |f, me| json!({ "t": f.ana.tenant, "n": format!("Added by {me}") })),
            ("Harbor Clinic", |f, me| json!({ "t": f.hugo.tenant, "n": format!("Added by {me}") })),
            ("a missing tenant", |f, me| json!({ "t": f.missing, "n": format!("Added by {me}") })),
        ],
    },
    Operation {
        name: "editCompany",
        query: "mutation ($t: ID!, $c: ID!) {
            editCompany(tenantId: $t, companyId: $c, version: \"old\", input: { hasTimeClock: false }) { id } }",
        tries: COMPANIES,
    },
    Operation {
        name: "editTenant",
        query: "mutation ($t: ID!) { editTenant(tenantId: $t, version: \"old\", leaverAccessMonths: 12) { name } }",
        tries: TENANTS,
    },
    Operation {
        name: "setTenantLogo",
        query: "mutation ($t: ID!) { setTenantLogo(tenantId: $t, fileString: \"eA==\") { name } }",
        tries: TENANTS,
    },
    Operation {
        name: "removeTenantLogo",
        query: "mutation ($t: ID!) { removeTenantLogo(tenantId: $t) { name } }",
        tries: TENANTS,
    },
    Operation {
        name: "listCompanyHolidays",
        query: "query ($t: ID!, $c: ID!) { listCompanyHolidays(tenantId: $t, companyId: $c) { results { day } } }",
        tries: COMPANIES,
    },
    Operation {
        name: "listCompanyBlackouts",
        query: "query ($t: ID!, $c: ID!) { listCompanyBlackouts(tenantId: $t, companyId: $c) { results { id } } }",
        tries: COMPANIES,
    },
    Operation {
        name: "blackoutTypes",
        query: "query ($t: ID!, $c: ID!) { blackoutTypes(tenantId: $t, companyId: $c) { id } }",
        tries: COMPANIES,
    },
    Operation {
        name: "saveCompanyHoliday",
        query: "mutation ($t: ID!, $c: ID!) { saveCompanyHoliday(tenantId: $t, companyId: $c,
            input: { day: \"2031-05-05\", name: \"Made by a try\" }) { day } }",
        tries: COMPANIES,
    },
    Operation {
        name: "removeCompanyHoliday",
        query: "mutation ($t: ID!, $c: ID!) {
            removeCompanyHoliday(tenantId: $t, companyId: $c, day: \"2031-05-06\", version: \"old\") { day } }",
        tries: COMPANIES,
    },
    Operation {
        name: "saveCompanyBlackout",
        query: "mutation ($t: ID!, $c: ID!) { saveCompanyBlackout(tenantId: $t, companyId: $c,
            input: { firstDay: \"2031-05-05\", lastDay: \"2031-05-06\", reason: \"Made by a try\" }) { id } }",
        tries: COMPANIES,
    },
    Operation {
        name: "removeCompanyBlackout",
        query: "mutation ($t: ID!, $c: ID!, $b: ID!) {
            removeCompanyBlackout(tenantId: $t, companyId: $c, blackoutId: $b, version: \"old\") { blackoutId } }",
        tries: BLACKOUTS,
    },
    Operation {
        name: "listCompanyEntries",
        query: "query ($t: ID!, $c: ID!) {
            listCompanyEntries(tenantId: $t, companyId: $c, kind: payGroup) { results { id } } }",
        tries: COMPANIES,
    },
    Operation {
        name: "saveCompanyEntry",
        query: "mutation ($t: ID!, $c: ID!) {
            saveCompanyEntry(tenantId: $t, companyId: $c, kind: payGroup, input: { name: \"Made by a try\" }) { id } }",
        tries: COMPANIES,
    },
    Operation {
        name: "removeCompanyEntry",
        query: "mutation ($t: ID!, $c: ID!, $p: ID!) {
            removeCompanyEntry(tenantId: $t, companyId: $c, kind: payGroup, entryId: $p, version: \"old\") { entryId } }",
        tries: PAY_GROUPS,
    },
    Operation {
        name: "listTimeOffPolicies",
        query: "query ($t: ID!, $c: ID!) { listTimeOffPolicies(tenantId: $t, companyId: $c) { results { id } } }",
        tries: COMPANIES,
    },
    Operation {
        name: "policyCandidates",
        query: "query ($t: ID!, $c: ID!) { policyCandidates(tenantId: $t, companyId: $c, search: \"a\") { employeeId } }",
        tries: COMPANIES,
    },
    Operation {
        name: "previewTimeOffPolicy",
        query: "query ($t: ID!, $c: ID!, $e: ID!) { previewTimeOffPolicy(tenantId: $t, companyId: $c, employeeId: $e,
            input: { name: \"x\", hasBalance: true, accrual: year, rates: [{ years: 0, hours: \"8\" }], payPeriod: weekly,
              approval: none }) { rateAfter } }",
        tries: &[
            ("Ana, Cedar Outfitters", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Elena, Cedar Outfitters", |f, _| ids(&f.ana, json!({ "e": f.elena.employee }))),
            ("Elena, Cedar Logistics", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("Hugo, Harbor Clinic", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
            ("no one, Cedar Outfitters", |f, _| ids(&f.ana, json!({ "e": f.missing }))),
        ],
    },
    Operation {
        name: "saveTimeOffPolicy",
        query: "mutation ($t: ID!, $c: ID!) { saveTimeOffPolicy(tenantId: $t, companyId: $c,
            input: { name: \"Made by a try\", hasBalance: false, accrual: none, rates: [], payPeriod: weekly,
              approval: none }) { id } }",
        tries: COMPANIES,
    },
    Operation {
        name: "endTimeOffPolicy",
        query: "mutation ($t: ID!, $c: ID!, $p: ID!) {
            endTimeOffPolicy(tenantId: $t, companyId: $c, typeId: $p, version: \"old\") { id } }",
        tries: TYPES,
    },
    Operation {
        name: "removeTimeOffPolicy",
        query: "mutation ($t: ID!, $c: ID!, $p: ID!) {
            removeTimeOffPolicy(tenantId: $t, companyId: $c, typeId: $p, version: \"old\") { typeId } }",
        tries: TYPES,
    },
];

const TENANTS: &[(&str, Try)] = &[
    ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
    ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
    ("a missing tenant", |f, _| json!({ "t": f.missing })),
];

const COMPANIES: &[(&str, Try)] = &[
    ("Cedar Outfitters", |f, _| ids(&f.ana, json!({}))),
    ("Cedar Logistics", |f, _| ids(&f.elena, json!({}))),
    ("Harbor Clinic", |f, _| ids(&f.hugo, json!({}))),
    ("Harbor Clinic, in Cedar Group", |f, _| json!({ "t": f.ana.tenant, "c": f.hugo.company })),
    ("a missing company", |f, _| json!({ "t": f.ana.tenant, "c": f.missing })),
];

const BLACKOUTS: &[(&str, Try)] = &[
    ("of Cedar Outfitters", |f, _| ids(&f.ana, json!({ "b": f.thing("Cedar Outfitters blackout") }))),
    ("of Cedar Logistics", |f, _| ids(&f.elena, json!({ "b": f.thing("Cedar Logistics blackout") }))),
    ("of Cedar Logistics, in Cedar Outfitters", |f, _| ids(&f.ana, json!({ "b": f.thing("Cedar Logistics blackout") }))),
    ("of Harbor Clinic", |f, _| ids(&f.hugo, json!({ "b": f.thing("Harbor Clinic blackout") }))),
    ("missing", |f, _| ids(&f.ana, json!({ "b": f.missing }))),
];

const PAY_GROUPS: &[(&str, Try)] = &[
    ("of Cedar Outfitters", |f, _| ids(&f.ana, json!({ "p": f.thing("Cedar Outfitters pay group") }))),
    ("of Cedar Logistics", |f, _| ids(&f.elena, json!({ "p": f.thing("Cedar Logistics pay group") }))),
    ("of Cedar Logistics, in Cedar Outfitters", |f, _| ids(&f.ana, json!({ "p": f.thing("Cedar Logistics pay group") }))),
    ("of Harbor Clinic", |f, _| ids(&f.hugo, json!({ "p": f.thing("Harbor Clinic pay group") }))),
    ("missing", |f, _| ids(&f.ana, json!({ "p": f.missing }))),
];

const TYPES: &[(&str, Try)] = &[
    ("of Cedar Outfitters", |f, _| ids(&f.ana, json!({ "p": f.thing("Cedar Outfitters type") }))),
    ("of Cedar Logistics", |f, _| ids(&f.elena, json!({ "p": f.thing("Cedar Logistics type") }))),
    ("of Cedar Logistics, in Cedar Outfitters", |f, _| ids(&f.ana, json!({ "p": f.thing("Cedar Logistics type") }))),
    ("of Harbor Clinic", |f, _| ids(&f.hugo, json!({ "p": f.thing("Harbor Clinic type") }))),
    ("missing", |f, _| ids(&f.ana, json!({ "p": f.missing }))),
];

/// What an earlier try made is gone, and each company has one of everything.
pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    for sql in [
        "DELETE FROM company WHERE name LIKE 'Added by %'",
        "DELETE FROM company_holiday WHERE name = 'Made by a try'",
        "DELETE FROM time_off_blackout WHERE reason = 'Made by a try'",
        "DELETE FROM pay_group WHERE name = 'Made by a try'",
        "DELETE FROM time_off_type WHERE name = 'Made by a try'",
        "INSERT INTO company_holiday (company_id, tenant_id, day, name, name_es)
         SELECT id, tenant_id, '2031-05-06', 'A day', 'Un día' FROM company WHERE NOT EXISTS
           (SELECT 1 FROM company_holiday h WHERE h.company_id = company.id AND h.day = '2031-05-06')",
        "INSERT INTO tenant_logo (tenant_id, id, png, changed_at) SELECT t.id, t.id, x.png, t.created_at FROM tenant t
         CROSS JOIN (SELECT sealed_number AS png FROM direct_deposit LIMIT 1) x
         WHERE NOT EXISTS (SELECT 1 FROM tenant_logo l WHERE l.tenant_id = t.id)",
        "INSERT INTO time_off_blackout (id, tenant_id, company_id, type_id, first_day, last_day, reason)
         SELECT id, tenant_id, id, NULL, '2031-01-01', '2031-01-02', 'One of each' FROM company WHERE NOT EXISTS
           (SELECT 1 FROM time_off_blackout b WHERE b.id = company.id)",
    ] {
        world.change(sql, vec![]).await;
    }
    for (company, names) in [
        ("Cedar Outfitters", ["Cedar Outfitters blackout", "Cedar Outfitters pay group", "Cedar Outfitters type"]),
        ("Cedar Logistics", ["Cedar Logistics blackout", "Cedar Logistics pay group", "Cedar Logistics type"]),
        ("Harbor Clinic", ["Harbor Clinic blackout", "Harbor Clinic pay group", "Harbor Clinic type"]),
    ] {
        for (name, sql) in names.into_iter().zip([
            "SELECT id FROM company WHERE name = $1",
            "SELECT p.id FROM pay_group p JOIN company c ON c.id = p.company_id WHERE c.name = $1 ORDER BY p.name LIMIT 1",
            "SELECT p.id FROM time_off_type p JOIN company c ON c.id = p.company_id WHERE c.name = $1 ORDER BY p.name LIMIT 1",
        ]) {
            let (id,): (uuid::Uuid,) = world.app.db.one(sql, db::params![company]).await.unwrap();
            facts.keep(name, id.to_string());
        }
    }
}

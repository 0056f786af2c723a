//! Tax setup: always one's own as an employee; the words of the forms are everyone's in the company.

use super::deposits::{COMPANY, OWN};
use super::{Facts, Operation};
use crate::world::World;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "employeeTaxSetup",
        query: "query ($t: ID!, $c: ID!, $e: ID!) {
            employeeTaxSetup(tenantId: $t, companyId: $c, employeeId: $e) { signerName } }",
        tries: OWN,
    },
    Operation {
        name: "taxes",
        query: "query ($c: ID!, $e: ID!) { taxes(companyId: $c, employeeId: $e) { federalFilingStatus } }",
        tries: OWN,
    },
    Operation {
        name: "complianceMaritalStatuses",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) { complianceMaritalStatuses(tenantId: $t, companyId: $c,
            employeeId: $e, managerId: $m, statusType: \"federal\") { code } }",
        tries: COMPANY,
    },
    Operation {
        name: "listCompanyStates",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
            listCompanyStates(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { results { state } } }",
        tries: COMPANY,
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}

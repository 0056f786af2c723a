//! Every call that the two documents of the spec name, held against the schema and the router. What is still being built
//! is in `NOT_YET`, and has to leave that list on the day it exists.

use crate::access_matrix::{check_only_administrators_may, listed_routes};
use crate::world::{Engine, World};
use async_graphql::Request;
use atrium::schema;
use serde_json::Value;
use std::collections::BTreeSet;

/// business.txt, section 7; then the portal's family of shell.txt; then the older family, under the names of decision 10.
const QUERIES: &[&str] = &[
    "employeeById",
    "listCompanyDdCodes",
    "timeOffBalances",
    "getEmployeeChangeRequests",
    "listEmployeeChangeRequests",
    "getChangeRequest",
    "tenantLogo",
    "disbursementStatuses",
    "employeePaystub",
    "listEmployeeTaxReturns",
    "employeeTaxReturn",
    "listEmployeePayStubs",
    "listEmployeeTimeOffRequests",
    "listManagersEmployees",
    "listManagersEmployeesTimeOffRequest",
    "listManagerEEChangeRequest",
    "companyPayrollStatus",
    "getCompanyLinks",
    "listCompanyDocuments",
    "getCompanyDocument",
    "listCompanyIntegrations",
    "listOrganizations",
    "listCompanyPaygroups",
    "listCompanyMessages",
    "getEeTimeClkVendorIntegrationDetails",
    "complianceMaritalStatuses",
    "listCompanyStates",
    "userBySubId",
    "features",
    "resources",
    "scheduledHours",
    "employees",
    "demographics",
    "taxes",
    "announcements",
    "holidays",
    "payGroups",
    "organizations",
    "disbursements",
    "directDeposits",
    "maximumDirectDepositAccounts",
];

const MUTATIONS: &[&str] = &[
    "putManagerEmployeeChangeRequest",
    "submitEmployeeDemographics",
    "submitChangeRequest",
    "createTimeOffRequest",
    "updateTimeOffRequest",
    "deleteTimeOffRequest",
    "putEmployeeData",
    "deleteDirectDeposit",
    "createMessage",
    "updateMessage",
    "deleteMessage",
    "putCompanyLinks",
    "putCompanyDocuments",
    "deleteCompanyDocument",
    "addFeature",
    "updateFeature",
    "deleteFeature",
];

/// A path parameter is `{}` here, whatever the router calls it.
const ROUTES: &[(&str, &str)] = &[
    ("GET", "/sessions/me"),
    ("GET", "/oauth2/userinfo"),
    ("PATCH", "/users/{}/self"),
    ("POST", "/initiate-sms"),
    ("POST", "/verify-otp"),
    ("GET", "/oauth2/token/.well-known/openid-configuration"),
    ("GET", "/oauth2/logout"),
    ("GET", "/identity/users/{}"),
    ("GET", "/ui-datastore/application-metadata"),
    ("PATCH", "/ui-datastore/application-metadata/{}"),
    ("GET", "/companies/lookup"),
    ("POST", "/graphql"),
    ("POST", "/ofrep/v1/evaluate/flags"),
    ("POST", "/v1/{}"),
    ("POST", "/v1/{}/feedback"),
    ("POST", "/v1/generate_sample_questions"),
    ("POST", "/v1/personalized_sample_questions"),
    ("POST", "/v1/past_conversations"),
    ("POST", "/v1/follow_up_questions"),
    ("GET", "/chat/socket"),
    ("GET", "/legacy/leave"),
    ("GET", "/legacy/pay-disbursements"),
    ("POST", "/legacy/update-end-date-delete-disbursement"),
    ("GET", "/legacy/banking-institution"),
];

/// What is being built. A call that exists must not stand here.
const NOT_YET: &[&str] = &[];

async fn operations(kind: &str) -> BTreeSet<String> {
    let query = format!("{{ __schema {{ {kind} {{ fields {{ name }} }} }} }}");
    let answer = schema::execute(&schema::build(true), Request::new(query)).await.data.into_json().unwrap();
    let fields = answer["__schema"][kind]["fields"].as_array().unwrap();
    fields.iter().map(|field| field["name"].as_str().unwrap().to_owned()).collect()
}

fn without_names(path: &str) -> String {
    let part = |part: &str| if part.starts_with('{') { "{}".to_owned() } else { part.to_owned() };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn every_call_of_the_spec_exists_or_is_known_to_be_missing() {
    let (queries, mutations) = (operations("queryType").await, operations("mutationType").await);
    let routes: BTreeSet<String> = listed_routes()
        .into_iter()
        .map(|(method, path)| format!("{method} {}", without_names(path)))
        .collect();
    let named = QUERIES.iter().map(|name| ((*name).to_owned(), queries.contains(*name)));
    let named = named.chain(MUTATIONS.iter().map(|name| ((*name).to_owned(), mutations.contains(*name))));
    let named = named.chain(ROUTES.iter().map(|(method, path)| {
        let route = format!("{method} {path}");
        (route.clone(), routes.contains(&route))
    }));
    let missing: BTreeSet<String> = named.filter(|(_, exists)| !exists).map(|(name, _)| name).collect();
    let expected: BTreeSet<String> = NOT_YET.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(missing, expected, "what is missing, and what is known to be missing");
}

/// Rules for everyone at a company, which decide no request: whether its managers approve such changes at all.
const RULES_OF_APPROVAL: &[(&str, &str)] = &[
    ("CompanySetupInput", "depositApproval"),
    ("CompanySetupInput", "taxApproval"),
    ("TimeOffPolicyInput", "approval"),
];

/// A type, or a list of it, that must be there or not.
fn is_of(of: &Value, input: &str) -> bool {
    of["name"] == input || (of["ofType"].is_object() && is_of(&of["ofType"], input))
}

/// Whose something is, and who has decided what, follows from who asks: an input has no place for it. Only what no one but
/// administrators may send can name someone.
#[tokio::test]
async fn e41_no_input_can_set_a_status_an_owner_or_an_approver() {
    let query = "{ __schema { types { kind name inputFields { name } }
        queryType { fields { name args { type { name ofType { name ofType { name ofType { name } } } } } } }
        mutationType { fields { name args { type { name ofType { name ofType { name ofType { name } } } } } } } } }";
    let answer = schema::execute(&schema::build(true), Request::new(query)).await.data.into_json().unwrap();
    let types = answer["__schema"]["types"].as_array().unwrap();
    let mut looked_at = 0;
    let mut naming = BTreeSet::new();
    for input in types.iter().filter(|of| of["kind"] == "INPUT_OBJECT") {
        for field in input["inputFields"].as_array().unwrap() {
            looked_at += 1;
            let name = field["name"].as_str().unwrap();
            if ["tenantId", "companyId", "employeeId", "managerId", "personId"].contains(&name) {
                naming.insert(input["name"].as_str().unwrap());
            }
            let lower = name.to_lowercase();
            let is_decided =
                ["status", "owner", "approv", "decided", "requestedby", "createdby", "updatedby"]
                    .iter()
                    .any(|word| lower.contains(word) && name != "maritalStatus");
            let input = input["name"].as_str().unwrap();
            assert!(!is_decided || RULES_OF_APPROVAL.contains(&(input, name)), "{input}.{name}");
        }
    }
    assert!(looked_at > 50, "the inputs are where this test looks for them");
    for input in naming {
        let takes_it = |field: &&Value| {
            let args = field["args"].as_array().unwrap().iter();
            args.map(|arg| &arg["type"]).any(|of| is_of(of, input))
        };
        let fields = ["queryType", "mutationType"].map(|kind| &answer["__schema"][kind]["fields"]);
        let fields = fields.into_iter().flat_map(|fields| fields.as_array().unwrap());
        let operations: Vec<&str> =
            fields.filter(takes_it).map(|field| field["name"].as_str().unwrap()).collect();
        assert!(!operations.is_empty(), "{input} names somebody, and no operation takes it on its own");
        for operation in operations {
            let world = World::new(Engine::Sqlite).await;
            check_only_administrators_may(&world, operation).await;
        }
    }
}

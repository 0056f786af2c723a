//! The matrix once more, as someone who left yesterday: an employee and a manager, against everything that was theirs, on
//! another node than the one they signed in at, before any job has run. What still opens is listed here; a new operation
//! or route that opens for them fails.

use super::routes::as_leaver;
use super::{facts, operations, prepare};
use crate::world::{TODAY, World, both};
use std::collections::BTreeSet;

/// Their own stubs, W-2s and tax forms. All of these must open.
const OWN_RECORDS: &[&str] = &[
    "employeePaystub",
    "employeePaystubChange",
    "employeeTaxReturn",
    "employeeTaxSetup",
    "listEmployeePayStubs",
    "listEmployeeTaxReturns",
];

/// What goes with them: how they get their forms, the words of the forms, and, of their requests, those about tax forms.
const OWN_TAX_PAGES: &[&str] = &[
    "complianceMaritalStatuses",
    "getEmployeeChangeRequests",
    "listCompanyStates",
    "listEmployeeChangeRequests",
    "taxFormDelivery",
    "taxes",
];

/// Signing in, one's own account and notices, and the frame around every page.
const OWN_ACCOUNT: &[&str] = &[
    "accountSecurity",
    "addPasskey",
    "beginMerge",
    "beginPasskey",
    "beginTotp",
    "centralPage",
    "changeLanguage",
    "changePassword",
    "companySwitches",
    "confirmMerge",
    "confirmTotp",
    "endOtherSessions",
    "endSession",
    "features",
    "listCompanyIntegrations",
    "listNotices",
    "readNotice",
    "readNoticesUntil",
    "removeLinkedIdentity",
    "removePasskey",
    "removePhone",
    "removeTotp",
    "renamePasskey",
    "renewRecoveryCodes",
    "sendMergeCode",
    "tenantLogo",
    "undoMerge",
    "userBySubId",
    "viewer",
];

/// Routes of signing in, of one's own account, and of no one in particular. None leads to a company's data; `/graphql` was
/// walked above.
const ROUTES_LEFT: &[&str] = &[
    "GET /api/docs",
    "GET /api/openapi.json",
    "GET /companies/lookup",
    "GET /demo/accounts",
    "GET /demo/outbox",
    "GET /healthz",
    "GET /identity/users/{id}",
    "GET /login/request",
    "GET /login/upstream/callback",
    "GET /login/upstream/sign-out",
    "GET /login/upstream/sign-out/offer",
    "GET /login/upstream/{id}",
    "GET /login/upstream/{id}/callback",
    "GET /oauth2/authorize",
    "GET /oauth2/authorize/resume",
    "GET /oauth2/jwks",
    "GET /oauth2/logout",
    "GET /oauth2/token/.well-known/openid-configuration",
    "GET /oauth2/userinfo",
    "GET /readyz",
    "GET /sessions/me",
    "OPTIONS /oauth2/token",
    "OPTIONS /oauth2/userinfo",
    "OPTIONS /sessions/me",
    "POST /graphql",
    "POST /login/forgot",
    "POST /login/identifier",
    "POST /login/mail-link",
    "POST /login/passkey/options",
    "POST /login/password",
    "POST /login/sign-out",
    "POST /oauth2/authorize",
    "POST /oauth2/logout",
    "POST /oauth2/token",
    "POST /oauth2/userinfo",
    "POST /ofrep/v1/evaluate/flags",
    "POST /ofrep/v1/evaluate/flags/{key}",
    "POST /verify-otp",
];

/// Yesterday was their last day, or not.
async fn leave(world: &World, has_left: bool) {
    let last_day = has_left.then(|| TODAY.plus_days(-1));
    let sql = "UPDATE employee SET last_day = $1 WHERE person_id IN
        (SELECT id FROM person WHERE username IN ('ana', 'priya')) AND company_id IN
        (SELECT id FROM company WHERE name = 'Cedar Outfitters')";
    world.change(sql, db::params![last_day]).await;
}

/// Nothing elsewhere keeps any rights.
async fn leave_other_companies(world: &World) {
    let sql = "UPDATE role_assignment SET starts_on = NULL, ends_on = $1
        WHERE person_id IN (SELECT id FROM person WHERE username IN ('ana', 'priya')) AND (company_id IS NULL
          OR company_id NOT IN (SELECT id FROM company WHERE name = 'Cedar Outfitters'))";
    world.change(sql, db::params![TODAY.plus_days(-1)]).await;
}

both! {
    async fn someone_who_left_opens_their_stubs_and_tax_forms_and_nothing_else(world: World) {
        let mut facts = facts(&world).await;
        let other = world.node(|_| {}).await;
        leave_other_companies(&world).await;
        let mut opened = BTreeSet::new();
        for operation in operations() {
            for (_, make) in operation.tries {
                prepare(&world, &mut facts, operation).await;
                leave(&world, true).await;
                for username in ["ana", "priya"] {
                    let (token, person) = (world.token(username).await, world.person(username).await.to_string());
                    let reply = other.holding(&token).ask(operation.query, make(&facts, &person)).await;
                    let refused = ["FORBIDDEN", "NOT_FOUND", "UNAUTHENTICATED", "FEATURE_NOT_ENABLED"];
                    if !refused.contains(&reply.outcome()) {
                        opened.insert(operation.name);
                    }
                }
                leave(&world, false).await;
            }
        }
        let known: BTreeSet<&str> = [OWN_RECORDS, OWN_TAX_PAGES, OWN_ACCOUNT].concat().into_iter().collect();
        let more: Vec<_> = opened.difference(&known).collect();
        assert!(more.is_empty(), "someone who left opens {more:?}");
        let closed: Vec<_> = OWN_RECORDS.iter().filter(|name| !opened.contains(*name)).collect();
        assert!(closed.is_empty(), "someone who left no longer opens {closed:?}");
    }

    async fn someone_who_left_reaches_no_route_but_those_of_their_account(world: World) {
        let mut facts = facts(&world).await;
        leave_other_companies(&world).await;
        let opened = as_leaver(&world, &mut facts, async || leave(&world, true).await).await;
        let more: Vec<_> = opened.iter().filter(|route| !ROUTES_LEFT.contains(&route.as_str())).collect();
        assert!(more.is_empty(), "someone who left reaches {more:?}");
        assert!(opened.contains("GET /sessions/me") && opened.contains("POST /graphql"), "{opened:?}");
    }
}

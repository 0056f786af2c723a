//! The matrix once more, as someone who left yesterday: an employee and a manager, against everything that was theirs, on
//! another node than the one they signed in at, before any job has run. What still opens is listed here; a new operation
//! or route that opens for them fails.

use super::routes::as_leaver;
use super::{facts, operations, prepare};
use crate::world::{TODAY, World, both};
use std::collections::BTreeSet;

/// Their own stubs, W-2s and signed forms.
const OWN_RECORDS: &[&str] = &[];

/// Signing in, one's own account, and the frame around every page.
const OWN_ACCOUNT: &[&str] = &[];

/// The same for routes.
const ROUTES_LEFT: &[&str] = &[];

/// Yesterday was their last day, or not.
async fn leave(world: &World, has_left: bool) {
    let last_day = has_left.then(|| TODAY.plus_days(-1));
    let sql = "UPDATE employee SET last_day = $1 WHERE person_id IN
        (SELECT id FROM person WHERE username IN ('ana', 'marcus')) AND company_id IN
        (SELECT id FROM company WHERE name = 'Cedar Outfitters')";
    world.change(sql, db::params![last_day]).await;
}

/// Nothing elsewhere keeps any rights.
async fn leave_other_companies(world: &World) {
    world.change("DELETE FROM role_assignment WHERE person_id IN (SELECT id FROM person WHERE username IN ('ana', 'marcus'))
        AND (company_id IS NULL OR company_id NOT IN (SELECT id FROM company WHERE name = 'Cedar Outfitters'))", vec![]).await;
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
                for username in ["ana", "marcus"] {
                    let (token, person) = (world.token(username).await, world.person(username).await.to_string());
                    let reply = other.holding(&token).ask(operation.query, make(&facts, &person)).await;
                    let refused = ["FORBIDDEN", "NOT_FOUND", "UNAUTHENTICATED"];
                    if !refused.contains(&reply.outcome()) {
                        opened.insert(operation.name);
                    }
                }
                leave(&world, false).await;
            }
        }
        let known: BTreeSet<&str> = OWN_RECORDS.iter().chain(OWN_ACCOUNT).copied().collect();
        assert_eq!(opened, known);
    }

    async fn someone_who_left_reaches_no_route_but_those_of_their_account(world: World) {
        let mut facts = facts(&world).await;
        leave_other_companies(&world).await;
        let opened = as_leaver(&world, &mut facts, async || leave(&world, true).await).await;
        assert_eq!(opened.iter().map(String::as_str).collect::<Vec<_>>(), ROUTES_LEFT);
    }
}

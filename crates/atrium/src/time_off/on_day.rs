//! Balances of many people on one day, for reports. Each is worked out as on its owner's page (`balances::statement`):
//! through today from what has happened, later also from what's requested.

use super::TimeOff;
use super::balances::settled;
use super::ground::EventRow;
use super::ledger::{self, Policy};
use super::rules::events_of;
use super::store;
use crate::access::{CompanyFiguresScope, Need};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, TimeOffTypeId};
use crate::shared::problem::Problem;
use db::Db;
use std::collections::HashMap;
use std::sync::Arc;

/// Whose balances: everyone with an ID in a range, or some people, 256 at most.
#[derive(Clone, Copy)]
pub(super) enum BalancesOf<'a> {
    Between(EmployeeId, EmployeeId),
    These(&'a [EmployeeId]),
}

/// How many people's events are in memory at a time.
const MAX_PEOPLE_AT_ONCE: usize = 5_000;
const MAX_PEOPLE_LISTED: usize = 256;

/// A type with a balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalanceType {
    pub id: TimeOffTypeId,
    pub name: String,
    pub name_es: Option<String>,
    /// Before that day: it's of interest only while something is left of it.
    pub has_ended: bool,
}

/// What the people of a company have on a day.
pub struct BalancesOnDay {
    pub types: Vec<BalanceType>,
    /// Hours by the place of the type above.
    pub hours: HashMap<EmployeeId, Vec<Amount>>,
}

/// `people`: whose, with their hire dates.
pub async fn balances_on(
    db: &Db,
    scope: &CompanyFiguresScope<TimeOff, impl Need>,
    people: &[(EmployeeId, Day)],
    (on, today): (Day, Day),
) -> Result<BalancesOnDay, Problem> {
    let mut types = store::types_of_company(db, scope, on).await?;
    types.retain(|of| of.has_balance);
    let mut people = people.to_vec();
    people.sort_unstable();
    let policies: Arc<[_]> = types.iter().map(|of| (of.id, of.policy())).collect();
    let mut hours = HashMap::with_capacity(people.len());
    for some in people.chunks(MAX_PEOPLE_AT_ONCE) {
        let ids: Vec<EmployeeId> = some.iter().map(|(id, _)| *id).collect();
        let whose = match (ids.first(), ids.last()) {
            (Some(first), Some(last)) if ids.len() > MAX_PEOPLE_LISTED => BalancesOf::Between(*first, *last),
            _ => BalancesOf::These(&ids),
        };
        let mut events: HashMap<EmployeeId, Vec<EventRow>> = HashMap::new();
        for row in store::events_of_many(db, scope, whose, on).await? {
            let (employee, event) = row.split();
            events.entry(employee).or_default().push(event);
        }
        let (some, policies) = (some.to_vec(), Arc::clone(&policies));
        // A few thousand people take a moment, and requests shouldn't wait for it.
        let worked_out =
            tokio::task::spawn_blocking(move || balances_of(&some, &policies, events, (on, today)));
        hours.extend(worked_out.await.map_err(|error| Problem::Internal(error.to_string()))??);
    }
    let types = types.into_iter().map(|of| BalanceType {
        id: of.id,
        has_ended: of.ends_on.is_some_and(|last| last < on),
        name: of.name,
        name_es: of.name_es,
    });
    let types = types.collect();
    Ok(BalancesOnDay { types, hours })
}

fn balances_of(
    people: &[(EmployeeId, Day)],
    policies: &[(TimeOffTypeId, Policy)],
    mut events: HashMap<EmployeeId, Vec<EventRow>>,
    (on, today): (Day, Day),
) -> Result<Vec<(EmployeeId, Vec<Amount>)>, Problem> {
    let one = |(id, hired): &(EmployeeId, Day)| {
        let theirs = events.remove(id).unwrap_or_default();
        let theirs = if on <= today { settled(&theirs) } else { theirs };
        let balance = |(of, policy): &(TimeOffTypeId, Policy)| -> Result<Amount, Problem> {
            Ok(ledger::balance(&ledger::lines(policy, *hired, &events_of(&theirs, *of, None), on)?))
        };
        Ok((*id, policies.iter().map(balance).collect::<Result<_, Problem>>()?))
    };
    people.iter().map(one).collect()
}

//! No matter what someone does to their accounts, in any order: never more than 100%, one balance, never over the
//! maximum, every cent accounted for, and both engines agree on every step.

use crate::world::{Engine, TODAY, World};
use atrium::access::{At, EmployeeScope, Viewer, Write, operator, own};
use atrium::deposits::{
    self, AccountType, AmountType, DepositDraft, Deposits, carry_out, plan_removal, plan_save,
};
use atrium::factors::Proven;
use atrium::shared::amount::Amount;
use atrium::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use atrium::shared::problem::Problem;
use atrium::shared::split::{Share, spread};
use atrium::work::{Author, Work};
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    Add { amount_type: u8, amount: i64, starts_in: i64, lasts: Option<i64> },
    Revise { nth: usize, amount_type: u8, amount: i64, priority: i64 },
    Remove { nth: usize },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0u8..3, 1i64..120, 0i64..40, prop::option::of(1i64..60))
            .prop_map(|(amount_type, amount, starts_in, lasts)| Step::Add { amount_type, amount, starts_in, lasts }),
        2 => (0usize..5, 0u8..3, 1i64..120, 1i64..9)
            .prop_map(|(nth, amount_type, amount, priority)| Step::Revise { nth, amount_type, amount, priority }),
        1 => (0usize..5).prop_map(|nth| Step::Remove { nth }),
    ]
}

fn amount_type(n: u8) -> AmountType {
    [AmountType::Fixed, AmountType::Percentage, AmountType::Balance][usize::from(n) % 3]
}

struct Owner {
    tenant: TenantId,
    person: PersonId,
    scope: EmployeeScope<Deposits, Write>,
}

async fn hugo(world: &World) -> Owner {
    let sql = "SELECT e.tenant_id, e.company_id, e.id, e.person_id FROM employee e JOIN person p ON p.id = e.person_id
        WHERE p.username = 'hugo'";
    let (tenant, company, employee, person): (TenantId, CompanyId, EmployeeId, PersonId) =
        world.app.db.one(sql, vec![]).await.unwrap();
    let viewer = Viewer::load(&world.app.db, &world.app.clock, person).await.unwrap().unwrap();
    let scope = own(&viewer, At { tenant, company }, employee).unwrap();
    Owner { tenant, person, scope }
}

/// The refusal's code, or "done".
async fn take(world: &World, owner: &Owner, n: usize, step: &Step) -> String {
    let author = Author { tenant: owner.tenant, person: Some(owner.person), address: String::new() };
    let there = deposits::of_employee(&world.app.db, &owner.scope).await.unwrap();
    let mut work = Work::begin(&world.app, &world.app.db, author).await.unwrap();
    let number = format!("7001{n}");
    let (app, scope, person) = (&world.app, &owner.scope, owner.person);
    let plan = match step {
        Step::Add { amount_type: of, amount, starts_in, lasts } => {
            let draft = DepositDraft {
                number: Some(number.clone()),
                confirmation: Some(number),
                routing_number: Some("940400139".to_owned()),
                account_type: Some(AccountType::Checking),
                amount_type: Some(amount_type(*of)),
                amount: Some(Amount::from_cents(amount * 100)),
                starts: Some(TODAY.plus_days(*starts_in)),
                ends: lasts.map(|days| Some(TODAY.plus_days(starts_in + days))),
                ..DepositDraft::default()
            };
            plan_save(app, &mut work, scope, person, TODAY, vec![draft]).await
        }
        Step::Revise { nth, amount_type: of, amount, priority } => match there.get(*nth) {
            None => return "nobody".to_owned(),
            Some(deposit) => {
                let draft = DepositDraft {
                    id: Some(deposit.id),
                    amount_type: Some(amount_type(*of)),
                    amount: Some(Amount::from_cents(amount * 100)),
                    priority: Some(*priority),
                    ..DepositDraft::default()
                };
                plan_save(app, &mut work, scope, person, TODAY, vec![draft]).await
            }
        },
        Step::Remove { nth } => match there.get(*nth) {
            None => return "nobody".to_owned(),
            Some(deposit) => plan_removal(&mut work, scope, person, TODAY, deposit.id).await,
        },
    };
    let outcome = match plan {
        Ok(plan) => {
            let plan = Proven::by_operator(&operator(scope.tenant()), plan);
            carry_out(app, &mut work, scope, person, plan, "").await.map(drop)
        }
        Err(problem) => Err(problem),
    };
    match outcome {
        Ok(()) => work.commit().await.map(|()| "done".to_owned()).unwrap(),
        Err(Problem::Refused { code, .. }) => code.to_owned(),
        Err(problem) => panic!("{step:?}: {problem:?}"),
    }
}

async fn check(world: &World, owner: &Owner) {
    let (rows, now) =
        (deposits::of_employee(&world.app.db, &owner.scope).await.unwrap(), world.app.clock.now());
    let live: Vec<_> = rows.iter().filter(|row| deposits::status(row, now, TODAY).is_live()).collect();
    assert!(live.len() <= 5, "{live:?}");
    for day in (0..120).map(|days| TODAY.plus_days(days)) {
        let in_force =
            live.iter().filter(|row| row.start_date <= day && row.end_date.is_none_or(|end| day <= end));
        let shares: Vec<Share> = in_force.map(|row| row.terms().share()).collect();
        let percents: i64 =
            shares.iter().map(|share| if let Share::Percentage(n) = share { *n } else { 0 }).sum();
        assert!(percents <= 100, "{percents} % on {day}");
        assert!(shares.iter().filter(|share| **share == Share::Balance).count() <= 1, "on {day}");
        let net = Amount::from_cents(123_457);
        let spread = spread(net, &shares);
        assert_eq!(spread.amounts.iter().copied().chain([spread.check]).sum::<Amount>(), net);
    }
}

#[test]
fn every_sequence_of_changes_keeps_the_invariants_and_both_engines_agree_postgres() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let worlds = [Engine::Sqlite, Engine::Postgres].map(|engine| runtime.block_on(World::new(engine)));
    let config = ProptestConfig { cases: 24, failure_persistence: None, ..Default::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let steps = prop::collection::vec(step(), 1..16);
    runner
        .run(&steps, |steps| {
            let run = async |world: &World| {
                for table in
                    ["payroll_change", "deposit_alarm", "direct_deposit", "tax_setup", "change_request"]
                {
                    let mut tx = world.app.db.begin_write().await.unwrap();
                    tx.exec(format!("DELETE FROM {table}"), vec![]).await.unwrap();
                    tx.commit().await.unwrap();
                }
                let owner = hugo(world).await;
                let mut outcomes = vec![];
                for (n, step) in steps.iter().enumerate() {
                    outcomes.push(take(world, &owner, n, step).await);
                    check(world, &owner).await;
                }
                outcomes
            };
            let [sqlite, postgres] = &worlds;
            let (one, other) = (runtime.block_on(run(sqlite)), runtime.block_on(run(postgres)));
            prop_assert_eq!(one, other);
            Ok(())
        })
        .unwrap();
}

//! Payday: everyone opens a stub, dozens at any moment, while others change where their pay goes.

use super::OUTFITTERS;
use crate::world::{TODAY, World, both};
use atrium::access::{At, Viewer, operator, own};
use atrium::deposits::{AccountType, AmountType, DepositDraft, carry_out, plan_save};
use atrium::factors::Proven;
use atrium::shared::amount::Amount;
use atrium::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use atrium::work::{Author, Work};
use futures_util::{StreamExt, future::join_all, stream};
use serde_json::{Value, json};

type Employment = (TenantId, CompanyId, EmployeeId, PersonId);

/// Adds one more account, as someone who has already proved it.
async fn add_account(world: &World, n: usize, (tenant, company, employee, person): Employment) {
    let viewer = Viewer::load(&world.app.db, &world.app.clock, person).await.unwrap().unwrap();
    let at = At { tenant, company };
    let scope = own(&viewer, at, employee).unwrap();
    let author = Author { tenant, person: Some(person), address: String::new() };
    let number = Some(format!("33008{n}"));
    let draft = DepositDraft {
        number: number.clone(),
        confirmation: number,
        routing_number: Some("940400139".to_owned()),
        account_type: Some(AccountType::Checking),
        amount_type: Some(AmountType::Fixed),
        amount: Some(Amount::from_cents(2_500)),
        starts: Some(TODAY),
        ..DepositDraft::default()
    };
    let mut work = Work::begin(&world.app, &world.app.db, author).await.unwrap();
    let plan = plan_save(&world.app, &mut work, &scope, person, TODAY, vec![draft]).await.unwrap();
    let plan = Proven::by_operator(&operator(tenant), plan);
    carry_out(&world.app, &mut work, &scope, person, plan, "").await.unwrap();
    work.commit().await.unwrap();
}

both! {
    async fn a_thousand_stubs_are_opened_while_32_people_change_their_deposits(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        let listed = ana.ask("query ($t: ID!, $c: ID!, $e: ID!) {
            listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e, limit: 50) { results { id } } }", ids.clone()).await;
        let stubs = listed.data("/listEmployeePayStubs/results").as_array().unwrap().clone();
        let open = "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
            employeePaystub(tenantId: $t, companyId: $c, employeeId: $e, paystubId: $id) {
              id totals { netPay } lines { checkLine { earnCurrent dedCurrent } } } }";
        let people: Vec<Employment> = world.app.db.all(
            "SELECT e.tenant_id, e.company_id, e.id, e.person_id FROM employee e JOIN company c ON c.id = e.company_id
             WHERE c.name = 'Cedar Logistics' AND (SELECT count(*) FROM direct_deposit d WHERE d.employee_id = e.id) < 3
             ORDER BY e.employee_code LIMIT 32", vec![]).await.unwrap();
        assert_eq!(people.len(), 32);
        let counted = "SELECT count(*) FROM direct_deposit WHERE last_four LIKE '81%' AND amount = 250000";
        let before = world.count(counted).await;
        let changing = people.into_iter().enumerate().map(|(n, person)| add_account(&world, 100 + n, person));
        let opening = (0..1_000).map(|n| {
            let mut variables = ids.clone();
            variables["id"] = stubs[n % stubs.len()]["id"].clone();
            ana.ask(open, variables)
        });
        let (opened, _) =
            tokio::join!(stream::iter(opening).buffered(64).collect::<Vec<_>>(), join_all(changing));
        assert_eq!(opened.len(), 1_000);
        for (n, reply) in opened.iter().enumerate() {
            let expected: &Value = &stubs[n % stubs.len()]["id"];
            assert_eq!(reply.data("/employeePaystub/id"), expected);
        }
        assert_eq!(world.count(counted).await, before + 32);
    }
}

//! Who may hand over: payroll of the company, and no one else.

use super::*;
use crate::deposits::CANARY;
use crate::world::both;

both! {
    async fn only_payroll_of_the_company_sees_and_fetches_its_batches(world: World) {
        world.add_newcomers().await;
        let payroll = Payroll::of(&world).await;
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        approved(&world, &mut ana, account(CANARY)).await;
        a_day_later(&world).await;
        let batch = payroll.create().await;
        world.hold("lena", "Payroll", Some("Cedar Logistics"), (None, None)).await;
        let ids = json!({ "t": ana.at.tenant, "c": ana.at.company, "h": batch["id"], "i": payroll.newest().await["id"], "r": "No." });
        let path = Payroll::path(&batch, "format=csv&kind=deposits");
        let before = world.rows().await;
        for (who, outcome, status) in [("grace", "FORBIDDEN", 403), ("marcus", "FORBIDDEN", 403), ("lena", "NOT_FOUND", 404)] {
            let actor = world.acting(who).await;
            for query in [PREVIEW, LIST, CHANGES, CREATE, ACKNOWLEDGE, TAKE, REJECT] {
                assert_eq!(actor.ask(query, ids.clone()).await.outcome(), outcome, "{who} {query}");
            }
            assert_eq!(actor.post(&path, String::new(), &[]).await.status, status, "{who}");
        }
        let after = world.rows().await;
        for table in ["payroll_change", "handover_batch", "handover_line", "handover_fetch"] {
            assert_eq!(after[table], before[table], "{table}");
        }
        let companies = "query ($t: ID!) { listHandoverCompanies(tenantId: $t) { results { name waiting } } }";
        let found = world.acting("lena").await.ask(companies, ids.clone()).await;
        assert_eq!(found.data("/listHandoverCompanies/results"), &json!([{ "name": "Cedar Logistics", "waiting": 0 }]));
        // Someone who may look at payroll and change nothing.
        world.change("UPDATE role SET permissions = 'payroll identity:user:self' WHERE name = 'Payroll'", vec![]).await;
        assert_eq!(payroll.ask(LIST, json!({})).await.outcome(), "ok");
        assert_eq!(payroll.ask(CREATE, json!({})).await.outcome(), "FORBIDDEN");
        assert_eq!(payroll.actor.post(&path, String::new(), &[]).await.status, 403);
    }
}

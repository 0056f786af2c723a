//! A thousand races: two to eight people decide the same request.

use super::OUTFITTERS;
use super::deciding::{decide, decision};
use crate::world::{World, both};
use serde_json::json;
use uuid::Uuid;

const RACES: u128 = 1000;

/// Pending requests of Ana's, each for a different day.
async fn waiting(world: &World) {
    let mut tx = world.app.db.begin_write().await.unwrap();
    let ana = "FROM employee e JOIN person p ON p.id = e.person_id AND p.username = 'ana'
        JOIN time_off_type t ON t.company_id = e.company_id AND t.name = 'Unpaid'";
    let first = jiff::civil::date(2030, 1, 1);
    let rows = |more: &[i64]| -> Vec<Vec<db::Value>> {
        let one = |n: u128| {
            let day = first.saturating_add(jiff::Span::new().days(n as i64));
            let mut values = db::params![Uuid::from_u128(n + 1), day];
            values.extend(more.iter().map(|value| db::Value::from(*value)));
            values
        };
        (0..RACES).map(one).collect()
    };
    let request = format!(
        "INSERT INTO time_off_request (id, tenant_id, company_id, employee_id, type_id, first_day, last_day,
           includes_weekends, unit, hours, status, notes, manager_notes, request_date, requested_by, version)
         SELECT $1, e.tenant_id, e.company_id, e.id, t.id, $2, $2, TRUE, 'whole', $3, 'Pending', '', '', $2, p.id, 1 {ana}"
    );
    tx.exec_many(request, rows(&[80_000])).await.unwrap();
    let day = format!(
        "INSERT INTO time_off_day (request_id, day, tenant_id, company_id, employee_id, type_id, hours, status)
         SELECT $1, $2, e.tenant_id, e.company_id, e.id, t.id, $3, 'Pending' {ana}"
    );
    tx.exec_many(day, rows(&[80_000])).await.unwrap();
    tx.commit().await.unwrap();
}

both! {
    async fn of_two_to_eight_who_decide_at_once_one_decides_and_the_others_see_what_it_became(world: World) {
        waiting(&world).await;
        let (marcus, dana) = (world.acting("marcus").await, world.acting("dana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, dana.standing(OUTFITTERS).await);
        let events = "SELECT count(*) FROM audit_event WHERE action = 'time_off.decide'";
        let messages = "SELECT count(*) FROM event WHERE type = 'time_off.decided'";
        let mails = "SELECT count(*) FROM outbox_message WHERE topic = 'mail'";
        let before = (world.count(events).await, world.count(messages).await, world.count(mails).await);
        let text = decide();
        for race in 0..RACES {
            let request = json!({ "id": Uuid::from_u128(race + 1), "version": 1 });
            let attempts = (0..2 + race % 7).map(|n| {
                let action = if n % 2 == 0 { "approve" } else { "deny" };
                let (actor, at) = if n % 3 == 0 { (&dana, &hers) } else { (&marcus, &his) };
                actor.ask(&text, decision(at, &request, action))
            });
            let replies = futures_util::future::join_all(attempts).await;
            let decided: Vec<_> = replies.iter().filter(|reply| reply.outcome() == "ok").collect();
            assert_eq!(decided.len(), 1, "{:?}", replies.iter().map(|reply| reply.outcome()).collect::<Vec<_>>());
            let status = decided[0].data("/decideTimeOffRequest/status");
            for late in replies.iter().filter(|reply| reply.outcome() != "ok") {
                assert_eq!(late.outcome(), "CONFLICT", "{}", late.text);
                assert_eq!(&late.body["errors"][0]["extensions"]["current"]["status"], status);
            }
        }
        let told = (world.count(events).await, world.count(messages).await, world.count(mails).await);
        let more = RACES as i64;
        let expected = (before.0 + more, before.1 + more, before.2 + more);
        assert_eq!(told, expected, "one event, one message and one mail a decision");
    }
}

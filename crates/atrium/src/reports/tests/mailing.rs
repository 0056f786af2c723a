//! Scheduled reports: who may be sent one, and that each is sent once.

use super::*;
use crate::world::{World, both};
use atrium::reports::send_due;

const SCHEDULE: &str = "mutation ($t: ID!, $c: ID!, $i: ReportScheduleInput!) {
    scheduleReport(tenantId: $t, companyId: $c, input: $i) { id version recipients nextAt } }";
const PAUSE: &str = "mutation ($t: ID!, $c: ID!, $s: ID!, $v: Int!, $p: Boolean!) {
    pauseReportSchedule(tenantId: $t, companyId: $c, scheduleId: $s, version: $v, paused: $p) { version pausedAt } }";
const REMOVE: &str = "mutation ($t: ID!, $c: ID!, $s: ID!, $v: Int!) {
    removeReportSchedule(tenantId: $t, companyId: $c, scheduleId: $s, version: $v) }";
const LIST: &str = "query ($t: ID!, $c: ID!) { listReportSchedules(tenantId: $t, companyId: $c) {
    results { id report rhythm day pausedAt lastSentAt ownerName recipients version } } }";

fn monthly(recipients: Value) -> Value {
    json!({ "report": "consent", "rhythm": "monthly", "day": 3, "recipientIds": recipients })
}

async fn make_due(world: &World) {
    let sql = "UPDATE report_schedule SET next_at = $1";
    world.change(sql, db::params![world.app.clock.now() - jiff::SignedDuration::from_mins(1)]).await;
}

both! {
    async fn a_due_report_is_mailed_once_to_those_who_still_may_see_it(world: World) {
        world.add_newcomers().await;
        world.hold("dana", "Payroll", Some(OUTFITTERS), (None, None)).await;
        let grace = world.acting("grace").await;
        let hers = world.acting("ana").await.standing(OUTFITTERS).await;
        let of = |username: &'static str| world.person(username);
        let (paula, dana, marcus) = (of("paula").await, of("dana").await, of("marcus").await);
        let before = world.rows().await;
        for (input, code, field) in [
            (monthly(json!([marcus])), "REPORT_RECIPIENT", "recipientIds"),
            (json!({ "report": "consent", "rhythm": "weekly", "day": 8 }), "REPORT_SCHEDULE_DAY", "day"),
            (json!({ "report": "consent", "rhythm": "weekly", "day": 1, "groupBy": "decider" }), "REPORT_GROUPING", "groupBy"),
        ] {
            refused(&grace.ask(SCHEDULE, at(&hers, json!({ "i": input }))).await, code, Some(field));
        }
        assert_eq!(world.rows().await["report_schedule"], before["report_schedule"]);
        let saved = grace.ask(SCHEDULE, at(&hers, json!({ "i": monthly(json!([paula, dana])) }))).await;
        assert_eq!(saved.data("/scheduleReport/recipients").as_array().unwrap().len(), 2);
        assert!(!send_due(&world.app).await.unwrap());
        assert!(world.delivered().await.is_empty(), "it isn't due");

        // Dana's role has ended meanwhile. Four nodes look at the same time.
        world.change("DELETE FROM role_assignment WHERE person_id = $1 AND role_id IN
            (SELECT id FROM role WHERE name = 'Payroll')", db::params![dana]).await;
        make_due(&world).await;
        for round in futures_util::future::join_all((0..4).map(|_| send_due(&world.app))).await {
            round.unwrap();
        }
        let sent = world.delivered().await;
        assert_eq!(sent.len(), 1);
        assert!(sent[0].to.starts_with("paula@"), "{}", sent[0].to);
        assert_eq!(sent[0].subject.as_deref(), Some("Electronic W-2 consent: Cedar Outfitters"));
        assert!(sent[0].text.contains("/admin/reports?company=") && sent[0].text.contains("report=consent&on="), "{}", sent[0].text);
        send_due(&world.app).await.unwrap();
        assert!(world.delivered().await.is_empty(), "the next one is due next month");

        // A schedule whose owner may no longer see the report stops.
        world.change("DELETE FROM role_assignment WHERE person_id = (SELECT id FROM person WHERE username = 'grace')", vec![]).await;
        make_due(&world).await;
        send_due(&world.app).await.unwrap();
        assert!(world.delivered().await.is_empty());
        assert_eq!(world.count("SELECT count(*) FROM report_schedule WHERE paused_at IS NOT NULL").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'report_schedule.paused'").await, 1);
    }

    async fn a_schedule_pauses_goes_on_and_is_removed_by_those_who_look_after_the_company(world: World) {
        world.add_newcomers().await;
        let (grace, paula, lena) = (world.acting("grace").await, world.acting("paula").await, world.acting("lena").await);
        let hers = world.acting("ana").await.standing(OUTFITTERS).await;
        let saved = paula.ask(SCHEDULE, at(&hers, json!({ "i": monthly(Value::Null) }))).await;
        let one = saved.data("/scheduleReport").clone();
        let version = |v: i64, more: Value| {
            let mut all = json!({ "s": one["id"], "v": v });
            all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            at(&hers, all)
        };
        assert_eq!(lena.ask(PAUSE, version(1, json!({ "p": true }))).await.outcome(), "NOT_FOUND");
        assert!(grace.ask(PAUSE, version(1, json!({ "p": true }))).await.data("/pauseReportSchedule/pausedAt").is_string());
        assert_eq!(paula.ask(PAUSE, version(1, json!({ "p": false }))).await.outcome(), "CONFLICT");
        make_due(&world).await;
        send_due(&world.app).await.unwrap();
        assert!(world.delivered().await.is_empty(), "it's paused");
        assert!(paula.ask(PAUSE, version(2, json!({ "p": false }))).await.data("/pauseReportSchedule/pausedAt").is_null());
        send_due(&world.app).await.unwrap();
        assert!(world.delivered().await.is_empty(), "it goes on from its next day");
        let listed = grace.ask(LIST, at(&hers, json!({}))).await;
        assert_eq!(listed.data("/listReportSchedules/results/0/version"), 3);
        assert_eq!(grace.ask(REMOVE, version(2, json!({}))).await.outcome(), "CONFLICT");
        assert_eq!(grace.ask(REMOVE, version(3, json!({}))).await.outcome(), "ok");
        assert_eq!(world.count("SELECT count(*) FROM report_recipient").await, 0);
        assert_eq!(grace.ask(REMOVE, version(4, json!({}))).await.outcome(), "NOT_FOUND");
    }
}

//! The health page, through the API, as people of the demo world, on both engines.

use crate::world::{World, both};
use serde_json::json;

const HEALTH: &str =
    "query ($t: ID!) { systemHealth(tenantId: $t) { version databaseEngine schemaVersion databaseBytes
    storageKind isStorageWorking hasMail hasSms messages { topic waiting parked isLate lastDeliveredAt }
    parked { topic kind recipient error } jobs { name isFailing } people employees files auditEvents } }";
const SEND: &str =
    "mutation ($t: ID!, $c: TestChannel!) { sendTestMessage(tenantId: $t, channel: $c) { channel } }";

async fn tenant(world: &World) -> String {
    world.acting("ana").await.standing("Cedar Outfitters").await.tenant
}

both! {
    async fn an_administrator_sees_how_the_portal_is_doing(world: World) {
        let (grace, tenant) = (world.acting("grace").await, tenant(&world).await);
        world.app.jobs.note("reminders", world.app.clock.now(), false);
        let reply = grace.ask(HEALTH, json!({ "t": tenant })).await;
        let health = reply.data("/systemHealth");
        let engine = if world.app.db.is_sqlite() { "SQLite" } else { "PostgreSQL" };
        assert_eq!(health["databaseEngine"], engine);
        assert_eq!(health["schemaVersion"], db::MIGRATIONS.len());
        assert_eq!((&health["storageKind"], &health["isStorageWorking"]), (&json!("folder"), &json!(true)));
        assert!(health["databaseBytes"].is_null(), "the demo has two tenants: {health}");
        assert_eq!(health["jobs"], json!([{ "name": "reminders", "isFailing": true }]));
        let people = world.count("SELECT count(*) FROM person p JOIN tenant t ON t.id = p.tenant_id WHERE t.name = 'Cedar Group'").await;
        assert_eq!(health["people"], people);
    }

    async fn a_test_mail_reaches_the_administrator_who_asked(world: World) {
        let (grace, tenant) = (world.acting("grace").await, tenant(&world).await);
        let before = world.delivered().await.len();
        grace.ask(SEND, json!({ "t": tenant, "c": "mail" })).await.data("/sendTestMessage/channel");
        let health = grace.ask(HEALTH, json!({ "t": tenant })).await.data("/systemHealth/messages").clone();
        assert_eq!(health.as_array().unwrap().iter().filter(|channel| channel["waiting"] == 1).count(), 1, "{health}");
        let delivered = world.delivered().await;
        assert_eq!(delivered.len(), before + 1);
        let mail = delivered.iter().find(|mail| mail.subject.as_deref() == Some("Test message")).unwrap();
        assert!(mail.to.starts_with("grace"), "{}", mail.to);
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'test_message.send'").await, 1);
    }

    async fn a_text_message_needs_a_phone(world: World) {
        let (grace, tenant) = (world.acting("grace").await, tenant(&world).await);
        world.change("UPDATE person SET phone = NULL WHERE username = 'grace'", vec![]).await;
        assert_eq!(grace.ask(SEND, json!({ "t": tenant, "c": "sms" })).await.outcome(), "NO_PHONE");
        assert_eq!(world.count("SELECT count(*) FROM outbox_message WHERE topic = 'sms' AND delivered_at IS NULL").await, 0);
        world.change("UPDATE person SET phone = '+15035550177' WHERE username = 'grace'", vec![]).await;
        assert_eq!(grace.ask(SEND, json!({ "t": tenant, "c": "sms" })).await.outcome(), "ok");
    }

    async fn what_was_given_up_on_is_shown_to_its_own_tenant_without_addresses(world: World) {
        let (grace, tenant) = (world.acting("grace").await, tenant(&world).await);
        grace.ask(SEND, json!({ "t": tenant, "c": "mail" })).await.data("/sendTestMessage/channel");
        world.change("UPDATE outbox_message SET parked_at = created_at, last_error = 'smtp_url is not set'
            WHERE topic = 'mail' AND delivered_at IS NULL", vec![]).await;
        let parked = grace.ask(HEALTH, json!({ "t": tenant })).await.data("/systemHealth/parked").clone();
        assert_eq!(parked[0]["kind"], "test");
        assert_eq!(parked[0]["error"], "smtp_url is not set");
        assert!(parked[0]["recipient"].as_str().unwrap().starts_with("g•••@"), "{parked}");
        let harbor = world.acting("hugo").await.standing("Harbor Clinic").await.tenant;
        assert_eq!(grace.ask(HEALTH, json!({ "t": harbor })).await.outcome(), "NOT_FOUND");
    }
}

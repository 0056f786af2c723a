//! A tenant's own words in its mails: set in the console or at the terminal, and in the mails that leave from then on.

use crate::world::{World, both};
use serde_json::{Value, json};

const TEXTS: &str = "query ($t: ID!) { noticeTexts(tenantId: $t) {
    kind version english { text subject before after } spanish { text before } } }";
const SET: &str = "mutation ($t: ID!, $k: NoticeTextKind!, $e: String!, $s: String!, $v: Int!) {
    setNoticeText(tenantId: $t, kind: $k, english: $e, spanish: $s, version: $v) { version english { text } } }";
const INVITE: &str = "mutation ($p: ID!) { sendSignInLink(personId: $p) { signIn } }";

both! {
    async fn a_tenants_words_are_in_its_plain_news_and_never_in_a_warning(world: World) {
        let grace = world.acting("grace").await;
        let at = world.acting("ana").await.standing("Cedar Outfitters").await;
        world.add_person("yuri").await;
        let locked_out = "DELETE FROM password_credential WHERE person_id IN (SELECT id FROM person WHERE username = 'yuri')";
        world.change(locked_out, vec![]).await;
        let new = world.person("yuri").await;
        let texts = grace.ask(TEXTS, json!({ "t": at.tenant })).await.data("/noticeTexts").clone();
        assert_eq!(texts.as_array().unwrap().len(), 6);
        assert!(texts[0]["kind"] == "invitation" && texts[0]["version"] == 0 && texts[0]["english"]["text"] == "", "{texts}");
        assert!(texts[0]["english"]["subject"].as_str().unwrap().starts_with("Cedar Group invites you"), "{texts}");
        // A mail that was written before leaves with the words of now.
        assert_eq!(grace.ask(INVITE, json!({ "p": new })).await.outcome(), "ok");
        let set = |words: &str, version: i64| json!({ "t": at.tenant, "k": "invitation", "e": words, "s": "Extensión 12.", "v": version });
        let saved = grace.ask(SET, set(" Questions? \n\n\nCall <b>HR</b>. ", 0)).await;
        assert_eq!(saved.data("/setNoticeText"), &json!({ "version": 1, "english": { "text": "Questions?\n\nCall <b>HR</b>." } }), "{}", saved.text);
        let sent = world.delivered().await;
        let mail = sent.iter().find(|one| one.text.contains("/login/invitation?token=")).unwrap();
        let greeting_and_words = mail.text.split("/login/invitation").next().unwrap();
        assert!(greeting_and_words.contains("\n\nQuestions?\n\nCall <b>HR</b>.\n\n"), "{}", mail.text);
        assert!(mail.html.as_ref().unwrap().contains("Call &lt;b&gt;HR&lt;/b&gt;.</p>"));
        let lock = "mutation ($p: ID!) { lockAccount(personId: $p) { lockedAt } }";
        assert_eq!(grace.ask(lock, json!({ "p": new })).await.outcome(), "ok");
        assert!(world.delivered().await.iter().all(|one| !one.text.contains("Questions?")));

        // The second of two sees what is there; what is too long is said at its field.
        let late = grace.ask(SET, set("Late", 0)).await;
        assert_eq!(late.outcome(), "CONFLICT");
        assert_eq!(late.body["errors"][0]["extensions"]["current"]["spanish"], "Extensión 12.");
        let long = grace.ask(SET, set(&"x".repeat(501), 1)).await;
        assert_eq!((long.outcome(), long.field()), ("NOTICE_TEXT_TOO_LONG", Some("english")));
        let elsewhere = "SELECT count(*) FROM notice_text WHERE tenant_id <> (SELECT tenant_id FROM person WHERE username = 'grace')";
        assert_eq!((world.count("SELECT count(*) FROM notice_text").await, world.count(elsewhere).await), (1, 0));
        let events = "SELECT detail FROM audit_event WHERE action = 'notice_text.set'";
        let (detail,): (String,) = world.app.db.one(events, vec![]).await.unwrap();
        assert_eq!(serde_json::from_str::<Value>(&detail).unwrap()["kind"], "invitation");
    }
}

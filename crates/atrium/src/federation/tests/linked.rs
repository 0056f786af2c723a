//! Linked identities: announced, listed, removed, taken back. The last way to sign in stays.

use super::{Browser, INVITATION, add, claims, invite, link_ana, location, world};
use crate::world::{AtHome, Upstream, World, both, challenge_of, link_in};
use jiff::SignedDuration;
use serde_json::{Value, json};

const LISTED: &str = "{ accountSecurity { linkedIdentities { id name issuer linkedAt } events { action } } }";
const REMOVE: &str = "mutation ($id: ID!) { removeLinkedIdentity(identityId: $id) { linkedIdentities { id } events { action } } }";

/// A thief with one of Ana's invitations links their own identity and is signed in.
async fn link_a_thief<'a>(world: &'a World, upstream: &Upstream) -> Browser<'a> {
    let id = add(world, &upstream.issuer, None).await;
    invite(world, "ana").await;
    let mut thief = Browser::new(world);
    sign_in_over_there(&mut thief, upstream, id, &format!("&invitation={INVITATION}")).await;
    assert_eq!(thief.get("/sessions/me").await.status, 200);
    thief
}

async fn sign_in_over_there(
    browser: &mut Browser<'_>,
    upstream: &Upstream,
    id: uuid::Uuid,
    more: &str,
) -> String {
    let away = browser.leave(id, more).await;
    let mut said = claims(browser.world, upstream, &away);
    said["sub"] = json!("sub-thief");
    upstream.vouch_with(&said);
    location(&browser.come_back(&away, &upstream.issuer).await)
}

async fn links(world: &World) -> i64 {
    world.count("SELECT count(*) FROM upstream_identity").await
}

async fn identity_of(ana: &mut AtHome<'_>) -> Value {
    ana.ask(LISTED, json!({}), None).await.data("/accountSecurity/linkedIdentities/0").clone()
}

both! {
    async fn a18_a_linked_identity_is_announced_and_this_was_not_me_takes_it_back(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        // Ana linked this herself, long ago.
        let older = Upstream::start().await;
        link_ana(&world, &older.issuer).await;
        let long_ago = world.app.clock.now() - SignedDuration::from_hours(24 * 60);
        world.change("UPDATE upstream_identity SET linked_at = $1", db::params![long_ago]).await;
        world.change("UPDATE person SET phone = '+13125550142' WHERE username = 'ana'", vec![]).await;
        let mut thief = link_a_thief(&world, &upstream).await;

        let (email,): (String,) = world.app.db.one("SELECT email FROM person WHERE username = 'ana'", vec![]).await.unwrap();
        let told = world.delivered().await;
        let mail = told.iter().find(|sent| sent.kind == "mail").unwrap();
        assert_eq!((mail.to.as_str(), mail.text.contains("A company sign-in was linked to your account.")), (email.as_str(), true));
        assert!(told.iter().any(|sent| sent.kind == "sms" && sent.to == "+13125550142"), "the phone too");
        let token = link_in(&mail.text, "not-me");

        let mut owner = crate::world::Browser::at(&world, "127.0.0.1");
        assert_eq!(owner.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        assert_eq!(thief.get("/sessions/me").await.status, 401);
        let (id,): (uuid::Uuid,) = world.app.db.one("SELECT id FROM upstream", vec![]).await.unwrap();
        assert!(sign_in_over_there(&mut thief, &upstream, id, "").await.ends_with("error=NOT_LINKED"));
        let issuers: Vec<(String,)> = world.app.db.all("SELECT issuer FROM upstream_identity", vec![]).await.unwrap();
        assert_eq!(issuers, [(older.issuer.clone(),)], "what is older stays");
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'upstream.unlinked'").await, 1);
    }

    async fn a18_a_new_password_takes_back_what_was_linked_of_late(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let mut thief = link_a_thief(&world, &upstream).await;
        world.delivered().await;
        let mut owner = crate::world::Browser::at(&world, "127.0.0.1");
        assert_eq!(owner.post_json("/login/forgot", json!({ "username": "ana" })).await.status, 204);
        let mails = world.delivered().await;
        let token = link_in(&mails.iter().find(|sent| sent.text.contains("/login/reset?")).unwrap().text, "reset");
        let chosen = json!({ "token": token, "password": "tuba velvet moth 94" });
        assert_eq!(owner.post_json("/login/choose-password", chosen).await.status, 200);
        assert_eq!((links(&world).await, thief.get("/sessions/me").await.status.as_u16()), (0, 401));
        let told = world.delivered().await;
        assert!(told.iter().any(|sent| sent.text.contains("A company sign-in was removed")), "and Ana is told");
    }

    async fn a18_linked_identities_are_listed_and_removed_with_a_fresh_factor(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        let (mut ana, mut victor) = (AtHome::of(&world, "ana").await, AtHome::of(&world, "victor").await);
        let listed = identity_of(&mut ana).await;
        assert_eq!((&listed["name"], &listed["issuer"]), (&json!("Cedar ID"), &json!(upstream.issuer)));
        assert!(!listed.to_string().contains("sub-ana"));
        let this = json!({ "id": listed["id"] });
        // Someone else's identity answers as if it didn't exist.
        let foreign = victor.ask_proved(REMOVE, this.clone(), 0).await;
        assert_eq!((foreign.outcome(), links(&world).await), ("NOT_FOUND", 1));
        assert_eq!(ana.ask(REMOVE, this.clone(), None).await.outcome(), "STEP_UP_REQUIRED");
        assert_eq!(links(&world).await, 1);
        world.delivered().await;
        let done = ana.ask_proved(REMOVE, this, 0).await;
        assert_eq!(done.data("/removeLinkedIdentity/linkedIdentities"), &json!([]));
        assert!(done.text.contains("upstream.unlinked"), "{}", done.text);
        assert_eq!(links(&world).await, 0);
        let told = world.delivered().await;
        assert!(told.iter().any(|sent| sent.kind == "mail" && sent.text.contains("/login/not-me?")));
    }

    async fn a18_the_last_way_to_sign_in_stays(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        let mut ana = AtHome::of(&world, "ana").await;
        world.change("DELETE FROM password_credential", vec![]).await;
        let this = json!({ "id": identity_of(&mut ana).await["id"] });
        let challenge = challenge_of(&ana.ask(REMOVE, this.clone(), None).await);
        ana.prove(&challenge, -1).await;
        let refused = ana.ask(REMOVE, this.clone(), Some(&challenge)).await;
        assert_eq!((refused.outcome(), links(&world).await), ("LAST_WAY_IN", 1));
        // An upstream the operator removed signs no one in; a passkey does.
        let passkey = world.app.ids.next(world.app.clock.now());
        let sql = "INSERT INTO passkey (id, tenant_id, person_id, credential_id, credential, name, created_at)
            SELECT $1, tenant_id, id, $2, '{}', 'Laptop', $3 FROM person WHERE username = 'ana'";
        world.change(sql, db::params![passkey, vec![1u8], world.app.clock.now()]).await;
        assert_eq!(ana.ask_proved(REMOVE, this, 0).await.outcome(), "ok");
        let remove = "mutation ($id: ID!) { removePasskey(passkeyId: $id) { username } }";
        let last = ana.ask_proved(remove, json!({ "id": passkey }), 1).await;
        assert_eq!(last.outcome(), "LAST_WAY_IN");
        assert_eq!(world.count("SELECT count(*) FROM passkey").await, 1);
    }
}

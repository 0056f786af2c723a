//! Administrators help people back into their accounts: a lost phone, a lock, a wrong address.

use crate::world::{Actor, AtHome, Browser, PASSWORD, Reply, World, both, command, link_in};
use atrium::shared::collected::Delivered;
use serde_json::{Value, json};

const SEEN: &str = "query ($p: ID!) { administeredAccount(personId: $p) {
    username email lockedAt mayHelp isInUse passwordChangedAt totpEnabledAt recoveryCodesLeft phoneHint
    passkeys { id name } linkedIdentities { id } sessions { id address } sentLinks { kind sentTo usedAt } } }";
const RESET: &str = "mutation ($p: ID!, $i: SignInResetInput!) { resetSignIn(personId: $p, input: $i) {
    totpEnabledAt phoneHint passwordChangedAt sessions { id } } }";
const END: &str =
    "mutation ($p: ID!, $s: ID) { endSessionsOf(personId: $p, sessionId: $s) { sessions { id } } }";
const LOCK: &str = "mutation ($p: ID!) { lockAccount(personId: $p) { lockedAt } }";
const UNLOCK: &str = "mutation ($p: ID!) { unlockAccount(personId: $p) { lockedAt } }";
const SEND: &str = "mutation ($p: ID!) { sendSignInLink(personId: $p) { sentLinks { kind } } }";
const CORRECT: &str = "mutation ($p: ID!, $i: SignInNameInput!, $s: SignInNameInput!) {
    correctSignInName(personId: $p, input: $i, shown: $s) { email username } }";

async fn seen(actor: &Actor<'_>, person: &str) -> Value {
    actor.ask(SEEN, json!({ "p": person })).await.data("/administeredAccount").clone()
}

fn lost_phone() -> Value {
    json!({ "passkeyIds": [], "linkedIdentityIds": [], "totp": true, "phone": true, "sendsLink": true })
}

fn refused(reply: &Reply, code: &str, field: Option<&str>) {
    assert_eq!((reply.outcome(), reply.field()), (code, field), "{}", reply.text);
}

fn mails_to<'a>(sent: &'a [Delivered], to: &str) -> Vec<&'a Delivered> {
    sent.iter().filter(|one| one.kind == "mail" && one.to == to).collect()
}

async fn events(world: &World, action: &'static str) -> Vec<(Option<uuid::Uuid>, Option<uuid::Uuid>)> {
    let sql = "SELECT actor_id, subject_id FROM audit_event WHERE action = $1 AND result = 'done'";
    world.app.db.all(sql, db::params![action]).await.unwrap()
}

both! {
    async fn a_lost_phone_stops_working_and_its_owner_begins_again_by_a_link(world: World) {
        let (grace, mut ana) = (world.acting("grace").await, AtHome::of(&world, "ana").await);
        let at = ana.person.clone();
        let before = seen(&grace, &at).await;
        let (email, hint) = (before["email"].as_str().unwrap().to_owned(), before["phoneHint"].as_str().unwrap().to_owned());
        assert!(hint.starts_with("••••") && before["totpEnabledAt"].is_string() && before["mayHelp"] == true, "{before}");
        assert_eq!(before["sessions"].as_array().unwrap().len(), 1);
        let phone: (String,) = world.app.db.one("SELECT phone FROM person WHERE username = 'ana'", vec![]).await.unwrap();
        assert!(!before.to_string().contains(&phone.0), "no whole number");
        world.delivered().await;

        // Without a fresh factor nothing changes.
        let asked = json!({ "p": at, "i": lost_phone() });
        assert_eq!(grace.ask(RESET, asked.clone()).await.outcome(), "STEP_UP_REQUIRED");
        assert!(seen(&grace, &at).await["totpEnabledAt"].is_string());
        let done = grace.ask_proving(RESET, asked).await;
        let after = done.data("/resetSignIn");
        assert_eq!((&after["totpEnabledAt"], &after["phoneHint"], &after["sessions"]), (&json!(null), &json!(null), &json!([])), "{after}");
        assert_eq!(ana.names("Ana", "Morales", "a@b.example", None).await.status, 401, "the stolen phone is signed out");

        let sent = world.delivered().await;
        let mails = mails_to(&sent, &email);
        assert_eq!(mails.len(), 2, "the notice and the link");
        assert!(mails.iter().any(|mail| mail.text.contains("/login/not-me?token=")));
        assert!(sent.iter().any(|one| one.kind == "sms" && one.to == phone.0), "the lost phone is told");
        assert_eq!(events(&world, "account.sign_in_reset").await, [(Some(world.person("grace").await.0), Some(at.parse::<uuid::Uuid>().unwrap()))]);

        let token = mails.iter().find(|mail| mail.text.contains("/login/reset?token=")).map(|mail| link_in(&mail.text, "reset")).unwrap();
        let mut browser = Browser::at(&world, "127.0.0.1");
        let chosen = browser.post_json("/login/choose-password", json!({ "token": token, "password": "tuba velvet moth 94" })).await;
        assert_eq!(chosen.status, 200, "{}", chosen.text);
    }

    async fn an_address_replaced_weeks_ago_hears_of_a_lost_phone(world: World) {
        let (grace, ana) = (world.acting("grace").await, world.person("ana").await.to_string());
        let before = world.app.clock.now() - jiff::SignedDuration::from_hours(24 * 20);
        world.change("INSERT INTO credential_change (id, tenant_id, person_id, kind, old_value, changed_at)
            SELECT $1, tenant_id, id, 'email', 'ana.before@cedar.example', $2 FROM person WHERE username = 'ana'",
            db::params![uuid::Uuid::from_u128(1), before]).await;
        world.delivered().await;
        grace.ask_proving(RESET, json!({ "p": ana, "i": lost_phone() })).await.data("/resetSignIn");
        let sent = world.delivered().await;
        let older = mails_to(&sent, "ana.before@cedar.example");
        assert!(older.len() == 1 && !older[0].text.contains("/login/"), "told, without a link: {}", older.len());
    }

    async fn a_short_password_goes_with_the_last_factor_and_a_link_comes_in_any_case(world: World) {
        let (grace, ana) = (world.acting("grace").await, world.person("ana").await.to_string());
        world.change("UPDATE password_credential SET is_enough_alone = FALSE", vec![]).await;
        world.delivered().await;
        let input = json!({ "passkeyIds": [], "linkedIdentityIds": [], "totp": true, "phone": true, "sendsLink": false });
        let done = grace.ask_proving(RESET, json!({ "p": ana, "i": input })).await;
        assert_eq!(done.data("/resetSignIn/passwordChangedAt"), &json!(null));
        assert!(world.delivered().await.iter().any(|mail| mail.text.contains("/login/reset?token=")), "or no one could sign in");
        // What is gone can't be removed once more, and then nothing is.
        let again = grace.ask_proving(RESET, json!({ "p": ana, "i": lost_phone() })).await;
        refused(&again, "NOT_FOUND", None);
        assert!(world.delivered().await.is_empty());
        let nothing = json!({ "passkeyIds": [], "linkedIdentityIds": [], "totp": false, "phone": false, "sendsLink": true });
        refused(&grace.ask_proving(RESET, json!({ "p": ana, "i": nothing })).await, "NOTHING_TO_REMOVE", None);
    }

    async fn a_locked_account_opens_nothing_until_it_is_unlocked(world: World) {
        let (grace, mut ana) = (world.acting("grace").await, AtHome::of(&world, "ana").await);
        let at = ana.person.clone();
        grace.ask(SEND, json!({ "p": at })).await.data("/sendSignInLink");
        let token = link_in(&world.delivered().await[0].text, "reset");
        assert!(grace.ask(LOCK, json!({ "p": at })).await.data("/lockAccount/lockedAt").is_string());
        assert_eq!(ana.names("Ana", "Morales", "a@b.example", None).await.status, 401);
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "ana", PASSWORD).await.status, 401);
        assert_eq!(browser.get(&format!("/login/link?token={token}")).await.status, 410);
        assert!(world.delivered().await.iter().any(|one| one.kind == "mail" && !one.text.contains("/login/")), "told, with no link");
        refused(&grace.ask(SEND, json!({ "p": at })).await, "ACCOUNT_LOCKED", None);
        // Unlocking takes a factor; the link from before stays dead.
        assert_eq!(grace.ask(UNLOCK, json!({ "p": at })).await.outcome(), "STEP_UP_REQUIRED");
        assert_eq!(grace.ask_proving(UNLOCK, json!({ "p": at })).await.data("/unlockAccount/lockedAt"), &json!(null));
        assert_eq!(browser.get(&format!("/login/link?token={token}")).await.status, 410);
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "ana", PASSWORD).await.status, 200);
        assert_eq!((events(&world, "account.locked").await.len(), events(&world, "account.unlocked").await.len()), (1, 1));
    }

    async fn one_session_ends_or_all_of_them_and_never_someone_elses(world: World) {
        let grace = world.acting("grace").await;
        let (first, second) = (AtHome::of(&world, "ana").await, AtHome::of(&world, "ana").await);
        let marcus = AtHome::of(&world, "marcus").await;
        let sessions = seen(&grace, &first.person).await["sessions"].clone();
        assert_eq!(sessions.as_array().unwrap().len(), 2);
        let theirs = seen(&grace, &marcus.person).await["sessions"][0]["id"].clone();
        grace.ask(END, json!({ "p": first.person, "s": theirs })).await;
        assert_eq!(seen(&grace, &marcus.person).await["sessions"].as_array().unwrap().len(), 1);
        let left = grace.ask(END, json!({ "p": first.person, "s": sessions[0]["id"] })).await;
        assert_eq!(left.data("/endSessionsOf/sessions").as_array().unwrap().len(), 1);
        let left = grace.ask(END, json!({ "p": second.person, "s": null })).await;
        assert_eq!(left.data("/endSessionsOf/sessions"), &json!([]));
    }

    async fn a_corrected_address_counts_right_away_and_the_old_one_can_undo_it(world: World) {
        let (grace, ana) = (world.acting("grace").await, world.person("ana").await.to_string());
        let there = seen(&grace, &ana).await;
        let shown = json!({ "email": there["email"], "username": "ana" });
        world.delivered().await;
        let right = json!({ "email": "ana.right@cedar.example", "username": "ana.m" });
        let done = grace.ask_proving(CORRECT, json!({ "p": ana, "i": right, "s": shown })).await;
        assert_eq!(done.data("/correctSignInName"), &right);
        let sent = world.delivered().await;
        let old = mails_to(&sent, there["email"].as_str().unwrap());
        assert!(old.iter().any(|mail| mail.text.contains("/login/not-me?token=")), "the old mailbox can undo it");
        assert!(!mails_to(&sent, "ana.right@cedar.example").is_empty());
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "ana.m", PASSWORD).await.status, 200);
        // The second of two sees what is there now.
        let late = grace.ask_proving(CORRECT, json!({ "p": ana, "i": { "email": "b@cedar.example", "username": "ana" }, "s": shown })).await;
        refused(&late, "CONFLICT", None);
        for (input, code, field) in [
            (json!({ "email": "no address", "username": "ana.m" }), "INVALID_EMAIL", "email"),
            (json!({ "email": "ana.right@cedar.example", "username": "ana m" }), "INVALID_USERNAME", "username"),
            (json!({ "email": "ana.right@cedar.example", "username": "marcus" }), "USERNAME_TAKEN", "username"),
            (json!({ "email": "marcus", "username": "ana.m" }), "INVALID_EMAIL", "email"),
        ] {
            let reply = grace.ask_proving(CORRECT, json!({ "p": ana, "i": input, "s": right })).await;
            refused(&reply, code, Some(field));
        }
        // An address that would lead to another tenant's provider.
        world.change("INSERT INTO upstream (id, tenant_id, name, issuer, client_id, created_at)
            SELECT $1, tenant_id, 'Harbor', 'https://id.harbor.example', 'atrium', '2026-01-05T00:00:00Z' FROM person WHERE username = 'hugo'",
            db::params![uuid::Uuid::from_u128(8)]).await;
        world.change("INSERT INTO upstream_domain (domain, upstream_id, tenant_id)
            SELECT 'harbor.example', id, tenant_id FROM upstream WHERE name = 'Harbor'", vec![]).await;
        let input = json!({ "email": "ana@harbor.example", "username": "ana.m" });
        let reply = grace.ask_proving(CORRECT, json!({ "p": ana, "i": input, "s": right })).await;
        refused(&reply, "MAIL_DOMAIN_ELSEWHERE", Some("email"));
        world.change("DELETE FROM upstream_domain WHERE domain = 'harbor.example'", vec![]).await;
        // A username that looks like an address is its owner's address and no one else's, in any tenant.
        let hugo: (String,) = world.app.db.one("SELECT email FROM person WHERE username = 'hugo'", vec![]).await.unwrap();
        for (email, code) in [("ana.right@cedar.example", "INVALID_USERNAME"), (hugo.0.as_str(), "USERNAME_TAKEN")] {
            let input = json!({ "email": email, "username": hugo.0 });
            let reply = grace.ask_proving(CORRECT, json!({ "p": ana, "i": input, "s": right })).await;
            refused(&reply, code, Some("username"));
        }
        let marcus: (String,) = world.app.db.one("SELECT email FROM person WHERE username = 'marcus'", vec![]).await.unwrap();
        let taken = json!({ "email": marcus.0.to_uppercase(), "username": "ana.m" });
        refused(&grace.ask_proving(CORRECT, json!({ "p": ana, "i": taken, "s": right })).await, "EMAIL_TAKEN", Some("email"));
        assert_eq!(seen(&grace, &ana).await["email"], "ana.right@cedar.example");
    }

    async fn a_corrected_address_is_told_to_everything_that_was_replaced_before(world: World) {
        let grace = world.acting("grace").await;
        let ana = world.person("ana").await;
        let there = seen(&grace, &ana.to_string()).await;
        let (phone,): (String,) = world.app.db.one("SELECT phone FROM person WHERE username = 'ana'", vec![]).await.unwrap();
        let sql = "INSERT INTO credential_change (id, tenant_id, person_id, kind, old_value, changed_at)
            SELECT $1, tenant_id, id, $2, $3, $4 FROM person WHERE username = 'ana'";
        let ago = |days: i64| world.app.clock.now() - jiff::SignedDuration::from_hours(24 * days);
        for (id, kind, old, days) in [
            (1, "phone", "+15035550199", 20),
            (2, "email", "ana.before@cedar.example", 25),
            (3, "email", "ana.long.ago@cedar.example", 40),
        ] {
            world.change(sql, db::params![uuid::Uuid::from_u128(id), kind, old, ago(days)]).await;
        }
        world.delivered().await;
        let shown = json!({ "email": there["email"], "username": "ana" });
        let right = json!({ "email": "ana.right@cedar.example", "username": "ana" });
        let done = grace.ask_proving(CORRECT, json!({ "p": ana, "i": right, "s": shown })).await;
        assert_eq!(done.data("/correctSignInName"), &right);
        let sent = world.delivered().await;
        for to in [there["email"].as_str().unwrap(), "ana.right@cedar.example", "ana.before@cedar.example"] {
            assert!(!mails_to(&sent, to).is_empty(), "{to}");
        }
        assert!(mails_to(&sent, "ana.long.ago@cedar.example").is_empty());
        let texted: std::collections::BTreeSet<&str> =
            sent.iter().filter(|one| one.kind == "sms").map(|one| one.to.as_str()).collect();
        assert_eq!(texted, [phone.as_str(), "+15035550199"].into_iter().collect());
    }

    async fn someone_new_gets_an_invitation(world: World) {
        let grace = world.acting("grace").await;
        world.add_person("yuri").await;
        world.change("DELETE FROM password_credential WHERE person_id IN (SELECT id FROM person WHERE username = 'yuri')", vec![]).await;
        let yuri = world.person("yuri").await.to_string();
        assert_eq!(seen(&grace, &yuri).await["isInUse"], false);
        assert_eq!(grace.ask(SEND, json!({ "p": yuri })).await.data("/sendSignInLink/sentLinks"), &json!([{ "kind": "invitation" }]));
        assert!(world.delivered().await[0].text.contains("/login/invitation?token="));
        world.change("UPDATE person SET email = '' WHERE username = 'yuri'", vec![]).await;
        refused(&grace.ask(SEND, json!({ "p": yuri })).await, "NO_ADDRESS", None);
    }

    /// A corrected address would hand a company administrator whatever the account may do elsewhere.
    async fn no_one_helps_themselves_or_someone_with_more_rights(world: World) {
        world.add_newcomers().await;
        world.hold("lena", "Employee", Some("Cedar Logistics"), (None, None)).await;
        let (grace, lena) = (world.acting("grace").await, world.acting("lena").await);
        let (own, ana) = (world.person("grace").await.to_string(), world.person("ana").await.to_string());
        assert_eq!(seen(&grace, &own).await["mayHelp"], false);
        for query in [LOCK, SEND, END] {
            refused(&grace.ask(query, json!({ "p": own })).await, "OWN_ACCOUNT", None);
            refused(&lena.ask(query, json!({ "p": ana })).await, "NOT_FOUND", None);
        }
        refused(&grace.ask_proving(RESET, json!({ "p": own, "i": lost_phone() })).await, "OWN_ACCOUNT", None);
        // Priya has rights at Cedar Logistics but works elsewhere; Elena works there and has rights elsewhere.
        let priya = world.person("priya").await.to_string();
        refused(&lena.ask(LOCK, json!({ "p": priya })).await, "NOT_FOUND", None);
        world.hold("elena", "Manager View", Some("Cedar Outfitters"), (None, None)).await;
        let elena = world.person("elena").await.to_string();
        assert_eq!(seen(&lena, &elena).await["mayHelp"], false);
        refused(&lena.ask(LOCK, json!({ "p": elena })).await, "BEYOND_REACH", None);
        // Someone of hers, until they administer the whole tenant.
        let sql = "SELECT e.person_id FROM employee e JOIN company c ON c.id = e.company_id JOIN person p ON p.id = e.person_id
            WHERE c.name = 'Cedar Logistics' AND p.username NOT IN ('priya', 'elena', 'omar')
              AND (SELECT count(*) FROM employee o WHERE o.person_id = e.person_id) = 1 ORDER BY p.username LIMIT 1";
        let (hers,): (uuid::Uuid,) = world.app.db.one(sql, vec![]).await.unwrap();
        assert_eq!(seen(&lena, &hers.to_string()).await["mayHelp"], true);
        let given = "INSERT INTO role_assignment (id, tenant_id, person_id, role_id)
            SELECT $1, r.tenant_id, $2, r.id FROM role r JOIN tenant t ON t.id = r.tenant_id
            WHERE r.name = 'Administrator' AND t.name = 'Cedar Group'";
        world.change(given, db::params![world.app.ids.next(world.app.clock.now()), hers]).await;
        refused(&lena.ask(LOCK, json!({ "p": hers })).await, "BEYOND_REACH", None);
        assert!(events(&world, "account.locked").await.is_empty());
    }

    /// Anyone who has the account is signed in to the applications its roles open.
    async fn a_role_that_opens_applications_in_the_whole_tenant_is_beyond_a_company_administrators_reach(world: World) {
        world.add_newcomers().await;
        world.add_person("zoe").await;
        world.hold("zoe", "Payroll", Some("Cedar Logistics"), (None, None)).await;
        let lena = world.acting("lena").await;
        let zoe = world.person("zoe").await.to_string();
        world.hold("zoe", "Identity User", None, (None, None)).await;
        assert_eq!(seen(&lena, &zoe).await["mayHelp"], true, "it opens their own account only");
        world.hold("zoe", "Evolution Payroll Access", None, (None, None)).await;
        assert_eq!(seen(&lena, &zoe).await["mayHelp"], false);
        let before = seen(&lena, &zoe).await;
        for (query, more) in [
            (LOCK, json!({})),
            (SEND, json!({})),
            (END, json!({ "s": null })),
            (UNLOCK, json!({})),
            (RESET, json!({ "i": lost_phone() })),
            (CORRECT, json!({ "i": { "email": "lena.two@cedar.example", "username": "zoe" }, "s": { "email": "zoe@cedar.example", "username": "zoe" } })),
        ] {
            let mut asked = json!({ "p": zoe });
            asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            // No one is asked for a factor for nothing.
            refused(&lena.ask(query, asked).await, "BEYOND_REACH", None);
        }
        assert_eq!(seen(&lena, &zoe).await, before);
    }

    async fn two_administrators_who_lock_each_other_at_once_leave_one(world: World) {
        world.hold("omar", "Administrator", None, (None, None)).await;
        let others = "DELETE FROM role_assignment WHERE company_id IS NULL AND person_id NOT IN
            (SELECT id FROM person WHERE username IN ('grace', 'omar')) AND role_id IN (SELECT id FROM role WHERE name = 'Administrator')";
        world.change(others, vec![]).await;
        let (grace, omar) = (world.acting("grace").await, world.acting("omar").await);
        let (one, other) = (world.person("grace").await.to_string(), world.person("omar").await.to_string());
        futures_util::future::join(grace.ask(LOCK, json!({ "p": other })), omar.ask(LOCK, json!({ "p": one }))).await;
        let left = "SELECT count(*) FROM person WHERE username IN ('grace', 'omar') AND disabled_at IS NULL";
        assert_eq!(world.count(left).await, 1);
    }

    /// A stolen account can be locked while the other administrators are on their way in or out.
    async fn without_another_administrator_everyone_but_an_administrator_can_be_locked(world: World) {
        let (grace, ana) = (world.acting("grace").await, world.person("ana").await);
        world.change("DELETE FROM role_assignment WHERE company_id IS NULL AND person_id NOT IN
            (SELECT id FROM person WHERE username = 'grace') AND role_id IN (SELECT id FROM role WHERE name = 'Administrator')", vec![]).await;
        world.hold("omar", "Administrator", None, (None, None)).await;
        world.change("UPDATE role_assignment SET ends_on = '2027-11-16' WHERE company_id IS NULL
            AND person_id IN (SELECT id FROM person WHERE username IN ('grace', 'omar'))", vec![]).await;
        let omar = world.person("omar").await.to_string();
        refused(&grace.ask(LOCK, json!({ "p": omar })).await, "LAST_ADMINISTRATOR", None);
        let locked = grace.ask(LOCK, json!({ "p": ana.to_string() })).await;
        assert!(locked.data("/lockAccount/lockedAt").is_string());
    }
}

#[test]
fn an_operator_helps_at_the_terminal_by_the_same_rules() {
    let folder = tempfile::tempdir().unwrap();
    let mut build = command(&["demo", "--build-only", "--today", "2026-11-16"]);
    assert!(build.env("ATRIUM_DATA_DIR", folder.path()).output().unwrap().status.success());
    let run = |arguments: &[&str]| {
        let all = [arguments, &["--tenant", "Cedar Group", "--json"]].concat();
        let output = command(&all).env("ATRIUM_DATA_DIR", folder.path()).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    };
    let done = |arguments: &[&str]| -> Value {
        let (is_done, said) = run(arguments);
        assert!(is_done, "{arguments:?}: {said}");
        serde_json::from_str(said.lines().next().unwrap()).unwrap()
    };
    assert_eq!(done(&["person", "lock", "ana"])["isLocked"], true);
    assert!(run(&["person", "invite", "ana"]).1.contains("locked"));
    assert_eq!(done(&["person", "unlock", "ana"])["isLocked"], false);
    let removed = done(&["person", "remove-factor", "ana", "--totp", "--phone"]);
    assert_eq!((&removed["totp"], &removed["phone"]), (&json!(true), &json!(true)));
    assert!(!run(&["person", "remove-factor", "ana", "--totp"]).0, "it's gone");
    assert!(done(&["person", "invite", "ana"])["link"].as_str().unwrap().contains("/login/reset?token="));
    assert_eq!(done(&["person", "correct", "ana", "--new-username", "ana.m"])["username"], "ana.m");
    assert_eq!(done(&["session", "end", "ana.m"])["ended"], 0);
    assert_eq!(run(&["session", "list", "ana.m"]), (true, String::new()));
    assert!(!run(&["person", "lock", "grace"]).0, "the last administrator");
    let events = run(&["audit", "list", "--action", "account.locked", "--person", &whoami()]).1;
    assert!(events.contains("account.locked"), "{events}");
}

fn whoami() -> String {
    String::from_utf8(std::process::Command::new("id").arg("-un").output().unwrap().stdout)
        .unwrap()
        .trim()
        .to_owned()
}

//! Merging one person's two accounts, and separating them again.

use crate::world::{AtHome, Browser, PASSWORD, TODAY, World, app_code, both, challenge_of, link_in};
use atrium::shared::day::Day;
use atrium::shared::id::PersonId;
use jiff::SignedDuration;
use serde_json::{Value, json};
use uuid::Uuid;

const BEGIN: &str = "mutation ($u: String!, $p: String!) { beginMerge(username: $u, password: $p) { merge factors { kind } } }";
const CONFIRM: &str = "mutation ($m: ID!, $code: String!) { confirmMerge(merge: $m, kind: \"totp\", code: $code) { merge { username } } }";
const COMPANIES: &str = "{ viewer { companies { companyName roles } } }";

async fn companies(at: &mut AtHome<'_>) -> Vec<Value> {
    at.ask(COMPANIES, json!({}), None).await.data("/viewer/companies").as_array().unwrap().clone()
}

const NEW_NOTICE: &str = "INSERT INTO notice (id, tenant_id, company_id, person_id, kind, facts, created_at)
    SELECT $1, e.tenant_id, e.company_id, $2, 'time_off_approved', '{}', $3
    FROM employee e JOIN company c ON c.id = e.company_id WHERE e.person_id = $2 AND c.name = 'Cedar Logistics'";
const NEW_FEED: &str = "INSERT INTO calendar_feed
      (id, tenant_id, company_id, employee_id, person_id, kind, secret_hash, created_at)
    SELECT $1, e.tenant_id, e.company_id, e.id, $2, 'personal', $4, $3
    FROM employee e JOIN company c ON c.id = e.company_id WHERE e.person_id = $2 AND c.name = 'Cedar Logistics'";
const NEW_DELEGATION: &str = "INSERT INTO time_off_delegation
      (id, tenant_id, company_id, manager_id, delegate_id, first_day, last_day)
    SELECT $1, tenant_id, company_id, $2, $3, CURRENT_DATE, CURRENT_DATE FROM employee WHERE person_id = $3";
const NOTICE: &str = "SELECT p.username FROM notice n JOIN person p ON p.id = n.person_id WHERE n.id = $1";
const FEED: &str =
    "SELECT p.username FROM calendar_feed f JOIN person p ON p.id = f.person_id WHERE f.id = $1";
const DELEGATE: &str =
    "SELECT p.username FROM time_off_delegation d JOIN person p ON p.id = d.delegate_id WHERE d.id = $1";
const LINE: &str = "SELECT p.username FROM dated_line d JOIN person p ON p.id = d.manager_id WHERE d.id = $1";
/// A line to someone at Cedar Logistics: planned, or ended by an event.
const NEW_LINE: &str = "INSERT INTO dated_line
      (id, tenant_id, company_id, employee_id, manager_id, kind, area, first_day, is_planned, event_id, recorded_at)
    SELECT $1, e.tenant_id, e.company_id, e.id, $2, 'primary', 'Time Off', $3, $4, $5, $6
    FROM employee e JOIN company c ON c.id = e.company_id
    WHERE c.name = 'Cedar Logistics' AND e.person_id <> $2 ORDER BY e.id LIMIT 1";
const NEW_TERMINATION: &str = "INSERT INTO employment_event
      (id, tenant_id, company_id, employee_id, kind, day, recorded_at)
    SELECT $1, tenant_id, company_id, id, 'termination', '2026-11-01', $2 FROM employee WHERE person_id = $3";
const LEFT: &str = "UPDATE employee SET status = 'Terminated', last_day = '2026-11-01' WHERE person_id = $1";
const EMPLOYMENT: &str =
    "SELECT p.username FROM employee e JOIN person p ON p.id = e.person_id WHERE e.id = $1";

async fn whose(world: &World, of: &'static str, id: Uuid) -> String {
    world.app.db.one::<(String,)>(of, db::params![id]).await.unwrap().0
}

async fn employee_of(world: &World, username: &str) -> Uuid {
    let sql = "SELECT e.id FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = $1";
    world.app.db.one::<(Uuid,)>(sql, db::params![username]).await.unwrap().0
}

/// Proves the other account with its app, then the remaining one, and merges them.
async fn merge(at: &mut AtHome<'_>, other: &str, code: String) {
    let begun = at.ask(BEGIN, json!({ "u": other, "p": PASSWORD }), None).await;
    let merge = begun.data("/beginMerge/merge").clone();
    at.ask_proved(CONFIRM, json!({ "m": merge, "code": code }), 0).await.data("/confirmMerge");
}

/// The “This wasn't me” token in the newest mail to a person.
async fn not_me(world: &World, username: &str) -> String {
    let sent = world.delivered().await;
    let mut mails = sent.iter().filter(|sent| sent.kind == "mail" && sent.to.starts_with(username));
    link_in(&mails.find(|mail| mail.text.contains("/login/not-me?")).unwrap().text, "not-me")
}

/// A mapping and an import.
async fn imports_of_elena(world: &World) {
    let id = || world.app.ids.next(world.app.clock.now());
    let now = world.app.clock.now();
    let mapping =
        "INSERT INTO import_mapping (id, tenant_id, name, kind, definition, owner_id, changed_at, version)
        SELECT $1, tenant_id, 'HR', 'roles', '{}', id, $2, 1 FROM person WHERE username = 'elena'";
    world.change(mapping, db::params![id(), now]).await;
    let job = "INSERT INTO import_job (id, tenant_id, person_id, created_at, state, invites, needs_tenant, needs_administration, needs_pay,
          is_stop_wanted, bytes_read, added, changed, same, invited, faults, followed)
        SELECT $1, tenant_id, id, $2, 'draft', FALSE, FALSE, FALSE, FALSE, FALSE, 0, 0, 0, 0, 0, 0, 0 FROM person WHERE username = 'elena'";
    world.change(job, db::params![id(), now]).await;
}

async fn owners_of_imports(world: &World) -> Vec<String> {
    let sql = "SELECT p.username FROM import_mapping m JOIN person p ON p.id = m.owner_id
        UNION ALL SELECT p.username FROM import_job j JOIN person p ON p.id = j.person_id";
    let rows: Vec<(String,)> = world.app.db.all(sql, vec![]).await.unwrap();
    rows.into_iter().map(|(name,)| name).collect()
}

async fn reached(world: &World, person: PersonId) -> (Vec<String>, Vec<String>) {
    let mut tx = world.app.db.begin_write().await.unwrap();
    let reach = atrium::contacts::reach(&mut tx, person, world.app.clock.now()).await.unwrap();
    (reach.addresses, reach.phones)
}

both! {
    async fn the_other_account_is_proved_and_its_companies_come_along_until_it_is_undone(world: World) {
        // Ana works at Cedar Outfitters, Elena at Cedar Logistics, in the same tenant.
        let mut ana = AtHome::of(&world, "ana").await;
        let mut elena = AtHome::of(&world, "elena").await;
        let before = companies(&mut ana).await;
        imports_of_elena(&world).await;
        let begun = ana.ask(BEGIN, json!({ "u": "elena", "p": PASSWORD }), None).await;
        let merge = begun.data("/beginMerge/merge").clone();
        assert_eq!(*begun.data("/beginMerge/factors"), json!([{ "kind": "totp" }, { "kind": "sms" }]));
        let wrong = ana.ask(CONFIRM, json!({ "m": merge, "code": "000000" }), None).await;
        assert_eq!((wrong.outcome(), wrong.field()), ("INCORRECT_CODE", Some("code")));
        // Proved with Elena's app, then with Ana's own.
        let done = ana.ask_proved(CONFIRM, json!({ "m": merge, "code": app_code(&world, 0) }), 0).await;
        assert_eq!(*done.data("/confirmMerge/merge/username"), "elena");
        let merged = companies(&mut ana).await;
        assert_eq!(merged.len(), before.len() + 1);
        assert_eq!(owners_of_imports(&world).await, ["ana", "ana"]);
        assert_eq!(elena.ask(COMPANIES, json!({}), None).await.outcome(), "UNAUTHENTICATED");
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "elena", PASSWORD).await.status, 401);
        let told: Vec<String> = world.delivered().await.into_iter().filter(|sent| sent.kind == "mail").map(|sent| sent.to).collect();
        assert_eq!(told.len(), 2, "{told:?}");

        let undone = ana.ask_proved("mutation { undoMerge { merge { username } } }", json!({}), 1).await;
        assert!(undone.data("/undoMerge/merge").is_null());
        assert_eq!(companies(&mut ana).await, before);
        assert_eq!(owners_of_imports(&world).await, ["elena", "elena"]);
        assert_eq!(browser.type_password(&request, "elena", PASSWORD).await.status, 200);
    }

    async fn an_administrator_gains_no_rights_by_merging_an_account(world: World) {
        // One of two could be made and given rights by the other's owner.
        for (own, other) in [("grace", "marcus"), ("marcus", "grace")] {
            let mut at = AtHome::of(&world, own).await;
            let before = companies(&mut at).await;
            let refused = at.ask(BEGIN, json!({ "u": other, "p": PASSWORD }), None).await;
            assert_eq!((refused.outcome(), refused.field()), ("MERGE_RIGHTS", Some("username")), "{}", refused.text);
            assert_eq!(companies(&mut at).await, before);
        }
        // Rights that come between the two steps count, too.
        let mut grace = AtHome::of(&world, "grace").await;
        let begun = grace.ask(BEGIN, json!({ "u": "elena", "p": PASSWORD }), None).await;
        let merge = begun.data("/beginMerge/merge").clone();
        world.hold("elena", "Payroll", Some("Cedar Logistics"), (None, None)).await;
        let late = grace.ask_proved(CONFIRM, json!({ "m": merge, "code": app_code(&world, 0) }), 0).await;
        assert_eq!((late.outcome(), late.field()), ("MERGE_RIGHTS", Some("username")), "{}", late.text);
        assert!(companies(&mut grace).await.is_empty());
    }

    async fn a_merge_leaves_the_tenant_an_administrator(world: World) {
        // Grace never had a job. Elena's has ended, and once it is Grace's, her role for the whole tenant would sleep.
        let hers = employee_of(&world, "elena").await;
        world.change(LEFT, db::params![world.person("elena").await]).await;
        let mut grace = AtHome::of(&world, "grace").await;
        let begun = grace.ask(BEGIN, json!({ "u": "elena", "p": PASSWORD }), None).await;
        let asked = json!({ "m": begun.data("/beginMerge/merge"), "code": app_code(&world, 0) });
        let last = grace.ask_proved(CONFIRM, asked.clone(), 0).await;
        assert_eq!((last.outcome(), last.field()), ("LAST_ADMINISTRATOR", None), "{}", last.text);
        assert_eq!(whose(&world, EMPLOYMENT, hers).await, "elena");
        world.hold("omar", "Administrator", None, (None, None)).await;
        let done = grace.ask_proved(CONFIRM, asked, 1).await;
        assert_eq!(done.outcome(), "ok", "{}", done.text);
        assert_eq!(whose(&world, EMPLOYMENT, hers).await, "grace");
    }

    async fn undoing_a_merge_leaves_the_tenant_an_administrator(world: World) {
        const UNDO: &str = "mutation { undoMerge { merge { username } } }";
        // Ana's own job has ended: it is Elena's that keeps her role for the whole tenant awake.
        let hers = employee_of(&world, "elena").await;
        let mut ana = AtHome::of(&world, "ana").await;
        world.change("DELETE FROM role_assignment WHERE company_id IS NULL", vec![]).await;
        world.hold("ana", "Administrator", None, (None, None)).await;
        world.change(LEFT, db::params![world.person("ana").await]).await;
        merge(&mut ana, "elena", app_code(&world, 0)).await;
        let token = not_me(&world, "elena").await;
        let last = ana.ask_proved(UNDO, json!({}), 1).await;
        assert_eq!((last.outcome(), last.field()), ("LAST_ADMINISTRATOR", None), "{}", last.text);
        assert_eq!(whose(&world, EMPLOYMENT, hers).await, "ana");
        // Someone who was tricked into it gets their account back all the same.
        let mut browser = Browser::at(&world, "127.0.0.1");
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        assert_eq!(whose(&world, EMPLOYMENT, hers).await, "elena");
    }

    async fn nobody_becomes_their_own_manager_by_a_merge(world: World) {
        // Priya manages everyone at Cedar Logistics without a job there, and Elena works there.
        let hers = employee_of(&world, "elena").await;
        let mut priya = AtHome::of(&world, "priya").await;
        let begun = priya.ask(BEGIN, json!({ "u": "elena", "p": PASSWORD }), None).await;
        let asked = json!({ "m": begun.data("/beginMerge/merge"), "code": app_code(&world, 0) });
        let own = priya.ask_proved(CONFIRM, asked.clone(), 0).await;
        assert_eq!((own.outcome(), own.field()), ("OWN_MANAGER", Some("username")), "{}", own.text);
        // Now a colleague of Elena's is between them.
        let between = "UPDATE reporting_line SET manager_id = (SELECT o.person_id FROM employee o
              JOIN company c ON c.id = o.company_id WHERE c.name = 'Cedar Logistics' AND o.id <> $1 ORDER BY o.id LIMIT 1)
            WHERE employee_id = $1";
        world.change(between, db::params![hers]).await;
        let cycle = priya.ask_proved(CONFIRM, asked.clone(), 1).await;
        assert_eq!((cycle.outcome(), cycle.field()), ("MANAGER_CYCLE", Some("username")), "{}", cycle.text);
        assert_eq!(whose(&world, EMPLOYMENT, hers).await, "elena");
        world.change("DELETE FROM reporting_line WHERE employee_id = $1", db::params![hers]).await;
        world.change("UPDATE totp SET last_step = 0", vec![]).await;
        let done = priya.ask_proved(CONFIRM, asked, 0).await;
        assert_eq!(done.outcome(), "ok", "{}", done.text);
        assert_eq!(whose(&world, EMPLOYMENT, hers).await, "priya");
    }

    async fn an_administrator_undoes_a_merge_with_a_factor_and_both_are_told(world: World) {
        const SEEN: &str = "query ($p: ID!) { administeredAccount(personId: $p) { mergedAccount { id username } } }";
        const UNDO: &str = "mutation ($p: ID!, $m: ID!) { undoMergeOf(personId: $p, mergeId: $m) { mergedAccount { id } } }";
        let mut marcus = AtHome::of(&world, "marcus").await;
        let person = world.person("marcus").await;
        let grace = world.acting("grace").await;
        assert!(grace.ask(SEEN, json!({ "p": person })).await.data("/administeredAccount/mergedAccount").is_null());
        let hers = employee_of(&world, "elena").await;
        merge(&mut marcus, "elena", app_code(&world, 0)).await;
        world.delivered().await;
        let seen = grace.ask(SEEN, json!({ "p": person })).await.data("/administeredAccount/mergedAccount").clone();
        assert_eq!(seen["username"], "elena");
        let asked = json!({ "p": person, "m": seen["id"] });
        assert_eq!(grace.ask(UNDO, asked.clone()).await.outcome(), "STEP_UP_REQUIRED");
        let other = json!({ "p": person, "m": Uuid::from_u128(7) });
        assert_eq!(grace.ask_proving(UNDO, other).await.outcome(), "NOT_FOUND");
        assert_eq!(whose(&world, EMPLOYMENT, hers).await, "marcus");
        let undone = grace.ask_proving(UNDO, asked.clone()).await;
        assert!(undone.data("/undoMergeOf/mergedAccount").is_null(), "{}", undone.text);
        assert_eq!(whose(&world, EMPLOYMENT, hers).await, "elena");
        let told: std::collections::BTreeSet<String> =
            world.delivered().await.into_iter().filter(|one| one.kind == "mail").map(|one| one.to).collect();
        assert!(["elena", "marcus"].iter().all(|who| told.iter().any(|to| to.starts_with(who))), "{told:?}");
        let by = "SELECT count(*) FROM audit_event e JOIN person p ON p.id = e.actor_id
            WHERE e.action = 'account.merge_undone' AND p.username = 'grace'";
        assert_eq!(world.count(by).await, 1);
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "elena", PASSWORD).await.status, 200);
        assert_eq!(grace.ask_proving(UNDO, asked).await.outcome(), "NOT_FOUND", "once is enough");
    }

    async fn a_role_that_a_rehire_would_bring_back_counts_in_a_merge(world: World) {
        let elena = world.person("elena").await;
        world.change(NEW_TERMINATION, db::params![Uuid::from_u128(5), world.app.clock.now(), elena]).await;
        world.change("INSERT INTO ended_role (event_id, assignment_id, tenant_id, company_id, person_id, role_id)
            SELECT $1, $2, e.tenant_id, e.company_id, e.person_id, r.id FROM employee e JOIN role r ON r.tenant_id = e.tenant_id
            WHERE e.person_id = $3 AND r.name = 'Payroll'",
            db::params![Uuid::from_u128(5), Uuid::from_u128(6), elena]).await;
        let mut grace = AtHome::of(&world, "grace").await;
        let refused = grace.ask(BEGIN, json!({ "u": "elena", "p": PASSWORD }), None).await;
        assert_eq!((refused.outcome(), refused.field()), ("MERGE_RIGHTS", Some("username")), "{}", refused.text);
    }

    async fn a_line_that_a_rehire_would_bring_back_counts_in_a_merge(world: World) {
        let (elena, now, event) = (world.person("elena").await, world.app.clock.now(), Uuid::from_u128(5));
        world.change(NEW_TERMINATION, db::params![event, now, elena]).await;
        let first_day: Option<Day> = None;
        world.change(NEW_LINE, db::params![Uuid::from_u128(6), elena, first_day, false, event, now]).await;
        let mut grace = AtHome::of(&world, "grace").await;
        let refused = grace.ask(BEGIN, json!({ "u": "elena", "p": PASSWORD }), None).await;
        assert_eq!((refused.outcome(), refused.field()), ("MERGE_RIGHTS", Some("username")), "{}", refused.text);
    }

    async fn a_line_that_begins_later_follows_a_merge_and_goes_back_with_it(world: World) {
        let (elena, now, line) = (world.person("elena").await, world.app.clock.now(), Uuid::from_u128(6));
        let (first_day, event): (Day, Option<Uuid>) = (TODAY.plus_days(20), None);
        world.change(NEW_LINE, db::params![line, elena, first_day, true, event, now]).await;
        let mut ana = AtHome::of(&world, "ana").await;
        merge(&mut ana, "elena", app_code(&world, 0)).await;
        assert_eq!(whose(&world, LINE, line).await, "ana", "or it would begin for an account that no one has");
        ana.ask_proved("mutation { undoMerge { username } }", json!({}), 1).await.data("/undoMerge");
        assert_eq!(whose(&world, LINE, line).await, "elena");
    }

    async fn an_account_of_another_tenant_is_nobodys_and_oneself_is_no_other(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let foreign = ana.ask(BEGIN, json!({ "u": "hugo", "p": PASSWORD }), None).await;
        let missing = ana.ask(BEGIN, json!({ "u": "nobody.at.all", "p": PASSWORD }), None).await;
        let wrong = ana.ask(BEGIN, json!({ "u": "elena", "p": "guess" }), None).await;
        for reply in [&foreign, &missing, &wrong] {
            assert_eq!((reply.outcome(), reply.field()), ("INVALID_CREDENTIALS", Some("password")));
        }
        assert_eq!(ana.ask(BEGIN, json!({ "u": "ana", "p": PASSWORD }), None).await.outcome(), "MERGE_ONESELF");
        assert_eq!(ana.ask(BEGIN, json!({ "u": "victor", "p": PASSWORD }), None).await.outcome(), "MERGE_SAME_COMPANY");
    }

    async fn a_merge_is_finished_by_whoever_began_it_and_undone_within_seven_days(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let begun = ana.ask(BEGIN, json!({ "u": "elena", "p": PASSWORD }), None).await;
        let merge = begun.data("/beginMerge/merge").clone();
        let mut victor = AtHome::of(&world, "victor").await;
        let code = app_code(&world, 0);
        let foreign = victor.ask(CONFIRM, json!({ "m": merge, "code": code }), None).await;
        assert_eq!(foreign.outcome(), "CHALLENGE_GONE");
        ana.ask_proved(CONFIRM, json!({ "m": merge, "code": code }), 0).await.data("/confirmMerge/merge/username");
        let now = world.app.clock.now();
        world.change("UPDATE account_merge SET undo_until = $1", db::params![now]).await;
        let late = ana.ask_proved("mutation { undoMerge { username } }", json!({}), 1).await;
        assert_eq!(late.outcome(), "NOT_FOUND");
    }

    async fn the_retired_mailbox_can_take_a_merge_back(world: World) {
        let mut marcus = AtHome::of(&world, "marcus").await;
        let begun = marcus.ask(BEGIN, json!({ "u": "elena", "p": PASSWORD }), None).await;
        let merge = begun.data("/beginMerge/merge").clone();
        let code = app_code(&world, 0);
        marcus.ask_proved(CONFIRM, json!({ "m": merge, "code": code }), 0).await.data("/confirmMerge");
        let sent = world.delivered().await;
        let mail = sent.iter().find(|sent| sent.kind == "mail" && sent.to.starts_with("elena")).unwrap();
        let token = link_in(&mail.text, "not-me");
        let mut browser = Browser::at(&world, "127.0.0.1");
        let looked = browser.get(&format!("/login/link?token={token}")).await;
        assert_eq!((looked.status.as_u16(), &looked.body["kind"]), (200, &json!("unmerge")));
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 410);
        // Someone who knew her password can't use it; she chooses a new one.
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "elena", PASSWORD).await.status, 401);
        let reset = world.delivered().await;
        let reset = link_in(&reset.iter().find(|sent| sent.to.starts_with("elena")).unwrap().text, "reset");
        let chosen = json!({ "token": reset, "password": "tuba velvet moth 94" });
        assert_eq!(browser.post_json("/login/choose-password", chosen).await.status, 200);
        let welcome = browser.type_password(&request, "elena", "tuba velvet moth 94").await;
        assert_eq!(welcome.status, 200);
        assert_eq!(marcus.ask(COMPANIES, json!({}), None).await.outcome(), "UNAUTHENTICATED");
        assert!(companies(&mut AtHome::of(&world, "marcus").await).await.iter().all(|row| row["companyName"] != "Cedar Logistics"));
    }

    async fn the_retired_mailbox_takes_back_what_came_before_the_merge_and_after_its_undoing(world: World) {
        const WHO: &str = "SELECT email FROM person WHERE username = 'elena'";
        let (before,): (String,) = world.app.db.one(WHO, vec![]).await.unwrap();
        let mut thief = AtHome::of(&world, "elena").await;
        let challenge = challenge_of(&thief.names("Elena", "Vargas", "thief@evil.example", None).await);
        thief.prove(&challenge, -1).await;
        assert_eq!(thief.names("Elena", "Vargas", "thief@evil.example", Some(&challenge)).await.status, 200);
        thief.confirm_mail("thief@evil.example").await;
        world.delivered().await;
        let mut omar = AtHome::of(&world, "omar").await;
        merge(&mut omar, "elena", app_code(&world, 0)).await;
        let token = not_me(&world, "elena").await;
        // Undone before its owner has read the mail.
        world.change("UPDATE totp SET last_step = 0", vec![]).await;
        omar.ask_proved("mutation { undoMerge { username } }", json!({}), 1).await.data("/undoMerge");
        world.delivered().await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let looked = browser.get(&format!("/login/link?token={token}")).await;
        assert_eq!((looked.status.as_u16(), &looked.body["kind"]), (200, &json!("unmerge")));
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        assert_eq!(world.app.db.one::<(String,)>(WHO, vec![]).await.unwrap().0, before);
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "elena", PASSWORD).await.status, 401);
        assert!(world.delivered().await.iter().any(|sent| sent.to == before && sent.text.contains("/login/reset?token=")));
    }

    async fn a_retired_account_comes_back_whole_from_wherever_its_things_are_by_then(world: World) {
        // Elena's becomes part of Omar's, and Omar's of Grace's: her things are now with Grace.
        let hers = employee_of(&world, "elena").await;
        let mut omar = AtHome::of(&world, "omar").await;
        merge(&mut omar, "elena", app_code(&world, 0)).await;
        let token = not_me(&world, "elena").await;
        let mut grace = AtHome::of(&world, "grace").await;
        merge(&mut grace, "omar", app_code(&world, 1)).await;
        assert_eq!(whose(&world, EMPLOYMENT, hers).await, "grace");

        let mut browser = Browser::at(&world, "127.0.0.1");
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        assert_eq!(grace.ask(COMPANIES, json!({}), None).await.outcome(), "UNAUTHENTICATED", "whoever had it is out");
        assert_eq!(companies(&mut AtHome::of(&world, "grace").await).await, Vec::<Value>::new());
        assert_eq!(whose(&world, EMPLOYMENT, hers).await, "elena");
        // Undoing the other merge too brings nothing of hers along.
        let mut grace = AtHome::of(&world, "grace").await;
        grace.ask_proved("mutation { undoMerge { merge { username } } }", json!({}), 1).await.data("/undoMerge");
        assert_eq!(whose(&world, EMPLOYMENT, hers).await, "elena");
    }

    async fn a_thief_who_changes_the_address_before_a_merge_shuts_nobody_out(world: World) {
        let (before,): (String,) =
            world.app.db.one("SELECT email FROM person WHERE username = 'elena'", vec![]).await.unwrap();
        let hers = employee_of(&world, "elena").await;
        let mut thief = AtHome::of(&world, "elena").await;
        let challenge = challenge_of(&thief.names("Elena", "Vargas", "elena@evil.example", None).await);
        thief.prove(&challenge, -1).await;
        assert_eq!(thief.names("Elena", "Vargas", "elena@evil.example", Some(&challenge)).await.status, 200);
        thief.confirm_mail("elena@evil.example").await;
        let token = not_me(&world, "elena").await;
        let mut marcus = AtHome::of(&world, "marcus").await;
        merge(&mut marcus, "elena", app_code(&world, 0)).await;
        let links: Vec<String> =
            world.delivered().await.into_iter().filter(|mail| mail.text.contains("/login/not-me?") && mail.to.starts_with("elena")).map(|mail| mail.to).collect();
        assert_eq!(links, std::slice::from_ref(&before), "the link goes to where it all began");

        // The older link, about the changed address, undoes the merge too.
        let mut browser = Browser::at(&world, "127.0.0.1");
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        let (email, merged): (String, Option<Uuid>) =
            world.app.db.one("SELECT email, merged_into FROM person WHERE username = 'elena'", vec![]).await.unwrap();
        assert_eq!((email, merged), (before, None));
        assert_eq!(whose(&world, EMPLOYMENT, hers).await, "elena");
        assert_eq!(marcus.ask(COMPANIES, json!({}), None).await.outcome(), "UNAUTHENTICATED");
    }

    async fn an_account_whose_address_is_a_colleagues_by_now_comes_back_without_one(world: World) {
        const EMAIL: &str = "SELECT email FROM person WHERE username = $1";
        let email = async |username: &str| {
            world.app.db.one::<(String,)>(EMAIL, db::params![username]).await.unwrap().0
        };
        let hers = email("elena").await;
        let mut marcus = AtHome::of(&world, "marcus").await;
        merge(&mut marcus, "elena", app_code(&world, 0)).await;
        let token = not_me(&world, "elena").await;
        world.change("UPDATE person SET email = $1 WHERE username = 'victor'", db::params![hers.as_str()]).await;
        marcus.ask_proved("mutation { undoMerge { merge { username } } }", json!({}), 1).await.data("/undoMerge");
        assert_eq!((email("elena").await, email("victor").await), (String::new(), hers.clone()));
        let sent = world.delivered().await;
        let told = |name: &str, words: &str| sent.iter().any(|sent| sent.to.starts_with(name) && sent.text.contains(words));
        assert!(told("marcus", "that account has none") && told("grace", "without an address"));
        assert!(!sent.iter().any(|sent| sent.to == hers || sent.to.is_empty()));

        // The retired mailbox takes back the rest, but not the address while it's Victor's.
        let mut browser = Browser::at(&world, "127.0.0.1");
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.body["code"], "EMAIL_TAKEN");
        world.change("UPDATE person SET email = 'victor@cedar.example' WHERE username = 'victor'", vec![]).await;
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": token })).await.status, 200);
        assert_eq!(email("elena").await, hers);
    }

    async fn the_not_me_of_a_merge_gives_no_one_a_colleagues_address(world: World) {
        let mut marcus = AtHome::of(&world, "marcus").await;
        merge(&mut marcus, "elena", app_code(&world, 0)).await;
        let token = not_me(&world, "elena").await;
        let taken = "UPDATE person SET email = (SELECT email FROM person WHERE username = 'elena') WHERE username = 'victor'";
        world.change(taken, vec![]).await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let told = browser.post_json("/login/not-me", json!({ "token": token })).await;
        assert_eq!((told.status.as_u16(), &told.body["code"]), (422, &json!("EMAIL_TAKEN")));
        let alone = "SELECT count(*) FROM person WHERE username = 'elena' AND email = '' AND merged_into IS NULL";
        assert_eq!(world.count(alone).await, 1);
        assert!(!world.delivered().await.iter().any(|sent| sent.text.contains("/login/reset?")));
    }

    async fn what_hangs_on_an_account_follows_it_and_goes_back_with_it(world: World) {
        let [elena, ana, marcus] = [world.person("elena").await, world.person("ana").await, world.person("marcus").await];
        let now = world.app.clock.now();
        let (earlier, later) = (now - SignedDuration::from_hours(1), now + SignedDuration::from_hours(1));
        let [told, fed, stands_in, told_later, fed_later] = [1, 2, 3, 4, 5].map(Uuid::from_u128);
        world.change(NEW_NOTICE, db::params![told, elena, earlier]).await;
        world.change(NEW_FEED, db::params![fed, elena, earlier, vec![1u8]]).await;
        world.change(NEW_DELEGATION, db::params![stands_in, marcus, elena]).await;

        let mut at_home = AtHome::of(&world, "ana").await;
        merge(&mut at_home, "elena", app_code(&world, 0)).await;
        for (of, id) in [(NOTICE, told), (FEED, fed), (DELEGATE, stands_in)] {
            assert_eq!(whose(&world, of, id).await, "ana");
        }
        // Notices sent since then about Elena's company are hers; a calendar link created since isn't, because the
        // person who created it knows it.
        world.change(NEW_NOTICE, db::params![told_later, ana, later]).await;
        world.change(NEW_FEED, db::params![fed_later, ana, later, vec![2u8]]).await;
        at_home.ask_proved("mutation { undoMerge { merge { username } } }", json!({}), 1).await.data("/undoMerge");
        for (of, id) in [(NOTICE, told), (NOTICE, told_later), (FEED, fed), (DELEGATE, stands_in)] {
            assert_eq!(whose(&world, of, id).await, "elena");
        }
        assert_eq!(whose(&world, FEED, fed_later).await, "ana");
    }

    async fn what_must_not_be_missed_goes_to_the_retired_mailbox_too(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let person = world.person("ana").await;
        let before = reached(&world, person).await;
        merge(&mut ana, "elena", app_code(&world, 0)).await;
        let (email, phone): (String, Option<String>) =
            world.app.db.one("SELECT email, phone FROM person WHERE username = 'elena'", vec![]).await.unwrap();
        let (addresses, phones) = reached(&world, person).await;
        assert_eq!((&addresses[0], &addresses[1], &phones[1]), (&before.0[0], &email, &phone.unwrap()));
        let long_ago = world.app.clock.now() - SignedDuration::from_hours(24 * 31);
        world.change("UPDATE person SET disabled_at = $1 WHERE merged_into IS NOT NULL", db::params![long_ago]).await;
        assert_eq!(reached(&world, person).await, before);
    }

    async fn a_wrong_password_for_the_other_account_is_among_its_own_events(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        ana.ask(BEGIN, json!({ "u": "elena", "p": "guess" }), None).await;
        let tried = "SELECT count(*) FROM audit_event e JOIN person p ON p.id = e.actor_id
            WHERE p.username = 'elena' AND e.action = 'sign_in.refused' AND e.result = 'WRONG_PASSWORD'";
        assert_eq!(world.count(tried).await, 1);
    }

    async fn what_nobody_types_is_refused_before_any_work(world: World) {
        let mut ana = AtHome::of(&world, "ana").await;
        let long = "x".repeat(500_000);
        for (username, code) in [("a\0", "INVALID_TEXT"), (long.as_str(), "INVALID_CREDENTIALS")] {
            let reply = ana.ask(BEGIN, json!({ "u": username, "p": PASSWORD }), None).await;
            assert_eq!(reply.outcome(), code);
        }
    }
}

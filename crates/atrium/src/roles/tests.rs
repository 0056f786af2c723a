//! Roles and who has them, through GraphQL and at the terminal, as named people.

use crate::world::{Actor, Reply, TODAY, World, both, command};
use atrium::access::Viewer;
use atrium::roles::SHIPPED;
use atrium::shared::clock::Clock;
use atrium::shared::day::Day;
use serde_json::{Value, json};

const LIST: &str = "query ($t: ID!, $s: String, $n: Int, $k: String) { listRoles(tenantId: $t, search: $s, limit: $n, cursor: $k) {
    results { id name permissions applications applies isShipped version holders } links { next previous } } }";
const HOLDERS: &str =
    "query ($t: ID!, $r: ID!, $s: String) { listRoleHolders(tenantId: $t, roleId: $r, search: $s) {
    results { id username companyName startsOn endsOn state version } } }";
const GIVE: &str = "mutation ($t: ID!, $p: ID!, $r: ID!, $c: ID, $from: Date, $to: Date) {
    giveRole(tenantId: $t, input: { personId: $p, roleId: $r, companyId: $c, startsOn: $from, endsOn: $to }) {
      id startsOn endsOn state version companyName } }";
const END: &str = "mutation ($t: ID!, $a: ID!, $v: Int!, $d: Date) {
    endRole(tenantId: $t, assignmentId: $a, version: $v, lastDay: $d) { assignment { endsOn state version } } }";
const COPY: &str = "mutation ($t: ID!, $r: ID!, $n: String!) { copyRole(tenantId: $t, roleId: $r, name: $n) {
    id name permissions applies isShipped version } }";
const EDIT: &str = "mutation ($t: ID!, $r: ID!, $v: Int!, $n: String, $p: [String!], $a: [String!], $w: RoleApplies) {
    editRole(tenantId: $t, roleId: $r, version: $v, input: { name: $n, permissions: $p, applications: $a, applies: $w }) {
      id name permissions applications applies version } }";
const REMOVE: &str =
    "mutation ($t: ID!, $r: ID!, $v: Int!) { removeRole(tenantId: $t, roleId: $r, version: $v) { roleId } }";
const PREVIEW: &str = "query ($t: ID!, $p: ID!, $r: ID!, $c: ID) {
    previewRole(tenantId: $t, input: { personId: $p, roleId: $r, companyId: $c }) {
      from gains { permissions pages { path } applications } loses { permissions } } }";
const PREVIEW_END: &str =
    "query ($t: ID!, $a: ID!, $d: Date) { previewRoleEnd(tenantId: $t, assignmentId: $a, lastDay: $d) {
    from gains { permissions } loses { permissions pages { path } applications } } }";

async fn tenant_of(actor: &Actor<'_>) -> Value {
    actor.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone()
}

/// The row of a role as an actor sees it.
async fn role(actor: &Actor<'_>, tenant: &Value, name: &str) -> Value {
    let reply = actor.ask(LIST, json!({ "t": tenant, "n": 100 })).await;
    let rows = reply.data("/listRoles/results").as_array().unwrap().clone();
    rows.into_iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no role {name}"))
}

/// A person's permissions as the portal reads them, in one company.
async fn permissions(world: &World, username: &'static str, company: &str) -> Vec<String> {
    let query = "{ viewer { companies { companyName permissions } } }";
    let reply = world.acting(username).await.ask(query, json!({})).await;
    let companies = reply.data("/viewer/companies").as_array().unwrap().clone();
    let found = companies.iter().find(|row| row["companyName"] == company);
    let list = found.map(|row| row["permissions"].as_array().unwrap().clone()).unwrap_or_default();
    list.iter().map(|one| one.as_str().unwrap().to_owned()).collect()
}

fn refused(reply: &Reply, code: &str, field: Option<&str>) {
    assert_eq!((reply.outcome(), reply.field()), (code, field), "{}", reply.text);
}

both! {
    async fn every_tenant_has_the_shipped_roles_and_administrators_find_them(world: World) {
        let actor = world.acting("grace").await;
        let tenant = tenant_of(&actor).await;
        for shipped in SHIPPED {
            let row = role(&actor, &tenant, shipped.name).await;
            assert_eq!((&row["isShipped"], &row["applies"]), (&json!(true), &json!(shipped.applies.as_str())), "{row}");
            assert_eq!(row["permissions"], json!(shipped.permissions.split_whitespace().collect::<Vec<_>>()));
        }
        let found = actor.ask(LIST, json!({ "t": tenant, "s": "EVOLUTION" })).await;
        assert_eq!(found.data("/listRoles/results").as_array().unwrap().len(), 2);
        let first = actor.ask(LIST, json!({ "t": tenant, "n": 3 })).await;
        let next = actor.ask(LIST, json!({ "t": tenant, "n": 3, "k": first.data("/listRoles/links/next") })).await;
        assert_ne!(first.data("/listRoles/results/0/id"), next.data("/listRoles/results/0/id"));
        assert_eq!(role(&actor, &tenant, "Employee").await["holders"], 101, "more than a hundred");
    }

    async fn a_role_counts_from_its_first_day_through_its_last_on_each_call(world: World) {
        world.add_newcomers().await;
        let manager = |list: Vec<String>| list.contains(&"manager.write".to_owned());
        assert!(!manager(permissions(&world, "yuri", "Cedar Outfitters").await), "it ended yesterday");
        assert!(!manager(permissions(&world, "toma", "Cedar Outfitters").await), "it starts tomorrow");
        for (first, last, counts) in [(Some(0), None, true), (None, Some(0), true), (Some(-9), Some(-1), false), (Some(0), Some(0), true), (Some(1), Some(1), false)] {
            world.change("DELETE FROM role_assignment WHERE person_id IN (SELECT id FROM person WHERE username = 'yuri')", vec![]).await;
            world.hold("yuri", "Manager View", Some("Cedar Outfitters"), (first, last)).await;
            assert_eq!(manager(permissions(&world, "yuri", "Cedar Outfitters").await), counts, "{first:?} {last:?}");
        }
    }

    async fn the_day_is_the_companys_and_in_the_whole_tenant_that_of_its_first_company(world: World) {
        world.add_person("yuri").await;
        world.change("UPDATE company SET time_zone = 'Asia/Tokyo' WHERE name = 'Cedar Logistics'", vec![]).await;
        let person = world.person("yuri").await;
        let last_day: Day = TODAY;
        let first = "SELECT c.time_zone FROM company c JOIN tenant t ON t.id = c.tenant_id WHERE t.name = 'Cedar Group' ORDER BY c.id LIMIT 1";
        let (first,): (String,) = world.app.db.one(first, vec![]).await.unwrap();
        // The last moment of one day and the first of the next: in Portland, in Tokyo, and in the whole tenant.
        for (role, company, zone) in [
            ("Manager View", Some("Cedar Outfitters"), "America/Los_Angeles"),
            ("Manager View", Some("Cedar Logistics"), "Asia/Tokyo"),
            ("Identity User", None, first.as_str()),
        ] {
            world.change("DELETE FROM role_assignment WHERE person_id IN (SELECT id FROM person WHERE username = 'yuri')", vec![]).await;
            world.hold("yuri", role, company, (Some(0), Some(0))).await;
            let midnight = |day: Day| day.0.in_tz(zone).unwrap().timestamp();
            let second = jiff::SignedDuration::from_secs(1);
            for (at, counts) in [
                (midnight(last_day) - second, false),
                (midnight(last_day), true),
                (midnight(last_day.plus_days(1)) - second, true),
                (midnight(last_day.plus_days(1)), false),
            ] {
                let viewer = Viewer::load(&world.app.db, &Clock::stopped_at(at), person).await.unwrap().unwrap();
                assert_eq!(!viewer.held.is_empty(), counts, "{role} in {zone} at {at}");
            }
        }
    }

    async fn an_administrator_gives_a_role_with_days_and_the_portal_follows(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let ana = world.acting("ana").await.standing("Cedar Outfitters").await;
        let manager = role(&grace, &tenant, "Manager View").await["id"].clone();
        let grant = json!({ "t": tenant, "p": ana.person, "r": manager, "c": ana.company });
        let preview = grace.ask(PREVIEW, grant.clone()).await;
        let gains = preview.data("/previewRole/gains/permissions").as_array().unwrap().clone();
        assert!(gains.contains(&json!("manager.write")) && !gains.contains(&json!("identity:user:self")), "{gains:?}");
        let pages = preview.data("/previewRole/gains/pages").as_array().unwrap().clone();
        assert!(!pages.is_empty() && pages.iter().all(|page| page["path"].is_string()), "{pages:?}");
        assert_eq!(preview.data("/previewRole/from"), &json!(TODAY));

        assert_eq!(grace.ask(GIVE, grant.clone()).await.outcome(), "STEP_UP_REQUIRED");
        assert!(!permissions(&world, "ana", "Cedar Outfitters").await.contains(&"manager.write".to_owned()));
        let given = grace.ask_proving(GIVE, grant.clone()).await;
        assert_eq!(given.data("/giveRole/state"), "current", "{}", given.text);
        assert!(permissions(&world, "ana", "Cedar Outfitters").await.contains(&"manager.write".to_owned()));
        refused(&grace.ask_proving(GIVE, grant.clone()).await, "ROLE_HELD_ALREADY", Some("roleId"));

        let assignment = given.data("/giveRole/id").clone();
        let ending = json!({ "t": tenant, "a": assignment, "v": 1 });
        let preview = grace.ask(PREVIEW_END, ending.clone()).await;
        assert_eq!(preview.data("/previewRoleEnd/loses/permissions"), &json!(["manager.write", "manager:profile.write", "manager:time-off.write"]));
        let ended = grace.ask_proving(END, ending).await;
        assert_eq!(ended.data("/endRole/assignment"), &Value::Null, "it began today, so nothing is left: {}", ended.text);
        assert!(!permissions(&world, "ana", "Cedar Outfitters").await.contains(&"manager.write".to_owned()));

        // Again, from tomorrow through another day; then ended, and given again in the same row.
        let tomorrow = json!(TODAY.plus_days(1));
        let mut later = grant.clone();
        later["from"] = tomorrow.clone();
        later["to"] = json!(TODAY.plus_days(9));
        let given = grace.ask_proving(GIVE, later.clone()).await;
        assert_eq!((given.data("/giveRole/state"), given.data("/giveRole/startsOn")), (&json!("upcoming"), &tomorrow));
        assert!(!permissions(&world, "ana", "Cedar Outfitters").await.contains(&"manager.write".to_owned()));
        world.change("UPDATE role_assignment SET starts_on = NULL, ends_on = $1 WHERE ends_on IS NOT NULL", db::params![TODAY.plus_days(-1)]).await;
        let again = grace.ask_proving(GIVE, grant).await;
        assert_eq!(again.data("/giveRole/id"), given.data("/giveRole/id"), "{}", again.text);
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'role.give' AND actor_id IS NOT NULL").await, 3);
    }

    async fn days_and_places_that_make_no_sense_are_refused_at_their_field(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let ana = world.acting("ana").await.standing("Cedar Outfitters").await;
        let (manager, administrator) = (role(&grace, &tenant, "Manager View").await, role(&grace, &tenant, "Administrator").await);
        let before = world.count("SELECT count(*) FROM role_assignment").await;
        let grant = |more: Value| {
            let mut all = json!({ "t": tenant, "p": ana.person, "r": manager["id"], "c": ana.company });
            all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            all
        };
        for (more, code, field) in [
            (json!({ "from": TODAY.plus_days(-1) }), "START_IN_PAST", "startsOn"),
            (json!({ "from": TODAY.plus_days(2), "to": TODAY.plus_days(1) }), "END_BEFORE_START", "endsOn"),
            (json!({ "to": "2100-01-01" }), "DATE_OUT_OF_RANGE", "endsOn"),
            (json!({ "c": null }), "ROLE_WRONG_PLACE", "companyId"),
            (json!({ "r": administrator["id"] }), "ROLE_WRONG_PLACE", "companyId"),
        ] {
            refused(&grace.ask_proving(GIVE, grant(more.clone())).await, code, Some(field));
            refused(&grace.ask(PREVIEW, grant(more)).await, if code.starts_with("ROLE") { code } else { "ok" }, code.starts_with("ROLE").then_some(field));
        }
        assert_eq!(world.count("SELECT count(*) FROM role_assignment").await, before);
    }

    async fn nobody_raises_their_own_rights_and_the_last_administrator_stays(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let me = world.person("grace").await.to_string();
        let at = world.acting("ana").await.standing("Cedar Outfitters").await;
        let payroll = role(&grace, &tenant, "Payroll").await["id"].clone();
        refused(&grace.ask_proving(GIVE, json!({ "t": tenant, "p": me, "r": payroll, "c": at.company })).await, "OWN_RIGHTS", None);
        let administrator = role(&grace, &tenant, "Administrator").await["id"].clone();
        let holders = grace.ask(HOLDERS, json!({ "t": tenant, "r": administrator })).await;
        let own = json!({ "t": tenant, "a": holders.data("/listRoleHolders/results/0/id"), "v": 1 });
        refused(&grace.ask_proving(END, own.clone()).await, "LAST_ADMINISTRATOR", None);
        // Someone whose own rights end someday, haven't begun, or who can't sign in doesn't count as another
        // administrator.
        for (first, last) in [(None, Some(30)), (Some(1), None)] {
            world.change("DELETE FROM role_assignment WHERE person_id IN (SELECT id FROM person WHERE username = 'omar')", vec![]).await;
            world.hold("omar", "Administrator", None, (first, last)).await;
            refused(&grace.ask_proving(END, own.clone()).await, "LAST_ADMINISTRATOR", None);
        }
        // Nor does someone who was never invited.
        world.add_person("yuri").await;
        world.change("DELETE FROM password_credential WHERE person_id IN (SELECT id FROM person WHERE username = 'yuri')", vec![]).await;
        world.hold("yuri", "Administrator", None, (None, None)).await;
        refused(&grace.ask_proving(END, own.clone()).await, "LAST_ADMINISTRATOR", None);
        world.change("UPDATE role_assignment SET starts_on = NULL, ends_on = NULL", vec![]).await;
        let ended = grace.ask_proving(END, own).await;
        assert_eq!(ended.data("/endRole/assignment/state"), "ended", "{}", ended.text);
        refused(&grace.ask(LIST, json!({ "t": tenant })).await, "FORBIDDEN", None);
    }

    async fn a_role_of_ones_own_is_copied_adapted_and_removed_and_the_second_of_two_sees_the_first(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let shipped = role(&grace, &tenant, "Manager View").await;
        refused(&grace.ask_proving(EDIT, json!({ "t": tenant, "r": shipped["id"], "v": 1, "n": "x" })).await, "ROLE_SHIPPED", None);
        refused(&grace.ask_proving(REMOVE, json!({ "t": tenant, "r": shipped["id"], "v": 1 })).await, "ROLE_SHIPPED", None);
        refused(&grace.ask(COPY, json!({ "t": tenant, "r": shipped["id"], "n": "manager view" })).await, "NAME_TAKEN", Some("name"));
        refused(&grace.ask(COPY, json!({ "t": tenant, "r": shipped["id"], "n": "  " })).await, "NAME_MISSING", Some("name"));
        let copy = grace.ask(COPY, json!({ "t": tenant, "r": shipped["id"], "n": " Floor \n lead " })).await;
        assert_eq!((copy.data("/copyRole/name"), copy.data("/copyRole/isShipped")), (&json!("Floor lead"), &json!(false)));
        assert_eq!(copy.data("/copyRole/permissions"), &shipped["permissions"]);
        let id = copy.data("/copyRole/id").clone();
        let edit = |version: i64, more: Value| {
            let mut all = json!({ "t": tenant, "r": id, "v": version });
            all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            all
        };
        refused(&grace.ask_proving(EDIT, edit(1, json!({ "p": ["Admin!"] }))).await, "INVALID_PERMISSION", Some("permissions"));
        refused(&grace.ask_proving(EDIT, edit(1, json!({ "a": ["NOPE"] }))).await, "UNKNOWN_APPLICATION", Some("applications"));
        refused(&grace.ask_proving(EDIT, edit(1, json!({ "p": ["manger.write"] }))).await, "UNKNOWN_PERMISSION", Some("permissions"));
        world.change("UPDATE role SET permissions = permissions || ' hr:desk' WHERE name = 'Floor lead'", vec![]).await;
        world.change("UPDATE feature SET permissions = 'books:read' WHERE feature_id = 'marketplace'", vec![]).await;
        let kept = json!({ "t": tenant, "r": id, "i": { "permissions": ["hr:desk", "books:read.write"] } });
        let kept = grace.ask("query ($t: ID!, $r: ID!, $i: RoleEditInput!) { previewRoleEdit(tenantId: $t, roleId: $r, input: $i) {
            gains { permissions } } }", kept).await;
        assert_eq!(kept.data("/previewRoleEdit/gains/permissions"), &json!(["books:read.write"]), "{}", kept.text);
        let edited = grace.ask_proving(EDIT, edit(1, json!({ "p": ["manager", "manager:time-off.write"], "a": ["PAY"] }))).await;
        assert_eq!(edited.data("/editRole/version"), 2, "{}", edited.text);
        assert_eq!(edited.data("/editRole/permissions"), &json!(["manager", "manager:time-off.write"]));
        let late = grace.ask_proving(EDIT, edit(1, json!({ "n": "Late" }))).await;
        refused(&late, "CONFLICT", None);
        let current = &late.body["errors"][0]["extensions"]["current"];
        assert_eq!((&current["version"], &current["name"]), (&json!(2), &json!("Floor lead")));

        // Ana has it from next week, so it can't be removed or moved; the refusal names her.
        let ana = world.acting("ana").await.standing("Cedar Outfitters").await;
        let grant = json!({ "t": tenant, "p": ana.person, "r": id, "c": ana.company, "from": TODAY.plus_days(7) });
        let given = grace.ask_proving(GIVE, grant).await;
        assert_eq!(given.outcome(), "ok", "{}", given.text);
        for reply in [
            grace.ask_proving(REMOVE, json!({ "t": tenant, "r": id, "v": 2 })).await,
            grace.ask_proving(EDIT, edit(2, json!({ "w": "tenant" }))).await,
        ] {
            refused(&reply, "ROLE_IN_USE", None);
            let holders = &reply.body["errors"][0]["extensions"]["holders"];
            assert_eq!((&holders[0]["username"], holders.as_array().unwrap().len()), (&json!("ana"), 1));
        }
        let ended = grace.ask_proving(END, json!({ "t": tenant, "a": given.data("/giveRole/id"), "v": 1 })).await;
        assert_eq!(ended.outcome(), "ok", "{}", ended.text);
        let removed = grace.ask_proving(REMOVE, json!({ "t": tenant, "r": id, "v": 2 })).await;
        assert_eq!(removed.outcome(), "ok", "{}", removed.text);
        let actions = "SELECT count(*) FROM audit_event WHERE result = 'done' AND action IN ('role.copy', 'role.edit', 'role.give', 'role.end', 'role.remove')";
        assert_eq!(world.count(actions).await, 5);
    }

    async fn an_edit_of_a_role_one_holds_may_take_away_but_not_add(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let shipped = role(&grace, &tenant, "Administrator").await;
        let copy = grace.ask(COPY, json!({ "t": tenant, "r": shipped["id"], "n": "Second office" })).await;
        let id = copy.data("/copyRole/id").clone();
        world.hold("grace", "Second office", None, (None, None)).await;
        let edit = |version: i64, list: Value| json!({ "t": tenant, "r": id, "v": version, "p": list });
        let more = json!(["admin.write", "identity:user", "identity:user:self", "payroll"]);
        refused(&grace.ask_proving(EDIT, edit(1, more)).await, "OWN_RIGHTS", None);
        let less = grace.ask_proving(EDIT, edit(1, json!(["admin.write"]))).await;
        assert_eq!(less.outcome(), "ok", "{}", less.text);
        world.change("UPDATE role_assignment SET ends_on = $1 WHERE role_id IN (SELECT id FROM role WHERE name = 'Administrator')", db::params![TODAY.plus_days(3)]).await;
        refused(&grace.ask_proving(EDIT, edit(2, json!([]))).await, "LAST_ADMINISTRATOR", None);
    }

    async fn a_company_administrator_reaches_their_company_and_no_further(world: World) {
        world.add_newcomers().await;
        let (lena, grace) = (world.acting("lena").await, world.acting("grace").await);
        let tenant = tenant_of(&grace).await;
        let (elena, ana) = (world.acting("elena").await.standing("Cedar Logistics").await, world.acting("ana").await.standing("Cedar Outfitters").await);
        let payroll = role(&lena, &tenant, "Payroll").await["id"].clone();
        let grant = |person: &str, company: Value| json!({ "t": tenant, "p": person, "r": payroll, "c": company });
        let given = lena.ask_proving(GIVE, grant(&elena.person, json!(elena.company))).await;
        assert_eq!(given.data("/giveRole/companyName"), "Cedar Logistics", "{}", given.text);
        for (variables, outcome) in [
            (grant(&elena.person, json!(ana.company)), "NOT_FOUND"),
            (grant(&ana.person, json!(elena.company)), "NOT_FOUND"),
            (grant(&elena.person, Value::Null), "FORBIDDEN"),
        ] {
            assert_eq!(lena.ask_proving(GIVE, variables).await.outcome(), outcome);
        }
        let own = world.person("lena").await.to_string();
        refused(&lena.ask_proving(GIVE, grant(&own, json!(elena.company))).await, "OWN_RIGHTS", None);
        let employee = role(&lena, &tenant, "Employee").await["id"].clone();
        let holders = lena.ask(HOLDERS, json!({ "t": tenant, "r": employee })).await;
        let places: Vec<&Value> = holders.data("/listRoleHolders/results").as_array().unwrap().iter().map(|row| &row["companyName"]).collect();
        assert!(!places.is_empty() && places.iter().all(|name| **name == "Cedar Logistics"), "{places:?}");
        let manager = role(&grace, &tenant, "Manager View").await["id"].clone();
        let holders = grace.ask(HOLDERS, json!({ "t": tenant, "r": manager, "s": "bell" })).await;
        let marcus = holders.data("/listRoleHolders/results/0").clone();
        assert_eq!(marcus["username"], "marcus");
        let ending = json!({ "t": tenant, "a": marcus["id"], "v": marcus["version"] });
        assert_eq!(lena.ask_proving(END, ending).await.outcome(), "NOT_FOUND");
        assert_eq!(lena.ask(COPY, json!({ "t": tenant, "r": payroll, "n": "Mine" })).await.outcome(), "FORBIDDEN");
        for who in ["paula", "yuri", "toma", "marcus"] {
            assert_eq!(world.acting(who).await.ask(LIST, json!({ "t": tenant })).await.outcome(), "FORBIDDEN", "{who}");
        }
        assert_eq!(world.acting("mina").await.ask(LIST, json!({ "t": tenant })).await.outcome(), "NOT_FOUND");
    }

    async fn two_administrators_who_end_each_other_at_once_leave_one(world: World) {
        world.hold("omar", "Administrator", None, (None, None)).await;
        world.change("DELETE FROM role_assignment WHERE role_id IN (SELECT id FROM role WHERE name = 'Identity User')", vec![]).await;
        let (grace, omar) = (world.acting("grace").await, world.acting("omar").await);
        let tenant = tenant_of(&grace).await;
        let administrator = role(&grace, &tenant, "Administrator").await["id"].clone();
        let holders = grace.ask(HOLDERS, json!({ "t": tenant, "r": administrator })).await;
        let of = |username: &str| {
            let rows = holders.data("/listRoleHolders/results").as_array().unwrap();
            let row = rows.iter().find(|row| row["username"] == username).unwrap();
            json!({ "t": tenant, "a": row["id"], "v": 1 })
        };
        let (one, other) = futures_util::future::join(grace.ask_proving(END, of("omar")), omar.ask_proving(END, of("grace"))).await;
        let outcomes = [one.outcome(), other.outcome()];
        assert!(outcomes.contains(&"ok") && !outcomes.iter().all(|outcome| *outcome == "ok"), "{outcomes:?}");
        let left = "SELECT count(*) FROM role_assignment a JOIN role r ON r.id = a.role_id WHERE r.name = 'Administrator' AND a.ends_on IS NULL";
        assert_eq!(world.count(left).await, 1);
    }

    async fn a_new_installation_has_every_shipped_role_to_copy_and_adapt(demo: World) {
        let world = World::empty(demo.engine).await;
        let link = atrium::setup::new_link(&world.app).await.unwrap().expect("there is nobody yet");
        let token = link.split_once("token=").unwrap().1;
        let password = "tuba velvet moth 94";
        let form = json!({
            "token": token, "tenantName": "Juniper Group", "companyName": "Juniper Bakery", "timeZone": "America/Chicago",
            "firstName": "Rosa", "lastName": "Quintero", "email": "rosa@juniper.example", "username": "rosa", "password": password,
        });
        assert_eq!(world.nobody().post("/login/setup", form.to_string(), &[]).await.status, 200);
        let mut browser = crate::world::Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        let welcome = browser.type_password(&request, "rosa", password).await;
        let tokens = browser.finish(welcome).await;
        let rosa = world.holding(tokens["access_token"].as_str().unwrap());
        let tenant = tenant_of(&rosa).await;
        let names: Vec<Value> = rosa.ask(LIST, json!({ "t": tenant })).await.data("/listRoles/results").as_array().unwrap().iter().map(|row| row["name"].clone()).collect();
        assert_eq!(names.len(), SHIPPED.len(), "{names:?}");
        let manager = role(&rosa, &tenant, "Manager View").await;
        let copy = rosa.ask(COPY, json!({ "t": tenant, "r": manager["id"], "n": "Shift lead" })).await;
        assert_eq!(copy.data("/copyRole/version"), 1, "{}", copy.text);
        let administrator = role(&rosa, &tenant, "Administrator").await;
        assert_eq!(administrator["holders"], 1);
    }
}

#[test]
fn an_operator_manages_roles_at_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = command(&[&["role", "--tenant", "Cedar Group", "--json"], arguments].concat());
        command
            .env("ATRIUM_DATA_DIR", folder.path())
            .env("ATRIUM_MASTER_KEY", "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=");
        let output = command.output().unwrap();
        let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        (output.status.code().unwrap(), texts.concat())
    };
    let (code, text) = run(&["list"]);
    assert!(code == 1 && text.contains("there is no tenant"), "{text}");
    let url = format!("sqlite:{}", folder.path().join("atrium.db").display());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let db = db::Db::connect(&url, db::Options::default()).await.unwrap();
        let mut tx = db.begin_write().await.unwrap();
        let tenant = uuid::Uuid::from_u128(7);
        tx.exec("INSERT INTO tenant (id, name, created_at) VALUES ($1, 'Cedar Group', $2)", db::params![tenant, jiff::Timestamp::UNIX_EPOCH]).await.unwrap();
        let company = "INSERT INTO company (id, tenant_id, name, time_zone) VALUES ($1, $2, 'Cedar Outfitters', 'UTC')";
        tx.exec(company, db::params![uuid::Uuid::from_u128(8), tenant]).await.unwrap();
        for (n, username) in [(9u128, "ana"), (10, "grace")] {
            let person = "INSERT INTO person (id, tenant_id, username, first_name, last_name, email, language, version)
                 VALUES ($1, $2, $3, 'A', 'M', 'a@cedar.example', 'en', 'v1')";
            tx.exec(person, db::params![uuid::Uuid::from_u128(n), tenant, username]).await.unwrap();
        }
        for (n, name, permissions, applies) in [(11u128, "Manager View", "manager.write", "company"), (12, "Administrator", "admin.write", "tenant")] {
            let role = "INSERT INTO role (id, tenant_id, name, permissions, applies, is_shipped) VALUES ($1, $2, $3, $4, $5, TRUE)";
            tx.exec(role, db::params![uuid::Uuid::from_u128(n), tenant, name, permissions, applies]).await.unwrap();
        }
        tx.commit().await.unwrap();
        db.close().await;
    });
    let of = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_else(|_| panic!("{text}"));
    let ok = |arguments: &[&str]| {
        let (code, text) = run(arguments);
        assert_eq!(code, 0, "{arguments:?}: {text}");
        of(&text)
    };
    assert_eq!(ok(&["list"]).as_array().unwrap().len(), 2);
    let given = ok(&["give", "ana", "manager view", "--company", "Cedar Outfitters", "--to", "2099-12-31"]);
    assert_eq!((&given["company"], &given["endsOn"]), (&json!("Cedar Outfitters"), &json!("2099-12-31")));
    let (code, text) = run(&["give", "ana", "Manager View"]);
    assert!(code == 1 && text.contains("can't be given there"), "{text}");
    assert_eq!(ok(&["copy", "Manager View", "Floor lead"])["isShipped"], false);
    let (code, text) = run(&["edit", "Floor lead", "--permissions", "manger"]);
    assert!(code == 1 && text.contains("atrium role permissions"), "{text}");
    assert!(ok(&["permissions"]).as_array().unwrap().contains(&json!("manager:time-off")));
    assert_eq!(ok(&["edit", "Floor lead", "--permissions", "manager,manager:time-off"])["version"], 2);
    ok(&["give", "ana", "Floor lead", "--company", "Cedar Outfitters"]);
    let (code, text) = run(&["remove", "Floor lead"]);
    assert!(code == 1 && text.contains("ana"), "{text}");
    assert_eq!(ok(&["end", "ana", "Floor lead", "--company", "Cedar Outfitters"]), Value::Null);
    ok(&["remove", "Floor lead"]);
    assert_eq!(ok(&["show", "Manager View"])["heldBy"][0]["username"], "ana");
    ok(&["give", "grace", "Administrator"]);
    let compared = ok(&["compare", "ana", "grace"]);
    assert_eq!(compared[0]["only"][1]["has"]["permissions"], json!(["admin.write"]), "{compared}");
    assert_eq!(
        (&compared[1]["company"], &compared[1]["only"][0]["has"]["permissions"]),
        (&json!("Cedar Outfitters"), &json!(["manager.write"]))
    );
    let (code, text) = run(&["end", "grace", "Administrator"]);
    assert!(code == 1 && text.contains("No other administrator would be left"), "{text}");
}

//! Users: added, found, changed, locked and removed.

use super::{Directory, USER, nora, refusal, with};
use crate::world::{Browser, World, both};
use serde_json::{Value, json};

both! {
    async fn a_directory_adds_someone_with_an_account_and_no_rights(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let added = directory.send("POST", "/Users", nora()).await;
        assert_eq!(added.status, 201, "{}", added.text);
        assert_eq!(added.headers["location"], added.body["meta"]["location"].as_str().unwrap());
        let id = added.body["id"].as_str().unwrap();
        assert_eq!(directory.get(&format!("/Users/{id}")).await.body, added.body);
        assert_eq!(added.body["groups"][0]["display"], "Identity User");
        assert_eq!((&added.body["displayName"], &added.body["externalId"]), (&json!("Nora Quist"), &json!("E-77")));
        let events = "SELECT count(*) FROM audit_event WHERE action IN ('person.created', 'role.give')
            AND actor_name = 'machine:Directory'";
        assert_eq!(world.count(events).await, 2);
        assert_eq!(world.count("SELECT count(*) FROM account_link WHERE kind = 'invitation' AND sent_to = 'nora@cedar.example'").await, 0);
    }

    async fn what_is_there_already_or_missing_is_refused_and_changes_nothing(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        assert_eq!(directory.send("POST", "/Users", nora()).await.status, 201);
        let before = world.rows().await.get("person").cloned();
        for (name, value, expected) in [
            ("userName", json!("NORA"), (409, "uniqueness")),
            ("userName", json!("ana"), (409, "uniqueness")),
            ("emails", json!([{ "value": "NORA@cedar.example" }]), (409, "uniqueness")),
            ("externalId", json!("E-77"), (409, "uniqueness")),
            ("userName", Value::Null, (400, "invalidValue")),
            ("userName", json!("two words"), (400, "invalidValue")),
            ("userName", json!("someone@else.example"), (400, "invalidValue")),
            ("emails", json!([]), (400, "invalidValue")),
            ("emails", json!([{ "value": "not an address" }]), (400, "invalidValue")),
            ("name", json!({ "givenName": "Nora" }), (400, "invalidValue")),
            ("schemas", json!([]), (400, "invalidValue")),
        ] {
            let other = json!([{ "value": "other@cedar.example" }]);
            let other = with(with(with(nora(), "userName", json!("other")), "emails", other), "externalId", Value::Null);
            let reply = directory.send("POST", "/Users", with(other, name, value.clone())).await;
            assert_eq!(refusal(&reply), expected, "{name} {value}: {}", reply.text);
        }
        let reply = directory.send("POST", "/Users", json!([])).await;
        assert_eq!(refusal(&reply), (400, "invalidSyntax"));
        assert_eq!(world.rows().await.get("person").cloned(), before, "nothing changed");
    }

    async fn no_one_is_led_to_another_tenants_provider_by_their_mail_domain(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let upstream = "INSERT INTO upstream (id, tenant_id, name, issuer, client_id, created_at)
            SELECT $1, id, 'Harbor ID', 'https://id.harbor.example', 'atrium', created_at FROM tenant
            WHERE name = 'Harbor Clinic'";
        world.change(upstream, db::params![uuid::Uuid::from_u128(0xaa)]).await;
        let domain = "INSERT INTO upstream_domain (domain, tenant_id, upstream_id)
            SELECT 'harbor.example', tenant_id, id FROM upstream WHERE name = 'Harbor ID'";
        world.change(domain, vec![]).await;
        let added = directory.send("POST", "/Users", nora()).await.body;
        let path = format!("/Users/{}", added["id"].as_str().unwrap());
        let elsewhere = json!([{ "value": "nora@Harbor.example" }]);
        let other = with(with(nora(), "userName", json!("nora.two")), "externalId", Value::Null);
        let refused = directory.send("POST", "/Users", with(other, "emails", elsewhere.clone())).await;
        assert_eq!(refusal(&refused), (400, "invalidValue"), "{}", refused.text);
        assert!(refused.text.contains("mail domain"), "{}", refused.text);
        let moved = directory.send("PUT", &path, with(nora(), "emails", elsewhere)).await;
        assert_eq!(refusal(&moved), (400, "invalidValue"), "{}", moved.text);
        assert_eq!(directory.get(&path).await.body, added, "nothing changed");
        assert_eq!(world.count("SELECT count(*) FROM person WHERE lower(email) LIKE '%@harbor.example' AND username LIKE 'nora%'").await, 0);
    }

    async fn people_are_found_by_filter_and_page(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        directory.send("POST", "/Users", nora()).await;
        let ana = world.person("ana").await.to_string();
        for filter in [
            "userName eq \"ANA\"",
            "userName eq \"ana\" and active eq true",
            "id eq \"{ana}\"",
            "name.givenName sw \"An\" and userName co \"na\" and not (userName eq \"nora\")",
        ] {
            let filter = filter.replace("{ana}", &ana);
            assert!(directory.found("Users", &filter).await.contains(&ana), "{filter}");
        }
        assert_eq!(directory.found("Users", "externalId eq \"E-77\"").await.len(), 1);
        assert_eq!(directory.found("Users", "emails[type eq \"work\" and value eq \"nora@cedar.example\"]").await.len(), 1);
        for none in ["userName eq \"hugo\"", "id eq \"x\"", "userName eq \"%\"", "userName co \"' OR 1=1 --\""] {
            assert!(directory.found("Users", none).await.is_empty(), "{none}");
        }
        for wrong in ["userName", "salary%20eq%201", "userName%20gt%20%22a%22", "active%20eq%20%22x%22"] {
            let reply = directory.get(&format!("/Users?filter={wrong}")).await;
            assert_eq!(refusal(&reply), (400, "invalidFilter"), "{wrong}");
        }
        let all = directory.get("/Users").await;
        let total = all.body["totalResults"].as_u64().unwrap();
        let (mut seen, mut first) = (vec![], 1);
        while first <= total {
            let page = directory.get(&format!("/Users?startIndex={first}&count=7&attributes=userName")).await;
            let rows = page.body["Resources"].as_array().unwrap();
            assert_eq!((page.body["itemsPerPage"].as_u64().unwrap(), page.body["totalResults"].as_u64().unwrap()), (rows.len() as u64, total));
            assert!(rows.iter().all(|row| row.get("emails").is_none() && row["userName"].is_string()));
            seen.extend(rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()));
            first += 7;
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len() as u64, total);
        assert_eq!(directory.get("/Users?count=0").await.body["Resources"], json!([]));
        assert_eq!(directory.get("/Users?count=-1&startIndex=-5").await.status, 200);
    }

    async fn a_search_finds_what_a_list_finds(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let search = async |path: &str, asked: Value| {
            let asked = with(asked, "schemas", json!(["urn:ietf:params:scim:api:messages:2.0:SearchRequest"]));
            directory.send("POST", &format!("{path}/.search"), asked).await
        };
        let of_ana = json!({ "filter": "userName eq \"ana\"", "attributes": ["userName", "emails"] });
        let listed = directory.get("/Users?filter=userName%20eq%20%22ana%22&attributes=userName,emails").await.body;
        assert_eq!(listed["Resources"][0]["userName"], "ana");
        assert_eq!(search("/Users", of_ana.clone()).await.body, listed);
        assert_eq!(search("", of_ana.clone()).await.body, listed, "groups have no username");
        assert_eq!(refusal(&search("/Groups", of_ana).await), (400, "invalidFilter"));
        let groups = search("/Groups", json!({ "excludedAttributes": ["members"] })).await.body;
        assert_eq!(groups, directory.get("/Groups?excludedAttributes=members").await.body);
        let typed = search("", json!({ "filter": "meta.resourceType eq \"Group\"", "excludedAttributes": ["members"] })).await;
        assert_eq!(typed.body, groups, "{}", typed.text);
        let users = directory.get("/Users").await.body["totalResults"].as_u64().unwrap();
        let total = users + groups["totalResults"].as_u64().unwrap();
        let (mut seen, mut first) = (std::collections::BTreeSet::new(), 1);
        while first <= total {
            let page = search("", json!({ "startIndex": first, "count": 7, "attributes": ["id"] })).await;
            assert_eq!((page.status.as_u16(), &page.body["totalResults"]), (200, &json!(total)), "{}", page.text);
            seen.extend(page.body["Resources"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()));
            first += 7;
        }
        assert_eq!(seen.len() as u64, total);
        for (wrong, expected) in [
            (json!({ "filter": "salary eq 1" }), "invalidFilter"),
            (json!({ "filter": 1 }), "invalidValue"),
            (json!({ "count": "many" }), "invalidValue"),
            (json!({ "attributes": "userName" }), "invalidValue"),
        ] {
            assert_eq!(refusal(&search("", wrong.clone()).await), (400, expected), "{wrong}");
        }
        assert_eq!(refusal(&directory.send("POST", "/.search", json!({})).await), (400, "invalidValue"));
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'change.refused'").await, 0, "a search is a read");
    }

    async fn a_directory_corrects_names_and_addresses_and_their_owner_is_told(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let added = directory.send("POST", "/Users", nora()).await.body;
        let path = format!("/Users/{}", added["id"].as_str().unwrap());
        let changed = directory.patch(&path, json!([
            { "op": "Replace", "path": "name.familyName", "value": "Berg" },
            { "op": "replace", "path": "emails[type eq \"work\"].value", "value": "nora.berg@cedar.example" },
            { "op": "replace", "value": { "userName": "nora.berg", "externalId": "E-78" } },
        ])).await;
        assert_eq!(changed.status, 200, "{}", changed.text);
        assert_eq!(
            (&changed.body["userName"], &changed.body["emails"][0]["value"], &changed.body["displayName"], &changed.body["externalId"]),
            (&json!("nora.berg"), &json!("nora.berg@cedar.example"), &json!("Nora Berg"), &json!("E-78"))
        );
        let name = json!({ "givenName": "Nora", "familyName": "Berg" });
        assert_eq!(changed.body["name"], name, "nothing that a directory doesn't send");
        let asked = directory.get(&format!("{path}?attributes=name.formatted")).await.body;
        assert_eq!(asked["name"]["formatted"], "Nora Berg");
        let replaced = directory.send("PUT", &path, with(nora(), "name", json!({ "givenName": "Eleonora", "familyName": "Quist" }))).await;
        assert_eq!((replaced.status.as_u16(), &replaced.body["displayName"]), (200, &json!("Eleonora Quist")));
        assert_eq!(replaced.body["active"], true);
        let told = world.delivered().await;
        assert!(told.iter().any(|one| one.to == "nora@cedar.example"), "the old mailbox hears of it");
        for (operation, expected) in [
            (json!({ "op": "replace", "path": "id", "value": "x" }), (400, "mutability")),
            (json!({ "op": "replace", "path": "preferredLanguage", "value": "es" }), (400, "mutability")),
            (json!({ "op": "replace", "path": "salary", "value": 1 }), (400, "invalidPath")),
            (json!({ "op": "remove", "path": "userName" }), (400, "mutability")),
            (json!({ "op": "remove", "path": "active" }), (400, "mutability")),
            (json!({ "op": "remove" }), (400, "noTarget")),
            (json!({ "op": "replace", "path": "userName", "value": "ana" }), (409, "uniqueness")),
        ] {
            let reply = directory.patch(&path, json!([operation])).await;
            assert_eq!(refusal(&reply), expected, "{operation}: {}", reply.text);
        }
        assert_eq!(directory.get(&path).await.body, replaced.body, "nothing changed");
    }

    async fn a_directory_gives_a_language_once_and_it_is_the_persons_from_then_on(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let added = directory.send("POST", "/Users", with(nora(), "preferredLanguage", json!("es-MX"))).await.body;
        assert_eq!(added["preferredLanguage"], "es");
        let path = format!("/Users/{}", added["id"].as_str().unwrap());
        world.change("UPDATE person SET language = 'en' WHERE username = 'nora'", vec![]).await;
        let again = with(with(nora(), "preferredLanguage", json!("es-MX")), "externalId", json!("E-78"));
        let replaced = directory.send("PUT", &path, again).await;
        assert_eq!((replaced.status.as_u16(), &replaced.body["externalId"]), (200, &json!("E-78")), "{}", replaced.text);
        assert_eq!(replaced.body["preferredLanguage"], "en", "their own choice stays");
    }

    async fn deactivating_someone_ends_their_sessions_and_activating_lets_them_in_again(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let token = browser.sign_in("ana").await["access_token"].as_str().unwrap().to_owned();
        assert_eq!(browser.ask(&token).await.outcome(), "ok");
        let path = format!("/Users/{}", world.person("ana").await);
        let locked = directory.patch(&path, json!([{ "op": "Replace", "path": "active", "value": "False" }])).await;
        assert_eq!((locked.status.as_u16(), &locked.body["active"]), (200, &json!(false)), "{}", locked.text);
        assert_eq!(browser.ask(&token).await.outcome(), "UNAUTHENTICATED");
        let again = directory.patch(&path, json!([{ "op": "replace", "value": { "active": true } }])).await;
        assert_eq!(again.body["active"], true, "{}", again.text);
        assert_eq!(browser.ask(&token).await.outcome(), "UNAUTHENTICATED", "the session stays over");
        Browser::at(&world, "127.0.0.1").sign_in("ana").await;
        let events = "SELECT count(*) FROM audit_event
            WHERE action IN ('account.locked', 'account.unlocked') AND actor_name = 'machine:Directory'";
        assert_eq!(world.count(events).await, 2);
    }

    async fn someone_removed_is_gone_from_the_directory_only_and_may_come_back(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let added = directory.send("POST", "/Users", nora()).await.body;
        let path = format!("/Users/{}", added["id"].as_str().unwrap());
        assert_eq!(directory.send("DELETE", &path, Value::Null).await.status, 204);
        assert_eq!(refusal(&directory.get(&path).await), (404, ""));
        assert_eq!(refusal(&directory.send("DELETE", &path, Value::Null).await), (404, ""));
        assert!(directory.found("Users", "userName eq \"nora\"").await.is_empty());
        assert_eq!(world.count("SELECT count(*) FROM person WHERE username = 'nora' AND disabled_at IS NOT NULL").await, 1);
        let again = directory.send("POST", "/Users", nora()).await;
        assert_eq!((again.status.as_u16(), &again.body["id"], &again.body["active"]), (201, &added["id"], &json!(true)), "{}", again.text);
    }

    async fn an_administrator_is_out_of_reach_without_the_right_and_the_last_one_stays(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let path = format!("/Users/{}", world.person("grace").await);
        for operation in [
            json!({ "op": "replace", "path": "emails[type eq \"work\"].value", "value": "thief@cedar.example" }),
            json!({ "op": "replace", "path": "name.givenName", "value": "Thief" }),
            json!({ "op": "replace", "path": "externalId", "value": "E-1" }),
        ] {
            assert_eq!(refusal(&directory.patch(&path, json!([operation])).await), (403, ""));
        }
        let wide = world.add_machine("grace", "Wide", &["scim", "scim.admin"]).await;
        let wide = Directory { world: &world, token: world.machine_token(&wide).await };
        let named = wide.patch(&path, json!([{ "op": "replace", "path": "externalId", "value": "E-1" }])).await;
        assert_eq!(named.status, 200, "{}", named.text);
        let sql = "DELETE FROM role_assignment WHERE person_id <> (SELECT id FROM person WHERE username = 'grace')
            AND role_id IN (SELECT id FROM role WHERE permissions LIKE '%admin.write%')";
        world.change(sql, vec![]).await;
        let last = wide.patch(&path, json!([{ "op": "replace", "path": "active", "value": false }])).await;
        assert_eq!(refusal(&last), (409, ""), "{}", last.text);
        assert_eq!(refusal(&wide.send("DELETE", &path, Value::Null).await), (409, ""));
        assert_eq!(wide.get(&path).await.body["active"], true);
    }

    async fn the_same_request_under_a_key_adds_once(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let send = async |key: &str, body: Value| {
            let headers = [("idempotency-key", key)];
            world.holding(&directory.token).post("/scim/v2/Users", body.to_string(), &headers).await
        };
        let first = send("k1", nora()).await;
        let again = send("k1", nora()).await;
        assert_eq!((first.status, &first.text), (again.status, &again.text));
        assert_eq!(refusal(&send("k1", with(nora(), "userName", json!("other"))).await).0, 400);
        assert_eq!(refusal(&send("k2", nora()).await), (409, "uniqueness"));
        let stored: Vec<db::Cells> = world.app.db.all("SELECT * FROM machine_answer", vec![]).await.unwrap();
        assert!(!format!("{stored:?}").contains("nora"), "answers are kept sealed");
    }

    async fn nothing_of_another_tenant_can_be_seen_or_changed(world: World) {
        let directory = Directory::of(&world, &["scim", "scim.admin"]).await;
        let path = format!("/Users/{}", world.person("hugo").await);
        for (method, body) in [
            ("GET", Value::Null),
            ("PUT", nora()),
            ("PATCH", json!({ "Operations": [{ "op": "replace", "path": "active", "value": false }] })),
            ("DELETE", Value::Null),
        ] {
            assert_eq!(refusal(&directory.send(method, &path, body).await), (404, ""), "{method}");
        }
        let taken = directory.send("POST", "/Users", with(nora(), "userName", json!("hugo"))).await;
        assert_eq!(refusal(&taken), (409, "uniqueness"), "usernames are one installation's");
        assert_eq!(refusal(&directory.get("/Nothing").await), (404, ""));
        assert_eq!(refusal(&directory.send("PUT", "/Users", json!({})).await), (405, ""));
    }

    async fn discovery_describes_what_is_there(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let config = directory.get("/ServiceProviderConfig").await.body;
        assert_eq!((&config["patch"]["supported"], &config["bulk"]["supported"]), (&json!(true), &json!(false)));
        for list in ["ResourceTypes", "Schemas"] {
            let all = directory.get(&format!("/{list}")).await.body;
            assert_eq!(all["totalResults"], 2);
            for one in all["Resources"].as_array().unwrap() {
                let id = one["id"].as_str().unwrap();
                assert_eq!(&directory.get(&format!("/{list}/{id}")).await.body, one);
            }
            assert_eq!(refusal(&directory.get(&format!("/{list}/x")).await), (404, ""));
        }
        let schema = directory.get(&format!("/Schemas/{USER}")).await.body;
        let of = |name: &str| schema["attributes"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
        assert_eq!((&of("active")["required"], &of("preferredLanguage")["mutability"]), (&json!(true), &json!("readOnly")));
        assert_eq!(of("emails")["subAttributes"][2]["canonicalValues"], json!(["true"]));
        let user = directory.send("POST", "/Users", nora()).await.body;
        let described: Vec<&str> = schema["attributes"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        for name in user.as_object().unwrap().keys() {
            let is_common = ["id", "schemas", "meta", "externalId"].contains(&name.as_str());
            assert!(is_common || described.contains(&name.as_str()), "{name} isn't described");
        }
    }
}

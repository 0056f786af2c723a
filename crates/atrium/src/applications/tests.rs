//! The developer API, as named people in the demo world.

use crate::world::{AtHome, Reply, World, both};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

const LIST: &str = "/ui-datastore/application-metadata";

async fn call(
    world: &World,
    who: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Value,
) -> Reply {
    let token = world.token(who).await;
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::AUTHORIZATION, format!("Bearer {token}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    world.send(request.body(body).unwrap()).await
}

async fn get(world: &World, who: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
    call(world, who, "GET", path, headers, Value::Null).await
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect()
}

fn codes(reply: &Reply) -> Vec<&str> {
    let rows = reply.body["results"].as_array().unwrap_or_else(|| panic!("{}", reply.text));
    rows.iter().map(|row| row["code"].as_str().unwrap()).collect()
}

#[track_caller]
fn refused(reply: &Reply, status: u16, code: &str, message: &str) {
    assert_eq!(
        (reply.status.as_u16(), &reply.body["code"], &reply.body["message"]),
        (status, &json!(code), &json!(message)),
        "{}",
        reply.text
    );
}

both! {
    async fn evan_sees_himself_with_his_roles_and_his_evolution_role_by_itself(world: World) {
        let evan = world.person("evan").await.to_string();
        let reply = get(&world, "evan", &format!("/identity/users/{evan}"), &[]).await;
        assert_eq!((reply.status.as_u16(), &reply.body["firstName"]), (200, &json!("Evan")), "{}", reply.text);
        assert_eq!(names(&reply.body["roles"]), ["Employee", "Evolution Payroll Access"]);
        assert_eq!(reply.body["evoUserData"], json!({ "roles": [{ "name": "Evolution Payroll Access" }] }));
        assert!(reply.body["phone"].as_str().unwrap().starts_with("+1503555"));
        let ana = world.person("ana").await.to_string();
        let reply = get(&world, "ana", &format!("/identity/users/{ana}"), &[]).await;
        assert_eq!(reply.body["evoUserData"]["roles"], json!([]));
    }

    async fn administrators_see_people_of_their_tenant_and_phones_only_if_they_look_after_accounts(world: World) {
        let message = "Unable to get EVO role data";
        let path = |person: String| format!("/identity/users/{person}");
        let ana = path(world.person("ana").await.to_string());
        let hugo = path(world.person("hugo").await.to_string());
        let reply = get(&world, "grace", &ana, &[]).await;
        assert_eq!((reply.status.as_u16(), reply.body["phone"].is_string()), (200, true), "{}", reply.text);
        refused(&get(&world, "grace", &hugo, &[]).await, 404, "NOT_FOUND", message);
        refused(&get(&world, "grace", &path("x".into()), &[]).await, 404, "NOT_FOUND", message);
        refused(&get(&world, "marcus", &ana, &[]).await, 404, "NOT_FOUND", message);
        world.change("UPDATE role SET permissions = 'admin.write' WHERE name = 'Administrator'", vec![]).await;
        let reply = get(&world, "grace", &ana, &[]).await;
        assert_eq!((reply.status.as_u16(), reply.body.get("phone")), (200, None));
        world.disable("ana").await;
        refused(&get(&world, "grace", &ana, &[]).await, 404, "NOT_FOUND", message);
    }

    async fn e37_the_headers_only_narrow_and_a_foreign_id_is_like_a_missing_one(world: World) {
        let priya = world.acting("priya").await;
        let (outfitters, logistics) = (priya.standing("Cedar Outfitters").await, priya.standing("Cedar Logistics").await);
        let hugo = world.acting("hugo").await.standing("Harbor Clinic").await;
        let missing = "00000000-0000-7000-8000-000000000000".to_owned();
        let own = format!("/identity/users/{}", outfitters.person);
        let two = format!("{}, {}", logistics.company, hugo.company);
        for (who, headers, roles) in [
            ("priya", vec![], Some(3)),
            ("priya", vec![("tenant-id", &outfitters.tenant)], Some(3)),
            ("priya", vec![("tenant-id", &hugo.tenant)], None),
            ("priya", vec![("tenant-id", &missing)], None),
            ("priya", vec![("virtual-tenant-id", &outfitters.company)], Some(2)),
            ("priya", vec![("virtual-tenant-id", &two)], Some(1)),
            ("priya", vec![("virtual-tenant-id", &hugo.company)], None),
            ("priya", vec![("virtual-tenant-id", &missing)], None),
            ("grace", vec![("virtual-tenant-id", &logistics.company)], Some(1)),
            ("grace", vec![("virtual-tenant-id", &hugo.company)], None),
            ("grace", vec![("virtual-tenant-id", &missing)], None),
        ] {
            let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let reply = get(&world, who, &own, &headers).await;
            match roles {
                Some(count) => assert_eq!(reply.body["roles"].as_array().map(Vec::len), Some(count), "{who} {headers:?}"),
                None => refused(&reply, 404, "NOT_FOUND", "Unable to get EVO role data"),
            }
        }
        let ana = format!("/identity/users/{}", world.person("ana").await);
        let elsewhere = get(&world, "grace", &ana, &[("virtual-tenant-id", &logistics.company)]).await;
        refused(&elsewhere, 404, "NOT_FOUND", "Unable to get EVO role data");
        let junk = get(&world, "priya", &own, &[("tenant-id", "x,y"), ("virtual-tenant-id", " , ")]).await;
        assert_eq!(junk.status, 404);
        assert_eq!(get(&world, "priya", &own, &[("tenant-id", "")]).await.status, 200);
        let many = vec![missing.as_str(); 101].join(",");
        refused(&get(&world, "priya", &own, &[("tenant-id", &many)]).await, 422, "TOO_MANY_IDS", "Unable to get EVO role data");
    }

    async fn the_list_of_applications_is_for_those_who_have_one_and_administrators_see_all(world: World) {
        let message = "Unable to get application data";
        let evan = get(&world, "evan", LIST, &[]).await;
        assert_eq!(codes(&evan), ["HR", "PAY", "TIME"]);
        assert_eq!((&evan.body["applicationTitle"], &evan.body["version"]), (&json!("Cedar Group applications"), &json!(1)));
        let pay = &evan.body["results"][1];
        assert_eq!((&pay["name"], &pay["path"], &pay["clientId"]), (&json!("Payroll"), &json!("/payroll"), &json!("cedar-payroll")));
        assert_eq!(codes(&get(&world, "grace", LIST, &[]).await), ["HCM", "HR", "PAY", "TAX", "TIME"]);
        for who in ["ana", "omar", "hugo", "mina"] {
            refused(&get(&world, who, LIST, &[]).await, 404, "NOT_FOUND", message);
        }
        let nobody = world.get(LIST).await;
        refused(&nobody, 401, "UNAUTHENTICATED", message);
        assert_eq!(nobody.headers["www-authenticate"], "Bearer");
        // Without the permission the payroll entry disappears; without the role everything does.
        world.change("UPDATE role SET permissions = '' WHERE name = 'Evolution Payroll Access'", vec![]).await;
        assert_eq!(codes(&get(&world, "evan", LIST, &[]).await), ["HR", "TIME"]);
        world.change("DELETE FROM role_assignment WHERE role_id IN (SELECT id FROM role WHERE name = 'Evolution Payroll Access')", vec![]).await;
        refused(&get(&world, "evan", LIST, &[]).await, 404, "NOT_FOUND", message);
    }

    async fn an_administrator_changes_the_list_and_the_second_of_two_is_told(world: World) {
        let list = get(&world, "grace", LIST, &[]).await.body;
        let path = format!("{LIST}/{}", list["id"].as_str().unwrap());
        let change = json!({ "version": 1, "applicationTitle": " More at Cedar ", "results": [{ "code": "PAY", "name": "Evolution" }] });
        let reply = call(&world, "grace", "PATCH", &path, &[], change.clone()).await;
        assert_eq!((reply.status.as_u16(), &reply.body["version"]), (200, &json!(2)), "{}", reply.text);
        assert_eq!(reply.body["applicationTitle"], "More at Cedar");
        assert_eq!(reply.body["results"][2]["name"], "Evolution");
        assert_eq!(reply.body["results"][2]["path"], "/payroll", "what is not named stays");
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'applications.revise' AND result = 'done'").await, 2);
        let late = call(&world, "grace", "PATCH", &path, &[], change).await;
        refused(&late, 409, "CONFLICT", "Unable to update application data");
        assert_eq!((&late.body["current"]["version"], &late.body["current"]["applicationTitle"]), (&json!(2), &json!("More at Cedar")));
        assert_eq!(late.body["current"]["results"], reply.body["results"], "without what a flag hides");
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'change.refused'").await, 1);
    }

    async fn a_refused_change_of_the_list_changes_nothing_and_says_which_field(world: World) {
        let message = "Unable to update application data";
        let tenant = world.acting("ana").await.standing("Cedar Outfitters").await.tenant;
        let harbor = world.acting("hugo").await.standing("Harbor Clinic").await.tenant;
        let own = format!("{LIST}/{tenant}");
        for who in ["evan", "grace"] {
            world.acting(who).await;
        }
        let before = world.rows().await;
        let change = json!({ "version": 1, "applicationTitle": "x" });
        refused(&call(&world, "evan", "PATCH", &own, &[], change.clone()).await, 403, "FORBIDDEN", message);
        refused(&call(&world, "ana", "PATCH", &own, &[], change.clone()).await, 404, "NOT_FOUND", message);
        let foreign = format!("{LIST}/{harbor}");
        for (who, path) in [("grace", foreign.as_str()), ("hugo", &own), ("hugo", &foreign), ("grace", "/ui-datastore/application-metadata/x")] {
            refused(&call(&world, who, "PATCH", path, &[], change.clone()).await, 404, "NOT_FOUND", message);
        }
        for (body, code, field) in [
            (json!({ "version": 1, "applicationTitle": "  " }), "REQUIRED", Some("applicationTitle")),
            (json!({ "version": 1, "results": [{ "code": "PAY", "targetUrl": "javascript:alert(1)" }] }), "INVALID_ADDRESS", Some("targetUrl")),
            (json!({ "version": 1, "results": [{ "code": "NEW", "name": "x" }] }), "UNKNOWN_APPLICATION", Some("code")),
            (json!({ "version": 1, "results": [{ "code": "PAY", "tenantId": harbor }] }), "INVALID_REQUEST", None),
            (json!({ "applicationTitle": "x" }), "INVALID_REQUEST", None),
            (json!("x"), "INVALID_REQUEST", None),
        ] {
            let reply = call(&world, "grace", "PATCH", &own, &[], body).await;
            refused(&reply, 422, code, message);
            assert_eq!(reply.body["field"].as_str(), field);
        }
        assert!(world.rows().await == before, "nothing changed");
    }

    async fn a_tenant_writes_its_first_list_itself(world: World) {
        world.change("UPDATE role SET permissions = 'manager.write admin.write' WHERE name = 'Manager View'", vec![]).await;
        world.change("UPDATE role_assignment SET company_id = NULL WHERE person_id IN (SELECT id FROM person WHERE username = 'mina')", vec![]).await;
        let list = get(&world, "mina", LIST, &[]).await.body;
        assert_eq!((&list["applicationTitle"], &list["version"], &list["results"]), (&json!("Harbor Clinic"), &json!(0), &json!([])));
        let path = format!("{LIST}/{}", list["id"].as_str().unwrap());
        let entry = json!({ "code": "HR", "name": "People", "path": "/people", "clientId": "harbor-hr", "targetUrl": "https://hr.example.org" });
        let reply = call(&world, "mina", "PATCH", &path, &[], json!({ "version": 0, "results": [entry.clone()] })).await;
        assert_eq!((codes(&reply), &reply.body["version"]), (vec!["HR"], &json!(1)), "{}", reply.text);
        let again = call(&world, "mina", "PATCH", &path, &[], json!({ "version": 0, "results": [entry] })).await;
        refused(&again, 409, "CONFLICT", "Unable to update application data");
    }

    async fn a_company_is_found_by_a_part_of_its_name_among_those_one_may_see(world: World) {
        let find = async |who: &str, text: &str| {
            let reply = get(&world, who, &format!("/companies/lookup?lookup-string={text}"), &[]).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
            names(&reply.body["results"]).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(find("ana", "CEDAR").await, ["Cedar Outfitters"]);
        assert_eq!(find("ana", "logis").await, Vec::<String>::new());
        assert_eq!(find("ana", "harbor").await, Vec::<String>::new());
        assert_eq!(find("priya", "cedar").await, ["Cedar Logistics", "Cedar Outfitters"]);
        assert_eq!(find("grace", "ar%20l").await, ["Cedar Logistics"]);
        assert_eq!(find("hugo", "clinic").await, ["Harbor Clinic"]);
        assert_eq!(find("priya", "%25").await, Vec::<String>::new(), "no pattern");
        world.change("UPDATE company SET name = 'Cedar Ñandú' WHERE name = 'Cedar Outfitters'", vec![]).await;
        assert_eq!(find("priya", "%C3%B1AND%C3%9A").await, ["Cedar Ñandú"]);
        let message = "Unable to lookup company";
        refused(&get(&world, "omar", "/companies/lookup?lookup-string=cedar", &[]).await, 404, "NOT_FOUND", message);
        refused(&get(&world, "ana", "/companies/lookup", &[]).await, 422, "REQUIRED", message);
        refused(&world.get("/companies/lookup?lookup-string=cedar").await, 401, "UNAUTHENTICATED", message);
        let logistics = world.acting("elena").await.standing("Cedar Logistics").await.company;
        let reply = get(&world, "priya", "/companies/lookup?lookup-string=cedar", &[("virtual-tenant-id", &logistics)]).await;
        assert_eq!(names(&reply.body["results"]), ["Cedar Logistics"]);
    }

    async fn a_lookup_gives_at_most_twenty(world: World) {
        let tenant: uuid::Uuid = world.acting("ana").await.standing("Cedar Outfitters").await.tenant.parse().unwrap();
        for n in 0..25 {
            let id = world.app.ids.next(world.app.clock.now());
            let sql = "INSERT INTO company (id, tenant_id, name, time_zone) VALUES ($1, $2, $3, 'UTC')";
            world.change(sql, db::params![id, tenant, format!("Cedar {n:02}")]).await;
        }
        let found = get(&world, "grace", "/companies/lookup?lookup-string=cedar", &[]).await;
        assert_eq!(found.body["results"].as_array().unwrap().len(), 20);
    }

    async fn userinfo_has_the_applications_roles_and_policies_of_the_same_rows(world: World) {
        let mut evan = AtHome::of(&world, "evan").await;
        world.change("UPDATE person SET phone = NULL WHERE username = 'evan'", vec![]).await;
        let claims = evan.call("GET", "/oauth2/userinfo", Value::Null, None).await.body;
        assert_eq!(claims.get("phone_number"), None, "a claim without a value is left out");
        let block = &claims["atrium"];
        let applications = block["details"]["applications"].as_array().unwrap();
        assert_eq!(applications[0]["clientId"], "atrium-web", "the portal itself");
        let codes: Vec<&str> = applications[1..].iter().map(|row| row["code"].as_str().unwrap()).collect();
        assert_eq!(codes, ["HR", "PAY", "TIME"]);
        assert_eq!(names(&block["details"]["roles"]), ["Employee", "Evolution Payroll Access"]);
        assert_eq!(names(&block["policy"]), ["Employee", "Evolution Payroll Access"]);
        let company = &block["details"]["organizations"][0]["id"];
        assert_eq!(&block["policy"][1]["appliesWithin"]["organizationId"], company);
        assert!(block["tenantLogoUrl"].as_str().unwrap().starts_with("data:image/png;base64,"));
        let mut grace = AtHome::of(&world, "grace").await;
        let claims = grace.call("GET", "/oauth2/userinfo", Value::Null, None).await.body;
        assert_eq!(claims["atrium"]["policy"][0]["appliesWithin"]["organizationId"], Value::Null);
        assert_eq!(claims["atrium"]["details"]["applications"].as_array().unwrap().len(), 1);
    }

    async fn the_central_page_shows_the_tiles_and_cards_that_the_roles_open(world: World) {
        let query = "query ($t: ID!) { centralPage(tenantId: $t) {
            title tiles { code name path targetUrl plan pricing } showsWidget showsEvolutionCard isDesktopOnly canEdit } }";
        let page = async |who: &str| {
            let actor = world.acting(who).await;
            let tenant = actor.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone();
            actor.ask(query, json!({ "t": tenant })).await.data("/centralPage").clone()
        };
        let evan = page("evan").await;
        let tiles: Vec<(&str, &str)> = evan["tiles"].as_array().unwrap().iter()
            .map(|tile| (tile["code"].as_str().unwrap(), tile["path"].as_str().unwrap())).collect();
        assert_eq!(tiles, [("HR", "/hr"), ("PAY", "/payroll"), ("TIME", "/time-labor")]);
        assert_eq!((&evan["title"], &evan["showsWidget"], &evan["showsEvolutionCard"], &evan["canEdit"]),
            (&json!("Cedar Group applications"), &json!(true), &json!(true), &json!(false)));
        let grace = page("grace").await;
        assert_eq!((&grace["tiles"], &grace["showsWidget"], &grace["canEdit"]), (&json!([]), &json!(true), &json!(true)));
        let ana = page("ana").await;
        assert_eq!((&ana["showsWidget"], &ana["showsEvolutionCard"]), (&json!(false), &json!(false)));
        assert_eq!(page("hugo").await["title"], "Harbor Clinic", "a tenant that wrote no heading has its own name");
        // The role that hides the card hides the tile; people with no other Evolution role use only the desktop.
        for (id, who) in [(1, "evan"), (2, "ana")] {
            let give = "INSERT INTO role_assignment (id, tenant_id, person_id, role_id)
                SELECT $1, tenant_id, $2, id FROM role WHERE name = 'No Payroll Tile' AND tenant_id = (SELECT tenant_id FROM person WHERE id = $2)";
            world.change(give, db::params![uuid::Uuid::from_u128(id), world.person(who).await]).await;
        }
        let (evan, ana) = (page("evan").await, page("ana").await);
        let codes: Vec<&str> = evan["tiles"].as_array().unwrap().iter().map(|tile| tile["code"].as_str().unwrap()).collect();
        assert_eq!((codes, &evan["showsEvolutionCard"], &evan["isDesktopOnly"]), (vec!["HR", "TIME"], &json!(false), &json!(false)));
        assert_eq!((&ana["isDesktopOnly"], &ana["tiles"]), (&json!(true), &json!([])));
        let viewer = world.acting("evan").await.ask("{ viewer { applications } }", json!({})).await;
        assert_eq!(viewer.data("/viewer/applications"), &json!(["HR", "TIME"]));
        let take = "DELETE FROM role_assignment WHERE role_id IN (SELECT id FROM role WHERE name = 'No Payroll Tile')";
        world.change(take, vec![]).await;
        world.change("UPDATE role SET permissions = '' WHERE name = 'Evolution Payroll Access'", vec![]).await;
        assert_eq!(page("evan").await["tiles"].as_array().unwrap().len(), 2, "payroll needs employee:application");
    }
}

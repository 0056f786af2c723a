//! A company's vendors, through GraphQL as named people; a stand-in vendor redeems launches over HTTP.

use crate::features::switch;
use crate::world::{Program, Reply, World, both, command};
use atrium::access;
use atrium::integrations::join;
use atrium::shared::flag::Flag;
use atrium::shared::id::{CompanyId, TenantId};
use atrium::shared::vendor::Vendor;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{Request, header};
use axum::{Json, Router, routing::get};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

const LAUNCH: &str = "mutation ($t: ID!, $c: ID!, $i: ID!) {
    launchIntegration(tenantId: $t, companyId: $c, integrationId: $i) { url expiresAt } }";
const SWITCHES: &str = "query ($t: ID!, $c: ID!) { companySwitches(tenantId: $t, companyId: $c) {
    timeClock managerTimeClock carousel calendar timeAndAttendance { name url } earlyWageAccess { name }
    hrVendors { name } midmarketRedirect { name } marketplace { vendor area integrationId } } }";
const LIST: &str = "query ($t: ID!, $c: ID!) {
    listCompanyIntegrations(tenantId: $t, companyId: $c) { results { id name active url } links { next } } }";

async fn ask(world: &World, who: &str, company: &str, query: &str) -> Reply {
    let actor = world.acting(who).await;
    let at = actor.standing(company).await;
    actor.ask(query, json!({ "t": at.tenant, "c": at.company })).await
}

async fn id_of(world: &World, company: &str, vendor: &str) -> String {
    let sql = "SELECT i.id FROM integration i JOIN company c ON c.id = i.company_id WHERE c.name = $1 AND i.name = $2";
    world.app.db.one::<(uuid::Uuid,)>(sql, db::params![company, vendor]).await.unwrap().0.to_string()
}

async fn launch(world: &World, who: &str, vendor: &str) -> Reply {
    let id = id_of(world, "Cedar Outfitters", vendor).await;
    let actor = world.acting(who).await;
    let at = actor.standing("Cedar Outfitters").await;
    actor.ask(LAUNCH, json!({ "t": at.tenant, "c": at.company, "i": id })).await
}

/// Connects a vendor to Cedar Outfitters with a secret the test knows.
async fn joined(world: &World, vendor: Vendor) -> (String, String) {
    let sql = "SELECT tenant_id, id FROM company WHERE name = 'Cedar Outfitters'";
    let (tenant, company): (TenantId, CompanyId) = world.app.db.one(sql, vec![]).await.unwrap();
    let scope = access::operator(tenant);
    let (id, secret) =
        join(&world.app, &scope, company, vendor, "https://vendor.example.com", true).await.unwrap();
    (id.to_string(), secret)
}

async fn redeem(world: &World, id: &str, secret: &str, code: &str) -> Reply {
    let basic = STANDARD.encode(format!("{id}:{secret}"));
    let request = Request::post("/integrations/redeem")
        .header(header::AUTHORIZATION, format!("Basic {basic}"))
        .header(header::CONTENT_TYPE, "application/json");
    world.send(request.body(Body::from(json!({ "code": code }).to_string())).unwrap()).await
}

fn code_in(launched: &Reply, name: &str) -> String {
    let url: url::Url = launched.data("/launchIntegration/url").as_str().unwrap().parse().unwrap();
    url.query_pairs()
        .find(|(key, _)| key == name)
        .unwrap_or_else(|| panic!("no {name} in {url}"))
        .1
        .into_owned()
}

both! {
    async fn what_the_vendors_of_a_company_switch_on_is_what_its_people_see(world: World) {
        let on = ask(&world, "ana", "Cedar Outfitters", SWITCHES).await.data("/companySwitches").clone();
        assert_eq!((&on["timeClock"], &on["calendar"], &on["carousel"]), (&json!(true), &json!(true), &json!(true)));
        assert_eq!(on["timeAndAttendance"], json!({ "name": "Asureforce", "url": "https://time.example.com/cedar" }));
        assert_eq!((&on["earlyWageAccess"]["name"], &on["hrVendors"]), (&json!("ZayZoon"), &json!([])));
        let tiles: Vec<(&str, &str)> = on["marketplace"].as_array().unwrap().iter()
            .map(|tile| (tile["vendor"].as_str().unwrap(), tile["area"].as_str().unwrap())).collect();
        assert_eq!(tiles, [("ZayZoon", "pay"), ("Equifax", "verification")]);
        let listed = ask(&world, "ana", "Cedar Outfitters", LIST).await.data("/listCompanyIntegrations/results").clone();
        let names: Vec<(&str, bool)> = listed.as_array().unwrap().iter()
            .map(|row| (row["name"].as_str().unwrap(), row["active"].as_bool().unwrap())).collect();
        assert_eq!(names, [("Asureforce", true), ("Equifax", true), ("Swipe Clock", false), ("ZayZoon", true)]);
        let logistics = ask(&world, "elena", "Cedar Logistics", SWITCHES).await.data("/companySwitches").clone();
        assert_eq!((&logistics["timeClock"], &logistics["carousel"], &logistics["marketplace"]), (&json!(true), &json!(false), &json!([])));
        let clinic = ask(&world, "mina", "Harbor Clinic", SWITCHES).await.data("/companySwitches").clone();
        assert_eq!(clinic["hrVendors"], json!([{ "name": "Mineral" }]));
    }

    async fn pages_that_need_a_vendor_are_there_only_with_one(world: World) {
        let features = "query ($t: ID!, $c: ID!) { features(tenantId: $t, companyId: $c) { featureId enabled } }";
        let has = async |who: &str, company: &str, feature: &str| {
            let all = ask(&world, who, company, features).await.data("/features").clone();
            all.as_array().unwrap().iter().find(|row| row["featureId"] == feature).unwrap()["enabled"] == true
        };
        assert!(has("ana", "Cedar Outfitters", "marketplace").await);
        assert!(!has("elena", "Cedar Logistics", "marketplace").await);
        assert!(has("mina", "Harbor Clinic", "HRServicesCard").await && !has("marcus", "Cedar Outfitters", "HRServicesCard").await);
        assert!(has("mina", "Harbor Clinic", "Manager_timeClock").await);
        assert!(has("hugo", "Harbor Clinic", "Schedule").await, "our own clock has a schedule");
        world.change("UPDATE company SET has_time_clock = FALSE", vec![]).await;
        assert!(!has("mina", "Harbor Clinic", "Manager_timeClock").await, "neither a vendor nor a clock of our own");
        assert!(has("marcus", "Cedar Outfitters", "Manager_timeClock").await, "a vendor keeps the time cards");
        assert!(!has("hugo", "Harbor Clinic", "Schedule").await && has("ana", "Cedar Outfitters", "Schedule").await);
        world.change("UPDATE integration SET active = FALSE", vec![]).await;
        assert!(!has("ana", "Cedar Outfitters", "marketplace").await);
    }

    async fn with_the_midmarket_portal_people_reach_their_hours_there(world: World) {
        joined(&world, Vendor::MidMarket).await;
        let on = ask(&world, "ana", "Cedar Outfitters", SWITCHES).await.data("/companySwitches").clone();
        assert_eq!(on["timeAndAttendance"], json!({ "name": "MidMarket", "url": "https://vendor.example.com" }));
        assert_eq!(on["midmarketRedirect"], json!({ "name": "MidMarket" }));
        world.change("UPDATE integration SET active = FALSE WHERE name = 'MidMarket'", vec![]).await;
        let off = ask(&world, "ana", "Cedar Outfitters", SWITCHES).await.data("/companySwitches").clone();
        assert_eq!((&off["timeAndAttendance"]["name"], &off["midmarketRedirect"]), (&json!("Asureforce"), &Value::Null));
    }

    async fn a_time_card_site_adds_the_permission_to_punch(world: World) {
        world.change("UPDATE role SET permissions = 'employee' WHERE name = 'Employee'", vec![]).await;
        let query = "{ viewer { companies { siteUrl permissions } } }";
        let ana = async || world.acting("ana").await.ask(query, json!({})).await.data("/viewer/companies/0").clone();
        assert_eq!(ana().await, json!({ "siteUrl": "https://time.example.com/cedar", "permissions": ["employee", "employee:time:punch"] }));
        world.change("UPDATE integration SET active = FALSE", vec![]).await;
        assert_eq!(ana().await["siteUrl"], "/time", "our own clock counts as one");
        world.change("UPDATE company SET has_time_clock = FALSE", vec![]).await;
        assert_eq!(ana().await, json!({ "siteUrl": null, "permissions": ["employee"] }));
    }

    async fn a_code_is_good_once_for_its_vendor_and_for_a_minute(world: World) {
        let (id, secret) = joined(&world, Vendor::Asureforce).await;
        let (other, others_secret) = joined(&world, Vendor::ZayZoon).await;
        let launched = launch(&world, "ana", "Asureforce").await;
        let code = code_in(&launched, "access_id");
        assert!(!launched.text.contains(&world.token("ana").await), "never the access token");
        // Another vendor, another secret, no credentials: the code stays good.
        let refused = redeem(&world, &other, &others_secret, &code).await;
        assert_eq!((refused.status.as_u16(), &refused.body["code"]), (422, &json!("CODE_GONE")));
        let stranger = redeem(&world, &id, &others_secret, &code).await;
        assert_eq!((stranger.status.as_u16(), stranger.headers["www-authenticate"].to_str().unwrap()), (401, "Basic realm=\"integrations\""));
        let came = redeem(&world, &id, &secret, &code).await;
        assert_eq!(came.status, 200, "{}", came.text);
        assert_eq!((&came.body["username"], &came.body["companyName"], &came.body["userTypes"]), (&json!("ana"), &json!("Cedar Outfitters"), &json!(["employee"])));
        assert!(came.body["employeeCode"].is_string());
        assert_eq!(redeem(&world, &id, &secret, &code).await.body["code"], "CODE_GONE", "once");
        let late = code_in(&launch(&world, "ana", "Asureforce").await, "access_id");
        world.change("UPDATE integration_launch SET expires_at = $1", db::params![world.app.clock.now()]).await;
        assert_eq!(redeem(&world, &id, &secret, &late).await.body["code"], "CODE_GONE", "a minute");
        let gone = code_in(&launch(&world, "ana", "Asureforce").await, "access_id");
        world.disable("ana").await;
        assert_eq!(redeem(&world, &id, &secret, &gone).await.body["code"], "CODE_GONE", "somebody disabled is nobody");
        for (action, count) in [("integration.launch", 3), ("integration.refused", 3)] {
            let sql = "SELECT count(*) FROM audit_event WHERE action = $1";
            assert_eq!(world.app.db.one::<(i64,)>(sql, db::params![action]).await.unwrap().0, count, "{action}");
        }
        let kept: Vec<db::Cells> = world.app.db.all("SELECT * FROM integration_launch", vec![]).await.unwrap();
        assert!(!json!(kept.iter().map(|row| &row.0).collect::<Vec<_>>()).to_string().contains(&gone), "codes are kept as hashes");
    }

    async fn a_wrong_secret_again_and_again_is_refused_without_a_write_and_the_right_one_never(world: World) {
        let (id, secret) = joined(&world, Vendor::Asureforce).await;
        let code = code_in(&launch(&world, "ana", "Asureforce").await, "access_id");
        assert_eq!(redeem(&world, &id, "wrong", &code).await.status, 401);
        assert_eq!(world.change("UPDATE throttle SET tries = 60 WHERE bucket LIKE 'vendor from an address%'", vec![]).await, 1);
        let counted = "SELECT CAST(sum(repeated) AS BIGINT) FROM audit_refused_read";
        let before = (world.rows().await, world.count(counted).await);
        let refused = redeem(&world, &id, "wrong", &code).await;
        assert_eq!((refused.status.as_u16(), &refused.body["code"]), (429, &json!("TOO_MANY_TRIES")));
        assert!(before == (world.rows().await, world.count(counted).await), "nothing is written");
        assert_eq!(redeem(&world, &id, &secret, &code).await.status, 200);
    }

    async fn a_vendor_learns_whether_somebody_comes_as_a_manager(world: World) {
        for (vendor, who, as_manager) in [
            (Vendor::Asureforce, "ana", false),
            (Vendor::Asureforce, "marcus", true),
            (Vendor::Asureforce, "priya", false),
            (Vendor::Mineral, "priya", true),
        ] {
            let (id, secret) = joined(&world, vendor).await;
            let code = code_in(&launch(&world, who, vendor.as_str()).await, "access_id");
            let came = redeem(&world, &id, &secret, &code).await;
            assert_eq!(came.body["asManager"], as_manager, "{who} at {vendor:?}: {}", came.text);
        }
    }

    async fn the_second_version_goes_to_the_openid_login_path(world: World) {
        let launched = launch(&world, "victor", "Asureforce").await;
        let url = launched.data("/launchIntegration/url").as_str().unwrap();
        assert!(url.starts_with("https://time.example.com/cedar/openid/login?code="), "{url}");
        let url = launch(&world, "ana", "Asureforce").await.data("/launchIntegration/url").clone();
        assert!(url.as_str().unwrap().starts_with("https://time.example.com/cedar?access_id="), "{url}");
    }

    async fn employees_and_managers_launch_what_is_theirs_and_nobody_what_is_switched_off(world: World) {
        joined(&world, Vendor::Mineral).await;
        for (who, vendor, outcome) in [
            ("ana", "ZayZoon", "ok"),
            ("ana", "Mineral", "FORBIDDEN"),
            ("marcus", "Mineral", "ok"),
            ("marcus", "Asureforce", "ok"),
            ("marcus", "ZayZoon", "FORBIDDEN"),
            ("ana", "Swipe Clock", "NOT_FOUND"),
        ] {
            assert_eq!(launch(&world, who, vendor).await.outcome(), outcome, "{who} {vendor}");
        }
        assert_eq!(world.count("SELECT count(*) FROM integration_launch").await, 3, "nothing for those who were refused");
    }

    async fn e40_nobody_goes_to_a_vendor_when_all_that_leads_there_is_switched_off(world: World) {
        joined(&world, Vendor::Mineral).await;
        for (who, vendor, features) in [
            ("ana", "ZayZoon", &["marketplace", "Carousel"][..]),
            ("ana", "Equifax", &["marketplace", "Carousel"]),
            ("ana", "Asureforce", &["time"]),
            ("marcus", "Asureforce", &["Manager_timeClock"]),
            ("marcus", "Mineral", &["HRServicesCard"]),
        ] {
            for feature in features {
                assert_eq!(launch(&world, who, vendor).await.outcome(), "ok", "{who} {vendor}: {feature} is still there");
                assert_eq!(switch(&world, feature, true).await.outcome(), "ok");
            }
            assert_eq!(launch(&world, who, vendor).await.outcome(), "FEATURE_NOT_ENABLED", "{who} {vendor}");
            for feature in features {
                assert_eq!(switch(&world, feature, false).await.outcome(), "ok");
            }
        }
    }

    async fn during_maintenance_time_and_attendance_stays_open(world: World) {
        let tenant: TenantId = world.app.db.one::<(TenantId,)>("SELECT id FROM tenant WHERE name = 'Cedar Group'", vec![]).await.unwrap().0;
        crate::features::set_flag_of(&world, tenant, Flag::MaintenanceMode, Some(true)).await;
        assert_eq!(ask(&world, "ana", "Cedar Outfitters", SWITCHES).await.outcome(), "ok");
        assert_eq!(launch(&world, "ana", "Asureforce").await.outcome(), "ok");
        assert_eq!(launch(&world, "ana", "ZayZoon").await.outcome(), "MAINTENANCE");
    }
}

/// A vendor's site: it looks up anyone who comes with a code and welcomes them by name.
struct Site {
    portal: String,
    credentials: Mutex<(String, String)>,
}

async fn welcome(
    State(site): State<Arc<Site>>,
    Query(query): Query<BTreeMap<String, String>>,
) -> Json<Value> {
    let code = query.get("access_id").or_else(|| query.get("code")).cloned().unwrap_or_default();
    let (id, secret) = site.credentials.lock().unwrap().clone();
    let asked = reqwest::Client::new().post(format!("{}/integrations/redeem", site.portal));
    let answer = asked.basic_auth(id, Some(secret)).json(&json!({ "code": code })).send().await.unwrap();
    Json(json!({ "status": answer.status().as_u16(), "who": answer.json::<Value>().await.unwrap() }))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vendor_on_another_server_learns_by_a_link_who_came_and_only_once() {
    let folder = tempfile::tempdir().unwrap();
    let portal = Program::demo(folder.path(), None).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
    let site = Arc::new(Site { portal: portal.url.clone(), credentials: Mutex::default() });
    let pages =
        ["/", "/openid/login"].into_iter().fold(Router::new(), |pages, path| pages.route(path, get(welcome)));
    tokio::spawn(axum::serve(listener, pages.with_state(site.clone())).into_future());

    let mut joining =
        command(&["integration", "join", "--tenant", "Cedar Group", "--company", "Cedar Outfitters"]);
    joining.args(["--vendor", "Asureforce", "--url", &base]).env("ATRIUM_DATA_DIR", folder.path());
    let joined = joining.output().unwrap();
    let printed = String::from_utf8(joined.stdout).unwrap();
    assert!(joined.status.success(), "{}", String::from_utf8_lossy(&joined.stderr));
    let word = |name: &str| {
        let line = printed.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().to_owned()
    };
    *site.credentials.lock().unwrap() = (word("id"), word("secret"));

    for (who, first_name) in [("ana", "Ana"), ("victor", "Victor")] {
        let token = portal.token(who).await;
        let query = "{ viewer { tenantId companies { companyId } } }";
        let viewer = portal.ask(&token, query, json!({}), &format!("v-{who}")).await.unwrap().1;
        let ids = json!({
            "t": viewer["data"]["viewer"]["tenantId"],
            "c": viewer["data"]["viewer"]["companies"][0]["companyId"],
            "i": word("id"),
        });
        let launched = portal.ask(&token, LAUNCH, ids, &format!("l-{who}")).await.unwrap().1;
        let url =
            launched["data"]["launchIntegration"]["url"].as_str().unwrap_or_else(|| panic!("{launched}"));
        let opened: Value = reqwest::get(url).await.unwrap().json().await.unwrap();
        assert_eq!(
            (&opened["status"], &opened["who"]["firstName"]),
            (&json!(200), &json!(first_name)),
            "{opened}"
        );
        let again: Value = reqwest::get(url).await.unwrap().json().await.unwrap();
        assert_eq!((&again["status"], &again["who"]["code"]), (&json!(422), &json!("CODE_GONE")), "{again}");
    }
}

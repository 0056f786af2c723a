//! Whose mail domain a company administrator can use, through GraphQL.

use crate::world::{World, both};
use serde_json::{Value, json};

const ADD: &str =
    "mutation ($t: ID!, $i: UpstreamInput!) { addUpstream(tenantId: $t, input: $i) { id version } }";
const CHANGE: &str = "mutation ($t: ID!, $u: ID!, $v: Int!, $i: UpstreamInput!) {
    changeUpstream(tenantId: $t, upstreamId: $u, version: $v, input: $i) { version } }";
const REMOVE: &str = "mutation ($t: ID!, $u: ID!, $v: Int!) { removeUpstream(tenantId: $t, upstreamId: $u, version: $v) { upstreamId } }";

fn input(company: &str, domain: &str) -> Value {
    json!({
        "name": "New ID", "companyId": company, "issuer": "https://id.example", "clientId": "atrium", "mailDomains": [domain],
    })
}

both! {
    async fn a_company_administrator_takes_no_other_companys_mail_domain(world: World) {
        world.add_newcomers().await;
        let (lena, grace) = (world.acting("lena").await, world.acting("grace").await);
        let (ana, elena) = (place_of(&world, "ana").await, place_of(&world, "elena").await);
        world.change("UPDATE person SET email = 'ana@outfitters.example' WHERE username = 'ana'", vec![]).await;
        world.change("UPDATE person SET email = 'Elena@Logistics.example' WHERE username = 'elena'", vec![]).await;
        let asked = |domain: &str| json!({ "t": ana.0, "i": input(&elena.1, domain) });
        let refused = lena.ask(ADD, asked("outfitters.example")).await;
        assert_eq!((refused.outcome(), refused.field()), ("MAIL_DOMAIN_SHARED", Some("mailDomains")), "{}", refused.text);
        assert_eq!(world.count("SELECT count(*) FROM upstream").await, 0);
        let added = lena.ask_proving(ADD, asked("logistics.example")).await;
        let upstream = json!({ "t": ana.0, "u": added.data("/addUpstream/id"), "v": 1 });
        let mut change = upstream.clone();
        change["i"] = input(&elena.1, "outfitters.example");
        assert_eq!(lena.ask(CHANGE, change.clone()).await.outcome(), "MAIL_DOMAIN_SHARED");
        assert_eq!(world.count("SELECT count(*) FROM upstream_domain WHERE domain = 'logistics.example'").await, 1);
        // An administrator of the whole tenant decides which company uses it.
        let changed = grace.ask_proving(CHANGE, change).await;
        assert_eq!(changed.data("/changeUpstream/version"), 2, "{}", changed.text);
        // From then on it's that upstream's. What is out of date is refused before anyone proves a factor.
        assert_eq!(lena.ask(REMOVE, upstream).await.outcome(), "CONFLICT");
        let kept = json!({ "t": ana.0, "u": added.data("/addUpstream/id"), "v": 2, "i": input(&elena.1, "outfitters.example") });
        assert_eq!(lena.ask(CHANGE, kept).await.outcome(), "STEP_UP_REQUIRED");
    }
}

/// (tenant, company)
async fn place_of(world: &World, username: &'static str) -> (String, String) {
    let sql = "SELECT e.tenant_id, e.company_id FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = $1
        ORDER BY e.id LIMIT 1";
    let row: (uuid::Uuid, uuid::Uuid) = world.app.db.one(sql, db::params![username]).await.unwrap();
    (row.0.to_string(), row.1.to_string())
}

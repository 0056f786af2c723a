//! Host applications, through GraphQL, the protocol and the terminal, as named people of the demo world.

#[path = "tests/administering.rs"]
mod administering;
#[path = "tests/signing_in.rs"]
mod signing_in;
#[path = "tests/signing_out.rs"]
mod signing_out;
#[path = "tests/terminal.rs"]
mod terminal;

use crate::world::{Actor, Browser, Engine, Reply, World};
use atrium::app::App;
use atrium::config::Settings;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use std::sync::Arc;

const FIELDS: &str =
    "id code name targetUrl path clientId auth jwks redirectUris postLogoutRedirectUris claims
    logoutUri isEnabled secretSetAt oldSecretUntil roles issuer discoveryUrl version";
const BACK: &str = "https://learn.example/callback";
const SIGNED_OUT: &str = "https://learn.example/bye";
const VERIFIER: &str = "a-verifier-that-is-long-enough-for-pkce-0123456789";

fn challenge() -> String {
    let digest = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, VERIFIER.as_bytes());
    URL_SAFE_NO_PAD.encode(digest.as_ref())
}

/// An operator who lets us call loopback.
fn allow_loopback(app: &mut App) {
    let environment = [
        ("ATRIUM_DATA_DIR".to_owned(), app.settings.data_dir.display().to_string()),
        ("ATRIUM_OUTBOUND_ALLOWED_HOSTS".to_owned(), "127.0.0.1".to_owned()),
    ];
    app.settings = Arc::new(Settings::load(None, environment, &[]).unwrap());
}

async fn world_that_calls_loopback(engine: Engine) -> World {
    World::with(engine, allow_loopback).await
}

async fn tenant_of(actor: &Actor<'_>) -> Value {
    actor.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone()
}

/// An application with a code of the tenant's own.
fn learning() -> Value {
    json!({
        "code": "learn", "name": "Learning", "targetUrl": "https://learn.example/start", "clientId": "cedar-learning",
        "auth": "secret", "redirectUris": [BACK], "postLogoutRedirectUris": [SIGNED_OUT],
        "claims": ["email", "name", "companies"], "logoutUri": "https://learn.example/logout", "isEnabled": true,
    })
}

fn with(name: &str, value: Value) -> Value {
    let mut input = learning();
    input[name] = value;
    input
}

async fn add(actor: &Actor<'_>, tenant: &Value, input: Value) -> Reply {
    let query = format!(
        "mutation ($t: ID!, $i: ApplicationInput!) {{ addApplication(tenantId: $t, input: $i) {{ secret application {{ {FIELDS} }} }} }}"
    );
    actor.ask_proving(&query, json!({ "t": tenant, "i": input })).await
}

async fn change(actor: &Actor<'_>, tenant: &Value, row: &Value, input: Value) -> Reply {
    let query = format!(
        "mutation ($t: ID!, $a: ID!, $v: Int!, $i: ApplicationInput!) {{
           changeApplication(tenantId: $t, applicationId: $a, version: $v, input: $i) {{ secret application {{ {FIELDS} }} }} }}"
    );
    let variables = json!({ "t": tenant, "a": row["id"], "v": row["version"], "i": input });
    actor.ask_proving(&query, variables).await
}

async fn rotate(actor: &Actor<'_>, tenant: &Value, row: &Value, keep_old: bool) -> Reply {
    let query = format!(
        "mutation ($t: ID!, $a: ID!, $v: Int!, $k: Boolean!) {{
           rotateApplicationSecret(tenantId: $t, applicationId: $a, version: $v, keepOld: $k) {{ secret application {{ {FIELDS} }} }} }}"
    );
    let variables = json!({ "t": tenant, "a": row["id"], "v": row["version"], "k": keep_old });
    actor.ask_proving(&query, variables).await
}

async fn list(actor: &Actor<'_>, tenant: &Value, search: &str) -> Vec<Value> {
    let query = format!(
        "query ($t: ID!, $s: String) {{ listApplications(tenantId: $t, search: $s) {{ results {{ {FIELDS} }} links {{ next }} }} }}"
    );
    let reply = actor.ask(&query, json!({ "t": tenant, "s": search })).await;
    reply.data("/listApplications/results").as_array().unwrap().clone()
}

fn refused(reply: &Reply, code: &str, field: Option<&str>) {
    assert_eq!((reply.outcome(), reply.field()), (code, field), "{}", reply.text);
}

/// Learning, added by Grace, and its secret.
async fn connected(world: &World) -> (Value, String) {
    connected_as(world, learning()).await
}

async fn connected_as(world: &World, input: Value) -> (Value, String) {
    let grace = world.acting("grace").await;
    let tenant = tenant_of(&grace).await;
    let reply = add(&grace, &tenant, input).await;
    let secret = reply.data("/addApplication/secret").as_str().unwrap_or_default().to_owned();
    (reply.data("/addApplication/application").clone(), secret)
}

/// Every Employee may open it.
async fn open_to_employees(world: &World, code: &str) {
    let sql = "UPDATE role SET applications = $1 WHERE name = 'Employee'";
    world.change(sql, db::params![code]).await;
}

/// The address an application sends its people to.
fn authorize(client_id: &str, back: &str, more: &str) -> String {
    let back = back.replace(':', "%3A").replace('/', "%2F");
    format!(
        "/oauth2/authorize?response_type=code&client_id={client_id}&scope=openid&state=s1&nonce=n1&redirect_uri={back}\
         &code_challenge={}&code_challenge_method=S256{more}",
        challenge()
    )
}

fn location(reply: &Reply) -> String {
    reply.headers["location"].to_str().unwrap().to_owned()
}

fn in_location(reply: &Reply, name: &str) -> Option<String> {
    let location = location(reply);
    location.split(['?', '&']).find_map(|part| part.strip_prefix(&format!("{name}=")).map(str::to_owned))
}

async fn redeem(browser: &mut Browser<'_>, client_id: &str, code: &str, secret: &str) -> Reply {
    let form = format!(
        "grant_type=authorization_code&client_id={client_id}&client_secret={secret}&code={code}&redirect_uri={BACK}\
         &code_verifier={VERIFIER}"
    );
    browser.token(form).await
}

/// A browser where this person is signed in, and the tokens Learning got for them.
async fn signed_in_there<'a>(world: &'a World, username: &str, secret: &str) -> (Browser<'a>, Value) {
    let mut browser = Browser::at(world, "127.0.0.1");
    browser.sign_in(username).await;
    let reply = browser.get(&authorize("cedar-learning", BACK, "")).await;
    let code = in_location(&reply, "code").unwrap_or_else(|| panic!("{}", location(&reply)));
    let tokens = redeem(&mut browser, "cedar-learning", &code, secret).await;
    assert_eq!(tokens.status, 200, "{}", tokens.text);
    (browser, tokens.body)
}

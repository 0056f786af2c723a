//! Signing in as a browser does it: authorize, the password, resume, the code for tokens. What a sign-in costs besides the
//! hash of the password, whether many of them slow down whatever else is asked, and whether the time of a refusal tells who
//! has an account.

use crate::client::{Connection, Outgoing, Reply, Run, drive};
use crate::processes;
use crate::site::{Server, Site};
use atrium::demo;
use atrium::factors::password;
use atrium::shared::clock::Randomness;
use hyper::StatusCode;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The example of RFC 7636.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

const HASHES: u32 = 40;
const GUESSES: u32 = 50;
/// 200 a minute.
const EVERY: Duration = Duration::from_millis(300);
const BESIDE: Duration = Duration::from_secs(6);

pub(crate) struct SignedIn {
    pub(crate) token: String,
    pub(crate) refresh_token: String,
    pub(crate) cookie: String,
    pub(crate) at: Instant,
}

fn text(value: &Value, name: &str) -> Result<String, String> {
    value[name].as_str().map(str::to_owned).ok_or_else(|| format!("there is no {name} in {value}"))
}

/// A parameter of the address that an answer redirects to.
fn in_location(reply: &Reply, name: &str) -> Result<String, String> {
    let location = reply.header("location")?;
    let found = location.split(['?', '&']).find_map(|part| part.strip_prefix(&format!("{name}=")));
    found.map(str::to_owned).ok_or_else(|| format!("there is no {name} in {location}"))
}

fn callback(server: SocketAddr) -> String {
    format!("http%3A%2F%2Flocalhost%3A{}%2Fcallback", server.port())
}

/// The page that asks for a password is open: gives the request it is for.
/// And the cookie of the browser in which it waits.
async fn begin(connection: &mut Connection, server: SocketAddr) -> Result<(String, String), String> {
    let callback = callback(server);
    let authorize = format!(
        "/oauth2/authorize?response_type=code&client_id=atrium-web&scope=openid&state=s&redirect_uri={callback}\
         &code_challenge={CHALLENGE}&code_challenge_method=S256"
    );
    let reply = connection.send(&Outgoing::get(authorize)).await?;
    Ok((in_location(&reply, "request")?, cookie_in(&reply)?))
}

fn cookie_in(reply: &Reply) -> Result<String, String> {
    Ok(reply.header("set-cookie")?.split(';').next().unwrap_or_default().to_owned())
}

fn typed(request: &str, username: &str, password: &str) -> Outgoing {
    let typed = json!({ "request": request, "username": username, "password": password });
    Outgoing::post("/login/password", None, typed.to_string())
}

/// All the way, four requests on one connection.
pub(crate) async fn sign_in(
    connection: &mut Connection,
    server: SocketAddr,
    username: &str,
) -> Result<SignedIn, String> {
    let callback = callback(server);
    let (request, waiting) = begin(connection, server).await?;
    let password = typed(&request, username, demo::PASSWORD).with_cookie(&waiting);
    let welcome = connection.send(&password).await?;
    let next = text(&welcome.json()?, "next")?;
    let cookie = cookie_in(&welcome)?;
    let resume = Outgoing::get(next).with_cookie(&format!("{cookie}; {waiting}"));
    let code = in_location(&connection.send(&resume).await?, "code")?;
    let exchange = [
        ("grant_type", "authorization_code"),
        ("client_id", "atrium-web"),
        ("code", &code),
        ("redirect_uri", &callback),
        ("code_verifier", VERIFIER),
    ];
    let tokens = connection.send(&Outgoing::form("/oauth2/token", &exchange)).await?.json()?;
    let (token, refresh_token) = (text(&tokens, "access_token")?, text(&tokens, "refresh_token")?);
    Ok(SignedIn { token, refresh_token, cookie, at: Instant::now() })
}

pub(crate) fn refresh(token: &str) -> Outgoing {
    let form = [("grant_type", "refresh_token"), ("client_id", "atrium-web"), ("refresh_token", token)];
    Outgoing::form("/oauth2/token", &form)
}

/// Someone else from somewhere else each time: anyone who comes too often has to wait. Grown worlds have a worker for each
/// number from here on.
fn stranger(workers: u32) -> (String, Ipv4Addr) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    const FIRST_WORKER: u32 = 260;
    let n = COUNT.fetch_add(1, Ordering::Relaxed);
    let here = Ipv4Addr::from_bits(Ipv4Addr::new(127, 1, 0, 1).to_bits() + n);
    (format!("worker{}", FIRST_WORKER + n % (workers - FIRST_WORKER)), here)
}

async fn somebody(server: &Server, workers: u32) -> Result<Duration, String> {
    let from = Instant::now();
    let (username, here) = stranger(workers);
    let mut connection = Connection::open_from(here, server.address).await?;
    sign_in(&mut connection, server.address, &username).await?;
    Ok(from.elapsed())
}

/// So many sign-ins, one after the other.
pub(crate) async fn one_by_one(site: &Site, count: usize) -> Result<Run, String> {
    let (from, mut latencies) = (Instant::now(), vec![]);
    for _ in 0..count {
        latencies.push(somebody(&site.server, site.workers()).await?);
    }
    Ok(Run { took: from.elapsed(), latencies })
}

/// What the hash of a password costs by itself, in milliseconds of CPU time: here, with the same code.
pub(crate) fn hash_ms() -> Result<f64, String> {
    let (own, randomness) = (std::process::id(), Randomness::system());
    let before = processes::cpu(own);
    for _ in 0..HASHES {
        password::hash(demo::PASSWORD, &randomness).map_err(|problem| format!("{problem:?}"))?;
    }
    Ok(processes::cpu(own).saturating_sub(before).as_secs_f64() * 1e3 / f64::from(HASHES))
}

/// How long refusing a wrong password takes, and refusing a name no one has (security.md 20).
pub(crate) struct Refused {
    pub(crate) wrong: Vec<Duration>,
    pub(crate) nobody: Vec<Duration>,
}

/// In turn, so that whatever else the machine does meets both alike.
pub(crate) async fn refused(site: &Site) -> Result<Refused, String> {
    let (mut wrong, mut nobody) = (vec![], vec![]);
    for _ in 0..GUESSES {
        for (list, is_known) in [(&mut wrong, true), (&mut nobody, false)] {
            let (name, here) = stranger(site.workers());
            let name = if is_known { name } else { format!("nobody-{name}") };
            let mut connection = Connection::open_from(here, site.server.address).await?;
            let (request, waiting) = begin(&mut connection, site.server.address).await?;
            let guess = typed(&request, &name, "a wrong guess").with_cookie(&waiting);
            let from = Instant::now();
            let reply = connection.send(&guess).await?;
            list.push(from.elapsed());
            if reply.status != StatusCode::UNAUTHORIZED {
                return Err(format!("a guess got {} {}", reply.status, reply.text()));
            }
        }
    }
    wrong.sort();
    nobody.sort();
    Ok(Refused { wrong, nobody })
}

/// How long a request takes alone, and while 200 people a minute sign in.
pub(crate) struct Beside {
    pub(crate) alone: Vec<Duration>,
    pub(crate) beside: Vec<Duration>,
}

pub(crate) async fn beside(site: &Site, request: &Outgoing) -> Result<Beside, String> {
    let asking = async || -> Result<Vec<Duration>, String> {
        let (from, mut connections) = (Instant::now(), [Connection::open(site.server.address).await?]);
        let next = || (from.elapsed() < BESIDE).then(|| request.clone());
        let mut run = drive(&mut connections, next, |reply| reply.accepted()).await?;
        run.latencies.sort();
        Ok(run.latencies)
    };
    let signing_in = async || -> Result<Vec<Duration>, String> {
        let mut ticks = tokio::time::interval(EVERY);
        loop {
            ticks.tick().await;
            somebody(&site.server, site.workers()).await?;
        }
    };
    let alone = asking().await?;
    let beside = tokio::select! {
        asked = asking() => asked?,
        failed = signing_in() => failed?,
    };
    Ok(Beside { alone, beside })
}

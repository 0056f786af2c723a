//! One grown world being served: its database, the real binary on it, and the bare handlers beside it.

use crate::bare::{TODAY, Wanted};
use crate::client::{Connection, Outgoing};
use crate::ground::Ground;
use crate::history;
use crate::operations::{Ask, OPERATIONS, Operation};
use crate::processes;
use crate::sign_in::refresh;
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const STARTS: usize = 5;
const SETTLING: Duration = Duration::from_secs(2);

pub(crate) struct Site {
    pub(crate) employees: usize,
    pub(crate) ground: Ground,
    pub(crate) server: Server,
    pub(crate) bare: Server,
    /// From the start of the process to the first “ready”, the median of several.
    pub(crate) ready_after: Duration,
    pub(crate) idle_kb: u64,
    data_dir: PathBuf,
    database_url: String,
}

/// A child process that listens; it ends with this value.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

/// Where a world is kept.
pub(crate) struct Place {
    pub(crate) data_dir: PathBuf,
    pub(crate) database_url: String,
    pub(crate) employees: usize,
    /// Time-off requests of each employee it was grown by.
    pub(crate) requests_each: usize,
}

impl Place {
    /// The reads that the bare handlers serve, as JSON.
    pub(crate) fn requests(&self) -> PathBuf {
        self.data_dir.join("bench-requests.json")
    }
}

impl Site {
    pub(crate) async fn open(place: &Place) -> Result<Site, String> {
        let mut starts = vec![];
        for _ in 1..STARTS {
            let (server, ready_after) = start(place).await?;
            starts.push(ready_after);
            server.stop();
        }
        let (server, ready_after) = start(place).await?;
        starts.push(ready_after);
        starts.sort();
        tokio::time::sleep(SETTLING).await;
        let idle_kb = processes::resident_kb(server.pid()).unwrap_or_default();
        let mut connection = Connection::open(server.address).await?;
        let ground = Ground::survey(&mut connection, server.address).await?;
        history::write(&mut connection, &ground).await?;
        let bare = start_bare(place, &ground, &mut connection).await?;
        let ready_after = starts[STARTS / 2];
        Ok(Site {
            employees: place.employees,
            ground,
            server,
            bare,
            ready_after,
            idle_kb,
            data_dir: place.data_dir.clone(),
            database_url: place.database_url.clone(),
        })
    }

    /// An operator's command beside the running server.
    pub(crate) fn operate(&self, words: &[&str]) -> Result<(), String> {
        let mut command = program()?;
        command.args(words).env("ATRIUM_DATA_DIR", &self.data_dir);
        command.env("ATRIUM_DATABASE_URL", &self.database_url);
        let status = command.status().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("atrium {} failed", words.join(" "))) }
    }

    /// People whose names are numbers: see `sign_in.rs`.
    pub(crate) fn workers(&self) -> u32 {
        u32::try_from(self.employees).unwrap_or(u32::MAX)
    }

    /// The request of an operation; `kept` and `key` are for those that write or renew.
    pub(crate) fn request(&self, operation: &Operation, kept: &str, key: u64) -> Result<Outgoing, String> {
        request(&self.ground, operation, kept, key)
    }
}

fn request(ground: &Ground, operation: &Operation, kept: &str, key: u64) -> Result<Outgoing, String> {
    let (query, variables) = match &operation.ask {
        Ask::Get(path) => {
            let get = Outgoing::get(path(ground));
            return Ok(match operation.who {
                Some(who) => get.with_token(ground.token(who)).with_cookie(ground.cookie(who)),
                None => get,
            });
        }
        Ask::Refresh => return Ok(refresh(kept)),
        Ask::SignIn => return Err("a sign-in is more than one request".to_owned()),
        Ask::Read { query, variables } => (query, variables(ground)),
        Ask::Write { query, variables, .. } => (query, variables(ground, kept)),
    };
    let body = json!({ "query": query, "variables": variables }).to_string();
    let mut outgoing = Outgoing::post("/graphql", operation.who.map(|who| ground.token(who)), body);
    outgoing.idempotency_key =
        matches!(operation.ask, Ask::Write { .. }).then(|| format!("bench-{}-{key}", operation.name));
    Ok(outgoing)
}

impl Server {
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// As an operator would: what it has begun it finishes.
    fn stop(mut self) {
        let asked = Command::new("kill").args(["-TERM", &self.pid().to_string()]).status();
        if asked.is_ok_and(|status| status.success()) {
            let _ = self.child.wait();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A binary built together with this one.
fn sibling(name: &str) -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let path = own.with_file_name(name);
    if path.exists() { Ok(path) } else { Err(format!("{} is missing: run `make bench`", path.display())) }
}

/// Settings of the person who runs this must not change what is measured.
fn without_settings(program: PathBuf) -> Command {
    let mut command = Command::new(program);
    command
        .env_clear()
        .envs(std::env::vars_os().filter(|(name, _)| !name.to_string_lossy().starts_with("ATRIUM_")));
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// The binary that is measured.
pub(crate) fn program() -> Result<Command, String> {
    Ok(without_settings(sibling("atrium")?))
}

fn demo(place: &Place, address: SocketAddr) -> Result<Command, String> {
    let mut command = program()?;
    command.arg("demo").arg("--data-dir").arg(&place.data_dir).args(["--database-url", &place.database_url]);
    command.args(["--employees", &place.employees.to_string(), "--today", &TODAY.to_string()]);
    command.args(["--requests-each", &place.requests_each.to_string()]);
    command.args(["--listen", &address.to_string()]).env("ATRIUM_SHUTDOWN_GRACE_MS", "0");
    // A few people and one address stand for thousands here.
    command
        .env("ATRIUM_PERSON_REQUESTS_PER_MINUTE", "1000000")
        .env("ATRIUM_CONNECTIONS_PER_ADDRESS", "1000000");
    Ok(command)
}

fn free_address() -> Result<SocketAddr, String> {
    TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map_err(|error| error.to_string())
}

pub(crate) fn build(place: &Place) -> Result<(), String> {
    let status =
        demo(place, free_address()?)?.arg("--build-only").status().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err("the demo world was not made".to_owned()) }
}

async fn start(place: &Place) -> Result<(Server, Duration), String> {
    let address = free_address()?;
    let mut command = demo(place, address)?;
    let from = Instant::now();
    let mut server = Server { child: command.spawn().map_err(|error| error.to_string())?, address };
    while !is_ready(address).await {
        if server.child.try_wait().map_err(|error| error.to_string())?.is_some() {
            return Err("the server ended instead of serving".to_owned());
        }
        if from.elapsed() > Duration::from_secs(60) {
            return Err("the server is not ready after a minute".to_owned());
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    Ok((server, from.elapsed()))
}

async fn is_ready(address: SocketAddr) -> bool {
    let Ok(mut connection) = Connection::open(address).await else {
        return false;
    };
    connection.send(&Outgoing::get("/readyz")).await.is_ok_and(|reply| reply.status.is_success())
}

/// The bare handlers of all reads, each with the number of statements that the server itself says it runs.
async fn start_bare(place: &Place, ground: &Ground, connection: &mut Connection) -> Result<Server, String> {
    let mut wanted = vec![];
    for operation in OPERATIONS {
        let (Some(path), Some(who), Ask::Read { query, variables }) =
            (operation.bare_path(), operation.who, &operation.ask)
        else {
            continue;
        };
        let reply = connection.send(&request(ground, operation, "", 0)?).await?;
        reply.accepted().map_err(|why| format!("{}: {why}", operation.name))?;
        wanted.push(Wanted {
            path,
            person: ground.person(who).to_owned(),
            query: (*query).to_owned(),
            variables: variables(ground),
            statements: reply.statements.unwrap_or_default(),
        });
    }
    let list = place.requests();
    write_json(&list, &wanted)?;
    let mut command = without_settings(std::env::current_exe().map_err(|error| error.to_string())?);
    command.arg("bare").arg("--requests").arg(&list).arg("--data-dir").arg(&place.data_dir);
    command.args(["--database-url", &place.database_url]).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut line = String::new();
    if let Some(output) = child.stdout.take() {
        BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
    }
    let unknown = SocketAddr::from(([127, 0, 0, 1], 0));
    let mut server = Server { child, address: unknown };
    server.address = line.trim().parse().map_err(|_| "the bare handlers did not start".to_owned())?;
    Ok(server)
}

fn write_json(path: &Path, value: &impl serde::Serialize) -> Result<(), String> {
    let text = serde_json::to_vec(value).map_err(|error| error.to_string())?;
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

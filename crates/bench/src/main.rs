//! `make bench`: starts the release binary on grown demo worlds, drives each operation over loopback, and prints what
//! it cost. It is a measurement, not a test: whatever the numbers, it succeeds. docs/bench.md says how to read them.
//!
//! - `operations.rs` what is measured; a feature adds its rows there.
//! - `site.rs` a world being served; `ground.rs` what requests need to know of it; `bare.rs` the handlers to compare with.
//! - `sign_in.rs` signing in, and what else waits for it.
//! - `chat.rs` 500 people at the assistant's sockets.
//! - `crowd.rs` changes among many readers; `history.rs` one employee with hundreds of requests.
//! - `backup.rs` a backup and its restore; `audit.rs` the audit trail with ten million events.
//! - `import.rs` an import that is killed halfway and run again.
//! - `measure.rs` how; `client.rs` and `processes.rs` with what; `report.rs` the tables and the goals.

mod audit;
mod backup;
mod bare;
mod chat;
mod client;
mod crowd;
mod ground;
mod history;
mod import;
mod measure;
mod operations;
mod processes;
mod report;
mod sign_in;
mod site;

use clap::{Parser, Subcommand};
use db::Db;
use measure::{Gathered, Kept, PASSES};
use operations::{HOME_NAME, OPERATIONS, Operation, QUEUE};
use report::{Doors, Engine, Table};
use site::{Place, Site};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

#[derive(Parser)]
#[command(name = "atrium-bench", about = "Measures what every operation costs in grown demo worlds")]
struct Cli {
    #[command(subcommand)]
    command: Option<Sub>,
    /// Employees of the worlds, from small to large.
    #[arg(long, value_delimiter = ',', default_value = "1000,100000")]
    employees: Vec<usize>,
    /// Time-off requests of each: a million in the large world.
    #[arg(long, default_value_t = 10)]
    requests_each: usize,
    /// People of the import that is killed halfway and run again, each with two pay stubs; 0 leaves it out.
    #[arg(long, default_value_t = 100_000)]
    import: usize,
    /// Employees of the world that is backed up and restored; 0 leaves it out.
    #[arg(long, default_value_t = 100_000)]
    backup: usize,
    /// Events of the audit trail whose pages are measured; 0 leaves it out.
    #[arg(long, default_value_t = 10_000_000)]
    audit: usize,
    /// Leaves PostgreSQL out.
    #[arg(long)]
    sqlite_only: bool,
    /// Leaves SQLite out.
    #[arg(long, conflicts_with = "sqlite_only")]
    postgres_only: bool,
    /// Measures only operations whose names contain one of these.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Also prints how long each statement of each read takes by itself.
    #[arg(long)]
    statements: bool,
}

/// The audit trail's company is small; a number of its own keeps its database apart.
const AUDIT_WORLD: usize = 1_001;
/// The queue's goal has its own company: 5,000 newcomers who report to one manager, with 100,000 requests.
const QUEUE_WORLD: usize = 5_260;

impl Cli {
    fn measures_chat(&self) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| part == "chat")
    }

    fn measures(&self, operation: &Operation) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| operation.name.contains(part))
    }
}

#[derive(Subcommand)]
enum Sub {
    /// Serves bare handlers; the benchmark starts this itself.
    #[command(hide = true)]
    Bare(bare::Options),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command {
        Some(Sub::Bare(options)) => {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
            runtime
                .map_err(|error| error.to_string())
                .and_then(|runtime| runtime.block_on(bare::serve(options)))
        }
        None => {
            // One thread: the cores belong to the servers.
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime
                .map_err(|error| error.to_string())
                .and_then(|runtime| runtime.block_on(until_stopped(cli)))
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("atrium-bench: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The servers and worlds are removed even if someone stops the run.
async fn until_stopped(cli: Cli) -> Result<(), String> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).map_err(|error| error.to_string())?;
    tokio::select! {
        outcome = bench(cli) => outcome,
        _ = terminate.recv() => Err("stopped".to_owned()),
        _ = tokio::signal::ctrl_c() => Err("stopped".to_owned()),
    }
}

async fn bench(cli: Cli) -> Result<(), String> {
    let from = Instant::now();
    println!("{}; load before: {}", processes::machine(), processes::load());
    println!(
        "CPU ms per request with one connection (server and database), p50 and p99 in ms with one connection,"
    );
    println!("requests per second with eight. PostgreSQL runs with fsync off, SQLite waits for the disk.");
    println!("CPU ms are those of the fastest quarter of the rounds; median: of all of them.");
    // Beside the binary and not in the temporary folder, which may be in memory.
    let target = std::env::current_exe().map_err(|error| error.to_string())?;
    let target = target.ancestors().nth(2).ok_or("this binary lies in no target folder")?;
    let folder = tempfile::Builder::new().prefix("bench-").tempdir_in(target);
    let folder = folder.map_err(|error| error.to_string())?;
    if cli.import > 0 {
        import::measure(folder.path(), cli.import).await?;
    }
    if cli.backup > 0 {
        backup::measure(folder.path(), cli.backup, cli.requests_each).await?;
    }
    let server = std::env::var("ATRIUM_TEST_POSTGRES").ok().filter(|_| !cli.sqlite_only);
    let mut engines = vec![];
    if !cli.postgres_only {
        engines.push((Engine::Sqlite, None));
    }
    match server.as_deref() {
        Some(server) => engines.push((Engine::Postgres, Some(server))),
        None => println!("\nPostgreSQL is left out: `make bench` brings one along."),
    }
    let (mut tables, mut queues) = (vec![], vec![]);
    for (engine, server) in engines {
        if cli.audit > 0 {
            let database = match server {
                Some(server) => postmaster(server).await?,
                None => None,
            };
            let place = place(engine, folder.path(), server, (AUDIT_WORLD, 1))?;
            audit::measure(engine, &place, database, cli.audit).await?;
        }
        let operations: Vec<_> = OPERATIONS.iter().filter(|one| cli.measures(one)).collect();
        tables.extend(run(engine, &cli, (folder.path(), server), &cli.employees, &operations).await?);
        let queue: Vec<_> = operations.into_iter().filter(|one| one.name == QUEUE).collect();
        if !queue.is_empty() {
            queues.extend(run(engine, &cli, (folder.path(), server), &[QUEUE_WORLD], &queue).await?);
        }
    }
    report::print_goals(&tables, &queues);
    println!("\n{:.0} s; load after: {}", from.elapsed().as_secs_f64(), processes::load());
    Ok(())
}

async fn run(
    engine: Engine,
    cli: &Cli,
    (folder, server): (&Path, Option<&str>),
    worlds: &[usize],
    operations: &[&'static Operation],
) -> Result<Vec<Table>, String> {
    let (mut sites, mut built_in) = (vec![], vec![]);
    for &employees in worlds {
        let place = place(engine, folder, server, (employees, cli.requests_each))?;
        let from = Instant::now();
        site::build(&place)?;
        built_in.push(from.elapsed());
        let site = Site::open(&place).await?;
        if cli.statements {
            println!("\n{}, {employees} employees: each statement by itself", engine.name());
            bare::print_statements(&place, operations.iter().copied()).await?;
        }
        sites.push(site);
    }
    let postmaster = match server {
        Some(server) => postmaster(server).await?,
        None => None,
    };
    let places = || sites.iter().map(|_| Gathered::default()).collect();
    let mut gathered: Vec<Vec<Gathered>> = operations.iter().map(|_| places()).collect();
    let mut kept = Kept::default();
    for pass in 0..PASSES {
        for (operation, gathered) in operations.iter().zip(&mut gathered) {
            for site in &mut sites {
                site.ground.renew(site.server.address).await?;
            }
            measure::measure(operation, &sites, postmaster, &mut kept, (pass, gathered)).await?;
        }
    }
    let mut lines: Vec<Vec<_>> = sites.iter().map(|_| vec![]).collect();
    for (operation, gathered) in operations.iter().zip(gathered) {
        for (list, seen) in lines.iter_mut().zip(gathered) {
            list.push((*operation, seen.measured()));
        }
    }
    let mut tables = vec![];
    for ((site, lines), built_in) in sites.iter_mut().zip(lines).zip(built_in) {
        let doors = match operations.first() {
            Some(first) if first.name == OPERATIONS[0].name => Some(Doors {
                refused: sign_in::refused(site).await?,
                beside: sign_in::beside(site, &site.request(first, "", 0)?).await?,
            }),
            _ => None,
        };
        let home = operations.iter().find(|one| one.name == HOME_NAME);
        let crowd = match home {
            Some(home) if tables.is_empty() && engine == Engine::Sqlite => {
                site.ground.renew(site.server.address).await?;
                Some(crowd::crowd(site, &site.request(home, "", 0)?).await?)
            }
            _ => None,
        };
        let chats = if cli.measures_chat() && tables.is_empty() && engine == Engine::Sqlite {
            Some(chat::chats(site).await?)
        } else {
            None
        };
        tables.push(Table {
            engine,
            employees: site.employees,
            built_in,
            ready_after: site.ready_after,
            idle_kb: site.idle_kb,
            used_kb: processes::resident_kb(site.server.pid()).unwrap_or_default(),
            lines,
            doors,
            crowd,
            chats,
        });
    }
    for (at, table) in tables.iter().enumerate() {
        table.print(tables.first().filter(|_| at > 0));
    }
    Ok(tables)
}

fn place(
    engine: Engine,
    folder: &Path,
    server: Option<&str>,
    (employees, requests_each): (usize, usize),
) -> Result<Place, String> {
    let name = match engine {
        Engine::Sqlite => format!("sqlite_{employees}"),
        Engine::Postgres => format!("postgres_{employees}"),
    };
    let data_dir = folder.join(&name);
    let database_url = match server {
        None => format!("sqlite:{}", data_dir.join("atrium.db").display()),
        Some(server) => {
            psql(server, &format!("CREATE DATABASE bench_{employees}"))?;
            let (start, _) = server.rsplit_once('/').ok_or("ATRIUM_TEST_POSTGRES names no database")?;
            format!("{start}/bench_{employees}")
        }
    };
    Ok(Place { data_dir, database_url, employees, requests_each })
}

fn psql(url: &str, sql: &str) -> Result<(), String> {
    let output = Command::new("psql").args(["-q", "-v", "ON_ERROR_STOP=1", url, "-c", sql]).output();
    let output = output.map_err(|error| format!("psql: {error}"))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// The first process of PostgreSQL, if it runs on this machine.
async fn postmaster(server: &str) -> Result<Option<u32>, String> {
    let db = Db::connect(server, db::Options::default()).await.map_err(|error| error.to_string())?;
    let (backend,): (u32,) =
        db.one("SELECT pg_backend_pid()", db::params![]).await.map_err(|error| error.to_string())?;
    let found = processes::parent(backend)
        .filter(|parent| processes::name(*parent).is_some_and(|name| name.starts_with("postgres")));
    db.close().await;
    if found.is_none() {
        println!("PostgreSQL runs elsewhere: its CPU time is not part of the numbers.");
    }
    Ok(found)
}

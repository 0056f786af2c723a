//! What an operation would cost without the application: a plain axum handler that runs the same statements with the
//! same parameters and writes their rows as JSON. It knows neither access nor GraphQL nor headers.

use crate::operations::Operation;
use crate::site::Place;
use async_graphql::{ID, Request, Variables};
use atrium::app::App;
use atrium::bearer::Bearer;
use atrium::call::Call;
use atrium::config::Settings;
use atrium::shared::audit::HeadFile;
use atrium::shared::clock::{Clock, Randomness};
use atrium::shared::day::Day;
use atrium::shared::id::{Ids, PersonId};
use atrium::shared::keys::Keys;
use atrium::shared::pace::Paces;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use clap::Args;
use db::{Cells, Db, Value};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// The same day for every world, so that runs can be compared.
pub(crate) const TODAY: Day = Day(jiff::civil::date(2026, 11, 16));

/// Runs of a statement that is looked at by itself, of which the median counts.
const RUNS: usize = 31;

#[derive(Args)]
pub(crate) struct Options {
    /// The reads whose statements are to be served, in JSON.
    #[arg(long)]
    requests: PathBuf,
    /// Where the demo keeps its key: cursors are those of its server.
    #[arg(long)]
    data_dir: PathBuf,
    #[arg(long)]
    database_url: String,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Wanted {
    /// Where the bare handler answers.
    pub(crate) path: String,
    pub(crate) person: String,
    pub(crate) query: String,
    pub(crate) variables: serde_json::Value,
    /// What the server says it runs.
    pub(crate) statements: u64,
}

type Statements = Arc<[(&'static str, Vec<Value>)]>;

/// Serves until it is killed; its first line on standard output is its address.
pub(crate) async fn serve(options: Options) -> Result<(), String> {
    // As many connections as the application has.
    let db = Db::connect(&options.database_url, db::Options::default()).await.map_err(|e| e.to_string())?;
    let mut router = Router::new();
    for (path, statements) in learn(&options, &db, wanted(&options)?).await? {
        let db = db.clone();
        router = router.route(&path, get(async move || answer(&db, &statements).await));
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.map_err(|error| error.to_string())?;
    println!("{}", listener.local_addr().map_err(|error| error.to_string())?);
    let listener = axum::serve::ListenerExt::tap_io(listener, |stream| drop(stream.set_nodelay(true)));
    axum::serve(listener, router).await.map_err(|error| error.to_string())
}

/// What each statement of the reads takes, on the connections of this process.
pub(crate) async fn print_statements(
    place: &Place,
    operations: impl Iterator<Item = &'static Operation>,
) -> Result<(), String> {
    let options = Options {
        requests: place.requests(),
        data_dir: place.data_dir.clone(),
        database_url: place.database_url.clone(),
    };
    let db = Db::connect(&options.database_url, db::Options::default()).await.map_err(|e| e.to_string())?;
    let names: Vec<(String, &str)> =
        operations.filter_map(|one| Some((one.bare_path()?, one.name))).collect();
    for (path, statements) in learn(&options, &db, wanted(&options)?).await? {
        let Some((_, name)) = names.iter().find(|(own, _)| *own == path) else { continue };
        println!("  {name}");
        for (sql, values) in statements.iter() {
            let mut took = vec![];
            for _ in 0..RUNS {
                let from = Instant::now();
                db.all::<Cells>(*sql, values.clone()).await.map_err(|error| error.to_string())?;
                took.push(from.elapsed());
            }
            took.sort();
            let words: Vec<&str> = sql.split_whitespace().collect();
            println!("  {:>9.3} ms  {}", took[RUNS / 2].as_secs_f64() * 1e3, words.join(" "));
        }
    }
    db.close().await;
    Ok(())
}

fn wanted(options: &Options) -> Result<Vec<Wanted>, String> {
    let wanted = std::fs::read(&options.requests).map_err(|error| error.to_string())?;
    serde_json::from_slice(&wanted).map_err(|error| error.to_string())
}

async fn answer(db: &Db, statements: &Statements) -> Response {
    let mut results = Vec::with_capacity(statements.len());
    for (sql, values) in statements.iter() {
        match db.all::<Cells>(*sql, values.clone()).await {
            Ok(rows) => results.push(rows.into_iter().map(|Cells(cells)| cells).collect::<Vec<_>>()),
            Err(error) => return (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
        }
    }
    match serde_json::to_string(&results) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// Runs each query once through the application itself, on a database that writes down what it is asked.
async fn learn(options: &Options, db: &Db, wanted: Vec<Wanted>) -> Result<Vec<(String, Statements)>, String> {
    let (recorded, recording) = db.recorded();
    let (app, schema) = (app(options, recorded)?, atrium::schema::build(true));
    let identity = atrium::account::identity(&app).await?;
    let mut learnt = vec![];
    for Wanted { path, person, query, variables, statements } in wanted {
        recording.take();
        let person = PersonId::from_wire(&ID(person)).map_err(|_| "a person has no id".to_owned())?;
        let bearer = Bearer { person, session: person.0, client_id: String::new() };
        let call = Call::new(app.clone(), identity.clone(), String::new(), Some(bearer), None, None);
        let request = Request::new(query).variables(Variables::from_json(variables)).data(Arc::new(call));
        let answer = atrium::schema::execute(&schema, request).await;
        let ran: Statements =
            recording.take().into_iter().map(|(sql, values)| (&*sql.leak(), values)).collect();
        if answer.is_err() || ran.len() as u64 != statements {
            let (errors, ran) = (answer.errors, ran.len());
            return Err(format!("{path}: {ran} statements where the server ran {statements}, {errors:?}"));
        }
        learnt.push((path, ran));
    }
    Ok(learnt)
}

fn app(options: &Options, db: Db) -> Result<App, String> {
    let key =
        std::fs::read_to_string(options.data_dir.join("demo-key")).map_err(|error| error.to_string())?;
    let keys = Keys::derive(&Keys::parse_master(&key).ok_or("the demo's key is not 32 bytes in base64")?);
    let overrides = [
        ("data_dir", options.data_dir.display().to_string()),
        ("database_url", options.database_url.clone()),
        ("person_requests_per_minute", "1000000".to_owned()),
    ];
    let settings = Settings::load(None, [], &overrides).map_err(|bad| bad.0)?;
    Ok(App {
        db,
        language_model: Default::default(),
        program: std::env::current_exe().map_err(|error| error.to_string())?.into(),
        files: settings.file_storage()?,
        clock: Clock::with_business_day(TODAY),
        ids: Ids::new(Randomness::system()),
        randomness: Randomness::system(),
        audit_heads: HeadFile::open(&options.data_dir, keys.audit.clone())?,
        keys,
        paces: Arc::new(Paces::new(settings.person_requests_per_minute)),
        settings: Arc::new(settings),
        outbox_wake: Arc::default(),
        collected: Default::default(),
        demo: Some(Arc::new(atrium::demo::Shown)),
        jobs: Default::default(),
        works: Default::default(),
        operator: None,
        is_ready: Arc::new(true.into()),
    })
}

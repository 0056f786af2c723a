//! Measures one operation on all sites of an engine in turn: bare, GraphQL, bare, GraphQL, small world, large world.
//! Whatever else the machine does then falls on all of them alike.

use crate::client::{Connection, Outgoing, Reply, Run, drive};
use crate::operations::{Ask, Operation};
use crate::processes;
use crate::sign_in;
use crate::site::{Server, Site};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Many short rounds, of which the median counts: a moment in which somebody else is busy spoils only its own.
const ROUNDS: usize = 12;
/// Requests of one round, unless its time is over first.
const REQUESTS: usize = 250;
const ROUND_TIME: Duration = Duration::from_millis(250);
const WARM_UP: usize = 60;
const CONCURRENCY: usize = 8;
const CONCURRENT_REQUESTS: usize = 2_000;
const CONCURRENT_TIME: Duration = Duration::from_secs(1);
/// Writes change the world, so that there are as many of each, always.
const WRITES: usize = 50;
const WRITE_ROUNDS: usize = 6;
const CONCURRENT_WRITES: usize = 200;
const SIGN_INS: usize = 20;
const SIGN_IN_ROUNDS: usize = 6;

/// CPU-milliseconds a request.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) server_ms: f64,
    /// Nought where the database lives in the server's process.
    pub(crate) database_ms: f64,
}

impl Cost {
    pub(crate) fn total_ms(self) -> f64 {
        self.server_ms + self.database_ms
    }
}

/// One line of a table.
#[derive(Default)]
pub(crate) struct Measured {
    pub(crate) cost: Cost,
    pub(crate) bare: Option<Cost>,
    pub(crate) statements: Option<u64>,
    pub(crate) bytes: usize,
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
    pub(crate) per_second: f64,
}

impl Measured {
    /// How much more than the bare handler.
    pub(crate) fn ratio(&self) -> Option<f64> {
        self.bare.map(|bare| self.cost.total_ms() / bare.total_ms())
    }
}

/// What earlier operations left for later ones, by site and operation.
#[derive(Default)]
pub(crate) struct Kept(BTreeMap<(usize, &'static str), Vec<String>>);

/// What a server and the database spent, round by round.
#[derive(Default)]
struct Spent {
    rounds: Vec<Cost>,
    latencies: Vec<Duration>,
}

impl Spent {
    fn cost(&self) -> Cost {
        let mut rounds = self.rounds.clone();
        rounds.sort_by(|a, b| a.total_ms().total_cmp(&b.total_ms()));
        rounds.get(rounds.len() / 2).copied().unwrap_or_default()
    }

    /// Adds what happens while `work` runs.
    async fn during(
        &mut self,
        server: &Server,
        database: Option<u32>,
        work: impl Future<Output = Result<Run, String>>,
    ) -> Result<(), String> {
        let now = || (processes::cpu(server.pid()), database.map_or(Duration::ZERO, processes::tree_cpu));
        let before = now();
        let run = work.await?;
        let after = now();
        let count = run.latencies.len().max(1) as f64;
        let each_ms = |from: Duration, to: Duration| to.saturating_sub(from).as_secs_f64() * 1e3 / count;
        self.rounds
            .push(Cost { server_ms: each_ms(before.0, after.0), database_ms: each_ms(before.1, after.1) });
        self.latencies.extend(run.latencies);
        Ok(())
    }
}

/// `database` is the first process of the database, where it has processes of its own.
pub(crate) async fn measure(
    operation: &Operation,
    sites: &[Site],
    database: Option<u32>,
    kept: &mut Kept,
) -> Result<Vec<Measured>, String> {
    let measured = match operation.ask {
        Ask::Write { .. } => writes(operation, sites, database, kept).await,
        Ask::Refresh => refreshes(operation, sites, database).await,
        Ask::SignIn => sign_ins(sites, database).await,
        _ => reads(operation, sites, database).await,
    };
    measured.map_err(|why| format!("{}: {why}", operation.name))
}

/// The same request again and again.
struct Target<'a> {
    server: &'a Server,
    request: Outgoing,
    first: Reply,
    spent: Spent,
}

impl<'a> Target<'a> {
    async fn warm(server: &'a Server, request: Outgoing) -> Result<Target<'a>, String> {
        let first = Connection::open(server.address).await?.send(&request).await?;
        first.accepted()?;
        let target = Target { server, request, first, spent: Spent::default() };
        target.run(&mut target.connect(CONCURRENCY).await?, WARM_UP, ROUND_TIME).await?;
        Ok(target)
    }

    /// Connections that have been used: the server closes those that lie idle for long, so that none are kept.
    async fn connect(&self, count: usize) -> Result<Vec<Connection>, String> {
        let mut connections = connect(self.server, count).await?;
        for connection in &mut connections {
            connection.send(&self.request).await?;
        }
        Ok(connections)
    }

    fn run(
        &self,
        connections: &mut [Connection],
        count: usize,
        limit: Duration,
    ) -> impl Future<Output = Result<Run, String>> {
        let (from, mut left) = (Instant::now(), count);
        let next = move || {
            left = left.checked_sub(1)?;
            (from.elapsed() < limit).then(|| self.request.clone())
        };
        let same = |reply: Reply| match reply.status == self.first.status
            && reply.body.len() == self.first.body.len()
        {
            true => Ok(()),
            false => Err(format!("another answer than before: {} {}", reply.status, reply.text())),
        };
        drive(connections, next, same)
    }

    async fn round(&mut self, database: Option<u32>) -> Result<(), String> {
        let mut connections = self.connect(1).await?;
        let mut spent = std::mem::take(&mut self.spent);
        spent.during(self.server, database, self.run(&mut connections, REQUESTS, ROUND_TIME)).await?;
        self.spent = spent;
        Ok(())
    }

    async fn crowd(&self) -> Result<Run, String> {
        self.run(&mut self.connect(CONCURRENCY).await?, CONCURRENT_REQUESTS, CONCURRENT_TIME).await
    }
}

async fn connect(server: &Server, count: usize) -> Result<Vec<Connection>, String> {
    let mut connections = vec![];
    for _ in 0..count {
        connections.push(Connection::open(server.address).await?);
    }
    Ok(connections)
}

async fn reads(
    operation: &Operation,
    sites: &[Site],
    database: Option<u32>,
) -> Result<Vec<Measured>, String> {
    let mut targets = vec![];
    for site in sites {
        let bare = match operation.bare_path() {
            Some(path) => Some(Target::warm(&site.bare, Outgoing::get(path)).await?),
            None => None,
        };
        targets.push((bare, Target::warm(&site.server, site.request(operation, "", 0)?).await?));
    }
    for _ in 0..ROUNDS {
        for (bare, own) in &mut targets {
            if let Some(bare) = bare {
                bare.round(database).await?;
            }
            own.round(database).await?;
        }
    }
    let mut measured = vec![];
    for (bare, own) in targets {
        let crowd = own.crowd().await?;
        let mut line = Measured {
            bare: bare.map(|bare| bare.spent.cost()),
            statements: own.first.statements,
            bytes: own.first.body.len(),
            ..Measured::default()
        };
        line.fill(own.spent, &crowd);
        measured.push(line);
    }
    Ok(measured)
}

async fn writes(
    operation: &Operation,
    sites: &[Site],
    database: Option<u32>,
    kept: &mut Kept,
) -> Result<Vec<Measured>, String> {
    let Ask::Write { of, keeps, .. } = &operation.ask else {
        return Err("it writes nothing".to_owned());
    };
    let mut measured = vec![];
    for site in sites {
        let mut left = match of {
            Some(of) => {
                kept.0.remove(&(site.employees, *of)).ok_or_else(|| format!("nothing is left of {of}"))?
            }
            None => (0..WRITES * WRITE_ROUNDS + CONCURRENT_WRITES).map(|nth| nth.to_string()).collect(),
        };
        let (mut line, mut made) = (Measured::default(), vec![]);
        let mut note = |reply: Reply| {
            reply.accepted()?;
            (line.statements, line.bytes) = (reply.statements, reply.body.len());
            if let Some(pointer) = keeps {
                let answer = reply.json()?;
                let value = answer.pointer(pointer).and_then(|value| value.as_str());
                made.push(value.ok_or_else(|| format!("there is no {pointer} in {answer}"))?.to_owned());
            }
            Ok(())
        };
        let mut key = 0;
        let mut some = |count: usize| {
            let requests: Result<Vec<Outgoing>, String> = left
                .drain(..count.min(left.len()))
                .map(|value| {
                    key += 1;
                    site.request(operation, &value, key)
                })
                .collect();
            let mut requests = requests?.into_iter();
            Ok::<_, String>(move || requests.next())
        };
        let mut spent = Spent::default();
        let mut alone = connect(&site.server, 1).await?;
        for _ in 0..WRITE_ROUNDS {
            spent.during(&site.server, database, drive(&mut alone, some(WRITES)?, &mut note)).await?;
        }
        let mut all = connect(&site.server, CONCURRENCY).await?;
        let crowd = drive(&mut all, some(CONCURRENT_WRITES)?, &mut note).await?;
        line.fill(spent, &crowd);
        kept.0.insert((site.employees, operation.name), made);
        measured.push(line);
    }
    Ok(measured)
}

/// Every answer brings the token of the next request; as many sessions as connections, so that none waits for another.
async fn refreshes(
    operation: &Operation,
    sites: &[Site],
    database: Option<u32>,
) -> Result<Vec<Measured>, String> {
    let who = operation.who.ok_or("nobody refreshes")?;
    let mut measured = vec![];
    for site in sites {
        let mut connections = connect(&site.server, CONCURRENCY).await?;
        let tokens = RefCell::new(vec![]);
        for connection in &mut connections {
            let session = sign_in::sign_in(connection, site.server.address, who).await?;
            tokens.borrow_mut().push(session.refresh_token);
        }
        let mut line = Measured::default();
        let some = |count: usize| {
            let mut left = count;
            let tokens = &tokens;
            move || {
                left = left.checked_sub(1)?;
                site.request(operation, &tokens.borrow_mut().pop()?, 0).ok()
            }
        };
        let mut note = |reply: Reply| {
            reply.accepted()?;
            line.bytes = reply.body.len();
            let token = reply.json()?["refresh_token"].as_str().map(str::to_owned);
            tokens.borrow_mut().push(token.ok_or("there is no next refresh token")?);
            Ok(())
        };
        let mut spent = Spent::default();
        for _ in 0..ROUNDS {
            let round = drive(&mut connections[..1], some(WRITES), &mut note);
            spent.during(&site.server, database, round).await?;
        }
        let crowd = drive(&mut connections, some(CONCURRENT_WRITES), &mut note).await?;
        line.fill(spent, &crowd);
        measured.push(line);
    }
    Ok(measured)
}

async fn sign_ins(sites: &[Site], database: Option<u32>) -> Result<Vec<Measured>, String> {
    let mut measured = vec![];
    for site in sites {
        let (mut spent, mut hashes) = (Spent::default(), vec![]);
        let mut last = Run::default();
        for _ in 0..SIGN_IN_ROUNDS {
            // In turns, so that a busy moment falls on both.
            hashes.push(sign_in::hash_ms()?);
            let round = async {
                last = sign_in::one_by_one(site, SIGN_INS).await?;
                Ok(Run { took: last.took, latencies: last.latencies.clone() })
            };
            spent.during(&site.server, database, round).await?;
        }
        hashes.sort_by(f64::total_cmp);
        let mut line = Measured::default();
        line.fill(spent, &last);
        line.cost.server_ms -= hashes[hashes.len() / 2];
        measured.push(line);
    }
    Ok(measured)
}

impl Measured {
    fn fill(&mut self, mut spent: Spent, crowd: &Run) {
        self.cost = spent.cost();
        spent.latencies.sort();
        self.p50 = percentile(&spent.latencies, 50);
        self.p99 = percentile(&spent.latencies, 99);
        self.per_second = crowd.latencies.len() as f64 / crowd.took.as_secs_f64();
    }
}

/// Of a sorted list: the smallest value that so many percent do not exceed.
pub(crate) fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_a_value_that_was_measured() {
        let ms: Vec<Duration> = (1..=200).map(Duration::from_millis).collect();
        assert_eq!(percentile(&ms, 50), Duration::from_millis(100));
        assert_eq!(percentile(&ms, 99), Duration::from_millis(198));
        assert_eq!(percentile(&ms[..1], 99), Duration::from_millis(1));
        assert_eq!(percentile(&[], 50), Duration::ZERO);
    }

    #[test]
    fn one_spoilt_round_does_not_change_the_cost() {
        let cost = |server_ms| Cost { server_ms, database_ms: 0.0 };
        let spent = Spent { rounds: vec![cost(0.2), cost(9.0), cost(0.1)], latencies: vec![] };
        assert_eq!(spent.cost().total_ms(), 0.2);
    }

    #[test]
    fn the_ratio_counts_server_and_database_together() {
        let bare = Some(Cost { server_ms: 0.1, database_ms: 0.1 });
        let measured =
            Measured { cost: Cost { server_ms: 0.2, database_ms: 0.1 }, bare, ..Measured::default() };
        assert!((measured.ratio().unwrap() - 1.5).abs() < 1e-9);
    }
}

//! Measures one operation on all sites of an engine in turn: bare, GraphQL, bare, GraphQL, small world, large world.
//! Whatever else the machine does then falls on all of them alike. The list of operations is gone through several times, so
//! that the rounds of one lie minutes apart: a machine that others share is slow for minutes at a time.

use crate::client::{Connection, Outgoing, Reply, Run, drive};
use crate::operations::{Ask, Operation};
use crate::processes;
use crate::sign_in;
use crate::site::{Server, Site};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

pub(crate) const PASSES: usize = 4;
/// Many short rounds, a few of an operation in each pass. The fastest quarter says what it costs: see `Spent::cost`.
const ROUNDS: usize = 4;
/// Requests of one round, unless its time is over first.
const REQUESTS: usize = 150;
const ROUND_TIME: Duration = Duration::from_millis(120);
const WARM_UP: usize = 60;
const CONCURRENCY: usize = 8;
const CONCURRENT_REQUESTS: usize = 2_000;
const CONCURRENT_TIME: Duration = Duration::from_secs(1);
/// Writes change the world, so that there are as many of each, always.
const WRITES: usize = 50;
const WRITE_ROUNDS: usize = 2;
const CONCURRENT_WRITES: usize = 100;
const SIGN_INS: usize = 20;
const SIGN_IN_ROUNDS: usize = 2;

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
    /// The median of all rounds, the slow ones included.
    pub(crate) median_ms: f64,
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

/// What was seen of one operation on one site up to now.
#[derive(Default)]
pub(crate) struct Gathered {
    own: Spent,
    bare: Option<Spent>,
    statements: Option<u64>,
    bytes: usize,
    /// The last run with many connections.
    crowd: Run,
    /// What the hash in a sign-in costs by itself.
    hashes: Vec<f64>,
}

impl Gathered {
    pub(crate) fn measured(mut self) -> Measured {
        let mut cost = self.own.cost();
        let mut median_ms = self.own.median_ms();
        if !self.hashes.is_empty() {
            self.hashes.sort_by(f64::total_cmp);
            cost.server_ms -= self.hashes[quarter(self.hashes.len())];
            median_ms -= self.hashes[self.hashes.len() / 2];
        }
        self.own.latencies.sort();
        Measured {
            cost,
            median_ms,
            bare: self.bare.map(|bare| bare.cost()),
            statements: self.statements,
            bytes: self.bytes,
            p50: percentile(&self.own.latencies, 50),
            p99: percentile(&self.own.latencies, 99),
            per_second: self.crowd.latencies.len() as f64 / self.crowd.took.as_secs_f64(),
        }
    }
}

/// What a server and the database spent, round by round.
#[derive(Default)]
struct Spent {
    rounds: Vec<Cost>,
    latencies: Vec<Duration>,
}

/// Where the fastest quarter of so many sorted values ends.
fn quarter(count: usize) -> usize {
    count.saturating_sub(1) / 4
}

impl Spent {
    fn sorted(&self) -> Vec<Cost> {
        let mut rounds = self.rounds.clone();
        rounds.sort_by(|a, b| a.total_ms().total_cmp(&b.total_ms()));
        rounds
    }

    /// The slowest round of the fastest quarter. A busy neighbour makes rounds dearer and never cheaper, so that these say
    /// best what the operation itself takes; one lucky round is not enough.
    fn cost(&self) -> Cost {
        let rounds = self.sorted();
        rounds.get(quarter(rounds.len())).copied().unwrap_or_default()
    }

    fn median_ms(&self) -> f64 {
        let rounds = self.sorted();
        rounds.get(rounds.len() / 2).map_or(0.0, |round| round.total_ms())
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

/// One pass: `gathered` has a place for each site. `database` is the first process of the database, where it has processes of
/// its own.
pub(crate) async fn measure(
    operation: &Operation,
    sites: &[Site],
    database: Option<u32>,
    kept: &mut Kept,
    (pass, gathered): (usize, &mut [Gathered]),
) -> Result<(), String> {
    let done = match operation.ask {
        Ask::Write { .. } => writes(operation, sites, database, kept, (pass, gathered)).await,
        Ask::Refresh => refreshes(operation, sites, database, gathered).await,
        Ask::SignIn => sign_ins(sites, database, gathered).await,
        _ => reads(operation, sites, database, (pass, gathered)).await,
    };
    done.map_err(|why| format!("{}: {why}", operation.name))
}

/// The same request again and again.
struct Target<'a> {
    server: &'a Server,
    request: Outgoing,
    first: Reply,
}

impl<'a> Target<'a> {
    async fn warm(server: &'a Server, request: Outgoing) -> Result<Target<'a>, String> {
        let first = Connection::open(server.address).await?.send(&request).await?;
        first.accepted()?;
        let target = Target { server, request, first };
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

    async fn round(&self, database: Option<u32>, spent: &mut Spent) -> Result<(), String> {
        let mut connections = self.connect(1).await?;
        spent.during(self.server, database, self.run(&mut connections, REQUESTS, ROUND_TIME)).await
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
    (pass, gathered): (usize, &mut [Gathered]),
) -> Result<(), String> {
    let mut targets = vec![];
    for site in sites {
        let bare = match operation.bare_path() {
            Some(path) => Some(Target::warm(&site.bare, Outgoing::get(path)).await?),
            None => None,
        };
        targets.push((bare, Target::warm(&site.server, site.request(operation, "", 0)?).await?));
    }
    for _ in 0..ROUNDS {
        for ((bare, own), seen) in targets.iter().zip(&mut *gathered) {
            if let Some(bare) = bare {
                bare.round(database, seen.bare.get_or_insert_default()).await?;
            }
            own.round(database, &mut seen.own).await?;
        }
    }
    for ((_, own), seen) in targets.iter().zip(gathered) {
        (seen.statements, seen.bytes) = (own.first.statements, own.first.body.len());
        if pass + 1 == PASSES {
            seen.crowd = own.crowd().await?;
        }
    }
    Ok(())
}

async fn writes(
    operation: &Operation,
    sites: &[Site],
    database: Option<u32>,
    kept: &mut Kept,
    (pass, gathered): (usize, &mut [Gathered]),
) -> Result<(), String> {
    let Ask::Write { of, keeps, .. } = &operation.ask else {
        return Err("it writes nothing".to_owned());
    };
    let (alone, is_last) = (WRITES * WRITE_ROUNDS, pass + 1 == PASSES);
    let first = pass * alone;
    let crowded = if is_last { CONCURRENT_WRITES } else { 0 };
    for (site, seen) in sites.iter().zip(gathered) {
        let mut left = match of {
            Some(of) => {
                kept.0.remove(&(site.employees, *of)).ok_or_else(|| format!("nothing is left of {of}"))?
            }
            None => (first..first + alone + crowded).map(|nth| nth.to_string()).collect(),
        };
        let Gathered { own, statements, bytes, crowd, .. } = seen;
        let mut made = vec![];
        let mut note = |reply: Reply| {
            reply.accepted()?;
            (*statements, *bytes) = (reply.statements, reply.body.len());
            if let Some(pointer) = keeps {
                let answer = reply.json()?;
                let value = answer.pointer(pointer).and_then(|value| value.as_str());
                made.push(value.ok_or_else(|| format!("there is no {pointer} in {answer}"))?.to_owned());
            }
            Ok(())
        };
        let mut key = first as u64;
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
        let mut connections = connect(&site.server, 1).await?;
        for _ in 0..WRITE_ROUNDS {
            own.during(&site.server, database, drive(&mut connections, some(WRITES)?, &mut note)).await?;
        }
        if is_last {
            let mut all = connect(&site.server, CONCURRENCY).await?;
            *crowd = drive(&mut all, some(crowded)?, &mut note).await?;
        }
        kept.0.insert((site.employees, operation.name), made);
    }
    Ok(())
}

/// Every answer brings the token of the next request; as many sessions as connections, so that none waits for another.
async fn refreshes(
    operation: &Operation,
    sites: &[Site],
    database: Option<u32>,
    gathered: &mut [Gathered],
) -> Result<(), String> {
    let who = operation.who.ok_or("nobody refreshes")?;
    for (site, seen) in sites.iter().zip(gathered) {
        let mut connections = connect(&site.server, CONCURRENCY).await?;
        let tokens = RefCell::new(vec![]);
        for connection in &mut connections {
            let session = sign_in::sign_in(connection, site.server.address, who).await?;
            tokens.borrow_mut().push(session.refresh_token);
        }
        let some = |count: usize| {
            let mut left = count;
            let tokens = &tokens;
            move || {
                left = left.checked_sub(1)?;
                site.request(operation, &tokens.borrow_mut().pop()?, 0).ok()
            }
        };
        let Gathered { own, bytes, crowd, .. } = seen;
        let mut note = |reply: Reply| {
            reply.accepted()?;
            *bytes = reply.body.len();
            let token = reply.json()?["refresh_token"].as_str().map(str::to_owned);
            tokens.borrow_mut().push(token.ok_or("there is no next refresh token")?);
            Ok(())
        };
        for _ in 0..ROUNDS {
            let round = drive(&mut connections[..1], some(WRITES), &mut note);
            own.during(&site.server, database, round).await?;
        }
        *crowd = drive(&mut connections, some(CONCURRENT_WRITES), &mut note).await?;
    }
    Ok(())
}

async fn sign_ins(sites: &[Site], database: Option<u32>, gathered: &mut [Gathered]) -> Result<(), String> {
    for (site, seen) in sites.iter().zip(gathered) {
        for _ in 0..SIGN_IN_ROUNDS {
            // In turns, so that a busy moment falls on both.
            seen.hashes.push(sign_in::hash_ms()?);
            let crowd = &mut seen.crowd;
            let round = async {
                *crowd = sign_in::one_by_one(site, SIGN_INS).await?;
                Ok(Run { took: crowd.took, latencies: crowd.latencies.clone() })
            };
            seen.own.during(&site.server, database, round).await?;
        }
    }
    Ok(())
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
    fn the_fastest_quarter_counts_and_neither_a_slow_minute_nor_a_lucky_round() {
        let cost = |server_ms| Cost { server_ms, database_ms: 0.0 };
        let mut rounds = vec![cost(0.1)];
        rounds.extend([cost(0.3), cost(0.2), cost(0.2)]);
        rounds.extend([cost(0.9); 9]);
        let spent = Spent { rounds, latencies: vec![] };
        assert_eq!((spent.cost().total_ms(), spent.median_ms()), (0.3, 0.9));
        assert_eq!(Spent::default().cost().total_ms(), 0.0);
    }

    #[test]
    fn the_ratio_counts_server_and_database_together() {
        let bare = Some(Cost { server_ms: 0.1, database_ms: 0.1 });
        let measured =
            Measured { cost: Cost { server_ms: 0.2, database_ms: 0.1 }, bare, ..Measured::default() };
        assert!((measured.ratio().unwrap() - 1.5).abs() < 1e-9);
    }
}

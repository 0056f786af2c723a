//! Changes among many readers: how long 32 people wait for theirs while 64 others look at their homes without a pause.

use crate::client::{Connection, Outgoing, drive};
use crate::operations::day_off_request;
use crate::sign_in::sign_in;
use crate::site::Site;
use futures_util::future::try_join;
use serde_json::json;
use std::time::{Duration, Instant};

const WRITERS: usize = 32;
const READERS: usize = 64;
const FOR: Duration = Duration::from_secs(15);
/// Newcomers whom nothing else is measured with.
const FIRST_WRITER: usize = 400;

pub(crate) struct Crowd {
    pub(crate) writes: Vec<Duration>,
    pub(crate) reads: Vec<Duration>,
}

/// `reading` is what each reader asks, again and again.
pub(crate) async fn crowd(site: &Site, reading: &Outgoing) -> Result<Crowd, String> {
    let (mut tokens, mut writers, mut readers) = (vec![], vec![], vec![]);
    for n in 0..WRITERS {
        let mut connection = Connection::open(site.server.address).await?;
        let who = format!("worker{}", FIRST_WRITER + n);
        let session = sign_in(&mut connection, site.server.address, &who).await?;
        let query =
            json!({ "query": "{ viewer { tenantId companies { companyId employeeId } } }" }).to_string();
        let viewer =
            connection.send(&Outgoing::post("/graphql", Some(&session.token), query)).await?.json()?;
        let viewer = &viewer["data"]["viewer"];
        let company = &viewer["companies"][0];
        let ids = json!({ "tenant": viewer["tenantId"], "company": company["companyId"], "employee": company["employeeId"] });
        tokens.push((session.token, ids));
        writers.push(connection);
    }
    for _ in 0..READERS {
        readers.push(Connection::open(site.server.address).await?);
    }
    let from = Instant::now();
    let mut count = 0;
    let write = || {
        let (token, ids) = &tokens[count % WRITERS];
        let nth = (count / WRITERS).to_string();
        count += 1;
        let body = day_off_request(&site.ground, ids.clone(), &nth);
        let mut request = Outgoing::post("/graphql", Some(token), body);
        request.idempotency_key = Some(format!("bench-crowd-{count}"));
        (from.elapsed() < FOR).then_some(request)
    };
    let read = || (from.elapsed() < FOR).then(|| reading.clone());
    let (mut writes, mut reads) = try_join(
        drive(&mut writers, write, |reply| reply.accepted()),
        drive(&mut readers, read, |reply| reply.accepted()),
    )
    .await?;
    writes.latencies.sort();
    reads.latencies.sort();
    Ok(Crowd { writes: writes.latencies, reads: reads.latencies })
}

//! Counting attempts. The counters are in the database, so every node counts the same ones.

use super::rules::{self, Bucket, ThrottleVerdict};
use super::store;
use crate::app::App;
use crate::shared::problem::Problem;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use db::Tx;
use jiff::{SignedDuration, Timestamp};

/// Counts one more attempt; returns how long to wait if there were too many. A refused attempt isn't counted again.
pub async fn throttle(app: &App, buckets: &[Bucket]) -> Result<Option<SignedDuration>, Problem> {
    Ok(judge(app, buckets).await?.wait)
}

/// Like `throttle`, with everything the counters say.
pub async fn judge(app: &App, buckets: &[Bucket]) -> Result<ThrottleVerdict, Problem> {
    let verdict = foresee(app, buckets).await?;
    if verdict.wait.is_some() {
        return Ok(verdict);
    }
    let mut tx = app.db.begin_write().await?;
    let verdict = count(app, &mut tx, buckets).await?;
    if verdict.wait.is_none() {
        tx.commit().await?;
    }
    Ok(verdict)
}

/// What counting would say, without counting: callers over a limit never reach the writer, which others need.
pub async fn foresee(app: &App, buckets: &[Bucket]) -> Result<ThrottleVerdict, Problem> {
    let now = app.clock.now();
    let kept = store::tries(&app.db, &names_of(app, buckets)).await?;
    let counts: Vec<(i64, Timestamp)> = buckets
        .iter()
        .map(|bucket| {
            let name = name_of(app, bucket);
            let running =
                kept.iter().find(|(known, _, start)| *known == name && *start > now - bucket.window);
            running.map_or((1, now), |(_, tries, start)| (tries + 1, *start))
        })
        .collect();
    Ok(rules::verdict(buckets, &counts, now))
}

/// Counts an attempt within a transaction; the caller commits it unless there's a wait.
pub async fn count(app: &App, tx: &mut Tx, buckets: &[Bucket]) -> Result<ThrottleVerdict, Problem> {
    let now = app.clock.now();
    let named: Vec<_> = buckets.iter().map(|bucket| (name_of(app, bucket), bucket.window)).collect();
    let counts = store::count_try(tx, &named, now).await?;
    Ok(rules::verdict(buckets, &counts, now))
}

/// A bucket's name in the database: what it counts, and a keyed hash of the subject.
fn name_of(app: &App, bucket: &Bucket) -> String {
    let value = app.keys.factors.seal(&[b"bucket", bucket.value.as_bytes()]);
    format!("{} {}", bucket.kind, URL_SAFE_NO_PAD.encode(&value[..16]))
}

fn names_of(app: &App, buckets: &[Bucket]) -> Vec<String> {
    buckets.iter().map(|bucket| name_of(app, bucket)).collect()
}

/// Forgets the attempts on an account after the right password.
pub async fn clear(app: &App, tx: &mut Tx, buckets: &[Bucket]) -> db::Result<()> {
    store::clear(tx, &names_of(app, buckets)).await
}

/// A successful attempt doesn't count on a counter that many people share.
pub async fn give_back(app: &App, tx: &mut Tx, buckets: &[Bucket]) -> db::Result<()> {
    store::give_back(tx, &names_of(app, buckets)).await
}

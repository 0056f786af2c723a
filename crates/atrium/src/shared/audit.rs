//! The audit trail: one keyed hash chain per tenant, written in the transaction of the change. Without the key, no one
//! can edit, insert, delete or reorder an event unnoticed; the head kept outside the database (`HeadFile`) reveals a
//! cut tail. `atrium audit verify` reads it all back.

use crate::shared::erased;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::keys::SealKey;
use db::{Db, Statement, Tx, params};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard},
};
use uuid::Uuid;

/// What happened, in business words: `announcement.publish` on an announcement.
#[derive(Clone, Debug)]
pub struct Event {
    pub action: &'static str,
    pub subject_kind: &'static str,
    pub subject_id: Option<Uuid>,
    /// `done`, or the refusal's code.
    pub result: String,
    /// What else an investigator needs. Never a secret, never an account number.
    pub detail: serde_json::Value,
}

/// Who did it, when and from where.
#[derive(Clone, Debug)]
pub struct Origin {
    pub tenant: TenantId,
    pub actor: Option<PersonId>,
    /// The operator at the terminal, for a command.
    pub operator: Option<Arc<str>>,
    pub address: String,
    pub at: Timestamp,
}

/// The newest link in a tenant's chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    pub tenant: TenantId,
    pub seq: i64,
    pub mac: Vec<u8>,
}

struct AuditRow {
    seq: i64,
    at: Timestamp,
    actor_id: Option<Uuid>,
    address: String,
    action: String,
    subject_kind: String,
    subject_id: Option<Uuid>,
    result: String,
    detail: String,
    mac: Vec<u8>,
    actor_name: Option<String>,
}
db::row!(AuditRow {
    seq,
    at,
    actor_id,
    address,
    action,
    subject_kind,
    subject_id,
    result,
    detail,
    mac,
    actor_name
});

impl AuditRow {
    fn seal(&self, key: &SealKey, tenant: TenantId, previous: &[u8]) -> [u8; 32] {
        let optional = |id: Option<Uuid>| id.map_or(vec![], |id| id.as_bytes().to_vec());
        let (seq, at) = (self.seq.to_be_bytes(), self.at.as_microsecond().to_be_bytes());
        let (actor, subject) = (optional(self.actor_id), optional(self.subject_id));
        let mut parts: Vec<&[u8]> = vec![
            previous,
            tenant.0.as_bytes(),
            &seq,
            &at,
            &actor,
            self.address.as_bytes(),
            self.action.as_bytes(),
            self.subject_kind.as_bytes(),
            &subject,
            self.result.as_bytes(),
            self.detail.as_bytes(),
        ];
        // Older events don't have this part; every part carries its length, so none can pass for another.
        if let Some(name) = &self.actor_name {
            parts.push(name.as_bytes());
        }
        key.seal(&parts)
    }
}

/// Locks the end of the tenant's chain until the commit and returns the statements that add the events; they are part
/// of that commit. Taken last in a transaction, so others wait as briefly as possible.
pub async fn append(
    tx: &mut Tx,
    key: &SealKey,
    origin: &Origin,
    events: &[Event],
) -> db::Result<Option<(Head, Vec<Statement>)>> {
    if events.is_empty() {
        return Ok(None);
    }
    // `mac` is still the last event's.
    let (after, mut mac): (i64, Vec<u8>) = tx
        .one(
            "INSERT INTO audit_head (tenant_id, seq, mac) VALUES ($1, $2, $3)
             ON CONFLICT (tenant_id) DO UPDATE SET seq = audit_head.seq + $2 RETURNING seq, mac",
            params![origin.tenant, events.len() as i64, Vec::<u8>::new()],
        )
        .await?;
    let mut last: Vec<Statement> = Vec::with_capacity(events.len() + 1);
    for (event, seq) in events.iter().zip(after - events.len() as i64 + 1..) {
        let mut row = AuditRow {
            seq,
            at: origin.at,
            actor_id: origin.actor.map(|person| person.0),
            address: origin.address.clone(),
            action: event.action.to_owned(),
            subject_kind: event.subject_kind.to_owned(),
            subject_id: event.subject_id,
            result: event.result.clone(),
            detail: event.detail.to_string(),
            mac: vec![],
            actor_name: origin.operator.as_deref().map(str::to_owned),
        };
        mac = row.seal(key, origin.tenant, &mac).to_vec();
        row.mac.clone_from(&mac);
        let values = params![
            origin.tenant,
            row.seq,
            row.at,
            row.actor_id,
            row.address,
            row.action,
            row.subject_kind,
            row.subject_id,
            row.result,
            row.detail,
            row.mac,
            row.actor_name
        ];
        last.push((INSERT.into(), values));
    }
    let update = "UPDATE audit_head SET mac = $2 WHERE tenant_id = $1";
    last.push((update.into(), params![origin.tenant, mac.clone()]));
    Ok(Some((Head { tenant: origin.tenant, seq: after, mac }, last)))
}

const INSERT: &str =
    "INSERT INTO audit_event (tenant_id, seq, at, actor_id, address, action, subject_kind, subject_id, result,
       detail, mac, actor_name) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

/// Reads every chain again. The answer lists what doesn't fit, in sentences; empty means intact. Without the heads kept
/// outside the database, a cut tail can't be detected.
pub async fn verify(db: &Db, key: &SealKey, kept: Option<&[Head]>) -> db::Result<TrailVerdict> {
    let mut verdict = TrailVerdict { events: 0, faults: vec![] };
    let heads: Vec<(TenantId, i64, Vec<u8>)> =
        match db.all("SELECT tenant_id, seq, mac FROM audit_head ORDER BY tenant_id", params![]).await {
            Err(db::Error::Decode(why)) => {
                verdict.faults.push(format!("a head can't be read: {why}"));
                return Ok(verdict);
            }
            heads => heads?,
        };
    let strays: Vec<(TenantId,)> = db
        .all(
            "SELECT DISTINCT tenant_id FROM audit_event e
             WHERE NOT EXISTS (SELECT 1 FROM audit_head h WHERE h.tenant_id = e.tenant_id)",
            params![],
        )
        .await?;
    let gone = erased::all(db, key).await?;
    for (tenant,) in strays {
        if gone.contains(&tenant.0) {
            continue;
        }
        verdict.faults.push(format!("tenant {tenant}: there are events but no head"));
    }
    for head in kept
        .unwrap_or_default()
        .iter()
        .filter(|kept| !heads.iter().any(|(tenant, ..)| *tenant == kept.tenant))
        .filter(|kept| !gone.contains(&kept.tenant.0))
    {
        verdict.faults.push(format!("tenant {}: the whole chain is missing", head.tenant));
    }
    for (tenant, seq, mac) in heads.into_iter().filter(|(tenant, ..)| !gone.contains(&tenant.0)) {
        let kept = match kept {
            Some(kept) => match kept.iter().find(|kept| kept.tenant == tenant) {
                Some(head) => Some(head),
                None => {
                    verdict.faults.push(format!("tenant {tenant}: its head is missing from the head file"));
                    None
                }
            },
            None => None,
        };
        verify_chain(db, key, &Head { tenant, seq, mac }, kept, &mut verdict).await?;
    }
    Ok(verdict)
}

pub struct TrailVerdict {
    pub events: u64,
    pub faults: Vec<String>,
}

async fn verify_chain(
    db: &Db,
    key: &SealKey,
    head: &Head,
    kept: Option<&Head>,
    verdict: &mut TrailVerdict,
) -> db::Result<()> {
    let mut chain = ChainWalk { key, tenant: head.tenant, kept, after: i64::MIN, expected: 1, mac: vec![] };
    while chain.step(db, verdict).await? {}
    chain.end(head, verdict);
    Ok(())
}

/// The state of part of one tenant's chain.
pub struct TrailPart {
    pub verdict: TrailVerdict,
    /// The last event that was read.
    pub last: i64,
    pub is_done: bool,
}

/// Checks the next `MAX_PART` events after `after`, so a trail of any length can be checked in steps. The last step
/// also compares the end with the heads.
pub async fn verify_part(
    db: &Db,
    key: &SealKey,
    tenant: TenantId,
    after: i64,
    kept: Option<&Head>,
) -> db::Result<TrailPart> {
    let mut verdict = TrailVerdict { events: 0, faults: vec![] };
    let before: Option<(Vec<u8>,)> = db
        .opt("SELECT mac FROM audit_event WHERE tenant_id = $1 AND seq = $2", params![tenant, after])
        .await?;
    let is_first = after == 0;
    let mac = before.map(|(mac,)| mac).unwrap_or_default();
    let after = if is_first { i64::MIN } else { after };
    let expected = if is_first { 1 } else { after.saturating_add(1) };
    let mut chain = ChainWalk { key, tenant, kept, after, expected, mac };
    let mut has_more = true;
    while has_more && verdict.events < MAX_PART {
        has_more = chain.step(db, &mut verdict).await?;
    }
    let is_done = !has_more;
    if is_done {
        let mut head = head_of(db, tenant).await?;
        // Events may have been added since the last one was read, so the head is read again.
        for _ in 0..3 {
            while chain.step(db, &mut verdict).await? {}
            if head.seq >= chain.expected - 1 {
                break;
            }
            head = head_of(db, tenant).await?;
        }
        chain.end(&head, &mut verdict);
    }
    Ok(TrailPart { verdict, last: chain.expected - 1, is_done })
}

async fn head_of(db: &Db, tenant: TenantId) -> db::Result<Head> {
    let found: Option<(i64, Vec<u8>)> =
        db.opt("SELECT seq, mac FROM audit_head WHERE tenant_id = $1", params![tenant]).await?;
    let (seq, mac) = found.unwrap_or_default();
    Ok(Head { tenant, seq, mac })
}

/// One tenant's chain, read onward from its current position.
struct ChainWalk<'a> {
    key: &'a SealKey,
    tenant: TenantId,
    kept: Option<&'a Head>,
    after: i64,
    expected: i64,
    mac: Vec<u8>,
}

impl ChainWalk<'_> {
    /// False once there is no further event.
    async fn step(&mut self, db: &Db, verdict: &mut TrailVerdict) -> db::Result<bool> {
        let (tenant, after) = (self.tenant, self.after);
        let (rows, last) = match rows_after(db, tenant, after).await {
            Err(db::Error::Decode(_)) => readable_rows_after(db, tenant, after, verdict).await?,
            rows => {
                let rows = rows?;
                let last = rows.last().map_or(after, |row| row.seq);
                (rows, last)
            }
        };
        if last == after {
            return Ok(false);
        }
        self.after = last;
        for row in rows {
            self.check(row, verdict);
        }
        Ok(true)
    }

    fn check(&mut self, row: AuditRow, verdict: &mut TrailVerdict) {
        let tenant = self.tenant;
        verdict.events += 1;
        if row.seq != self.expected {
            verdict.faults.push(format!(
                "tenant {tenant}: event {} is missing before event {}",
                self.expected, row.seq
            ));
        }
        if !key_matches(&row, self.key, tenant, &self.mac) {
            verdict
                .faults
                .push(format!("tenant {tenant}: event {} doesn't follow from the one before it", row.seq));
        }
        if self.kept.is_some_and(|kept| kept.seq == row.seq && kept.mac != row.mac) {
            verdict.faults.push(format!("tenant {tenant}: event {} doesn't match the head file", row.seq));
        }
        self.expected = row.seq + 1;
        self.mac = row.mac;
    }

    fn end(&self, head: &Head, verdict: &mut TrailVerdict) {
        let (tenant, last) = (self.tenant, self.expected - 1);
        if head.seq != last || head.mac != self.mac {
            verdict
                .faults
                .push(format!("tenant {tenant}: the chain ends at event {last}, its head says {}", head.seq));
        }
        if let Some(kept) = self.kept.filter(|kept| kept.seq > last) {
            verdict.faults.push(format!("tenant {tenant}: events {} to {} are cut off", last + 1, kept.seq));
        }
    }
}

/// A few hundredths of a second's work.
const MAX_PART: u64 = 20_000;
const BATCH: i64 = 1000;

async fn rows_after(db: &Db, tenant: TenantId, after: i64) -> db::Result<Vec<AuditRow>> {
    let columns = AuditRow::COLS;
    let sql =
        format!("SELECT {columns} FROM audit_event WHERE tenant_id = $1 AND seq > $2 ORDER BY seq LIMIT $3");
    db.all(sql, params![tenant, after, BATCH]).await
}

/// One by one, to find out which of them can't be read; whatever doesn't fit after it follows from that. Also returns
/// the number of the last one, readable or not.
async fn readable_rows_after(
    db: &Db,
    tenant: TenantId,
    mut after: i64,
    verdict: &mut TrailVerdict,
) -> db::Result<(Vec<AuditRow>, i64)> {
    let columns = AuditRow::COLS;
    let mut rows = vec![];
    for _ in 0..BATCH {
        let next = "SELECT min(seq) FROM audit_event WHERE tenant_id = $1 AND seq > $2";
        let (Some(seq),): (Option<i64>,) = db.one(next, params![tenant, after]).await? else { break };
        after = seq;
        let one = format!("SELECT {columns} FROM audit_event WHERE tenant_id = $1 AND seq = $2");
        match db.one(one, params![tenant, seq]).await {
            Ok(row) => rows.push(row),
            Err(db::Error::Decode(why)) => {
                verdict.faults.push(format!("tenant {tenant}: event {seq} cannot be read: {why}"));
            }
            Err(error) => return Err(error),
        }
    }
    Ok((rows, after))
}

fn key_matches(row: &AuditRow, key: &SealKey, tenant: TenantId, previous: &[u8]) -> bool {
    row.seal(key, tenant, previous).as_slice() == row.mac
}

/// The heads as last seen, in a sealed file next to the database, so a chain cut off later comes up short. It's written
/// at most once a second and at the end, so it may lack the newest second but is never wrong. A newer head replaces an
/// older one only while the database still has the older one's event: a chain that was cut and then grew again is still
/// detected.
#[derive(Clone)]
pub struct HeadFile {
    path: Arc<Path>,
    key: SealKey,
    heads: Arc<Mutex<Noted>>,
}

#[derive(Default)]
struct Noted {
    by_tenant: BTreeMap<Uuid, Head>,
    in_file: BTreeMap<Uuid, Head>,
    /// Tenants whose event in the file is gone from the database.
    cut: BTreeSet<Uuid>,
}

#[derive(Serialize, Deserialize)]
struct SealedHeads {
    heads: Vec<Head>,
    seal: Vec<u8>,
}

impl HeadFile {
    pub fn open(data_dir: &Path, key: SealKey) -> Result<HeadFile, String> {
        let path = Self::path(data_dir);
        let heads = Self::read(&path, &key)?.unwrap_or_default();
        let in_file: BTreeMap<Uuid, Head> = heads.into_iter().map(|head| (head.tenant.0, head)).collect();
        let noted = Noted { by_tenant: in_file.clone(), in_file, cut: BTreeSet::new() };
        Ok(HeadFile { path: path.into(), key, heads: Arc::new(Mutex::new(noted)) })
    }

    pub fn path(data_dir: &Path) -> PathBuf {
        data_dir.join("audit-heads.json")
    }

    /// What the file has. A tampered file is an error, a missing one is `None`.
    pub fn read(path: &Path, key: &SealKey) -> Result<Option<Vec<Head>>, String> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("cannot read {}: {error}", path.display())),
        };
        let tampered = || format!("{} was altered, or written with another master_key", path.display());
        let sealed: SealedHeads = serde_json::from_slice(&bytes).map_err(|_| tampered())?;
        let body = serde_json::to_vec(&sealed.heads).map_err(|_| tampered())?;
        if !key.verify(&[&body], &sealed.seal) {
            return Err(tampered());
        }
        Ok(Some(sealed.heads))
    }

    pub fn note(&self, head: Head) {
        let mut noted = self.noted();
        if noted.cut.contains(&head.tenant.0) {
            return;
        }
        let newest = noted.by_tenant.entry(head.tenant.0).or_insert_with(|| head.clone());
        // Commits may be noted out of order; the chain only grows.
        if head.seq >= newest.seq {
            *newest = head;
        }
    }

    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.heads.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Notes where the database's chains end, since what was written just before a crash wasn't noted.
    pub async fn catch_up(&self, db: &Db) -> Result<(), String> {
        let heads: db::Result<Vec<(TenantId, i64, Vec<u8>)>> =
            db.all("SELECT tenant_id, seq, mac FROM audit_head", params![]).await;
        for (tenant, seq, mac) in heads.map_err(|error| error.to_string())? {
            self.note(Head { tenant, seq, mac });
        }
        self.keep(db).await
    }

    /// Writes the file if anything changed.
    pub async fn keep(&self, db: &Db) -> Result<(), String> {
        let (mut heads, in_file) = {
            let noted = self.noted();
            (noted.by_tenant.clone(), noted.in_file.clone())
        };
        for (tenant, before) in &in_file {
            if heads.get(tenant) == Some(before)
                || has(db, before).await.map_err(|error| error.to_string())?
            {
                continue;
            }
            if erased::has(db, &self.key, *tenant).await.map_err(|error| error.to_string())? {
                heads.remove(tenant);
                self.noted().by_tenant.remove(tenant);
                continue;
            }
            tracing::error!(%tenant, seq = before.seq, "an audit event is missing: run atrium audit verify");
            heads.insert(*tenant, before.clone());
            let mut noted = self.noted();
            noted.by_tenant.insert(*tenant, before.clone());
            noted.cut.insert(*tenant);
        }
        if heads == in_file {
            return Ok(());
        }
        let (file, written) = (self.clone(), heads.values().cloned().collect());
        let writing = tokio::task::spawn_blocking(move || file.write(written)).await;
        writing.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
        self.noted().in_file = heads;
        Ok(())
    }

    /// To a new file, then renamed, so that it is never half-written.
    fn write(&self, heads: Vec<Head>) -> std::io::Result<()> {
        let body = serde_json::to_vec(&heads)?;
        let seal = self.key.seal(&[&body]).to_vec();
        let folder = self.path.parent().unwrap_or(Path::new("."));
        // A command run beside a server writes at the same time: each to its own file, readable only by its owner.
        let mut fresh = tempfile::Builder::new().prefix("audit-heads-").tempfile_in(folder)?;
        std::io::Write::write_all(&mut fresh, &serde_json::to_vec(&SealedHeads { heads, seal })?)?;
        fresh.as_file().sync_all()?;
        fresh.persist(&self.path).map(drop).map_err(|unmoved| unmoved.error)
    }
}

async fn has(db: &Db, head: &Head) -> db::Result<bool> {
    let sql = "SELECT mac FROM audit_event WHERE tenant_id = $1 AND seq = $2";
    let found: Option<(Vec<u8>,)> = db.opt(sql, params![head.tenant, head.seq]).await?;
    Ok(found.is_some_and(|(mac,)| mac == head.mac))
}

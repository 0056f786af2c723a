//! Fetching a batch. It takes a fresh factor, each time is an event of the audit trail, and the owners of what is in it
//! see it. Account numbers are opened line by line while the file is sent.

use super::kinds::{HandoverFormat, PayrollKind};
use super::rules::HandoverRefusal;
use super::store::{self, HandoverBatch};
use super::{Handovers, batches, lines};
use crate::access::{AdminScope, BankScope, Write};
use crate::app::App;
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::shared::id::{HandoverId, PayrollChangeId};
use crate::shared::keys::{SealKey, Vault};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::tenant_keys;
use crate::work::Work;
use db::{Db, Tx};
use serde_json::{Value, json};

const LINE: &str = "handover line";
/// How many lines are opened at a time.
const PART: i64 = 500;

/// One file of a batch: one kind as CSV, or everything as JSON.
pub struct ExportOfHandover {
    pub batch: HandoverId,
    pub kind: Option<PayrollKind>,
    pub format: HandoverFormat,
}

impl NeedsProof for ExportOfHandover {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ExportHandover)
    }

    fn bound_to(&self) -> Value {
        json!([self.batch, self.kind, self.format])
    }
}

/// Seals and opens the lines of a tenant's batches.
pub(super) struct BatchSeal(Vault);

impl BatchSeal {
    pub(super) async fn of_tenant(app: &App, tx: &mut Tx, scope: &BankScope) -> Result<BatchSeal, Problem> {
        let keys = SealKey::new(&tenant_keys::of_tenant(app, tx, scope).await?);
        Ok(BatchSeal(Vault::new(&keys.seal(&[b"handover"]))))
    }

    pub(super) fn close(
        &self,
        app: &App,
        change: PayrollChangeId,
        said: &[Vec<String>],
    ) -> Result<Vec<u8>, Problem> {
        let plain = serde_json::to_vec(said).map_err(|error| Problem::Internal(error.to_string()))?;
        Ok(seal::seal(&self.0, &app.randomness, LINE, change.0, &plain))
    }

    fn open(&self, change: PayrollChangeId, sealed: &[u8]) -> Result<Vec<Vec<String>>, Problem> {
        let plain = seal::open(&self.0, LINE, change.0, sealed)?;
        serde_json::from_slice(&plain).map_err(|_| Problem::Internal("a line of a batch is broken".into()))
    }
}

/// Who works with a batch, as the audit trail and the owners see it.
pub(super) async fn who(
    app: &App,
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
) -> Result<String, Problem> {
    match scope.viewer() {
        Some(person) => Ok(store::name_of(work.tx(), scope, person).await?.unwrap_or_default()),
        None => Ok(app.operator.as_deref().unwrap_or("Payroll").to_owned()),
    }
}

/// A file that may be sent now, and how far it was sent.
pub struct BatchFile {
    pub name: String,
    pub batch: HandoverBatch,
    scope: AdminScope<Handovers, Write>,
    seal: BatchSeal,
    format: HandoverFormat,
    kinds: Vec<PayrollKind>,
    after: i64,
    has_begun: bool,
    has_lines: bool,
}

/// What is refused anyway is refused before anyone is asked for a factor.
pub(super) async fn check_export(
    db: &Db,
    scope: &AdminScope<Handovers, Write>,
    export: &ExportOfHandover,
) -> Result<(), Problem> {
    batches::batch(db, scope, export.batch).await?;
    check_kind(export)
}

fn check_kind(export: &ExportOfHandover) -> Result<(), Problem> {
    match (export.format, export.kind) {
        (HandoverFormat::Csv, None) => Err(HandoverRefusal::UnknownKind.into()),
        _ => Ok(()),
    }
}

/// Notes who fetches the batch. Send the file once this is committed.
pub async fn open_export(
    app: &App,
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
    export: Proven<ExportOfHandover>,
) -> Result<BatchFile, Problem> {
    let ExportOfHandover { batch, kind, format } = export.into_change();
    check_kind(&ExportOfHandover { batch, kind, format })?;
    let batch = batches::batch(work.tx(), scope, batch).await?;
    let seal = BatchSeal::of_tenant(app, work.tx(), &BankScope::from(scope)).await?;
    let name = who(app, work, scope).await?;
    let (id, now) = (work.new_id(), work.now());
    work.add_to_commit(store::fetched(scope, id, &batch, (kind, format), (now, &name)));
    let detail = json!({ "number": batch.number, "kind": kind, "format": format, "changes": batch.changes });
    work.record("handover.export", "handover", batch.id.0, detail);
    let name = lines::file_name(&batch.company_name, batch.number, kind, format);
    let mut kinds = kind.map_or(PayrollKind::ALL.to_vec(), |kind| vec![kind]);
    kinds.reverse();
    let scope = scope.clone();
    Ok(BatchFile { name, batch, scope, seal, format, kinds, after: 0, has_begun: false, has_lines: false })
}

/// The next part of the file; nothing once all of it was sent.
pub async fn next_part(db: &Db, file: &mut BatchFile) -> Result<Option<Vec<u8>>, Problem> {
    let mut part = vec![];
    if !file.has_begun {
        file.has_begun = true;
        part = file.beginning()?;
    }
    let Some(kind) = file.kinds.last().copied() else {
        return Ok(if part.is_empty() { None } else { Some(part) });
    };
    let found = store::lines(db, &file.scope, file.batch.id, (kind, file.after), PART).await?;
    for (seq, change, sealed) in &found {
        file.after = *seq;
        for cells in file.seal.open(*change, sealed)? {
            match file.format {
                HandoverFormat::Csv => part.extend(lines::csv_line(&cells)?),
                HandoverFormat::Json => {
                    part.extend_from_slice(if file.has_lines { b",\n" } else { b"\n" });
                    part.extend(lines::json_line(kind, &cells).to_string().into_bytes());
                    file.has_lines = true;
                }
            }
        }
    }
    if found.len() < PART as usize {
        file.kinds.pop();
        file.after = 0;
        if file.kinds.is_empty() && file.format == HandoverFormat::Json {
            part.extend_from_slice(b"\n]}\n");
        }
    }
    Ok(Some(part))
}

impl BatchFile {
    fn beginning(&self) -> Result<Vec<u8>, Problem> {
        if let (HandoverFormat::Csv, Some(kind)) = (self.format, self.kinds.last()) {
            return lines::header(*kind);
        }
        let batch = &self.batch;
        let totals: Value = serde_json::from_str(&batch.totals).unwrap_or_default();
        let head = json!({
            "company": batch.company_name, "number": batch.number, "createdAt": batch.created_at.0.to_string(),
            "changes": batch.changes, "totals": totals,
        });
        let head = head.to_string();
        let open = head.strip_suffix('}').unwrap_or(&head).to_owned() + ",\"lines\":[";
        Ok(open.into_bytes())
    }

    pub fn content_type(&self) -> &'static str {
        match self.format {
            HandoverFormat::Csv => "text/csv; charset=utf-8",
            HandoverFormat::Json => "application/json",
        }
    }
}

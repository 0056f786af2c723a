//! Fetching a batch. It takes a fresh factor, each time is an event of the audit trail, and the owners of what is in it
//! see it. Account numbers are opened line by line while the file is sent.

use super::kinds::{HandoverFormat, PayrollKind};
use super::mapped::MappedLines;
use super::rules::HandoverRefusal;
use super::store::{self, HandoverBatch};
use super::{Handovers, batches, lines};
use crate::access::{self, AdminScope, BankScope, Write, machine_actor};
use crate::app::App;
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::mappings;
use crate::shared::id::{HandoverId, PayrollChangeId};
use crate::shared::keys::{SealKey, Vault};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::shared::workbook::WorkbookWriter;
use crate::tenant_keys;
use crate::work::Work;
use db::{Db, Read, Tx};
use serde_json::{Value, json};

const LINE: &str = "handover line";
/// How many lines are opened at a time.
const PART: i64 = 500;

/// One file of a batch: one kind as CSV, everything as JSON, either as a workbook; or one kind in a mapping's columns.
#[derive(Clone)]
pub struct ExportOfHandover {
    pub batch: HandoverId,
    pub kind: Option<PayrollKind>,
    pub format: HandoverFormat,
    /// The name of a saved mapping, which also says the kind.
    pub mapping: Option<String>,
}

impl NeedsProof for ExportOfHandover {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ExportHandover)
    }

    fn bound_to(&self) -> Value {
        json!([self.batch, self.kind, self.format, self.mapping])
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
        None => {
            let operator = app.operator.as_deref().unwrap_or("Payroll");
            Ok(operator.strip_prefix(machine_actor("").as_str()).unwrap_or(operator).to_owned())
        }
    }
}

/// A file that may be sent now, and how far it was sent.
pub struct BatchFile {
    pub name: String,
    pub batch: HandoverBatch,
    scope: AdminScope<Handovers, Write>,
    seal: BatchSeal,
    format: HandoverFormat,
    mapped: Option<MappedLines>,
    /// What is still to be sent, last first.
    kinds: Vec<PayrollKind>,
    /// A workbook is sent once it's whole.
    book: Option<WorkbookWriter>,
    after: i64,
    has_begun: bool,
    has_lines: bool,
}

/// Refuses what would be refused anyway, before anyone is asked for a factor.
pub(super) async fn check_export(
    db: &Db,
    scope: &AdminScope<Handovers, Write>,
    export: &ExportOfHandover,
) -> Result<(), Problem> {
    batches::batch(db, scope, export.batch).await?;
    mapped_lines(db, scope, export).await.map(drop)
}

async fn mapped_lines(
    from: impl Read,
    scope: &AdminScope<Handovers, Write>,
    export: &ExportOfHandover,
) -> Result<Option<MappedLines>, Problem> {
    let Some(name) = &export.mapping else {
        return match (export.format, export.kind) {
            (HandoverFormat::Csv, None) => Err(HandoverRefusal::UnknownKind.into()),
            _ => Ok(None),
        };
    };
    let found = mappings::called(from, &access::importing_for_payroll(scope), name).await?;
    let found = found.ok_or(HandoverRefusal::UnknownMapping)?;
    let lines = MappedLines::new(&found.mapping()?)?;
    let is_same_kind = export.kind.is_none_or(|kind| kind == lines.kind);
    match export.format {
        HandoverFormat::Json => Err(HandoverRefusal::UnknownFormat.into()),
        _ if !is_same_kind => Err(HandoverRefusal::UnfitMapping.into()),
        _ => Ok(Some(lines)),
    }
}

/// Notes who fetches the batch. Send the file once this is committed.
pub async fn open_export(
    app: &App,
    work: &mut Work,
    scope: &AdminScope<Handovers, Write>,
    export: Proven<ExportOfHandover>,
) -> Result<BatchFile, Problem> {
    let export = export.into_change();
    let batch = batches::batch(work.tx(), scope, export.batch).await?;
    let mapped = mapped_lines(work.tx(), scope, &export).await?;
    let format = export.format;
    let kind = mapped.as_ref().map(|lines| lines.kind).or(export.kind);
    let seal = BatchSeal::of_tenant(app, work.tx(), &BankScope::from(scope)).await?;
    let name = who(app, work, scope).await?;
    let (id, now) = (work.new_id(), work.now());
    work.add_to_commit(store::fetched(scope, id, &batch, (kind, format), (now, &name)));
    let detail = json!({
        "number": batch.number, "kind": kind, "format": format, "mapping": export.mapping, "changes": batch.changes,
    });
    work.record("handover.export", "handover", batch.id.0, detail);
    let there = batch.kinds()?;
    let mut kinds = kind.map_or_else(
        || PayrollKind::ALL.into_iter().filter(|kind| there.contains(kind)).collect(),
        |kind| vec![kind],
    );
    kinds.reverse();
    Ok(BatchFile {
        name: lines::file_name(&batch.company_name, batch.number, kind, format),
        scope: scope.clone(),
        batch,
        seal,
        format,
        mapped,
        kinds,
        book: (format == HandoverFormat::Xlsx).then(WorkbookWriter::default),
        after: 0,
        has_begun: false,
        has_lines: false,
    })
}

/// The next part of the file; nothing once all of it was sent.
pub async fn next_part(db: &Db, file: &mut BatchFile) -> Result<Option<Vec<u8>>, Problem> {
    loop {
        let is_last = file.kinds.is_empty();
        let part = read_part(db, file).await?;
        // A workbook comes in one piece, at the end.
        if !part.is_empty() {
            return Ok(Some(part));
        }
        if is_last {
            return Ok(None);
        }
    }
}

async fn read_part(db: &Db, file: &mut BatchFile) -> Result<Vec<u8>, Problem> {
    let mut part = vec![];
    if !file.has_begun {
        file.has_begun = true;
        part = file.beginning()?;
    }
    let Some(kind) = file.kinds.last().copied() else {
        part.extend(file.end()?);
        return Ok(part);
    };
    if file.after == 0 {
        file.begin_kind(kind, &mut part)?;
    }
    let found = store::lines(db, &file.scope, file.batch.id, (kind, file.after), PART).await?;
    for (seq, change, sealed) in &found {
        file.after = *seq;
        for cells in file.seal.open(*change, sealed)? {
            file.add(kind, cells, &mut part)?;
        }
    }
    if found.len() < PART as usize {
        file.kinds.pop();
        file.after = 0;
    }
    Ok(part)
}

impl BatchFile {
    fn beginning(&mut self) -> Result<Vec<u8>, Problem> {
        if self.format != HandoverFormat::Json {
            return Ok(vec![]);
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

    /// A table's header.
    fn begin_kind(&mut self, kind: PayrollKind, part: &mut Vec<u8>) -> Result<(), Problem> {
        let header = match &self.mapped {
            Some(mapped) => mapped.header().to_vec(),
            None => lines::columns(kind).into_iter().map(str::to_owned).collect(),
        };
        if let Some(book) = &mut self.book {
            book.begin_sheet(kind.file()).map_err(broken_book)?;
        }
        match self.format {
            HandoverFormat::Json => Ok(()),
            _ => self.write(&header, true, part),
        }
    }

    fn add(&mut self, kind: PayrollKind, cells: Vec<String>, part: &mut Vec<u8>) -> Result<(), Problem> {
        if self.format == HandoverFormat::Json {
            part.extend_from_slice(if self.has_lines { b",\n" } else { b"\n" });
            part.extend(lines::json_line(kind, &cells).to_string().into_bytes());
            self.has_lines = true;
            return Ok(());
        }
        let cells = self.mapped.as_ref().map_or_else(|| cells.clone(), |mapped| mapped.row(&cells));
        self.write(&cells, false, part)
    }

    /// A row of a table.
    fn write(&mut self, cells: &[String], is_header: bool, part: &mut Vec<u8>) -> Result<(), Problem> {
        match (&mut self.book, &self.mapped) {
            (Some(book), _) => book.row(cells).map_err(broken_book)?,
            (None, Some(mapped)) => part.extend(mapped.text(cells, is_header)),
            (None, None) => part.extend(lines::csv_line(cells)?),
        }
        Ok(())
    }

    fn end(&mut self) -> Result<Vec<u8>, Problem> {
        if let Some(book) = self.book.take() {
            return book.finish().map_err(broken_book);
        }
        let is_open = self.format == HandoverFormat::Json && self.after == 0;
        // The end is sent once.
        self.after = -1;
        Ok(if is_open { b"\n]}\n".to_vec() } else { vec![] })
    }

    pub fn content_type(&self) -> &'static str {
        match self.format {
            HandoverFormat::Csv if self.mapped.is_some() => "text/csv",
            HandoverFormat::Csv => "text/csv; charset=utf-8",
            HandoverFormat::Json => "application/json",
            HandoverFormat::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

fn broken_book(error: std::io::Error) -> Problem {
    Problem::Internal(format!("a workbook could not be written: {error}"))
}

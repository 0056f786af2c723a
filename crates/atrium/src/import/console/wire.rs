//! Imports as GraphQL shows them.

use super::FilePreview;
use super::store::{ImportEffect, ImportFile, ImportJob};
use crate::access::ImportScope;
use crate::call::Call;
use crate::mappings::{self, Mapping, SavedMapping};
use crate::shared::day::Moment;
use crate::shared::id::CompanyId;
use crate::shared::page::Links;
use crate::shared::problem::Problem;
use crate::shared::rows::Rows;
use async_graphql::{Enum, ID, SimpleObject};

#[derive(Clone, Copy, PartialEq, Eq, Enum)]
pub(super) enum EffectKind {
    Added,
    Changed,
    Same,
    Fault,
    Ended,
    Aside,
}

impl EffectKind {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            EffectKind::Added => "added",
            EffectKind::Changed => "changed",
            EffectKind::Same => "same",
            EffectKind::Fault => "fault",
            EffectKind::Ended => "ended",
            EffectKind::Aside => "aside",
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial, name = "ImportRow")]
pub(super) struct JobOnWire {
    id: ID,
    /// draft, checking, checked, applying, applied, failed, canceled, undoing or undone.
    state: &'static str,
    created_at: Moment,
    finished_at: Option<Moment>,
    /// console, machine or folder.
    source: &'static str,
    /// Who made it, or what a program is called.
    person_name: String,
    is_own: bool,
    /// The files' names.
    files: Vec<String>,
    /// Whether new people are invited.
    invites: bool,
    /// Of all files.
    size_bytes: f64,
    /// How far the worker is.
    bytes_read: f64,
    added: i64,
    changed: i64,
    same: i64,
    invited: i64,
    faults: i64,
    /// Rows that failed only because of other rows' faults.
    followed: i64,
    /// How many records end because a whole-truth file doesn't have them.
    ended: i64,
    /// So much would end that someone has to type in the number.
    is_braked: bool,
    sets_aside: bool,
    /// Things left out, such as pay stubs, and not their rows.
    set_aside: i64,
    /// Why it failed, as a refusal code.
    failure: Option<String>,
}

impl JobOnWire {
    pub(super) fn new(call: &Call, scope: &ImportScope, job: ImportJob) -> JobOnWire {
        let running = call.app.works.find(job.id);
        JobOnWire {
            id: job.id.to_string().into(),
            state: job.state.as_text(),
            created_at: job.created_at,
            finished_at: job.finished_at,
            is_own: job.person_id.is_some() && scope.viewer() == job.person_id,
            source: job.source.as_text(),
            person_name: job.person_name,
            files: job.names.unwrap_or_default().lines().map(str::to_owned).collect(),
            invites: job.invites,
            size_bytes: job.size_bytes as f64,
            bytes_read: running.map_or(job.bytes_read as f64, |running| running.done() as f64),
            added: job.added,
            changed: job.changed,
            same: job.same,
            invited: job.invited,
            faults: job.faults,
            followed: job.followed,
            ended: job.ended,
            is_braked: job.is_braked,
            sets_aside: job.sets_aside,
            set_aside: job.set_aside,
            failure: job.failure,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial, name = "ImportPage")]
pub(super) struct JobPage {
    pub(super) results: Rows<JobOnWire>,
    pub(super) links: Links,
}

#[derive(SimpleObject)]
#[graphql(serial, name = "ImportFile")]
pub(super) struct FileOnWire {
    id: ID,
    name: String,
    size_bytes: f64,
    stored_bytes: f64,
    kind: Option<String>,
    /// As JSON; null: our own format, or not chosen yet.
    mapping: Option<String>,
    /// The company whose whole truth it is.
    whole_truth_of: Option<String>,
    /// The bytes are gone.
    is_forgotten: bool,
}

impl From<ImportFile> for FileOnWire {
    fn from(file: ImportFile) -> FileOnWire {
        FileOnWire {
            id: file.id.to_string().into(),
            name: file.name,
            size_bytes: file.size_bytes as f64,
            stored_bytes: file.stored_bytes as f64,
            kind: file.kind,
            mapping: file.mapping,
            whole_truth_of: file.company_name.filter(|_| file.is_whole_truth),
            is_forgotten: file.is_forgotten,
        }
    }
}

/// An import with its files.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct ImportDetails {
    pub(super) import: JobOnWire,
    pub(super) files: Vec<FileOnWire>,
    pub(super) asides: Vec<AsideOnWire>,
}

/// Rows of a kind that were set aside, to be downloaded.
#[derive(SimpleObject)]
#[graphql(serial, name = "ImportRowsAside")]
pub(super) struct AsideOnWire {
    kind: String,
    size_bytes: f64,
}

impl From<(String, i64)> for AsideOnWire {
    fn from((kind, size): (String, i64)) -> AsideOnWire {
        AsideOnWire { kind, size_bytes: size as f64 }
    }
}

/// A company that the viewer may import something about.
#[derive(SimpleObject)]
#[graphql(serial, name = "ImportCompany")]
pub(super) struct CompanyOnWire {
    id: ID,
    name: String,
}

impl From<(CompanyId, String)> for CompanyOnWire {
    fn from((id, name): (CompanyId, String)) -> CompanyOnWire {
        CompanyOnWire { id: id.to_string().into(), name }
    }
}

/// What a dry run says about a row, or about several rows alike.
#[derive(SimpleObject)]
#[graphql(serial, name = "ImportEffect")]
pub(super) struct EffectOnWire {
    id: ID,
    file: String,
    line: i64,
    column_number: Option<i64>,
    column_name: Option<String>,
    /// added, changed, same, ended, fault or aside.
    effect: String,
    says: String,
    repeats: i64,
}

impl From<ImportEffect> for EffectOnWire {
    fn from(row: ImportEffect) -> EffectOnWire {
        EffectOnWire {
            id: row.seq.to_string().into(),
            file: row.file,
            line: row.line,
            column_number: row.column_number,
            column_name: row.column_name,
            effect: row.effect,
            says: row.says,
            repeats: row.repeats,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial, name = "ImportEffectPage")]
pub(super) struct EffectPage {
    pub(super) results: Rows<EffectOnWire>,
    pub(super) links: Links,
}

/// One of our columns.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct ImportColumn {
    pub(super) name: &'static str,
    pub(super) is_needed: bool,
    pub(super) example: &'static str,
    /// The only values it takes, if they are few.
    pub(super) choices: Vec<&'static str>,
}

/// A kind of file that the viewer can import.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct ImportKind {
    pub(super) name: &'static str,
    /// A file of it can be the whole truth.
    pub(super) ends: bool,
    /// Bad rows can be left out.
    pub(super) sets_aside: bool,
    pub(super) columns: Vec<ImportColumn>,
}

#[derive(SimpleObject)]
#[graphql(serial, name = "ImportMapping")]
pub(super) struct MappingOnWire {
    name: String,
    kind: String,
    /// As JSON.
    definition: String,
    note: String,
    changed_at: Option<Moment>,
    /// Null: it comes with the program.
    version: Option<i64>,
}

impl MappingOnWire {
    pub(super) fn saved(row: SavedMapping) -> Result<MappingOnWire, Problem> {
        let note = row.mapping()?.note;
        Ok(MappingOnWire {
            name: row.name,
            kind: row.kind,
            definition: row.definition,
            note,
            changed_at: Some(Moment(row.changed_at)),
            version: Some(row.version),
        })
    }

    pub(super) fn preset(mapping: &Mapping) -> Result<MappingOnWire, Problem> {
        Ok(MappingOnWire {
            name: mapping.name.clone(),
            kind: mapping.kind.clone(),
            definition: mappings::as_json(mapping)?,
            note: mapping.note.clone(),
            changed_at: None,
            version: None,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct ImportMappingPage {
    pub(super) results: Rows<MappingOnWire>,
    pub(super) links: Links,
}

/// What there is to choose from.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct ImportChoices {
    pub(super) kinds: Vec<ImportKind>,
    pub(super) presets: Vec<MappingOnWire>,
    pub(super) companies: Vec<CompanyOnWire>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PreviewRow {
    line: i64,
    cells: Vec<String>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PreviewFault {
    line: i64,
    column_number: Option<i64>,
    column_name: Option<String>,
    says: String,
}

/// How a file looks, and what a mapping makes of it.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct ImportPreview {
    /// The kind of a file in our own format, which needs no mapping.
    own_kind: Option<&'static str>,
    /// The mapping that was asked about, or a suggestion, as JSON.
    definition: String,
    /// Of a workbook.
    worksheets: Vec<String>,
    /// The first lines as they are.
    sample: Vec<PreviewRow>,
    /// The source's columns.
    header: Vec<String>,
    /// What has to be done before the mapping can be used.
    lacks: Vec<String>,
    /// Our columns, and what the first rows become.
    columns: Vec<String>,
    rows: Vec<PreviewRow>,
    faults: Vec<PreviewFault>,
}

const SHOWN_LINES: usize = 15;

fn line(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl ImportPreview {
    pub(super) fn new(shown: FilePreview) -> Result<ImportPreview, Problem> {
        let sample = shown.sample.rows.into_iter().take(SHOWN_LINES);
        let fault = |fault: crate::sheets::Fault| PreviewFault {
            line: line(fault.line),
            column_number: fault.column.as_ref().map(|(at, _)| line(*at as u64)),
            column_name: fault.column.map(|(_, name)| name),
            says: fault.says,
        };
        Ok(ImportPreview {
            own_kind: shown.own_kind,
            definition: mappings::as_json(&shown.mapping)?,
            worksheets: shown.sample.format.worksheets,
            sample: sample.map(|row| PreviewRow { line: line(row.line), cells: row.cells }).collect(),
            header: shown.header,
            lacks: shown.lacks,
            columns: shown.columns,
            rows: shown.rows.into_iter().map(|(at, cells)| PreviewRow { line: line(at), cells }).collect(),
            faults: shown.faults.into_iter().map(fault).collect(),
        })
    }
}

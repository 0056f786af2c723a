//! Mappings: how files that aren't in our own format are read. A mapping is saved under a name, for a tenant, and used again.
//!
//! - `rules/` says what a mapping is, suggests one from a sample, and turns rows. `source/` reads text and workbooks within
//!   limits. `file.rs` puts both together: a mapped file gives rows of one of our sheets, which go the way of all rows.
//! - A mapping works in both directions: a handover can leave in the columns that a payroll system has (`rules/outward.rs`).
//! - Anyone who imports can save a mapping. Only its owner, or someone with rights in the whole tenant, can change or remove
//!   it: others rely on it.
//! - Saving and removing need a fresh factor: a mapping decides whose account a column fills.
//! - A mapping decides nothing about rights: rows are checked where they're applied.
//! - People can be named by email address or name (`directory.rs`); a name that two people have is a fault.
//! - The presets follow layouts that vendors describe publicly. None was tried on a real export, and each says so.

mod directory;
mod file;
mod presets;
mod rules;
mod source;
mod store;

pub use directory::PeopleDirectory;
pub use file::{FileSample, MappedFile, fits, sample};
pub use presets::presets;
pub use rules::{
    CellType, ColumnUse, DateOrder, Decimals, Delimiter, Encoding, Mapping, OutwardPlan, PeopleBy, SampleRow,
    TakePart, TargetColumn, TargetKind, WideLine, cell_type, check, guess, header_of,
};
pub use source::{FoundFormat, HowToRead, MAX_SOURCE_BYTES};
pub use store::SavedMapping;

use crate::access::{HandoverScope, ImportRight, ImportScope};
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::{Current, Problem};
use crate::shared::refusal::refusals;
use crate::sheets::ImportSheet;
use crate::work::Work;
use db::{Db, Read, Tx};
use serde_json::{Value, json};
use uuid::Uuid;

refusals! {
    pub enum MappingRefusal {
        Unfit = "MAPPING_UNFIT" at "definition": "This mapping can't be used. Check it to see why.",
        TooMany = "TOO_MANY_MAPPINGS": "A tenant can have at most 500 mappings. Remove one first.",
        NameTaken = "NAME_TAKEN" at "name": "Another mapping has this name.",
        OfOthers = "MAPPING_OF_OTHERS": "Someone else saved this mapping. Save yours under another name.",
    }
}

pub const REFUSALS: &[&str] = MappingRefusal::CODES;

const MAX_MAPPINGS: i64 = 500;
const MAX_DEFINITION_BYTES: usize = 100_000;

/// Our kinds of files as mappings see them.
pub fn target_kinds<'a>(sheets: impl Iterator<Item = &'a &'static ImportSheet>) -> Vec<TargetKind> {
    let column =
        |column: &crate::sheets::SheetColumn| TargetColumn { name: column.name, is_needed: column.is_needed };
    sheets
        .map(|sheet| TargetKind { name: sheet.name, columns: sheet.columns.iter().map(column).collect() })
        .collect()
}

/// From JSON, as requests carry it, or TOML, as files do; else a sentence.
pub fn parse(text: &str) -> Result<Mapping, String> {
    if text.len() > MAX_DEFINITION_BYTES {
        return Err("the mapping is too long".to_owned());
    }
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map_err(|error| format!("this is not a mapping: {error}"));
    }
    toml::from_str(text).map_err(|error| format!("this is not a mapping: {}", error.message()))
}

/// The text of a file.
pub fn as_toml(mapping: &Mapping) -> Result<String, Problem> {
    toml::to_string(mapping).map_err(|error| Problem::Internal(error.to_string()))
}

pub fn as_json(mapping: &Mapping) -> Result<String, Problem> {
    serde_json::to_string(mapping).map_err(|error| Problem::Internal(error.to_string()))
}

impl SavedMapping {
    pub fn mapping(&self) -> Result<Mapping, Problem> {
        let broken = |says| Problem::Internal(format!("the saved mapping {}: {says}", self.id));
        parse(&self.definition).map_err(broken)
    }
}

impl Current for SavedMapping {
    fn on_wire(&self) -> serde_json::Value {
        json!({ "id": self.id, "name": self.name, "kind": self.kind, "definition": self.definition, "version": self.version })
    }
}

/// Moves someone's mappings and imports when their account is merged into another. Returns their ids.
pub async fn hand_over(tx: &mut Tx, scope: &HandoverScope) -> db::Result<Vec<Uuid>> {
    store::hand_over(tx, scope).await
}

pub async fn hand_back(tx: &mut Tx, scope: &HandoverScope, ids: &[Uuid]) -> db::Result<()> {
    store::hand_back(tx, scope, ids).await
}

/// By name.
pub async fn list(
    db: &Db,
    scope: &ImportScope,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<SavedMapping>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::list(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.name.clone(), row.id.to_string()]))
}

pub async fn called(
    from: impl Read,
    scope: &ImportScope,
    name: &str,
) -> Result<Option<SavedMapping>, Problem> {
    Ok(store::named(from, scope, name).await?)
}

/// A mapping to save under its name.
pub struct MappingToSave {
    mapping: Mapping,
    definition: String,
    /// The version the caller changed; without one, a mapping with this name is replaced only at the terminal.
    seen: Option<i64>,
}

impl NeedsProof for MappingToSave {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::SaveMapping)
    }

    fn bound_to(&self) -> Value {
        json!([self.definition, self.seen])
    }
}

/// What is refused anyway is refused before anyone is asked for a factor.
pub async fn check_save(
    tx: &mut Tx,
    scope: &ImportScope,
    kinds: &[TargetKind],
    mapping: Mapping,
    seen: Option<i64>,
) -> Result<MappingToSave, Problem> {
    if !check(&mapping, kinds).is_empty() {
        return Err(MappingRefusal::Unfit.into());
    }
    let new = MappingToSave { definition: as_json(&mapping)?, mapping, seen };
    replaced(tx, scope, &new).await?;
    Ok(new)
}

/// The mapping that a new one takes the place of.
async fn replaced(
    tx: &mut Tx,
    scope: &ImportScope,
    new: &MappingToSave,
) -> Result<Option<SavedMapping>, Problem> {
    check_kind(scope, &new.mapping.kind)?;
    let Some(there) = store::named(&mut *tx, scope, &new.mapping.name).await? else {
        let is_full = store::count(tx, scope).await? >= MAX_MAPPINGS;
        return if is_full { Err(MappingRefusal::TooMany.into()) } else { Ok(None) };
    };
    check_own(scope, &there)?;
    if new.seen.is_none() && scope.viewer().is_some() {
        return Err(MappingRefusal::NameTaken.into());
    }
    if new.seen.is_some_and(|seen| seen != there.version) {
        return Err(Problem::conflict(there));
    }
    Ok(Some(there))
}

pub async fn save(
    work: &mut Work,
    scope: &ImportScope,
    new: Proven<MappingToSave>,
) -> Result<SavedMapping, Problem> {
    let new = new.into_change();
    let there = replaced(work.tx(), scope, &new).await?;
    let mut row = SavedMapping {
        id: there.as_ref().map_or_else(|| work.new_id(), |there| there.id),
        name: new.mapping.name,
        kind: new.mapping.kind,
        definition: new.definition,
        owner_id: there.as_ref().map_or_else(|| scope.viewer(), |there| there.owner_id),
        changed_at: work.now(),
        version: there.as_ref().map_or(1, |there| there.version),
    };
    match there {
        None => store::insert(work.tx(), scope, &row).await.map_err(|error| match error {
            db::Error::Unique(_) => Problem::from(MappingRefusal::NameTaken),
            error => error.into(),
        })?,
        Some(there) => {
            if !store::update(work.tx(), scope, &row).await? {
                return Err(Problem::conflict(there));
            }
            row.version += 1;
        }
    }
    work.record("mapping.save", "mapping", row.id, json!({ "name": row.name, "kind": row.kind }));
    Ok(row)
}

/// A mapping decides whose row is whose: it takes the right to import what it reads.
fn check_kind(scope: &ImportScope, kind: &str) -> Result<(), Problem> {
    if scope.reach(ImportRight::of(kind)).is_some() { Ok(()) } else { Err(Problem::Forbidden) }
}

fn check_own(scope: &ImportScope, there: &SavedMapping) -> Result<(), Problem> {
    check_kind(scope, &there.kind)?;
    let is_own = there.owner_id.is_some() && there.owner_id == scope.viewer();
    if is_own || scope.is_whole(ImportRight::of(&there.kind)) {
        Ok(())
    } else {
        Err(MappingRefusal::OfOthers.into())
    }
}

/// A mapping to remove.
pub struct MappingToRemove {
    id: Uuid,
    name: String,
}

impl NeedsProof for MappingToRemove {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RemoveMapping)
    }

    fn bound_to(&self) -> Value {
        json!([self.id])
    }
}

pub async fn check_remove(
    from: impl Read,
    scope: &ImportScope,
    name: &str,
) -> Result<MappingToRemove, Problem> {
    let there = removable(from, scope, name).await?;
    Ok(MappingToRemove { id: there.id, name: there.name })
}

async fn removable(from: impl Read, scope: &ImportScope, name: &str) -> Result<SavedMapping, Problem> {
    let there = store::named(from, scope, name).await?.ok_or(Problem::NotFound)?;
    check_own(scope, &there)?;
    Ok(there)
}

pub async fn remove(
    work: &mut Work,
    scope: &ImportScope,
    removed: Proven<MappingToRemove>,
) -> Result<SavedMapping, Problem> {
    let there = removable(work.tx(), scope, &removed.name).await?;
    if there.id != removed.id {
        return Err(Problem::NotFound);
    }
    store::delete(work.tx(), scope, there.id).await?;
    work.record("mapping.remove", "mapping", there.id, json!({ "name": there.name, "kind": there.kind }));
    Ok(there)
}

//! A file that arrives without a person: from a program, or from the watched folder. It becomes an import of its own, which a
//! worker takes up like any other.

use super::pieces::PieceWriter;
use super::rules::{self, UploadRefusal};
use super::store::{self, ArrivedJob, ImportSource, ImportState};
use super::{own_kind, set_needs};
use crate::access::{ImportRight, ImportScope};
use crate::import::ImportKinds;
use crate::mappings::{self, HowToRead, Mapping};
use crate::shared::id::{CompanyId, MachineId};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Read};
use uuid::Uuid;

/// How an arriving file is read and what it may be about.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// None: told by its header.
    pub kind: Option<String>,
    pub mapping: Option<Mapping>,
    pub company: Option<(CompanyId, String)>,
    pub is_whole_truth: bool,
}

/// What is wanted of the import.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ArrivalOptions {
    /// Otherwise a dry run.
    pub applies: bool,
    pub invites: bool,
    pub sets_aside: bool,
    pub confirmed_removals: Option<i64>,
}

/// Who brings it.
#[derive(Clone, Copy)]
pub(super) struct Bringer<'a> {
    pub source: ImportSource,
    pub name: &'a str,
    pub machine: Option<MachineId>,
}

/// A mapping by its name: a saved one, or one that comes with the program.
pub(super) async fn mapping_called(
    from: impl Read,
    scope: &ImportScope,
    name: &str,
) -> Result<Option<Mapping>, Problem> {
    if let Some(saved) = mappings::called(from, scope, name).await? {
        return saved.mapping().map(Some);
    }
    Ok(mappings::presets().iter().find(|preset| preset.name.eq_ignore_ascii_case(name)).cloned())
}

/// A company by its name or ID.
pub(super) async fn company_called(
    db: &Db,
    scope: &ImportScope,
    name: &str,
) -> Result<Option<(CompanyId, String)>, Problem> {
    let id = Uuid::try_parse(name).ok();
    let all = store::companies(db, scope).await?;
    Ok(all.into_iter().find(|(company, called)| called == name || Some(company.0) == id))
}

impl Reading {
    /// Its kind, which the header tells if no one said it.
    fn kind_of(&self, kinds: &ImportKinds, head: &[u8]) -> Result<&'static str, UploadRefusal> {
        let said = self.mapping.as_ref().map(|mapping| &mapping.kind).or(self.kind.as_ref());
        if let Some(said) = said {
            return kinds.called(said).map(|sheet| sheet.name).ok_or(UploadRefusal::NoKind);
        }
        let head = Box::new(std::io::Cursor::new(head.to_vec()));
        let sample = mappings::sample(head, &HowToRead::default()).map_err(|_| UploadRefusal::UnknownFile)?;
        own_kind(kinds, &sample).map(|sheet| sheet.name).ok_or(UploadRefusal::UnknownFile)
    }

    /// What it is, if that can be imported by this bringer.
    pub(super) fn check(
        &self,
        kinds: &ImportKinds,
        scope: &ImportScope,
        head: &[u8],
    ) -> Result<&'static str, UploadRefusal> {
        let kind = self.kind_of(kinds, head)?;
        if scope.reach(ImportRight::of(kind)).is_none() {
            return Err(UploadRefusal::KindNotYours);
        }
        if self.is_whole_truth && self.company.is_none() {
            return Err(UploadRefusal::NoCompany);
        }
        let ends = kinds.called(kind).is_some_and(|sheet| sheet.ending.is_some());
        if self.is_whole_truth && !ends {
            return Err(UploadRefusal::NothingEnds);
        }
        Ok(kind)
    }
}

/// Writes the import, whose bytes are stored. `refused`: it came to nothing right away.
pub(super) async fn arrive(
    work: &mut Work,
    scope: &ImportScope,
    (bringer, wanted): (Bringer<'_>, ArrivalOptions),
    (name, bytes): (&str, &PieceWriter),
    reading: Result<(&'static str, &Reading), UploadRefusal>,
) -> Result<Uuid, Problem> {
    let (id, now) = (work.new_id(), work.now());
    let state = match (&reading, wanted.applies) {
        (Err(_), _) => ImportState::Failed,
        (Ok(_), true) => ImportState::Applying,
        (Ok(_), false) => ImportState::Checking,
    };
    let job = ArrivedJob {
        id,
        source: bringer.source,
        actor: bringer.name,
        machine: bringer.machine,
        state,
        invites: wanted.invites,
        sets_aside: wanted.sets_aside,
        confirmed_removals: wanted.confirmed_removals,
        failure: reading.as_ref().err().map(|refusal| refusal.code()),
    };
    store::insert_arrived(work.tx(), scope, &job, now).await?;
    let name = rules::file_name(name)?;
    store::insert_file(work.tx(), scope, (id, bytes.file, 1), (&name, bytes.size_bytes)).await?;
    for (at, (place, size)) in bytes.places.iter().enumerate() {
        let number = at as i64 + 1;
        store::insert_piece(work.tx(), scope, (bytes.file, number), (place, *size)).await?;
    }
    if let Ok((kind, reading)) = reading {
        let mapping = reading.mapping.as_ref().map(mappings::as_json).transpose()?;
        let company = reading.company.as_ref().map(|(company, _)| *company);
        let about = (company, reading.is_whole_truth);
        store::set_reading(work.tx(), scope, bytes.file, (kind, mapping), about).await?;
    }
    set_needs(work, scope, id).await?;
    Ok(id)
}

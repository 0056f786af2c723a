//! Documents a company gives its people: handbooks, policies, forms.
//!
//! - An employee sees the ones whose dates include today. A manager of the company sees all of them.
//! - A document with `showOnDashboard` appears among the resources while its dates include today.
//! - Its name is unique in the company, ignoring case and accents.
//! - Writing needs `manager.write`. Files are checked before they're stored (`files/`).
//! - Its text is read once, apart from everything else (`text.rs`), and can be searched by anyone who may open it.
//! - If someone else has changed a document meanwhile, saving it fails and shows the current one.

mod demo;
mod extract;
mod graphql;
mod http;
mod rules;
mod search;
mod search_graphql;
mod store;
mod text;

pub use demo::DEMO;
pub use extract::extract;
pub use graphql::{DocumentMutation, DocumentQuery};
pub use http::{ROUTES, routes};
pub use rules::DocumentDraft;
pub use search::stem;
pub use search_graphql::DocumentSearchQuery;
pub use text::{begin_reading, read_new};

use crate::access::{Asked, CompanyScope, Companywide, Feature, Managed, Need, Opens, Own, Write};
use crate::app::App;
use crate::files::{self, Files, Stored};
use crate::shared::day::Day;
use crate::shared::event_feed::EventType;
use crate::shared::id::DocumentId;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Db;
use serde_json::json;
use store::Document;

pub const REFUSALS: &[&str] = rules::DocumentRefusal::CODES;

/// Access: the company's documents.
pub struct CompanyDocuments;

impl Own for CompanyDocuments {
    const OWN: Asked = Feature::Documents.asked();
}

impl Managed for CompanyDocuments {
    const MANAGED: Asked = Feature::ManagerResources.asked();
}
impl Companywide for CompanyDocuments {}
impl Opens<CompanyDocuments> for CompanyDocuments {}
impl Opens<Files> for CompanyDocuments {}

/// Who is reading: an employee sees the documents current on a day, a manager sees all of them.
#[derive(Clone, Copy, Debug)]
enum DocumentReader {
    Employee(Day),
    Manager,
}

async fn list(
    db: &Db,
    scope: &CompanyScope<CompanyDocuments, impl Need>,
    reader: DocumentReader,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<Document>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::list(db, scope, reader, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.name_key.clone()]))
}

async fn one(
    db: &Db,
    scope: &CompanyScope<CompanyDocuments, impl Need>,
    reader: DocumentReader,
    id: DocumentId,
) -> Result<Document, Problem> {
    store::one(db, scope, reader, id).await?.ok_or(Problem::NotFound)
}

/// The document, with its bytes.
async fn open(
    app: &App,
    db: &Db,
    scope: &CompanyScope<CompanyDocuments>,
    reader: DocumentReader,
    id: DocumentId,
) -> Result<(Document, files::KeptFile, Vec<u8>), Problem> {
    let document = one(db, scope, reader, id).await?;
    let (kept, bytes) = files::fetch(app, db, scope, document.file_id).await?;
    Ok((document, kept, bytes))
}

pub async fn publish(
    work: &mut Work,
    scope: &CompanyScope<CompanyDocuments, Write>,
    draft: DocumentDraft,
    stored: &Stored,
) -> Result<DocumentId, Problem> {
    let draft = rules::check(draft)?;
    let id = DocumentId(work.new_id());
    let file = files::keep(work, scope, stored).await?;
    let now = work.now();
    store::insert(work.tx(), scope, id, &draft, file, now).await.map_err(taken)?;
    work.record("document.publish", "document", id.0, detail(&draft));
    work.publish(EventType::DocumentPublished.of(id.0).at(scope.company()));
    Ok(id)
}

/// Without new bytes, the document keeps its file.
async fn revise(
    work: &mut Work,
    scope: &CompanyScope<CompanyDocuments, Write>,
    id: DocumentId,
    version: i64,
    draft: DocumentDraft,
    stored: Option<&Stored>,
) -> Result<(), Problem> {
    let draft = rules::check(draft)?;
    let Some(current) = store::one(work.tx(), scope, DocumentReader::Manager, id).await? else {
        return Err(Problem::NotFound);
    };
    let file = match stored {
        Some(stored) => {
            files::remove(work, scope, current.file_id).await?;
            files::keep(work, scope, stored).await?
        }
        None => current.file_id,
    };
    let now = work.now();
    let is_written = store::update(work.tx(), scope, id, version, &draft, file, now).await;
    if !is_written.map_err(taken)? {
        return Err(Problem::conflict(current));
    }
    work.record("document.revise", "document", id.0, detail(&draft));
    work.publish(EventType::DocumentRevised.of(id.0).at(scope.company()));
    Ok(())
}

async fn withdraw(
    work: &mut Work,
    scope: &CompanyScope<CompanyDocuments, Write>,
    id: DocumentId,
    version: Option<i64>,
) -> Result<(), Problem> {
    let Some(current) = store::one(work.tx(), scope, DocumentReader::Manager, id).await? else {
        return Err(Problem::NotFound);
    };
    if !store::delete(work.tx(), scope, id, version).await? {
        return Err(Problem::conflict(current));
    }
    files::remove(work, scope, current.file_id).await?;
    work.record("document.withdraw", "document", id.0, json!({}));
    work.publish(EventType::DocumentWithdrawn.of(id.0).at(scope.company()));
    Ok(())
}

fn detail(draft: &DocumentDraft) -> serde_json::Value {
    json!({ "from": draft.starts, "to": draft.ends, "onDashboard": draft.is_on_dashboard })
}

/// Two people may choose the same name at the same moment. The index decides.
fn taken(error: db::Error) -> Problem {
    match error {
        db::Error::Unique(index) if index == "company_document_name" => {
            rules::DocumentRefusal::NameTaken.into()
        }
        error => error.into(),
    }
}

/// The document in this transaction.
async fn written(
    work: &mut Work,
    scope: &CompanyScope<CompanyDocuments, Write>,
    id: DocumentId,
) -> Result<Document, Problem> {
    store::one(work.tx(), scope, DocumentReader::Manager, id).await?.ok_or(Problem::NotFound)
}

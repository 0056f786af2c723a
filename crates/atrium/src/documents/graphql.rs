//! Documents on the wire, in the spec's names.

use super::rules::DocumentRefusal;
use super::store::Document;
use super::{CompanyDocuments, DocumentDraft, DocumentReader};
use crate::access::{self, At, CompanyScope, Need, Read, Write};
use crate::call::Call;
use crate::files;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{DocumentId, EmployeeId, PersonId};
use crate::shared::page::Links;
use crate::shared::problem::{Current, Problem};
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::json;

/// A company document.
#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyDocument {
    id: ID,
    document_name: String,
    file_name: String,
    /// The file in base64 if a single document was requested; null in lists.
    file_string: Option<String>,
    start_date: Day,
    end_date: Day,
    show_on_dashboard: bool,
    content_type: String,
    size_bytes: i64,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
    updated_at: Moment,
    updated_by_name: String,
}

impl CompanyDocument {
    fn new(row: Document, file_string: Option<String>) -> CompanyDocument {
        CompanyDocument {
            id: row.id.to_wire(),
            document_name: row.name,
            file_name: row.file_name,
            file_string,
            start_date: row.start_date,
            end_date: row.end_date,
            show_on_dashboard: row.show_on_dashboard,
            content_type: row.content_type,
            size_bytes: row.size_bytes,
            version: row.version,
            updated_at: row.updated_at,
            updated_by_name: row.updated_by_name,
        }
    }
}

impl Current for Document {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "id": self.id,
            "documentName": self.name,
            "fileName": self.file_name,
            "startDate": self.start_date,
            "endDate": self.end_date,
            "showOnDashboard": self.show_on_dashboard,
            "version": self.version,
            "updatedAt": self.updated_at,
            "updatedByName": self.updated_by_name,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyDocumentPage {
    results: Vec<CompanyDocument>,
    links: Links,
}

/// Without `id`, a new document; with it, a change to one, which keeps its file unless you send another.
#[derive(InputObject)]
struct CompanyDocumentInput {
    id: Option<ID>,
    version: Option<i64>,
    document_name: String,
    file_name: Option<String>,
    /// Base64; the file must be under 10MB, pdf, doc or docx.
    file_string: Option<String>,
    start_date: Day,
    end_date: Day,
    show_on_dashboard: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct DeletedDocument {
    document_id: ID,
}

async fn as_manager<N: Need>(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
    manager_id: &ID,
) -> Result<CompanyScope<CompanyDocuments, N>, Problem> {
    let viewer = call.viewer().await?;
    let at = At::from_wire(tenant_id, company_id)?;
    access::managed_company(viewer, at, PersonId::from_wire(manager_id)?)
}

/// With `managerId` a manager reads, otherwise the employee of that id.
pub(super) async fn as_reader(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
    employee_id: Option<&ID>,
    manager_id: Option<&ID>,
) -> Result<(CompanyScope<CompanyDocuments>, DocumentReader), Problem> {
    if let Some(manager_id) = manager_id {
        let scope = as_manager(call, tenant_id, company_id, manager_id).await?;
        return Ok((scope, DocumentReader::Manager));
    }
    let (viewer, at) = (call.viewer().await?, At::from_wire(tenant_id, company_id)?);
    let employee = EmployeeId::from_wire(employee_id.ok_or(Problem::NotFound)?)?;
    let own = access::own::<CompanyDocuments, Read>(viewer, at, employee)?;
    Ok(((&own).into(), DocumentReader::Employee(call.today(&own.time_zone()))))
}

#[derive(Default)]
pub struct DocumentQuery;

#[Object]
impl DocumentQuery {
    /// With `managerId`, all of the company's documents; otherwise, those whose dates include today. By name.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn list_company_documents(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<CompanyDocumentPage, Problem> {
        let call = Call::of(context);
        let (scope, reader) =
            as_reader(call, &tenant_id, &company_id, employee_id.as_ref(), manager_id.as_ref()).await?;
        let who = if matches!(reader, DocumentReader::Manager) { "all" } else { "current" };
        let cursors = call.cursors(format!("{who} documents of company {}", scope.company()));
        let page = super::list(&call.db, &scope, reader, cursors, limit, cursor.as_deref()).await?;
        let page = page.map(|row| CompanyDocument::new(row, None));
        Ok(CompanyDocumentPage { results: page.results, links: page.links })
    }

    /// One document with its file.
    async fn get_company_document(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
        document_id: ID,
    ) -> Result<CompanyDocument, Problem> {
        let call = Call::of(context);
        let (scope, reader) =
            as_reader(call, &tenant_id, &company_id, employee_id.as_ref(), manager_id.as_ref()).await?;
        let id = DocumentId::from_wire(&document_id)?;
        if !context.look_ahead().field("fileString").exists() {
            return Ok(CompanyDocument::new(super::one(&call.db, &scope, reader, id).await?, None));
        }
        let (row, _, bytes) = super::open(&call.app, &call.db, &scope, reader, id).await?;
        Ok(CompanyDocument::new(row, Some(files::to_base64(&bytes))))
    }
}

#[derive(Default)]
pub struct DocumentMutation;

#[Object]
impl DocumentMutation {
    /// Adds a document or changes one.
    async fn put_company_documents(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        input: CompanyDocumentInput,
    ) -> Result<CompanyDocument, Problem> {
        let call = Call::of(context);
        let scope = as_manager::<Write>(call, &tenant_id, &company_id, &manager_id).await?;
        let draft = DocumentDraft {
            name: input.document_name,
            starts: input.start_date,
            ends: input.end_date,
            is_on_dashboard: input.show_on_dashboard,
        };
        let changed = input.id.as_ref().map(DocumentId::from_wire).transpose()?;
        if changed.is_some() && input.version.is_none() {
            return Err(DocumentRefusal::VersionMissing.into());
        }
        let stored = match input.file_string.as_deref() {
            Some(text) => {
                let bytes = files::from_base64(text)?;
                let name = input.file_name.as_deref().unwrap_or_default();
                let key = call.file_key(&scope).await?;
                Some(files::take_in(&call.app, &scope, &key, name, bytes).await?)
            }
            None if changed.is_none() => return Err(DocumentRefusal::FileMissing.into()),
            None => None,
        };
        let written = write(call, &scope, changed, input.version, draft, stored.as_ref()).await;
        if let (Err(_), Some(stored)) = (&written, stored) {
            files::discard(&call.app, stored).await;
        }
        Ok(CompanyDocument::new(written?, None))
    }

    /// With `version`, refused if someone changed it first.
    async fn delete_company_document(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        manager_id: ID,
        document_id: ID,
        version: Option<i64>,
    ) -> Result<DeletedDocument, Problem> {
        let call = Call::of(context);
        let scope = as_manager::<Write>(call, &tenant_id, &company_id, &manager_id).await?;
        let id = DocumentId::from_wire(&document_id)?;
        super::withdraw(&mut *call.work().await?, &scope, id, version).await?;
        Ok(DeletedDocument { document_id })
    }
}

async fn write(
    call: &Call,
    scope: &CompanyScope<CompanyDocuments, Write>,
    changed: Option<DocumentId>,
    version: Option<i64>,
    draft: DocumentDraft,
    stored: Option<&files::Stored>,
) -> Result<Document, Problem> {
    let mut work = call.work().await?;
    let id = match (changed, stored) {
        (Some(id), stored) => {
            super::revise(&mut work, scope, id, version.unwrap_or_default(), draft, stored).await?;
            id
        }
        (None, Some(stored)) => super::publish(&mut work, scope, draft, stored).await?,
        (None, None) => return Err(DocumentRefusal::FileMissing.into()),
    };
    super::written(&mut work, scope, id).await
}

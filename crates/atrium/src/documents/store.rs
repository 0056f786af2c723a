//! The SQL of documents. Every function takes a scope and filters by it.

use super::rules::DocumentDraft;
use super::{CompanyDocuments, DocumentReader};
use crate::access::{CompanyScope, Need, UpkeepScope, Write};
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CompanyId, DocumentId, FileId, TenantId};
use crate::shared::names;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;

#[derive(Clone, Debug)]
pub(super) struct Document {
    pub id: DocumentId,
    pub name: String,
    pub name_key: String,
    pub file_id: FileId,
    pub file_name: String,
    pub content_type: String,
    pub size_bytes: i64,
    pub start_date: Day,
    pub end_date: Day,
    pub show_on_dashboard: bool,
    pub version: i64,
    pub updated_at: Moment,
    pub updated_by_name: String,
}
db::row!(Document {
    id,
    name,
    name_key,
    file_id,
    file_name,
    content_type,
    size_bytes,
    start_date,
    end_date,
    show_on_dashboard,
    version,
    updated_at,
    updated_by_name
});

/// The columns of `Document`, in order.
const SELECT: &str =
    "SELECT d.id, d.document_name, d.name_key, d.file_id, f.file_name, f.content_type, f.size_bytes,
    d.start_date, d.end_date, d.show_on_dashboard, d.version, d.updated_at, p.first_name || ' ' || p.last_name
  FROM company_document d JOIN stored_file f ON f.id = d.file_id JOIN person p ON p.id = d.updated_by
  WHERE d.tenant_id = $1 AND d.company_id = $2";

fn of(scope: &CompanyScope<CompanyDocuments, impl Need>, reader: DocumentReader) -> (String, Vec<Value>) {
    let mut values = params![scope.tenant(), scope.company()];
    match reader {
        DocumentReader::Manager => (SELECT.to_owned(), values),
        DocumentReader::Employee(today) => {
            values.push(today.into());
            (format!("{SELECT} AND d.start_date <= $3 AND d.end_date >= $3"), values)
        }
    }
}

pub(super) async fn list(
    db: &Db,
    scope: &CompanyScope<CompanyDocuments, impl Need>,
    reader: DocumentReader,
    ask: &Ask,
) -> Result<Vec<Document>, Problem> {
    let (sql, mut values) = of(scope, reader);
    let page = Sort::ascending(&[("d.name_key", SortKey::Text)]).page(ask, &mut values)?;
    Ok(db.all(format!("{sql} {page}"), values).await?)
}

pub(super) async fn one(
    mut from: impl Read,
    scope: &CompanyScope<CompanyDocuments, impl Need>,
    reader: DocumentReader,
    id: DocumentId,
) -> db::Result<Option<Document>> {
    let (sql, mut values) = of(scope, reader);
    values.push(id.into());
    from.opt(format!("{sql} AND d.id = ${}", values.len()), values).await
}

fn draft_values(
    scope: &CompanyScope<CompanyDocuments, Write>,
    id: DocumentId,
    draft: &DocumentDraft,
    file: FileId,
    now: Timestamp,
) -> Vec<Value> {
    params![
        id,
        scope.tenant(),
        scope.company(),
        draft.name.as_str(),
        names::folded(&draft.name),
        file,
        draft.starts,
        draft.ends,
        draft.is_on_dashboard,
        now,
        scope.viewer()
    ]
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &CompanyScope<CompanyDocuments, Write>,
    id: DocumentId,
    draft: &DocumentDraft,
    file: FileId,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO company_document (id, tenant_id, company_id, document_name, name_key, file_id, start_date,
           end_date, show_on_dashboard, updated_at, updated_by, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1)",
        draft_values(scope, id, draft, file, now),
    )
    .await?;
    Ok(())
}

/// A document as the search sees it.
pub(super) struct SearchedDocument {
    pub name: String,
    pub file_id: FileId,
    /// Whether its text was read, or found to be unreadable.
    pub is_looked_at: bool,
}
db::row!(SearchedDocument { name, file_id, is_looked_at });

const MAX_SEARCHED: i64 = 200;

/// Everything this reader may open, by name.
pub(super) async fn searched(
    db: &Db,
    scope: &CompanyScope<CompanyDocuments>,
    reader: DocumentReader,
) -> db::Result<Vec<SearchedDocument>> {
    let mut values = params![scope.tenant(), scope.company(), MAX_SEARCHED];
    let current = match reader {
        DocumentReader::Manager => "",
        DocumentReader::Employee(today) => {
            values.push(today.into());
            "AND d.start_date <= $4 AND d.end_date >= $4"
        }
    };
    let sql = format!(
        "SELECT d.document_name, d.file_id, t.file_id IS NOT NULL
         FROM company_document d LEFT JOIN document_text t ON t.file_id = d.file_id
         WHERE d.tenant_id = $1 AND d.company_id = $2 {current} ORDER BY d.name_key LIMIT $3"
    );
    db.all(sql, values).await
}

/// The sealed texts of these files.
pub(super) async fn texts(
    db: &Db,
    scope: &CompanyScope<CompanyDocuments>,
    ids: &[FileId],
) -> db::Result<Vec<(FileId, Option<Vec<u8>>)>> {
    let mut values = params![scope.tenant(), scope.company()];
    let list = db::in_list(&mut values, ids.iter().copied())?;
    let sql = format!(
        "SELECT file_id, content FROM document_text WHERE tenant_id = $1 AND company_id = $2 AND file_id IN {list}"
    );
    db.all(sql, values).await
}

/// A document's file that no one has read yet.
pub(super) struct UnreadFile {
    pub tenant_id: TenantId,
    pub company_id: CompanyId,
    pub file_id: FileId,
    pub content_type: String,
}
db::row!(UnreadFile { tenant_id, company_id, file_id, content_type });

pub(super) async fn unread(db: &Db, _: &UpkeepScope, most: i64, skipped: i64) -> db::Result<Vec<UnreadFile>> {
    let sql = "SELECT d.tenant_id, d.company_id, d.file_id, f.content_type
         FROM company_document d JOIN stored_file f ON f.id = d.file_id AND f.removed_at IS NULL
         WHERE NOT EXISTS (SELECT 1 FROM document_text t WHERE t.file_id = d.file_id)
         ORDER BY d.updated_at, d.id LIMIT $1 OFFSET $2";
    db.all(sql, params![most, skipped]).await
}

/// Another node may have been faster. Without content, the file can't be read.
pub(super) async fn keep_text(
    tx: &mut Tx,
    _: &UpkeepScope,
    file: &UnreadFile,
    content: Option<Vec<u8>>,
    now: Timestamp,
) -> db::Result<()> {
    let sql = "INSERT INTO document_text (file_id, tenant_id, company_id, content, read_at)
         SELECT id, tenant_id, company_id, $4, $5 FROM stored_file WHERE id = $1 AND tenant_id = $2 AND company_id = $3
         ON CONFLICT (file_id) DO NOTHING";
    let values = params![file.file_id, file.tenant_id, file.company_id, content, now];
    tx.exec(sql, values).await.map(drop)
}

/// False if there's no such document in this version.
pub(super) async fn update(
    tx: &mut Tx,
    scope: &CompanyScope<CompanyDocuments, Write>,
    id: DocumentId,
    version: i64,
    draft: &DocumentDraft,
    file: FileId,
    now: Timestamp,
) -> db::Result<bool> {
    let mut values = draft_values(scope, id, draft, file, now);
    values.push(version.into());
    let changed = tx
        .exec(
            "UPDATE company_document SET document_name = $4, name_key = $5, file_id = $6, start_date = $7, end_date = $8,
               show_on_dashboard = $9, updated_at = $10, updated_by = $11, version = version + 1
             WHERE id = $1 AND tenant_id = $2 AND company_id = $3 AND version = $12",
            values,
        )
        .await?;
    Ok(changed == 1)
}

pub(super) async fn delete(
    tx: &mut Tx,
    scope: &CompanyScope<CompanyDocuments, Write>,
    id: DocumentId,
    version: Option<i64>,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "DELETE FROM company_document
             WHERE id = $1 AND tenant_id = $2 AND company_id = $3 AND ($4 IS NULL OR version = $4)",
            params![id, scope.tenant(), scope.company(), version],
        )
        .await?;
    Ok(changed == 1)
}

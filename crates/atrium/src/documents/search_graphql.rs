//! Document search on the wire. Only the assistant's own schema has it (`assistant/reading.rs`); the access is the list's.

use super::graphql::as_reader;
use super::search::{FoundPassage, search};
use crate::call::Call;
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object, SimpleObject};

/// A passage of a document, word for word.
#[derive(SimpleObject)]
#[graphql(serial)]
struct DocumentPassage {
    document_name: String,
    /// Null if only the name was found.
    text: Option<String>,
    page: Option<i64>,
    /// How many of the words it has, from 0 to 1.
    share: f64,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct FoundDocuments {
    found: Vec<DocumentPassage>,
    /// The names of documents whose text can't be read.
    unreadable: Vec<String>,
}

#[derive(Default)]
pub struct DocumentSearchQuery;

#[Object]
impl DocumentSearchQuery {
    /// What the documents on someone's page say about these words.
    async fn search_company_documents(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: Option<ID>,
        manager_id: Option<ID>,
        words: Vec<String>,
    ) -> Result<FoundDocuments, Problem> {
        let call = Call::of(context);
        let (scope, reader) =
            as_reader(call, &tenant_id, &company_id, employee_id.as_ref(), manager_id.as_ref()).await?;
        let result = search(&call.app, &call.db, &scope, reader, &words).await?;
        let on_wire = |one: FoundPassage| DocumentPassage {
            document_name: one.document_name,
            text: one.text,
            page: one.page,
            share: one.share,
        };
        Ok(FoundDocuments {
            found: result.found.into_iter().map(on_wire).collect(),
            unreadable: result.unreadable,
        })
    }
}

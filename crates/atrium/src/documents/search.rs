//! Search through the text of the documents someone may open. Words are compared without case, accents and endings.

use super::store::{self, SearchedDocument};
use super::text::{DocumentText, opened};
use super::{CompanyDocuments, DocumentReader};
use crate::access::CompanyScope;
use crate::app::App;
use crate::shared::id::FileId;
use crate::shared::names;
use crate::shared::problem::Problem;
use db::Db;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A passage of a document, word for word.
pub(super) struct FoundPassage {
    pub document_name: String,
    /// None: only the name was found.
    pub text: Option<String>,
    pub page: Option<i64>,
    /// The share of the words it has.
    pub share: f64,
}

pub(super) struct DocumentSearch {
    /// Best first.
    pub found: Vec<FoundPassage>,
    /// Documents whose text can't be read, by name.
    pub unreadable: Vec<String>,
}

const MAX_FOUND: usize = 5;
const MAX_WORDS: usize = 40;
/// The memory that the texts of many documents may take, in passages.
const MAX_KEPT_PASSAGES: usize = 50_000;

/// The same form for a word's singular and plural.
pub fn stem(word: &str) -> &str {
    let shorter = word.strip_suffix("es").filter(|rest| rest.len() > 3).or(word.strip_suffix('s'));
    shorter.filter(|rest| rest.len() > 2).unwrap_or(word)
}

fn stems(text: &str) -> HashSet<String> {
    let folded = names::folded(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| stem(word).to_owned()).collect()
}

struct IndexedPassage {
    page: Option<i64>,
    text: String,
    stems: HashSet<String>,
}

/// What a file says never changes, so it's opened and taken apart once. None: it can't be read.
type Indexed = Option<Arc<Vec<IndexedPassage>>>;

#[derive(Default)]
struct KeptTexts {
    by_file: HashMap<FileId, Indexed>,
    passages: usize,
}

fn kept() -> &'static Mutex<KeptTexts> {
    static KEPT: OnceLock<Mutex<KeptTexts>> = OnceLock::new();
    KEPT.get_or_init(Mutex::default)
}

fn known(id: FileId) -> Option<Indexed> {
    kept().lock().unwrap_or_else(PoisonError::into_inner).by_file.get(&id).cloned()
}

fn keep(id: FileId, indexed: &Indexed) {
    let mut kept = kept().lock().unwrap_or_else(PoisonError::into_inner);
    if kept.passages > MAX_KEPT_PASSAGES {
        *kept = KeptTexts::default();
    }
    kept.passages += 1 + indexed.as_ref().map_or(0, |passages| passages.len());
    kept.by_file.insert(id, indexed.clone());
}

fn index(app: &App, id: FileId, content: Option<&[u8]>) -> Result<Indexed, Problem> {
    let indexed = match opened(app, id, content)? {
        DocumentText::Unreadable => None,
        DocumentText::Read(passages) => Some(Arc::new(
            passages
                .into_iter()
                .map(|one| IndexedPassage { stems: stems(&one.text), page: one.page, text: one.text })
                .collect(),
        )),
    };
    keep(id, &indexed);
    Ok(indexed)
}

/// The best passages among the documents this reader may open.
pub(super) async fn search(
    app: &App,
    db: &Db,
    scope: &CompanyScope<CompanyDocuments>,
    reader: DocumentReader,
    words: &[String],
) -> Result<DocumentSearch, Problem> {
    let documents = store::searched(db, scope, reader).await?;
    let unknown: Vec<FileId> = documents
        .iter()
        .filter(|one| one.is_looked_at && known(one.file_id).is_none())
        .map(|one| one.file_id)
        .collect();
    let contents = if unknown.is_empty() { vec![] } else { store::texts(db, scope, &unknown).await? };
    let (app, wanted) = (app.clone(), words.iter().take(MAX_WORDS).cloned().collect());
    let searching = tokio::task::spawn_blocking(move || among(&app, documents, &contents, &wanted)).await;
    searching.map_err(|error| Problem::Internal(error.to_string()))?
}

fn among(
    app: &App,
    documents: Vec<SearchedDocument>,
    contents: &[(FileId, Option<Vec<u8>>)],
    wanted: &BTreeSet<String>,
) -> Result<DocumentSearch, Problem> {
    for (id, content) in contents {
        index(app, *id, content.as_deref())?;
    }
    let mut search = DocumentSearch { found: vec![], unreadable: vec![] };
    for one in documents {
        let title = stems(&one.name);
        let share = |held: &HashSet<String>| {
            let count = wanted.iter().filter(|word| held.contains(*word) || title.contains(*word)).count();
            if wanted.is_empty() { 0.0 } else { count as f64 / wanted.len() as f64 }
        };
        let has_own = |held: &HashSet<String>| wanted.iter().any(|word| held.contains(word));
        let indexed = if one.is_looked_at { known(one.file_id).flatten() } else { None };
        let passages = indexed.iter().flat_map(|passages| passages.iter());
        let best = passages
            .filter(|passage| has_own(&passage.stems))
            .map(|passage| (share(&passage.stems), passage));
        // The first of equals: documents begin with what they are about.
        let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let by_name = share(&HashSet::new());
        match best {
            Some((share, passage)) => search.found.push(FoundPassage {
                document_name: one.name.clone(),
                text: Some(passage.text.clone()),
                page: passage.page,
                share,
            }),
            None if by_name > 0.0 => search.found.push(FoundPassage {
                document_name: one.name.clone(),
                text: None,
                page: None,
                share: by_name,
            }),
            None => {}
        }
        if one.is_looked_at && indexed.is_none() {
            search.unreadable.push(one.name);
        }
    }
    search.found.sort_by(|a, b| b.share.total_cmp(&a.share));
    search.found.truncate(MAX_FOUND);
    Ok(search)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_case_accents_and_endings() {
        let held = stems("Los POLÍTICOS del Café: parking-lots");
        for word in ["politico", "cafe", "parking", "lot"] {
            assert!(held.contains(word), "{word} in {held:?}");
        }
        assert_eq!((stem("bus"), stem("policies"), stem("gas")), ("bus", "polici", "gas"));
    }
}

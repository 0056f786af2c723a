//! Documents, resources, announcements and the user guide: lists, and search through their text. It reads only what the
//! asker's pages show, quotes it word for word, and never follows instructions in it.

use super::super::answer::{AnswerSource, Draft};
use super::super::guide;
use super::super::reading::Closed;
use super::super::rules;
use super::super::words::quote;
use super::{Inquiry, managed, own};
use crate::announcements::Announcements as AnnouncementPage;
use crate::documents::{CompanyDocuments, stem};
use crate::resources::Resources;
use crate::shared::day::Day;
use crate::shared::language::Language;
use language::Topic;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeSet;

const NEWS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
  listCompanyMessages(tenantId: $t, companyId: $c, employeeId: $e, limit: 50) {
    results { message messageEs startDate } }
}";
const MANAGER_NEWS: &str = "query ($t: ID!, $c: ID!, $m: ID!) {
  listCompanyMessages(tenantId: $t, companyId: $c, managerId: $m, limit: 50) {
    results { message messageEs startDate } }
}";
const DOCUMENTS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
  listCompanyDocuments(tenantId: $t, companyId: $c, employeeId: $e, limit: 100) { results { documentName startDate } }
}";
const MANAGER_DOCUMENTS: &str = "query ($t: ID!, $c: ID!, $m: ID!) {
  listCompanyDocuments(tenantId: $t, companyId: $c, managerId: $m, limit: 100) { results { documentName startDate } }
}";
const SEARCH: &str = "query ($t: ID!, $c: ID!, $e: ID!, $words: [String!]!) {
  searchCompanyDocuments(tenantId: $t, companyId: $c, employeeId: $e, words: $words) {
    found { documentName text page share } unreadable }
}";
const MANAGER_SEARCH: &str = "query ($t: ID!, $c: ID!, $m: ID!, $words: [String!]!) {
  searchCompanyDocuments(tenantId: $t, companyId: $c, managerId: $m, words: $words) {
    found { documentName text page share } unreadable }
}";
const RESOURCES: &str = "query ($c: ID!, $e: ID!) {
  resources(companyId: $c, employeeId: $e, limit: 100) { employeeResources { name description dueDate isActionItem isComplete } }
}";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewsRead {
    list_company_messages: NewsList,
}

#[derive(Deserialize)]
struct NewsList {
    results: Vec<ReadNews>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadNews {
    message: String,
    message_es: Option<String>,
    start_date: Day,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DocumentsRead {
    list_company_documents: DocumentList,
}

#[derive(Deserialize)]
struct DocumentList {
    results: Vec<ReadDocument>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadDocument {
    document_name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SearchRead {
    search_company_documents: ReadSearch,
}

#[derive(Default, Deserialize)]
struct ReadSearch {
    found: Vec<ReadPassage>,
    unreadable: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadPassage {
    document_name: String,
    text: Option<String>,
    page: Option<i64>,
    share: f64,
}

#[derive(Deserialize)]
struct ResourcesRead {
    resources: ResourceList,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResourceList {
    employee_resources: Vec<ReadResource>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadResource {
    name: String,
    description: String,
    is_action_item: bool,
    is_complete: bool,
}

const DOCUMENT_PAGE: (&str, &str) = ("Documents", "Documentos");
const NEWS_PAGE: (&str, &str) = ("Announcements", "Anuncios");

/// A closed page has nothing in it.
fn or_empty<T>(read: Result<Vec<T>, Closed>) -> Result<Vec<T>, Closed> {
    match read {
        Err(Closed::ForAsker) => Ok(vec![]),
        other => other,
    }
}

async fn news(asked: &Inquiry<'_>) -> Result<Vec<ReadNews>, Closed> {
    let query = if own::<AnnouncementPage>(asked.asker) {
        NEWS
    } else if managed::<AnnouncementPage>(asked.asker) {
        MANAGER_NEWS
    } else {
        return Ok(vec![]);
    };
    let read = asked.pages.read::<NewsRead>(query, json!({})).await;
    or_empty(read.map(|read| read.list_company_messages.results))
}

async fn files(asked: &Inquiry<'_>) -> Result<Vec<ReadDocument>, Closed> {
    let query = if own::<CompanyDocuments>(asked.asker) {
        DOCUMENTS
    } else if managed::<CompanyDocuments>(asked.asker) {
        MANAGER_DOCUMENTS
    } else {
        return Ok(vec![]);
    };
    let read = asked.pages.read::<DocumentsRead>(query, json!({})).await;
    or_empty(read.map(|read| read.list_company_documents.results))
}

/// What the documents say about these words.
async fn in_files(asked: &Inquiry<'_>, wanted: &BTreeSet<String>) -> Result<ReadSearch, Closed> {
    let query = if own::<CompanyDocuments>(asked.asker) {
        SEARCH
    } else if managed::<CompanyDocuments>(asked.asker) {
        MANAGER_SEARCH
    } else {
        return Ok(ReadSearch::default());
    };
    match asked.pages.read::<SearchRead>(query, json!({ "words": wanted })).await {
        Ok(read) => Ok(read.search_company_documents),
        Err(Closed::ForAsker) => Ok(ReadSearch::default()),
        Err(failed) => Err(failed),
    }
}

async fn offered(asked: &Inquiry<'_>) -> Result<Vec<ReadResource>, Closed> {
    if !own::<Resources>(asked.asker) {
        return Ok(vec![]);
    }
    let read = asked.pages.read::<ResourcesRead>(RESOURCES, json!({})).await;
    or_empty(read.map(|read| read.resources.employee_resources))
}

fn news_path(asked: &Inquiry<'_>) -> &'static str {
    if own::<AnnouncementPage>(asked.asker) { "/employee/home" } else { "/manager/announcements" }
}

fn document_path(asked: &Inquiry<'_>) -> &'static str {
    if own::<CompanyDocuments>(asked.asker) { "/more/documents" } else { "/manager/resources" }
}

fn shown<'a>(asked: &Inquiry<'_>, one: &'a ReadNews) -> &'a str {
    asked.pick((&one.message, one.message_es.as_ref().unwrap_or(&one.message)))
}

/// What an announcement is called: it has no title of its own.
fn announced(asked: &Inquiry<'_>, day: Day) -> String {
    let day = asked.speech.day(day);
    asked.pick((format!("Announcement of {day}"), format!("Anuncio del {day}")))
}

pub(super) async fn announcements(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    const SHOWN: usize = 3;
    if let (Some(found), _) = search(asked).await?
        && !keywords(asked.text).is_empty()
    {
        return Ok(found);
    }
    let found = news(asked).await?;
    let path = news_path(asked);
    if found.is_empty() {
        let words =
            ("There are no announcements for you right now.", "No hay anuncios para usted en este momento.");
        return Ok(Draft::nothing(asked.pick(words)).sourced(
            Topic::Announcements,
            &asked.speech,
            NEWS_PAGE,
            path,
        ));
    }
    let many = found.len();
    let fact = asked.pick(match many {
        1 => ("There’s one announcement for you.".to_owned(), "Hay un anuncio para usted.".to_owned()),
        many => (
            format!("There are {many} announcements for you. The newest:"),
            format!("Hay {many} anuncios para usted. Los más recientes:"),
        ),
    });
    let mut draft = Draft::saying(fact).quoting();
    for one in found.iter().take(SHOWN) {
        let (head, text) = (announced(asked, one.start_date), quote(shown(asked, one)));
        draft = draft.and(format!("{head}: {text}"));
    }
    Ok(draft
        .sourced(Topic::Announcements, &asked.speech, NEWS_PAGE, path)
        .then(&[Topic::Documents, Topic::Holidays]))
}

pub(super) async fn documents(asked: &Inquiry<'_>) -> Result<Draft, Closed> {
    const SHOWN: usize = 20;
    if !keywords(asked.text).is_empty() {
        return Ok(match search(asked).await? {
            (Some(found), _) => found,
            (None, unreadable) => nothing_about_that(asked, &unreadable),
        });
    }
    let (files, offered) = (files(asked).await?, offered(asked).await?);
    let names = files.iter().map(|one| one.document_name.clone());
    let names: BTreeSet<String> = names.chain(offered.iter().map(|one| one.name.clone())).collect();
    let path = document_path(asked);
    if names.is_empty() {
        let words =
            ("There are no documents for you right now.", "No hay documentos para usted en este momento.");
        return Ok(Draft::nothing(asked.pick(words)).sourced(
            Topic::Documents,
            &asked.speech,
            DOCUMENT_PAGE,
            path,
        ));
    }
    let waiting = offered.iter().filter(|one| one.is_action_item && !one.is_complete);
    let waiting = waiting.map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
    let listed = names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    let mut draft = Draft::saying(
        asked.pick((format!("You can open these: {listed}."), format!("Puede abrir estos: {listed}."))),
    )
    .quoting();
    if !waiting.is_empty() {
        draft = draft.and(asked.pick((
            format!("Waiting for you to acknowledge: {waiting}."),
            format!("Esperan que usted los confirme: {waiting}."),
        )));
    }
    let next = [Topic::Announcements, Topic::Human];
    Ok(draft.sourced(Topic::Documents, &asked.speech, DOCUMENT_PAGE, path).then(&next))
}

fn nothing_about_that(asked: &Inquiry<'_>, unreadable: &[String]) -> Draft {
    let mut draft =
        Draft::nothing(asked.pick(("I found nothing about that.", "No encontré nada sobre eso."))).quoting();
    if !unreadable.is_empty() {
        let names = unreadable.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
        draft = draft.and(asked.pick((
            format!("I can’t read the text of these, so open them to check: {names}."),
            format!("No puedo leer el texto de estos; ábralos para verificar: {names}."),
        )));
    }
    draft.link(asked.pick(DOCUMENT_PAGE), document_path(asked)).then(&[Topic::Announcements, Topic::Human])
}

/// Words that say nothing about what someone is looking for.
const COMMON: &str = " a about all and any are at can company could do does document documents find for from get give handbook have \
    how i in is it know last latest look me mine my need new news of on or our please policies policy read say says see show \
    something tell that the there these this to us was we what when where which who with you your announcement announcements \
    message messages recent posted post file files form forms \
    al algo anuncio anuncios archivo aviso avisos busco como con cual cuales de del dice dicen documento documentos donde el ella en \
    empresa es esa ese esta este esto favor formulario formularios hay la las lo los me mi mis mostrar muestre muestreme necesito \
    novedad novedades nueva nuevas nuevo nuevos o para politica politicas por puedo que quiero se sobre son su sus tengo tiene un una \
    ultimo ultimos veo ver y ";

/// The words to look for.
fn keywords(text: &str) -> BTreeSet<String> {
    let folded = rules::folded(text);
    let is_telling = |word: &&str| word.len() > 2 && !COMMON.contains(&format!(" {word} "));
    folded.split(' ').filter(is_telling).map(|word| stem(word).to_owned()).collect()
}

/// A text that may contain the answer.
struct Passage {
    title: String,
    text: String,
    page: (&'static str, &'static str),
    path: &'static str,
    on: Option<Day>,
    number: Option<i64>,
}

/// The share of the wanted words that a text contains.
fn share(wanted: &BTreeSet<String>, candidate: &Passage) -> f64 {
    let folded = rules::folded(&format!("{} {}", candidate.title, candidate.text));
    let held: BTreeSet<&str> = folded.split(' ').map(stem).collect();
    let found = wanted.iter().filter(|word| held.contains(word.as_str())).count();
    if wanted.is_empty() { 0.0 } else { found as f64 / wanted.len() as f64 }
}

/// The guide's words are everyone's words, so a chapter must hold all that are looked for, and more than one.
fn in_guide(wanted: &BTreeSet<String>, language: Language) -> Vec<Passage> {
    const PAGE: (&str, &str) = ("User guide", "Guía del usuario");
    let passage = |chapter: guide::GuideChapter| {
        let guide::GuideChapter { title, text } = chapter;
        Passage { title, text, page: PAGE, path: "/guide", on: None, number: None }
    };
    let mut found: Vec<Passage> = guide::chapters(language).into_iter().map(passage).collect();
    found.retain(|one| wanted.len() > 1 && share(wanted, one) >= 1.0);
    found
}

/// At least half the words must be there.
const THRESHOLD: f64 = 0.5;

/// The best matches among what the asker may read, quoted; nothing below the threshold. Also the documents that can't be
/// searched.
pub(in super::super) async fn search(asked: &Inquiry<'_>) -> Result<(Option<Draft>, Vec<String>), Closed> {
    const SHOWN: usize = 2;
    let wanted = keywords(asked.text);
    let mut found = vec![];
    for one in news(asked).await? {
        let text = shown(asked, &one).to_owned();
        let (page, path) = (NEWS_PAGE, news_path(asked));
        let one = Passage { title: String::new(), text, page, path, on: Some(one.start_date), number: None };
        found.push((share(&wanted, &one), one));
    }
    for one in offered(asked).await? {
        let (page, path) = (("Resources", "Recursos"), "/employee/home");
        let one = Passage { title: one.name, text: one.description, page, path, on: None, number: None };
        found.push((share(&wanted, &one), one));
    }
    let files = in_files(asked, &wanted).await?;
    for one in files.found {
        let (page, path) = (DOCUMENT_PAGE, document_path(asked));
        let text = one.text.unwrap_or_default();
        let passage = Passage { title: one.document_name, text, page, path, on: None, number: one.page };
        found.push((one.share, passage));
    }
    found.extend(in_guide(&wanted, asked.speech.language).into_iter().map(|one| (1.0, one)));
    found.retain(|(share, _)| *share >= THRESHOLD);
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(SHOWN);
    if found.is_empty() {
        return Ok((None, files.unreadable));
    }
    let mut draft = Draft::saying(asked.pick(("Here’s what I found:", "Esto es lo que encontré:"))).quoting();
    for (_, one) in found {
        let is_unreadable = one.text.is_empty() && files.unreadable.contains(&one.title);
        draft = quoted(asked, draft, one);
        if is_unreadable {
            draft = draft.and(asked.pick((
                "I can’t read its text. Open it to see what it says.",
                "No puedo leer su texto. Ábralo para ver lo que dice.",
            )));
        }
    }
    Ok((Some(draft.then(&[Topic::Documents, Topic::Announcements])), files.unreadable))
}

fn quoted(asked: &Inquiry<'_>, mut draft: Draft, one: Passage) -> Draft {
    let page = asked.pick(one.page).to_owned();
    let head = match (&one.title, one.on) {
        (title, _) if !title.is_empty() => title.clone(),
        (_, Some(day)) => announced(asked, day),
        _ => page.clone(),
    };
    let place = match one.number {
        Some(number) => asked.pick((format!("{head}, page {number}"), format!("{head}, página {number}"))),
        None => head.clone(),
    };
    let text = Some(one.text).filter(|text| !text.is_empty());
    draft = draft.and(match &text {
        Some(text) => format!("{place}: {}", quote(text)),
        None => place,
    });
    if !draft.links.iter().any(|link| link.path == one.path) {
        draft = draft.link(page.clone(), one.path);
    }
    draft.sources.push(AnswerSource {
        tool: Topic::Documents.id().to_owned(),
        words: page,
        as_of: Some(asked.speech.today),
        title: Some(head),
        page: one.number,
        quote: text,
        path: Some(one.path.to_owned()),
    });
    draft
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_say_nothing_are_not_looked_for() {
        assert!(keywords("Where are the company documents?").is_empty());
        assert!(keywords("¿Dónde están los documentos de la empresa?").len() <= 1);
        assert_eq!(keywords("parking policies").into_iter().collect::<Vec<_>>(), ["parking"]);
    }

    #[test]
    fn the_guide_is_quoted_only_for_all_of_several_words() {
        let titles = |text: &str, language| -> Vec<String> {
            in_guide(&keywords(text), language).into_iter().map(|one| one.title).collect()
        };
        let english = titles("is there a document about passkeys and authenticator apps", Language::English);
        assert_eq!(english, ["Keep your account safe"]);
        assert_eq!(titles("passkeys", Language::English), Vec::<String>::new());
        assert_eq!(titles("send money to a friend by phone", Language::English), Vec::<String>::new());
        assert_eq!(titles("", Language::Spanish), Vec::<String>::new());
    }

    #[test]
    fn a_text_must_hold_half_of_what_is_looked_for() {
        let text = "Parking lots close at nine".to_owned();
        let one = Passage { title: String::new(), text, page: NEWS_PAGE, path: "/", on: None, number: None };
        assert!(share(&keywords("parking lot"), &one) >= THRESHOLD);
        assert!(share(&keywords("dress code monkeys"), &one) < THRESHOLD);
    }
}

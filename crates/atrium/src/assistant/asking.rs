//! Asking: who asks, what they mean, the tool that answers, and what is kept.

use super::answer::{AnswerBand, AnswerEngine, ChatAnswer, Draft, TopicChoice};
use super::model::{Chosen, Turned};
use super::reading::{Closed, Pages};
use super::rules::ChatRefusal;
use super::store::{NewTurn, TurnRow};
use super::tools::Inquiry;
use super::words::Speech;
use super::{
    Asker, Assistant, Feedback, KeptTurn, PastConversation, Prompt, SaidIds, model, patience, rules, store,
    tools, words,
};
use crate::access::{self, At, CompanyScope, OperatorScope, PersonScope, Viewer};
use crate::app::App;
use crate::call::Call;
use crate::language_model::MODEL_LIMIT;
use crate::shared::flag::Flag;
use crate::shared::id::{CompanyId, EmployeeId, TenantId};
use crate::shared::language::Language;
use crate::shared::problem::Problem;
use crate::shared::seal;
use ::language::{self as understanding, Band, Slots, Topic, Turn, Understanding};
use db::Tx;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

/// An answer takes milliseconds; this is the limit if the database hangs.
const ANSWER_LIMIT: Duration = Duration::from_secs(8);

/// The seal context for a conversation and its comments.
const SEALED_AS: &str = "assistant";

async fn viewer(call: &Call) -> Result<&Viewer, Problem> {
    let viewer = call.viewer().await?;
    if !viewer.flags.is_on(Flag::Chatbot) {
        return Err(Problem::NotFound);
    }
    Ok(viewer)
}

/// Someone who has an assistant.
pub(super) async fn member(call: &Call) -> Result<(&Viewer, PersonScope), Problem> {
    let viewer = viewer(call).await?;
    access::chats(viewer)?;
    Ok((viewer, access::oneself(viewer)))
}

fn said(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

/// The asker at their current company. Someone else's ID and one that doesn't exist are refused alike.
pub(super) async fn asker(call: &Call, ids: &SaidIds) -> Result<Asker, Problem> {
    let (viewer, _) = member(call).await?;
    let forbidden = || Problem::from(ChatRefusal::ForbiddenIds);
    let read = |text: &str| Uuid::try_parse(text).map_err(|_| forbidden());
    let tenant = said(ids.tenant.as_ref()).map(read).transpose()?.map_or(viewer.tenant, TenantId);
    let company = said(ids.company.as_ref()).map(read).transpose()?.map(CompanyId);
    let employee = said(ids.employee.as_ref()).map(read).transpose()?.map(EmployeeId);
    let scope = access::chat_company::<Assistant>(&call.db, viewer, (tenant, company), employee).await;
    let scope = scope.map_err(|problem| match problem {
        Problem::NotFound => forbidden(),
        other => other,
    })?;
    let at = At { tenant, company: scope.company() };
    let employee = viewer.membership(at.company).and_then(|membership| membership.employee);
    let name = format!("{} {}", viewer.first_name, viewer.last_name);
    Ok(Asker { viewer: viewer.clone(), at, employee, scope, name })
}

impl Asker {
    fn ids(&self) -> Map<String, Value> {
        let ids = json!({
            "t": self.at.tenant, "c": self.at.company, "m": self.viewer.person, "e": self.employee,
        });
        ids.as_object().cloned().unwrap_or_default()
    }

    pub(super) fn today(&self, call: &Call) -> crate::shared::day::Day {
        call.today(&self.scope.time_zone())
    }
}

fn sealed(app: &App, scope: &CompanyScope<Assistant>, turn: &KeptTurn) -> Result<Vec<u8>, Problem> {
    let plain = serde_json::to_vec(turn).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(seal::seal(&app.keys.secrets, &app.randomness, SEALED_AS, scope.viewer().0, &plain))
}

/// What an asker shared, with their comment.
pub(super) fn opened_turn(
    app: &App,
    person: Uuid,
    content: &[u8],
    comment: Option<&[u8]>,
) -> Result<(KeptTurn, String), Problem> {
    let open = |sealed: &[u8]| seal::open(&app.keys.secrets, SEALED_AS, person, sealed);
    let turn =
        serde_json::from_slice(&open(content)?).map_err(|error| Problem::Internal(error.to_string()))?;
    let comment = comment.map(open).transpose()?.unwrap_or_default();
    Ok((turn, String::from_utf8_lossy(&comment).into_owned()))
}

fn opened(app: &App, person: Uuid, row: &TurnRow) -> Result<KeptTurn, Problem> {
    let plain = seal::open(&app.keys.secrets, SEALED_AS, person, &row.content)?;
    serde_json::from_slice(&plain).map_err(|error| Problem::Internal(error.to_string()))
}

/// Reports what is happening meanwhile.
type Progress<'a> = &'a (dyn Fn(String) + Send + Sync);

/// Answers a question and keeps both. The same question sent again gets the same answer.
pub(super) async fn ask(
    call: &Arc<Call>,
    asker: &Asker,
    prompt: &Prompt,
    tell: Progress<'_>,
) -> Result<ChatAnswer, Problem> {
    rules::prompt(&prompt.text)?;
    rules::client_id(&prompt.conversation)?;
    rules::client_id(&prompt.question)?;
    if let Some(before) = begin(call, asker, prompt).await? {
        return Ok(before);
    }
    let with_model = model::is_asked(&call.app.language_model, asker);
    let limit = if with_model { ANSWER_LIMIT + MODEL_LIMIT } else { ANSWER_LIMIT };
    let answering = tokio::time::timeout(limit, compose(call, asker, prompt, tell)).await;
    let finished = match answering {
        Ok(Ok(answer)) => finish(call, asker, prompt, answer).await,
        Ok(Err(problem)) => Err(problem),
        Err(_) => Err(Problem::Timeout),
    };
    if finished.is_err() {
        release(call, asker, &prompt.question).await?;
    }
    finished
}

/// Takes the asker's place, or returns the existing answer.
async fn begin(call: &Call, asker: &Asker, prompt: &Prompt) -> Result<Option<ChatAnswer>, Problem> {
    let (now, scope) = (call.app.clock.now(), &asker.scope);
    let mut tx = call.db.begin_write().await?;
    if let Some(row) = store::answered(&mut tx, scope, &prompt.question).await? {
        return Ok(Some(opened(&call.app, scope.viewer().0, &row)?.answer));
    }
    let gone_before = now - patience(&call.app);
    if !store::claim(&mut tx, scope, &prompt.question, now, gone_before).await? {
        let other = store::asker(&mut tx, scope).await?.filter(|row| {
            row.question.as_ref().is_some_and(|running| *running != prompt.question)
                && row.since >= gone_before
        });
        return Err(match other {
            Some(_) => ChatRefusal::Busy.into(),
            None => ChatRefusal::TooManyQuestions.into(),
        });
    }
    tx.commit().await?;
    Ok(None)
}

/// Keeps the answer and frees the place.
async fn finish(
    call: &Call,
    asker: &Asker,
    prompt: &Prompt,
    mut answer: ChatAnswer,
) -> Result<ChatAnswer, Problem> {
    let (now, scope) = (call.app.clock.now(), &asker.scope);
    let mut tx = call.db.begin_write().await?;
    store::release(&mut tx, scope, &prompt.question).await?;
    if let Some(row) = store::answered(&mut tx, scope, &prompt.question).await? {
        tx.commit().await?;
        return Ok(opened(&call.app, scope.viewer().0, &row)?.answer);
    }
    answer.response_index = store::next_number(&mut tx, scope, &prompt.conversation).await?;
    let kept = KeptTurn { question: prompt.text.clone(), answer };
    let turn = NewTurn {
        id: call.app.ids.next(now),
        conversation: &prompt.conversation,
        number: kept.answer.response_index,
        question: &prompt.question,
        content: sealed(&call.app, scope, &kept)?,
        topic: kept.answer.topic.map_or("", Topic::id),
        band: kept.answer.band.as_str(),
        engine: kept.answer.engine.as_str(),
    };
    store::insert(&mut tx, scope, turn, now).await?;
    tx.commit().await?;
    Ok(kept.answer)
}

/// A question that will no longer be answered.
pub(super) async fn release(call: &Call, asker: &Asker, question: &str) -> Result<(), Problem> {
    let mut tx = call.db.begin_write().await?;
    store::release(&mut tx, &asker.scope, question).await?;
    Ok(tx.commit().await?)
}

/// What was asked earlier in this conversation, for follow-ups.
async fn previous(call: &Call, asker: &Asker, conversation: &str) -> Result<Option<ChatAnswer>, Problem> {
    let Some(row) = store::last(&call.db, &asker.scope, conversation).await? else { return Ok(None) };
    Ok(Some(opened(&call.app, asker.scope.viewer().0, &row)?.answer))
}

/// The day of the check before the one an answer is about. Without such a check it's a day that has none.
async fn day_of_check_before(pages: &Pages, answer: &ChatAnswer) -> Result<Option<Date>, Problem> {
    const DAYS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
      listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e, withoutVoided: true, limit: 60) {
        results { id details { checkDate } } } }";
    let mut paths = answer.sources.iter().filter_map(|source| source.path.as_deref());
    let Some(shown) = paths.find_map(|path| path.strip_prefix("/pay/paystub/")) else { return Ok(None) };
    let read: Value = match pages.read(DAYS, json!({})).await {
        Ok(read) => read,
        Err(Closed::ForAsker) => return Ok(None),
        Err(Closed::Failed(problem)) => return Err(problem),
    };
    let stubs = read["listEmployeePayStubs"]["results"].as_array().cloned().unwrap_or_default();
    let day = |stub: &Value| stub["details"]["checkDate"].as_str().and_then(|day| day.parse::<Date>().ok());
    let Some(of_shown) = stubs.iter().find(|stub| stub["id"] == shown).and_then(day) else { return Ok(None) };
    let earlier = stubs.iter().filter_map(day).filter(|day| *day < of_shown).max();
    Ok(earlier.or_else(|| of_shown.yesterday().ok()))
}

pub(super) fn in_words_of(language: Language) -> understanding::Language {
    language.pick((understanding::Language::English, understanding::Language::Spanish))
}

/// Understands the question and has a tool answer it.
pub(super) async fn compose(
    call: &Arc<Call>,
    asker: &Asker,
    prompt: &Prompt,
    tell: Progress<'_>,
) -> Result<ChatAnswer, Problem> {
    let today = asker.today(call);
    let pages = Pages::new(call.clone(), asker.ids());
    let last = previous(call, asker, &prompt.conversation).await?;
    let turn = |last: &ChatAnswer| last.topic.map(|topic| Turn { topic, slots: last.slots.clone() });
    let before = last.as_ref().and_then(turn);
    let names = tools::report_names(asker, &pages).await?;
    let text = prompt.text.trim();
    let question = understanding::Question {
        text,
        today: today.0,
        page_language: in_words_of(prompt.language),
        previous: before.as_ref(),
        names: &names,
    };
    let mut understood = understanding::understand(&question);
    if let Some(topic) = words::asked_in_our_words(text) {
        understood.band = Band::Answer;
        understood.topic = topic;
        understood.candidates = vec![understanding::Candidate { topic, certainty: 1.0 }];
    }
    if understood.follows_up
        && understanding::asks_for_one_before(text)
        && let Some(last) = &last
        && let Some(day) = day_of_check_before(&pages, last).await?
    {
        understood.slots = Slots { from: Some(day), to: Some(day), year: None, ..understood.slots };
    }
    let language = match understood.language {
        understanding::Language::English => Language::English,
        understanding::Language::Spanish => Language::Spanish,
        understanding::Language::Other => prompt.language,
    };
    let speech = Speech { language, today };
    let asked = Inquiry { asker, pages: &pages, speech, slots: &understood.slots, text };
    let mut choices = choices(asker, &understood.candidates, language);
    let is_foreign = understood.language == understanding::Language::Other;
    let is_talk = understood.band == Band::Answer && !understood.topic.answers_from_data();
    // The asker's own figures would be taken for those of their team or family.
    let of_others = tools::shows_own_figures(understood.topic)
        && asked.other_person().is_none()
        && understanding::speaks_of_others(text);
    let turned = if is_foreign || is_talk || of_others {
        Turned::NotAsked
    } else {
        if model::is_asked(&call.app.language_model, asker) {
            tell(words::status(None, language));
        }
        model::ask(&call.app.language_model, &asked).await?
    };
    let (engine, chosen) = match turned {
        Turned::NotAsked => (AnswerEngine::Embedded, None),
        Turned::Ours(chosen) => (AnswerEngine::Template, chosen),
        Turned::Worded(mut chosen, text) => {
            chosen.draft.lines = vec![text];
            (AnswerEngine::Model, Some(chosen))
        }
    };
    if let Some(Chosen { topic, slots, draft }) = chosen {
        return Ok(ChatAnswer { engine, ..made(prompt, language, Some(topic), slots, choices, draft) });
    }
    let is_clear = understood.band == Band::Answer;
    let topic = if is_clear { open_topic(&asked, understood.topic) } else { understood.topic };
    let draft = if is_foreign {
        tools::other_language(&asked)
    } else if of_others {
        tools::refusal(&asked)
    } else if let Some((draft, offered)) = of_report(&asked, &understood).await? {
        choices = offered;
        draft
    } else {
        match understood.band {
            Band::Answer => {
                tell(words::status(Some(topic), language));
                from_tool(&asked, topic).await?
            }
            // A name is used only if the question is clear.
            Band::Offer if asked.other_person().is_some() => tools::refusal(&asked),
            Band::Offer if choices.is_empty() => tools::cannot_tell(&asked),
            Band::Offer => ask_back(&asked),
            Band::Unsure => {
                tell(words::status(Some(Topic::Documents), language));
                found_in_documents(&asked).await?.unwrap_or_else(|| tools::cannot_tell(&asked))
            }
        }
    };
    let is_answered = is_clear && !is_foreign && !of_others;
    let topic = is_answered.then_some(topic);
    Ok(ChatAnswer { engine, ..made(prompt, language, topic, understood.slots.clone(), choices, draft) })
}

/// The topic, or one that answers much the same from a page the asker has.
fn open_topic(asked: &Inquiry<'_>, topic: Topic) -> Topic {
    let other = tools::instead_of(topic).filter(|other| tools::is_open(asked.asker, *other));
    other.filter(|_| !tools::is_open(asked.asker, topic)).unwrap_or(topic)
}

/// What a manager may ask about a report, if it's unclear what they ask. Nothing for anyone else's name, whether or not such a
/// person exists, and nothing if the question is likely about something a manager doesn't get.
async fn of_report(
    asked: &Inquiry<'_>,
    understood: &Understanding,
) -> Result<Option<(Draft, Vec<TopicChoice>)>, Problem> {
    let mut likely = understood.candidates.iter().map(|one| one.topic);
    let likely = likely.find(|topic| *topic != Topic::OutOfScope);
    let is_of_report = likely.is_some_and(tools::may_be_of_report);
    if understood.band == Band::Answer || !is_of_report {
        return Ok(None);
    }
    let name = match tools::report_meant(asked).await {
        Ok(Some(name)) => name,
        Ok(None) | Err(Closed::ForAsker) => return Ok(None),
        Err(Closed::Failed(problem)) => return Err(problem),
    };
    let choice = |(topic, question): (Topic, String)| TopicChoice {
        topic,
        label: question.clone(),
        certainty: 0.0,
        question,
    };
    let offered: Vec<TopicChoice> = tools::report_questions(asked, &name).into_iter().map(choice).collect();
    Ok((!offered.is_empty()).then(|| (ask_back(asked), offered)))
}

/// The topics that were considered, if the asker has a tool for them.
fn choices(asker: &Asker, candidates: &[understanding::Candidate], language: Language) -> Vec<TopicChoice> {
    let open =
        candidates.iter().filter(|one| one.topic.answers_from_data() && tools::is_open(asker, one.topic));
    let choice = |one: &understanding::Candidate| TopicChoice {
        topic: one.topic,
        label: words::label(one.topic, language).to_owned(),
        certainty: one.certainty,
        question: words::question(one.topic, language).to_owned(),
    };
    open.map(choice).collect()
}

fn ask_back(asked: &Inquiry<'_>) -> Draft {
    Draft::nothing(asked.pick(("Which of these do you mean?", "¿A cuál de estos se refiere?")))
        .in_band(AnswerBand::AskBack)
}

pub(super) async fn from_tool(asked: &Inquiry<'_>, topic: Topic) -> Result<Draft, Problem> {
    if !tools::is_open_for(asked, topic) {
        let is_other = asked.other_person().is_some();
        return Ok(if is_other { tools::refusal(asked) } else { tools::closed(asked, topic) });
    }
    match tools::answer(asked, topic).await {
        Ok(draft) => Ok(draft),
        Err(Closed::ForAsker) => Ok(tools::closed(asked, topic)),
        Err(Closed::Failed(problem)) => Err(problem),
    }
}

async fn found_in_documents(asked: &Inquiry<'_>) -> Result<Option<Draft>, Problem> {
    match tools::search_documents(asked).await {
        Ok((found, _)) => Ok(found),
        Err(Closed::ForAsker) => Ok(None),
        Err(Closed::Failed(problem)) => Err(problem),
    }
}

fn made(
    prompt: &Prompt,
    language: Language,
    topic: Option<Topic>,
    slots: Slots,
    candidates: Vec<TopicChoice>,
    draft: Draft,
) -> ChatAnswer {
    let follow_ups = draft.next.iter().map(|topic| words::question(*topic, language).to_owned()).collect();
    ChatAnswer {
        conversation_id: prompt.conversation.clone(),
        session_id: prompt.session.clone(),
        response_index: 0,
        answer: draft.text(),
        language: language.pick(("en", "es")).to_owned(),
        band: draft.band,
        topic,
        candidates,
        slots,
        sources: draft.sources,
        table: draft.table,
        chart: draft.chart,
        links: draft.links,
        download: draft.download,
        follow_ups,
        hand_over: draft.hand_over,
        engine: AnswerEngine::Embedded,
    }
}

/// A pay stub's PDF in base64, and its file name.
pub(super) async fn stub_file(
    call: &Arc<Call>,
    asker: &Asker,
    paystub: &str,
    language: Language,
) -> Result<(String, String), Problem> {
    const FILE: &str = "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!, $language: String) {
      employeePaystub(tenantId: $t, companyId: $c, employeeId: $e, paystubId: $id, language: $language) {
        paystubString details { checkDate } } }";
    if !tools::is_open(asker, Topic::LastStub) {
        return Err(Problem::NotFound);
    }
    let pages = Pages::new(call.clone(), asker.ids());
    let variables = json!({ "id": paystub, "language": language.pick(("en", "es")) });
    let read: Value = pages.read(FILE, variables).await.map_err(|closed| match closed {
        Closed::ForAsker => Problem::NotFound,
        Closed::Failed(problem) => problem,
    })?;
    let stub = &read["employeePaystub"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok((format!("paystub-{}.pdf", text(&stub["details"]["checkDate"])), text(&stub["paystubString"])))
}

/// What people ask first, most useful first.
const SAMPLES: &[Topic] = &[
    Topic::LastStub,
    Topic::TimeOffBalance,
    Topic::ManagerApprovals,
    Topic::NextPayday,
    Topic::ManagerAway,
    Topic::DepositAccounts,
    Topic::BenefitPlans,
    Topic::ManagerDates,
    Topic::W2Where,
    Topic::Holidays,
    Topic::HoursToday,
    Topic::Documents,
    Topic::Announcements,
    Topic::SignInHelp,
];

/// Questions anyone with these pages may ask.
pub(super) fn samples(asker: &Asker, most: usize, language: Language) -> Vec<String> {
    let open = SAMPLES.iter().filter(|topic| tools::is_open(asker, **topic));
    open.take(most).map(|topic| words::question(*topic, language).to_owned()).collect()
}

/// Questions this person currently has rows for, likely most interesting first.
pub(super) async fn personal_samples(
    call: &Arc<Call>,
    asker: &Asker,
    most: usize,
    language: Language,
) -> Result<Vec<String>, Problem> {
    const PERSONAL: &[Topic] = &[
        Topic::MissedPunch,
        Topic::ManagerApprovals,
        Topic::RequestStatus,
        Topic::WhyPayChanged,
        Topic::WhoIsAway,
        Topic::ManagerAway,
        Topic::ManagerDates,
        Topic::Announcements,
        Topic::TimeOffBalance,
        Topic::BenefitCost,
        Topic::YearToDate,
        Topic::Dependents,
        Topic::DepositAccounts,
        Topic::Holidays,
    ];
    let (today, slots) = (asker.today(call), Slots::default());
    let pages = Pages::new(call.clone(), asker.ids());
    let speech = Speech { language, today };
    let mut found = vec![];
    for topic in PERSONAL.iter().filter(|topic| tools::is_open(asker, **topic)) {
        if found.len() == most {
            break;
        }
        let question = words::question(*topic, language);
        let asked = Inquiry { asker, pages: &pages, speech, slots: &slots, text: question };
        if from_tool(&asked, *topic).await?.has_rows {
            found.push(question.to_owned());
        }
    }
    Ok(found)
}

/// What to ask next, after a conversation's last question.
pub(super) fn follow_ups(
    asker: &Asker,
    questions: &[String],
    today: crate::shared::day::Day,
    page: Language,
) -> Vec<String> {
    const MOST: usize = 3;
    let Some(last) = questions.last() else { return samples(asker, MOST, page) };
    let question = understanding::Question {
        text: last,
        today: today.0,
        page_language: in_words_of(page),
        previous: None,
        names: &[],
    };
    let understood = understanding::understand(&question);
    let language = if understood.language == understanding::Language::Spanish {
        Language::Spanish
    } else {
        Language::English
    };
    let language = if understood.language == understanding::Language::Other { page } else { language };
    let topic = words::asked_in_our_words(last.trim()).unwrap_or(understood.topic);
    let others = understood.candidates.iter().map(|one| one.topic).chain(SAMPLES.iter().copied());
    let mut next: Vec<Topic> = vec![];
    for other in others {
        let is_new = other != topic && !next.contains(&other);
        if is_new && other.answers_from_data() && tools::is_open(asker, other) && next.len() < MOST {
            next.push(other);
        }
    }
    next.into_iter().map(|topic| words::question(topic, language).to_owned()).collect()
}

pub(super) async fn rate(call: &Call, scope: &PersonScope, feedback: &Feedback) -> Result<(), Problem> {
    let conversation = rules::client_id(&feedback.conversation)?;
    let (like, comment) = (rules::liked(feedback.like)?, rules::comment(&feedback.comment)?);
    let app = &call.app;
    let seal = |text: &str| {
        seal::seal(&app.keys.secrets, &app.randomness, SEALED_AS, scope.person().0, text.as_bytes())
    };
    let comment = Some(comment).filter(|text| !text.is_empty()).map(seal);
    let mut tx = call.db.begin_write().await?;
    let turn = store::turn(&mut tx, scope, conversation, feedback.index).await?.ok_or(Problem::NotFound)?;
    store::rate(&mut tx, scope, turn, (like, comment, feedback.attach && like < 0)).await?;
    Ok(tx.commit().await?)
}

/// The requested conversations, or the newest; only those at companies the viewer still belongs to.
pub(super) async fn past(
    call: &Call,
    viewer: &Viewer,
    scope: &PersonScope,
    asked: Vec<String>,
) -> Result<Vec<PastConversation>, Problem> {
    const NEWEST: i64 = 20;
    let companies = access::chat_companies(&call.db, viewer).await?;
    if companies.is_empty() {
        return Ok(vec![]);
    }
    let wanted = if asked.is_empty() {
        store::newest(&call.db, scope, &companies, NEWEST).await?
    } else {
        checked(asked)?
    };
    if wanted.is_empty() {
        return Ok(vec![]);
    }
    let rows = store::turns(&call.db, scope, &companies, &wanted).await?;
    let mut found: Vec<PastConversation> = vec![];
    for row in rows {
        let turn = opened(&call.app, scope.person().0, &row)?;
        match found.last_mut().filter(|last| last.id == row.conversation) {
            Some(last) => {
                last.updated_at = row.asked_at;
                last.turns.push((turn, row.liked));
            }
            None => found.push(PastConversation {
                title: rules::title(&turn.question),
                id: row.conversation,
                updated_at: row.asked_at,
                turns: vec![(turn, row.liked)],
            }),
        }
    }
    found.sort_by_key(|one| std::cmp::Reverse(one.updated_at));
    Ok(found)
}

pub(super) fn checked(conversations: Vec<String>) -> Result<Vec<String>, ChatRefusal> {
    if conversations.len() > rules::MAX_CONVERSATIONS {
        return Err(ChatRefusal::TooManyConversations);
    }
    for id in &conversations {
        rules::client_id(id)?;
    }
    Ok(conversations)
}

/// Deletes the text and feedback of these conversations for good.
pub(super) async fn forget_conversations(
    call: &Call,
    scope: &PersonScope,
    asked: Vec<String>,
) -> Result<(), Problem> {
    let asked = checked(asked)?;
    if asked.is_empty() {
        return Ok(());
    }
    let mut tx = call.db.begin_write().await?;
    store::delete(&mut tx, scope, &asked).await?;
    Ok(tx.commit().await?)
}

/// Deletes conversations older than their tenant keeps them.
pub fn forget(tx: &mut Tx, now: Timestamp) -> BoxFuture<'_, db::Result<()>> {
    Box::pin(async move { store::forget(tx, &access::upkeep(), now).await })
}

/// How many days a tenant keeps conversations.
pub async fn retention(app: &App, scope: &OperatorScope) -> Result<i64, Problem> {
    Ok(store::keep_days(&app.db, scope).await?)
}

pub async fn set_retention(app: &App, scope: &OperatorScope, days: i64) -> Result<(), Problem> {
    let days = rules::keep_days(days)?;
    let mut tx = app.db.begin_write().await?;
    store::set_keep_days(&mut tx, scope, days, app.clock.now()).await?;
    Ok(tx.commit().await?)
}

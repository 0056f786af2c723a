//! The assistant's calls, as listed in the spec. The access token comes in a `Token` header, or as a bearer token.

use super::answer::ChatAnswer;
use super::rules::{self, ChatRefusal};
use super::socket::{self, Sockets};
use super::{Asker, Feedback, PastConversation, Prompt, SaidIds, model, store, words};
use crate::app::App;
use crate::bearer;
use crate::call::{Call, Intent};
use crate::http::answers;
use crate::identity::Identity;
use crate::shared::flag::Flag;
use crate::shared::language::Language;
use crate::shared::problem::Problem;
use crate::shared::seal;
use axum::body::Bytes;
use axum::extract::{FromRequest, Path, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Json, RequestExt, Router};
use jiff::SignedDuration;
use oidc::ClientAddress;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

pub const ROUTES: &[(&str, &str)] = &[
    ("POST", "/v1/{conversation}"),
    ("POST", "/v1/{conversation}/feedback"),
    ("POST", "/v1/generate_sample_questions"),
    ("POST", "/v1/personalized_sample_questions"),
    ("POST", "/v1/past_conversations"),
    ("POST", "/v1/follow_up_questions"),
    ("POST", "/chat/ticket"),
    ("GET", "/chat/socket"),
];

/// A ticket is for a socket opened right away.
const TICKET_SECONDS: i64 = 30;

#[derive(Clone)]
pub(super) struct Chat {
    pub app: App,
    pub identity: Identity,
    pub sockets: Sockets,
}

pub fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/v1/{conversation}", answering("assistantQuestion", ask))
        .route("/v1/{conversation}/feedback", answering("assistantFeedback", feedback))
        .route("/v1/generate_sample_questions", answering("assistantSamples", samples))
        .route("/v1/personalized_sample_questions", answering("assistantPersonalSamples", personal_samples))
        .route("/v1/past_conversations", answering("assistantPast", past))
        .route("/v1/follow_up_questions", answering("assistantFollowUps", follow_ups))
        .route("/chat/ticket", answering("assistantTicket", ticket))
        .route("/chat/socket", get(socket::open))
        .with_state(Chat { app, identity, sockets: Sockets::default() })
}

pub(super) type ChatAddress = Option<Extension<ClientAddress>>;

/// A call with what was sent.
struct ChatCall {
    call: Arc<Call>,
    app: App,
    /// In the path, on the calls that belong to one.
    conversation: String,
    bytes: Bytes,
}

impl FromRequest<Chat> for ChatCall {
    type Rejection = Response;

    async fn from_request(mut request: Request, chat: &Chat) -> Result<ChatCall, Response> {
        let conversation = request.extract_parts::<Option<Path<String>>>().await;
        let conversation = conversation.map_err(IntoResponse::into_response)?;
        let headers = request.headers();
        let provider = &chat.identity.provider;
        let token = headers.get("token").and_then(|value| value.to_str().ok());
        let bearer = match token {
            Some(token) => bearer::of_token(provider, token.strip_prefix("Bearer ").unwrap_or(token).trim()),
            None => bearer::read(provider, headers),
        };
        let address = request.extensions().get::<ClientAddress>();
        let address = address.map_or(String::new(), |address| address.0.clone());
        let call = Call::new(chat.app.clone(), chat.identity.clone(), address, bearer, None, None);
        let call = Arc::new(call);
        let bytes = Bytes::from_request(request, chat).await.map_err(IntoResponse::into_response)?;
        let conversation = conversation.map_or(String::new(), |Path(conversation)| conversation);
        Ok(ChatCall { call, app: chat.app.clone(), conversation, bytes })
    }
}

/// A body of fields, next to the ids of who is asking.
#[derive(Deserialize)]
struct WithIds<B> {
    #[serde(flatten)]
    ids: WireIds,
    #[serde(flatten)]
    body: B,
}

impl ChatCall {
    fn body<B: DeserializeOwned>(&self) -> Result<B, Problem> {
        let malformed = |_| Problem::Malformed {
            field: "body",
            message: "Send one JSON object with the fields of this call.",
        };
        serde_json::from_slice(if self.bytes.is_empty() { b"{}" } else { &self.bytes }).map_err(malformed)
    }

    /// Who is asking, and what. People who may not ask at all are told so, no matter what they sent.
    async fn asked<B: DeserializeOwned>(&self) -> Result<(Asker, B), Problem> {
        super::asking::member(&self.call).await?;
        let WithIds { ids, body } = self.body()?;
        Ok((super::asking::asker(&self.call, &ids.into()).await?, body))
    }
}

/// A POST that answers with JSON, or refuses.
fn answering<A>(operation: &'static str, answer: fn(Arc<ChatCall>) -> A) -> MethodRouter<Chat>
where
    A: Future<Output = Result<Value, Problem>> + Send + 'static,
{
    post(move |asked: ChatCall| async move {
        let asked = Arc::new(asked);
        match answer(asked.clone()).await {
            Ok(body) => Json(body).into_response(),
            Err(problem) => refused(&asked.call, operation, problem).await,
        }
    })
}

/// The HTTP status for one of our refusals on these calls.
pub(super) fn status(problem: &Problem) -> StatusCode {
    let Problem::Refused { code, .. } = problem else { return problem.status() };
    let is = |refusal: ChatRefusal| refusal.code() == *code;
    if is(ChatRefusal::PromptTooLong) {
        StatusCode::PAYLOAD_TOO_LARGE
    } else if is(ChatRefusal::ForbiddenIds) || is(ChatRefusal::WrongOrigin) {
        StatusCode::FORBIDDEN
    } else if is(ChatRefusal::Busy) {
        StatusCode::CONFLICT
    } else if is(ChatRefusal::TooManyQuestions) || is(ChatRefusal::TooManySockets) {
        StatusCode::TOO_MANY_REQUESTS
    } else {
        StatusCode::BAD_REQUEST
    }
}

/// A refusal, after recording it in the audit trail if it belongs there.
async fn refused(call: &Call, operation: &str, problem: Problem) -> Response {
    let is_reach =
        matches!(&problem, Problem::Refused { code, .. } if *code == ChatRefusal::ForbiddenIds.code());
    let intent = if is_reach { Intent::Change } else { Intent::Read };
    let problem = match call.record_refusal(intent, &json!([operation]), problem.code()).await {
        Ok(()) => problem,
        Err(error) => error.into(),
    };
    let mut response = answers::problem(&problem);
    *response.status_mut() = status(&problem);
    response
}

/// What every call may say about who is asking.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct WireIds {
    #[serde(default)]
    tenant_id: Option<String>,
    #[serde(default)]
    organization_id: Option<String>,
    #[serde(default)]
    employee_id: Option<String>,
}

impl From<WireIds> for SaidIds {
    fn from(ids: WireIds) -> SaidIds {
        SaidIds { tenant: ids.tenant_id, company: ids.organization_id, employee: ids.employee_id }
    }
}

#[derive(Deserialize)]
struct QuestionBody {
    #[serde(default)]
    prompt: String,
    #[serde(default)]
    session_id: Option<String>,
    #[serde(default)]
    question_id: Option<String>,
    #[serde(default)]
    application_data: Value,
}

/// The page's language; without one, the person's.
pub(super) fn page_language(said: &Value, own: &str) -> Language {
    Language::of_person(said.as_str().unwrap_or(own))
}

/// A question that is being answered. When its caller goes away, the answer stops and the asker's place is free again.
struct Answering {
    task: Option<JoinHandle<Result<ChatAnswer, Problem>>>,
    call: Arc<Call>,
    asker: Arc<Asker>,
    question: String,
}

impl Answering {
    async fn answer(&mut self) -> Result<ChatAnswer, Problem> {
        let Some(task) = &mut self.task else { return Err(Problem::Timeout) };
        let ended = task.await;
        self.task = None;
        ended.map_err(|error| Problem::Internal(error.to_string()))?
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let (Some(task), Ok(runtime)) = (self.task.take(), Handle::try_current()) else { return };
        task.abort();
        let (call, asker, question) =
            (self.call.clone(), self.asker.clone(), std::mem::take(&mut self.question));
        runtime.spawn(async move {
            let _ = task.await;
            let _ = super::asking::release(&call, &asker, &question).await;
        });
    }
}

async fn ask(asked: Arc<ChatCall>) -> Result<Value, Problem> {
    let (asker, body) = asked.asked::<QuestionBody>().await?;
    let app = &asked.app;
    let named = body.application_data["question_id"].as_str().map(str::to_owned);
    let prompt = Prompt {
        text: body.prompt,
        conversation: asked.conversation.clone(),
        session: body.session_id.unwrap_or_default(),
        question: named.or(body.question_id).unwrap_or_else(|| app.ids.next(app.clock.now()).to_string()),
        language: page_language(&body.application_data["language"], &asker.viewer.language),
    };
    let question = prompt.question.clone();
    let asker = Arc::new(asker);
    let (call, of) = (asked.call.clone(), asker.clone());
    let task = tokio::spawn(async move { super::asking::ask(&call, &of, &prompt, &|_: String| {}).await });
    let mut answering = Answering { task: Some(task), call: asked.call.clone(), asker, question };
    let answer = answering.answer().await?;
    serde_json::to_value(answer).map_err(|error| Problem::Internal(error.to_string()))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FeedbackBody {
    like: i64,
    response_index: i64,
    #[serde(default)]
    comments: Option<String>,
    #[serde(default)]
    attach_text: bool,
}

async fn feedback(asked: Arc<ChatCall>) -> Result<Value, Problem> {
    let (_, scope) = super::asking::member(&asked.call).await?;
    let body: FeedbackBody = asked.body()?;
    let feedback = Feedback {
        conversation: asked.conversation.clone(),
        index: body.response_index,
        like: body.like,
        comment: body.comments.unwrap_or_default(),
        attach: body.attach_text,
    };
    super::asking::rate(&asked.call, &scope, &feedback).await?;
    Ok(json!({}))
}

#[derive(Deserialize)]
struct SamplesBody {
    #[serde(default)]
    num_questions: Option<usize>,
    #[serde(default)]
    application_data: Value,
}

/// As many as the spec asks for, unless the caller says otherwise.
fn most(asked: Option<usize>) -> usize {
    const USUAL: usize = 4;
    asked.unwrap_or(USUAL).min(rules::MAX_SAMPLES)
}

async fn samples(asked: Arc<ChatCall>) -> Result<Value, Problem> {
    let (asker, body) = asked.asked::<SamplesBody>().await?;
    let language = page_language(&body.application_data["language"], &asker.viewer.language);
    let questions = super::asking::samples(&asker, most(body.num_questions), language);
    let with_model = model::is_asked(&asked.app.language_model, &asker);
    let notice = with_model.then(|| words::model_notice(language));
    Ok(json!({ "questions": questions, "notice": notice }))
}

/// Only if the tenant's flag for past questions is on.
async fn historical(call: &Call) -> Result<(), Problem> {
    let (viewer, _) = super::asking::member(call).await?;
    if viewer.flags.is_on(Flag::ChatHistoricalQuestions) { Ok(()) } else { Err(Problem::NotFound) }
}

async fn personal_samples(asked: Arc<ChatCall>) -> Result<Value, Problem> {
    historical(&asked.call).await?;
    let (asker, body) = asked.asked::<SamplesBody>().await?;
    let (language, most) =
        (page_language(&body.application_data["language"], &asker.viewer.language), most(body.num_questions));
    Ok(json!({ "questions": super::asking::personal_samples(&asked.call, &asker, most, language).await? }))
}

#[derive(Deserialize)]
struct PastBody {
    #[serde(default)]
    conversation_ids: Option<Vec<String>>,
    #[serde(default, rename = "isDelete")]
    is_delete: bool,
}

fn item(past: &PastConversation) -> Value {
    let detail = |(turn, liked): &(super::KeptTurn, i64)| {
        json!({
            "question": turn.question,
            "answer": turn.answer.answer,
            "response": turn.answer,
            "like": liked,
        })
    };
    json!({
        "conversationId": past.id,
        "title": past.title,
        "updatedAt": past.updated_at,
        "details": past.turns.iter().map(detail).collect::<Vec<_>>(),
    })
}

async fn past(asked: Arc<ChatCall>) -> Result<Value, Problem> {
    let call = &asked.call;
    let (viewer, scope) = super::asking::member(call).await?;
    let body: PastBody = asked.body()?;
    let ids = body.conversation_ids.unwrap_or_default();
    if body.is_delete {
        // You can always delete what you said.
        super::asking::forget_conversations(call, &scope, ids).await?;
        return Ok(json!({ "items": [] }));
    }
    historical(call).await?;
    let found = super::asking::past(call, viewer, &scope, ids).await?;
    Ok(json!({ "items": found.iter().map(item).collect::<Vec<_>>() }))
}

#[derive(Deserialize)]
struct FollowUpsBody {
    #[serde(default)]
    user_conversation: Vec<SaidEntry>,
    #[serde(default)]
    application_data: Value,
}

#[derive(Deserialize)]
struct SaidEntry {
    role: String,
    content: String,
}

async fn follow_ups(asked: Arc<ChatCall>) -> Result<Value, Problem> {
    let (asker, body) = asked.asked::<FollowUpsBody>().await?;
    let language = page_language(&body.application_data["language"], &asker.viewer.language);
    let said = body.user_conversation.into_iter().filter(|said| said.role == "human");
    let said: Vec<String> = said.map(|said| said.content).collect();
    if let Some(last) = said.last() {
        rules::prompt(last)?;
    }
    let today = asker.today(&asked.call);
    Ok(json!({ "questions": super::asking::follow_ups(&asker, &said, today, language) }))
}

/// A ticket for the socket, so the access token itself never appears in an address.
async fn ticket(asked: Arc<ChatCall>) -> Result<Value, Problem> {
    let call = &asked.call;
    let (viewer, scope) = super::asking::member(call).await?;
    if !viewer.flags.is_on(Flag::ChatWebsocket) {
        return Err(Problem::NotFound);
    }
    let secret = seal::new_secret(&asked.app.randomness);
    let now = asked.app.clock.now();
    let ticket = store::NewTicket {
        secret_hash: seal::hash(&secret),
        session: call.session()?,
        client_id: call.client_id()?,
        expires_at: now + SignedDuration::from_secs(TICKET_SECONDS),
    };
    let mut tx = call.db.begin_write().await?;
    store::insert_ticket(&mut tx, &scope, ticket).await?;
    tx.commit().await?;
    Ok(json!({ "ticket": secret, "expires_in": TICKET_SECONDS }))
}

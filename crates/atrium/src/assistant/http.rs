//! The assistant's calls, as listed in the spec. The access token comes in a `Token` header, or as a bearer token.

use super::rules::{self, ChatRefusal};
use super::socket::{self, Sockets};
use super::{Feedback, PastConversation, Prompt, SaidIds, store};
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
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use jiff::SignedDuration;
use oidc::ClientAddress;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;

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
        .route("/v1/{conversation}", post(ask))
        .route("/v1/{conversation}/feedback", post(feedback))
        .route("/v1/generate_sample_questions", post(samples))
        .route("/v1/personalized_sample_questions", post(personal_samples))
        .route("/v1/past_conversations", post(past))
        .route("/v1/follow_up_questions", post(follow_ups))
        .route("/chat/ticket", post(ticket))
        .route("/chat/socket", get(socket::open))
        .with_state(Chat { app, identity, sockets: Sockets::default() })
}

pub(super) type ChatAddress = Option<Extension<ClientAddress>>;

impl Chat {
    fn call(&self, headers: &HeaderMap, address: ChatAddress) -> Arc<Call> {
        let provider = &self.identity.provider;
        let token = headers.get("token").and_then(|value| value.to_str().ok());
        let bearer = match token {
            Some(token) => bearer::of_token(provider, token.strip_prefix("Bearer ").unwrap_or(token).trim()),
            None => bearer::read(provider, headers),
        };
        let address = address.map_or(String::new(), |address| address.0.0);
        Arc::new(Call::new(self.app.clone(), self.identity.clone(), address, bearer, None, None))
    }
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

async fn answered(call: &Call, operation: &str, outcome: Result<Value, Problem>) -> Response {
    match outcome {
        Ok(body) => Json(body).into_response(),
        Err(problem) => refused(call, operation, problem).await,
    }
}

fn body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let malformed = |_| Problem::Malformed {
        field: "body",
        message: "Send one JSON object with the fields of this call.",
    };
    serde_json::from_slice(if bytes.is_empty() { b"{}" } else { bytes }).map_err(malformed)
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
    #[serde(flatten)]
    ids: WireIds,
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

async fn ask(
    State(chat): State<Chat>,
    address: ChatAddress,
    Path(conversation): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    let call = chat.call(&headers, address);
    let outcome = async {
        // People who may not ask at all are told so, no matter what they sent.
        super::asking::member(&call).await?;
        let body: QuestionBody = body(&bytes)?;
        let asker = super::asking::asker(&call, &body.ids.into()).await?;
        let prompt = Prompt {
            text: body.prompt,
            conversation,
            session: body.session_id.unwrap_or_default(),
            question: body.question_id.unwrap_or_else(|| chat.app.ids.next(chat.app.clock.now()).to_string()),
            language: page_language(&body.application_data["language"], &asker.viewer.language),
        };
        let answer = super::asking::ask(&call, &asker, &prompt, &|_: String| {}).await?;
        serde_json::to_value(answer).map_err(|error| Problem::Internal(error.to_string()))
    };
    let outcome = outcome.await;
    answered(&call, "assistantQuestion", outcome).await
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

async fn feedback(
    State(chat): State<Chat>,
    address: ChatAddress,
    Path(conversation): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    let call = chat.call(&headers, address);
    let outcome = async {
        let (_, scope) = super::asking::member(&call).await?;
        let body: FeedbackBody = body(&bytes)?;
        let feedback = Feedback {
            conversation,
            index: body.response_index,
            like: body.like,
            comment: body.comments.unwrap_or_default(),
            attach: body.attach_text,
        };
        super::asking::rate(&call, &scope, &feedback).await?;
        Ok(json!({}))
    };
    let outcome = outcome.await;
    answered(&call, "assistantFeedback", outcome).await
}

#[derive(Deserialize)]
struct SamplesBody {
    #[serde(default)]
    num_questions: Option<usize>,
    #[serde(flatten)]
    ids: WireIds,
    #[serde(default)]
    language: Value,
}

/// As many as the spec asks for, unless the caller says otherwise.
fn most(asked: Option<usize>) -> usize {
    const USUAL: usize = 4;
    asked.unwrap_or(USUAL).min(rules::MAX_SAMPLES)
}

async fn samples(
    State(chat): State<Chat>,
    address: ChatAddress,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    let call = chat.call(&headers, address);
    let outcome = async {
        super::asking::member(&call).await?;
        let body: SamplesBody = body(&bytes)?;
        let asker = super::asking::asker(&call, &body.ids.into()).await?;
        let language = page_language(&body.language, &asker.viewer.language);
        Ok(json!({ "questions": super::asking::samples(&asker, most(body.num_questions), language) }))
    };
    let outcome = outcome.await;
    answered(&call, "assistantSamples", outcome).await
}

/// Only if the tenant's flag for past questions is on.
async fn historical(call: &Call) -> Result<(), Problem> {
    let (viewer, _) = super::asking::member(call).await?;
    if viewer.flags.is_on(Flag::ChatHistoricalQuestions) { Ok(()) } else { Err(Problem::NotFound) }
}

async fn personal_samples(
    State(chat): State<Chat>,
    address: ChatAddress,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    let call = chat.call(&headers, address);
    let outcome = async {
        historical(&call).await?;
        let body: SamplesBody = body(&bytes)?;
        let asker = super::asking::asker(&call, &body.ids.into()).await?;
        let language = page_language(&body.language, &asker.viewer.language);
        let found =
            super::asking::personal_samples(&call, &asker, most(body.num_questions), language).await?;
        Ok(json!({ "questions": found }))
    };
    let outcome = outcome.await;
    answered(&call, "assistantPersonalSamples", outcome).await
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

async fn past(State(chat): State<Chat>, address: ChatAddress, headers: HeaderMap, bytes: Bytes) -> Response {
    let call = chat.call(&headers, address);
    let outcome = async {
        let (viewer, scope) = super::asking::member(&call).await?;
        let body: PastBody = body(&bytes)?;
        let asked = body.conversation_ids.unwrap_or_default();
        if body.is_delete {
            // You can always delete what you said.
            super::asking::forget_conversations(&call, &scope, asked).await?;
            return Ok(json!({ "items": [] }));
        }
        historical(&call).await?;
        let found = super::asking::past(&call, viewer, &scope, asked).await?;
        Ok(json!({ "items": found.iter().map(item).collect::<Vec<_>>() }))
    };
    let outcome = outcome.await;
    answered(&call, "assistantPast", outcome).await
}

#[derive(Deserialize)]
struct FollowUpsBody {
    #[serde(default)]
    user_conversation: Vec<SaidEntry>,
    #[serde(flatten)]
    ids: WireIds,
    #[serde(default)]
    language: Value,
}

#[derive(Deserialize)]
struct SaidEntry {
    role: String,
    content: String,
}

async fn follow_ups(
    State(chat): State<Chat>,
    address: ChatAddress,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    let call = chat.call(&headers, address);
    let outcome = async {
        super::asking::member(&call).await?;
        let body: FollowUpsBody = body(&bytes)?;
        let asker = super::asking::asker(&call, &body.ids.into()).await?;
        let language = page_language(&body.language, &asker.viewer.language);
        let asked =
            body.user_conversation.into_iter().filter(|said| said.role == "human").map(|said| said.content);
        let asked: Vec<String> = asked.collect();
        if let Some(last) = asked.last() {
            rules::prompt(last)?;
        }
        Ok(json!({ "questions": super::asking::follow_ups(&asker, &asked, asker.today(&call), language) }))
    };
    let outcome = outcome.await;
    answered(&call, "assistantFollowUps", outcome).await
}

/// A ticket for the socket, so the access token itself never appears in an address.
async fn ticket(State(chat): State<Chat>, address: ChatAddress, headers: HeaderMap) -> Response {
    let call = chat.call(&headers, address);
    let outcome = async {
        let (viewer, scope) = super::asking::member(&call).await?;
        if !viewer.flags.is_on(Flag::ChatWebsocket) {
            return Err(Problem::NotFound);
        }
        let secret = seal::new_secret(&chat.app.randomness);
        let now = chat.app.clock.now();
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
    };
    let outcome = outcome.await;
    answered(&call, "assistantTicket", outcome).await
}

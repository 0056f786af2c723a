//! The assistant's socket. A single-use ticket opens it, for one person and one session; it ends with the session. It
//! answers one question at a time; sending the same one again while it's being answered changes nothing.

use super::http::{Chat, ChatAddress, WireIds, page_language};
use super::rules::{self, ChatRefusal};
use super::{Asker, Prompt, SaidIds};
use crate::access::{self, SocketHolder};
use crate::bearer::Bearer;
use crate::call::{Call, Intent};
use crate::http::answers;
use crate::shared::flag::Flag;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use axum::Extension;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

const MAX_FRAME_BYTES: usize = 64 * 1024;
const MAX_SOCKETS: usize = 5;
/// A file's base64, in pieces of this many characters.
const MAX_CHUNK_CHARS: usize = 32 * 1024;
/// How often a socket checks whether its session has just ended, and how often it asks the database.
const GLANCE: Duration = Duration::from_secs(1);
const RECHECK: Duration = Duration::from_secs(60);

/// How many sockets each person has open on this server.
#[derive(Clone, Default)]
pub(super) struct Sockets(Arc<Mutex<HashMap<PersonId, usize>>>);

/// Free again when dropped.
struct SocketPlace {
    person: PersonId,
    sockets: Sockets,
}

impl Sockets {
    fn take(&self, person: PersonId) -> Result<SocketPlace, ChatRefusal> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(person).or_default();
        if *count >= MAX_SOCKETS {
            return Err(ChatRefusal::TooManySockets);
        }
        *count += 1;
        Ok(SocketPlace { person, sockets: self.clone() })
    }
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        let mut open = self.sockets.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.person) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.person);
            }
        }
    }
}

#[derive(Deserialize)]
pub(super) struct SocketQuery {
    #[serde(default)]
    token: String,
    #[serde(default)]
    session_id: String,
    #[serde(default)]
    conversation_id: String,
}

pub(super) async fn open(
    State(chat): State<Chat>,
    address: ChatAddress,
    Query(query): Query<SocketQuery>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let refused = |problem: &Problem| {
        let mut response = answers::problem(problem);
        *response.status_mut() = super::http::status(problem);
        response
    };
    if !is_from_our_pages(&chat, &headers) {
        return refused(&ChatRefusal::WrongOrigin.into());
    }
    // The ticket is used up no matter what happens next.
    let now = chat.app.clock.now();
    let holder = match access::chat_socket(&chat.app.db, &query.token, now).await {
        Ok(holder) => holder,
        Err(problem) => return refused(&problem),
    };
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let address = address.map_or(String::new(), |Extension(address)| address.0);
    let place = match chat.sockets.take(holder.person) {
        Ok(place) => place,
        Err(refusal) => return refused(&refusal.into()),
    };
    let connection = Connection {
        id: chat.app.ids.next(now).to_string(),
        chat,
        holder,
        address,
        session: query.session_id,
        conversation: query.conversation_id,
    };
    let upgrade = upgrade.max_message_size(MAX_FRAME_BYTES).max_frame_size(MAX_FRAME_BYTES);
    upgrade.on_upgrade(move |socket| async move {
        Arc::new(connection).serve(socket).await;
        drop(place);
    })
}

/// A browser says which page opens a socket; only ours may.
fn is_from_our_pages(chat: &Chat, headers: &HeaderMap) -> bool {
    let ours = HeaderValue::from_str(&chat.app.settings.public_url).ok();
    headers.get(header::ORIGIN).is_some_and(|origin| Some(origin) == ours.as_ref())
}

struct Connection {
    id: String,
    chat: Chat,
    holder: SocketHolder,
    address: String,
    session: String,
    conversation: String,
}

#[derive(Deserialize)]
struct SaidMessage {
    action: String,
    #[serde(default)]
    data: SaidData,
}

#[derive(Default, Deserialize)]
struct SaidData {
    #[serde(default)]
    prompt: String,
    #[serde(flatten)]
    ids: WireIds,
    #[serde(default)]
    session_id: Option<String>,
    #[serde(default)]
    conversation_id: Option<String>,
    #[serde(default)]
    question_id: Option<String>,
    #[serde(default)]
    paystub_id: Option<String>,
    #[serde(default)]
    language: Value,
}

/// The question that is being answered.
struct Running {
    question: String,
    task: JoinHandle<()>,
}

/// What a socket is busy with: one question and one file at a time.
#[derive(Default)]
struct SocketWork {
    question: Option<Running>,
    file: Option<JoinHandle<()>>,
}

impl Connection {
    async fn serve(self: Arc<Self>, mut socket: WebSocket) {
        let (out, mut outgoing) = unbounded_channel::<Value>();
        let mut at_work = SocketWork::default();
        let mut checked = Instant::now();
        let mut glance = tokio::time::interval(GLANCE);
        loop {
            tokio::select! {
                said = socket.recv() => match said {
                    Some(Ok(Message::Text(text))) => self.hear(text.as_str(), &mut at_work, &out).await,
                    Some(Ok(Message::Binary(_))) => {
                        let _ = out.send(self.error("", &ChatRefusal::UnknownAction.into()));
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                },
                Some(message) = outgoing.recv() => {
                    if !send(&mut socket, message, &mut outgoing).await {
                        break;
                    }
                }
                _ = glance.tick() => {
                    if self.has_ended(&mut checked).await {
                        break;
                    }
                }
            }
        }
        if let Some(file) = at_work.file {
            file.abort();
        }
        // Its asker can ask something else right away, from another window.
        if let Some(running) = at_work.question.filter(|running| !running.task.is_finished()) {
            self.stop(running).await;
        }
        let _ = socket.send(Message::Close(None)).await;
    }

    /// A session that ended takes its sockets with it: right away on this server, within a minute in any case.
    async fn has_ended(&self, checked: &mut Instant) -> bool {
        let provider = &self.chat.identity.provider;
        if provider.has_just_ended(self.holder.session) {
            return true;
        }
        if checked.elapsed() < RECHECK {
            return false;
        }
        *checked = Instant::now();
        match provider.list_sessions(self.holder.person.0).await {
            Ok(sessions) => !sessions.iter().any(|session| session.id == self.holder.session),
            // An unavailable database ends nothing.
            Err(_) => false,
        }
    }

    fn call(&self) -> Arc<Call> {
        let SocketHolder { person, session, client_id } = self.holder.clone();
        let bearer = Bearer { person, session, client_id };
        let (app, identity) = (self.chat.app.clone(), self.chat.identity.clone());
        Arc::new(Call::new(app, identity, self.address.clone(), Some(bearer), None, None))
    }

    fn error(&self, question: &str, problem: &Problem) -> Value {
        let body = answers::body_of(problem);
        json!({
            "error": { "code": body["code"], "message": body["message"] },
            "is_end_of_stream": true, "connectionId": self.id, "question_id": question,
        })
    }

    async fn hear(self: &Arc<Self>, text: &str, at_work: &mut SocketWork, out: &UnboundedSender<Value>) {
        let Ok(said) = serde_json::from_str::<SaidMessage>(text) else {
            let _ = out.send(self.error("", &ChatRefusal::UnknownAction.into()));
            return;
        };
        let running = &mut at_work.question;
        let _ = running.take_if(|running| running.task.is_finished());
        match said.action.as_str() {
            "chat" => {
                let made = || self.chat.app.ids.next(self.chat.app.clock.now()).to_string();
                let question = said.data.question_id.clone().unwrap_or_else(made);
                match running {
                    // Already being answered: the answer comes once.
                    Some(running) if running.question == question => {}
                    Some(_) => {
                        let _ = out.send(self.error(&question, &ChatRefusal::Busy.into()));
                    }
                    None => {
                        // Sent before anything is read.
                        let language = page_language(&said.data.language, "en");
                        let status = super::words::status(None, language);
                        let _ = out.send(json!({
                            "status_update": status, "connectionId": self.id, "question_id": question,
                        }));
                        let (connection, out) = (self.clone(), out.clone());
                        let named = question.clone();
                        let task =
                            tokio::spawn(async move { connection.answer(question, said.data, out).await });
                        *running = Some(Running { question: named, task });
                    }
                }
            }
            "stop" => {
                if let Some(stopped) = running.take() {
                    let question = stopped.question.clone();
                    self.stop(stopped).await;
                    let _ = out.send(self.error(&question, &ChatRefusal::Stopped.into()));
                }
            }
            "download" => {
                if at_work.file.as_ref().is_some_and(|file| !file.is_finished()) {
                    let _ = out.send(self.error("", &ChatRefusal::Busy.into()));
                    return;
                }
                let (connection, out) = (self.clone(), out.clone());
                at_work.file = Some(tokio::spawn(async move { connection.download(said.data, out).await }));
            }
            _ => {
                let _ = out.send(self.error("", &ChatRefusal::UnknownAction.into()));
            }
        }
    }

    /// Who is asking on this socket now: flags, roles and companies are read for every question.
    async fn asker(&self, call: &Call, ids: SaidIds) -> Result<Asker, Problem> {
        let (viewer, _) = super::asking::member(call).await?;
        if !viewer.flags.is_on(Flag::ChatWebsocket) {
            return Err(Problem::NotFound);
        }
        super::asking::asker(call, &ids).await
    }

    async fn answer(&self, question: String, data: SaidData, out: UnboundedSender<Value>) {
        let call = self.call();
        let tell = |status: String| {
            let _ = out
                .send(json!({ "status_update": status, "connectionId": self.id, "question_id": question }));
        };
        let outcome = async {
            let asker = self.asker(&call, data.ids.clone().into()).await?;
            let prompt = Prompt {
                text: data.prompt.clone(),
                conversation: data.conversation_id.clone().unwrap_or_else(|| self.conversation.clone()),
                session: data.session_id.clone().unwrap_or_else(|| self.session.clone()),
                question: question.clone(),
                language: page_language(&data.language, &asker.viewer.language),
            };
            super::asking::ask(&call, &asker, &prompt, &tell).await
        };
        match outcome.await {
            Ok(answer) => {
                for piece in rules::pieces(&answer.answer) {
                    let _ = out
                        .send(json!({ "message": piece, "connectionId": self.id, "question_id": question }));
                }
                let mut last = json!(answer);
                for (name, value) in [
                    ("message", json!("")),
                    ("is_end_of_stream", json!(true)),
                    ("connectionId", json!(self.id)),
                    ("question_id", json!(question)),
                ] {
                    last[name] = value;
                }
                let _ = out.send(last);
            }
            Err(problem) => {
                let problem = self.recorded(&call, "assistantQuestion", problem).await;
                let _ = out.send(self.error(&question, &problem));
            }
        }
    }

    async fn recorded(&self, call: &Call, operation: &str, problem: Problem) -> Problem {
        let is_reach = problem.code() == ChatRefusal::ForbiddenIds.code();
        let intent = if is_reach { Intent::Change } else { Intent::Read };
        match call.record_refusal(intent, &json!([operation]), problem.code()).await {
            Ok(()) => problem,
            Err(error) => error.into(),
        }
    }

    /// Ends it, and frees the asker's place.
    async fn stop(&self, running: Running) {
        running.task.abort();
        let _ = running.task.await;
        let call = self.call();
        if let Ok(asker) = super::asking::asker(&call, &SaidIds::default()).await {
            let _ = super::asking::release(&call, &asker, &running.question).await;
        }
    }

    async fn download(&self, data: SaidData, out: UnboundedSender<Value>) {
        let call = self.call();
        let outcome = async {
            let asker = self.asker(&call, data.ids.clone().into()).await?;
            let language = page_language(&data.language, &asker.viewer.language);
            let paystub = data.paystub_id.as_deref().ok_or(Problem::NotFound)?;
            super::asking::stub_file(&call, &asker, paystub, language).await
        };
        match outcome.await {
            Ok((name, text)) => {
                for piece in text.as_bytes().chunks(MAX_CHUNK_CHARS) {
                    let piece = String::from_utf8_lossy(piece);
                    let _ = out.send(json!({
                        "file_string_download": { "file_string": piece, "file_name": name },
                        "connectionId": self.id,
                    }));
                }
                let _ = out.send(json!({
                    "complete_download_string": true, "file_name": name, "connectionId": self.id,
                }));
            }
            Err(problem) => {
                let problem = self.recorded(&call, "assistantDownload", problem).await;
                let _ = out.send(self.error("", &problem));
            }
        }
    }
}

/// Sends a message and those queued behind it; false if there is no one to send to.
async fn send(socket: &mut WebSocket, first: Value, waiting: &mut UnboundedReceiver<Value>) -> bool {
    let mut next = Some(first);
    while let Some(message) = next {
        if socket.send(Message::Text(message.to_string().into())).await.is_err() {
            return false;
        }
        next = waiting.try_recv().ok();
    }
    true
}

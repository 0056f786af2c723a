//! A language model's server, on loopback, that says whatever a test tells it to. It remembers what it was asked.

use crate::world::World;
use atrium::config::Settings;
use atrium::language_model::{LanguageModel, ModelMode};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(super) const KEY: &str = "canary-model-key";

/// One answer.
#[derive(Clone, Debug)]
pub(super) enum Said {
    /// A whole answer at once.
    Text(String),
    Calls(Vec<(String, String)>),
    /// A stream in pieces of a few letters.
    Streamed(String),
    /// A stream that says this, and then neither goes on nor ends.
    Endless(String),
    Raw(Vec<u8>),
    Huge,
    Status(u16),
}

type Answering = Arc<dyn Fn(&Value) -> Said + Send + Sync>;

#[derive(Clone)]
pub(super) struct Stub {
    pub url: String,
    answering: Arc<Mutex<Answering>>,
    asked: Arc<Mutex<Vec<Value>>>,
}

impl Stub {
    pub(super) async fn start(answering: impl Fn(&Value) -> Said + Send + Sync + 'static) -> Stub {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://127.0.0.1:{}/v1", listener.local_addr().unwrap().port());
        let stub = Stub { url, answering: Arc::new(Mutex::new(Arc::new(answering))), asked: Arc::default() };
        let routes = Router::new().route("/v1/chat/completions", post(complete)).with_state(stub.clone());
        tokio::spawn(axum::serve(listener, routes).into_future());
        stub
    }

    /// Everything it was asked since the last time.
    pub(super) fn asked(&self) -> Vec<Value> {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }

    pub(super) fn now_says(&self, answering: impl Fn(&Value) -> Said + Send + Sync + 'static) {
        *self.answering.lock().unwrap() = Arc::new(answering);
    }

    /// Its model, unprobed, with little patience.
    pub(super) fn model(&self) -> LanguageModel {
        let environment = [
            ("ATRIUM_ASSISTANT_URL", self.url.as_str()),
            ("ATRIUM_ASSISTANT_MODEL", "stub-1"),
            ("ATRIUM_ASSISTANT_KEY", KEY),
            ("ATRIUM_OUTBOUND_ALLOWED_HOSTS", "127.0.0.1"),
        ];
        let environment = environment.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let settings = Settings::load(None, environment, &[]).unwrap();
        LanguageModel::within(&settings, Duration::from_secs(3)).unwrap()
    }

    /// A node of this world that has the model, probed while the stub was honest.
    pub(super) async fn node(&self, world: &World) -> World {
        let model = self.model();
        self.now_says(honest);
        assert_eq!(probed(&model).await, ModelMode::Tools);
        self.asked();
        world.node(|app| app.language_model = model).await
    }
}

pub(super) async fn probed(model: &LanguageModel) -> ModelMode {
    atrium::assistant::check_model(model.server().unwrap()).await
}

async fn complete(State(stub): State<Stub>, headers: HeaderMap, body: Bytes) -> Response {
    let request: Value = serde_json::from_slice(&body).unwrap();
    if headers["authorization"] != format!("Bearer {KEY}") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let answering = stub.answering.lock().unwrap().clone();
    let said = answering(&request);
    stub.asked.lock().unwrap().push(request);
    match said {
        Said::Text(text) => whole(&json!({ "role": "assistant", "content": text })),
        Said::Calls(calls) => {
            let call = |(at, (name, arguments)): (usize, &(String, String))| {
                json!({ "id": format!("c{at}"), "type": "function",
                    "function": { "name": name, "arguments": arguments } })
            };
            let calls: Vec<Value> = calls.iter().enumerate().map(call).collect();
            whole(&json!({ "role": "assistant", "content": null, "tool_calls": calls }))
        }
        Said::Streamed(text) => streamed(&text, Some("data: [DONE]\n\n")),
        Said::Endless(text) => streamed(&text, None),
        Said::Raw(bytes) => bytes.into_response(),
        Said::Huge => whole(&json!({ "role": "assistant", "content": "a".repeat(5_000_000) })),
        Said::Status(status) => StatusCode::from_u16(status).unwrap().into_response(),
    }
}

fn whole(message: &Value) -> Response {
    axum::Json(json!({ "choices": [{ "message": message }] })).into_response()
}

fn streamed(text: &str, end: Option<&str>) -> Response {
    let letters: Vec<char> = text.chars().collect();
    let event = |piece: &[char]| {
        let delta = json!({ "content": piece.iter().collect::<String>() });
        format!("data: {}\n\n", json!({ "choices": [{ "delta": delta }] }))
    };
    let events: Vec<String> = letters.chunks(7).map(event).chain(end.map(str::to_owned)).collect();
    let events = stream::iter(events.into_iter().map(Ok::<_, Infallible>));
    match end {
        Some(_) => Body::from_stream(events).into_response(),
        None => Body::from_stream(events.chain(stream::pending())).into_response(),
    }
}

/// The last message of a request.
pub(super) fn last(request: &Value) -> &Value {
    request["messages"].as_array().unwrap().last().unwrap()
}

/// The functions it was offered.
pub(super) fn offered(request: &Value) -> Vec<String> {
    let tools = request["tools"].as_array().into_iter().flatten();
    tools.map(|tool| tool["function"]["name"].as_str().unwrap().to_owned()).collect()
}

/// The topic that an honest model hears in a question of ours.
fn heard(question: &str) -> &'static str {
    let known = super::QUESTIONS.iter().chain(super::MANAGER_QUESTIONS);
    known.clone().find(|(text, _)| *text == question).map_or("holidays", |(_, topic)| topic)
}

/// Calls the right function, and repeats the first line of what it returns.
pub(super) fn honest(request: &Value) -> Said {
    let said = last(request);
    let text = said["content"].as_str().unwrap();
    if said["role"] == "user" {
        return Said::Calls(vec![(heard(text).to_owned(), "{}".to_owned())]);
    }
    let result: Value = serde_json::from_str(text).unwrap();
    Said::Streamed(result["answer"].as_str().unwrap_or("none").lines().next().unwrap_or_default().to_owned())
}

/// Knows no functions, but keeps to a schema.
pub(super) fn chooser(request: &Value) -> Said {
    if request["tools"].is_array() {
        return Said::Status(400);
    }
    let topic = heard(last(request)["content"].as_str().unwrap());
    Said::Streamed(json!({ "topic": topic }).to_string())
}

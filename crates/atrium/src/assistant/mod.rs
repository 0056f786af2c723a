//! The assistant: it answers questions about your own work life, from your own rows, in English and Spanish.
//!
//! - It understands without a model or a network (`crates/language`), and answers through templates: the fact first,
//!   then the math behind it, the date of the rows and a link. It never gives a figure that isn't in this turn's rows.
//! - An operator can add a language model (`model/`). It chooses among the same tools and words their results; what it
//!   says is checked against them, and it has 20 seconds.
//! - It reads through the pages' own queries, with the asker's own rights (`reading.rs`). A topic whose page is closed
//!   to the asker doesn't exist for them. It changes nothing but its own tables; to change anything else, it links to
//!   the page.
//! - About other people, the answer is the same whether or not they exist. Managers may ask about their reports within
//!   their areas: time off and hours, never pay, bank, W-2 or benefits.
//! - One question at a time, at most 8 kB, 30 per minute and 200 per day. The same question sent again is answered once.
//! - Questions and answers are kept sealed, for 90 days unless the tenant says otherwise, and the asker can delete
//!   them.
//! - The flag `chatbot` turns it on, `chat-websocket` its socket, `chat-historical-questions` past conversations and
//!   personalized questions.

mod answer;
mod asking;
mod console;
mod graphql;
mod guide;
mod http;
mod model;
mod reading;
mod rules;
mod socket;
mod store;
mod tools;
mod words;

pub use asking::{forget, retention, set_retention};
pub use graphql::AssistantQuery;
pub use http::{ROUTES, routes};
pub use model::check as check_model;

use crate::access::{At, CompanyScope, ForMembers, Viewer};
use crate::app::App;
use crate::shared::day::Moment;
use crate::shared::id::EmployeeId;
use crate::shared::language::Language;
use answer::ChatAnswer;
use jiff::SignedDuration;
use rules::ChatRefusal;
use serde::{Deserialize, Serialize};

pub const REFUSALS: &[&str] = ChatRefusal::CODES;

/// Access: the viewer's own conversations.
pub struct Assistant;

impl ForMembers for Assistant {}

/// How long a question holds its asker's one place if the server answering it is gone: longer than an answer takes.
fn patience(app: &App) -> SignedDuration {
    SignedDuration::from_secs(if app.language_model.is_set_up() { 40 } else { 15 })
}

/// Has the language model probed when that's due. Nothing waits for it.
pub fn keep_model_checked(app: &App) {
    if let Some(server) = app.language_model.due() {
        tokio::spawn(async move { model::check(&server).await });
    }
}

/// Who a client says it is. The IDs only narrow: any that isn't the token's is refused.
#[derive(Clone, Debug, Default)]
struct SaidIds {
    tenant: Option<String>,
    company: Option<String>,
    employee: Option<String>,
}

/// Who is asking, where, and on which day.
struct Asker {
    viewer: Viewer,
    at: At,
    employee: Option<EmployeeId>,
    scope: CompanyScope<Assistant>,
    /// First and last name: people who say their own name mean themselves.
    name: String,
}

/// A question as sent.
struct Prompt {
    text: String,
    conversation: String,
    session: String,
    /// Created by the client; the same ID is the same question.
    question: String,
    /// The page's language, for a question that could be in either.
    language: Language,
}

/// What is kept from a turn, sealed.
#[derive(Serialize, Deserialize)]
struct KeptTurn {
    question: String,
    answer: ChatAnswer,
}

/// What the asker thinks of an answer.
struct Feedback {
    conversation: String,
    index: i64,
    like: i64,
    comment: String,
    attach: bool,
}

/// A past conversation, when the asker reads it again.
struct PastConversation {
    id: String,
    title: String,
    updated_at: Moment,
    turns: Vec<(KeptTurn, i64)>,
}

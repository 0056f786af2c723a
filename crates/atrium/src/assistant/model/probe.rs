//! What a model can do. A server that says it knows tools may not, so it has to make a real call, in both languages; else it
//! has to choose a topic by a JSON schema; else it isn't used.

use super::super::words;
use super::rounds::{choose_by_schema, choose_by_tool};
use crate::language_model::{ModelFailure, ModelMode, ModelServer};
use crate::shared::language::Language;
use crate::shared::outbound::NoAnswer;
use language::Topic;

const TOPICS: &[Topic] = &[
    Topic::LastStub,
    Topic::TimeOffBalance,
    Topic::NextPayday,
    Topic::Holidays,
    Topic::BenefitPlans,
    Topic::W2Where,
];
const QUESTIONS: &[(Language, Topic)] =
    &[(Language::English, Topic::LastStub), (Language::Spanish, Topic::TimeOffBalance)];

#[derive(Clone, Copy, PartialEq)]
enum Manner {
    Tool,
    Schema,
}

/// Probes the server now.
pub async fn check(server: &ModelServer) -> ModelMode {
    let (mode, why) = match tokio::time::timeout(2 * server.limit(), probe(server)).await {
        Ok(found) => found,
        Err(_) => (ModelMode::Down, Some(NoAnswer::TooSlow.to_string())),
    };
    server.note(mode, why);
    mode
}

async fn probe(server: &ModelServer) -> (ModelMode, Option<String>) {
    for (manner, mode) in [(Manner::Tool, ModelMode::Tools), (Manner::Schema, ModelMode::Choice)] {
        match is_right(server, manner).await {
            Ok(true) => return (mode, None),
            // Servers without tools or schemas refuse calls that name them.
            Ok(false) | Err(ModelFailure::Status(400..=499) | ModelFailure::Unreadable)
                if manner == Manner::Tool => {}
            Ok(false) => break,
            Err(failure) => return (ModelMode::Down, Some(failure.to_string())),
        }
    }
    let why = "it neither called the right tool nor chose the right topic";
    (ModelMode::Unfit, Some(why.to_owned()))
}

async fn is_right(server: &ModelServer, manner: Manner) -> Result<bool, ModelFailure> {
    for (language, expected) in QUESTIONS {
        let question = words::question(*expected, *language);
        let chosen = match manner {
            Manner::Tool => choose_by_tool(server, question, TOPICS).await?,
            Manner::Schema => choose_by_schema(server, question, TOPICS).await?,
        };
        if chosen != Some(*expected) {
            return Ok(false);
        }
    }
    Ok(true)
}

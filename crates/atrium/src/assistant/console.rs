//! What administrators see of the assistant: which engine answers, how often each topic was asked and disliked, and the
//! answers that their askers shared. Never anything else that was asked. A test box shows how a question is understood,
//! without anyone's rows; nothing of it is kept.

use super::asking::opened_turn;
use super::rules;
use super::store::{self, TopicCount};
use super::{KeptTurn, model};
use crate::access::{AdministratorScope, Viewer};
use crate::app::App;
use crate::language_model::{ModelMode, ModelReport};
use crate::shared::day::Moment;
use crate::shared::flag::Flag;
use crate::shared::language::Language;
use crate::shared::problem::Problem;
use ::language::{self as understanding, Topic, Understanding};
use db::Db;
use jiff::SignedDuration;
use std::time::Duration;
use uuid::Uuid;

/// Counts are about this many days.
pub(super) const COUNTED_DAYS: i64 = 30;
const MAX_ATTACHED: i64 = 50;
/// A request to the API may take ten seconds.
const TEST_LIMIT: Duration = Duration::from_secs(8);

pub(super) struct AssistantReport {
    pub is_on: bool,
    pub may_use_model: bool,
    pub model: ModelReport,
    pub keep_days: i64,
    pub counts: Vec<TopicCount>,
    pub attached: Vec<SharedTurn>,
}

/// What an asker shared with their feedback.
pub(super) struct SharedTurn {
    pub id: Uuid,
    pub turn: KeptTurn,
    pub comment: String,
    pub asked_at: Moment,
}

pub(super) async fn report(
    app: &App,
    db: &Db,
    scope: &AdministratorScope,
    viewer: &Viewer,
) -> Result<AssistantReport, Problem> {
    let since = app.clock.now() - SignedDuration::from_hours(24 * COUNTED_DAYS);
    let mut attached = vec![];
    for row in store::attached(db, scope, MAX_ATTACHED).await? {
        let (turn, comment) = opened_turn(app, row.person, &row.content, row.comment.as_deref())?;
        attached.push(SharedTurn { id: row.id, turn, comment, asked_at: row.asked_at });
    }
    Ok(AssistantReport {
        is_on: viewer.flags.is_on(Flag::Chatbot),
        may_use_model: viewer.flags.is_on(Flag::ChatLanguageModel),
        model: app.language_model.report(),
        keep_days: store::kept_for(db, scope).await?,
        counts: store::counts(db, scope, since).await?,
        attached,
    })
}

/// How a question is understood.
pub(super) struct TestedQuestion {
    pub understood: Understanding,
    /// What the model would choose; None if it isn't in use.
    pub by_model: Option<ModelChoice>,
}

pub(super) struct ModelChoice {
    pub topic: Option<Topic>,
    pub failure: Option<String>,
}

pub(super) async fn test(
    app: &App,
    viewer: &Viewer,
    text: &str,
    language: Language,
) -> Result<TestedQuestion, Problem> {
    let text = rules::prompt(text)?;
    let question = understanding::Question {
        text,
        today: app.clock.now().to_zoned(jiff::tz::TimeZone::UTC).date(),
        page_language: super::asking::in_words_of(language),
        previous: None,
        names: &[],
    };
    let understood = understanding::understand(&question);
    let server = app.language_model.ready().filter(|_| viewer.flags.is_on(Flag::ChatLanguageModel));
    let by_model = match server {
        None => None,
        Some(server) => {
            let data: Vec<Topic> =
                Topic::ALL.iter().copied().filter(|topic| topic.answers_from_data()).collect();
            Some(match tokio::time::timeout(TEST_LIMIT, model::choose(server, text, &data)).await {
                Ok(Ok(topic)) => ModelChoice { topic, failure: None },
                Ok(Err(failure)) => ModelChoice { topic: None, failure: Some(failure.to_string()) },
                Err(_) => ModelChoice { topic: None, failure: Some("it took longer than 8 s".to_owned()) },
            })
        }
    };
    Ok(TestedQuestion { understood, by_model })
}

/// Which engine answers this tenant's questions now.
pub(super) fn engine(report: &AssistantReport) -> &'static str {
    match report.model.mode {
        ModelMode::Tools if report.may_use_model => "model",
        ModelMode::Choice if report.may_use_model => "choice",
        _ => "embedded",
    }
}

//! The assistant's console page on the wire.

use super::answer::AnswerBand;
use super::console::{self, AssistantReport, SharedTurn, TestedQuestion};
use super::words;
use crate::access::{self, AdministratorScope};
use crate::call::Call;
use crate::language_model::ModelMode;
use crate::shared::day::Moment;
use crate::shared::id::TenantId;
use crate::shared::language::Language;
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object, SimpleObject};
use language::Topic;
use std::collections::BTreeMap;

/// The assistant of one tenant, without what anyone asked.
#[derive(SimpleObject)]
#[graphql(serial)]
struct AssistantOverview {
    /// Whether the tenant's people have it.
    is_on: bool,
    /// `embedded`, `model` or `choice` (the model only chooses the topic).
    engine: &'static str,
    /// Null if the operator set no model up.
    language_model: Option<AssistantLanguageModel>,
    keep_days: i64,
    /// The counts below are about this many days.
    counted_days: i64,
    answers: i64,
    ask_backs: i64,
    /// Not understood, or not available to the asker.
    unanswered: i64,
    out_of_scope: i64,
    liked: i64,
    disliked: i64,
    /// Answers in a language model's words.
    by_model: i64,
    /// By topic, most asked first.
    topics: Vec<AssistantTopicCount>,
    /// What askers shared with their feedback, newest first.
    shared: Vec<SharedAnswer>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AssistantLanguageModel {
    name: String,
    host: String,
    /// `unchecked`, `tools`, `choice`, `unfit` or `down`.
    state: &'static str,
    /// Why it isn't used.
    reason: Option<String>,
    /// Whether the tenant's flag is on.
    is_allowed: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AssistantTopicCount {
    /// Empty for questions without a topic.
    topic: String,
    label: String,
    asked: i64,
    answers: i64,
    ask_backs: i64,
    liked: i64,
    disliked: i64,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct SharedAnswer {
    id: ID,
    asked_at: Moment,
    question: String,
    answer: String,
    comment: String,
    topic: Option<String>,
}

/// How a question is understood. No one's rows are read.
#[derive(SimpleObject)]
#[graphql(serial)]
struct UnderstoodQuestion {
    /// `en`, `es` or `other`.
    language: String,
    /// `answer`, `offer` or `unsure`.
    band: String,
    candidates: Vec<UnderstoodTopic>,
    /// What was found in it: `from=2026-12-24;to=2026-12-24`.
    slots: String,
    /// Null if no language model is in use.
    language_model: Option<ModelTopic>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct UnderstoodTopic {
    topic: String,
    label: String,
    /// From 0 to 1.
    certainty: f64,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct ModelTopic {
    /// Null if it chose none.
    topic: Option<String>,
    label: Option<String>,
    failure: Option<String>,
}

fn state(mode: ModelMode) -> &'static str {
    match mode {
        ModelMode::Absent | ModelMode::Unchecked => "unchecked",
        ModelMode::Tools => "tools",
        ModelMode::Choice => "choice",
        ModelMode::Unfit => "unfit",
        ModelMode::Down => "down",
    }
}

impl AssistantOverview {
    fn new(report: AssistantReport, language: Language) -> AssistantOverview {
        let in_band = |band: AnswerBand| {
            report.counts.iter().filter(|one| one.band == band.as_str()).map(|one| one.count).sum()
        };
        let mut topics: BTreeMap<&str, AssistantTopicCount> = BTreeMap::new();
        for one in &report.counts {
            let label = Topic::from_id(&one.topic).map_or("", |topic| words::label(topic, language));
            let line = topics.entry(&one.topic).or_insert_with(|| AssistantTopicCount {
                topic: one.topic.clone(),
                label: label.to_owned(),
                asked: 0,
                answers: 0,
                ask_backs: 0,
                liked: 0,
                disliked: 0,
            });
            line.asked += one.count;
            line.liked += one.liked;
            line.disliked += one.disliked;
            if one.band == AnswerBand::Answer.as_str() {
                line.answers += one.count;
            } else if one.band == AnswerBand::AskBack.as_str() {
                line.ask_backs += one.count;
            }
        }
        let mut topics: Vec<AssistantTopicCount> = topics.into_values().collect();
        topics.sort_by_key(|one| std::cmp::Reverse(one.asked));
        let engine = console::engine(&report);
        let model = &report.model;
        let language_model = model.name.clone().map(|name| AssistantLanguageModel {
            name,
            host: model.host.clone().unwrap_or_default(),
            state: state(model.mode),
            reason: model.why.clone(),
            is_allowed: report.may_use_model,
        });
        AssistantOverview {
            is_on: report.is_on,
            engine,
            language_model,
            keep_days: report.keep_days,
            counted_days: console::COUNTED_DAYS,
            answers: in_band(AnswerBand::Answer),
            ask_backs: in_band(AnswerBand::AskBack),
            unanswered: in_band(AnswerBand::Unknown),
            out_of_scope: in_band(AnswerBand::OutOfScope),
            liked: report.counts.iter().map(|one| one.liked).sum(),
            disliked: report.counts.iter().map(|one| one.disliked).sum(),
            by_model: report.counts.iter().filter(|one| one.engine == "model").map(|one| one.count).sum(),
            topics,
            shared: report.attached.into_iter().map(shared).collect(),
        }
    }
}

fn shared(one: SharedTurn) -> SharedAnswer {
    SharedAnswer {
        id: ID(one.id.to_string()),
        asked_at: one.asked_at,
        question: one.turn.question,
        answer: one.turn.answer.answer,
        comment: one.comment,
        topic: one.turn.answer.topic.map(|topic| topic.id().to_owned()),
    }
}

impl UnderstoodQuestion {
    fn new(tested: TestedQuestion, language: Language) -> UnderstoodQuestion {
        let understood = tested.understood;
        let as_text = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let read_in = match understood.language {
            language::Language::English => "en",
            language::Language::Spanish => "es",
            language::Language::Other => "other",
        };
        let candidates = understood.candidates.iter().map(|one| UnderstoodTopic {
            topic: one.topic.id().to_owned(),
            label: words::label(one.topic, language).to_owned(),
            certainty: f64::from(one.certainty),
        });
        UnderstoodQuestion {
            language: read_in.to_owned(),
            band: as_text(serde_json::to_value(understood.band).unwrap_or_default()),
            candidates: candidates.collect(),
            slots: understood.slots.notation(),
            language_model: tested.by_model.map(|choice| ModelTopic {
                topic: choice.topic.map(|topic| topic.id().to_owned()),
                label: choice.topic.map(|topic| words::label(topic, language).to_owned()),
                failure: choice.failure,
            }),
        }
    }
}

async fn administered(call: &Call, tenant_id: &ID) -> Result<AdministratorScope, Problem> {
    access::administers(call.viewer().await?, TenantId::from_wire(tenant_id)?)
}

#[derive(Default)]
pub struct AssistantQuery;

#[Object]
impl AssistantQuery {
    /// For the tenant's administrators. Labels are in `language`, `en` unless it's `es`.
    async fn assistant_overview(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        language: Option<String>,
    ) -> Result<AssistantOverview, Problem> {
        let call = Call::of(context);
        let scope = administered(call, &tenant_id).await?;
        let report = console::report(&call.app, &call.db, &scope, call.viewer().await?).await?;
        Ok(AssistantOverview::new(report, Language::of_person(language.as_deref().unwrap_or("en"))))
    }

    /// How the assistant understands a question; for the tenant's administrators. Nothing is kept.
    async fn test_assistant(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        question: String,
        language: Option<String>,
    ) -> Result<UnderstoodQuestion, Problem> {
        let call = Call::of(context);
        administered(call, &tenant_id).await?;
        let language = Language::of_person(language.as_deref().unwrap_or("en"));
        let tested = console::test(&call.app, call.viewer().await?, &question, language).await?;
        Ok(UnderstoodQuestion::new(tested, language))
    }
}

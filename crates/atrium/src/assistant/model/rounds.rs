//! One question with a model: it calls our tools, and puts what they return into words. Its arguments only narrow the
//! asker's own rows; whom a question is about is never the model's to say.

use super::super::Asker;
use super::super::answer::{AnswerBand, Draft};
use super::super::asking::from_tool;
use super::super::tools::{self, Inquiry};
use super::super::words;
use super::evidence::Evidence;
use crate::language_model::{Completion, LanguageModel, ModelFailure, ModelMode, ModelServer, ToolCall};
use crate::shared::flag::Flag;
use crate::shared::language::Language;
use crate::shared::outbound::NoAnswer;
use crate::shared::problem::Problem;
use jiff::civil::Date;
use language::{Slots, Topic};
use serde_json::{Value, json};

const MAX_ROUNDS: usize = 4;
const MAX_CALLS_PER_ROUND: usize = 4;
/// A tool's result is a few lines and perhaps a table.
const MAX_RESULT_CHARS: usize = 8_000;

/// What came of asking the model.
pub(in super::super) enum Turned {
    /// No model was asked.
    NotAsked,
    /// It was asked, and the words are ours: about the topic it chose, if it chose one.
    Ours(Option<Chosen>),
    /// Its own words, checked.
    Worded(Chosen, String),
}

pub(in super::super) struct Chosen {
    pub topic: Topic,
    pub slots: Slots,
    pub draft: Draft,
}

enum RoundsEnd {
    Model(ModelFailure),
    /// Ours, such as a database that is away.
    Problem(Problem),
}

impl From<ModelFailure> for RoundsEnd {
    fn from(failure: ModelFailure) -> RoundsEnd {
        RoundsEnd::Model(failure)
    }
}

impl From<Problem> for RoundsEnd {
    fn from(problem: Problem) -> RoundsEnd {
        RoundsEnd::Problem(problem)
    }
}

/// Whether this asker's questions go to the model.
pub(in super::super) fn is_asked(model: &LanguageModel, asker: &Asker) -> bool {
    asker.viewer.flags.is_on(Flag::ChatLanguageModel) && model.ready().is_some()
}

pub(in super::super) async fn ask(model: &LanguageModel, asked: &Inquiry<'_>) -> Result<Turned, Problem> {
    let Some(server) = model.ready().filter(|_| is_asked(model, asked.asker)) else {
        return Ok(Turned::NotAsked);
    };
    let Some(_place) = server.place() else { return Ok(Turned::NotAsked) };
    let mut turn = ModelTurn::new(asked);
    let mode = server.mode();
    let went = tokio::time::timeout(server.limit(), turn.run(server, mode)).await;
    match went {
        Ok(Ok(worded)) => {
            server.worked();
            Ok(turn.turned(worded))
        }
        Ok(Err(RoundsEnd::Problem(problem))) => Err(problem),
        Ok(Err(RoundsEnd::Model(failure))) => {
            server.failed(&failure);
            Ok(turn.turned(None))
        }
        Err(_) => {
            server.failed(&ModelFailure::None(NoAnswer::TooSlow));
            Ok(turn.turned(None))
        }
    }
}

struct ModelTurn<'a> {
    asked: &'a Inquiry<'a>,
    open: Vec<Topic>,
    evidence: Evidence,
    /// From the first tool it called; others add their sources.
    chosen: Option<Chosen>,
}

impl<'a> ModelTurn<'a> {
    fn new(asked: &'a Inquiry<'a>) -> ModelTurn<'a> {
        let is_open = |topic: &Topic| topic.answers_from_data() && tools::is_open_for(asked, *topic);
        let open = Topic::ALL.iter().copied().filter(is_open).collect();
        ModelTurn { asked, open, evidence: Evidence::default(), chosen: None }
    }

    fn turned(self, worded: Option<String>) -> Turned {
        match (self.chosen, worded) {
            (Some(chosen), Some(text)) => Turned::Worded(chosen, text),
            (chosen, _) => Turned::Ours(chosen),
        }
    }

    /// The model's own words, if they may be shown.
    async fn run(&mut self, server: &ModelServer, mode: ModelMode) -> Result<Option<String>, RoundsEnd> {
        if mode == ModelMode::Choice {
            if let Some(topic) = choose_by_schema(server, self.asked.text, &self.open).await? {
                self.look_up(topic, self.asked.slots.clone()).await?;
            }
            return Ok(None);
        }
        let functions = json!({ "tools": functions(&self.open) });
        let mut messages = opening(self.asked.text, self.asked.speech.language, self.asked.speech.today.0);
        for _ in 0..MAX_ROUNDS {
            let said = server.complete(&messages, &functions).await?;
            if said.calls.is_empty() {
                let text = without_thoughts(&said.content).trim().to_owned();
                let may_show = self.chosen.is_some() && self.evidence.covers(&text);
                return Ok(may_show.then_some(text));
            }
            messages.push(as_message(&said));
            for (at, call) in said.calls.iter().enumerate() {
                let topic = Topic::from_id(&call.name).filter(|topic| self.open.contains(topic));
                let result = match topic {
                    Some(topic) if at < MAX_CALLS_PER_ROUND => {
                        let slots = narrowed(&call.arguments, self.asked.slots, self.asked.speech.today.0);
                        match self.look_up(topic, slots).await? {
                            Some(result) => result,
                            None => return Ok(None),
                        }
                    }
                    _ => json!({ "error": "There is no such function." }).to_string(),
                };
                messages.push(json!({ "role": "tool", "tool_call_id": id_of(call, at), "content": result }));
            }
        }
        Ok(None)
    }

    /// What the model may read of a tool's result. Nothing if the template has to answer: there are no rows, or they hold
    /// what someone else wrote.
    async fn look_up(&mut self, topic: Topic, slots: Slots) -> Result<Option<String>, Problem> {
        let asked = Inquiry { slots: &slots, ..*self.asked };
        let draft = from_tool(&asked, topic).await?;
        let is_ours = draft.quotes_others || !draft.has_rows || draft.band != AnswerBand::Answer;
        let result = json!({ "answer": draft.text(), "table": draft.table }).to_string();
        let is_ours = is_ours || result.chars().count() > MAX_RESULT_CHARS;
        if !is_ours {
            self.evidence.add(&draft.text());
            for row in draft.table.iter().flat_map(|table| std::iter::once(&table.columns).chain(&table.rows))
            {
                row.iter().for_each(|cell| self.evidence.add(cell));
            }
        }
        match &mut self.chosen {
            None => self.chosen = Some(Chosen { topic, slots, draft }),
            Some(first) if !is_ours => {
                first.draft.sources.extend(draft.sources);
                for link in draft.links {
                    if !first.draft.links.iter().any(|known| known.path == link.path) {
                        first.draft.links.push(link);
                    }
                }
            }
            Some(_) => {}
        }
        Ok((!is_ours).then_some(result))
    }
}

fn opening(question: &str, language: Language, today: Date) -> Vec<Value> {
    let language = language.pick(("English", "Spanish, with usted"));
    let rules = format!(
        "You help an employee with questions about their own work life. Today is {today}. Answer in {language}, in one to three \
         short sentences of plain text. Call a function first: you know nothing that no function has returned. Repeat figures, \
         dates and names exactly as returned. Don't calculate, don't guess, and add no links. The functions already know who is \
         asking and only return that person's own information. If no function fits, answer with one word: none."
    );
    vec![json!({ "role": "system", "content": rules }), json!({ "role": "user", "content": question })]
}

/// The tools as functions. None takes a person, a company or a tenant.
fn functions(topics: &[Topic]) -> Vec<Value> {
    let day = |what: &str| json!({ "type": "string", "format": "date", "description": what });
    let parameters = json!({
        "type": "object",
        "properties": {
            "from": day("The first day asked about."),
            "to": day("The last day asked about."),
            "year": { "type": "integer" },
            "count": { "type": "integer", "description": "How many of the newest." },
            "kind": { "enum": ["vacation", "sick", "personal", "holiday", "bereavement", "jury", "parental"] },
            "plan": { "enum": ["medical", "dental", "vision", "life", "retirement", "hsa", "fsa", "disability"] },
        },
        "additionalProperties": false,
    });
    let function = |topic: &Topic| {
        let (name, question) =
            (words::label(*topic, Language::English), words::question(*topic, Language::English));
        let description = format!("{name}. Answers questions such as: {question}");
        json!({
            "type": "function",
            "function": { "name": topic.id(), "description": description, "parameters": parameters },
        })
    };
    topics.iter().map(function).collect()
}

fn id_of(call: &ToolCall, at: usize) -> String {
    if call.id.is_empty() { format!("call-{at}") } else { call.id.clone() }
}

fn as_message(said: &Completion) -> Value {
    let calls = said.calls.iter().enumerate().map(|(at, call)| {
        json!({
            "id": id_of(call, at), "type": "function",
            "function": { "name": call.name, "arguments": call.arguments },
        })
    });
    json!({ "role": "assistant", "content": said.content, "tool_calls": calls.collect::<Vec<_>>() })
}

/// What the arguments say about time, plans and kinds. Anything else in them is ignored, and who is meant stays what the
/// question says.
fn narrowed(arguments: &str, understood: &Slots, today: Date) -> Slots {
    const MAX_YEARS: i16 = 10;
    let said: Value = serde_json::from_str(arguments).unwrap_or_default();
    let is_near = |year: i16| (today.year() - MAX_YEARS..=today.year() + MAX_YEARS).contains(&year);
    let day = |name: &str| {
        said[name].as_str().and_then(|text| text.parse::<Date>().ok()).filter(|day| is_near(day.year()))
    };
    let from = day("from").or(day("to"));
    let to = day("to").or(from).filter(|to| from.is_some_and(|from| from <= *to)).or(from);
    let number = |name: &str| said[name].as_i64();
    let year = number("year").and_then(|year| i16::try_from(year).ok()).filter(|year| is_near(*year));
    let count =
        number("count").and_then(|count| u32::try_from(count).ok()).filter(|count| (1..=60).contains(count));
    let speaks_of_time = from.is_some() || year.is_some() || count.is_some();
    let time = |said, understood| if speaks_of_time { said } else { understood };
    Slots {
        from: time(from, understood.from),
        to: time(to, understood.to),
        year: if speaks_of_time { year } else { understood.year },
        count: if speaks_of_time { count } else { understood.count },
        amount: understood.amount,
        plan: serde_json::from_value(said["plan"].clone()).ok().or(understood.plan),
        kind: serde_json::from_value(said["kind"].clone()).ok().or(understood.kind),
        person: understood.person.clone(),
    }
}

/// Some models think aloud first.
fn without_thoughts(text: &str) -> &str {
    text.rsplit_once("</think>").map_or(text, |(_, said)| said)
}

/// Which topic a model would choose, in the way it can.
pub(in super::super) async fn choose(
    server: &ModelServer,
    text: &str,
    topics: &[Topic],
) -> Result<Option<Topic>, ModelFailure> {
    match server.mode() {
        ModelMode::Choice => choose_by_schema(server, text, topics).await,
        _ => choose_by_tool(server, text, topics).await,
    }
}

const NO_DAY: Date = Date::constant(2000, 1, 1);

pub(super) async fn choose_by_tool(
    server: &ModelServer,
    text: &str,
    topics: &[Topic],
) -> Result<Option<Topic>, ModelFailure> {
    let functions = json!({ "tools": functions(topics) });
    let said = server.complete(&opening(text, Language::English, NO_DAY), &functions).await?;
    let is_call = |call: &&ToolCall| {
        call.arguments.is_empty()
            || serde_json::from_str::<Value>(&call.arguments).is_ok_and(|said| said.is_object())
    };
    let first = said.calls.first().filter(is_call);
    Ok(first.and_then(|call| Topic::from_id(&call.name)).filter(|topic| topics.contains(topic)))
}

pub(super) async fn choose_by_schema(
    server: &ModelServer,
    text: &str,
    topics: &[Topic],
) -> Result<Option<Topic>, ModelFailure> {
    let listed: Vec<String> = topics
        .iter()
        .map(|topic| format!("{}: {}", topic.id(), words::question(*topic, Language::English)))
        .collect();
    let rules = format!(
        "An employee asks about their own work life. Which topic is it? Answer with a JSON object that has the field topic: one of \
         these, or none.\n{}",
        listed.join("\n")
    );
    let names: Vec<&str> = topics.iter().map(|topic| topic.id()).chain(["none"]).collect();
    let schema = json!({
        "type": "object",
        "properties": { "topic": { "enum": names } },
        "required": ["topic"],
        "additionalProperties": false,
    });
    let format = json!({
        "response_format": { "type": "json_schema", "json_schema": { "name": "topic", "strict": true, "schema": schema } },
    });
    let messages =
        [json!({ "role": "system", "content": rules }), json!({ "role": "user", "content": text })];
    let said = server.complete(&messages, &format).await?;
    let chosen: Value = serde_json::from_str(without_thoughts(&said.content).trim()).unwrap_or_default();
    Ok(chosen["topic"].as_str().and_then(Topic::from_id).filter(|topic| topics.contains(topic)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    const TODAY: Date = date(2026, 11, 16);

    #[test]
    fn arguments_narrow_time_and_plans_and_nothing_else() {
        let understood = Slots { year: Some(2025), person: Some("victor".into()), ..Slots::default() };
        let forged = r#"{"from":"2026-01-01","to":"2026-01-31","plan":"dental","person":"priya","employee_id":"x","tenant_id":"y"}"#;
        let slots = narrowed(forged, &understood, TODAY);
        assert_eq!((slots.from, slots.to), (Some(date(2026, 1, 1)), Some(date(2026, 1, 31))));
        assert_eq!((slots.year, slots.plan), (None, Some(language::Plan::Dental)));
        assert_eq!(slots.person.as_deref(), Some("victor"));
        for nonsense in ["", "null", "[]", "{", r#"{"from":"9999-01-01","year":123456789012,"count":-1}"#] {
            assert_eq!(narrowed(nonsense, &understood, TODAY), understood, "{nonsense}");
        }
    }

    proptest! {
        #[test]
        fn no_arguments_name_a_person_or_a_far_day(text in "\\PC{0,200}") {
            let slots = narrowed(&text, &Slots::default(), TODAY);
            prop_assert!(slots.person.is_none());
            prop_assert!(slots.from.is_none_or(|day| (2016..=2036).contains(&day.year())));
        }
    }

    #[test]
    fn no_function_takes_an_id() {
        let text = serde_json::to_string(&functions(Topic::ALL)).unwrap();
        for word in ["employee_id", "tenant_id", "company_id", "organization_id", "person"] {
            assert!(!text.contains(&format!("\"{word}\":")), "{word}");
        }
    }
}

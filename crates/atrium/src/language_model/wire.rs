//! One call to an OpenAI-compatible server. Servers differ: an answer may be one JSON object or a stream of events, and parts
//! may be missing. What can't be read is a failure, never a guess.

use super::ModelServer;
use crate::shared::outbound::NoAnswer;
use secrecy::ExposeSecret;
use serde_json::{Value, json};

/// The longest text of an answer that is worth checking.
const MAX_CONTENT_BYTES: usize = 16 * 1024;
const MAX_CALLS: usize = 16;
const MAX_ARGUMENT_BYTES: usize = 4 * 1024;

/// What the model says in one round.
#[derive(Debug, Default, PartialEq)]
pub struct Completion {
    pub content: String,
    pub calls: Vec<ToolCall>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolCall {
    pub id: String,
    pub name: String,
    /// As it came: usually JSON in a string.
    pub arguments: String,
}

/// Why the model said nothing we can use.
#[derive(Debug, PartialEq, Eq)]
pub enum ModelFailure {
    None(NoAnswer),
    Status(u16),
    Unreadable,
}

impl std::fmt::Display for ModelFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ModelFailure::None(why) => why.fmt(f),
            ModelFailure::Status(status) => write!(f, "the server answered with status {status}"),
            ModelFailure::Unreadable => {
                f.write_str("the server's answer is not one of an OpenAI-compatible server")
            }
        }
    }
}

impl From<NoAnswer> for ModelFailure {
    fn from(why: NoAnswer) -> ModelFailure {
        ModelFailure::None(why)
    }
}

impl ModelServer {
    /// `more` adds tools or a response format to the call.
    pub async fn complete(&self, messages: &[Value], more: &Value) -> Result<Completion, ModelFailure> {
        let mut body = json!({
            "model": self.name, "messages": messages, "stream": true, "temperature": 0, "max_tokens": 600,
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            body[name.as_str()] = value.clone();
        }
        let mut request = self.outbound.post(self.address.clone()).json(&body);
        if !self.key.expose_secret().is_empty() {
            request = request.bearer_auth(self.key.expose_secret());
        }
        let mut coming = self.outbound.begin(request).await?;
        if !coming.status.is_success() {
            return Err(ModelFailure::Status(coming.status.as_u16()));
        }
        let mut reader = EventReader::default();
        while let Some(part) = coming.part().await? {
            // A stream is over when it says so, whether or not the server ever closes it.
            if reader.take(&part)? {
                break;
            }
        }
        reader.finish()
    }
}

/// Puts an answer together from what has come so far.
#[derive(Default)]
struct EventReader {
    pending: Vec<u8>,
    is_stream: bool,
    done: Completion,
    has_any: bool,
}

impl EventReader {
    /// True if the answer is whole.
    fn take(&mut self, part: &[u8]) -> Result<bool, ModelFailure> {
        self.pending.extend_from_slice(part);
        if !self.is_stream {
            let begins = self.pending.trim_ascii_start();
            match begins.first() {
                None | Some(b'{') => return Ok(false),
                Some(_) => self.is_stream = true,
            }
        }
        while let Some(end) = self.pending.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.pending.drain(..=end).collect();
            if self.hear(&line)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn finish(mut self) -> Result<Completion, ModelFailure> {
        let rest = std::mem::take(&mut self.pending);
        if self.is_stream {
            self.hear(&rest)?;
        } else {
            let whole: Value = serde_json::from_slice(&rest).map_err(|_| ModelFailure::Unreadable)?;
            self.add(&whole["choices"][0]["message"])?;
        }
        if !self.has_any {
            return Err(ModelFailure::Unreadable);
        }
        self.done.calls.retain(|call| !call.name.is_empty());
        Ok(self.done)
    }

    /// One line of a stream; true for the last one.
    fn hear(&mut self, line: &[u8]) -> Result<bool, ModelFailure> {
        let text = std::str::from_utf8(line).map_err(|_| ModelFailure::Unreadable)?.trim();
        let Some(data) = text.strip_prefix("data:").map(str::trim) else { return Ok(false) };
        if data == "[DONE]" {
            return Ok(true);
        }
        let event: Value = serde_json::from_str(data).map_err(|_| ModelFailure::Unreadable)?;
        let choice = &event["choices"][0];
        self.add(if choice["delta"].is_object() { &choice["delta"] } else { &choice["message"] })?;
        Ok(choice["finish_reason"].is_string())
    }

    fn add(&mut self, said: &Value) -> Result<(), ModelFailure> {
        self.has_any |= said.is_object();
        match &said["content"] {
            Value::String(text) => self.done.content.push_str(text),
            Value::Array(parts) => {
                self.done.content.extend(parts.iter().filter_map(|part| part["text"].as_str()));
            }
            _ => {}
        }
        for (at, said) in said["tool_calls"].as_array().into_iter().flatten().enumerate() {
            let at = said["index"].as_u64().and_then(|index| usize::try_from(index).ok()).unwrap_or(at);
            if at >= MAX_CALLS {
                return Err(ModelFailure::Unreadable);
            }
            if self.done.calls.len() <= at {
                self.done.calls.resize_with(at + 1, ToolCall::default);
            }
            let call = &mut self.done.calls[at];
            let function = &said["function"];
            call.id += said["id"].as_str().unwrap_or_default();
            call.name += function["name"].as_str().unwrap_or_default();
            match &function["arguments"] {
                Value::String(text) => call.arguments.push_str(text),
                Value::Object(_) => call.arguments = function["arguments"].to_string(),
                _ => {}
            }
            if call.arguments.len() > MAX_ARGUMENT_BYTES || call.name.len() > 64 || call.id.len() > 128 {
                return Err(ModelFailure::Unreadable);
            }
        }
        if self.done.content.len() > MAX_CONTENT_BYTES { Err(ModelFailure::Unreadable) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(parts: &[&str]) -> Result<Completion, ModelFailure> {
        let mut reader = EventReader::default();
        for part in parts {
            if reader.take(part.as_bytes())? {
                break;
            }
        }
        reader.finish()
    }

    #[test]
    fn a_stream_is_put_together_and_ends_where_it_says_so() {
        let said = read(&[
            ": hello\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"You \"}}]}\n\nda",
            "ta: {\"choices\":[{\"delta\":{\"content\":\"have\"}}]}\n\ndata: [DONE]\n",
            "data: {\"choices\":[{\"delta\":{\"content\":\"more\"}}]}\n",
        ]);
        assert_eq!(said.unwrap().content, "You have");
    }

    #[test]
    fn a_call_in_pieces_is_one_call() {
        let said = read(&[
            r#"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"last_stub","arguments":"{\"ye"}}]}}]}"#,
            "\n",
            r#"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"ar\":2025}"}}]},"finish_reason":"tool_calls"}]}"#,
            "\n",
        ]);
        let call =
            ToolCall { id: "c1".into(), name: "last_stub".into(), arguments: r#"{"year":2025}"#.into() };
        assert_eq!(said.unwrap().calls, [call]);
    }

    #[test]
    fn an_answer_in_one_piece_is_read_too() {
        let whole = r#" {"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"holidays","arguments":{"year":2026}}}]}}]}"#;
        assert_eq!(read(&[whole]).unwrap().calls[0].arguments, r#"{"year":2026}"#);
    }

    #[test]
    fn what_is_no_answer_is_a_failure() {
        let long =
            format!("data: {{\"choices\":[{{\"delta\":{{\"content\":\"{}\"}}}}]}}\n", "a".repeat(20_000));
        let far = r#"{"choices":[{"message":{"tool_calls":[{"index":99999999,"function":{"name":"x"}}]}}]}"#;
        for parts in
            [&["<html>"][..], &["{}"], &[""], &["data: {\n"], &["{\"choices\":[]}"], &[&long], &[far]]
        {
            assert_eq!(read(parts), Err(ModelFailure::Unreadable), "{parts:?}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_break_the_reader(parts in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..80), 0..6)) {
            let mut reader = EventReader::default();
            for part in parts {
                if !matches!(reader.take(&part), Ok(false)) {
                    return Ok(());
                }
            }
            let _ = reader.finish();
        }
    }
}

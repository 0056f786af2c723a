//! Limits and formats for what is sent to the assistant. Pure.

use crate::shared::refusal::refusals;

refusals! {
    pub(super) enum ChatRefusal {
        EmptyPrompt = "EMPTY_PROMPT" at "prompt": "Type a question first.",
        PromptTooLong = "PROMPT_TOO_LONG" at "prompt": "A question can have at most 8,192 bytes.",
        ForbiddenIds = "FORBIDDEN_IDS": "These IDs don't belong to your account.",
        Busy = "BUSY": "Your last question is still being answered.",
        TooManyQuestions = "TOO_MANY_QUESTIONS":
            "You can ask 30 questions per minute and 200 per day. Please wait and try again.",
        InvalidConversation = "INVALID_CONVERSATION" at "conversation":
            "An ID can have 1 to 64 letters, digits, hyphens and underscores.",
        InvalidFeedback = "INVALID_FEEDBACK" at "like": "Feedback must be -1, 0 or 1.",
        CommentTooLong = "COMMENT_TOO_LONG" at "comments": "A comment can have at most 2,000 characters.",
        TooManyConversations = "TOO_MANY_CONVERSATIONS" at "conversation_ids": "Send at most 100 IDs.",
        WrongOrigin = "WRONG_ORIGIN": "This page can't open a connection to the assistant.",
        TooManySockets = "TOO_MANY_SOCKETS": "You have too many chat windows open. Close one and try again.",
        UnknownAction = "UNKNOWN_ACTION": "Send one JSON object with an action we know.",
        Stopped = "STOPPED": "You stopped this answer.",
        InvalidRetention = "INVALID_RETENTION": "Conversations can be kept for 1 to 3,650 days.",
    }
}

pub(super) const MAX_PROMPT_BYTES: usize = 8_192;
pub(super) const MAX_PER_MINUTE: i64 = 30;
pub(super) const MAX_PER_DAY: i64 = 200;
pub(super) const MAX_ID_CHARS: usize = 64;
pub(super) const MAX_COMMENT_CHARS: usize = 2_000;
pub(super) const MAX_CONVERSATIONS: usize = 100;
pub(super) const MAX_SAMPLES: usize = 10;
pub(super) const MAX_KEEP_DAYS: i64 = 3_650;
/// Unless the tenant says otherwise.
pub(super) const KEEP_DAYS: i64 = 90;

/// The question, without whitespace around it.
pub(super) fn prompt(text: &str) -> Result<&str, ChatRefusal> {
    if text.len() > MAX_PROMPT_BYTES {
        return Err(ChatRefusal::PromptTooLong);
    }
    let text = text.trim();
    if text.chars().all(|c| c.is_whitespace() || c.is_control()) {
        return Err(ChatRefusal::EmptyPrompt);
    }
    Ok(text)
}

/// An ID created by a client.
pub(super) fn client_id(text: &str) -> Result<&str, ChatRefusal> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if (1..=MAX_ID_CHARS).contains(&text.len()) && text.chars().all(is_plain) {
        return Ok(text);
    }
    Err(ChatRefusal::InvalidConversation)
}

pub(super) fn liked(like: i64) -> Result<i64, ChatRefusal> {
    if (-1..=1).contains(&like) { Ok(like) } else { Err(ChatRefusal::InvalidFeedback) }
}

pub(super) fn comment(text: &str) -> Result<&str, ChatRefusal> {
    let text = text.trim();
    if text.chars().count() <= MAX_COMMENT_CHARS { Ok(text) } else { Err(ChatRefusal::CommentTooLong) }
}

pub(super) fn keep_days(days: i64) -> Result<i64, ChatRefusal> {
    if (1..=MAX_KEEP_DAYS).contains(&days) { Ok(days) } else { Err(ChatRefusal::InvalidRetention) }
}

/// A past conversation's title.
pub(super) fn title(question: &str) -> String {
    const MAX_TITLE_CHARS: usize = 80;
    let line = question.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_TITLE_CHARS) {
        None => line,
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
    }
}

/// The pieces of a streamed answer: whole words, so no reader sees half of one.
pub(super) fn pieces(answer: &str) -> Vec<&str> {
    const PIECE: usize = 24;
    let (mut pieces, mut start) = (vec![], 0);
    for (at, c) in answer.char_indices().filter(|(_, c)| c.is_whitespace()) {
        let end = at + c.len_utf8();
        if end - start >= PIECE {
            pieces.push(&answer[start..end]);
            start = end;
        }
    }
    if start < answer.len() {
        pieces.push(&answer[start..]);
    }
    pieces
}

/// Lowercase, without accents and marks: how names and words are compared.
pub(super) fn folded(text: &str) -> String {
    use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
    let letters = text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase);
    let plain: String = letters.map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether every word used for a person is a word in this name.
pub(super) fn is_named(name: &str, said: &str) -> bool {
    let (name, said) = (folded(name), folded(said));
    !said.is_empty() && said.split(' ').all(|word| name.split(' ').any(|part| part == word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_empty_question_and_one_that_is_too_long_are_refused() {
        assert_eq!(prompt("  \n\t "), Err(ChatRefusal::EmptyPrompt));
        assert_eq!(prompt("\u{0}"), Err(ChatRefusal::EmptyPrompt));
        assert_eq!(prompt(&"a".repeat(8_193)), Err(ChatRefusal::PromptTooLong));
        assert_eq!(prompt(&"a".repeat(8_192)).map(str::len), Ok(8_192));
        assert_eq!(prompt("  hi "), Ok("hi"));
    }

    #[test]
    fn ids_of_clients_are_short_and_plain() {
        assert!(client_id("5f0c-AB_9").is_ok());
        for bad in ["", "a b", "ñ", "../x", &"a".repeat(65)] {
            assert_eq!(client_id(bad), Err(ChatRefusal::InvalidConversation), "{bad}");
        }
    }

    #[test]
    fn a_person_is_named_by_whole_words_whatever_the_accents() {
        assert!(is_named("José Núñez", "jose nunez"));
        assert!(is_named("Ana Morales", "ana"));
        assert!(!is_named("Ana Morales", "an"));
        assert!(!is_named("Ana Morales", "ana bell"));
        assert!(!is_named("Ana Morales", ""));
    }

    proptest! {
        #[test]
        fn the_pieces_of_an_answer_are_the_answer(text in "\\PC{0,400}") {
            prop_assert_eq!(pieces(&text).concat(), text);
        }

        #[test]
        fn a_title_is_one_short_line(text in "\\PC{0,400}") {
            let title = title(&text);
            prop_assert!(title.chars().count() <= 81 && !title.contains('\n'));
        }
    }
}

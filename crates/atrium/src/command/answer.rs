//! What a command answers: the same as JSON for programs and as lines for people.

use serde_json::Value;

pub(super) struct CommandAnswer {
    pub(super) json: Value,
    pub(super) lines: Vec<String>,
}

impl CommandAnswer {
    pub(super) fn one<T>(row: &T, json: impl Fn(&T) -> Value, line: impl Fn(&T) -> String) -> CommandAnswer {
        CommandAnswer { json: json(row), lines: vec![line(row)] }
    }

    pub(super) fn all<T>(
        rows: &[T],
        json: impl Fn(&T) -> Value,
        line: impl Fn(&T) -> String,
    ) -> CommandAnswer {
        CommandAnswer { json: rows.iter().map(json).collect(), lines: rows.iter().map(line).collect() }
    }

    pub(super) fn print(&self, as_json: bool) {
        match as_json {
            true => println!("{}", self.json),
            false => self.lines.iter().for_each(|line| println!("{line}")),
        }
    }
}

//! Logs: JSON lines for machines, text for people; credentials are blotted out before a line leaves the process.

use crate::config::{LogFormat, Settings};
use std::io::Write;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

pub(super) fn start(settings: &Settings) {
    let filter = EnvFilter::new(&settings.log);
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(Blotting).with_ansi(false);
    // A second start, in tests, keeps the first one's.
    let _ = match settings.log_format {
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
        LogFormat::Text => builder.try_init(),
    };
}

struct Blotting;

impl<'a> MakeWriter<'a> for Blotting {
    type Writer = BlottingWriter;

    fn make_writer(&'a self) -> BlottingWriter {
        BlottingWriter
    }
}

struct BlottingWriter;

impl Write for BlottingWriter {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        std::io::stderr().write_all(blot(&String::from_utf8_lossy(line)).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        std::io::stderr().flush()
    }
}

/// What stands before a secret in a header, a query, a JSON text or a database address.
const BEFORE_SECRETS: &[&str] = &[
    "bearer ",
    "password=",
    "token=",
    "code=",
    "secret=",
    "\"password\":\"",
    "\"token\":\"",
    "\"secret\":\"",
    "\"code\":\"",
];

/// Blots out what follows one of the words above, and the password in `scheme://user:password@host`. Control
/// characters inside a line are made visible, so that nobody writes lines of their own.
fn blot(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = next_secret(rest) {
        kept.push_str(&rest[..at]);
        kept.push_str("[hidden]");
        let end = rest[at..].find(|c: char| c.is_whitespace() || "\"',;&@}\\".contains(c));
        rest = end.map_or("", |end| &rest[at + end..]);
    }
    kept.push_str(rest);
    let body = kept.trim_end_matches('\n');
    let mut clean: String =
        body.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect();
    clean.push_str(&kept[body.len()..]);
    clean
}

/// Where the next secret begins that is not hidden yet.
fn next_secret(text: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let after_word = BEFORE_SECRETS.iter().filter_map(|word| lower.find(word).map(|at| at + word.len()));
    let in_address = lower.find("://").and_then(|at| {
        let authority = &lower[at + 3..];
        let end =
            authority.find(|c: char| c.is_whitespace() || "/\"'".contains(c)).unwrap_or(authority.len());
        let user = authority[..end].rfind('@')?;
        authority[..user].find(':').map(|colon| at + 3 + colon + 1)
    });
    after_word.chain(in_address).min()
}

#[cfg(test)]
mod tests {
    use super::blot;

    #[test]
    fn credentials_are_blotted_out_of_log_lines() {
        for (line, shown) in [
            ("GET /x authorization: Bearer abc.def ok\n", "GET /x authorization: Bearer [hidden] ok\n"),
            (r#"{"password":"hunter2","user":"ana"}"#, r#"{"password":"[hidden]","user":"ana"}"#),
            ("postgres://atrium:s3cret@db:5432/x is away", "postgres://atrium:[hidden]@db:5432/x is away"),
            ("?code=123456&state=1 token=zzz", "?code=[hidden]&state=1 token=[hidden]"),
            ("nothing to hide", "nothing to hide"),
        ] {
            assert_eq!(blot(line), shown);
        }
    }

    #[test]
    fn a_logged_value_cannot_start_a_line_of_its_own() {
        assert_eq!(
            blot("name=x\n{\"level\":\"fake\"}\u{1b}[31m\n"),
            "name=x\u{fffd}{\"level\":\"fake\"}\u{fffd}[31m\n"
        );
    }
}

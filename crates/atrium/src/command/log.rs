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

/// A name that ends like this holds a secret: `token=x`, `"access_token":"x"`, `password="x"`.
const SECRET_NAMES: &[&str] = &["token", "password", "secret"];

/// Blots out what belongs to such a name or follows `Bearer`, and the password in `scheme://user:password@host`. Control
/// characters inside a line are made visible, so no one can forge a line.
fn blot(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((from, to)) = next_secret(rest) {
        kept.push_str(&rest[..from]);
        kept.push_str("[hidden]");
        rest = &rest[to..];
    }
    kept.push_str(rest);
    let body = kept.trim_end_matches('\n');
    let mut clean: String =
        body.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect();
    clean.push_str(&kept[body.len()..]);
    clean
}

/// Where the next secret begins and ends.
fn next_secret(text: &str) -> Option<(usize, usize)> {
    let lower = text.to_ascii_lowercase();
    let named = SECRET_NAMES.iter().flat_map(|name| {
        lower.match_indices(name).filter_map(|(at, _)| value_behind(&lower, at + name.len()))
    });
    let bearer = lower
        .match_indices("bearer ")
        .map(|(at, word)| (at + word.len(), end_of_word(&lower, at + word.len())));
    let address = lower.match_indices("://").filter_map(|(at, _)| password_in_address(&lower, at + 3));
    named.chain(bearer).chain(address).filter(|(from, to)| to > from).min()
}

fn end_of_word(text: &str, from: usize) -> usize {
    let is_end = |c: char| c.is_whitespace() || "\"',;&}\\".contains(c);
    text[from..].find(is_end).map_or(text.len(), |end| from + end)
}

/// The value after a name: behind `=` or `:`, with or without quotes, which may be escaped.
fn value_behind(text: &str, name_end: usize) -> Option<(usize, usize)> {
    let quote = |at: usize| -> usize {
        let rest = &text[at..];
        if rest.starts_with("\\\"") { 2 } else { usize::from(rest.starts_with('"')) }
    };
    let mut at = name_end + quote(name_end);
    let rest = &text[at..];
    let sign = rest.len() - rest.trim_start_matches(' ').len();
    if !text[at + sign..].starts_with(['=', ':']) {
        return None;
    }
    at += sign + 1;
    at += text[at..].len() - text[at..].trim_start_matches(' ').len();
    let opening = quote(at);
    let from = at + opening;
    let to = match opening {
        0 => end_of_word(text, from),
        _ => text[from..].find('"').map_or(text.len(), |end| from + end),
    };
    // A quoted value that ends with an escaped quote leaves its backslash outside.
    Some((from, if opening == 2 { to.saturating_sub(1).max(from) } else { to }))
}

/// The password between `user:` and the last `@` of an address.
fn password_in_address(text: &str, from: usize) -> Option<(usize, usize)> {
    let authority = &text[from..];
    let end = authority.find(|c: char| c.is_whitespace() || "/\"'".contains(c)).unwrap_or(authority.len());
    let at = authority[..end].rfind('@')?;
    let colon = authority[..at].find(':')?;
    Some((from + colon + 1, from + at))
}

#[cfg(test)]
mod tests {
    use super::blot;

    #[test]
    fn credentials_are_blotted_out_of_log_lines() {
        for (line, shown) in [
            ("GET /x authorization: Bearer abc.def ok\n", "GET /x authorization: Bearer [hidden] ok\n"),
            ("sent Bearer abc.def\n", "sent Bearer [hidden]\n"),
            (r#"{"password":"hunter2","user":"ana"}"#, r#"{"password":"[hidden]","user":"ana"}"#),
            (r#"body="{\"password\":\"hunter2\"}""#, r#"body="{\"password\":\"[hidden]\"}""#),
            (
                r#"{"access_token":"a.b","refresh_token":"c"}"#,
                r#"{"access_token":"[hidden]","refresh_token":"[hidden]"}"#,
            ),
            (r#"WARN x: password="hunter 2" user=ana"#, r#"WARN x: password="[hidden]" user=ana"#),
            ("postgres://atrium:s3c@ret@db:5432/x is away", "postgres://atrium:[hidden]@db:5432/x is away"),
            ("?state=1&token=zzz&x=1", "?state=1&token=[hidden]&x=1"),
            (r#"{"code":"UNAVAILABLE"}"#, r#"{"code":"UNAVAILABLE"}"#),
            ("nothing to hide: the token was refused", "nothing to hide: the token was refused"),
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

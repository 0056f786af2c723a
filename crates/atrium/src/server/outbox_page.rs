//! `/demo/outbox` for people: a demo's mail and SMS, newest first, with working links.

use super::web_files::new_nonce;
use crate::shared::collected::Delivered;
use crate::shared::html::escaped;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use std::fmt::Write;

/// The colors come from `web/src/ui/theme.css`.
const STYLE: &str = ":root{color-scheme:light dark;--canvas:light-dark(#f4f6f6,#0d1416);--surface:light-dark(#fff,#141d20);\
--line:light-dark(#e1e7e7,#253438);--ink:light-dark(#12262a,#e7eeee);--sub:light-dark(#526168,#a2b2b5);\
--brand:light-dark(#0a655f,#72cfc3);--soft:light-dark(#e6f4f2,#16312e);--soft-ink:light-dark(#075650,#93ddd4)}\
*{box-sizing:border-box}body{margin:0;background:var(--canvas);color:var(--ink);\
font:16px/1.5 Inter,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif}\
main{max-width:720px;margin:0 auto;padding:32px 16px 64px}h1{font-size:24px;line-height:32px;margin:0 0 4px}\
.lead{margin:0 0 24px;color:var(--sub)}article{background:var(--surface);border:1px solid var(--line);border-radius:12px;\
padding:16px 20px;margin:0 0 12px}header{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;color:var(--sub);font-size:14px}\
header b{color:var(--ink);font-weight:500;overflow-wrap:anywhere}.kind{background:var(--soft);color:var(--soft-ink);border-radius:999px;\
padding:1px 10px;font-size:13px;font-weight:500}time{margin-left:auto;font-variant-numeric:tabular-nums}\
h2{font-size:17px;line-height:24px;margin:10px 0 0}pre{margin:10px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;font-size:15px}\
a{color:var(--brand)}a:focus-visible{outline:2px solid var(--brand);outline-offset:2px;border-radius:4px}\
.empty{text-align:center;padding:48px 20px;color:var(--sub)}";

pub(super) fn page(messages: &[Delivered]) -> Response {
    let nonce = new_nonce();
    let mut body = String::new();
    if messages.is_empty() {
        body.push_str("<article class=\"empty\">Nothing has been sent yet. Ask for a new password, and its mail shows up here.</article>");
    }
    for message in messages {
        let (kind, to, text) = (label(&message.kind), escaped(&message.to), linked(&message.text));
        let (at, language) = (message.created_at, escaped(&message.language));
        let subject = message
            .subject
            .as_deref()
            .map_or(String::new(), |subject| format!("<h2 lang=\"{language}\">{}</h2>", escaped(subject)));
        let _ = write!(
            body,
            "<article><header><span class=\"kind\">{kind}</span><span>to <b>{to}</b></span>\
             <time datetime=\"{at}\">{}</time></header>{subject}<pre lang=\"{language}\">{text}</pre></article>",
            at.strftime("%Y-%m-%d %H:%M:%S UTC")
        );
    }
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>Demo outbox · Atrium</title>\
         <link rel=\"icon\" href=\"/favicon.svg\"><style nonce=\"{nonce}\">{STYLE}</style></head><body><main>\
         <h1>Demo outbox</h1><p class=\"lead\">Mail and text messages this demo would have sent, newest first.</p>{body}</main></body></html>"
    );
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_str(&policy).expect("the policy is ASCII")),
    ];
    (headers, html).into_response()
}

fn label(kind: &str) -> &'static str {
    if kind == "sms" { "SMS" } else { "Mail" }
}

/// Makes the links in a text clickable. A link ends at a space or at the end of the line.
fn linked(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_inclusive([' ', '\n']) {
        let link = word.trim_end();
        if link.starts_with("https://") || link.starts_with("http://") {
            let (safe, rest) = (escaped(link), &word[link.len()..]);
            let _ = write!(out, "<a href=\"{safe}\" rel=\"noopener noreferrer\">{safe}</a>{rest}");
        } else {
            out.push_str(&escaped(word));
        }
    }
    out
}

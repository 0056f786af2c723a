//! Mail as HTML: one column, inline styles because mail programs ignore the rest, readable in dark mode.

use super::words::MailPage;
use crate::shared::html::escaped;
use std::fmt::Write;

const FONT: &str = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/// The mail, and where in it a tenant's own paragraph would be.
pub(super) fn render(page: &MailPage) -> (String, usize) {
    let mut inner = String::new();
    paragraph(&mut inner, &page.greeting);
    for text in &page.paragraphs {
        paragraph(&mut inner, text);
    }
    let room = inner.len();
    facts(&mut inner, &page.facts);
    if let Some((label, link)) = &page.button {
        button(&mut inner, label, link);
    }
    for text in &page.closing {
        let _ = write!(
            inner,
            "<p style=\"margin:0 0 12px;font-size:14px;line-height:21px;color:#526168\">{}</p>",
            escaped(text)
        );
    }
    let (language, subject, foot) = (page.language, escaped(&page.subject), escaped(page.foot));
    let head = format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><meta name=\"supported-color-schemes\" content=\"light dark\">\
         <title>{subject}</title></head>\
         <body style=\"margin:0;padding:0;background-color:#f4f6f6;{FONT}\">\
         <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"background-color:#f4f6f6\">\
         <tr><td align=\"center\" style=\"padding:32px 16px\">\
         <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"max-width:520px;text-align:left\">\
         <tr><td style=\"padding:0 4px 16px;font-size:18px;font-weight:600;color:#0b6862\">Atrium</td></tr>\
         <tr><td style=\"background-color:#ffffff;border:1px solid #e1e7e7;border-radius:12px;padding:28px 28px 16px\">\
         <h1 style=\"margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:#12262a\">{subject}</h1>"
    );
    let tail = format!(
        "</td></tr>\
         <tr><td style=\"padding:16px 4px 0;font-size:12px;line-height:18px;color:#526168\">{foot}</td></tr>\
         </table></td></tr></table></body></html>"
    );
    let room = head.len() + room;
    (head + &inner + &tail, room)
}

/// What a tenant adds, a paragraph per line.
pub(super) fn own_words(words: &str) -> String {
    let mut out = String::new();
    for line in words.lines().filter(|line| !line.is_empty()) {
        paragraph(&mut out, line);
    }
    out
}

fn paragraph(out: &mut String, text: &str) {
    let _ = write!(
        out,
        "<p style=\"margin:0 0 16px;font-size:16px;line-height:24px;color:#12262a\">{}</p>",
        escaped(text)
    );
}

fn facts(out: &mut String, facts: &[(&str, String)]) {
    if facts.is_empty() {
        return;
    }
    out.push_str(
        "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" style=\"margin:0 0 20px\">",
    );
    for (label, value) in facts {
        let _ = write!(
            out,
            "<tr><td style=\"padding:2px 16px 2px 0;font-size:14px;line-height:21px;color:#526168\">{}</td>\
             <td style=\"padding:2px 0;font-size:14px;line-height:21px;color:#12262a\">{}</td></tr>",
            escaped(label),
            escaped(value)
        );
    }
    out.push_str("</table>");
}

/// The link is also below the button, for mail programs that show no buttons.
fn button(out: &mut String, label: &str, link: &str) {
    let (label, link) = (escaped(label), escaped(link));
    let _ = write!(
        out,
        "<p style=\"margin:4px 0 16px\"><a href=\"{link}\" style=\"display:inline-block;padding:12px 20px;border-radius:8px;\
         background-color:#0b6862;color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none\">{label}</a></p>\
         <p style=\"margin:0 0 20px;font-size:13px;line-height:20px;color:#526168;word-break:break-all\">\
         <a href=\"{link}\" style=\"color:#0a655f\">{link}</a></p>"
    );
}

#[cfg(test)]
mod tests {
    use super::super::{Letter, words};
    use super::*;

    #[test]
    fn h49_a_name_is_text_and_never_markup() {
        let evil = "<img src=x onerror=alert(1)>\"'&";
        let link = "https://portal.example.com/login/invitation?token=a&b=\"c";
        let page = words::letter("en", Letter::Invitation { first_name: evil, tenant_name: evil, link });
        let (html, _) = render(&page);
        assert!(!html.contains("<img") && html.contains("&lt;img src=x"), "{html}");
        assert!(html.contains("token=a&amp;b=&quot;c"), "{html}");
    }
}

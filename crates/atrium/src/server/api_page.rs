//! The API's description as a plain page: no script, nothing from elsewhere, printed from the document itself.

use crate::shared::html::escaped;
use aws_lc_rs::digest;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;
use std::fmt::Write;
use utoipa::openapi::OpenApi;

const STYLE: &str = "
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .25rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
code { font: .9em ui-monospace, monospace; } .method { font-weight: 700; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid #8884; }
th { font-weight: 600; } nav li { overflow-wrap: anywhere; }
";

const METHODS: &[&str] = &["get", "post", "put", "patch", "delete"];

/// Its content security policy, and the page.
pub(super) fn page(document: &OpenApi) -> (String, String) {
    let document = serde_json::to_value(document).unwrap_or_default();
    let hash = STANDARD.encode(digest::digest(&digest::SHA256, STYLE.as_bytes()));
    let policy =
        format!("default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; frame-ancestors 'none'");
    (policy, body(&document).unwrap_or_default())
}

fn body(document: &Value) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    let info = &document["info"];
    let title = text(&info["title"]);
    write!(
        out,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>{STYLE}</style></head><body>\
         <main><h1>{title} {}</h1><p>{}</p><p>The same for programs: <a href=\"/api/openapi.json\">OpenAPI {}</a>.</p>",
        text(&info["version"]),
        text(&info["description"]),
        text(&document["openapi"]),
    )?;
    let operations = operations(document);
    out.push_str("<nav aria-label=\"Operations\"><ul>");
    for (method, path, operation) in &operations {
        let (id, method, path) = (text(&operation["operationId"]), method.to_uppercase(), escaped(path));
        write!(out, "<li><a href=\"#{id}\"><code>{method} {path}</code></a></li>")?;
    }
    out.push_str("</ul></nav>");
    for (method, path, operation) in &operations {
        describe(&mut out, method, path, operation)?;
    }
    out.push_str("<h2>Schemas</h2>");
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        describe_schema(&mut out, name, schema)?;
    }
    out.push_str("</main></body></html>");
    Ok(out)
}

fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths
        .flat_map(|(path, item)| {
            METHODS.iter().filter_map(move |method| Some((*method, path.as_str(), item.get(*method)?)))
        })
        .collect()
}

fn text(value: &Value) -> String {
    escaped(value.as_str().unwrap_or_default())
}

fn describe(out: &mut String, method: &str, path: &str, operation: &Value) -> std::fmt::Result {
    write!(
        out,
        "<h2 id=\"{}\"><code><span class=\"method\">{}</span> {}</code></h2><p>{} {}</p>",
        text(&operation["operationId"]),
        method.to_uppercase(),
        escaped(path),
        text(&operation["summary"]),
        text(&operation["description"]),
    )?;
    let scopes = operation["security"].as_array().into_iter().flatten();
    let scopes = scopes.flat_map(|one| one["machine"].as_array().into_iter().flatten());
    let scopes: Vec<String> = scopes.map(|scope| format!("<code>{}</code>", text(scope))).collect();
    if !scopes.is_empty() {
        write!(out, "<p>Needs {}.</p>", scopes.join(", "))?;
    }
    let parameters = operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !parameters.is_empty() {
        out.push_str("<h3>Parameters</h3><div class=\"scroll\"><table><tr><th>Name</th><th>In</th><th>What it is</th></tr>");
        for parameter in parameters {
            let (name, place) = (text(&parameter["name"]), text(&parameter["in"]));
            let words = text(&parameter["description"]);
            write!(out, "<tr><td><code>{name}</code></td><td>{place}</td><td>{words}</td></tr>")?;
        }
        out.push_str("</table></div>");
    }
    for (kind, content) in operation["requestBody"]["content"].as_object().into_iter().flatten() {
        write!(out, "<h3>Body</h3><p><code>{}</code> {}</p>", escaped(kind), shape(&content["schema"]))?;
    }
    out.push_str("<h3>Answers</h3><div class=\"scroll\"><table><tr><th>Status</th><th>What it means</th><th>Body</th></tr>");
    for (status, answer) in operation["responses"].as_object().into_iter().flatten() {
        let content = answer["content"].as_object().into_iter().flatten();
        let shapes: Vec<String> = content.map(|(_, content)| shape(&content["schema"])).collect();
        let words = text(&answer["description"]);
        write!(out, "<tr><td>{}</td><td>{words}</td><td>{}</td></tr>", escaped(status), shapes.join(", "))?;
    }
    out.push_str("</table></div>");
    Ok(())
}

fn describe_schema(out: &mut String, name: &str, schema: &Value) -> std::fmt::Result {
    let name = escaped(name);
    write!(out, "<h3 id=\"schema-{name}\"><code>{name}</code></h3><p>{}</p>", text(&schema["description"]))?;
    let fields = schema["properties"].as_object().into_iter().flatten();
    out.push_str("<div class=\"scroll\"><table><tr><th>Field</th><th>Type</th><th>What it is</th></tr>");
    for (field, of) in fields {
        let (field, words) = (escaped(field), text(&of["description"]));
        write!(out, "<tr><td><code>{field}</code></td><td>{}</td><td>{words}</td></tr>", shape(of))?;
    }
    out.push_str("</table></div>");
    Ok(())
}

/// A type in a few words.
fn shape(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        let name = escaped(name);
        return format!("<a href=\"#schema-{name}\"><code>{name}</code></a>");
    }
    for several in ["oneOf", "anyOf", "allOf"] {
        if let Some(parts) = schema[several].as_array() {
            return parts.iter().map(shape).collect::<Vec<_>>().join(" or ");
        }
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(text).collect::<Vec<_>>().join(" or "),
        kind => text(kind),
    };
    let format = schema["format"].as_str().map(|format| format!(" ({})", escaped(format)));
    let items =
        if schema["items"].is_object() { format!(" of {}", shape(&schema["items"])) } else { String::new() };
    format!("{kinds}{}{items}", format.unwrap_or_default())
}

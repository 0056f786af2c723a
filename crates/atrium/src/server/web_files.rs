//! The web app, built into the binary: compressed in advance, and cached forever if the name has a hash. Otherwise it's
//! one page with a fresh nonce: for every path the app knows, and as the app's not-found page for people who typed any
//! other path.

use super::app_paths;
use super::routes::Served;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct WebFiles;

const NONCE_MARK: &str = "__CSP_NONCE__";
/// Pages say which environment they're in, so they can show a mark outside production.
const ENVIRONMENT_MARK: &str = "__ENVIRONMENT__";
/// Keeps the app's own files for when there's no network (web/src/offline).
const SERVICE_WORKER: &str = "service-worker.js";
const INACTIVITY_LIMIT_MARK: &str = "__INACTIVITY_LIMIT_MS__";

pub(super) async fn serve(State(served): State<Served>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    // The page itself is only ever served with its nonce filled in.
    let is_file =
        !path.is_empty() && !path.ends_with(".html") && !path.ends_with(".br") && !path.ends_with(".gz");
    if is_file && let Some(response) = file(path, request.headers()) {
        return response;
    }
    // A link on another site's page mustn't sign anyone out: it leads to the question.
    if is_sign_out(path) && is_from_elsewhere(request.headers(), &served.app.settings.public_url) {
        return (StatusCode::SEE_OTHER, [(header::LOCATION, "/login/signed-out?confirm=1")]).into_response();
    }
    let is_login = path == "login" || path.starts_with("login/");
    let name = if is_login { "login.html" } else { "index.html" };
    if app_paths::is_page(path) {
        return page(&served, name, StatusCode::OK);
    }
    // People get a page that says it doesn't exist; a program mustn't get that as its answer.
    if wants_page(request.headers()) {
        return page(&served, name, StatusCode::NOT_FOUND);
    }
    StatusCode::NOT_FOUND.into_response()
}

/// Browsers ask for HTML when someone goes to an address; scripts, pictures and programs accept anything.
fn wants_page(asked: &HeaderMap) -> bool {
    let is_html = |element: &str| {
        let kind = element.split(';').next().unwrap_or_default().trim();
        kind.eq_ignore_ascii_case("text/html") || kind.eq_ignore_ascii_case("application/xhtml+xml")
    };
    elements(asked, header::ACCEPT).any(is_html)
}

/// However it's written: the app's router treats capitals, an escaped letter and leading tabs as the same page.
fn is_sign_out(path: &str) -> bool {
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let mut names = url::form_urlencoded::parse(last.as_bytes());
    names.next().is_some_and(|(name, _)| name.eq_ignore_ascii_case("signout"))
}

/// Whether a page from another origin may have led here. Browsers say so; older ones that don't may name the page. A
/// request that says neither may come from a browser told not to.
fn is_from_elsewhere(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    match (text(HeaderName::from_static("sec-fetch-site")), text(header::REFERER)) {
        // `none`: typed, or from a bookmark.
        (Some(site), _) => !matches!(site, "same-origin" | "none"),
        (None, Some(referrer)) => {
            let rest = referrer.strip_prefix(public_url);
            !rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        }
        (None, None) => true,
    }
}

fn file(path: &str, asked: &HeaderMap) -> Option<Response> {
    let plain = WebFiles::get(path)?;
    let coded = [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(coding, _)| accepts(asked, coding))
        .find_map(|(coding, ending)| Some((coding, WebFiles::get(&format!("{path}.{ending}"))?)));
    let etag = etag(&plain, coded.as_ref().map(|(coding, _)| *coding));
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::ETAG, etag.clone());
    if path == SERVICE_WORKER {
        // A worker follows its own policy, not the page's: it may contact this server and no other.
        let policy = HeaderValue::from_static("default-src 'none'; connect-src 'self'");
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if has(asked, &etag) {
        return Some((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let kind = HeaderValue::from_str(plain.metadata.mimetype()).ok()?;
    headers.insert(header::CONTENT_TYPE, kind);
    let data = match coded {
        Some((coding, file)) => {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
            file.data
        }
        None => plain.data,
    };
    let body = match data {
        std::borrow::Cow::Borrowed(bytes) => Body::from(bytes),
        std::borrow::Cow::Owned(bytes) => Body::from(bytes),
    };
    Some((headers, body).into_response())
}

/// Different bytes, different tag: each coding has its own.
fn etag(file: &EmbeddedFile, coding: Option<&str>) -> HeaderValue {
    let hash = STANDARD_NO_PAD.encode(&file.metadata.sha256_hash()[..12]);
    let coding = coding.map_or(String::new(), |coding| format!("-{coding}"));
    HeaderValue::from_str(&format!("\"{hash}{coding}\"")).expect("base64 is a header value")
}

fn elements(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// A named coding decides, `*` covers the rest; a weight of zero means unwanted.
fn accepts(asked: &HeaderMap, coding: &str) -> bool {
    let weight = |wanted: &str| {
        elements(asked, header::ACCEPT_ENCODING).find_map(|element| {
            let (name, weight) = element.split_once(';').unwrap_or((element, "q=1"));
            name.trim().eq_ignore_ascii_case(wanted).then(|| {
                let weight = weight.trim().trim_start_matches(['q', 'Q']).trim_start_matches('=');
                weight.parse::<f32>().unwrap_or(0.0)
            })
        })
    };
    weight(coding).or_else(|| weight("*")).is_some_and(|weight| weight > 0.0)
}

/// Whether the client says it already has this; here weak tags compare like strong ones.
fn has(asked: &HeaderMap, etag: &HeaderValue) -> bool {
    elements(asked, header::IF_NONE_MATCH)
        .any(|tag| tag == "*" || tag.trim_start_matches("W/").as_bytes() == etag.as_bytes())
}

/// New for every page: only what carries it may run.
pub(super) fn new_nonce() -> String {
    let mut random = [0; 18];
    crate::shared::clock::Randomness::system().fill(&mut random);
    STANDARD_NO_PAD.encode(random)
}

fn page(served: &Served, name: &str, status: StatusCode) -> Response {
    let Some(index) = WebFiles::get(name) else {
        let hint = "The web app is not built into this binary: run `make build`.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, hint).into_response();
    };
    let nonce = new_nonce();
    let html = String::from_utf8_lossy(&index.data)
        .replace(NONCE_MARK, &nonce)
        .replace(ENVIRONMENT_MARK, served.app.settings.environment())
        .replace(INACTIVITY_LIMIT_MARK, &served.app.settings.inactivity_limit_ms.to_string());
    let upgrade = if served.app.settings.is_https() { "; upgrade-insecure-requests" } else { "" };
    let policy = format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'{upgrade}"
    );
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_str(&policy).expect("the policy is ASCII")),
    ];
    (status, headers, html).into_response()
}

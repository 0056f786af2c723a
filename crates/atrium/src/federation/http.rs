//! `/login/upstream/*`: off to an operator's provider, and back. Both are browser navigations: anything that goes wrong
//! ends on the sign-in page with a code.

use super::{Attempt, Errand, Freshness, Returned, Stopped, Upstream, proof, sign_out};
use crate::app::App;
use crate::factors::FactorKind;
use crate::identity::Identity;
use crate::shared::id::PersonId;
use crate::shared::outbound::Outbound;
use crate::shared::problem::Problem;
use crate::shared::seal;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use oidc::{ClientAddress, Proved, SignIn};
use reqwest::Url;
use serde::Deserialize;
use serde_json::json;
use std::sync::{Arc, OnceLock};
use uuid::Uuid;

pub const ROUTES: &[(&str, &str)] = &[
    ("GET", "/login/upstream/{id}"),
    ("GET", "/login/upstream/{id}/callback"),
    ("GET", "/login/upstream/callback"),
    ("GET", "/login/upstream/sign-out"),
    ("GET", "/login/upstream/sign-out/offer"),
];

/// As long as an attempt lasts.
const COOKIE_SECONDS: u32 = 600;
const SECRET_LEN: usize = 43;

#[derive(Clone)]
struct Federation {
    app: App,
    identity: Identity,
    /// Created when first needed: most installations have no upstream.
    outbound: Arc<OnceLock<Option<Outbound>>>,
}

pub fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/login/upstream/{id}", get(begin))
        .route("/login/upstream/{id}/callback", get(callback))
        .route("/login/upstream/callback", get(shared_callback))
        .route("/login/upstream/sign-out", get(leave_upstream))
        .route("/login/upstream/sign-out/offer", get(offer_to_leave))
        .with_state(Federation { app, identity, outbound: Arc::default() })
}

#[derive(Deserialize)]
struct UpstreamAsked {
    /// `None` if the person comes from their invitation mail: the portal asks for its tokens afterwards.
    request: Option<String>,
    invitation: Option<String>,
    /// A change proved by signing in at the upstream.
    challenge: Option<Uuid>,
}

async fn begin(
    State(at): State<Federation>,
    Path(id): Path<String>,
    Query(asked): Query<UpstreamAsked>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
) -> Response {
    if is_sent_by_another_site(&headers) {
        return stopped_at(LOGIN, Stopped::Refused);
    }
    let browser = at.browser_of(&headers).unwrap_or_else(|| seal::new_secret(&at.app.randomness));
    let errand = Errand { request: asked.request, invitation: asked.invitation, challenge: asked.challenge };
    let back = way_back(&errand);
    let address = address.map_or(String::new(), |address| address.0.0);
    match at.begun(&id, errand, (&browser, &address), &headers).await {
        Ok(to) => {
            let mut response = redirect(to.as_str());
            response.headers_mut().append(header::SET_COOKIE, at.cookie(&browser, COOKIE_SECONDS));
            response
        }
        Err(stopped) => stopped_at(&back, stopped),
    }
}

/// The way to a provider begins on one of our own pages. Another site that sends a visitor there could link the
/// visitor's upstream identity to an invitation it chose. Browsers say where a navigation comes from; a request that
/// doesn't say isn't from a browser.
fn is_sent_by_another_site(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-site").is_some_and(|from| from != "same-origin" && from != "none")
}

#[derive(Deserialize)]
struct ProviderAnswer {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

async fn callback(
    State(at): State<Federation>,
    Path(id): Path<String>,
    Query(answered): Query<ProviderAnswer>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
) -> Response {
    let (Ok(id), Some(state), Some(browser)) =
        (Uuid::try_parse(&id), answered.state, at.browser_of(&headers))
    else {
        return stopped_at(LOGIN, Stopped::Refused);
    };
    let (attempt, upstream) = match super::take(&at.app, id, &state, &browser).await {
        Ok(Some(found)) => found,
        Ok(None) => return stopped_at(LOGIN, Stopped::Refused),
        Err(stopped) => return stopped_at(LOGIN, stopped),
    };
    let returned = Returned { code: answered.code, error: answered.error, issuer: answered.iss };
    let address = address.map_or(String::new(), |address| address.0.0);
    match at.returned(&attempt, &upstream, returned, &headers, address).await {
        Ok(response) => response,
        Err(stopped) => stopped_at(&way_back(&attempt.errand), stopped),
    }
}

/// Once the redirect URI for all upstreams, which let one upstream pass off another's answer as its own.
async fn shared_callback() -> Response {
    tracing::warn!(
        "an upstream still uses the old redirect URI: register the one shown by `atrium upstream list`"
    );
    stopped_at(LOGIN, Stopped::Refused)
}

/// What the signed-out page offers, if anything: the name of the upstream this browser came from.
async fn offer_to_leave(State(at): State<Federation>, headers: HeaderMap) -> Response {
    match sign_out::came_from(&at.app, &headers).await {
        Ok(upstream) => Json(json!({ "name": upstream.map(|upstream| upstream.name) })).into_response(),
        Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

/// Goes to the upstream to sign out there.
async fn leave_upstream(State(at): State<Federation>, headers: HeaderMap) -> Response {
    if is_sent_by_another_site(&headers) {
        return redirect(sign_out::SIGNED_OUT);
    }
    let mut response = match at.leaving(&headers).await {
        Ok(Some(to)) => redirect(to.as_str()),
        Ok(None) => redirect(sign_out::SIGNED_OUT),
        // The page offers it again: the upstream may be back in a moment.
        Err(stopped) => return stopped_at(sign_out::SIGNED_OUT, stopped),
    };
    response.headers_mut().append(header::SET_COOKIE, sign_out::cookie(&at.app, None));
    response
}

impl Federation {
    async fn leaving(&self, headers: &HeaderMap) -> Result<Option<Url>, Stopped> {
        let Some(upstream) = sign_out::came_from(&self.app, headers).await? else { return Ok(None) };
        Ok(Some(sign_out::leave(&self.app, self.outbound()?, &upstream).await?))
    }

    fn outbound(&self) -> Result<&Outbound, Stopped> {
        let made = self.outbound.get_or_init(|| {
            let made = Outbound::new(&self.app.settings.outbound_allowed_hosts);
            made.inspect_err(|error| tracing::error!(error, "upstreams cannot be called")).ok()
        });
        made.as_ref().ok_or(Stopped::Unavailable)
    }

    async fn begun(
        &self,
        id: &str,
        errand: Errand,
        whence: (&str, &str),
        headers: &HeaderMap,
    ) -> Result<Url, Stopped> {
        let id = Uuid::try_parse(id).map_err(|_| Stopped::Unavailable)?;
        let freshness = match (&errand.challenge, &errand.request, &errand.invitation) {
            (Some(challenge), None, None) => {
                proof::waiting(&self.app, &self.identity, headers, *challenge).await?;
                Some(Freshness { since: self.app.clock.now(), is_anew: true })
            }
            // The page knows what to say if the request itself is gone.
            (None, Some(request), _) => {
                let pending = self.identity.provider.pending(headers, request).await;
                let pending = pending.map_err(unavailable)?.ok_or(Stopped::Refused)?;
                // Since the client asked: an earlier sign-in won't do.
                let is_anew = |since| since >= pending.asked_at;
                pending.signed_in_since.map(|since| Freshness { since, is_anew: is_anew(since) })
            }
            (None, None, Some(_)) => None,
            _ => return Err(Stopped::Refused),
        };
        super::begin(&self.app, self.outbound()?, id, whence, errand, freshness).await
    }

    /// Proves a change, or signs someone in.
    async fn returned(
        &self,
        attempt: &Attempt,
        upstream: &Upstream,
        returned: Returned,
        headers: &HeaderMap,
        address: String,
    ) -> Result<Response, Stopped> {
        let (vouched, can_sign_out) =
            super::vouched_for(&self.app, self.outbound()?, (attempt, upstream), returned).await?;
        let subject = vouched.subject;
        if let Some(challenge) = attempt.errand.challenge {
            let challenge = proof::waiting(&self.app, &self.identity, headers, challenge).await?;
            proof::prove(&self.app, &self.identity, &challenge, upstream, &subject, &address).await?;
            let mut response = redirect(&way_back(&attempt.errand));
            // Someone who had the old cookie doesn't get what was just unlocked.
            let cookie = self.identity.provider.step_up(headers, FactorKind::Upstream.method()).await;
            if let Some(cookie) = cookie.map_err(unavailable)? {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
            response.headers_mut().append(header::SET_COOKIE, self.cookie("", 0));
            return Ok(response);
        }
        let invitation = attempt.errand.invitation.as_deref();
        let PersonId(subject) = super::welcome(&self.app, upstream, &subject, invitation, &address).await?;
        let device = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        let sign_in = SignIn {
            request: attempt.errand.request.clone(),
            subject,
            amr: vec!["fed".to_owned()],
            proved: vouched.auth_time.map_or(Proved::Sometime, Proved::At),
            device: device.unwrap_or_default().to_owned(),
            address,
        };
        let signed_in = self.identity.provider.sign_in(headers, sign_in).await.map_err(unavailable)?;
        let mut response = redirect(&signed_in.next);
        let came_from = sign_out::cookie(&self.app, can_sign_out.then_some(upstream.id));
        for cookie in [signed_in.set_cookie, self.cookie("", 0), came_from] {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        Ok(response)
    }

    fn cookie_name(&self) -> &'static str {
        if self.app.settings.is_https() { "__Host-atrium-upstream" } else { "atrium-upstream" }
    }

    fn cookie(&self, secret: &str, seconds: u32) -> HeaderValue {
        cookie(&self.app, self.cookie_name(), secret, seconds)
    }

    /// The secret that ties this browser to the attempts that began in it.
    fn browser_of(&self, headers: &HeaderMap) -> Option<String> {
        let secret = cookie_of(headers, self.cookie_name())?;
        (secret.len() == SECRET_LEN).then(|| secret.to_owned())
    }
}

/// Lax, because returning is a navigation from another site.
pub(super) fn cookie(app: &App, name: &str, value: &str, seconds: u32) -> HeaderValue {
    let secure = if app.settings.is_https() { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static(""))
}

pub(super) fn cookie_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut cookies =
        lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find(|(known, _)| *known == name).map(|(_, value)| value)
}

pub(super) fn unavailable(error: oidc::Error) -> Stopped {
    Problem::Unavailable(error.to_string()).into()
}

fn redirect(to: &str) -> Response {
    match HeaderValue::try_from(to) {
        Ok(to) => (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response(),
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}

const LOGIN: &str = "/login";

/// The page to return to: the sign-in page, or the one that tells the form's window to go on.
fn way_back(errand: &Errand) -> String {
    let mut url = Url::parse("https://here/").expect("a constant");
    match (&errand.challenge, &errand.request) {
        (Some(challenge), _) => {
            url.set_path("/login/confirmed");
            url.query_pairs_mut().append_pair("challenge", &challenge.to_string());
        }
        (None, Some(request)) => {
            url.set_path(LOGIN);
            url.query_pairs_mut().append_pair("request", request);
        }
        (None, None) => url.set_path(LOGIN),
    }
    url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()))
}

fn stopped_at(page: &str, stopped: Stopped) -> Response {
    let and = if page.contains('?') { '&' } else { '?' };
    redirect(&format!("{page}{and}error={}", stopped.code()))
}

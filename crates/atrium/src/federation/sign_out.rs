//! Signing out at the upstream too (OpenID Connect RP-initiated logout), for people who came from one. Offered, never
//! done without a click: people use that sign-in elsewhere too. A cookie that outlives the session says which upstream
//! it was; we don't keep an ID token for it, so the upstream asks again before it ends anything.

use super::provider::Provider;
use super::{Stopped, Upstream};
use crate::app::App;
use crate::shared::outbound::Outbound;
use crate::upstreams;
use axum::http::{HeaderMap, HeaderValue};
use reqwest::Url;
use uuid::Uuid;

/// The page that offers it, and where the browser returns to.
pub(super) const SIGNED_OUT: &str = "/login/signed-out";
/// As long as a session may last.
const COOKIE_SECONDS: u32 = 12 * 60 * 60;

/// Where a browser signs out at the upstream; `None` if the upstream can't do that.
pub(super) fn address(
    app: &App,
    outbound: &Outbound,
    provider: &Provider,
    upstream: &Upstream,
) -> Option<Url> {
    let back = upstreams::post_logout_redirect_uri(&app.settings.public_url);
    provider.end_session(outbound, &upstream.client_id, &back)
}

/// Remembers which upstream someone came from, or forgets it.
pub(super) fn cookie(app: &App, upstream: Option<Uuid>) -> HeaderValue {
    match upstream {
        Some(id) => super::http::cookie(app, name(app), &id.to_string(), COOKIE_SECONDS),
        None => super::http::cookie(app, name(app), "", 0),
    }
}

fn name(app: &App) -> &'static str {
    if app.settings.is_https() { "__Host-atrium-came-from" } else { "atrium-came-from" }
}

/// The last upstream this browser came from.
pub(super) async fn came_from(app: &App, headers: &HeaderMap) -> Result<Option<Upstream>, Stopped> {
    let id = super::http::cookie_of(headers, name(app)).and_then(|id| Uuid::try_parse(id).ok());
    let Some(id) = id else { return Ok(None) };
    Ok(upstreams::find(&app.db, id).await?)
}

/// Where they go to sign out at the upstream.
pub(super) async fn leave(app: &App, outbound: &Outbound, upstream: &Upstream) -> Result<Url, Stopped> {
    let provider = Provider::discover(outbound, &upstream.issuer).await?;
    address(app, outbound, &provider, upstream).ok_or(Stopped::Unavailable)
}

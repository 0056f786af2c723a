//! The second half of an authorization that had to wait for a sign-in: we look at the stored request, then use it up.

use crate::answer::{self, denied};
use crate::cookie::is_secret;
use crate::page;
use crate::params::{Params, with_query};
use crate::store::request::{self, Request};
use crate::{Error, Provider, seal};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use jiff::Timestamp;

/// An authorization request waiting for a sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    pub client_id: String,
    /// The username the client suggests.
    pub login_hint: Option<String>,
    /// Only a sign-in since then counts (`prompt=login`, `max_age`).
    pub signed_in_since: Option<Timestamp>,
    pub asked_at: Timestamp,
    pub expires_at: Timestamp,
}

pub(crate) fn gone() -> Response {
    answer::page(StatusCode::BAD_REQUEST, page::GONE)
}

impl Provider {
    /// Whether the request in `/login?request=` is still waiting in this browser, and which client made it.
    pub async fn pending(&self, headers: &HeaderMap, request: &str) -> Result<Option<Pending>, Error> {
        Ok(self.found(headers, request).await?.map(|request| Pending {
            client_id: request.client_id,
            login_hint: request.login_hint,
            signed_in_since: request.signed_in_since,
            asked_at: request.expires_at - self.0.settings.request_life,
            expires_at: request.expires_at,
        }))
    }

    /// Someone who was handed the address in another browser could get signed in to a session another person made, or
    /// make one for them. In another browser, the request counts as gone.
    async fn found(&self, headers: &HeaderMap, request: &str) -> Result<Option<Request>, Error> {
        let Some(browser) = self.browser_of(headers).filter(|_| is_secret(request)) else { return Ok(None) };
        Ok(request::find(&self.0.db, seal::hash(request), seal::hash(browser), self.now()).await?)
    }

    pub(crate) async fn resume(&self, query: &[u8], headers: &HeaderMap, address: Option<&str>) -> Response {
        let params = Params::parse(query);
        let Some(id) = params.get("request").filter(|id| is_secret(id)) else { return gone() };
        self.resumed(id, headers, address).await.unwrap_or_else(|error| answer::failed_page(&error))
    }

    async fn resumed(&self, id: &str, headers: &HeaderMap, address: Option<&str>) -> Result<Response, Error> {
        let Some(request) = self.found(headers, id).await? else { return Ok(gone()) };
        let login = answer::redirect(&with_query("/login", &[("request", Some(id))]));
        let Some(session) = self.session_of(headers).await? else { return Ok(login) };
        if !request.was_waiting_for(&session) || !self.is_active(&session, address).await? {
            return Ok(login);
        }
        if !request.is_for(&session) {
            let why = denied("login_required", "someone other than the person in id_token_hint signed in");
            return Ok(self.deny(&request.redirect_uri, request.state.as_deref(), why));
        }
        self.answer_with_code(&request, &session, Some(id), address).await
    }
}

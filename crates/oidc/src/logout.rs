//! RP-initiated logout. A link on another site's page mustn't sign anyone out, so a session ends without a question
//! only if the request has a valid ID token for exactly that session (an expired one will do). The rules, in order:
//!
//! 1. A valid `id_token_hint` ends the session it names, and only that one. The browser then goes to the hint client's
//!    exactly registered `post_logout_redirect_uri` (or `returnTo`), otherwise to `/login/signed-out`.
//! 2. If this browser is signed in with a session other than the hint's, or there's no valid hint, nothing in this
//!    browser ends: `/login/signed-out?confirm=1` asks, and its button calls [`Provider::sign_out`].
//! 3. Without a valid hint, there's never a redirect to a client, because we don't know which client is asking.

use crate::answer;
use crate::params::{Params, with_query};
use crate::session::Whose;
use crate::store::session::{EndedBy, Which};
use crate::{Error, Happened, Provider, jwt::IdClaims};
use axum::http::{HeaderMap, header};
use axum::response::Response;

const KNOWN: &[&str] = &["id_token_hint", "client_id", "post_logout_redirect_uri", "returnTo", "state"];
const SIGNED_OUT: &str = "/login/signed-out";

impl Provider {
    pub(crate) async fn logout(&self, query: &[u8], headers: &HeaderMap, address: Option<&str>) -> Response {
        let params = Params::parse(query);
        self.logged_out(&params, headers, address).await.unwrap_or_else(|error| answer::failed_page(&error))
    }

    async fn logged_out(
        &self,
        params: &Params,
        headers: &HeaderMap,
        address: Option<&str>,
    ) -> Result<Response, Error> {
        let session = self.session_of(headers).await?;
        let Some(hint) = self.hint(params).await? else {
            return Ok(match session {
                Some(_) => ask(),
                None => answer::redirect(SIGNED_OUT),
            });
        };
        self.end_named(&hint, address).await?;
        if session.is_some_and(|session| session.id != hint.sid) {
            return Ok(ask());
        }
        let mut response = match self.way_back(params, &hint).await? {
            Some(address) => answer::redirect(&with_query(address, &[("state", params.get("state"))])),
            None => answer::redirect(SIGNED_OUT),
        };
        response.headers_mut().append(header::SET_COOKIE, self.clear_cookie());
        Ok(response)
    }

    /// The hint, if it's ours and agrees with the rest of the request.
    async fn hint(&self, params: &Params) -> Result<Option<IdClaims>, Error> {
        if params.repeated(KNOWN).is_some() {
            return Ok(None);
        }
        let Some(hint) = params.get("id_token_hint") else { return Ok(None) };
        let hint = self.read_hint(hint).await?;
        Ok(hint.filter(|hint| params.get("client_id").is_none_or(|id| id == hint.aud)))
    }

    async fn end_named(&self, hint: &IdClaims, address: Option<&str>) -> Result<(), Error> {
        let which = Which::OneOf { subject: hint.sub, session: hint.sid };
        if !self.end(which, EndedBy::SignedOut).await?.is_empty() {
            let whose = Whose { subject: hint.sub, session: hint.sid, client_id: Some(&hint.aud) };
            self.record(Happened::SignedOut, whose, address).await;
        }
        Ok(())
    }

    /// Where the client wants the browser to return; if it names two different places, neither.
    async fn way_back<'a>(&self, params: &'a Params, hint: &IdClaims) -> Result<Option<&'a str>, Error> {
        let (standard, own) = (params.get("post_logout_redirect_uri"), params.get("returnTo"));
        let Some(wish) = standard.or(own) else { return Ok(None) };
        let is_one = own.is_none_or(|own| own == wish);
        let Some(client) = self.client(&hint.aud).await? else { return Ok(None) };
        Ok((is_one && client.post_logout_redirect_uris.iter().any(|known| known == wish)).then_some(wish))
    }
}

fn ask() -> Response {
    answer::redirect(&with_query(SIGNED_OUT, &[("confirm", Some("1"))]))
}

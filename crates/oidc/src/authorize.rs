//! The authorization endpoint. Until we've verified the client and redirect URI, an error is a page and never a
//! redirect; after that, every answer goes to the client, with `state` and `iss`. People who aren't signed in go to
//! `/login`, where only the browser that made the request can answer it: someone who was handed the address can't.

use crate::answer::{self, Denied, denied};
use crate::cookie::is_secret;
use crate::page::{self, Words};
use crate::params::{Params, is_plain, with_query};
use crate::session::Whose;
use crate::store::grant::NewCode;
use crate::store::request::{self, Request};
use crate::store::session::Session;
use crate::throttle::network_of;
use crate::{Client, Error, Happened, Provider, seal, store};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use jiff::{SignedDuration, Timestamp};

/// The parameters we understand; none may appear twice.
const KNOWN: &[&str] = &[
    "response_type",
    "response_mode",
    "scope",
    "state",
    "nonce",
    "code_challenge",
    "code_challenge_method",
    "prompt",
    "max_age",
    "id_token_hint",
    "login_hint",
];
/// Each has its own error (OpenID Connect Core, 3.1.2.6).
const UNSUPPORTED: &[(&str, &str)] = &[
    ("request", "request_not_supported"),
    ("request_uri", "request_uri_not_supported"),
    ("registration", "registration_not_supported"),
];
/// For `state`, which some clients keep their page in.
const MAX_TEXT: usize = 2048;
const MAX_NONCE: usize = 512;
/// As long as an email address can be.
const MAX_HINT: usize = 320;
/// Requests of one address (or /64) that wait for a sign-in at the same time. Opening the page and leaving counts for
/// ten minutes. Not of a larger network: one phone could then keep its neighbors out.
const MAX_WAITING: i64 = 1000;

/// How an authorization ends without a sign-in.
enum Outcome {
    Answer(Response),
    Denied(Denied),
}

impl From<Denied> for Outcome {
    fn from(denied: Denied) -> Outcome {
        Outcome::Denied(denied)
    }
}

impl From<Error> for Outcome {
    fn from(error: Error) -> Outcome {
        Outcome::Answer(answer::failed_page(&error))
    }
}

impl Provider {
    pub(crate) async fn authorize(
        &self,
        query: &[u8],
        headers: &HeaderMap,
        address: Option<&str>,
    ) -> Response {
        if let Some(wait) = self.must_wait(address) {
            return answer::after(wait, answer::page(StatusCode::TOO_MANY_REQUESTS, page::TOO_MANY));
        }
        self.count_against(address);
        let params = Params::parse(query);
        let (client, redirect_uri) = match self.established(&params).await {
            Ok(Ok(established)) => established,
            Ok(Err(why)) => return answer::page(StatusCode::BAD_REQUEST, why),
            Err(error) => return answer::failed_page(&error),
        };
        let is_one = params.repeated(&["state"]).is_none();
        let state = params.get("state").filter(|state| is_one && is_plain(state, MAX_TEXT));
        match self.decide(&params, &client, redirect_uri, headers, address).await {
            Ok(response) | Err(Outcome::Answer(response)) => response,
            Err(Outcome::Denied(denied)) => self.deny(redirect_uri, state, denied),
        }
    }

    /// Who is asking and where the answer may go: byte for byte as registered, but for a loopback port.
    async fn established<'a>(&self, params: &'a Params) -> Result<Result<(Client, &'a str), Words>, Error> {
        if params.repeated(&["client_id", "redirect_uri"]).is_some() {
            return Ok(Err(page::NOT_UNDERSTOOD));
        }
        let Some(id) = params.get("client_id") else { return Ok(Err(page::NOT_KNOWN)) };
        let Some(client) = self.client(id).await? else { return Ok(Err(page::NOT_KNOWN)) };
        match params.get("redirect_uri").filter(|uri| client.may_return_to(uri)) {
            Some(redirect_uri) => Ok(Ok((client, redirect_uri))),
            None => Ok(Err(page::NOT_REGISTERED)),
        }
    }

    async fn decide(
        &self,
        params: &Params,
        client: &Client,
        redirect_uri: &str,
        headers: &HeaderMap,
        address: Option<&str>,
    ) -> Result<Response, Outcome> {
        let now = self.now();
        let (request, prompt) = self.understand(params, client, redirect_uri, now).await?;
        // Someone told to sign in has to, even if they just did.
        let session = match prompt {
            Prompt::Login => None,
            _ => self.session_of(headers).await?.filter(|session| request.is_satisfied_by(session)),
        };
        let session = match session {
            Some(session) if self.is_active(&session, address).await? => Some(session),
            _ => None,
        };
        match session {
            Some(session) => Ok(self.answer_with_code(&request, &session, None, address).await?),
            None if prompt == Prompt::None => Err(denied("login_required", "no one is signed in").into()),
            None => {
                let id = seal::new_secret(&self.0.given);
                let known = self.browser_of(headers).map(str::to_owned);
                let browser = known.unwrap_or_else(|| seal::new_secret(&self.0.given));
                let (id_hash, browser_hash) = (seal::hash(&id), seal::hash(&browser));
                let of = (network_of(address.unwrap_or_default()), MAX_WAITING);
                let inserted = request::insert(&self.0.db, id_hash, browser_hash, of, &request, now);
                if !inserted.await.map_err(Error::from)? {
                    let page = answer::page(StatusCode::TOO_MANY_REQUESTS, page::TOO_MANY);
                    return Err(Outcome::Answer(answer::after(SignedDuration::from_mins(1), page)));
                }
                let mut response = answer::redirect(&with_query("/login", &[("request", Some(&id))]));
                response.headers_mut().append(header::SET_COOKIE, self.set_browser_cookie(&browser));
                Ok(response)
            }
        }
    }

    /// Checks everything that doesn't depend on who is signed in.
    async fn understand(
        &self,
        params: &Params,
        client: &Client,
        redirect_uri: &str,
        now: Timestamp,
    ) -> Result<(Request, Prompt), Outcome> {
        is_code_flow(params)?;
        let code_challenge = challenge(params)?.to_owned();
        let prompt = Prompt::parse(params.get("prompt"))?;
        let max_age = match params.get("max_age").map(str::parse::<u32>) {
            None => None,
            Some(Ok(seconds)) => Some(SignedDuration::from_secs(seconds.into())),
            Some(Err(_)) => {
                return Err(denied("invalid_request", "max_age must be a number of seconds").into());
            }
        };
        let subject = match params.get("id_token_hint") {
            None => None,
            Some(hint) => match self.read_hint(hint).await? {
                Some(hint) => Some(hint.sub),
                None => {
                    return Err(denied("invalid_request", "id_token_hint is not one of our ID tokens").into());
                }
            },
        };
        let request = Request {
            client_id: client.id.clone(),
            redirect_uri: redirect_uri.to_owned(),
            state: text(params, "state", MAX_TEXT)?,
            nonce: text(params, "nonce", MAX_NONCE)?,
            code_challenge,
            login_hint: text(params, "login_hint", MAX_HINT)?,
            signed_in_since: match prompt {
                Prompt::Login => Some(now),
                _ => max_age.map(|age| now - age),
            },
            subject,
            expires_at: now + self.0.settings.request_life,
        };
        Ok((request, prompt))
    }

    /// Gives the client a code for this session, if its owner may use that client; `waiting` is the id of the stored
    /// request this completes.
    pub(crate) async fn answer_with_code(
        &self,
        request: &Request,
        session: &Session,
        waiting: Option<&str>,
        address: Option<&str>,
    ) -> Result<Response, Error> {
        if !self.may_use(session.subject, &request.client_id).await? {
            let whose = Whose::of(session, Some(&request.client_id));
            self.record(Happened::ClientRefused, whose, address).await;
            let why = denied("access_denied", "this person's roles don't open this application");
            return Ok(self.deny(&request.redirect_uri, request.state.as_deref(), why));
        }
        let code = seal::new_secret(&self.0.given);
        let mut tx = self.0.db.begin_write().await?;
        if let Some(id) = waiting
            && !request::take(&mut tx, seal::hash(id)).await?
        {
            return Ok(crate::resume::gone());
        }
        let new = NewCode {
            hash: seal::hash(&code),
            session: session.id,
            client_id: &request.client_id,
            redirect_uri: &request.redirect_uri,
            nonce: request.nonce.as_deref(),
            challenge: &request.code_challenge,
            expires_at: self.now() + self.0.settings.code_life,
        };
        store::grant::insert_code(&mut tx, new).await?;
        self.touch(&mut tx, session).await?;
        tx.commit().await?;
        let answer = [
            ("code", Some(code.as_str())),
            ("state", request.state.as_deref()),
            ("iss", Some(self.issuer())),
        ];
        Ok(answer::redirect(&with_query(&request.redirect_uri, &answer)))
    }

    pub(crate) fn deny(&self, redirect_uri: &str, state: Option<&str>, denied: Denied) -> Response {
        let answer = [
            ("error", Some(denied.code)),
            ("error_description", Some(denied.why)),
            ("state", state),
            ("iss", Some(self.issuer())),
        ];
        answer::redirect(&with_query(redirect_uri, &answer))
    }
}

/// One kind of response, for the one scope there is, without the parts of the protocol we don't support.
fn is_code_flow(params: &Params) -> Result<(), Denied> {
    let invalid = |why| Err(denied("invalid_request", why));
    if params.repeated(KNOWN).is_some() {
        return invalid("a parameter was sent more than once");
    }
    for (name, code) in UNSUPPORTED {
        if params.get(name).is_some() {
            return Err(denied(code, "a parameter is not supported here"));
        }
    }
    match params.get("response_type") {
        Some("code") => {}
        None => return invalid("response_type is missing"),
        Some(_) => return Err(denied("unsupported_response_type", "response_type must be code")),
    }
    if params.get("response_mode").is_some_and(|mode| mode != "query") {
        return invalid("response_mode must be query");
    }
    // Unknown scopes are ignored (OpenID Connect Core, 3.1.2.1).
    if !params.get("scope").unwrap_or_default().split(' ').any(|scope| scope == "openid") {
        return Err(denied("invalid_scope", "the scope must contain openid"));
    }
    Ok(())
}

/// A base64url SHA-256, which has the same form as our secrets; the method is required.
fn challenge(params: &Params) -> Result<&str, Denied> {
    if params.get("code_challenge_method") != Some("S256") {
        return Err(denied("invalid_request", "code_challenge_method must be S256"));
    }
    let challenge = params.get("code_challenge").filter(|challenge| is_secret(challenge));
    challenge.ok_or(denied("invalid_request", "code_challenge must be a SHA-256 in base64url"))
}

fn text(params: &Params, name: &str, longest: usize) -> Result<Option<String>, Denied> {
    match params.get(name) {
        Some(value) if !is_plain(value, longest) => {
            Err(denied("invalid_request", "a parameter is too long or contains control characters"))
        }
        value => Ok(value.map(str::to_owned)),
    }
}

/// How far another provider's clock may be behind ours.
const SKEW: SignedDuration = SignedDuration::from_secs(10);

impl Request {
    /// Whether the sign-in this request waited for is recent enough. Another provider reports its time by its own
    /// clock; a session from before the request gets no such grace.
    pub(crate) fn was_waiting_for(&self, session: &Session) -> bool {
        self.signed_in_since.is_none_or(|since| {
            session.auth_time >= since || (session.created_at >= since && session.auth_time + SKEW >= since)
        })
    }

    pub(crate) fn is_for(&self, session: &Session) -> bool {
        self.subject.is_none_or(|subject| session.subject == subject)
    }

    /// Whether this sign-in is recent enough and by the person the request asks for.
    pub(crate) fn is_satisfied_by(&self, session: &Session) -> bool {
        self.signed_in_since.is_none_or(|since| session.auth_time >= since) && self.is_for(session)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Prompt {
    /// Never ask: use a session, or return an error.
    None,
    /// Ask only if no session will do.
    IfNeeded,
    /// Always ask. Choosing an account means signing in again.
    Login,
}

impl Prompt {
    fn parse(prompt: Option<&str>) -> Result<Prompt, Denied> {
        let mut asked = Prompt::IfNeeded;
        let words: Vec<&str> = prompt.unwrap_or_default().split_whitespace().collect();
        for word in &words {
            match *word {
                "none" if words.len() == 1 => return Ok(Prompt::None),
                "none" => {
                    return Err(denied(
                        "invalid_request",
                        "prompt none can't be combined with other prompts",
                    ));
                }
                "login" | "select_account" => asked = Prompt::Login,
                "consent" => return Err(denied("consent_required", "there is no consent to ask for")),
                _ => return Err(denied("invalid_request", "this prompt is not supported")),
            }
        }
        Ok(asked)
    }
}

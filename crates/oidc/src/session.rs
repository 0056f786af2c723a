//! Sessions: begun at sign-in, listed, ended. Ending one also ends its codes and refresh tokens, which are looked up
//! together with it, and its access tokens, which every node refuses from then on.

use crate::answer::{self, Credentials};
use crate::cookie::is_secret;
use crate::params::with_query;
use crate::store::session::{self as store, Amr, EndedBy, Session, Which};
use crate::{Error, Happened, Provider, SecurityEvent, seal};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use uuid::Uuid;

/// `last_used_at` is written at most this often.
const TOUCH_EVERY: SignedDuration = SignedDuration::from_mins(1);
const MAX_SHOWN: usize = 300;

/// A person who has proved who they are.
#[derive(Debug, Clone)]
pub struct SignIn {
    /// The authorization request this answers, as in `/login?request=`.
    pub request: Option<String>,
    pub subject: Uuid,
    /// How it was proved (RFC 8176): `pwd`, `otp`, `hwk` …
    pub amr: Vec<String>,
    pub proved: Proved,
    /// The browser's `User-Agent`.
    pub device: String,
    pub address: String,
}

/// When the person proved who they are: `auth_time`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proved {
    Now,
    /// To another provider, which vouches for them.
    At(Timestamp),
    /// To another provider, which doesn't say when. Never counts as recent.
    Sometime,
}

#[derive(Debug, Clone)]
pub struct SignedIn {
    pub session: Uuid,
    /// The whole `Set-Cookie` header.
    pub set_cookie: HeaderValue,
    /// Where the browser goes next: a path on this host.
    pub next: String,
}

/// The owner of an affected session, and the client.
pub(crate) struct Whose<'a> {
    pub(crate) subject: Uuid,
    pub(crate) session: Uuid,
    pub(crate) client_id: Option<&'a str>,
}

impl<'a> Whose<'a> {
    pub(crate) fn of(session: &Session, client_id: Option<&'a str>) -> Whose<'a> {
        Whose { subject: session.subject, session: session.id, client_id }
    }
}

/// Text for the list of sessions.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(MAX_SHOWN).collect()
}

impl Provider {
    /// Begins a session. This browser's previous session ends, no matter who had it: nothing carries over.
    pub async fn sign_in(&self, headers: &HeaderMap, sign_in: SignIn) -> Result<SignedIn, Error> {
        let (now, secret) = (self.now(), seal::new_secret(&self.0.given));
        let session = Session {
            id: seal::new_id(&self.0.given),
            subject: sign_in.subject,
            auth_time: match sign_in.proved {
                Proved::Now => now,
                Proved::At(moment) => db::micros(moment.min(now)),
                Proved::Sometime => store::SOMETIME,
            },
            amr: Amr(sign_in.amr),
            created_at: now,
            last_used_at: now,
            ends_at: now + self.0.settings.session_life,
            ended_at: None,
            device: shown(&sign_in.device),
            address: shown(&sign_in.address),
        };
        let mut tx = self.0.db.begin_write().await?;
        let replaced = match self.cookie_of(headers) {
            Some(old) => {
                store::end(&mut tx, Which::WithSecret(seal::hash(old)), EndedBy::Replaced, now).await?
            }
            None => vec![],
        };
        store::insert(&mut tx, &session, seal::hash(&secret)).await?;
        self.commit_ended(tx, &replaced, now).await?;
        let next = match sign_in.request.as_deref().filter(|id| is_secret(id)) {
            Some(id) => with_query("/oauth2/authorize/resume", &[("request", Some(id))]),
            None => "/".to_owned(),
        };
        Ok(SignedIn { session: session.id, set_cookie: self.set_cookie(&secret), next })
    }

    /// A new secret for this browser's session after another factor was proved. The session, its tokens and its
    /// `auth_time` stay. `None` if there's no session.
    pub async fn step_up(&self, headers: &HeaderMap, proved: &str) -> Result<Option<HeaderValue>, Error> {
        let (Some(old), Some(session)) = (self.cookie_of(headers), self.session_of(headers).await?) else {
            return Ok(None);
        };
        let secret = seal::new_secret(&self.0.given);
        let mut amr = session.amr;
        if !amr.0.iter().any(|known| known == proved) {
            amr.0.push(proved.to_owned());
        }
        let mut tx = self.0.db.begin_write().await?;
        let (old, new) = (seal::hash(old), seal::hash(&secret));
        let is_replaced = store::replace_secret(&mut tx, session.id, old, new, &amr).await?;
        tx.commit().await?;
        Ok(is_replaced.then(|| self.set_cookie(&secret)))
    }

    /// This browser's live session. Asking doesn't keep it alive.
    pub async fn session_of(&self, headers: &HeaderMap) -> Result<Option<Session>, Error> {
        let Some(secret) = self.cookie_of(headers) else { return Ok(None) };
        let session = store::by_secret(&self.0.db, seal::hash(secret)).await?;
        Ok(session.filter(|session| session.is_alive(self.now(), self.0.settings.session_idle)))
    }

    /// A person's live sessions, last used first.
    pub async fn list_sessions(&self, subject: Uuid) -> Result<Vec<Session>, Error> {
        let mut sessions = store::of_subject(&self.0.db, subject).await?;
        sessions.retain(|session| session.is_alive(self.now(), self.0.settings.session_idle));
        Ok(sessions)
    }

    /// Whether a session just ended, without asking the database. For connections that stay open.
    pub fn has_just_ended(&self, session: Uuid) -> bool {
        self.0.ended.contains(session)
    }

    /// Ends one of a person's sessions; false if it isn't theirs or was already over.
    pub async fn end_session(&self, subject: Uuid, session: Uuid, by: EndedBy) -> Result<bool, Error> {
        Ok(!self.end(Which::OneOf { subject, session }, by).await?.is_empty())
    }

    /// Ends all of a person's sessions but one; returns the ones it ended.
    pub async fn end_all(
        &self,
        subject: Uuid,
        except: Option<Uuid>,
        by: EndedBy,
    ) -> Result<Vec<Uuid>, Error> {
        self.end(Which::AllOf { subject, except }, by).await
    }

    /// Ends all sessions of up to 256 people; returns the ones it ended.
    pub async fn end_all_of_many(&self, subjects: Vec<Uuid>, by: EndedBy) -> Result<Vec<Uuid>, Error> {
        self.end(Which::AllOfMany(subjects), by).await
    }

    /// Ends this browser's session, for the button on the signed-out page that asks first. Returns the header that
    /// clears the cookie.
    pub async fn sign_out(&self, headers: &HeaderMap, address: Option<&str>) -> Result<HeaderValue, Error> {
        if let Some(session) = self.session_of(headers).await?
            && !self.end(Which::One(session.id), EndedBy::SignedOut).await?.is_empty()
        {
            self.record(Happened::SignedOut, Whose::of(&session, None), address).await;
        }
        Ok(self.clear_cookie())
    }

    pub(crate) async fn end(&self, which: Which, by: EndedBy) -> Result<Vec<Uuid>, Error> {
        let now = self.now();
        let mut tx = self.0.db.begin_write().await?;
        let ended = store::end(&mut tx, which, by, now).await?;
        self.commit_ended(tx, &ended, now).await?;
        Ok(ended.into_iter().map(|session| session.id).collect())
    }

    /// Commits the end of sessions together with what other clients must hear about it.
    async fn commit_ended(
        &self,
        mut tx: db::Tx,
        ended: &[store::EndedSession],
        now: Timestamp,
    ) -> Result<(), Error> {
        let at_clients = self.at_clients(ended);
        if !at_clients.is_empty() {
            self.0.accounts.tell_clients(&mut tx, &at_clients).await?;
        }
        tx.commit().await?;
        self.0.ended.insert(ended.iter().map(|session| (session.id, now)));
        if !at_clients.is_empty() {
            self.0.accounts.clients_are_waiting();
        }
        Ok(())
    }

    /// False, and the session ends, if its owner may no longer sign in.
    pub(crate) async fn is_active(&self, session: &Session, address: Option<&str>) -> Result<bool, Error> {
        if self.0.accounts.is_active(session.subject).await? {
            return Ok(true);
        }
        self.end(Which::One(session.id), EndedBy::Disabled).await?;
        self.record(Happened::FoundInactive, Whose::of(session, None), address).await;
        Ok(false)
    }

    /// Keeps a session alive; at most one statement per minute.
    pub(crate) async fn touch(&self, tx: &mut db::Tx, session: &Session) -> Result<(), Error> {
        let now = self.now();
        if now.duration_since(session.last_used_at) >= TOUCH_EVERY {
            store::touch(tx, session.id, now).await?;
        }
        Ok(())
    }

    pub(crate) async fn record(&self, happened: Happened, whose: Whose<'_>, address: Option<&str>) {
        let event = SecurityEvent {
            happened,
            at: self.now(),
            subject: whose.subject,
            session: whose.session,
            client_id: whose.client_id.map(str::to_owned),
            address: address.map(str::to_owned),
        };
        self.0.accounts.record(event).await;
    }

    /// This browser's live session, if its owner may still be signed in.
    async fn active_session(
        &self,
        headers: &HeaderMap,
        address: Option<&str>,
    ) -> Result<Option<Session>, Error> {
        match self.session_of(headers).await? {
            Some(session) if self.is_active(&session, address).await? => Ok(Some(session)),
            _ => Ok(None),
        }
    }

    /// `/sessions/me`: 200 or 401. It never keeps a session alive, so clients may poll it.
    pub(crate) async fn sessions_me(&self, headers: &HeaderMap, address: Option<&str>) -> Response {
        let response = match self.active_session(headers, address).await {
            Ok(Some(session)) => answer::json(
                StatusCode::OK,
                &json!({
                    "sessionId": session.id,
                    "subject": session.subject,
                    "authTime": session.known_auth_time().map(|at| at.to_string()),
                    "expiresAt": session.expires_at(self.0.settings.session_idle).to_string(),
                }),
            ),
            Ok(None) => answer::json(StatusCode::UNAUTHORIZED, &json!({ "error": "login_required" })),
            // A database that's briefly down mustn't sign anyone out.
            Err(error) => answer::failed_json(&error),
        };
        self.allow_origin(headers, Credentials::Include, response)
    }
}

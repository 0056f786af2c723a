//! The session cookie, and the one that says in which browser a client's request began. Over HTTPS their names begin
//! with `__Host-`, so no other host or path can set them; over plain HTTP on loopback, they have neither the prefix nor
//! `Secure`.

use crate::Provider;
use axum::http::{HeaderMap, HeaderValue, header};

/// 32 bytes in base64url.
const SECRET_LEN: usize = 43;
/// Longer than a request waits. When a browser starts, its restored tabs all send requests at the same time: without an
/// existing cookie, each would get its own, and all but the last would lose their request.
const BROWSER_LIFE: &str = "; Max-Age=86400";

pub(crate) fn is_secret(text: &str) -> bool {
    text.len() == SECRET_LEN && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

impl Provider {
    fn cookie_name(&self) -> &'static str {
        if self.0.settings.is_https() { "__Host-atrium" } else { "atrium" }
    }

    fn browser_cookie_name(&self) -> &'static str {
        if self.0.settings.is_https() { "__Host-atrium-request" } else { "atrium-request" }
    }

    /// The secret in the cookie, if it has the form of ours.
    pub(crate) fn cookie_of<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        self.secret_in(headers, self.cookie_name())
    }

    /// This browser's secret, which its waiting requests belong to.
    pub(crate) fn browser_of<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        self.secret_in(headers, self.browser_cookie_name())
    }

    fn secret_in<'a>(&self, headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
        let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .find(|(name, _)| *name == wanted)
            .map(|(_, secret)| secret)
            .filter(|secret| is_secret(secret))
    }

    pub(crate) fn set_cookie(&self, secret: &str) -> HeaderValue {
        self.cookie(self.cookie_name(), secret, "")
    }

    pub(crate) fn clear_cookie(&self) -> HeaderValue {
        self.cookie(self.cookie_name(), "", "; Max-Age=0")
    }

    pub(crate) fn set_browser_cookie(&self, secret: &str) -> HeaderValue {
        self.cookie(self.browser_cookie_name(), secret, BROWSER_LIFE)
    }

    fn cookie(&self, name: &str, secret: &str, life: &str) -> HeaderValue {
        let secure = if self.0.settings.is_https() { "; Secure" } else { "" };
        let cookie = format!("{name}={secret}; Path=/; HttpOnly; SameSite=Lax{secure}{life}");
        HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static(""))
    }
}

//! The session cookie. Over HTTPS its name begins with `__Host-`, so that no other host or path can set it; plain HTTP
//! on loopback gets the same one without the prefix and without `Secure`.

use crate::Provider;
use axum::http::{HeaderMap, HeaderValue, header};

/// 32 bytes in base64url.
const SECRET_LEN: usize = 43;

pub(crate) fn is_secret(text: &str) -> bool {
    text.len() == SECRET_LEN && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

impl Provider {
    fn cookie_name(&self) -> &'static str {
        if self.0.settings.is_https() { "__Host-atrium" } else { "atrium" }
    }

    /// The secret in the cookie, if one has the shape of ours.
    pub(crate) fn cookie_of<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .find(|(name, _)| *name == self.cookie_name())
            .map(|(_, secret)| secret)
            .filter(|secret| is_secret(secret))
    }

    pub(crate) fn set_cookie(&self, secret: &str) -> HeaderValue {
        self.cookie(secret, "")
    }

    pub(crate) fn clear_cookie(&self) -> HeaderValue {
        self.cookie("", "; Max-Age=0")
    }

    fn cookie(&self, secret: &str, life: &str) -> HeaderValue {
        let secure = if self.0.settings.is_https() { "; Secure" } else { "" };
        let cookie = format!("{}={secret}; Path=/; HttpOnly; SameSite=Lax{secure}{life}", self.cookie_name());
        HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static(""))
    }
}

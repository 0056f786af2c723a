//! Discovery and the public keys. Everything listed here works; everything else is refused.

use crate::Provider;
use serde_json::{Value, json};

/// What the ID token contains.
const CLAIMS: &[&str] = &["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "amr", "sid"];

impl Provider {
    pub(crate) fn discovery(&self) -> Value {
        let at = |path: &str| format!("{}{path}", self.0.settings.public_url);
        let claims = [CLAIMS, self.0.accounts.claims()].concat();
        json!({
            "issuer": self.0.issuer,
            "authorization_endpoint": at("/oauth2/authorize"),
            "token_endpoint": at("/oauth2/token"),
            "jwks_uri": at("/oauth2/jwks"),
            "userinfo_endpoint": at("/oauth2/userinfo"),
            "end_session_endpoint": at("/oauth2/logout"),
            "scopes_supported": ["openid"],
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": self.keys().algorithms(),
            "token_endpoint_auth_methods_supported": crate::client::METHODS,
            "token_endpoint_auth_signing_alg_values_supported": crate::client::ALGORITHM_NAMES,
            "code_challenge_methods_supported": ["S256"],
            "prompt_values_supported": ["none", "login", "select_account"],
            "claims_supported": claims,
            "authorization_response_iss_parameter_supported": true,
            "backchannel_logout_supported": true,
            "backchannel_logout_session_supported": true,
            "claims_parameter_supported": false,
            "request_parameter_supported": false,
            "request_uri_parameter_supported": false,
        })
    }
}

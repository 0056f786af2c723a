//! Passkeys, with webauthn-rs: what we ask the browser, and whether its answer is valid. In between, ceremonies are
//! stored sealed in the database, so any node can finish what another began.

use super::refusal::FactorRefusal;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use serde_json::{Value, json};
use std::sync::Arc;
use url::Url;
use webauthn_rs::prelude::{
    AuthenticationResult, DiscoverableAuthentication, Passkey, PasskeyAuthentication, PasskeyRegistration,
    PublicKeyCredential, RegisterPublicKeyCredential,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

/// `None` where browsers don't offer passkeys: at an address without a host name.
#[derive(Clone)]
pub struct Passkeys(Option<Arc<Webauthn>>);

/// A credential the authenticator has just proved, and how to store it from now on.
pub(super) struct Proved {
    pub credential_id: Vec<u8>,
    pub credential: String,
}

fn broken(error: impl std::fmt::Display) -> Problem {
    Problem::Internal(format!("a passkey ceremony cannot be kept: {error}"))
}

fn refused() -> Problem {
    FactorRefusal::PasskeyRefused.into()
}

impl Passkeys {
    pub fn new(public_url: &str) -> Passkeys {
        let url = Url::parse(public_url).ok();
        let built = url.as_ref().and_then(|url| {
            let builder = WebauthnBuilder::new(url.domain()?, url).ok()?;
            builder.rp_name("Atrium").build().ok()
        });
        Passkeys(built.map(Arc::new))
    }

    pub fn are_possible(&self) -> bool {
        self.0.is_some()
    }

    fn webauthn(&self) -> Result<&Webauthn, Problem> {
        self.0.as_deref().ok_or_else(refused)
    }

    /// What the browser should create, and the state to store.
    pub(super) fn begin_registration(
        &self,
        person: PersonId,
        username: &str,
        shown_name: &str,
        known: &[String],
    ) -> Result<(Value, Vec<u8>), Problem> {
        let known = read(known)?.iter().map(|passkey| passkey.cred_id().clone()).collect();
        let (options, state) = self
            .webauthn()?
            .start_passkey_registration(person.0, username, shown_name, Some(known))
            .map_err(broken)?;
        let mut options = serde_json::to_value(options).map_err(broken)?["publicKey"].take();
        // A passkey the authenticator can find by itself signs in without a username.
        options["authenticatorSelection"]["residentKey"] = json!("preferred");
        Ok((options, serde_json::to_vec(&state).map_err(broken)?))
    }

    pub(super) fn finish_registration(&self, state: &[u8], answer: &str) -> Result<Proved, Problem> {
        let state: PasskeyRegistration = serde_json::from_slice(state).map_err(broken)?;
        let answer: RegisterPublicKeyCredential = serde_json::from_str(answer).map_err(|_| refused())?;
        let passkey = self.webauthn()?.finish_passkey_registration(&answer, &state).map_err(|_| refused())?;
        kept(&passkey)
    }

    pub(super) fn begin(&self, known: &[String]) -> Result<(Value, Vec<u8>), Problem> {
        let (options, state) =
            self.webauthn()?.start_passkey_authentication(&read(known)?).map_err(broken)?;
        let options = serde_json::to_value(options).map_err(broken)?["publicKey"].take();
        Ok((options, serde_json::to_vec(&state).map_err(broken)?))
    }

    /// `None` if the signature isn't valid.
    pub(super) fn finish(
        &self,
        state: &[u8],
        answer: &Value,
        known: &[String],
    ) -> Result<Option<Proved>, Problem> {
        let state: PasskeyAuthentication = serde_json::from_slice(state).map_err(broken)?;
        let Ok(answer) = serde_json::from_value::<PublicKeyCredential>(answer.clone()) else {
            return Ok(None);
        };
        let Ok(result) = self.webauthn()?.finish_passkey_authentication(&answer, &state) else {
            return Ok(None);
        };
        updated(read(known)?, &result)
    }

    /// For someone who hasn't said who they are.
    pub(super) fn begin_discovery(&self) -> Result<(Value, Vec<u8>), Problem> {
        let (options, state) = self.webauthn()?.start_discoverable_authentication().map_err(broken)?;
        let options = serde_json::to_value(options).map_err(broken)?["publicKey"].take();
        Ok((options, serde_json::to_vec(&state).map_err(broken)?))
    }

    /// The credential an answer names. Its owner is the person we gave it to, not the one the answer names.
    pub(super) fn credential_of(answer: &Value) -> Option<Vec<u8>> {
        let answer: PublicKeyCredential = serde_json::from_value(answer.clone()).ok()?;
        Some(answer.get_credential_id().to_vec())
    }

    pub(super) fn finish_discovery(
        &self,
        state: &[u8],
        answer: &Value,
        known: &str,
    ) -> Result<Option<Proved>, Problem> {
        let state: DiscoverableAuthentication = serde_json::from_slice(state).map_err(broken)?;
        let Ok(answer) = serde_json::from_value::<PublicKeyCredential>(answer.clone()) else {
            return Ok(None);
        };
        let known = read(&[known.to_owned()])?;
        let Some(passkey) = known.first() else { return Ok(None) };
        let finished = self.webauthn()?.finish_discoverable_authentication_v2(&answer, state, passkey);
        let Ok(result) = finished else { return Ok(None) };
        updated(known, &result)
    }
}

fn read(known: &[String]) -> Result<Vec<Passkey>, Problem> {
    known.iter().map(|text| serde_json::from_str(text).map_err(broken)).collect()
}

fn kept(passkey: &Passkey) -> Result<Proved, Problem> {
    let credential = serde_json::to_string(passkey).map_err(broken)?;
    Ok(Proved { credential_id: passkey.cred_id().to_vec(), credential })
}

/// The authenticator's counter must advance; one that doesn't may be a copy, which the library refuses.
fn updated(known: Vec<Passkey>, result: &AuthenticationResult) -> Result<Option<Proved>, Problem> {
    let Some(mut passkey) = known.into_iter().find(|passkey| passkey.cred_id() == result.cred_id()) else {
        return Ok(None);
    };
    passkey.update_credential(result);
    kept(&passkey).map(Some)
}

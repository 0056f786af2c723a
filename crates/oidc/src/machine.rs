//! Tokens for programs that work by themselves (the client credentials grant, RFC 6749 section 4.4). There's no session
//! and no refresh token: the holder of the credential asks again. What a token opens is the application's own API.

use crate::answer::denied;
use crate::params::Params;
use crate::token::Stop;
use crate::{Client, Happened, Machine, Provider, SecurityEvent};
use serde_json::{Value, json};

impl Provider {
    /// Only these tokens, and only for its own scopes.
    pub(crate) async fn machine_token(
        &self,
        client: &Client,
        machine: &Machine,
        params: &Params,
        address: Option<&str>,
    ) -> Result<Value, Stop> {
        match params.get("grant_type") {
            Some("client_credentials") => {}
            None => return Err(denied("invalid_request", "grant_type is missing").into()),
            Some(_) => {
                let why = "this client works by itself: it gets tokens by client_credentials only";
                return Err(denied("unauthorized_client", why).into());
            }
        }
        let scope = scope(machine, params.get("scope"))
            .ok_or_else(|| denied("invalid_scope", "the client doesn't have one of these scopes"))?;
        let (token, life) = self.issue_to_machine(client, machine, &scope)?;
        self.record_machine(Happened::MachineSignedIn, client, address).await;
        Ok(json!({
            "access_token": token,
            "token_type": "Bearer",
            "expires_in": life.as_secs(),
            "scope": scope,
        }))
    }

    /// Nothing for a client that isn't a machine.
    pub(crate) async fn record_machine(&self, happened: Happened, client: &Client, address: Option<&str>) {
        let Some(machine) = &client.machine else { return };
        let event = SecurityEvent {
            happened,
            at: self.now(),
            subject: machine.id,
            session: machine.credential,
            client_id: Some(client.id.clone()),
            address: address.map(str::to_owned),
        };
        self.0.accounts.record(event).await;
    }
}

/// What it asked for, each once; all it may have if it didn't say.
fn scope(machine: &Machine, asked: Option<&str>) -> Option<String> {
    let asked: Vec<&str> = asked.unwrap_or_default().split(' ').filter(|one| !one.is_empty()).collect();
    if asked.iter().any(|one| !machine.scopes.iter().any(|own| own == one)) {
        return None;
    }
    let given = machine.scopes.iter().filter(|own| asked.is_empty() || asked.contains(&own.as_str()));
    Some(given.map(String::as_str).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_machine_gets_the_scopes_it_asks_for_and_never_another() {
        let scopes = ["people.read", "scim"].map(str::to_owned).to_vec();
        let machine = Machine { id: Uuid::nil(), credential: Uuid::nil(), scopes };
        assert_eq!(scope(&machine, None).as_deref(), Some("people.read scim"));
        assert_eq!(scope(&machine, Some("")).as_deref(), Some("people.read scim"));
        assert_eq!(scope(&machine, Some("scim scim")).as_deref(), Some("scim"));
        assert_eq!(scope(&machine, Some("scim handover.read")), None);
    }
}

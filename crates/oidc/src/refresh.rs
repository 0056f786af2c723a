//! Refreshing. Every use rotates the token, atomically: if two requests use it within the grace period, one rotates it
//! and the other gets the same successor. If an old token is used after that, it was stolen or a thief kept it: its
//! family ends.

use crate::answer::denied;
use crate::params::Params;
use crate::seal::RefreshToken;
use crate::session::Whose;
use crate::store::grant::{self as store, Grant};
use crate::token::{Stop, invalid_grant, tokens};
use crate::{Client, Error, Happened, Provider, seal};
use serde_json::Value;

impl Provider {
    pub(crate) async fn refresh(
        &self,
        client: &Client,
        params: &Params,
        address: Option<&str>,
    ) -> Result<Value, Stop> {
        let text =
            params.get("refresh_token").ok_or(denied("invalid_request", "refresh_token is missing"))?;
        if params.get("scope").is_some_and(|scope| scope.split_whitespace().any(|word| word != "openid")) {
            return Err(denied("invalid_scope", "only openid was granted").into());
        }
        let presented =
            self.0.seals.read_refresh_token(text).ok_or(invalid_grant("the refresh token is unknown"))?;
        // Look again if another request rotates the family between our read and our write.
        for _ in 0..2 {
            let grant = self.live_grant(client, &presented, address).await?;
            let hash = seal::hash(&presented.text);
            let refresh_token = if seal::is_same(&grant.token_hash, &hash) {
                match self.rotate(&grant, &presented, hash).await? {
                    Some(successor) => successor,
                    None => continue,
                }
            } else {
                match self.successor_in_grace(&grant, &presented, &hash) {
                    Some(successor) => successor,
                    None => return Err(self.reused(&grant, address).await?),
                }
            };
            let issued = self.issue(&grant.session, client, grant.id, None)?;
            return Ok(tokens(issued, &refresh_token));
        }
        Err(invalid_grant("the session has ended"))
    }

    async fn live_grant(
        &self,
        client: &Client,
        presented: &RefreshToken,
        address: Option<&str>,
    ) -> Result<Grant, Stop> {
        let grant = store::find(&self.0.db, presented.grant).await?;
        let grant = grant.ok_or(invalid_grant("the session has ended"))?;
        if grant.client_id != client.id {
            return Err(invalid_grant("the refresh token was issued to another client"));
        }
        let is_alive =
            grant.ended_at.is_none() && grant.session.is_alive(self.now(), self.0.settings.session_idle);
        if !is_alive || !self.is_active(&grant.session, address).await? {
            return Err(invalid_grant("the session has ended"));
        }
        if !self.may_use(grant.session.subject, &client.id).await? {
            return Err(invalid_grant("this person's roles no longer open this application"));
        }
        Ok(grant)
    }

    /// `None` if another request just rotated it.
    async fn rotate(
        &self,
        grant: &Grant,
        presented: &RefreshToken,
        hash: Vec<u8>,
    ) -> Result<Option<String>, Error> {
        let successor = self.0.seals.new_refresh_token(&self.0.given, grant.id);
        let sealed = self
            .0
            .seals
            .seal(&self.0.given, &purpose(presented), &grant.id.to_string(), successor.text.as_bytes())
            .ok_or(Error::Keys("aws-lc cannot seal"))?;
        let mut tx = self.0.db.begin_write().await?;
        let new_hash = seal::hash(&successor.text);
        if !store::rotate(&mut tx, grant.id, hash, new_hash, sealed, self.now()).await? {
            return Ok(None);
        }
        self.touch(&mut tx, &grant.session).await?;
        tx.commit().await?;
        Ok(Some(successor.text))
    }

    fn successor_in_grace(&self, grant: &Grant, presented: &RefreshToken, hash: &[u8]) -> Option<String> {
        let is_previous = seal::is_same(grant.previous_hash.as_deref()?, hash);
        let is_in_grace = self.now().duration_since(grant.rotated_at?) <= self.0.settings.refresh_grace;
        if !is_previous || !is_in_grace {
            return None;
        }
        let sealed = grant.successor.as_deref()?;
        let text = self.0.seals.open(&purpose(presented), &grant.id.to_string(), sealed)?;
        String::from_utf8(text).ok()
    }

    async fn reused(&self, grant: &Grant, address: Option<&str>) -> Result<Stop, Error> {
        if self.end_grant(grant.id).await? {
            let whose = Whose::of(&grant.session, Some(&grant.client_id));
            self.record(Happened::RefreshReused, whose, address).await;
        }
        Ok(invalid_grant("the refresh token was already used"))
    }
}

/// A successor is sealed with the token it replaces, so the sealing key and the database alone don't reveal it.
fn purpose(presented: &RefreshToken) -> String {
    format!("successor of {}", presented.text)
}

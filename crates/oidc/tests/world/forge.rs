//! Tokens the provider would never issue, signed with its own key, read from the database with the operator's sealing
//! key.

use super::{SEALING_KEY, World};
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use aws_lc_rs::{hmac, rand::SystemRandom};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::Value;

impl World {
    async fn private_key(&self) -> EcdsaKeyPair {
        let (kid, sealed): (String, Vec<u8>) = self
            .db
            .one("SELECT kid, sealed FROM oidc_key WHERE generation = 1", db::params![])
            .await
            .unwrap();
        let master = hmac::Key::new(hmac::HMAC_SHA256, &SEALING_KEY);
        let key = hmac::sign(&master, b"oidc/seal/1/signing-key");
        let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, key.as_ref()).unwrap());
        let (nonce, rest) = sealed.split_at(NONCE_LEN);
        let nonce = Nonce::try_assume_unique_for_key(nonce).unwrap();
        let mut rest = rest.to_vec();
        let der = key.open_in_place(nonce, Aad::from(kid.as_bytes()), &mut rest).unwrap();
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, der).unwrap()
    }

    /// A token like the given one, with its header and claims altered and a good signature.
    pub(crate) async fn forge(&self, token: &str, alter: impl Fn(&mut Value, &mut Value)) -> String {
        let message = self.altered(token, alter);
        let signature = self.private_key().await.sign(&SystemRandom::new(), message.as_bytes()).unwrap();
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    /// The same, signed with HMAC under the public key, as anyone can read it.
    pub(crate) async fn forge_with_public_key(
        &self,
        token: &str,
        alter: impl Fn(&mut Value, &mut Value),
    ) -> String {
        let message = self.altered(token, alter);
        let public = hmac::Key::new(hmac::HMAC_SHA256, self.private_key().await.public_key().as_ref());
        let signature = hmac::sign(&public, message.as_bytes());
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    /// The same without any signature.
    pub(crate) fn altered(&self, token: &str, alter: impl Fn(&mut Value, &mut Value)) -> String {
        let mut parts = token.split('.').map(|part| {
            let json = URL_SAFE_NO_PAD.decode(part).unwrap();
            serde_json::from_slice::<Value>(&json).unwrap_or_default()
        });
        let (mut header, mut claims) = (parts.next().unwrap(), parts.next().unwrap());
        alter(&mut header, &mut claims);
        let encode = |json: Value| URL_SAFE_NO_PAD.encode(json.to_string());
        format!("{}.{}", encode(header), encode(claims))
    }
}

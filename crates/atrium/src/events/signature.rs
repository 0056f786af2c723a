//! How messages are signed: per Standard Webhooks (standardwebhooks.com), so receivers can check them with its libraries.

use crate::shared::clock::Randomness;
use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;

const PREFIX: &str = "whsec_";

/// A new secret, as receivers enter it.
pub(super) fn new_secret(randomness: &Randomness) -> String {
    let mut bytes = [0; 32];
    randomness.fill(&mut bytes);
    format!("{PREFIX}{}", STANDARD.encode(bytes))
}

/// The `webhook-signature` header: one signature per secret. None if a secret isn't one of ours.
pub(super) fn header(secrets: &[String], id: &str, at: Timestamp, body: &[u8]) -> Option<String> {
    let start = format!("{id}.{}.", at.as_second());
    let sign = |secret: &String| {
        let key = STANDARD.decode(secret.strip_prefix(PREFIX)?).ok()?;
        let mut context = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, &key));
        context.update(start.as_bytes());
        context.update(body);
        Some(format!("v1,{}", STANDARD.encode(context.sign())))
    };
    let signatures: Option<Vec<String>> = secrets.iter().map(sign).collect();
    Some(signatures?.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example that the specification gives.
    #[test]
    fn the_specifications_example_is_signed_as_it_says() {
        let secrets = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned()];
        let at = Timestamp::from_second(1_614_265_330).unwrap();
        let body = br#"{"test": 2432232314}"#;
        let signed = header(&secrets, "msg_p5jXN8AQM9LWM0D4loKWxJek", at, body).unwrap();
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        let both = [secrets[0].clone(), new_secret(&Randomness::seeded("a webhook"))];
        let signed_twice = header(&both, "msg_p5jXN8AQM9LWM0D4loKWxJek", at, body).unwrap();
        assert_eq!(signed_twice.split(' ').next(), Some(signed.as_str()));
        assert_eq!(signed_twice.split(' ').count(), 2);
        assert_eq!(header(&["secret".to_owned()], "id", at, body), None);
    }
}

//! SMS through an HTTP gateway with an API like Twilio's: a form with To, From and Body, posted with basic
//! authentication.

use super::OutgoingNotice;
use crate::config::{BadSetting, Settings};
use crate::shared::outbound::Outbound;
use crate::shared::outbox::Undelivered;
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use uuid::Uuid;

pub(super) struct Gateway {
    outbound: Outbound,
    url: Url,
    account: String,
    token: SecretString,
    from: String,
}

impl Gateway {
    /// `None` when no gateway is set.
    pub(super) fn new(settings: &Settings) -> Result<Option<Gateway>, BadSetting> {
        if settings.sms_url.is_empty() {
            return Ok(None);
        }
        let bad = |name: &str, want: &str| BadSetting(format!("setting {name} must be {want}"));
        let needed = [
            ("sms_account", settings.sms_account.as_str()),
            ("sms_token", settings.sms_token.expose_secret()),
            ("sms_from", settings.sms_from.as_str()),
        ];
        if let Some((name, _)) = needed.iter().find(|(_, value)| value.is_empty()) {
            return Err(bad(name, "set together with sms_url"));
        }
        if !settings
            .sms_account
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        {
            return Err(bad("sms_account", "letters, digits, - and _"));
        }
        let path = format!("/2010-04-01/Accounts/{}/Messages.json", settings.sms_account);
        let url = Url::parse(&format!("{}{path}", settings.sms_url.trim_end_matches('/')))
            .ok()
            .filter(|url| url.has_host() && matches!(url.scheme(), "https" | "http"))
            .ok_or_else(|| bad("sms_url", "https:// and a host"))?;
        Ok(Some(Gateway {
            outbound: Outbound::new(&settings.outbound_allowed_hosts).map_err(BadSetting)?,
            url,
            account: settings.sms_account.clone(),
            token: settings.sms_token.clone(),
            from: settings.sms_from.clone(),
        }))
    }

    pub(super) async fn send(&self, id: Uuid, notice: &OutgoingNotice) -> Result<(), Undelivered> {
        // A sender may be a number or a group of numbers («messaging service»).
        let sender = if self.from.starts_with("MG") { "MessagingServiceSid" } else { "From" };
        let form = [("To", notice.to.as_str()), (sender, &self.from), ("Body", &notice.text)];
        let request = self
            .outbound
            .post(self.url.clone())
            .basic_auth(&self.account, Some(self.token.expose_secret()))
            .header("idempotency-key", id.to_string())
            .form(&form);
        let answer =
            self.outbound.send(request).await.map_err(|failed| Undelivered::Failed(failed.to_string()))?;
        if answer.status.is_success() {
            return Ok(());
        }
        // The gateway's message may repeat the number; its error code doesn't.
        let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        let number = body["code"].as_i64().map_or(String::new(), |code| format!(", {code}"));
        let why = format!("the SMS gateway answered {}{number}", answer.status.as_u16());
        let is_final =
            answer.status.is_client_error() && ![401, 403, 408, 429].contains(&answer.status.as_u16());
        Err(if is_final { Undelivered::Hopeless(why) } else { Undelivered::Failed(why) })
    }
}

//! Mail over SMTP: always TLS, except to a mail server on the same machine. Of a server's reply we keep only its
//! number: the text may repeat the address.

use super::OutgoingNotice;
use super::post::hopeless;
use crate::config::{BadSetting, Settings, is_loopback};
use crate::shared::outbox::Undelivered;
use lettre::message::{Attachment, Mailbox, MultiPart, header};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use secrecy::ExposeSecret;
use std::time::Duration;
use uuid::Uuid;

const LIMIT: Duration = Duration::from_secs(10);

pub(super) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// Our public host name: in `Message-ID` and when we greet a mail server.
    host: String,
}

impl Mailer {
    /// `None` when no mail server is set.
    pub(super) fn new(settings: &Settings) -> Result<Option<Mailer>, BadSetting> {
        let url = settings.smtp_url.expose_secret();
        if url.is_empty() {
            return Ok(None);
        }
        let bad = |name: &str, want: &str| BadSetting(format!("setting {name} must be {want}"));
        let form = "smtps://USER:PASSWORD@HOST:PORT or smtp://USER:PASSWORD@HOST:PORT";
        let from = settings.mail_from.parse();
        let from = from.map_err(|_| bad("mail_from", "an address such as Atrium <no-reply@example.com>"))?;
        let parsed = reqwest::Url::parse(url).map_err(|_| bad("smtp_url", form))?;
        let relay = parsed.host_str().ok_or_else(|| bad("smtp_url", form))?;
        if parsed.query().is_some() || !matches!(parsed.path(), "" | "/") {
            return Err(bad("smtp_url", form));
        }
        // Without encryption, anyone on the way could read the password and every link.
        let is_plain = parsed.scheme() == "smtp" && is_loopback(relay);
        let asked = if parsed.scheme() == "smtp" && !is_plain {
            format!("{}?tls=required", url.trim_end_matches('/'))
        } else {
            url.to_owned()
        };
        let host = host_of(&settings.public_url);
        let builder =
            AsyncSmtpTransport::<Tokio1Executor>::from_url(&asked).map_err(|_| bad("smtp_url", form))?;
        let transport = builder.timeout(Some(LIMIT)).hello_name(ClientId::Domain(host.clone())).build();
        Ok(Some(Mailer { transport, from, host }))
    }

    pub(super) async fn send(&self, id: Uuid, notice: &OutgoingNotice) -> Result<(), Undelivered> {
        let message = self.written(id, notice)?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) => Err(match error.status().map(|code| code.to_string()) {
                // This message will never be accepted; any other error may be temporary.
                Some(code) if ["501", "550", "551", "552", "553", "554", "555"].contains(&code.as_str()) => {
                    Undelivered::Hopeless(format!("the mail server refused it ({code})"))
                }
                Some(code) => Undelivered::Failed(format!("the mail server refused it for now ({code})")),
                None if error.is_tls() => {
                    Undelivered::Failed("the TLS connection to the mail server failed".to_owned())
                }
                None if error.is_timeout() => Undelivered::Failed("the mail server took too long".to_owned()),
                None => Undelivered::Failed("the mail server cannot be reached".to_owned()),
            }),
        }
    }

    /// The same ID gives the same `Message-ID`, so a mail delivered twice shows up once.
    fn written(&self, id: Uuid, notice: &OutgoingNotice) -> Result<Message, Undelivered> {
        let to: Address = notice.to.parse().map_err(|_| hopeless("the recipient is not a mail address"))?;
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(notice.subject.clone().unwrap_or_default())
            .message_id(Some(format!("<{id}@{}>", self.host)))
            .header(header::MIME_VERSION_1_0)
            .header(AutoSubmitted)
            .multipart(body(notice)?)
            .map_err(|_| hopeless("it can't be turned into a mail"))
    }
}

/// Text and HTML, followed by the file, if there is one.
fn body(notice: &OutgoingNotice) -> Result<MultiPart, Undelivered> {
    let words =
        MultiPart::alternative_plain_html(notice.text.clone(), notice.html.clone().unwrap_or_default());
    let Some(file) = &notice.attachment else { return Ok(words) };
    let kind = file.media_type.parse().map_err(|_| hopeless("its attachment has an unknown type"))?;
    let file = Attachment::new(file.name.clone()).body(file.content.clone(), kind);
    Ok(MultiPart::mixed().multipart(words).singlepart(file))
}

/// Says that no person wrote this, so no “out of office” reply comes back (RFC 3834).
#[derive(Clone)]
struct AutoSubmitted;

impl header::Header for AutoSubmitted {
    fn name() -> header::HeaderName {
        header::HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(AutoSubmitted)
    }

    fn display(&self) -> header::HeaderValue {
        header::HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

fn host_of(public_url: &str) -> String {
    let url = reqwest::Url::parse(public_url).ok();
    url.and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_else(|| "localhost".to_owned())
}

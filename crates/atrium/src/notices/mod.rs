//! Mail and SMS to people.
//!
//! - A notice is written in the transaction of the change it's about, in the person's language, and delivered
//!   afterward.
//! - It may contain a code or a link: in the database it is sealed with its message's ID, and emptied once it's
//!   delivered or given up. Only its kind and a masked recipient stay readable. Nothing in it reaches a log.
//! - A tenant can add a paragraph to plain news, in its own words (`own_words.rs`), and never to a warning.
//! - Anything people typed (names) is plain text in it: never markup, never a header.
//! - Production sends by SMTP and by an HTTP gateway ([`Post`]); a demo keeps what it would have sent ([`Collected`]).

mod clock_words;
mod collected;
mod deposit_words;
mod employment_words;
mod gateway;
mod html;
mod kinds;
mod own_words;
mod post;
mod replaced_words;
mod report_words;
mod request_words;
mod smtp;
mod store;
mod stub_words;
mod time_off_words;
mod words;

pub use collected::collector;
pub use kinds::NoticeTextKind;
pub use own_words::{ExampleFacts, MailExample, example};
pub use post::Post;

use own_words::RoomForWords;

use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::phone_hint::phone_hint;
use crate::shared::problem::Problem;
use crate::work::Work;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The outbox topics for notices.
const MAIL: &str = "mail";
const SMS: &str = "sms";

/// What changed in an account, for the notices that tell its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    Name,
    Password,
    /// Requested, not yet confirmed.
    EmailAsked,
    Email,
    Phone,
    PhoneRemoved,
    PasskeyAdded,
    PasskeyRemoved,
    TotpEnabled,
    TotpDisabled,
    RecoveryCodes,
    /// An identity at another provider.
    IdentityLinked,
    IdentityRemoved,
    /// For a calendar program.
    CalendarLinkOpened,
    CalendarLinksRevoked,
    AccountsMerged,
    MergeUndone,
    /// A colleague has the other account's address now.
    MergeUndoneWithoutAddress,
    /// By an administrator, like the four after it.
    SessionsEnded,
    SignInReset,
    Locked,
    Unlocked,
    Username,
    TaxFormsElectronic,
    TaxFormsOnPaper,
    TaxSetup,
    TaxSetupAsked,
    NameOrAddressAsked,
}

impl Changed {
    fn is_by_administrator(self) -> bool {
        use Changed::{Locked, SessionsEnded, SignInReset, Unlocked, Username};
        matches!(self, SessionsEnded | SignInReset | Locked | Unlocked | Username)
    }
}

/// What a company's records changed in an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    Email,
    Phone,
    /// There was none before.
    PhoneAdded,
    PhoneRemoved,
}

/// A mail.
#[derive(Clone, Copy)]
pub enum Letter<'a> {
    /// To an administrator checking that mail arrives.
    Test {
        first_name: &'a str,
    },
    PasswordReset {
        first_name: &'a str,
        link: &'a str,
    },
    /// Goes to a new address; the link confirms it.
    ConfirmEmail {
        first_name: &'a str,
        link: &'a str,
    },
    /// To someone who accepted an invitation.
    Welcome {
        first_name: &'a str,
        username: &'a str,
        tenant_name: &'a str,
        link: &'a str,
    },
    /// A link that signs in without a password.
    SignInLink {
        first_name: &'a str,
        link: &'a str,
    },
    Invitation {
        first_name: &'a str,
        tenant_name: &'a str,
        link: &'a str,
    },
    /// `address` is where the change came from; `not_me` is the link that undoes it if someone else made it.
    Changed {
        first_name: &'a str,
        changed: Changed,
        at: Timestamp,
        address: &'a str,
        not_me: Option<&'a str>,
    },
    /// The company's records have a different address or phone for the account; `not_me` reverts it.
    Replaced {
        first_name: &'a str,
        what: Replaced,
        at: Timestamp,
        not_me: Option<&'a str>,
    },
    /// For administrators: an account has lost its address, because a colleague now has it.
    AddressLost {
        first_name: &'a str,
        owner: &'a str,
        username: &'a str,
        at: Timestamp,
    },
    /// On someone's last day; `link` is where they change their address.
    EmploymentEnds {
        first_name: &'a str,
        company: &'a str,
        last_day: Day,
        open_through: Day,
        link: &'a str,
    },
    /// For administrators: someone left, and their reports have no manager.
    LeftBehind {
        first_name: &'a str,
        manager: &'a str,
        company: &'a str,
        reports: i64,
        requests: i64,
        link: &'a str,
    },
    /// A pay stub can be seen; `link` opens it.
    PayStubHere {
        first_name: &'a str,
        company: &'a str,
        pay_date: Day,
        link: &'a str,
    },
    /// A scheduled report can be opened; `link` leads to it. `report` is its title in the reader's language.
    ReportHere {
        first_name: &'a str,
        report: &'a str,
        company: &'a str,
        is_weekly: bool,
        link: &'a str,
    },
    /// Someone tried a factor too many times. They know the password, or are at an open session.
    WrongFactors {
        first_name: &'a str,
        at: Timestamp,
        address: &'a str,
        not_me: &'a str,
    },
    /// A deposit change was requested; `not_me` freezes it.
    DepositAsked {
        first_name: &'a str,
        lines: &'a [DepositLine],
        at: Timestamp,
        address: &'a str,
        not_me: &'a str,
    },
    DepositFrozen {
        first_name: &'a str,
        at: Timestamp,
    },
    /// For people who look after pay: the owner says someone else requested a deposit change.
    DepositFrozenAlert {
        first_name: &'a str,
        employee: &'a str,
        at: Timestamp,
        link: &'a str,
    },
    /// For the people who decide.
    RequestAsked {
        first_name: &'a str,
        about: RequestAbout,
        employee: &'a str,
        link: &'a str,
    },
    /// The outcome of the reader's own request; `note` is the decider's.
    RequestDecided {
        first_name: &'a str,
        about: RequestAbout,
        is_approved: bool,
        note: &'a str,
    },
    Correction {
        first_name: &'a str,
        news: CorrectionNews,
        facts: &'a CorrectionFacts,
        link: &'a str,
    },
    /// About standing in for a manager who decides on time off.
    Delegation {
        first_name: &'a str,
        news: DelegationNews,
        manager: &'a str,
        days: (Day, Day),
        link: &'a str,
    },
    TimeOff {
        first_name: &'a str,
        news: TimeOffNews,
        facts: &'a TimeOffFacts,
        link: &'a str,
    },
}

/// What to tell the person who covers for a manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelegationNews {
    Given,
    /// Before its last day.
    Ended,
}

/// What happened with a punch correction: the first goes to the people who decide, the others to the employee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorrectionNews {
    Asked,
    Approved,
    Denied,
}

/// The correction a notice is about.
#[derive(Clone, Debug)]
pub struct CorrectionFacts {
    pub employee: String,
    /// The kind of punch, in English and Spanish.
    pub punch: (&'static str, &'static str),
    /// On the company's own clock.
    pub at: jiff::civil::DateTime,
    /// The decider's note to the employee.
    pub answer: String,
    pub decided_by: Option<String>,
}

/// What happened with time off: the first six go to the people who decide, the others to the employee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeOffNews {
    Asked,
    /// Of a type that needs no approval.
    Taken,
    Revised,
    Withdrawn,
    /// It has been waiting for days.
    Waits,
    /// Someone else gave the first of two approvals.
    SecondNeeded,
    Approved,
    Partly,
    Denied,
    /// The first of two approvals.
    HalfApproved,
    Undone,
    Entered,
    RevisedForYou,
    WithdrawnForYou,
}

/// The request a notice is about.
#[derive(Clone, Debug)]
pub struct TimeOffFacts {
    pub employee: String,
    pub type_name: String,
    pub first_day: Day,
    pub last_day: Day,
    /// In minutes of the day, for part of a day.
    pub between: Option<(i64, i64)>,
    /// Which half of each day, in English and Spanish.
    pub half: Option<(&'static str, &'static str)>,
    pub hours: Amount,
    /// Its approved days in order, and their total hours.
    pub approved: (Vec<Day>, Amount),
    /// Whether a calendar file is attached.
    pub has_calendar_file: bool,
    /// The decider's note to the employee.
    pub answer: String,
    /// The person who decided, or who did it for the employee.
    pub by: Option<String>,
}

/// A file attached to a mail. Has no `Debug`, like the mail.
#[derive(Clone, Serialize, Deserialize)]
pub struct Attachment {
    pub name: String,
    pub media_type: String,
    pub content: String,
}

/// What a change request is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestAbout {
    Deposits,
    Profile,
    TaxForms,
}

/// What happened to one account, in a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepositEvent {
    Added,
    Revised,
    Ended,
}

/// One account in a deposit change.
#[derive(Clone, Debug)]
pub struct DepositLine {
    pub event: DepositEvent,
    pub bank_name: String,
    pub last_four: String,
}

/// An SMS.
#[derive(Clone, Copy)]
pub enum Text<'a> {
    Test,
    Code {
        code: &'a str,
    },
    Changed {
        changed: Changed,
    },
    Replaced {
        what: Replaced,
    },
    /// `not_me` freezes the change.
    DepositAsked {
        not_me: &'a str,
    },
}

/// A notice as sent. Has no `Debug`: it would end up in a log.
#[derive(Clone, Serialize, Deserialize)]
struct OutgoingNotice {
    to: String,
    language: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<String>,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attachment: Option<Attachment>,
    /// For a paragraph of the tenant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    room: Option<RoomForWords>,
}

/// Queues a mail to a person. `language` is theirs; anything but `es` is English.
pub fn mail(work: &mut Work, to: &str, language: &str, letter: Letter<'_>) -> Result<(), Problem> {
    mail_with(work, to, language, letter, None)
}

/// Like `mail`, with a file.
pub fn mail_with(
    work: &mut Work,
    to: &str,
    language: &str,
    letter: Letter<'_>,
    attachment: Option<Attachment>,
) -> Result<(), Problem> {
    if is_nowhere(to) {
        return Ok(());
    }
    let notice = OutgoingNotice { attachment, ..written(to, language, letter) };
    owe(work, MAIL, letter.kind(), masked_address(to), &notice)
}

/// Queues one mail per person for many people: (address, language, letter).
pub async fn mail_many(work: &mut Work, letters: &[(&str, &str, Letter<'_>)]) -> Result<(), Problem> {
    let one = |(to, language, letter): &(&str, &str, Letter<'_>)| {
        let visible = json!({ "kind": letter.kind(), "to": masked_address(to) });
        Ok((visible, sealable(&written(to, language, *letter))?))
    };
    let reached = letters.iter().filter(|(to, ..)| !is_nowhere(to));
    let messages = reached.map(one).collect::<Result<_, Problem>>()?;
    Ok(work.send_sealed_many(MAIL, messages).await?)
}

/// A person whose address went to a colleague has none until an administrator enters another (`account/lost_address/`).
fn is_nowhere(to: &str) -> bool {
    to.is_empty()
}

fn written(to: &str, language: &str, letter: Letter<'_>) -> OutgoingNotice {
    let page = words::letter(language, letter);
    let (html, html_room) = html::render(&page);
    let text = page.text_room();
    OutgoingNotice {
        to: to.to_owned(),
        language: language.to_owned(),
        subject: Some(page.subject.clone()),
        text: page.text(),
        html: Some(html),
        attachment: None,
        room: NoticeTextKind::of(&letter).map(|kind| RoomForWords { kind, text, html: html_room }),
    }
}

/// Queues an SMS to a person.
pub fn sms(work: &mut Work, to: &str, language: &str, text: Text<'_>) -> Result<(), Problem> {
    owe(work, SMS, text.kind(), phone_hint(to), &texted(to, language, text))
}

/// Queues one SMS per person for many people: (phone, language, text).
pub async fn sms_many(work: &mut Work, texts: &[(&str, &str, Text<'_>)]) -> Result<(), Problem> {
    let one = |(to, language, text): &(&str, &str, Text<'_>)| {
        let visible = json!({ "kind": text.kind(), "to": phone_hint(to) });
        Ok((visible, sealable(&texted(to, language, *text))?))
    };
    let messages = texts.iter().map(one).collect::<Result<_, Problem>>()?;
    Ok(work.send_sealed_many(SMS, messages).await?)
}

fn texted(to: &str, language: &str, text: Text<'_>) -> OutgoingNotice {
    OutgoingNotice {
        to: to.to_owned(),
        language: language.to_owned(),
        subject: None,
        text: words::text(language, text),
        html: None,
        attachment: None,
        room: None,
    }
}

fn owe(
    work: &mut Work,
    topic: &'static str,
    kind: &str,
    to: String,
    notice: &OutgoingNotice,
) -> Result<(), Problem> {
    work.send_sealed(topic, json!({ "kind": kind, "to": to }), &sealable(notice)?);
    Ok(())
}

fn sealable(notice: &OutgoingNotice) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(notice).map_err(|error| Problem::Internal(error.to_string()))
}

impl Letter<'_> {
    fn kind(&self) -> &'static str {
        match self {
            Letter::Test { .. } => "test",
            Letter::PasswordReset { .. } => "password_reset",
            Letter::ConfirmEmail { .. } => "confirm_email",
            Letter::Welcome { .. } => "welcome",
            Letter::SignInLink { .. } => "sign_in_link",
            Letter::Invitation { .. } => "invitation",
            Letter::Changed { changed, .. } => changed.kind(),
            Letter::Replaced { what, .. } => what.kind(),
            Letter::AddressLost { .. } => "address_lost",
            Letter::EmploymentEnds { .. } => "employment_ends",
            Letter::LeftBehind { .. } => "left_behind",
            Letter::PayStubHere { .. } => "pay_stub_here",
            Letter::ReportHere { .. } => "report_here",
            Letter::WrongFactors { .. } => "wrong_factors",
            Letter::DepositAsked { .. } => "deposit_asked",
            Letter::DepositFrozen { .. } => "deposit_frozen",
            Letter::DepositFrozenAlert { .. } => "deposit_frozen_alert",
            Letter::RequestAsked { .. } => "request_asked",
            Letter::RequestDecided { .. } => "request_decided",
            Letter::Correction { news: CorrectionNews::Asked, .. } => "correction_asked",
            Letter::Correction { news: CorrectionNews::Approved, .. } => "correction_approved",
            Letter::Correction { news: CorrectionNews::Denied, .. } => "correction_denied",
            Letter::Delegation { news: DelegationNews::Given, .. } => "time_off_delegated",
            Letter::Delegation { news: DelegationNews::Ended, .. } => "time_off_delegation_ended",
            Letter::TimeOff { news, .. } => news.kind(),
        }
    }
}

impl Text<'_> {
    fn kind(&self) -> &'static str {
        match self {
            Text::Test => "test",
            Text::Code { .. } => "code",
            Text::Changed { changed } => changed.kind(),
            Text::Replaced { what } => what.kind(),
            Text::DepositAsked { .. } => "deposit_asked",
        }
    }
}

impl Replaced {
    fn kind(self) -> &'static str {
        match self {
            Replaced::Email => "email_replaced",
            Replaced::Phone | Replaced::PhoneAdded | Replaced::PhoneRemoved => "phone_replaced",
        }
    }
}

impl TimeOffNews {
    fn kind(self) -> &'static str {
        match self {
            TimeOffNews::Asked => "time_off_asked",
            TimeOffNews::Taken => "time_off_taken",
            TimeOffNews::Revised => "time_off_revised",
            TimeOffNews::Withdrawn => "time_off_withdrawn",
            TimeOffNews::Waits => "time_off_waits",
            TimeOffNews::SecondNeeded => "time_off_second_needed",
            TimeOffNews::Approved => "time_off_approved",
            TimeOffNews::Partly => "time_off_partly_approved",
            TimeOffNews::Denied => "time_off_denied",
            TimeOffNews::HalfApproved => "time_off_half_approved",
            TimeOffNews::Undone => "time_off_undone",
            TimeOffNews::Entered => "time_off_entered",
            TimeOffNews::RevisedForYou => "time_off_revised_for_you",
            TimeOffNews::WithdrawnForYou => "time_off_withdrawn_for_you",
        }
    }
}

impl Changed {
    fn kind(self) -> &'static str {
        match self {
            Changed::Name => "name_changed",
            Changed::Password => "password_changed",
            Changed::EmailAsked => "email_asked",
            Changed::Email => "email_changed",
            Changed::Phone => "phone_changed",
            Changed::PhoneRemoved => "phone_removed",
            Changed::PasskeyAdded => "passkey_added",
            Changed::PasskeyRemoved => "passkey_removed",
            Changed::TotpEnabled => "totp_enabled",
            Changed::TotpDisabled => "totp_disabled",
            Changed::RecoveryCodes => "recovery_codes_renewed",
            Changed::IdentityLinked => "identity_linked",
            Changed::IdentityRemoved => "identity_removed",
            Changed::CalendarLinkOpened => "calendar_link_opened",
            Changed::CalendarLinksRevoked => "calendar_links_revoked",
            Changed::AccountsMerged => "accounts_merged",
            Changed::MergeUndone | Changed::MergeUndoneWithoutAddress => "merge_undone",
            Changed::TaxFormsElectronic => "tax_forms_electronic",
            Changed::SessionsEnded => "sessions_ended",
            Changed::SignInReset => "sign_in_reset",
            Changed::Locked => "account_locked",
            Changed::Unlocked => "account_unlocked",
            Changed::Username => "username_changed",
            Changed::TaxFormsOnPaper => "tax_forms_on_paper",
            Changed::TaxSetup => "tax_setup",
            Changed::TaxSetupAsked => "tax_setup_asked",
            Changed::NameOrAddressAsked => "name_or_address_asked",
        }
    }
}

/// `a•••@example.com`: enough to tell who a message was for.
fn masked_address(address: &str) -> String {
    let (name, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let first: String = name.chars().take(1).collect();
    format!("{first}•••@{domain}")
}

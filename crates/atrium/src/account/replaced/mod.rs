//! When an operator's file replaces an account's own address or phone. The account gets the same protection no matter
//! who replaced it.
//!
//! - Deposit changes requested soon after need a second look, and a new phone proves nothing for a day.
//! - The previous mailbox is told, with the link that undoes it; the new one is told too.
//! - So is the previous phone.
//! - If no one has signed in yet, the mailbox and phone may never have been the owner's (this is how people fix a
//!   file). They get no link, links already sent there are void, and an open invitation goes to the new address
//!   instead.

mod store;

use super::links::{self, ALARM_LIFE, Invited, LinkKind};
use crate::app::App;
use crate::notices::{self, Letter, Replaced as What, Text};
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Tx;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

pub struct ReplacedContact {
    pub person: PersonId,
    /// email or phone.
    pub kind: &'static str,
    pub old: Option<String>,
}

pub async fn note_replaced(
    work: &mut Work,
    tenant: TenantId,
    replaced: &[ReplacedContact],
) -> Result<(), Problem> {
    let now = work.now();
    let rows: Vec<(Uuid, &ReplacedContact)> = replaced.iter().map(|one| (work.new_id(), one)).collect();
    Ok(store::note(work.tx(), tenant, &rows, now).await?)
}

/// An account whose mail or codes now go elsewhere, with its current name and language.
pub struct MovedAccount {
    pub person: PersonId,
    pub first_name: String,
    pub language: &'static str,
    /// Before and now; the same if only the phone changed.
    pub email: (String, String),
    pub phone: (Option<String>, Option<String>),
}

impl MovedAccount {
    fn has_new_email(&self) -> bool {
        self.email.0 != self.email.1
    }

    fn of_phone(&self) -> Option<What> {
        match &self.phone {
            (old, new) if old == new => None,
            (None, _) => Some(What::PhoneAdded),
            (_, None) => Some(What::PhoneRemoved),
            _ => Some(What::Phone),
        }
    }
}

/// What we know about these accounts besides what moved.
struct KnownAccounts {
    in_use: HashSet<PersonId>,
    /// People with an open invitation.
    invited: HashSet<PersonId>,
    /// The address before the first of several recent changes: a later one may be a thief's.
    emails: HashMap<PersonId, Option<String>>,
    phones: HashMap<PersonId, Option<String>>,
}

impl KnownAccounts {
    fn mailbox<'a>(&'a self, one: &'a MovedAccount) -> &'a str {
        self.emails.get(&one.person).and_then(Option::as_deref).unwrap_or(&one.email.0)
    }

    /// If an address is back in use, there's nothing to undo.
    fn may_take_back(&self, one: &MovedAccount, what: What) -> bool {
        let is_back = match what {
            What::Email => self.mailbox(one) == one.email.1,
            _ => self.phones.get(&one.person).unwrap_or(&one.phone.0) == &one.phone.1,
        };
        self.in_use.contains(&one.person) && !is_back
    }
}

/// Whether someone can already sign in to the account.
pub(super) async fn is_in_use(tx: &mut Tx, person: PersonId) -> db::Result<bool> {
    Ok(store::in_use(tx, &[person]).await?.contains(&person))
}

/// Handles up to one import chunk in a few statements.
pub async fn tell_replaced(
    app: &App,
    work: &mut Work,
    (tenant, tenant_name): (TenantId, &str),
    moved: &[MovedAccount],
) -> Result<(), Problem> {
    if moved.is_empty() {
        return Ok(());
    }
    let (now, people) = (work.now(), moved.iter().map(|one| one.person).collect::<Vec<_>>());
    let readdressed = moved.iter().filter(|one| one.has_new_email()).map(|one| one.person);
    let readdressed: Vec<PersonId> = readdressed.collect();
    let known = KnownAccounts {
        in_use: store::in_use(work.tx(), &people).await?,
        invited: store::invited(work.tx(), &readdressed, now).await?,
        emails: store::values_before(work.tx(), &people, "email", now - ALARM_LIFE).await?,
        phones: store::values_before(work.tx(), &people, "phone", now - ALARM_LIFE).await?,
    };
    store::retire_links(work.tx(), &readdressed, now).await?;
    let alarms = moved.iter().filter(|one| {
        let of_email = one.has_new_email().then_some(What::Email);
        of_email.into_iter().chain(one.of_phone()).any(|what| known.may_take_back(one, what))
    });
    let alarms: Vec<(PersonId, String)> =
        alarms.map(|one| (one.person, known.mailbox(one).to_owned())).collect();
    let made = links::make_many(app, work, tenant, LinkKind::Alarm, &alarms).await?;
    let alarms: HashMap<PersonId, String> = alarms.into_iter().map(|(person, _)| person).zip(made).collect();
    let (mut letters, mut texts) = (vec![], vec![]);
    for one in moved {
        let alarm = |what| alarms.get(&one.person).filter(|_| known.may_take_back(one, what));
        if one.has_new_email() {
            tell_of_email(one, &known, alarm(What::Email), now, &mut letters);
        }
        if let Some(what) = one.of_phone().filter(|_| known.in_use.contains(&one.person)) {
            tell_of_phone(one, &known, (what, alarm(what)), now, &mut letters);
        }
        if let Some(old) = &one.phone.0 {
            let is_in_use = known.in_use.contains(&one.person);
            let of_email = (is_in_use && one.has_new_email()).then_some(What::Email);
            let heard = of_email.into_iter().chain(one.of_phone());
            texts.extend(heard.map(|what| (old.as_str(), one.language, Text::Replaced { what })));
        }
    }
    notices::mail_many(work, &letters).await?;
    notices::sms_many(work, &texts).await?;
    let again = moved.iter().filter(|one| known.invited.contains(&one.person)).map(|one| Invited {
        id: one.person,
        first_name: one.first_name.clone(),
        email: one.email.1.clone(),
        language: one.language,
    });
    links::invite_many(app, work, tenant, tenant_name, &again.collect::<Vec<_>>()).await
}

type Letters<'a> = Vec<(&'a str, &'a str, Letter<'a>)>;

fn tell_of_email<'a>(
    one: &'a MovedAccount,
    known: &'a KnownAccounts,
    alarm: Option<&'a String>,
    at: jiff::Timestamp,
    letters: &mut Letters<'a>,
) {
    let letter = |not_me| Letter::Replaced { first_name: &one.first_name, what: What::Email, at, not_me };
    let mailbox = known.mailbox(one);
    letters.extend(alarm.map(|link| (mailbox, one.language, letter(Some(link)))));
    if alarm.is_none() || mailbox != one.email.0 {
        letters.push((one.email.0.as_str(), one.language, letter(None)));
    }
    if !known.invited.contains(&one.person) {
        letters.push((one.email.1.as_str(), one.language, letter(None)));
    }
}

fn tell_of_phone<'a>(
    one: &'a MovedAccount,
    known: &'a KnownAccounts,
    (what, alarm): (What, Option<&'a String>),
    at: jiff::Timestamp,
    letters: &mut Letters<'a>,
) {
    let letter = |not_me| Letter::Replaced { first_name: &one.first_name, what, at, not_me };
    let mailbox = known.mailbox(one);
    letters.push((mailbox, one.language, letter(alarm.map(String::as_str))));
    if mailbox != one.email.1 {
        letters.push((one.email.1.as_str(), one.language, letter(None)));
    }
}

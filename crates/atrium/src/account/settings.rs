//! Account settings: names, e-mail, phone, password, language. Everything but the language takes a fresh factor to
//! change, and the old address and phone are told.

use super::links::{self, ALARM_LIFE, LinkKind};
use super::new_email;
use super::rules::{self, AccountProfile};
use super::store::{self, Person};
use crate::app::App;
use crate::contacts::reach;
use crate::factors::{
    self, Challenge, NeedsProof, NewPassword, ProofPurpose, Proven, Purpose, Whom, check_new_password,
    minimum_length, step_up, write_password,
};
use crate::identity::Identity;
use crate::notices::{self, Changed, Letter, Text};
use crate::shared::id::PersonId;
use crate::shared::phone_hint::phone_hint;
use crate::shared::problem::Problem;
use crate::shared::refusal::SharedRefusal;
use crate::work::{Author, Work};
use serde_json::{Value, json};

pub(super) const LANGUAGES: &[&str] = &["en", "es"];

/// What we know about a person, which doesn't belong in their password.
pub(super) fn context_of(person: &Person) -> Vec<String> {
    let name = person.email.split('@').next().unwrap_or_default();
    let words = [&person.username, &person.first_name, &person.last_name, &person.tenant_name];
    words.into_iter().cloned().chain([name.to_owned()]).collect()
}

/// Tells a person's mailbox and phones about a change, including recently replaced ones; the mailbox also gets the link
/// that undoes it. `old` is an address or a phone that was just replaced.
pub(super) async fn tell(
    app: &App,
    work: &mut Work,
    person: &Person,
    changed: Changed,
    old: Option<&str>,
    address: &str,
) -> Result<(), Problem> {
    let whose = (person.tenant_id, person.id);
    let kind = match changed {
        // A name doesn't open anything.
        Changed::Name => None,
        Changed::Password => Some("password"),
        Changed::Email => Some("email"),
        Changed::Phone | Changed::PhoneRemoved => Some("phone"),
        _ => Some("factor"),
    };
    let (id, now) = (work.new_id(), work.now());
    let replaced = old.filter(|_| changed == Changed::Email);
    let mailbox = mailbox_before(work, person, replaced).await?;
    // Created before the change is recorded, so that it undoes this change too.
    let not_me = links::make(app, work, whose, LinkKind::Alarm, &mailbox).await?;
    if let Some(kind) = kind {
        store::note_change(work.tx(), id, whose, kind, old, now).await?;
    }
    let letter =
        |not_me| Letter::Changed { first_name: &person.first_name, changed, at: now, address, not_me };
    notices::mail(work, &mailbox, &person.language, letter(Some(&not_me)))?;
    if mailbox != person.email {
        notices::mail(work, &person.email, &person.language, letter(None))?;
    }
    // A phone that just replaced another has already received a code.
    let is_about_phone = matches!(changed, Changed::Phone | Changed::PhoneRemoved);
    let reach = reach(work.tx(), person.id, now).await?;
    let knows = reach.phone_in_use.as_ref().filter(|_| is_about_phone);
    for phone in reach.phones.iter().filter(|phone| Some(*phone) != knows) {
        notices::sms(work, phone, &person.language, Text::Changed { changed })?;
    }
    Ok(())
}

/// An address that recently replaced another may be a thief's: links go to the one from before it began.
pub(super) async fn mailbox_before(
    work: &mut Work,
    person: &Person,
    replaced: Option<&str>,
) -> Result<String, Problem> {
    let since = work.now() - ALARM_LIFE;
    let before = store::value_before(work.tx(), person.id, "email", since).await?.flatten();
    Ok(before.or(replaced.map(str::to_owned)).unwrap_or_else(|| person.email.clone()))
}

/// Someone who uses up every attempt with wrong codes knows the password or is at an open session, so the owner is
/// told.
pub async fn warn_of_wrong_factors(app: &App, person: PersonId, address: &str) -> Result<(), Problem> {
    let Some(person) = store::person(&app.db, person).await? else { return Ok(()) };
    let author = Author { tenant: person.tenant_id, person: Some(person.id), address: address.to_owned() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let mailbox = mailbox_before(&mut work, &person, None).await?;
    let not_me =
        links::make(app, &mut work, (person.tenant_id, person.id), LinkKind::Alarm, &mailbox).await?;
    let (first_name, at) = (person.first_name.as_str(), work.now());
    let letter = Letter::WrongFactors { first_name, at, address, not_me: &not_me };
    notices::mail(&mut work, &mailbox, &person.language, letter)?;
    work.record("factor.warned", "person", person.id.0, json!({}));
    Ok(work.commit().await?)
}

/// Tells the mailbox of an account that was merged into another, or is separate again.
pub(super) fn inform(
    work: &mut Work,
    person: &Person,
    changed: Changed,
    not_me: Option<&str>,
    address: &str,
) -> Result<(), Problem> {
    let at = work.now();
    let letter = Letter::Changed { first_name: &person.first_name, changed, at, address, not_me };
    notices::mail(work, &person.email, &person.language, letter)
}

/// An account's new name and address, if they are new.
pub(super) struct ProfileUpdate {
    profile: AccountProfile,
    changes_name: bool,
    changes_email: bool,
}

impl ProfileUpdate {
    pub(super) fn profile(&self) -> &AccountProfile {
        &self.profile
    }
}

/// Colleagues know each other by name: someone who changes theirs could pass for another person.
impl NeedsProof for ProfileUpdate {
    fn purpose(&self) -> Option<ProofPurpose> {
        (self.changes_name || self.changes_email).then_some(ProofPurpose::ChangeProfile)
    }

    fn bound_to(&self) -> Value {
        json!(self.profile)
    }
}

pub(super) async fn plan_profile(
    app: &App,
    person: &Person,
    (first_name, last_name, email): (&str, &str, &str),
) -> Result<ProfileUpdate, Problem> {
    let profile = rules::profile(first_name, last_name, email)?;
    let changes_email = changes_email(app, person, &profile).await?;
    if changes_email {
        new_email::check_free(app, person, &profile.email).await?;
    }
    let changes_name = (&profile.first_name, &profile.last_name) != (&person.first_name, &person.last_name);
    Ok(ProfileUpdate { profile, changes_name, changes_email })
}

/// Applies a profile change. A new e-mail address waits for its link.
pub(super) async fn update_profile(
    app: &App,
    work: &mut Work,
    person: &Person,
    update: &Proven<ProfileUpdate>,
    address: &str,
) -> Result<(), Problem> {
    let profile = &update.profile;
    // If only the address changed, the notice doesn't mention a new name.
    if update.changes_name {
        store::update_names(work.tx(), person.id, &profile.first_name, &profile.last_name).await?;
        work.record("profile.changed", "person", person.id.0, json!({}));
        tell(app, work, person, Changed::Name, None, address).await?;
    }
    if update.changes_email {
        new_email::ask(app, work, person, &profile.email, address).await?;
    }
    Ok(())
}

/// If the address is already waiting, it isn't a new request.
async fn changes_email(app: &App, person: &Person, profile: &AccountProfile) -> Result<bool, Problem> {
    if person.email == profile.email {
        return Ok(false);
    }
    let waiting = new_email::waiting(&app.db, person.id).await?;
    Ok(waiting.is_none_or(|waiting| waiting.email != profile.email))
}

/// A phone to use from now on, once its owner returns the code sent to it.
pub(super) struct NewNumber {
    pub(super) phone: String,
}

impl NeedsProof for NewNumber {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ChangePhone)
    }

    fn bound_to(&self) -> Value {
        json!({ "phone": self.phone })
    }
}

/// The challenge that the code sent to the phone will answer.
pub(super) async fn open_phone(
    app: &App,
    work: &mut Work,
    whom: Whom,
    new: &Proven<NewNumber>,
) -> Result<Challenge, Problem> {
    let bound_to = phone_bound_to(app, &new.phone)?;
    factors::open(app, work.tx(), whom, Purpose::ChangePhone, bound_to, None).await
}

pub(super) fn phone_bound_to(app: &App, phone: &str) -> Result<Vec<u8>, Problem> {
    step_up::hash_of(app, ProofPurpose::ChangePhone, &phone)
}

/// Sets the phone after its owner returns the code sent to it.
pub(super) async fn update_phone(
    app: &App,
    work: &mut Work,
    person: &Person,
    phone: &str,
    address: &str,
) -> Result<(), Problem> {
    let now = work.now();
    store::update_phone(work.tx(), person.id, Some(phone), Some(now)).await?;
    work.record("phone.changed", "person", person.id.0, json!({ "to": phone_hint(phone) }));
    tell(app, work, person, Changed::Phone, person.phone.as_deref(), address).await
}

/// The phone to remove, if there is one.
pub(super) struct RemovedPhone {
    pub(super) phone: Option<String>,
}

impl NeedsProof for RemovedPhone {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RemovePhone)
    }

    fn bound_to(&self) -> Value {
        json!({ "phone": self.phone })
    }
}

pub(super) async fn remove_phone(
    app: &App,
    work: &mut Work,
    person: &Person,
    removed: Proven<RemovedPhone>,
    address: &str,
) -> Result<(), Problem> {
    let Some(phone) = &removed.phone else { return Err(Problem::NotFound) };
    store::update_phone(work.tx(), person.id, None, None).await?;
    factors::check_what_is_left(work.tx(), person.id).await?;
    work.record("phone.removed", "person", person.id.0, json!({ "was": phone_hint(phone) }));
    tell(app, work, person, Changed::PhoneRemoved, Some(phone), address).await
}

/// A new password, by someone who has just typed the current one. Anyone with a second factor proves that too.
pub(super) struct PasswordChange {
    typed: String,
    chosen: NewPassword,
    has_second: bool,
}

impl NeedsProof for PasswordChange {
    fn purpose(&self) -> Option<ProofPurpose> {
        self.has_second.then_some(ProofPurpose::ChangePassword)
    }

    fn bound_to(&self) -> Value {
        json!({ "password": self.typed })
    }
}

/// Hashes before the transaction begins; the caller has already checked the current password.
pub(super) async fn plan_password(
    app: &App,
    identity: &Identity,
    person: &Person,
    new: String,
) -> Result<PasswordChange, Problem> {
    let has_second = factors::has_second(&app.db, person.id).await?;
    let minimum = minimum_length(has_second);
    let context = context_of(person);
    let context: Vec<&str> = context.iter().map(String::as_str).collect();
    let chosen = match check_new_password(&new, minimum, &context) {
        Ok(()) => identity.passwords.choose(new.clone(), &app.randomness).await,
        Err(problem) => Err(problem),
    };
    let chosen = chosen.map_err(|problem| match problem {
        Problem::Refused { code, message, .. } => {
            Problem::Refused { code, field: Some("newPassword"), message }
        }
        other => other,
    })?;
    Ok(PasswordChange { typed: new, chosen, has_second })
}

pub(super) async fn update_password(
    app: &App,
    work: &mut Work,
    person: &Person,
    change: Proven<PasswordChange>,
    address: &str,
) -> Result<(), Problem> {
    let now = work.now();
    write_password(work.tx(), person.tenant_id, person.id, &change.chosen, now).await?;
    factors::retire_challenges(work.tx(), person.id, now).await?;
    work.record("password.changed", "person", person.id.0, json!({ "by": "settings" }));
    // An address a thief requested mustn't take effect later.
    new_email::forget(work, person.id).await?;
    tell(app, work, person, Changed::Password, None, address).await
}

pub(super) async fn update_language(work: &mut Work, person: &Person, language: &str) -> Result<(), Problem> {
    if !LANGUAGES.contains(&language) {
        return Err(SharedRefusal::UnknownLanguage.into());
    }
    store::update_language(work.tx(), person.id, language).await?;
    work.record("language.changed", "person", person.id.0, json!({ "to": language }));
    Ok(())
}

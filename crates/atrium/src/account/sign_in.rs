//! Signing in: with a password, plus a second factor if the tenant wants one; or with a passkey, which is both.

use super::refusal::AccountRefusal;
use super::second_factor::SecondFactor;
use super::store::{self, Person};
use super::{links, settings};
use crate::app::App;
use crate::factors::{
    self, Challenge, CheckedPassword, Demand, Factor, FactorKind, Proof, ProofOutcome, Purpose, TotpSecret,
    Whom,
};
use crate::identity::Identity;
use crate::notices::Changed;
use crate::shared::audit::Event;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::{Author, Work, count_refused_sign_in, record_refusal};
use jiff::SignedDuration;
use serde_json::json;
use uuid::Uuid;

/// How the first step was proved, in the audit trail's words.
const PASSWORD: &str = "password";
const LINK: &str = "link";
/// The `amr` value for a mailed link; RFC 8176 doesn't have one.
pub(super) const MAILED: &str = "mail";

/// How long a device is known after its last sign-in.
const DEVICE_LIFE: SignedDuration = SignedDuration::from_hours(24 * 90);

/// The outcome of a username and a password.
pub(super) enum Tried {
    Welcome(PersonId),
    /// The password fits; one of these must be proved too.
    SecondFactor {
        attempt: Challenge,
        ways: Vec<Factor>,
    },
    /// The password fits, but a second factor must be set up before going on.
    Enroll {
        attempt: Challenge,
    },
    /// No such person, a wrong password, or someone who may not sign in. The answer doesn't say which.
    Refused,
    /// Many guesses were typed under this name, so a password alone may not be enough. The answer doesn't say whether
    /// it was right, or whether anyone has this name.
    Guarded,
    TooMany {
        wait: SignedDuration,
    },
}

/// What was typed, and where.
pub(super) struct TypedCredentials<'a> {
    pub request: &'a str,
    pub name: &'a TypedName,
    pub password: String,
    pub address: &'a str,
    /// The secret of a browser that gave a second factor before.
    pub device: Option<&'a str>,
}

/// A username or an address, as typed, and whose it is.
pub(super) struct TypedName {
    typed: String,
    /// Blank if it's no one's, or more than one person's. No one has a blank username.
    username: String,
}

impl TypedName {
    /// One statement for anything that was typed.
    pub(super) async fn look_up(app: &App, typed: &str) -> Result<TypedName, Problem> {
        let typed = typed.trim();
        let found = store::usernames(&app.db, typed).await?;
        let username = meant(&found, typed).unwrap_or_default().to_owned();
        Ok(TypedName { typed: typed.to_owned(), username })
    }

    /// The name behind a mailed link.
    fn of(person: &Person) -> TypedName {
        TypedName { typed: person.username.clone(), username: person.username.clone() }
    }

    /// Attempts count for the account, however its name was typed.
    fn counted(&self) -> &str {
        if self.username.is_empty() { &self.typed } else { &self.username }
    }
}

/// Whose name this is, among (username, whether the address is theirs). An address means the person whose mailbox it
/// is: otherwise anyone could choose someone else's address as a username and be signed in to, or refused, in their place.
fn meant<'a>(found: &'a [(String, bool)], typed: &str) -> Option<&'a str> {
    let is_same = |(username, _): &&(String, bool)| username.to_lowercase() == typed.to_lowercase();
    let mut owners = found.iter().filter(|(_, is_theirs)| *is_theirs);
    let owner = match (owners.next(), owners.next()) {
        (only, None) => only,
        // Of several people with this address, the one who also uses it as a username.
        _ => found.iter().filter(|(_, is_theirs)| *is_theirs).find(is_same),
    };
    let called = found.iter().find(is_same);
    let has_owner = found.iter().any(|(_, is_theirs)| *is_theirs);
    let meant = if typed.contains('@') && has_owner { owner } else { called.or(owner) };
    meant.map(|(username, _)| username.as_str())
}

pub(super) async fn try_password(
    app: &App,
    identity: &Identity,
    typed: TypedCredentials<'_>,
) -> Result<Tried, Problem> {
    // Someone guessing elsewhere doesn't use up attempts in a browser the owner has used before.
    let known = known_device(app, &typed).await?;
    let (buckets, own) = match (known, typed.device) {
        (Some(_), Some(secret)) => (factors::known_device_buckets(&seal::hash(secret)), 1),
        _ => (factors::sign_in_buckets(typed.name.counted(), typed.address), 2),
    };
    let told = factors::typed_name_buckets(&typed.name.typed, typed.address);
    let verdict = factors::judge(app, &[&buckets[..], &told].concat()).await?;
    if let Some(wait) = verdict.wait {
        return Ok(Tried::TooMany { wait });
    }
    // What was typed decides what a refusal says, never whose it is: typing an address after many guesses at a username
    // would otherwise tell that both belong to one account.
    let unwelcome = || if verdict.is_told { Tried::Guarded } else { Tried::Refused };
    let username = &typed.name.username;
    let checked = factors::check_password(app, &identity.passwords, username, typed.password).await?;
    let (person, tenant, result) = match checked {
        CheckedPassword::Fits(person, tenant) => (person, tenant, None),
        CheckedPassword::Wrong(person, tenant) => (person, tenant, Some("WRONG_PASSWORD")),
        CheckedPassword::Disabled(person, tenant) => (person, tenant, Some("DISABLED")),
        CheckedPassword::Nobody => {
            // An unknown name doesn't belong in any tenant's audit trail.
            let reason = "UNKNOWN_USERNAME";
            tracing::info!(address = typed.address, reason, "a sign-in was refused");
            count_refused_sign_in(reason);
            return Ok(unwelcome());
        }
    };
    let author = Author { tenant, person: Some(person), address: typed.address.to_owned() };
    let is_short_of_factor =
        result.is_none() && verdict.is_guarded && !factors::has_second(&app.db, person).await?;
    if let Some(result) = result.or(is_short_of_factor.then_some("GUARDED")) {
        record_after_answer(app, author, refusal(person, result, "password"));
        return Ok(unwelcome());
    }
    let known = BrowserTrust { is_proved: known == Some(true), needs_second: verdict.is_guarded };
    let mut work = Work::begin(app, &app.db, author).await?;
    // A correct password clears this account's counters; on counters that many accounts share, it just doesn't count.
    // While the account is guarded, it clears nothing: otherwise someone with only the password could end the guard.
    if !verdict.is_guarded {
        factors::clear(app, work.tx(), &buckets[..own]).await?;
    }
    factors::give_back(app, work.tx(), &[&buckets[own..], &told].concat()).await?;
    first_step_done(app, identity, work, (person, typed.request), known, PASSWORD).await
}

/// What we know about the browser, and whether a second factor is due no matter what the tenant says.
struct BrowserTrust {
    is_proved: bool,
    needs_second: bool,
}

/// After the first proof, the person is either in or goes on to the second.
async fn first_step_done(
    app: &App,
    identity: &Identity,
    mut work: Work,
    (person, request): (PersonId, &str),
    known: BrowserTrust,
    by: &'static str,
) -> Result<Tried, Problem> {
    let Some(account) = store::person(&app.db, person).await? else { return Ok(Tried::Refused) };
    let wants_second_factor = match SecondFactor::parse(&account.second_factor) {
        Some(SecondFactor::Always) | None => true,
        Some(SecondFactor::NewDevice) => !known.is_proved,
        Some(SecondFactor::StepUp) => false,
    };
    if !wants_second_factor && !known.needs_second {
        work.record("sign_in.done", "person", person.0, json!({ "by": by }));
        work.commit().await?;
        return Ok(Tried::Welcome(person));
    }
    let whom = Whom { tenant: account.tenant_id, person, session: None };
    let bound_to = binding(request, by);
    let attempt = factors::open(app, work.tx(), whom, Purpose::SignIn, bound_to, None).await?;
    work.commit().await?;
    if !factors::has_second(&app.db, person).await? {
        return Ok(Tried::Enroll { attempt });
    }
    let ways = factors::open_to(app, &identity.passkeys, person, Demand::SecondFactor).await?;
    Ok(Tried::SecondFactor { attempt, ways })
}

/// An attempt is for one client request, and follows one kind of first proof.
fn binding(request: &str, by: &str) -> Vec<u8> {
    if by == LINK { seal::hash(&format!("{request} {LINK}")) } else { seal::hash(request) }
}

/// How this attempt's first step was proved, as an `amr` value. `None` if the attempt is for another request.
pub(super) fn first_method(attempt: &Challenge, request: &str) -> Option<&'static str> {
    let methods = [(PASSWORD, "pwd"), (LINK, MAILED)];
    methods.into_iter().find(|(by, _)| attempt.bound_to == binding(request, by)).map(|(_, method)| method)
}

/// A mailed link in place of a password. Anyone with the mailbox could choose a new password too, so whatever the
/// tenant asks for besides a password, it asks for here. The account's guard ends, because its owner is here.
pub(super) async fn try_link(
    app: &App,
    identity: &Identity,
    (token, request): (&str, &str),
    device: Option<&str>,
    address: &str,
) -> Result<Tried, Problem> {
    let (link, person) = links::look_for_sign_in(app, token).await?;
    let name = &TypedName::of(&person);
    let typed = TypedCredentials { request, name, password: String::new(), address, device };
    let is_proved = known_device(app, &typed).await? == Some(true);
    let author = Author { tenant: link.tenant_id, person: Some(person.id), address: address.to_owned() };
    let mut work = Work::begin(app, &app.db, author).await?;
    links::use_up(&mut work, token).await?;
    let buckets = factors::sign_in_buckets(&person.username, address);
    factors::clear(app, work.tx(), &buckets[..2]).await?;
    let known = BrowserTrust { is_proved, needs_second: false };
    first_step_done(app, identity, work, (person.id, request), known, LINK).await
}

fn refusal(person: PersonId, result: &str, by: &str) -> Event {
    Event {
        action: "sign_in.refused",
        subject_kind: "person",
        subject_id: Some(person.0),
        result: result.to_owned(),
        detail: json!({ "by": by }),
    }
}

/// An unknown name leaves no event. Writing one takes longer than anything else that differs, which would reveal which
/// names exist, so the answer doesn't wait for it (B20).
fn record_after_answer(app: &App, author: Author, event: Event) {
    let app = app.clone();
    tokio::spawn(async move {
        if let Err(error) = record_refusal(&app, &app.db, author, event).await {
            tracing::error!(%error, "a refused sign-in could not be recorded");
        }
    });
}

/// Whether the person named has signed in with this browser before, and whether with a second factor.
async fn known_device(app: &App, typed: &TypedCredentials<'_>) -> Result<Option<bool>, Problem> {
    let Some(secret) = typed.device else { return Ok(None) };
    let since = app.clock.now() - DEVICE_LIFE;
    Ok(store::known_device(&app.db, &typed.name.username, seal::hash(secret), since).await?)
}

/// Whether anyone has signed in with this browser before.
pub(super) async fn is_known_device(app: &App, secret: &str) -> Result<bool, Problem> {
    Ok(store::is_device(&app.db, seal::hash(secret), app.clock.now() - DEVICE_LIFE).await?)
}

/// A sign-in waiting for its second factor.
pub(super) async fn attempt(app: &App, id: &str) -> Result<Challenge, Problem> {
    let id = Uuid::try_parse(id).map_err(|_| gone())?;
    let found = factors::find(app, id, Purpose::SignIn).await?;
    found.filter(|found| found.proved_at.is_none()).ok_or_else(gone)
}

pub(super) fn gone() -> Problem {
    AccountRefusal::AttemptGone.into()
}

/// The second step, for the same request as the first.
pub(super) async fn second_step(
    app: &App,
    identity: &Identity,
    attempt: &Challenge,
    request: &str,
    proof: &Proof,
    address: &str,
) -> Result<ProofOutcome, Problem> {
    if first_method(attempt, request).is_none() || proof.kind == FactorKind::Password {
        return Err(gone());
    }
    let means = (&identity.passkeys, &identity.passwords);
    let actions = ("sign_in.done", "sign_in.refused");
    let outcome = factors::prove(app, means, attempt, proof, address, actions).await?;
    if outcome == (ProofOutcome::Incorrect { tries_left: 0 }) {
        settings::warn_of_wrong_factors(app, attempt.person_id, address).await?;
    }
    Ok(outcome)
}

/// Issues a secret for a browser someone has just signed in with, unless it already has one of theirs.
pub(super) async fn remember_device(
    app: &App,
    person: PersonId,
    device: Option<&str>,
    is_proved: bool,
) -> Result<Option<String>, Problem> {
    let Some(tenant) = store::tenant_of(&app.db, person).await? else { return Ok(None) };
    let now = app.clock.now();
    let mut tx = app.db.begin_write().await?;
    if let Some(secret) = device
        && store::used_device(&mut tx, person, seal::hash(secret), is_proved, now).await?
    {
        tx.commit().await?;
        return Ok(None);
    }
    let secret = seal::new_secret(&app.randomness);
    store::insert_device(&mut tx, (tenant, person), seal::hash(&secret), is_proved, now).await?;
    tx.commit().await?;
    Ok(Some(secret))
}

/// Sets up an authenticator app in the middle of a sign-in: only for someone with no factor at all.
pub(super) async fn begin_enrolment(app: &App, attempt: &Challenge) -> Result<TotpSecret, Problem> {
    let account = enrolling(app, attempt).await?;
    factors::begin_totp_within(app, attempt, &account.username).await
}

pub(super) async fn confirm_enrolment(
    app: &App,
    attempt: &Challenge,
    request: &str,
    code: &str,
    address: &str,
) -> Result<Result<Vec<String>, ProofOutcome>, Problem> {
    if first_method(attempt, request).is_none() {
        return Err(gone());
    }
    let account = enrolling(app, attempt).await?;
    let author = Author { tenant: account.tenant_id, person: Some(account.id), address: address.to_owned() };
    let mut work = match factors::confirm_totp_within(app, attempt, code, author).await? {
        Ok(work) => work,
        Err(outcome) => return Ok(Err(outcome)),
    };
    let codes = factors::new_recovery_codes(app, &mut work, account.tenant_id, account.id).await?;
    // The person who typed the password may not be the owner, so tell the mailbox too.
    settings::tell(app, &mut work, &account, Changed::TotpEnabled, None, address).await?;
    work.record("sign_in.done", "person", account.id.0, json!({ "by": "totp" }));
    work.commit().await?;
    Ok(Ok(codes))
}

async fn enrolling(app: &App, attempt: &Challenge) -> Result<Person, Problem> {
    if factors::has_second(&app.db, attempt.person_id).await? {
        return Err(gone());
    }
    store::person(&app.db, attempt.person_id).await?.ok_or_else(gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_means_whose_mailbox_it_is_and_a_username_whose_name_it_is() {
        let one = |username: &str, is_theirs| (username.to_owned(), is_theirs);
        let (ana, thief) = (one("ana", true), one("Ana@cedar.example", false));
        let with_both = one("ana@cedar.example", true);
        for (found, typed, whose) in [
            (vec![], "ana@cedar.example", None),
            (vec![ana.clone()], "ANA@cedar.example", Some("ana")),
            (vec![thief.clone(), ana.clone()], "ana@cedar.example", Some("ana")),
            (vec![ana.clone(), one("ana.two", true)], "ana@cedar.example", None),
            (vec![ana.clone(), one("ana.two", true), thief.clone()], "ana@cedar.example", None),
            (vec![ana.clone(), with_both], "ana@cedar.example", Some("ana@cedar.example")),
            (vec![thief], "ana@cedar.example", Some("Ana@cedar.example")),
            (vec![one("victor", true), one("ana", false)], "ana", Some("ana")),
        ] {
            assert_eq!(meant(&found, typed), whose, "{found:?}");
        }
    }
}

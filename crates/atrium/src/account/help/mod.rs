//! Helping someone back into their account, for administrators and for the operator at the terminal.
//!
//! - They see how someone signs in and since when, where they are signed in, and what links we sent; never a secret.
//! - They can end sessions, remove a way to sign in, lock, unlock, send a new link, and correct an address or a
//!   username, and for seven days undo a merge (`unmerge.rs`). Removing, unlocking, correcting and undoing take a fresh
//!   factor.
//! - The link goes to the account's own mailbox. An administrator never sees it.
//! - No one does this to themselves. Company administrators do it only for people whose rights all lie within their
//!   companies: a corrected address would otherwise let them take over more rights than they have.
//! - Every address and phone of the account is told, including those replaced in the last 30 days.
//! - A removal signs out everywhere and forgets known browsers. A password that is too short to be the only way in goes
//!   too, and a link is sent in its place.

mod before_proof;
mod graphql;
mod newcomers;
mod sign_in_state;
mod store;
mod unmerge;

pub use graphql::{HelpMutation, HelpQuery};
pub use newcomers::{invite_newcomers, newcomers};
pub use sign_in_state::SignInState;
pub use store::{IS_INVITED, belongs_to, has_rights_in_tenant};
pub use unmerge::{UndoneMerge, undo_merge};

use super::links::{self, LinkKind};
use super::refusal::AccountRefusal;
use super::replaced::{self, MovedAccount, ReplacedContact};
use super::store::{self as accounts, Person};
use super::{new_email, rules, settings};
use crate::access::PeopleScope;
use crate::app::App;
use crate::contacts::reach;
use crate::factors::{self, NeedsProof, ProofPurpose, Proven};
use crate::identity::Identity;
use crate::notices::{self, Changed, Letter, Text};
use crate::shared::id::{PasskeyId, PersonId};
use crate::shared::names;
use crate::shared::problem::{Current, Problem};
use crate::upstreams;
use crate::work::Work;
use db::{Db, Read};
use jiff::Timestamp;
use oidc::{EndedBy, Session};
use serde_json::{Value, json};
use store::{AccountRow, AccountWays, KnownIdentity, KnownPasskey, MergedAccount, SentLink};
use uuid::Uuid;

/// How someone signs in, as administrators see it.
pub struct AccountOverview {
    account: AccountRow,
    ways: AccountWays,
    pub sessions: Vec<Session>,
    sign_in: SignInState,
    /// Whether the administrator may change any of it.
    may_help: bool,
}

impl AccountOverview {
    /// Everything that can be removed, for the terminal.
    pub fn all_factors(&self) -> SignInReset {
        SignInReset {
            passkeys: self.ways.passkeys.iter().map(|passkey| passkey.id).collect(),
            identities: self.ways.identities.iter().map(|identity| identity.id.clone()).collect(),
            has_totp: self.account.totp_since.is_some() || self.account.recovery_codes > 0,
            has_phone: self.account.phone.is_some(),
            sends_link: false,
        }
    }

    /// The newest merge that can still be undone, for the terminal.
    pub fn newest_merge(&self) -> Option<Uuid> {
        self.ways.merged.as_ref().map(|merged| merged.id)
    }
}

pub async fn overview(
    db: &Db,
    identity: &Identity,
    scope: &PeopleScope,
    person: PersonId,
    now: Timestamp,
) -> Result<AccountOverview, Problem> {
    let account = store::account(db, scope, person).await?.ok_or(Problem::NotFound)?;
    let ways = store::ways(db, scope, person, now).await?;
    Ok(AccountOverview {
        sessions: identity.provider.list_sessions(person.0).await.map_err(unavailable)?,
        sign_in: SignInState::of(account.locked_at.is_some(), account.is_in_use(), ways.is_invited),
        ways,
        may_help: check_reach(scope, &account).is_ok(),
        account,
    })
}

fn unavailable(error: oidc::Error) -> Problem {
    Problem::Unavailable(error.to_string())
}

fn check_reach(scope: &PeopleScope, account: &AccountRow) -> Result<(), AccountRefusal> {
    if scope.actor() == Some(account.id) {
        return Err(AccountRefusal::OwnAccount);
    }
    if account.is_beyond { Err(AccountRefusal::BeyondReach) } else { Ok(()) }
}

/// Whether an administrator may change what counts wherever someone works.
pub async fn check_within_reach(
    from: impl Read,
    scope: &PeopleScope,
    person: PersonId,
) -> Result<(), Problem> {
    let account = store::account(from, scope, person).await?.ok_or(Problem::NotFound)?;
    if account.is_beyond { Err(AccountRefusal::BeyondReach.into()) } else { Ok(()) }
}

/// The account, locked for a change.
async fn to_change(work: &mut Work, scope: &PeopleScope, person: PersonId) -> Result<AccountRow, Problem> {
    store::take_turn(work.tx(), scope, person).await?;
    let account = store::account(work.tx(), scope, person).await?.ok_or(Problem::NotFound)?;
    check_reach(scope, &account)?;
    Ok(account)
}

/// Tells every address and phone. There's nothing a link could undo.
async fn tell(work: &mut Work, account: &AccountRow, changed: Changed) -> Result<(), Problem> {
    let now = work.now();
    let reach = reach(work.tx(), account.id, now).await?;
    for to in &reach.addresses {
        let first_name = reach.first_name.as_str();
        let letter = Letter::Changed { first_name, changed, at: now, address: "", not_me: None };
        notices::mail(work, to, &reach.language, letter)?;
    }
    for phone in &reach.phones {
        notices::sms(work, phone, &reach.language, Text::Changed { changed })?;
    }
    Ok(())
}

/// The notice whose link undoes a change goes to one mailbox. Addresses replaced before, and those of merged accounts, are
/// told, too.
async fn tell_older_addresses(
    work: &mut Work,
    account: &AccountRow,
    changed: Changed,
) -> Result<(), Problem> {
    let now = work.now();
    let first = settings::mailbox_before(work, &account.person(), None).await?;
    let reach = reach(work.tx(), account.id, now).await?;
    for to in reach.addresses.iter().filter(|to| **to != first && **to != account.email) {
        let first_name = account.first_name.as_str();
        let letter = Letter::Changed { first_name, changed, at: now, address: "", not_me: None };
        notices::mail(work, to, &account.language, letter)?;
    }
    Ok(())
}

/// Ends a session, or all of them. They end once this is committed: `sign_out`.
pub async fn end_sessions(
    work: &mut Work,
    scope: &PeopleScope,
    person: PersonId,
    session: Option<Uuid>,
) -> Result<(), Problem> {
    let account = to_change(work, scope, person).await?;
    let action = if session.is_some() { "session.ended" } else { "sessions.ended" };
    work.record(action, "person", person.0, json!({ "session": session, "by": "administrator" }));
    tell(work, &account, Changed::SessionsEnded).await
}

/// After the change is committed: a session that ended earlier is nothing to complain about.
pub async fn sign_out(
    identity: &Identity,
    person: PersonId,
    session: Option<Uuid>,
    by: EndedBy,
) -> Result<(), Problem> {
    match session {
        Some(session) => identity.provider.end_session(person.0, session, by).await.map(drop),
        None => identity.provider.end_all(person.0, None, by).await.map(drop),
    }
    .map_err(unavailable)
}

/// Keeps someone from signing in, until `unlock`. Their links stop working, and `sign_out` ends their sessions.
pub async fn lock(work: &mut Work, scope: &PeopleScope, person: PersonId) -> Result<(), Problem> {
    // Two administrators who lock each other: the second sees the first one's change.
    store::take_turns(work.tx(), scope).await?;
    let account = to_change(work, scope, person).await?;
    if account.locked_at.is_some() {
        return Ok(());
    }
    // What has begun where a day begins last has begun everywhere.
    let (now, today) = (work.now(), work.today("Etc/GMT+12"));
    if store::is_administrator(work.tx(), scope, person, today).await?
        && !store::has_other_administrator(work.tx(), scope, person, today).await?
    {
        return Err(AccountRefusal::LastAdministrator.into());
    }
    store::set_locked(work.tx(), scope, person, Some(now)).await?;
    void_links(work, person).await?;
    work.record("account.locked", "person", person.0, json!({}));
    tell(work, &account, Changed::Locked).await
}

/// A locked account to open again.
pub struct UnlockedAccount {
    pub person: PersonId,
}

impl NeedsProof for UnlockedAccount {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::UnlockAccount)
    }

    fn bound_to(&self) -> Value {
        json!([self.person])
    }
}

pub async fn unlock(
    work: &mut Work,
    scope: &PeopleScope,
    unlocked: Proven<UnlockedAccount>,
) -> Result<(), Problem> {
    let person = unlocked.person;
    let account = to_change(work, scope, person).await?;
    if account.locked_at.is_none() {
        return Ok(());
    }
    store::set_locked(work.tx(), scope, person, None).await?;
    work.record("account.unlocked", "person", person.0, json!({}));
    tell(work, &account, Changed::Unlocked).await
}

/// Whatever could still open or move the account: mailed links, half-finished sign-ins, an address someone asked for.
async fn void_links(work: &mut Work, person: PersonId) -> Result<(), Problem> {
    let now = work.now();
    for kind in [LinkKind::Reset, LinkKind::Invitation, LinkKind::SignIn] {
        accounts::retire_links(work.tx(), person, kind, now).await?;
    }
    new_email::forget(work, person).await?;
    Ok(factors::retire_challenges(work.tx(), person, now).await?)
}

/// Which ways to sign in go.
#[derive(Clone, Debug, Default)]
pub struct SignInReset {
    pub passkeys: Vec<PasskeyId>,
    pub identities: Vec<String>,
    /// The authenticator app with its recovery codes.
    pub has_totp: bool,
    pub has_phone: bool,
    pub sends_link: bool,
}

impl SignInReset {
    fn removes_something(&self) -> bool {
        !self.passkeys.is_empty() || !self.identities.is_empty() || self.has_totp || self.has_phone
    }
}

/// Someone's ways to sign in to remove.
pub struct ResetOfSignIn {
    pub person: PersonId,
    pub reset: SignInReset,
}

impl NeedsProof for ResetOfSignIn {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ResetSignIn)
    }

    fn bound_to(&self) -> Value {
        let SignInReset { passkeys, identities, has_totp, has_phone, sends_link } = &self.reset;
        json!([self.person, passkeys, identities, has_totp, has_phone, sends_link])
    }
}

fn check_removal(reset: &SignInReset) -> Result<(), AccountRefusal> {
    if reset.removes_something() { Ok(()) } else { Err(AccountRefusal::NothingToRemove) }
}

fn checked_name(given: &SignInName) -> Result<SignInName, AccountRefusal> {
    Ok(SignInName { email: rules::email(&given.email)?, username: rules::username(&given.username)? })
}

fn check_username(there: &SignInName, given: &SignInName) -> Result<(), AccountRefusal> {
    let is_fine = given.username == there.username || names::is_own_username(&given.username, &given.email);
    if is_fine { Ok(()) } else { Err(AccountRefusal::ForeignUsername) }
}

/// Removes ways to sign in, and mails a link to begin again. `sign_out` ends the sessions.
pub async fn reset_sign_in(
    app: &App,
    work: &mut Work,
    scope: &PeopleScope,
    reset: Proven<ResetOfSignIn>,
) -> Result<(), Problem> {
    let ResetOfSignIn { person, reset } = reset.into_change();
    check_removal(&reset)?;
    let account = to_change(work, scope, person).await?;
    let now = work.now();
    void_links(work, person).await?;
    if reset.has_phone {
        let phone = account.phone.as_deref().ok_or(Problem::NotFound)?;
        let (id, whose) = (work.new_id(), (account.tenant_id, person));
        accounts::note_change(work.tx(), id, whose, "phone", Some(phone), now).await?;
        accounts::update_phone(work.tx(), person, None, None).await?;
    }
    for passkey in &reset.passkeys {
        factors::take_passkey(work.tx(), person, *passkey).await?;
    }
    if reset.has_totp {
        factors::take_totp(work.tx(), person).await?;
    }
    for identity in &reset.identities {
        upstreams::take_identity(work, person, identity).await?;
    }
    store::forget_devices(work.tx(), scope, person).await?;
    let has_password = !factors::drop_weak_password(work.tx(), person).await?;
    let detail = json!({
        "passkeys": reset.passkeys.len(), "identities": reset.identities.len(), "totp": reset.has_totp,
        "phone": reset.has_phone, "password": !has_password,
    });
    work.record("account.sign_in_reset", "person", person.0, detail);
    let owner = account.person();
    settings::tell(app, work, &owner, Changed::SignInReset, None, "").await?;
    tell_older_addresses(work, &account, Changed::SignInReset).await?;
    if reset.sends_link || !factors::has_a_way_in(work.tx(), person).await? {
        mail_link(app, work, &account).await?;
    }
    Ok(())
}

/// Mails a link to choose a password: an invitation to someone who never signed in. The terminal also shows it.
pub async fn send_link(
    app: &App,
    work: &mut Work,
    scope: &PeopleScope,
    person: PersonId,
) -> Result<String, Problem> {
    let account = to_change(work, scope, person).await?;
    mail_link(app, work, &account).await
}

async fn mail_link(app: &App, work: &mut Work, account: &AccountRow) -> Result<String, Problem> {
    if account.locked_at.is_some() {
        return Err(AccountRefusal::Locked.into());
    }
    if account.email.is_empty() {
        return Err(AccountRefusal::NoAddress.into());
    }
    let is_new = !account.is_in_use();
    let kind = if is_new { LinkKind::Invitation } else { LinkKind::Reset };
    let whose = (account.tenant_id, account.id);
    let link = links::make(app, work, whose, kind, &account.email).await?;
    let (first_name, tenant_name) = (account.first_name.as_str(), account.tenant_name.as_str());
    let letter = match is_new {
        true => Letter::Invitation { first_name, tenant_name, link: &link },
        false => Letter::PasswordReset { first_name, link: &link },
    };
    notices::mail(work, &account.email, &account.language, letter)?;
    let action = if is_new { "person.invited" } else { "account.link_sent" };
    work.record(action, "person", account.id.0, json!({}));
    Ok(link)
}

/// The address and the name someone signs in with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInName {
    pub email: String,
    pub username: String,
}

impl Current for SignInName {
    fn on_wire(&self) -> Value {
        json!({ "email": self.email, "username": self.username })
    }
}

/// Someone's sign-in name to correct; without what was shown, whatever it is now.
pub struct CorrectedSignIn {
    pub person: PersonId,
    pub given: SignInName,
    pub shown: Option<SignInName>,
}

impl NeedsProof for CorrectedSignIn {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::CorrectSignInName)
    }

    fn bound_to(&self) -> Value {
        json!([self.person, self.given.on_wire(), self.shown.as_ref().map(SignInName::on_wire)])
    }
}

/// Corrects them from what was shown. Someone who was faster is shown to the second.
pub async fn correct(
    app: &App,
    work: &mut Work,
    scope: &PeopleScope,
    corrected: Proven<CorrectedSignIn>,
) -> Result<(), Problem> {
    let CorrectedSignIn { person, given, shown } = corrected.into_change();
    let given = checked_name(&given)?;
    let account = to_change(work, scope, person).await?;
    let there = account.sign_in_name();
    if shown.is_some_and(|shown| shown != there) {
        return Err(Problem::conflict(there));
    }
    check_username(&there, &given)?;
    check_domains(work.tx(), scope, &account, &given).await?;
    if given.username != there.username {
        rename(work, scope, &account, &given.username).await?;
    }
    if given.email != there.email {
        readdress(app, work, &account, given.email).await?;
    }
    Ok(())
}

/// The names an account shows. Those on file at a company are in `profile/`.
pub async fn set_names(
    work: &mut Work,
    scope: &PeopleScope,
    person: PersonId,
    (first_name, last_name): (&str, &str),
) -> Result<(), Problem> {
    let account = to_change(work, scope, person).await?;
    let given = rules::profile(first_name, last_name, &account.email)?;
    if (given.first_name.as_str(), given.last_name.as_str())
        == (account.first_name.as_str(), account.last_name.as_str())
    {
        return Ok(());
    }
    accounts::update_names(work.tx(), person, &given.first_name, &given.last_name).await?;
    work.record("profile.changed", "person", person.0, json!({ "by": "administrator" }));
    tell(work, &account, Changed::Name).await
}

/// What someone would type to sign in must not lead them to another tenant's provider.
async fn check_domains(
    from: impl Read,
    scope: &PeopleScope,
    account: &AccountRow,
    given: &SignInName,
) -> Result<(), Problem> {
    let there = account.sign_in_name();
    let changed = [
        ("email", given.email.as_str(), given.email != there.email),
        ("username", given.username.as_str(), given.username != there.username),
    ];
    let typed = changed.into_iter().filter(|(.., is_new)| *is_new).map(|(field, typed, _)| (field, typed));
    upstreams::check_domains(from, scope, &typed.collect::<Vec<_>>()).await
}

async fn rename(
    work: &mut Work,
    scope: &PeopleScope,
    account: &AccountRow,
    username: &str,
) -> Result<(), Problem> {
    let taken = || Problem::from(AccountRefusal::UsernameTaken);
    if new_email::is_name_taken(work.tx(), (account.tenant_id, account.id), username).await? {
        return Err(taken());
    }
    let set = store::set_username(work.tx(), scope, account.id, username).await;
    set.map_err(|error| match error {
        db::Error::Unique(_) => taken(),
        error => error.into(),
    })?;
    let detail = json!({ "from": account.username, "to": username });
    work.record("username.changed", "person", account.id.0, detail);
    tell(work, account, Changed::Username).await
}

/// Protected like an address that a file replaces: the previous mailbox gets the link that undoes it.
async fn readdress(app: &App, work: &mut Work, account: &AccountRow, email: String) -> Result<(), Problem> {
    let tenant = account.tenant_id;
    if new_email::is_taken_since(work.tx(), (tenant, account.id), &email).await? {
        return Err(AccountRefusal::EmailTaken.into());
    }
    let replaced = ReplacedContact { person: account.id, kind: "email", old: Some(account.email.clone()) };
    replaced::note_replaced(work, tenant, &[replaced]).await?;
    accounts::update_email(work.tx(), account.id, &email).await?;
    work.record("email.changed", "person", account.id.0, json!({ "by": "administrator" }));
    let moved = MovedAccount {
        person: account.id,
        first_name: account.first_name.clone(),
        language: if account.language == "es" { "es" } else { "en" },
        email: (account.email.clone(), email.clone()),
        phone: (account.phone.clone(), account.phone.clone()),
    };
    replaced::tell_replaced(app, work, (tenant, &account.tenant_name), &[moved]).await?;
    tell_earlier(work, account, &email).await
}

/// Tells those `replaced` leaves out: addresses and phones that were replaced before. If no one has signed in yet, they may
/// never have been the owner's.
async fn tell_earlier(work: &mut Work, account: &AccountRow, email: &str) -> Result<(), Problem> {
    if !account.is_in_use() {
        return Ok(());
    }
    let (now, is_locked) = (work.now(), account.locked_at.is_some());
    let first = settings::mailbox_before(work, &account.person(), None).await?;
    let reach = reach(work.tx(), account.id, now).await?;
    // A locked account is told like one no one has signed in to.
    let knows_mail = |to: &str| to == account.email || to == email || (!is_locked && to == first);
    let knows_text = |to: &str| !is_locked && account.phone.as_deref() == Some(to);
    let what = notices::Replaced::Email;
    for to in reach.addresses.iter().filter(|to| !knows_mail(to.as_str())) {
        let letter = Letter::Replaced { first_name: &account.first_name, what, at: now, not_me: None };
        notices::mail(work, to, &account.language, letter)?;
    }
    for phone in reach.phones.iter().filter(|phone| !knows_text(phone.as_str())) {
        notices::sms(work, phone, &account.language, Text::Replaced { what })?;
    }
    Ok(())
}

impl AccountRow {
    /// Whether someone has signed in to it, or could without a new link.
    fn is_in_use(&self) -> bool {
        self.password_since.is_some() || self.has_other_way
    }

    fn sign_in_name(&self) -> SignInName {
        SignInName { email: self.email.clone(), username: self.username.clone() }
    }

    fn person(&self) -> Person {
        Person {
            id: self.id,
            tenant_id: self.tenant_id,
            tenant_name: self.tenant_name.clone(),
            username: self.username.clone(),
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            email: self.email.clone(),
            phone: self.phone.clone(),
            phone_since: self.phone_since,
            language: self.language.clone(),
            second_factor: String::new(),
        }
    }
}

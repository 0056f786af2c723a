//! Links that open an account: to choose a password after forgetting it or being invited, and to say «this was not me».
//! A link is a 256-bit secret, stored as a hash, good for one use and a limited time.

use super::refusal::AccountRefusal;
use super::store::{self, Link, Person};
use super::{lost_address, new_email, settings};
use crate::access;
use crate::app::App;
use crate::calendars;
use crate::deposits;
use crate::factors::{self, check_new_password, minimum_length, write_password};
use crate::identity::Identity;
use crate::notices::{self, Changed, Letter};
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::shared::refusal::SharedRefusal;
use crate::shared::seal;
use crate::upstreams;
use crate::work::{Author, Work};
use jiff::{SignedDuration, Timestamp};
use oidc::EndedBy;
use serde_json::json;

/// Longer than the window in which we count these mails: anyone who can't get another one still has one that works.
const RESET_LIFE: SignedDuration = SignedDuration::from_mins(30);
const INVITATION_LIFE: SignedDuration = SignedDuration::from_hours(24 * 7);
const EMAIL_LIFE: SignedDuration = SignedDuration::from_hours(24);
/// How many times to retry an alarm that conflicts with another transaction.
const ALARM_TRIES: usize = 4;
pub(super) const ALARM_LIFE: SignedDuration = SignedDuration::from_hours(24 * 7);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkKind {
    Reset,
    Invitation,
    Alarm,
    /// Sent to an account that was merged into another, to undo the merge.
    Unmerge,
    /// Signs in without a password.
    SignIn,
    /// Confirms the address it was sent to.
    Email,
}

db::text!(LinkKind {
    Reset = "reset",
    Invitation = "invitation",
    Alarm = "alarm",
    Unmerge = "unmerge",
    SignIn = "sign_in",
    Email = "email",
});

impl LinkKind {
    fn life(self) -> SignedDuration {
        match self {
            LinkKind::Reset | LinkKind::SignIn => RESET_LIFE,
            LinkKind::Invitation => INVITATION_LIFE,
            LinkKind::Email => EMAIL_LIFE,
            LinkKind::Alarm | LinkKind::Unmerge => ALARM_LIFE,
        }
    }

    fn page(self) -> &'static str {
        match self {
            LinkKind::Reset => "reset",
            LinkKind::Invitation => "invitation",
            LinkKind::Alarm | LinkKind::Unmerge => "not-me",
            LinkKind::SignIn => "by-link",
            LinkKind::Email => "confirm-email",
        }
    }
}

pub(super) fn gone() -> Problem {
    SharedRefusal::LinkGone.into()
}

/// A new link, to be sent to an address. Earlier links stay good: anyone can request a new one, and that mustn't break
/// the one just mailed.
pub(super) async fn make(
    app: &App,
    work: &mut Work,
    whose: (TenantId, PersonId),
    kind: LinkKind,
    sent_to: &str,
) -> Result<String, Problem> {
    let links = make_many(app, work, whose.0, kind, &[(whose.1, sent_to.to_owned())]).await?;
    Ok(links.concat())
}

/// One link for each of them, in order: (person, the address it's sent to).
pub(super) async fn make_many(
    app: &App,
    work: &mut Work,
    tenant: TenantId,
    kind: LinkKind,
    whose: &[(PersonId, String)],
) -> Result<Vec<String>, Problem> {
    let (now, mut links, mut kept) = (work.now(), vec![], vec![]);
    for (person, sent_to) in whose {
        let token = seal::new_secret(&app.randomness);
        links.push(address_of(app, kind, &token));
        let link = Link {
            person_id: *person,
            tenant_id: tenant,
            kind,
            sent_to: sent_to.clone(),
            created_at: now,
            expires_at: now + kind.life(),
        };
        kept.push((seal::hash(&token), link));
    }
    store::insert_links(work.tx(), &kept).await?;
    Ok(links)
}

fn address_of(app: &App, kind: LinkKind, token: &str) -> String {
    format!("{}/login/{}?token={token}", app.settings.public_url, kind.page())
}

/// Queues a mail with a requested link.
pub(super) async fn send(
    app: &App,
    work: &mut Work,
    person: &Person,
    kind: LinkKind,
    to: &str,
) -> Result<(), Problem> {
    // An account without an address can't be opened by mail.
    if to.is_empty() {
        return Ok(());
    }
    let link = make(app, work, (person.tenant_id, person.id), kind, to).await?;
    let (first_name, link) = (person.first_name.as_str(), link.as_str());
    let (letter, action) = match kind {
        LinkKind::SignIn => (Letter::SignInLink { first_name, link }, "sign_in.link_asked"),
        _ => (Letter::PasswordReset { first_name, link }, "password.reset_asked"),
    };
    notices::mail(work, to, &person.language, letter)?;
    work.record(action, "person", person.id.0, json!({}));
    Ok(())
}

/// Who a link signs in.
pub(super) async fn look_for_sign_in(app: &App, token: &str) -> Result<(Link, Person), Problem> {
    let (link, person, _) = look(app, token).await?;
    if link.kind == LinkKind::SignIn { Ok((link, person)) } else { Err(gone()) }
}

/// Uses up a link. It works once.
pub(super) async fn use_up(work: &mut Work, token: &str) -> Result<(), Problem> {
    let now = work.now();
    if store::use_link(work.tx(), seal::hash(token), now).await? { Ok(()) } else { Err(gone()) }
}

/// Invites someone to choose their first password. The link goes by mail, and to the person who invited them.
pub async fn invite(app: &App, author: Author, person: PersonId) -> Result<String, Problem> {
    let person = store::person(&app.db, person).await?.ok_or(Problem::NotFound)?;
    if person.tenant_id != author.tenant {
        return Err(Problem::NotFound);
    }
    let mut work = Work::begin(app, &app.db, author).await?;
    let link =
        make(app, &mut work, (person.tenant_id, person.id), LinkKind::Invitation, &person.email).await?;
    let (first_name, tenant_name) = (person.first_name.as_str(), person.tenant_name.as_str());
    let letter = Letter::Invitation { first_name, tenant_name, link: &link };
    notices::mail(&mut work, &person.email, &person.language, letter)?;
    work.record("person.invited", "person", person.id.0, json!({}));
    work.commit().await?;
    Ok(link)
}

/// Someone new, and how to reach them.
pub struct Invited {
    pub id: PersonId,
    pub first_name: String,
    pub email: String,
    pub language: &'static str,
}

/// Invites many new people in the transaction that creates them. The caller records one event for all of them.
pub async fn invite_many(
    app: &App,
    work: &mut Work,
    tenant: TenantId,
    tenant_name: &str,
    people: &[Invited],
) -> Result<(), Problem> {
    let whose: Vec<(PersonId, String)> = people.iter().map(|one| (one.id, one.email.clone())).collect();
    let links = make_many(app, work, tenant, LinkKind::Invitation, &whose).await?;
    let letters: Vec<_> = people
        .iter()
        .zip(&links)
        .map(|(person, link)| {
            let letter = Letter::Invitation { first_name: &person.first_name, tenant_name, link };
            (person.email.as_str(), person.language, letter)
        })
        .collect();
    notices::mail_many(work, &letters).await
}

/// An operator's invitation, by username.
pub async fn invite_called(app: &App, username: &str) -> Result<String, Problem> {
    let found = store::people_called(&app.db, username).await?;
    let person = found.into_iter().find(|person| person.username.eq_ignore_ascii_case(username.trim()));
    let person = person.ok_or(Problem::NotFound)?;
    let author = Author { tenant: person.tenant_id, person: None, address: String::new() };
    invite(app, author, person.id).await
}

/// A merge its owner didn't want is an alarm too, even if the person who did it has already undone it.
fn is_alarm(link: &Link) -> bool {
    [LinkKind::Alarm, LinkKind::Unmerge].contains(&link.kind)
}

/// What a link is for, while it's still good.
pub(super) async fn look(app: &App, token: &str) -> Result<(Link, Person, usize), Problem> {
    let link = store::link(&app.db, seal::hash(token), app.clock.now()).await?.ok_or_else(gone)?;
    if is_alarm(&link)
        && let Some(person) = store::retired(&app.db, link.person_id).await?
    {
        return Ok((link, person, 0));
    }
    let person = store::person(&app.db, link.person_id).await?.ok_or_else(gone)?;
    let minimum = minimum_length(factors::has_second(&app.db, person.id).await?);
    Ok((link, person, minimum))
}

/// Sets a new password from a mailed link. Signs out everyone who used the old one, and disables upstream identities
/// linked and calendar links created in the last few days.
pub(super) async fn choose_password(
    app: &App,
    identity: &Identity,
    token: &str,
    password: String,
    address: &str,
) -> Result<(), Problem> {
    let (link, person, minimum) = look(app, token).await?;
    if ![LinkKind::Reset, LinkKind::Invitation].contains(&link.kind) {
        return Err(gone());
    }
    let context = settings::context_of(&person);
    check_new_password(&password, minimum, &context.iter().map(String::as_str).collect::<Vec<_>>())?;
    let chosen = identity.passwords.choose(password, &app.randomness).await?;
    let had_password = store::password_since(&app.db, person.id).await?.is_some();
    let author = Author { tenant: person.tenant_id, person: Some(person.id), address: address.to_owned() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let now = work.now();
    use_up(&mut work, token).await?;
    for kind in [LinkKind::Reset, LinkKind::Invitation, LinkKind::SignIn] {
        store::retire_links(work.tx(), person.id, kind, now).await?;
    }
    write_password(work.tx(), person.tenant_id, person.id, &chosen, now).await?;
    factors::retire_challenges(work.tx(), person.id, now).await?;
    work.record("password.changed", "person", person.id.0, json!({ "by": link.kind.as_text() }));
    // An address a thief requested mustn't take effect later.
    new_email::forget(&mut work, person.id).await?;
    if link.kind == LinkKind::Invitation && !had_password {
        welcome(app, &mut work, &person, "password").await?;
    } else {
        settings::tell(app, &mut work, &person, Changed::Password, None, address).await?;
    }
    // A thief may have linked an identity, and the owner who takes the account back by mail may not know.
    if upstreams::unlink_since(&mut work, person.id, now - ALARM_LIFE).await? {
        settings::tell(app, &mut work, &person, Changed::IdentityRemoved, None, address).await?;
    }
    if revoke_feeds(&mut work, (person.tenant_id, person.id), now - ALARM_LIFE).await? {
        settings::tell(app, &mut work, &person, Changed::CalendarLinksRevoked, None, address).await?;
    }
    work.commit().await?;
    end_sessions(identity, person.id).await
}

/// Sends a welcome, not a change notice, to someone who can sign in for the first time, with a password or otherwise.
/// Deposit requests they make soon still get a second look.
pub(super) async fn welcome(
    app: &App,
    work: &mut Work,
    person: &Person,
    kind: &'static str,
) -> Result<(), Problem> {
    let (id, now) = (work.new_id(), work.now());
    store::note_change(work.tx(), id, (person.tenant_id, person.id), kind, None, now).await?;
    let letter = Letter::Welcome {
        first_name: &person.first_name,
        username: &person.username,
        tenant_name: &person.tenant_name,
        link: &app.settings.public_url,
    };
    notices::mail(work, &person.email, &person.language, letter)
}

/// “This wasn't me”: signs out every session, voids the password, restores what was changed since it began, freezes
/// deposit requests made since then, and mails a link to choose a new password to the address the account then has. If
/// the account was merged into another in the meantime, it becomes separate again first.
///
/// If a colleague has the old address by now, the account is left without one and no link is mailed (`lost_address/`).
/// Everything else happens, the answer says so, and this link stays good until an administrator sorts it out.
///
/// It began with the first change in the days before the notice: a thief works in steps, the owner may follow the
/// notice about any of them, and all of those notices went to the mailbox in use before the first.
pub(super) async fn alarm(app: &App, identity: &Identity, token: &str, address: &str) -> Result<(), Problem> {
    let mut tries = 1;
    let (out, is_whole) = loop {
        match take_back(app, token, address).await {
            // Someone in the account may be changing it right now: when two transactions conflict, one of them is
            // rolled back.
            Err(Problem::Unavailable(_)) if tries < ALARM_TRIES => tries += 1,
            done => break done?,
        }
    };
    end_all_sessions(identity, out).await?;
    if is_whole { Ok(()) } else { Err(taken_since()) }
}

fn taken_since() -> Problem {
    AccountRefusal::EmailTakenSince.into()
}

/// Returns who had the account and must be signed out, and whether everything was restored.
async fn take_back(app: &App, token: &str, address: &str) -> Result<(Vec<PersonId>, bool), Problem> {
    let (link, person, _) = look(app, token).await?;
    if !is_alarm(&link) {
        return Err(gone());
    }
    let retired_by = store::merge_of(&app.db, person.id, app.clock.now()).await?;
    let author = Author { tenant: person.tenant_id, person: Some(person.id), address: address.to_owned() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let now = work.now();
    let first = store::first_change(work.tx(), person.id, link.created_at - ALARM_LIFE).await?;
    let since = first.map_or(link.created_at, |first| first.min(link.created_at));
    let merges = store::merges_since(work.tx(), person.id, now, since).await?;
    let whose = (person.tenant_id, person.id);
    let is_whole = restore_contacts(&mut work, (&link, &person), since, retired_by.is_some()).await?;
    if is_whole {
        use_up(&mut work, token).await?;
    }
    store::remove_factors_since(work.tx(), person.id, since).await?;
    upstreams::unlink_since(&mut work, person.id, since).await?;
    let (mut out, mut owners) = (vec![person.id], vec![person.id]);
    for merge in retired_by.iter().chain(&merges) {
        out.extend(super::merge::take_back(&mut work, merge).await?.holders);
        owners.push(merge.other_id);
    }
    owners.dedup();
    for owner in owners {
        freeze_deposits(&mut work, (person.tenant_id, owner), since).await?;
        revoke_feeds(&mut work, (person.tenant_id, owner), since.min(link.created_at - ALARM_LIFE)).await?;
    }
    lock_out(&mut work, person.id).await?;
    let id = work.new_id();
    store::note_change(work.tx(), id, whose, "factor", None, now).await?;
    let detail = if is_whole { json!({}) } else { json!({ "email": AccountRefusal::EmailTaken.code() }) };
    work.record("account.alarm", "person", person.id.0, detail);
    if is_whole {
        store::retire_later_alarms(work.tx(), person.id, since, now).await?;
        let mailbox = lost_address::email_now(&mut work, person.id).await?;
        send(app, &mut work, &person, LinkKind::Reset, &mailbox).await?;
    }
    work.commit().await?;
    Ok((out, is_whole))
}

/// Restores the address and phone from before it began; their replacements go in any case. False if a colleague has the
/// address, which leaves the account without one.
async fn restore_contacts(
    work: &mut Work,
    (link, person): (&Link, &Person),
    since: Timestamp,
    is_retired: bool,
) -> Result<bool, Problem> {
    let whose = (person.tenant_id, person.id);
    let email = store::value_before(work.tx(), person.id, "email", since).await?.flatten();
    // A link that couldn't restore the address the first time still knows it.
    let email = email.or_else(|| person.email.is_empty().then(|| link.sent_to.clone()));
    let is_whole = match email {
        Some(email) => lost_address::give_back(work, whose, &email).await?,
        None if is_retired => lost_address::keep(work, whose).await?,
        None => true,
    };
    if let Some(phone) = store::value_before(work.tx(), person.id, "phone", since).await? {
        store::update_phone(work.tx(), person.id, phone.as_deref(), None).await?;
    }
    // Treat it as if nothing was replaced: don't send anything to addresses a thief put there.
    store::forget_replaced(work.tx(), person.id, since).await?;
    Ok(is_whole)
}

async fn freeze_deposits(
    work: &mut Work,
    (tenant, person): (TenantId, PersonId),
    since: Timestamp,
) -> Result<(), Problem> {
    let employments = access::employments(work.tx(), tenant, person).await?;
    deposits::freeze_made_since(work, &employments, person, since).await
}

/// A calendar link doesn't open an account, so a thief may create one before anything else.
async fn revoke_feeds(
    work: &mut Work,
    (tenant, person): (TenantId, PersonId),
    since: Timestamp,
) -> Result<bool, Problem> {
    let employments = access::employments(work.tx(), tenant, person).await?;
    calendars::revoke_since(work, &employments, since).await
}

/// Closes every way into the account except a new link.
async fn lock_out(work: &mut Work, person: PersonId) -> Result<(), Problem> {
    let now = work.now();
    store::delete_password(work.tx(), person).await?;
    new_email::forget(work, person).await?;
    for kind in [LinkKind::Reset, LinkKind::Invitation, LinkKind::SignIn] {
        store::retire_links(work.tx(), person, kind, now).await?;
    }
    Ok(factors::retire_challenges(work.tx(), person, now).await?)
}

async fn end_all_sessions(identity: &Identity, people: Vec<PersonId>) -> Result<(), Problem> {
    for person in people {
        end_sessions(identity, person).await?;
    }
    Ok(())
}

async fn end_sessions(identity: &Identity, person: PersonId) -> Result<(), Problem> {
    let ended = identity.provider.end_all(person.0, None, EndedBy::CredentialsChanged).await;
    ended.map(|_| ()).map_err(|error| Problem::Unavailable(error.to_string()))
}

//! Helping someone sign in, from the terminal: for `atrium person …` and `atrium session …`. The use cases are the
//! console's.

use super::person::{About, begin, found, scope};
use super::{Failure, start, terminal};
use crate::access::{self, PeopleScope};
use crate::account::{
    self, AccountOverview, CorrectedSignIn, ResetOfSignIn, SignInName, SignInReset, UndoneMerge,
    UnlockedAccount,
};
use crate::app::App;
use crate::factors::{NeedsProof, Proven};
use crate::identity::Identity;
use crate::shared::id::PersonId;
use clap::Args;
use oidc::EndedBy;
use serde_json::{Value, json};
use uuid::Uuid;

/// Which ways to sign in to remove.
#[derive(Args)]
#[group(required = true, multiple = true)]
pub(crate) struct WhichFactors {
    /// Every passkey.
    #[arg(long)]
    passkeys: bool,
    /// The authenticator app and its recovery codes.
    #[arg(long)]
    totp: bool,
    /// The phone that gets codes.
    #[arg(long)]
    phone: bool,
    /// Every identity at another provider.
    #[arg(long)]
    identities: bool,
    /// All of these.
    #[arg(long)]
    all: bool,
}

/// Someone to help, and the scope to do it in.
struct Helped {
    scope: PeopleScope,
    identity: Identity,
    person: PersonId,
}

async fn helped(app: &App, about: &About) -> Result<Helped, Failure> {
    let scope = scope(app, about).await?;
    let person = found(app, &scope, &about.username).await?.person.id;
    Ok(Helped { scope, identity: start::identity(app).await?, person })
}

impl Helped {
    async fn overview(&self, app: &App) -> Result<AccountOverview, Failure> {
        let found =
            account::overview(&app.db, &self.identity, &self.scope, self.person, app.clock.now()).await;
        found.map_err(terminal::failed)
    }

    async fn sign_out(&self, session: Option<Uuid>, by: EndedBy) -> Result<(), Failure> {
        account::sign_out(&self.identity, self.person, session, by).await.map_err(terminal::failed)
    }
}

/// An operator at the server proves nothing more.
fn proven<C: NeedsProof>(scope: &PeopleScope, change: C) -> Proven<C> {
    Proven::by_operator(&access::operator(scope.tenant()), change)
}

fn say(about: &About, done: &str, answer: Value) {
    if about.json {
        println!("{answer}");
    } else {
        println!("{done}");
    }
}

pub(super) async fn lock(app: &App, about: &About) -> Result<(), Failure> {
    let helped = helped(app, about).await?;
    let mut work = begin(app, &helped.scope).await?;
    account::lock(&mut work, &helped.scope, helped.person).await.map_err(terminal::failed)?;
    work.commit().await?;
    helped.sign_out(None, EndedBy::Disabled).await?;
    terminal::keep_heads(app).await?;
    say(about, "locked, and signed out everywhere", json!({ "username": about.username, "isLocked": true }));
    Ok(())
}

pub(super) async fn unlock(app: &App, about: &About) -> Result<(), Failure> {
    let helped = helped(app, about).await?;
    let mut work = begin(app, &helped.scope).await?;
    let unlocked = proven(&helped.scope, UnlockedAccount { person: helped.person });
    account::unlock(&mut work, &helped.scope, unlocked).await.map_err(terminal::failed)?;
    work.commit().await?;
    terminal::keep_heads(app).await?;
    say(about, "unlocked", json!({ "username": about.username, "isLocked": false }));
    Ok(())
}

pub(super) async fn undo_merge(app: &App, about: &About) -> Result<(), Failure> {
    let helped = helped(app, about).await?;
    let merge = helped.overview(app).await?.newest_merge().ok_or_else(|| {
        Failure::Other(format!(
            "no account was merged into that of {} in the last seven days",
            about.username
        ))
    })?;
    let mut work = begin(app, &helped.scope).await?;
    let undone = proven(&helped.scope, UndoneMerge { person: helped.person, merge });
    account::undo_merge(app, &mut work, &helped.scope, undone).await.map_err(terminal::failed)?;
    work.commit().await?;
    terminal::keep_heads(app).await?;
    say(about, "the accounts are separate again", json!({ "username": about.username, "merge": merge }));
    Ok(())
}

pub(super) async fn end_sessions(app: &App, about: &About, session: Option<Uuid>) -> Result<(), Failure> {
    let helped = helped(app, about).await?;
    let open = helped.overview(app).await?.sessions;
    if let Some(session) = session
        && !open.iter().any(|open| open.id == session)
    {
        return Err(Failure::Other(format!("{} has no open session {session}", about.username)));
    }
    let ended = if session.is_some() { 1 } else { open.len() };
    let mut work = begin(app, &helped.scope).await?;
    let recorded = account::end_sessions(&mut work, &helped.scope, helped.person, session).await;
    recorded.map_err(terminal::failed)?;
    work.commit().await?;
    helped.sign_out(session, EndedBy::Revoked).await?;
    terminal::keep_heads(app).await?;
    let few = if ended == 1 { "session" } else { "sessions" };
    say(about, &format!("{ended} {few} ended"), json!({ "username": about.username, "ended": ended }));
    Ok(())
}

pub(super) async fn list_sessions(app: &App, about: &About) -> Result<(), Failure> {
    let found = helped(app, about).await?.overview(app).await?;
    for session in &found.sessions {
        let (at, used) = (session.created_at, session.last_used_at);
        if about.json {
            let line = json!({
                "id": session.id, "device": session.device, "address": session.address, "createdAt": at,
                "lastUsedAt": used,
            });
            println!("{line}");
        } else {
            println!("{}  {used}  {:15}  {}", session.id, session.address, session.device);
        }
    }
    Ok(())
}

/// The link goes by mail, and to standard output.
pub(super) async fn invite(app: &App, about: &About) -> Result<(), Failure> {
    let helped = helped(app, about).await?;
    let mut work = begin(app, &helped.scope).await?;
    let link = account::send_link(app, &mut work, &helped.scope, helped.person).await;
    let link = link.map_err(terminal::failed)?;
    work.commit().await?;
    terminal::keep_heads(app).await?;
    say(about, &link, json!({ "username": about.username, "link": link }));
    Ok(())
}

pub(super) async fn remove(app: &App, about: &About, which: &WhichFactors) -> Result<(), Failure> {
    let helped = helped(app, about).await?;
    let there = helped.overview(app).await?.all_factors();
    let is = |chosen: bool| chosen || which.all;
    let reset = SignInReset {
        passkeys: if is(which.passkeys) { there.passkeys } else { vec![] },
        identities: if is(which.identities) { there.identities } else { vec![] },
        has_totp: is(which.totp) && there.has_totp,
        has_phone: is(which.phone) && there.has_phone,
        sends_link: false,
    };
    let mut work = begin(app, &helped.scope).await?;
    let whole = proven(&helped.scope, ResetOfSignIn { person: helped.person, reset: reset.clone() });
    account::reset_sign_in(app, &mut work, &helped.scope, whole).await.map_err(terminal::failed)?;
    work.commit().await?;
    helped.sign_out(None, EndedBy::CredentialsChanged).await?;
    terminal::keep_heads(app).await?;
    let answer = json!({
        "username": about.username, "passkeys": reset.passkeys.len(), "identities": reset.identities.len(),
        "totp": reset.has_totp, "phone": reset.has_phone,
    });
    say(about, "removed, and signed out everywhere", answer);
    Ok(())
}

pub(super) async fn correct(
    app: &App,
    about: &About,
    email: Option<String>,
    username: Option<String>,
) -> Result<(), Failure> {
    if email.is_none() && username.is_none() {
        return Err(Failure::Other("say what to correct: --email or --new-username".to_owned()));
    }
    let scope = scope(app, about).await?;
    let person = found(app, &scope, &about.username).await?.person;
    let right =
        SignInName { email: email.unwrap_or(person.email), username: username.unwrap_or(person.username) };
    let mut work = begin(app, &scope).await?;
    let corrected = CorrectedSignIn { person: person.id, given: right.clone(), shown: None };
    let corrected = proven(&scope, corrected);
    account::correct(app, &mut work, &scope, corrected).await.map_err(terminal::failed)?;
    work.commit().await?;
    terminal::keep_heads(app).await?;
    let answer = json!({ "username": right.username, "email": right.email });
    say(about, &format!("{} <{}>", right.username, right.email), answer);
    Ok(())
}

pub(super) async fn invite_all(app: &App, tenant: &str, is_dry: bool, is_json: bool) -> Result<(), Failure> {
    let tenant = terminal::tenant(app, tenant).await?;
    let by = app.operator.clone();
    let scope = access::people_at_terminal(&access::operator(tenant), by.as_deref().unwrap_or_default());
    let found = account::newcomers(&app.db, &scope, None, app.clock.now()).await.map_err(terminal::failed)?;
    let mut invited = 0;
    if !is_dry {
        loop {
            let mut work = begin(app, &scope).await?;
            let batch = account::invite_newcomers(app, &mut work, &scope, None).await;
            let batch = batch.map_err(terminal::failed)?;
            work.commit().await?;
            if batch == 0 {
                break;
            }
            invited += batch;
            if !is_json {
                println!("{invited} of {} invited", found.waiting);
            }
        }
    }
    terminal::keep_heads(app).await?;
    if is_json {
        let answer = json!({
            "waiting": found.waiting, "withoutAddress": found.without_address, "invited": invited,
        });
        println!("{answer}");
    } else if is_dry {
        println!("{} people would be invited; {} have no address", found.waiting, found.without_address);
    }
    Ok(())
}

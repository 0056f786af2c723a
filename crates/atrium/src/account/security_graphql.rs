//! The calls of account settings. What they answer is in `security_wire.rs`.

use super::merge::{self, MergeOfAccounts, UndoOfMerge};
use super::new_email;
use super::refusal::AccountRefusal;
use super::security;
use super::security_wire::{
    AccountSecurity, MergeChallenge, MergeFactor, NewRecoveryCodes, PasskeyOptions, TotpSetup, on_wire,
};
use super::settings::{self, RemovedPhone};
use super::store::{self, Person};
use crate::call::Call;
use crate::factors::{
    self, AddedPasskey, AddedTotp, FactorKind, FactorRefusal, Proof, RemovedPasskey, RemovedTotp,
    RenewedCodes,
};
use crate::notices::Changed;
use crate::shared::id::PasskeyId;
use crate::shared::problem::Problem;
use crate::upstreams::{self, UnlinkedIdentity};
use async_graphql::{Context, ID, Object};
use oidc::EndedBy;
use serde_json::json;
use uuid::Uuid;

async fn load(call: &Call) -> Result<AccountSecurity, Problem> {
    let person = call.viewer().await?.person;
    on_wire(call, security::load(&call.app, &call.db, &call.identity, person).await?)
}

/// Makes a change and answers with the account afterward, also if the same change is sent again.
async fn change(
    call: &Call,
    work: impl Future<Output = Result<(), Problem>> + Send,
) -> Result<AccountSecurity, Problem> {
    // On the heap: all the mutations' futures together wouldn't fit on a thread's stack.
    match Box::pin(work).await {
        Ok(()) => call.commit_before_answer().await?,
        Err(Problem::AnsweredBefore) if call.was_done_before().await => {}
        Err(problem) => return Err(problem),
    }
    Box::pin(load(call)).await
}

async fn oneself(call: &Call) -> Result<Person, Problem> {
    let person = call.viewer().await?.person;
    store::person(&call.db, person).await?.ok_or(Problem::Unauthenticated)
}

fn id(wire: &ID) -> Result<Uuid, Problem> {
    Uuid::try_parse(wire).map_err(|_| factors::gone())
}

fn unavailable(error: oidc::Error) -> Problem {
    Problem::Unavailable(error.to_string())
}

#[derive(Default)]
pub struct SecurityQuery;

#[Object]
impl SecurityQuery {
    async fn account_security(&self, context: &Context<'_>) -> Result<AccountSecurity, Problem> {
        Box::pin(load(Call::of(context))).await
    }
}

#[derive(Default)]
pub struct SecurityMutation;

#[Object]
impl SecurityMutation {
    /// Changes your password and ends your other sessions.
    async fn change_password(
        &self,
        context: &Context<'_>,
        current_password: String,
        new_password: String,
    ) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let person = oneself(call).await?;
            let buckets = factors::own_password_buckets(&person.id.to_string());
            if let Some(wait) = factors::throttle(&call.app, &buckets).await? {
                return Err(Problem::TooMany { wait });
            }
            let passwords = &call.identity.passwords;
            let is_typed = current_password.len() <= 512 && new_password.len() <= 1024;
            if !is_typed
                || !factors::check_password_of(&call.app, passwords, person.id, current_password).await?
            {
                return Err(AccountRefusal::IncorrectPassword.into());
            }
            let planned = settings::plan_password(&call.app, &call.identity, &person, new_password).await?;
            let proven = call.prove(planned).await?;
            let mut work = call.work().await?;
            settings::update_password(&call.app, &mut work, &person, proven, &call.address).await?;
            factors::clear(&call.app, work.tx(), &buckets).await?;
            drop(work);
            call.commit_before_answer().await?;
            let (current, by) = (Some(call.session()?), EndedBy::CredentialsChanged);
            call.identity.provider.end_all(person.id.0, current, by).await.map_err(unavailable)?;
            Ok(())
        };
        change(call, work).await
    }

    /// Mails the link to the new address again.
    async fn resend_new_email(&self, context: &Context<'_>) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let person = oneself(call).await?;
            let mut work = call.work().await?;
            new_email::send_again(&call.app, &mut work, &person).await
        };
        change(call, work).await
    }

    /// Cancels the new address and keeps the old one.
    async fn cancel_new_email(&self, context: &Context<'_>) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let person = oneself(call).await?;
            let mut work = call.work().await?;
            new_email::cancel(&mut work, &person).await
        };
        change(call, work).await
    }

    async fn begin_passkey(&self, context: &Context<'_>) -> Result<PasskeyOptions, Problem> {
        Box::pin(async move {
            let call = Call::of(context);
            let (whom, person) = (call.whom().await?, oneself(call).await?);
            let shown = format!("{} {}", person.first_name, person.last_name);
            let (app, passkeys) = (&call.app, &call.identity.passkeys);
            let mut work = call.work().await?;
            let (ceremony, options) =
                factors::begin_passkey(app, passkeys, work.tx(), whom, &person.username, &shown).await?;
            Ok(PasskeyOptions { ceremony: ID(ceremony.to_string()), options: options.to_string() })
        })
        .await
    }

    /// Adds a passkey. `credential` is the browser's credential, as JSON.
    async fn add_passkey(
        &self,
        context: &Context<'_>,
        ceremony: ID,
        name: String,
        credential: String,
    ) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let (whom, person) = (call.whom().await?, oneself(call).await?);
            let added = call.prove(AddedPasskey { ceremony: id(&ceremony)? }).await?;
            let (app, passkeys, made) = (&call.app, &call.identity.passkeys, (&*name, &*credential));
            let mut work = call.work().await?;
            factors::add_passkey(app, passkeys, &mut work, whom, added, made).await?;
            settings::tell(app, &mut work, &person, Changed::PasskeyAdded, None, &call.address).await
        };
        change(call, work).await
    }

    async fn rename_passkey(
        &self,
        context: &Context<'_>,
        passkey_id: ID,
        name: String,
    ) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let person = call.viewer().await?.person;
            let mut work = call.work().await?;
            factors::rename_passkey(&mut work, person, PasskeyId::from_wire(&passkey_id)?, &name).await
        };
        change(call, work).await
    }

    async fn remove_passkey(
        &self,
        context: &Context<'_>,
        passkey_id: ID,
    ) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let person = oneself(call).await?;
            let removed = RemovedPasskey { id: PasskeyId::from_wire(&passkey_id)? };
            let removed = call.prove(removed).await?;
            let mut work = call.work().await?;
            factors::remove_passkey(&mut work, person.id, removed).await?;
            settings::tell(&call.app, &mut work, &person, Changed::PasskeyRemoved, None, &call.address).await
        };
        change(call, work).await
    }

    /// Unlinks an account at another provider. You can't remove your last way to sign in.
    async fn remove_linked_identity(
        &self,
        context: &Context<'_>,
        identity_id: ID,
    ) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let person = oneself(call).await?;
            let unlinked = call.prove(UnlinkedIdentity { id: identity_id.0 }).await?;
            let mut work = call.work().await?;
            upstreams::unlink(&mut work, person.id, unlinked).await?;
            settings::tell(&call.app, &mut work, &person, Changed::IdentityRemoved, None, &call.address).await
        };
        change(call, work).await
    }

    async fn remove_phone(&self, context: &Context<'_>) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let person = oneself(call).await?;
            let removed = call.prove(RemovedPhone { phone: person.phone.clone() }).await?;
            let mut work = call.work().await?;
            settings::remove_phone(&call.app, &mut work, &person, removed, &call.address).await
        };
        change(call, work).await
    }

    async fn begin_totp(&self, context: &Context<'_>) -> Result<TotpSetup, Problem> {
        Box::pin(async move {
            let call = Call::of(context);
            let (whom, person) = (call.whom().await?, oneself(call).await?);
            let mut work = call.work().await?;
            let (ceremony, setup) = factors::begin_totp(&call.app, work.tx(), whom, &person.username).await?;
            Ok(TotpSetup {
                ceremony: ID(ceremony.to_string()),
                secret: setup.secret,
                uri: setup.uri,
                qr_path: setup.qr_path,
                qr_size: i32::try_from(setup.qr_size).unwrap_or(i32::MAX),
            })
        })
        .await
    }

    /// Turns on the authenticator app. The recovery codes are shown only this once.
    async fn confirm_totp(
        &self,
        context: &Context<'_>,
        ceremony: ID,
        code: String,
    ) -> Result<NewRecoveryCodes, Problem> {
        Box::pin(async move {
            let call = Call::of(context);
            let (whom, person) = (call.whom().await?, oneself(call).await?);
            let added = call.prove(AddedTotp { ceremony: id(&ceremony)? }).await?;
            let mut work = call.work().await?;
            factors::confirm_totp(&call.app, &mut work, whom, added, &code).await?;
            let recovery_codes =
                factors::new_recovery_codes(&call.app, &mut work, person.tenant_id, person.id).await?;
            settings::tell(&call.app, &mut work, &person, Changed::TotpEnabled, None, &call.address).await?;
            Ok(NewRecoveryCodes { recovery_codes })
        })
        .await
    }

    async fn remove_totp(&self, context: &Context<'_>) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let person = oneself(call).await?;
            let removed = call.prove(RemovedTotp).await?;
            let mut work = call.work().await?;
            factors::remove_totp(&mut work, person.id, removed).await?;
            settings::tell(&call.app, &mut work, &person, Changed::TotpDisabled, None, &call.address).await
        };
        change(call, work).await
    }

    async fn renew_recovery_codes(&self, context: &Context<'_>) -> Result<NewRecoveryCodes, Problem> {
        Box::pin(async move {
            let call = Call::of(context);
            let person = oneself(call).await?;
            let renewed = call.prove(RenewedCodes).await?;
            let (mut work, whose) = (call.work().await?, (person.tenant_id, person.id));
            let recovery_codes = factors::renew_recovery_codes(&call.app, &mut work, whose, renewed).await?;
            settings::tell(&call.app, &mut work, &person, Changed::RecoveryCodes, None, &call.address)
                .await?;
            Ok(NewRecoveryCodes { recovery_codes })
        })
        .await
    }

    async fn end_session(&self, context: &Context<'_>, session_id: ID) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let person = call.viewer().await?.person;
            let session = Uuid::try_parse(&session_id).map_err(|_| Problem::NotFound)?;
            let mut work = call.work().await?;
            let provider = &call.identity.provider;
            let sessions = provider.list_sessions(person.0).await.map_err(unavailable)?;
            if !sessions.iter().any(|one| one.id == session) {
                return Err(Problem::NotFound);
            }
            work.record("session.ended", "session", session, json!({}));
            drop(work);
            call.commit_before_answer().await?;
            provider.end_session(person.0, session, EndedBy::Revoked).await.map_err(unavailable)?;
            Ok(())
        };
        change(call, work).await
    }

    async fn end_other_sessions(&self, context: &Context<'_>) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let person = call.viewer().await?.person;
            let mut work = call.work().await?;
            work.record("sessions.ended", "person", person.0, json!({}));
            drop(work);
            call.commit_before_answer().await?;
            let (current, by) = (Some(call.session()?), EndedBy::Revoked);
            call.identity.provider.end_all(person.0, current, by).await.map_err(unavailable)?;
            Ok(())
        };
        change(call, work).await
    }

    async fn change_language(
        &self,
        context: &Context<'_>,
        language: String,
    ) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let person = oneself(call).await?;
            let mut work = call.work().await?;
            settings::update_language(&mut work, &person, &language).await
        };
        change(call, work).await
    }

    /// Proves another account with its password. The answer says what else it needs.
    async fn begin_merge(
        &self,
        context: &Context<'_>,
        username: String,
        password: String,
    ) -> Result<MergeChallenge, Problem> {
        Box::pin(async move {
            let call = Call::of(context);
            let whom = call.whom().await?;
            let (challenge, ways) =
                merge::begin(&call.app, &call.identity, whom, &username, password, &call.address).await?;
            let ways = ways
                .into_iter()
                .map(|way| MergeFactor { kind: way.kind.as_str().to_owned(), hint: way.hint });
            Ok(MergeChallenge { merge: ID(challenge.id.to_string()), factors: ways.collect() })
        })
        .await
    }

    /// Sends a code to the other account's phone.
    async fn send_merge_code(&self, context: &Context<'_>, merge: ID) -> Result<bool, Problem> {
        Box::pin(async move {
            let call = Call::of(context);
            let challenge = merge::find(&call.app, call.whom().await?, id(&merge)?).await?;
            match factors::send_code(&call.app, &challenge, &call.address).await? {
                None => Ok(true),
                Some(_) => Err(FactorRefusal::TooManyCodes.into()),
            }
        })
        .await
    }

    /// Combines the two accounts. `kind` is totp, sms or recovery.
    async fn confirm_merge(
        &self,
        context: &Context<'_>,
        merge: ID,
        kind: String,
        code: String,
    ) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let (whom, person) = (call.whom().await?, oneself(call).await?);
            let challenge = merge::find(&call.app, whom, id(&merge)?).await?;
            let kind = match kind.as_str() {
                "totp" => FactorKind::Totp,
                "sms" => FactorKind::Sms,
                _ => FactorKind::Recovery,
            };
            let proof = Proof { kind, code: Some(code), credential: None, password: None };
            Box::pin(merge::prove(&call.app, &call.identity, &challenge, &proof, &call.address)).await?;
            let merge = call.prove(MergeOfAccounts { challenge }).await?;
            let mut work = call.work().await?;
            let other = Box::pin(merge::apply(&call.app, &mut work, &person, merge, &call.address)).await?;
            drop(work);
            call.commit_before_answer().await?;
            call.identity.provider.end_all(other.0, None, EndedBy::Revoked).await.map_err(unavailable)?;
            Ok(())
        };
        change(call, work).await
    }

    async fn undo_merge(&self, context: &Context<'_>) -> Result<AccountSecurity, Problem> {
        let call = Call::of(context);
        let work = async {
            let person = oneself(call).await?;
            let undo = call.prove(UndoOfMerge).await?;
            let mut work = call.work().await?;
            merge::undo(&call.app, &mut work, &person, undo, &call.address).await
        };
        change(call, work).await
    }
}

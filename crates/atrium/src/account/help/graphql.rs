//! Accounts as administrators look after them, in the GraphQL schema.

use super::before_proof;
use super::{
    AccountOverview, CorrectedSignIn, ResetOfSignIn, SignInName, SignInReset, SignInState, UndoneMerge,
    UnlockedAccount, unmerge,
};
use crate::access::{self, PeopleScope, Read, Write};
use crate::account::security;
use crate::call::Call;
use crate::factors::phone_counts_from;
use crate::shared::day::Moment;
use crate::shared::id::{CompanyId, PasskeyId, PersonId};
use crate::shared::phone_hint::phone_hint;
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use oidc::EndedBy;
use uuid::Uuid;

/// How someone signs in: kinds and dates, no secrets.
#[derive(SimpleObject)]
#[graphql(serial)]
struct AdministeredAccount {
    person_id: ID,
    username: String,
    email: String,
    /// Since when they can't sign in.
    locked_at: Option<Moment>,
    /// False for yourself, and for people with rights outside your companies.
    may_help: bool,
    /// As in the list of people.
    sign_in: SignInState,
    /// Whether they can sign in without a new link.
    is_in_use: bool,
    password_changed_at: Option<Moment>,
    totp_enabled_at: Option<Moment>,
    recovery_codes_left: i64,
    /// The end of the number.
    phone_hint: Option<String>,
    /// When a recently changed phone starts to count as a factor.
    phone_usable_from: Option<Moment>,
    passkeys: Vec<AdministeredPasskey>,
    linked_identities: Vec<AdministeredIdentity>,
    sessions: Vec<AdministeredSession>,
    /// Newest first, for as long as we keep them.
    sent_links: Vec<SentAccountLink>,
    /// The last merge into this account, while it can be undone.
    merged_account: Option<AdministeredMerge>,
}

/// A merge of another account into this one.
#[derive(SimpleObject)]
#[graphql(serial)]
struct AdministeredMerge {
    id: ID,
    /// Of the account that was merged.
    username: String,
    merged_at: Moment,
    /// The last moment it can be undone.
    undo_until: Moment,
}

impl From<super::MergedAccount> for AdministeredMerge {
    fn from(row: super::MergedAccount) -> AdministeredMerge {
        AdministeredMerge {
            id: ID(row.id.to_string()),
            username: row.username,
            merged_at: Moment(row.merged_at),
            undo_until: Moment(row.undo_until),
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AdministeredPasskey {
    id: ID,
    name: String,
    created_at: Moment,
    last_used_at: Option<Moment>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AdministeredIdentity {
    id: ID,
    /// What the provider is called; null when it can no longer be used here.
    name: Option<String>,
    issuer: String,
    linked_at: Moment,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AdministeredSession {
    id: ID,
    device: String,
    address: String,
    created_at: Moment,
    last_used_at: Moment,
}

/// A link that opens an account, or one in a notice that undoes a change.
#[derive(SimpleObject)]
#[graphql(serial)]
struct SentAccountLink {
    /// invitation, reset, sign_in, email, alarm or unmerge.
    kind: String,
    sent_to: String,
    sent_at: Moment,
    expires_at: Moment,
    /// When it was used, or stopped working.
    used_at: Option<Moment>,
}

impl From<AccountOverview> for AdministeredAccount {
    fn from(found: AccountOverview) -> AdministeredAccount {
        let AccountOverview { account, ways, sessions, sign_in, may_help } = found;
        let usable_from = account.phone.as_ref().and(account.phone_since).map(phone_counts_from);
        AdministeredAccount {
            person_id: account.id.to_wire(),
            sign_in,
            is_in_use: account.is_in_use(),
            locked_at: account.locked_at.map(Moment),
            may_help,
            password_changed_at: account.password_since.map(Moment),
            totp_enabled_at: account.totp_since.map(Moment),
            recovery_codes_left: account.recovery_codes,
            phone_hint: account.phone.as_deref().map(phone_hint),
            phone_usable_from: usable_from.map(Moment),
            username: account.username,
            email: account.email,
            passkeys: ways.passkeys.into_iter().map(AdministeredPasskey::from).collect(),
            linked_identities: ways.identities.into_iter().map(AdministeredIdentity::from).collect(),
            sessions: sessions.into_iter().map(AdministeredSession::from).collect(),
            sent_links: ways.links.into_iter().map(SentAccountLink::from).collect(),
            merged_account: ways.merged.map(AdministeredMerge::from),
        }
    }
}

impl From<super::KnownPasskey> for AdministeredPasskey {
    fn from(row: super::KnownPasskey) -> AdministeredPasskey {
        AdministeredPasskey {
            id: row.id.to_wire(),
            name: row.name,
            created_at: Moment(row.created_at),
            last_used_at: row.last_used_at.map(Moment),
        }
    }
}

impl From<super::KnownIdentity> for AdministeredIdentity {
    fn from(row: super::KnownIdentity) -> AdministeredIdentity {
        AdministeredIdentity {
            id: ID(row.id),
            name: row.name,
            issuer: row.issuer,
            linked_at: Moment(row.linked_at),
        }
    }
}

impl From<super::Session> for AdministeredSession {
    fn from(row: super::Session) -> AdministeredSession {
        AdministeredSession {
            id: ID(row.id.to_string()),
            device: security::device(&row.device),
            address: row.address,
            created_at: Moment(row.created_at),
            last_used_at: Moment(row.last_used_at),
        }
    }
}

impl From<super::SentLink> for SentAccountLink {
    fn from(row: super::SentLink) -> SentAccountLink {
        SentAccountLink {
            kind: row.kind,
            sent_to: row.sent_to,
            sent_at: Moment(row.created_at),
            expires_at: Moment(row.expires_at),
            used_at: row.used_at.map(Moment),
        }
    }
}

/// Which ways to sign in to remove.
#[derive(InputObject)]
struct SignInResetInput {
    passkey_ids: Vec<ID>,
    linked_identity_ids: Vec<ID>,
    /// The authenticator app with its recovery codes.
    totp: bool,
    phone: bool,
    /// Whether to mail a link to choose a new password.
    sends_link: bool,
}

impl SignInResetInput {
    fn read(self) -> Result<SignInReset, Problem> {
        let passkeys = self.passkey_ids.iter().map(PasskeyId::from_wire).collect::<Result<_, Problem>>()?;
        Ok(SignInReset {
            passkeys,
            identities: self.linked_identity_ids.into_iter().map(|id| id.0).collect(),
            has_totp: self.totp,
            has_phone: self.phone,
            sends_link: self.sends_link,
        })
    }
}

/// An email address and a username.
#[derive(InputObject)]
struct SignInNameInput {
    email: String,
    username: String,
}

impl From<SignInNameInput> for SignInName {
    fn from(input: SignInNameInput) -> SignInName {
        SignInName { email: input.email, username: input.username }
    }
}

async fn load(call: &Call, person: PersonId) -> Result<AdministeredAccount, Problem> {
    let scope = access::people::<Read>(call.viewer().await?)?;
    Ok(super::overview(&call.db, &call.identity, &scope, person, call.app.clock.now()).await?.into())
}

/// Makes a change, ends sessions where `out` says so, and answers with the account as it is then.
async fn change(
    call: &Call,
    person: &ID,
    out: Option<(Option<Uuid>, EndedBy)>,
    work: impl Future<Output = Result<(), Problem>> + Send,
) -> Result<AdministeredAccount, Problem> {
    // On the heap: all the mutations' futures together wouldn't fit on a thread's stack.
    match Box::pin(work).await {
        Ok(()) => call.commit_before_answer().await?,
        Err(Problem::AnsweredBefore) if call.was_done_before().await => {}
        Err(problem) => return Err(problem),
    }
    let person = PersonId::from_wire(person)?;
    if let Some((session, by)) = out {
        Box::pin(super::sign_out(&call.identity, person, session, by)).await?;
    }
    Box::pin(load(call, person)).await
}

async fn scope(call: &Call) -> Result<PeopleScope, Problem> {
    access::people::<Write>(call.viewer().await?)
}

#[derive(Default)]
pub struct HelpQuery;

#[Object]
impl HelpQuery {
    /// How someone you look after signs in.
    async fn administered_account(
        &self,
        context: &Context<'_>,
        person_id: ID,
    ) -> Result<AdministeredAccount, Problem> {
        Box::pin(load(Call::of(context), PersonId::from_wire(&person_id)?)).await
    }

    /// People you look after who can't sign in and have no open invitation, in all companies or one.
    async fn uninvited_people(
        &self,
        context: &Context<'_>,
        company_id: Option<ID>,
    ) -> Result<UninvitedPeople, Problem> {
        let call = Call::of(context);
        let scope = access::people::<Read>(call.viewer().await?)?;
        let company = company_id.as_ref().map(CompanyId::from_wire).transpose()?;
        let found = super::newcomers(&call.db, &scope, company, call.app.clock.now()).await?;
        let first = found.first.iter();
        Ok(UninvitedPeople {
            waiting: found.waiting,
            without_address: found.without_address,
            names: first.map(|one| format!("{} {}", one.first_name, one.last_name)).collect(),
        })
    }
}

/// Who can't sign in yet and would be invited.
#[derive(SimpleObject)]
#[graphql(serial)]
struct UninvitedPeople {
    waiting: i64,
    /// They can't be invited before someone enters an email address.
    without_address: i64,
    /// The first of those who would be invited.
    names: Vec<String>,
}

/// What one batch of invitations did.
#[derive(SimpleObject)]
#[graphql(serial)]
struct InvitedBatch {
    /// None when everyone has been invited.
    invited: i64,
}

#[derive(Default)]
pub struct HelpMutation;

#[Object]
impl HelpMutation {
    /// Ends one of someone's sessions, or all of them.
    async fn end_sessions_of(
        &self,
        context: &Context<'_>,
        person_id: ID,
        session_id: Option<ID>,
    ) -> Result<AdministeredAccount, Problem> {
        let call = Call::of(context);
        let session = session_id.map(|id| Uuid::try_parse(&id).map_err(|_| Problem::NotFound)).transpose()?;
        let work = async {
            let (scope, person) = (scope(call).await?, PersonId::from_wire(&person_id)?);
            super::end_sessions(&mut *call.work().await?, &scope, person, session).await
        };
        change(call, &person_id, Some((session, EndedBy::Revoked)), work).await
    }

    /// Removes ways to sign in, and signs out everywhere. Needs a fresh factor.
    async fn reset_sign_in(
        &self,
        context: &Context<'_>,
        person_id: ID,
        input: SignInResetInput,
    ) -> Result<AdministeredAccount, Problem> {
        let call = Call::of(context);
        let work = async {
            let (scope, person) = (scope(call).await?, PersonId::from_wire(&person_id)?);
            let reset = ResetOfSignIn { person, reset: input.read()? };
            if !call.brings_proof() {
                before_proof::reset(&call.db, &scope, &reset).await?;
            }
            let reset = call.prove(reset).await?;
            super::reset_sign_in(&call.app, &mut *call.work().await?, &scope, reset).await
        };
        change(call, &person_id, Some((None, EndedBy::CredentialsChanged)), work).await
    }

    /// Locks someone's account and signs them out.
    async fn lock_account(
        &self,
        context: &Context<'_>,
        person_id: ID,
    ) -> Result<AdministeredAccount, Problem> {
        let call = Call::of(context);
        let work = async {
            let (scope, person) = (scope(call).await?, PersonId::from_wire(&person_id)?);
            super::lock(&mut *call.work().await?, &scope, person).await
        };
        change(call, &person_id, Some((None, EndedBy::Disabled)), work).await
    }

    /// Needs a fresh factor.
    async fn unlock_account(
        &self,
        context: &Context<'_>,
        person_id: ID,
    ) -> Result<AdministeredAccount, Problem> {
        let call = Call::of(context);
        let work = async {
            let (scope, person) = (scope(call).await?, PersonId::from_wire(&person_id)?);
            if !call.brings_proof() {
                before_proof::help(&call.db, &scope, person).await?;
            }
            let unlocked = call.prove(UnlockedAccount { person }).await?;
            super::unlock(&mut *call.work().await?, &scope, unlocked).await
        };
        change(call, &person_id, None, work).await
    }

    /// Mails a link to choose a password: an invitation to someone who never signed in.
    async fn send_sign_in_link(
        &self,
        context: &Context<'_>,
        person_id: ID,
    ) -> Result<AdministeredAccount, Problem> {
        let call = Call::of(context);
        let work = async {
            let (scope, person) = (scope(call).await?, PersonId::from_wire(&person_id)?);
            super::send_link(&call.app, &mut *call.work().await?, &scope, person).await.map(drop)
        };
        change(call, &person_id, None, work).await
    }

    /// Undoes the newest merge of another account into someone's, which opens that account again. Needs a fresh factor.
    async fn undo_merge_of(
        &self,
        context: &Context<'_>,
        person_id: ID,
        merge_id: ID,
    ) -> Result<AdministeredAccount, Problem> {
        let call = Call::of(context);
        let work = async {
            let (scope, person) = (scope(call).await?, PersonId::from_wire(&person_id)?);
            let merge = Uuid::try_parse(&merge_id).map_err(|_| Problem::NotFound)?;
            let undone = UndoneMerge { person, merge };
            if !call.brings_proof() {
                unmerge::check(&call.db, &scope, &undone, call.app.clock.now()).await?;
            }
            let undone = call.prove(undone).await?;
            super::undo_merge(&call.app, &mut *call.work().await?, &scope, undone).await
        };
        change(call, &person_id, None, work).await
    }

    /// Invites the next of those who can't sign in yet, up to fifty.
    async fn invite_uninvited_people(
        &self,
        context: &Context<'_>,
        company_id: Option<ID>,
    ) -> Result<InvitedBatch, Problem> {
        let call = Call::of(context);
        let scope = scope(call).await?;
        let company = company_id.as_ref().map(CompanyId::from_wire).transpose()?;
        let invited = super::invite_newcomers(&call.app, &mut *call.work().await?, &scope, company).await?;
        Ok(InvitedBatch { invited: i64::try_from(invited).unwrap_or(i64::MAX) })
    }

    /// Corrects the email address and username from what was shown. Needs a fresh factor.
    async fn correct_sign_in_name(
        &self,
        context: &Context<'_>,
        person_id: ID,
        input: SignInNameInput,
        shown: SignInNameInput,
    ) -> Result<AdministeredAccount, Problem> {
        let call = Call::of(context);
        let work = async {
            let (scope, person) = (scope(call).await?, PersonId::from_wire(&person_id)?);
            let corrected = CorrectedSignIn { person, given: input.into(), shown: Some(shown.into()) };
            if !call.brings_proof() {
                before_proof::correction(&call.db, &scope, &corrected).await?;
            }
            let corrected = call.prove(corrected).await?;
            super::correct(&call.app, &mut *call.work().await?, &scope, corrected).await
        };
        change(call, &person_id, None, work).await
    }
}

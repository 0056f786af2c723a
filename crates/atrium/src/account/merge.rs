//! Merging two accounts of one person. The signed-in person proves the other account and gets its roles and companies,
//! with everything attached to them. The other sign-in is retired, and both mailboxes are told. For seven days it can
//! be undone: by the person who has the remaining account, by an administrator (`help/unmerge.rs`), and from the retired
//! account's mailbox, wherever its things are by then.

use super::links::{self, LinkKind};
use super::lost_address;
use super::refusal::AccountRefusal;
use super::store::{self, Belongings, Merge, Person};
use super::{rules, settings};
use crate::access;
use crate::app::App;
use crate::calendars;
use crate::factors::step_up;
use crate::factors::{
    self, Challenge, CheckedPassword, Demand, Factor, FactorRefusal, NeedsProof, Proof, ProofOutcome,
    ProofPurpose, Proven, Purpose, Whom,
};
use crate::identity::Identity;
use crate::inbox;
use crate::mappings;
use crate::notices::Changed;
use crate::shared::audit::Event;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::time_off;
use crate::work::{Author, Work, record_refusal};
use db::Read;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

const UNDO_FOR: SignedDuration = SignedDuration::from_hours(24 * 7);

/// What was moved, as stored for an undo.
#[derive(Serialize, Deserialize)]
struct MovedBelongings {
    assignments: Vec<Uuid>,
    employees: Vec<Uuid>,
    lines: Vec<(Uuid, Uuid, String, String)>,
    /// Missing for merges made before we stored these.
    #[serde(default)]
    notices: Vec<Uuid>,
    #[serde(default)]
    delegations: Vec<Uuid>,
    /// Mappings and imports.
    #[serde(default)]
    imports: Vec<Uuid>,
    /// Reporting lines that begin later.
    #[serde(default)]
    planned: Vec<Uuid>,
}

fn incorrect() -> Problem {
    AccountRefusal::InvalidCredentials.into()
}

fn bound_to(app: &App, whom: Whom, other: PersonId) -> Result<Vec<u8>, Problem> {
    step_up::hash_of(app, ProofPurpose::MergeAccounts, &(whom.person, other))
}

/// The first proof of the other account: its password. An account in another tenant is treated as unknown.
pub(super) async fn begin(
    app: &App,
    identity: &Identity,
    whom: Whom,
    username: &str,
    password: String,
    address: &str,
) -> Result<(Challenge, Vec<Factor>), Problem> {
    // Longer than any can be, or nothing a person would type: don't spend any work on it.
    if username.len() > 200 || password.len() > 512 || username.chars().any(char::is_control) {
        return Err(incorrect());
    }
    let buckets = factors::merge_buckets(&whom.person.to_string(), username);
    if let Some(wait) = factors::throttle(app, &buckets).await? {
        return Err(Problem::TooMany { wait });
    }
    let checked = factors::check_password(app, &identity.passwords, username, password).await?;
    let (other, tenant) = match checked {
        CheckedPassword::Fits(other, tenant) => (other, tenant),
        CheckedPassword::Wrong(other, tenant) => {
            record_wrong_password(app, (tenant, other), address).await?;
            return Err(incorrect());
        }
        CheckedPassword::Disabled(..) | CheckedPassword::Nobody => return Err(incorrect()),
    };
    if tenant != whom.tenant {
        return Err(incorrect());
    }
    if other == whom.person {
        return Err(AccountRefusal::MergeOneself.into());
    }
    if store::shared_companies(&app.db, whom.person, other).await? > 0 {
        return Err(AccountRefusal::MergeSameCompany.into());
    }
    check_rights(&app.db, whom.person, other).await?;
    let ways = factors::open_to(app, &identity.passkeys, other, Demand::SecondFactor).await?;
    let has_second = factors::has_second(&app.db, other).await?;
    factors::may_open(app, whom.person).await?;
    let theirs = Whom { tenant, person: other, session: whom.session };
    let mut tx = app.db.begin_write().await?;
    let bound_to = bound_to(app, whom, other)?;
    let challenge = factors::open(app, &mut tx, theirs, Purpose::Merge, bound_to, None).await?;
    if !has_second {
        factors::set_proved(&mut tx, &challenge, app.clock.now()).await?;
    }
    tx.commit().await?;
    // A passkey for the other account is requested at its own sign-in, not here.
    Ok((challenge, ways.into_iter().filter(|way| way.kind != factors::FactorKind::Passkey).collect()))
}

/// Administrators make accounts and give them rights. Merged into their own, such an account would be a way around the rule
/// that no one adds to their own rights.
async fn check_rights(mut from: impl Read, one: PersonId, other: PersonId) -> Result<(), Problem> {
    let one = store::rights(&mut from, one).await?;
    let other = store::rights(&mut from, other).await?;
    match rules::merge_adds_rights((&one.0, one.1), (&other.0, other.1)) {
        true => Err(AccountRefusal::MergeRights.into()),
        false => Ok(()),
    }
}

async fn has_administrator(work: &mut Work, tenant: TenantId) -> db::Result<bool> {
    // What has begun where a day begins last has begun everywhere.
    let today = work.today("Etc/GMT+12");
    store::has_administrator(work.tx(), tenant, today).await
}

/// Once every employment of an account has ended, its roles for the whole tenant sleep. An administrator without a job doesn't
/// become such an account by a merge, or by taking one back, if no one else is left.
async fn check_administrator(work: &mut Work, tenant: TenantId, had_one: bool) -> Result<(), Problem> {
    if had_one && !has_administrator(work, tenant).await? {
        return Err(AccountRefusal::LastAdministrator.into());
    }
    Ok(())
}

/// Two accounts may manage each other; one can't manage itself, directly or through others.
async fn check_lines(work: &mut Work, person: &Person) -> Result<(), Problem> {
    match store::own_managers(work.tx(), person.tenant_id, person.id).await? {
        (0, 0) => Ok(()),
        (0, _) => Err(AccountRefusal::MergeCycle.into()),
        _ => Err(AccountRefusal::MergeOwnManager.into()),
    }
}

/// The other account's owner sees this among their own events, just like a wrong password at sign-in.
async fn record_wrong_password(
    app: &App,
    (tenant, other): (TenantId, PersonId),
    address: &str,
) -> Result<(), Problem> {
    let author = Author { tenant, person: Some(other), address: address.to_owned() };
    let event = Event {
        action: "sign_in.refused",
        subject_kind: "person",
        subject_id: Some(other.0),
        result: "WRONG_PASSWORD".to_owned(),
        detail: json!({ "by": "merge" }),
    };
    Ok(record_refusal(app, &app.db, author, event).await?)
}

/// A merge this person began in this session.
pub(super) async fn find(app: &App, whom: Whom, id: Uuid) -> Result<Challenge, Problem> {
    let found = factors::find(app, id, Purpose::Merge).await?.ok_or_else(factors::gone)?;
    let is_own = found.session_id == whom.session && found.bound_to == bound_to(app, whom, found.person_id)?;
    if is_own { Ok(found) } else { Err(factors::gone()) }
}

/// The second proof of the other account.
pub(super) async fn prove(
    app: &App,
    identity: &Identity,
    challenge: &Challenge,
    proof: &Proof,
    address: &str,
) -> Result<(), Problem> {
    if challenge.proved_at.is_some() {
        return Ok(());
    }
    let means = (&identity.passkeys, &identity.passwords);
    let actions = ("account.merge_proved", "account.merge_refused");
    match Box::pin(factors::prove(app, means, challenge, proof, address, actions)).await? {
        ProofOutcome::Proved => Ok(()),
        ProofOutcome::Incorrect { .. } => Err(FactorRefusal::IncorrectCode.into()),
        ProofOutcome::Gone => Err(factors::gone()),
        ProofOutcome::TooMany { wait } => Err(Problem::TooMany { wait }),
    }
}

/// A merge whose other account was proved.
pub(super) struct MergeOfAccounts {
    pub(super) challenge: Challenge,
}

impl NeedsProof for MergeOfAccounts {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::MergeAccounts)
    }

    fn bound_to(&self) -> Value {
        json!({ "merge": self.challenge.id })
    }
}

pub(super) async fn apply(
    app: &App,
    work: &mut Work,
    person: &Person,
    merge: Proven<MergeOfAccounts>,
    address: &str,
) -> Result<PersonId, Problem> {
    let challenge = &merge.challenge;
    let other = store::person(&app.db, challenge.person_id).await?.ok_or_else(factors::gone)?;
    let now = work.now();
    store::take_tenants_turn(work.tx(), person.tenant_id).await?;
    check_rights(work.tx(), person.id, other.id).await?;
    let had_administrator = has_administrator(work, person.tenant_id).await?;
    factors::use_up(work.tx(), challenge, now).await?;
    let moved = store::belongings(work.tx(), other.id, person.id).await?;
    store::move_belongings(work.tx(), &moved, other.id, person.id).await?;
    if !store::set_merged(work.tx(), other.id, Some(person.id), now).await? {
        return Err(factors::gone());
    }
    check_administrator(work, person.tenant_id, had_administrator).await?;
    check_lines(work, person).await?;
    let handover = access::handover(person.tenant_id, other.id, person.id);
    let notices = inbox::hand_over(work.tx(), &handover).await?;
    let delegations = time_off::hand_over_delegations(work.tx(), &handover).await?;
    calendars::hand_over(work.tx(), &handover, now).await?;
    let imports = mappings::hand_over(work.tx(), &handover).await?;
    let Belongings { assignments, employees, lines, planned } = moved;
    let moved = MovedBelongings { assignments, employees, lines, notices, delegations, imports, planned };
    let kept = serde_json::to_string(&moved).map_err(|error| Problem::Internal(error.to_string()))?;
    let id = work.new_id();
    let whose = (person.tenant_id, person.id);
    store::insert_merge(work.tx(), id, whose, other.id, &kept, now, now + UNDO_FOR).await?;
    work.record("account.merged", "person", other.id.0, json!({ "into": person.id }));
    Box::pin(settings::tell(app, work, person, Changed::AccountsMerged, None, address)).await?;
    // An address that recently replaced another may be a thief's: the link goes to the one from before it began.
    let mailbox = settings::mailbox_before(work, &other, None).await?;
    let link = links::make(app, work, (other.tenant_id, other.id), LinkKind::Unmerge, &mailbox).await?;
    let owner = Person { email: mailbox, ..other.clone() };
    settings::inform(work, &owner, Changed::AccountsMerged, Some(&link), address)?;
    if owner.email != other.email {
        settings::inform(work, &other, Changed::AccountsMerged, None, address)?;
    }
    Ok(other.id)
}

/// The last merge, to undo.
pub(super) struct UndoOfMerge;

impl NeedsProof for UndoOfMerge {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::UndoMerge)
    }

    fn bound_to(&self) -> Value {
        json!({})
    }
}

/// Moves everything back that is still where the merge put it.
pub(super) async fn undo(
    app: &App,
    work: &mut Work,
    person: &Person,
    _: Proven<UndoOfMerge>,
    address: &str,
) -> Result<(), Problem> {
    let now = work.now();
    store::take_tenants_turn(work.tx(), person.tenant_id).await?;
    let merge = store::merge(&app.db, person.id, now).await?.ok_or(Problem::NotFound)?;
    separate(app, work, person, merge, address).await
}

/// Takes a merge back, and tells both mailboxes. The caller has the tenant's turn.
pub(super) async fn separate(
    app: &App,
    work: &mut Work,
    person: &Person,
    merge: Merge,
    address: &str,
) -> Result<(), Problem> {
    let had_administrator = has_administrator(work, merge.tenant_id).await?;
    let TakenBack { has_address, .. } = take_back(work, &merge).await?;
    check_administrator(work, merge.tenant_id, had_administrator).await?;
    let changed = if has_address { Changed::MergeUndone } else { Changed::MergeUndoneWithoutAddress };
    settings::tell(app, work, person, changed, None, address).await?;
    if !has_address {
        return Ok(());
    }
    let other = Person {
        id: merge.other_id,
        username: merge.username,
        first_name: merge.first_name,
        email: merge.email,
        language: merge.language,
        ..person.clone()
    };
    settings::inform(work, &other, Changed::MergeUndone, None, address)
}

/// The outcome of undoing a merge.
pub(super) struct TakenBack {
    /// Who had the other account: the account it was merged into, and any that account has become part of since.
    pub holders: Vec<PersonId>,
    /// False if a colleague has the other account's address by now, so it comes back without one.
    pub has_address: bool,
}

/// Moves everything back and reopens the other account's sign-in.
pub(super) async fn take_back(work: &mut Work, merge: &Merge) -> Result<TakenBack, Problem> {
    let now = work.now();
    let moved: MovedBelongings =
        serde_json::from_str(&merge.moved).map_err(|error| Problem::Internal(error.to_string()))?;
    let MovedBelongings { assignments, employees, lines, notices, delegations, imports, planned } = moved;
    let back = Belongings { assignments, employees, lines, planned };
    if !store::set_undone(work.tx(), merge.id, now).await? {
        return Err(Problem::NotFound);
    }
    let mut holders = vec![];
    let mut next = Some(merge.person_id);
    while let Some(holder) = next {
        let handover = access::handover(merge.tenant_id, holder, merge.other_id);
        store::move_belongings(work.tx(), &back, holder, merge.other_id).await?;
        inbox::hand_back(work.tx(), &handover, &notices, merge.merged_at).await?;
        time_off::hand_back_delegations(work.tx(), &handover, &delegations).await?;
        calendars::hand_over(work.tx(), &handover, merge.merged_at).await?;
        mappings::hand_back(work.tx(), &handover, &imports).await?;
        holders.push(holder);
        next = store::merged_into(work.tx(), holder).await?;
    }
    store::set_merged(work.tx(), merge.other_id, None, now).await?;
    let has_address = lost_address::keep(work, (merge.tenant_id, merge.other_id)).await?;
    let detail = if has_address { json!({}) } else { json!({ "email": AccountRefusal::EmailTaken.code() }) };
    work.record("account.merge_undone", "person", merge.other_id.0, detail);
    Ok(TakenBack { holders, has_address })
}

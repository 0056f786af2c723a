//! Undoing a merge of accounts for someone who can't, or who was tricked into it: as they could themselves, within seven days.
//! Both mailboxes are told.

use super::{store, to_change};
use crate::access::PeopleScope;
use crate::account::merge;
use crate::account::store as accounts;
use crate::app::App;
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Read};
use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

/// The newest merge into someone's account, to undo.
pub struct UndoneMerge {
    pub person: PersonId,
    pub merge: Uuid,
}

impl NeedsProof for UndoneMerge {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::UndoMerge)
    }

    fn bound_to(&self) -> Value {
        json!([self.person, self.merge])
    }
}

/// Merges are undone in the opposite order, so only the newest can be.
async fn newest(from: impl Read, undone: &UndoneMerge, now: Timestamp) -> Result<accounts::Merge, Problem> {
    let newest = accounts::merge(from, undone.person, now).await?;
    newest.filter(|merge| merge.id == undone.merge).ok_or(Problem::NotFound)
}

/// Before anyone is asked for a factor.
pub(super) async fn check(
    db: &Db,
    scope: &PeopleScope,
    undone: &UndoneMerge,
    now: Timestamp,
) -> Result<(), Problem> {
    super::before_proof::help(db, scope, undone.person).await?;
    newest(db, undone, now).await.map(drop)
}

pub async fn undo_merge(
    app: &App,
    work: &mut Work,
    scope: &PeopleScope,
    undone: Proven<UndoneMerge>,
) -> Result<(), Problem> {
    store::take_turns(work.tx(), scope).await?;
    let account = to_change(work, scope, undone.person).await?;
    let now = work.now();
    let merge = newest(work.tx(), &undone, now).await?;
    merge::separate(app, work, &account.person(), merge, "").await
}

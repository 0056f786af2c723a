//! What is refused anyway is refused before anyone is asked for a factor. The change checks again, in its turn.

use super::store::{self, AccountRow};
use super::{
    CorrectedSignIn, ResetOfSignIn, check_domains, check_reach, check_removal, check_username, checked_name,
};
use crate::access::PeopleScope;
use crate::account::new_email;
use crate::account::refusal::AccountRefusal;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use db::Db;

/// The account, if the administrator may help with it.
pub(super) async fn help(db: &Db, scope: &PeopleScope, person: PersonId) -> Result<AccountRow, Problem> {
    let account = store::account(db, scope, person).await?.ok_or(Problem::NotFound)?;
    check_reach(scope, &account)?;
    Ok(account)
}

pub(super) async fn reset(db: &Db, scope: &PeopleScope, reset: &ResetOfSignIn) -> Result<(), Problem> {
    check_removal(&reset.reset)?;
    help(db, scope, reset.person).await.map(drop)
}

pub(super) async fn correction(
    db: &Db,
    scope: &PeopleScope,
    corrected: &CorrectedSignIn,
) -> Result<(), Problem> {
    let CorrectedSignIn { person, given, shown } = corrected;
    let given = checked_name(given)?;
    let account = help(db, scope, *person).await?;
    let there = account.sign_in_name();
    if shown.as_ref().is_some_and(|shown| *shown != there) {
        return Err(Problem::conflict(there));
    }
    check_username(&there, &given)?;
    check_domains(db, scope, &account, &given).await?;
    if given.username != there.username && new_email::has_name(db, *person, &given.username).await? {
        return Err(AccountRefusal::UsernameTaken.into());
    }
    let whose = (account.tenant_id, account.id);
    if given.email != there.email && new_email::has_address(db, whose, &given.email).await? {
        return Err(AccountRefusal::EmailTaken.into());
    }
    Ok(())
}

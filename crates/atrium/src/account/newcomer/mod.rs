//! An account for someone new, added one at a time. Names and addresses follow the rules of account settings, which
//! are at least as strict as those for a row of `people.csv`: no one in the tenant shares an address, no username is
//! someone else's address, and a username is unique in the whole installation.

mod store;

use super::refusal::AccountRefusal;
use super::{new_email, rules};
use crate::shared::id::{PersonId, TenantId};
use crate::shared::names;
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Read;
use std::ops::Deref;

/// Someone's account, as typed.
#[derive(Clone, Debug)]
pub struct PersonAccount {
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub language: &'static str,
    /// Of the portal: `v1` or `v2`.
    pub version: &'static str,
}

/// An account that may be opened, in the form we store.
pub struct CheckedAccount(PersonAccount);

impl Deref for CheckedAccount {
    type Target = PersonAccount;

    fn deref(&self) -> &PersonAccount {
        &self.0
    }
}

/// Whether the names are well formed and free.
pub async fn check_account(
    mut from: impl Read,
    whose: (TenantId, PersonId),
    typed: &PersonAccount,
) -> Result<CheckedAccount, Problem> {
    let profile = rules::profile(&typed.first_name, &typed.last_name, &typed.email)?;
    let username = rules::username(&typed.username)?;
    if !names::is_own_username(&username, &profile.email) {
        return Err(AccountRefusal::ForeignUsername.into());
    }
    if new_email::is_taken(&mut from, whose, &profile.email).await? {
        return Err(AccountRefusal::EmailTaken.into());
    }
    if new_email::is_taken(&mut from, whose, &username).await?
        || store::is_username_taken(from, &username).await?
    {
        return Err(AccountRefusal::UsernameTaken.into());
    }
    let (first_name, last_name, email) = (profile.first_name, profile.last_name, profile.email);
    Ok(CheckedAccount(PersonAccount { username, first_name, last_name, email, ..typed.clone() }))
}

/// Writes the account. The caller has locked the tenant, so that no one in it takes an address in the meantime.
pub async fn open_account(
    work: &mut Work,
    whose: (TenantId, PersonId),
    account: CheckedAccount,
) -> Result<PersonAccount, Problem> {
    store::insert(work.tx(), whose, &account).await.map_err(|error| match error {
        // Someone in another tenant was faster.
        db::Error::Unique(_) => AccountRefusal::UsernameTaken.into(),
        error => Problem::from(error),
    })?;
    Ok(account.0)
}

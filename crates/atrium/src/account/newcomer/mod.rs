//! An account for someone new, added one at a time. Names and addresses follow the rules of account settings, which
//! are at least as strict as those for a row of `people.csv`: no one in the tenant shares an address, no username is
//! someone else's address, and a username is unique in the whole installation.

mod store;

use super::refusal::AccountRefusal;
use super::{new_email, rules};
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::work::Work;

/// Someone's account, as typed.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub language: &'static str,
    /// Of the portal: `v1` or `v2`.
    pub version: &'static str,
}

/// Both in the form we store.
pub fn checked_account(typed: NewAccount) -> Result<NewAccount, Problem> {
    let names = rules::profile(&typed.first_name, &typed.last_name, &typed.email)?;
    let username = rules::username(&typed.username)?;
    Ok(NewAccount {
        username,
        first_name: names.first_name,
        last_name: names.last_name,
        email: names.email,
        ..typed
    })
}

/// Writes the account and returns the tenant's name. Imports and others who add people to the tenant wait.
pub async fn open_account(
    work: &mut Work,
    tenant: TenantId,
    person: PersonId,
    account: &NewAccount,
) -> Result<String, Problem> {
    let whose = (tenant, person);
    if new_email::is_taken_since(work.tx(), whose, &account.email).await? {
        return Err(AccountRefusal::EmailTaken.into());
    }
    if new_email::is_taken_since(work.tx(), whose, &account.username).await? {
        return Err(AccountRefusal::UsernameTaken.into());
    }
    store::insert(work.tx(), whose, account).await.map_err(|error| match error {
        db::Error::Unique(_) => AccountRefusal::UsernameTaken.into(),
        error => Problem::from(error),
    })?;
    Ok(store::tenant_name(work.tx(), tenant).await?)
}

//! Restoring an account's old address after someone else changed it or a merge was undone.
//!
//! - Two people in a tenant never share an address. If a colleague has it by now, the account is left without one,
//!   because its current address may be a thief's.
//! - An account without an address has an empty one. It gets no mail, and no one can use it to sign in or reset a
//!   password.
//! - Administrators are told once.

mod store;

use super::new_email;
use super::store as accounts;
use crate::notices::{self, Letter};
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::work::Work;

/// False if a colleague has the address, which leaves the account without one. No one can take it in the meantime.
pub(super) async fn give_back(
    work: &mut Work,
    whose: (TenantId, PersonId),
    email: &str,
) -> Result<bool, Problem> {
    let is_taken = new_email::is_taken_since(work.tx(), whose, email).await?;
    let given = if is_taken { "" } else { email };
    let had_one = !email_now(work, whose.1).await?.is_empty();
    accounts::update_email(work.tx(), whose.1, given).await?;
    if is_taken && had_one {
        tell_administrators(work, whose).await?;
    }
    Ok(!is_taken)
}

/// Like `give_back`, for an address the account has had all along.
pub(super) async fn keep(work: &mut Work, whose: (TenantId, PersonId)) -> Result<bool, Problem> {
    let email = email_now(work, whose.1).await?;
    give_back(work, whose, &email).await
}

/// The account's address at this point in the transaction.
pub(super) async fn email_now(work: &mut Work, person: PersonId) -> Result<String, Problem> {
    Ok(store::email(work.tx(), person).await?)
}

async fn tell_administrators(work: &mut Work, whose: (TenantId, PersonId)) -> Result<(), Problem> {
    let at = work.now();
    let today = work.today("UTC");
    for told in store::administrators(work.tx(), whose, today).await? {
        let (first_name, owner, username) = (&told.first_name, &told.owner, &told.username);
        let letter = Letter::AddressLost { first_name, owner, username, at };
        notices::mail(work, &told.email, &told.language, letter)?;
    }
    Ok(())
}

//! Each tenant's data key. Keys for account numbers (`numbers.rs`) and for files (`files/sealed.rs`) are derived from it.
//!
//! - It is made when it is needed first, and kept sealed by the operator's bank key.
//! - The bank key may be replaced while the server runs: only the data keys are wrapped anew, nothing that they sealed.

mod numbers;
mod store;

pub use numbers::{Numbers, numbers_of};

use crate::access::{BankScope, bank_tenants};
use crate::app::App;
use crate::shared::keys::Wrapping;
use crate::shared::problem::Problem;
use db::{Db, Tx};

/// The tenant's data key; made if there is none.
pub async fn of_tenant(app: &App, tx: &mut Tx, scope: &BankScope) -> Result<[u8; 32], Problem> {
    if let Some(found) = store::bank_key(&mut *tx, scope).await? {
        return unwrap(&app.keys.bank, scope, &found.0, &found.1);
    }
    let mut key = [0; 32];
    app.randomness.fill(&mut key);
    let wrapped = app.keys.bank.wrap(&app.randomness, scope.tenant().0.as_bytes(), &key);
    store::keep_bank_key(tx, scope, &wrapped, app.keys.bank.name(), app.clock.now()).await?;
    // Someone else may have made it a moment ago: what is kept counts.
    let (wrapped, by) = store::bank_key(tx, scope).await?.ok_or(Problem::NotFound)?;
    unwrap(&app.keys.bank, scope, &wrapped, &by)
}

/// The tenant's data key, if it has one.
pub async fn known(app: &App, db: &Db, scope: &BankScope) -> Result<Option<[u8; 32]>, Problem> {
    let found = store::bank_key(db, scope).await?;
    found.map(|(wrapped, by)| unwrap(&app.keys.bank, scope, &wrapped, &by)).transpose()
}

fn unwrap(bank: &Wrapping, scope: &BankScope, wrapped: &[u8], by: &str) -> Result<[u8; 32], Problem> {
    let key = bank.unwrap(scope.tenant().0.as_bytes(), wrapped, by);
    let tenant = scope.tenant();
    key.ok_or_else(|| Problem::Internal(format!("no bank key opens the data key of tenant {tenant}")))
}

/// Wraps what an earlier bank key wrapped; how many that were. Nothing else changes, so that it may run at any time.
pub async fn rewrap(app: &App) -> Result<usize, Problem> {
    let mut count = 0;
    for scope in bank_tenants(&app.db).await? {
        let mut tx = app.db.begin_write().await?;
        let Some((wrapped, by)) = store::bank_key(&mut tx, &scope).await? else { continue };
        if by == app.keys.bank.name() {
            continue;
        }
        let key = unwrap(&app.keys.bank, &scope, &wrapped, &by)?;
        let anew = app.keys.bank.wrap(&app.randomness, scope.tenant().0.as_bytes(), &key);
        store::replace_bank_key(&mut tx, &scope, &anew, app.keys.bank.name(), &by).await?;
        tx.commit().await?;
        count += 1;
    }
    Ok(count)
}

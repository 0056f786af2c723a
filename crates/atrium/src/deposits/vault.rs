//! Account numbers at rest. Each tenant has a data key that seals its numbers, with the row's id, and marks them, so that
//! the same number is found again. The data key is itself sealed by the operator's bank key, which may be replaced
//! while the server runs: only the data keys are wrapped anew.

use super::store;
use crate::access::BankScope;
use crate::app::App;
use crate::shared::id::DepositId;
use crate::shared::keys::{SealKey, Vault, Wrapping};
use crate::shared::problem::Problem;
use crate::shared::seal;
use db::Tx;

const NUMBER: &str = "account number";

/// Seals and recognizes the account numbers of one tenant.
pub struct Numbers {
    vault: Vault,
    marks: SealKey,
}

impl Numbers {
    fn new(key: &[u8; 32]) -> Numbers {
        let keys = SealKey::new(key);
        Numbers { vault: Vault::new(&keys.seal(&[b"seal"])), marks: SealKey::new(&keys.seal(&[b"mark"])) }
    }

    pub fn seal(&self, app: &App, id: DepositId, number: &str) -> Vec<u8> {
        seal::seal(&self.vault, &app.randomness, NUMBER, id.0, number.as_bytes())
    }

    /// For the export to payroll, and to prove that swapped rows do not open.
    pub fn open(&self, id: DepositId, sealed: &[u8]) -> Result<String, Problem> {
        let plain = seal::open(&self.vault, NUMBER, id.0, sealed)?;
        String::from_utf8(plain).map_err(|_| Problem::Internal("a sealed number is no text".into()))
    }

    /// The same for the same number, and worth nothing without the key.
    pub fn mark(&self, number: &str) -> Vec<u8> {
        self.marks.seal(&[number.as_bytes()]).to_vec()
    }
}

/// The tenant's data key; made with its first account.
pub async fn of_tenant(app: &App, tx: &mut Tx, scope: &BankScope) -> Result<Numbers, Problem> {
    if let Some(found) = store::bank_key(tx, scope).await? {
        return Ok(Numbers::new(&unwrap(&app.keys.bank, scope, &found.0, &found.1)?));
    }
    let mut key = [0; 32];
    app.randomness.fill(&mut key);
    let wrapped = app.keys.bank.wrap(&app.randomness, scope.tenant().0.as_bytes(), &key);
    store::keep_bank_key(tx, scope, &wrapped, app.keys.bank.name(), app.clock.now()).await?;
    // Somebody else may have made it a moment ago: what is kept counts.
    let (wrapped, by) = store::bank_key(tx, scope).await?.ok_or(Problem::NotFound)?;
    Ok(Numbers::new(&unwrap(&app.keys.bank, scope, &wrapped, &by)?))
}

fn unwrap(bank: &Wrapping, scope: &BankScope, wrapped: &[u8], by: &str) -> Result<[u8; 32], Problem> {
    let key = bank.unwrap(scope.tenant().0.as_bytes(), wrapped, by);
    let tenant = scope.tenant();
    key.ok_or_else(|| Problem::Internal(format!("no bank key opens the data key of tenant {tenant}")))
}

/// Wraps what an earlier bank key wrapped; how many that were. Nothing else changes, so that it may run at any time.
pub async fn rewrap(app: &App) -> Result<usize, Problem> {
    let mut count = 0;
    for scope in crate::access::bank_tenants(&app.db).await? {
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

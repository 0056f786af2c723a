//! Account numbers at rest. One of the tenant's own keys seals its numbers, with the row's id.
//! Another marks them, so the same number can be found again.

use crate::access::BankScope;
use crate::app::App;
use crate::shared::id::DepositId;
use crate::shared::keys::{SealKey, Vault};
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

    /// For payroll's batches. A number opens in its own row only.
    pub fn open(&self, id: DepositId, sealed: &[u8]) -> Result<String, Problem> {
        let plain = seal::open(&self.vault, NUMBER, id.0, sealed)?;
        String::from_utf8(plain).map_err(|_| Problem::Internal("a sealed number is no text".into()))
    }

    /// The same mark for the same number, and worthless without the key.
    pub fn mark(&self, number: &str) -> Vec<u8> {
        self.marks.seal(&[number.as_bytes()]).to_vec()
    }
}

/// The tenant's numbers. Its data key is created with its first account or file.
pub async fn numbers_of(app: &App, tx: &mut Tx, scope: &BankScope) -> Result<Numbers, Problem> {
    Ok(Numbers::new(&super::of_tenant(app, tx, scope).await?))
}

//! `atrium audit verify`.

use super::{Failure, demo, start};
use crate::config::Settings;
use crate::shared::audit::{self, HeadFile};
use crate::shared::keys::Keys;

pub(super) async fn verify(settings: Settings) -> Result<(), Failure> {
    // A demo keeps a key of its own beside its data.
    let master_key = match demo::kept_key(&settings) {
        Some(key) => key,
        None => settings.master_key()?,
    };
    let keys = Keys::derive(&master_key);
    let db = start::connect(&settings).await?;
    let kept = HeadFile::read(&settings.data_dir.join("audit-heads.json"), &keys.audit)?;
    let verdict = audit::verify(&db, &keys.audit, &kept).await?;
    for fault in &verdict.faults {
        println!("{fault}");
    }
    if verdict.faults.is_empty() {
        println!("{} events, the trail is intact", verdict.events);
        return Ok(());
    }
    Err(Failure::Other(format!("the audit trail is not intact: {} faults", verdict.faults.len())))
}

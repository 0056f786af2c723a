//! `atrium audit verify`.

use super::{Failure, demo, start};
use crate::config::Settings;
use crate::shared::audit::{self, HeadFile};
use crate::shared::keys::Keys;

/// `without_heads` is for a trail whose heads were lost: what can still be checked is, and a cut tail cannot be seen.
pub(super) async fn verify(settings: Settings, without_heads: bool) -> Result<(), Failure> {
    // The operator's key first: a file in the data folder must not be able to vouch for a forged trail.
    let master_key = match settings.master_key() {
        Ok(key) => key,
        Err(missing) => demo::kept_key(&settings).ok_or(missing)?,
    };
    let keys = Keys::derive(&master_key);
    let path = HeadFile::path(&settings.data_dir);
    let kept = HeadFile::read(&path, &keys.audit)?;
    if kept.is_none() && !without_heads {
        let how =
            "without it, events missing from the end can't be detected; --without-heads checks the rest";
        return Err(Failure::Other(format!("{} is missing: {how}", path.display())));
    }
    let db = start::connect(&settings).await?;
    match (db.schema_version().await?, db::MIGRATIONS.len() as i64) {
        (0, _) => {
            return Err(Failure::Other("this database is empty and has no audit trail".to_owned()));
        }
        (found, known) if found > known => return Err(db::Error::NewerSchema { found, known }.into()),
        (found, known) if found < known => {
            let what = format!("the database is at schema version {found}, but this program needs {known}");
            return Err(Failure::Other(format!("{what}: run `atrium migrate` first")));
        }
        _ => {}
    }
    let verdict = audit::verify(&db, &keys.audit, kept.as_deref()).await?;
    db.close().await;
    for fault in &verdict.faults {
        println!("{fault}");
    }
    if verdict.faults.is_empty() {
        println!("{} events, the trail is intact", verdict.events);
        return Ok(());
    }
    let (number, few) = (verdict.faults.len(), if verdict.faults.len() == 1 { "fault" } else { "faults" });
    Err(Failure::Other(format!("the audit trail is not intact: {number} {few}")))
}

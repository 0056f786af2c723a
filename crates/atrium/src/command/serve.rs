//! `atrium serve` and `atrium migrate`.

use super::{Failure, log, start};
use crate::config::Settings;
use crate::demo::{self, FoundWorld};
use crate::host_applications::SignOuts;
use crate::notices::Post;
use crate::server;
use crate::setup;
use crate::shared::clock::Clock;
use crate::shared::keys::Keys;
use crate::tenant_keys;
use std::sync::Arc;

/// Everything that can be wrong is found before anything is made: settings, keys, the port, the database.
pub(super) async fn serve(settings: Settings) -> Result<(), Failure> {
    let master_key = settings.master_key()?;
    let post = Post::new(&settings, Keys::derive(&master_key).notices)?;
    log::start(&settings);
    let listening = server::listen(settings.listen).await?;
    start::make_data_dir(&settings)?;
    let _lock = start::lock_data_dir(&settings)?;
    let db = start::connect(&settings).await?;
    db.migrate(db::MIGRATIONS).await?;
    if matches!(demo::look(&db).await?, FoundWorld::World(_) | FoundWorld::Unfinished) {
        return Err(Failure::Other(
            "this database holds demo accounts, which must never be served: use another database".to_owned(),
        ));
    }
    let app = start::app(settings, db, Clock::system(), &master_key, None)?;
    let wrapped =
        tenant_keys::rewrap(&app).await.map_err(|problem| Failure::Other(format!("{problem:?}")))?;
    if wrapped > 0 {
        tracing::info!(wrapped, "the tenants' bank keys are now wrapped with the new key");
    }
    let identity = start::identity(&app).await?;
    if let Some(link) = setup::new_link(&app).await? {
        // Printed, not logged: anyone who has it becomes the administrator.
        println!(
            "\n  No one can sign in yet. Set up the first administrator here (the link works once, for 24 hours):\n\n    {link}\n"
        );
    }
    let post = post.reading(app.db.clone());
    post.say_what_is_missing();
    tracing::info!(address = %listening.address, "ready");
    let receiver = SignOuts::new(&app, identity.provider.clone(), Arc::new(post))?;
    server::run(app, identity, listening, Arc::new(receiver)).await;
    Ok(())
}

pub(super) async fn migrate(settings: Settings) -> Result<(), Failure> {
    start::make_data_dir(&settings)?;
    let db = start::connect(&settings).await?;
    let run = db.migrate(db::MIGRATIONS).await?;
    println!("ran {run} migrations; the schema is at version {}", db.schema_version().await?);
    db.close().await;
    Ok(())
}

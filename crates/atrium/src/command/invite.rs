//! `atrium invite`: lets someone choose their first password.

use super::{Failure, start};
use crate::account;
use crate::config::Settings;
use crate::shared::clock::Clock;
use crate::shared::problem::Problem;
use serde_json::json;

/// The link goes by mail, if there is a mail server, and to standard output.
pub(super) async fn invite(settings: Settings, username: &str, is_json: bool) -> Result<(), Failure> {
    let master_key = settings.master_key()?;
    start::make_data_dir(&settings)?;
    let db = start::connect(&settings).await?;
    db.migrate(db::MIGRATIONS).await?;
    let app = start::app(settings, db, Clock::system(), &master_key, None)?;
    let invited = account::invite_called(&app, username).await;
    app.db.close().await;
    match invited {
        Ok(link) => {
            match is_json {
                true => println!("{}", json!({ "username": username, "link": link })),
                false => println!("{link}"),
            }
            Ok(())
        }
        Err(Problem::NotFound) => {
            Err(Failure::Other(format!("no one who can sign in has the username {username}")))
        }
        Err(Problem::Internal(cause) | Problem::Unavailable(cause)) => Err(Failure::Other(cause)),
        Err(problem) => Err(Failure::Other(problem.message().to_owned())),
    }
}

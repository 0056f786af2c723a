//! `atrium session list | end`: where someone is signed in.

use super::person::About;
use super::{Failure, sign_in, terminal};
use crate::config::Settings;
use clap::Subcommand;
use uuid::Uuid;

#[derive(Subcommand)]
pub(crate) enum SessionCommand {
    /// List a person's open sessions. As JSON, one session per line.
    List(About),
    /// End one session, or all of them.
    End {
        #[command(flatten)]
        about: About,
        /// The session's ID, as shown by `list`. Without it, every session ends.
        #[arg(long, value_name = "ID")]
        session: Option<Uuid>,
    },
}

pub(super) async fn session(settings: Settings, command: SessionCommand) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = match command {
        SessionCommand::List(about) => sign_in::list_sessions(&app, &about).await,
        SessionCommand::End { about, session } => sign_in::end_sessions(&app, &about, session).await,
    };
    app.db.close().await;
    done
}

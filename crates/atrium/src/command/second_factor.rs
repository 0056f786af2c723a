//! `atrium second-factor TENANT always | new_device | step_up`: when a tenant's people need one.

use super::{Failure, terminal};
use crate::access;
use crate::account::{self, SecondFactor};
use crate::config::Settings;

pub(super) async fn second_factor(settings: Settings, tenant: &str, when: &str) -> Result<(), Failure> {
    let Some(when) = SecondFactor::parse(when) else {
        return Err(Failure::Other(format!(
            "the second factor must be always, new_device or step_up, not {when:?}"
        )));
    };
    let app = terminal::app(settings).await?;
    let done = async {
        let tenant = terminal::tenant(&app, tenant).await?;
        let asked = account::ask_for_second_factor(&app, &access::operator(tenant), when).await;
        asked.map_err(terminal::failed)?;
        terminal::keep_heads(&app).await
    };
    let done = done.await;
    app.db.close().await;
    done
}

//! `atrium second-factor TENANT always | new_device | step_up`: when a tenant's people need one.

use super::{Failure, portal, terminal};
use crate::access;
use crate::account::SecondFactor;
use crate::config::Settings;
use crate::factors::Proven;
use crate::features::{self, SecondFactorChange};
use serde_json::json;

pub(super) async fn second_factor(
    settings: Settings,
    tenant: &str,
    when: &str,
    is_json: bool,
) -> Result<(), Failure> {
    let Some(when) = SecondFactor::parse(when) else {
        return Err(Failure::Other(format!(
            "the second factor must be always, new_device or step_up, not {when:?}"
        )));
    };
    let app = terminal::app(settings).await?;
    let done = async {
        let tenant = terminal::tenant(&app, tenant).await?;
        let change = Proven::by_operator(&access::operator(tenant), SecondFactorChange { when });
        let mut work = portal::begin(&app, tenant).await?;
        let set = features::set_second_factor(&mut work, &portal::scope(tenant)?, change).await;
        set.map_err(terminal::failed)?;
        work.commit().await?;
        terminal::keep_heads(&app).await?;
        if is_json {
            println!("{}", json!({ "tenantId": tenant, "secondFactor": when.as_str() }));
        }
        Ok(())
    };
    let done = done.await;
    app.db.close().await;
    done
}

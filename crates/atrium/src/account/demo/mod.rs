//! The demo's people, and how all of them sign in: with the same password, and the same second factor for those of the
//! plan.

mod store;

use crate::app::App;
use crate::demo_world::{DemoPart, DemoPlan, DemoStep, PASSWORD};
use crate::factors;
use crate::shared::problem::Problem;
use db::Tx;

pub const DEMO: &[DemoPart] = &[
    DemoPart::People(|_, tx, plan, _| Box::pin(write(tx, plan))),
    DemoPart::Once(DemoStep::SignIn, |app, plan, _| Box::pin(give_factors(app, plan))),
];

/// `JBSWY3DPEHPK3PXP`, the way you'd enter it in an authenticator app.
const TOTP_SECRET: &[u8] = b"Hello!\xDE\xAD\xBE\xEF";

async fn write(tx: &mut Tx, plan: &DemoPlan) -> Result<(), Problem> {
    for tenant in &plan.tenants {
        store::insert_people(tx, &tenant.scope, &plan.people).await?;
    }
    Ok(())
}

/// The password is hashed once for everyone.
async fn give_factors(app: &App, plan: &DemoPlan) -> Result<(), Problem> {
    let hash = factors::password::hash(PASSWORD, &app.randomness)?;
    let now = app.clock.now();
    let mut tx = app.db.begin_write().await?;
    for tenant in &plan.tenants {
        store::give_passwords(&mut tx, &tenant.scope, &hash, now).await?;
    }
    for person in &plan.people {
        factors::write_totp(app, &mut tx, person.tenant, person.id, TOTP_SECRET, 0, now).await?;
    }
    Ok(tx.commit().await?)
}

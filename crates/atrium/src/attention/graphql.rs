//! The console's home on the wire.

use super::ConsoleHome;
use super::store::FirstHour;
use crate::access::{self, Read};
use crate::call::Call;
use crate::shared::problem::Problem;
use async_graphql::{Context, Object, SimpleObject};

/// What needs attention. A count of 100 means that many or more.
#[derive(SimpleObject)]
#[graphql(serial)]
struct AdministratorHome {
    /// Time off requests and change requests that no manager can decide.
    undecidable: i64,
    /// People without a manager in an area.
    unmanaged: i64,
    /// People who were invited and haven't signed in.
    invited: i64,
    /// Mail and text messages that were given up on.
    parked: i64,
    /// Companies with changes that wait for payroll, and a cut-off in the next two days.
    handovers_due: i64,
    /// Imports that failed in the last three days, or came by themselves and can't be applied.
    failed_imports: i64,
    failing_jobs: i64,
    pending_migrations: i64,
    /// 1 if a backup of the installation is due.
    late_backups: i64,
    /// What is left to set up; null once it is done, and for administrators of some companies.
    first_hour: Option<FirstHourSteps>,
}

/// Which steps of setting up are done.
#[derive(SimpleObject)]
#[graphql(serial)]
struct FirstHourSteps {
    pay_groups: bool,
    pay_calendar: bool,
    mail: bool,
    roles: bool,
    employees: bool,
    invitations: bool,
    sign_in: bool,
}

impl From<FirstHour> for FirstHourSteps {
    fn from(found: FirstHour) -> FirstHourSteps {
        FirstHourSteps {
            pay_groups: found.has_pay_groups,
            pay_calendar: found.has_pay_calendar,
            mail: found.has_mail,
            roles: found.has_roles,
            employees: found.has_employees,
            invitations: found.has_invited,
            sign_in: found.has_signed_in,
        }
    }
}

impl From<ConsoleHome> for AdministratorHome {
    fn from(home: ConsoleHome) -> AdministratorHome {
        let ConsoleHome { counts, failing_jobs, pending_migrations, is_backup_late, first_hour } = home;
        AdministratorHome {
            undecidable: (counts.time_off + counts.requests).min(100),
            unmanaged: counts.unmanaged,
            invited: counts.invited,
            parked: counts.parked,
            handovers_due: counts.handovers_due,
            failed_imports: counts.failed_imports,
            failing_jobs: i64::try_from(failing_jobs).unwrap_or(i64::MAX),
            pending_migrations,
            late_backups: is_backup_late.into(),
            first_hour: first_hour.map(FirstHourSteps::from),
        }
    }
}

#[derive(Default)]
pub struct AttentionQuery;

#[Object]
impl AttentionQuery {
    /// For administrators of the tenant or of some of its companies.
    async fn administrator_home(&self, context: &Context<'_>) -> Result<AdministratorHome, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let scope = access::people::<Read>(viewer)?;
        Ok(super::home(&call.app, &call.db, &scope, viewer).await?.into())
    }
}

//! The payday an employee's change counts for, on the wire: for forms, and for the pages where requests are decided.

use super::PayTimes;
use super::rules::{Counting, PayTiming};
use crate::access::{self, At, EmployeeScope, Permission, Read};
use crate::call::Call;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{EmployeeId, PersonId};
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object, SimpleObject};

/// For which payday an employee's change counts. Without a pay calendar, everything is null.
#[derive(SimpleObject)]
#[graphql(serial, name = "PayTiming")]
struct PayTimingOnWire {
    /// The payday for which a change counts if it's approved now.
    counts_for: Option<Day>,
    /// Approved later, it counts for a later payday. Null if payroll will say.
    approve_by: Option<Moment>,
    /// The payday whose payroll is being processed.
    processing: Option<Day>,
    next_payday: Option<Day>,
    /// The company's time zone.
    time_zone: String,
}

impl PayTimingOnWire {
    fn new(found: PayTiming, time_zone: String) -> PayTimingOnWire {
        PayTimingOnWire {
            counts_for: found.counts_for,
            approve_by: found.approve_by.map(Moment),
            processing: found.processing,
            next_payday: found.next_payday,
            time_zone,
        }
    }
}

/// An employee as someone who decides on their requests.
async fn decided(
    call: &Call,
    at: At,
    manager: PersonId,
    employee: EmployeeId,
) -> Result<EmployeeScope<PayTimes>, Problem> {
    let viewer = call.viewer().await?;
    let asked = Permission::ManagerProfile.asked();
    if let Ok(decider) = access::decider::<Read>(&call.db, viewer, at, manager, asked).await
        && let Ok(decision) = access::decision(&call.db, &decider, employee).await
    {
        return Ok((&decision).into());
    }
    let company = access::managed_company::<PayTimes, Read>(viewer, at, manager)?;
    let approver = access::approver(&call.db, &company, call.today(&company.time_zone())).await?;
    access::approved_employee::<PayTimes, Read>(&call.db, &approver, employee).await
}

#[derive(Default)]
pub struct PayTimingQuery;

#[Object]
impl PayTimingQuery {
    /// For which payday a change counts: your own, or with `managerId` one you decide on.
    #[expect(clippy::too_many_arguments, reason = "whose change, and what it's about")]
    async fn pay_timing(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        manager_id: Option<ID>,
        #[graphql(desc = "Earlier paydays stay as they are.")] from: Option<Day>,
        #[graphql(desc = "A day worked or taken off: it's paid with its period, or later.")] worked: Option<
            Day,
        >,
        #[graphql(desc = "Payroll isn't told before this, as of a new account.")] held_until: Option<Moment>,
    ) -> Result<PayTimingOnWire, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let employee = EmployeeId::from_wire(&employee_id)?;
        let scope = match manager_id {
            Some(manager) => decided(call, at, PersonId::from_wire(&manager)?, employee).await?,
            None => access::own::<PayTimes, Read>(call.viewer().await?, at, employee)?,
        };
        let zone = scope.time_zone();
        let held_until = held_until.map(|until| call.moment_of(until.0, &zone));
        let of = Counting { from, worked, held_until };
        let moment = (call.moment(&zone), call.today(&zone));
        Ok(PayTimingOnWire::new(super::timing(&call.db, &scope, of, moment).await?, zone))
    }
}

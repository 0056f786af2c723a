//! Reading what the balances of a company's people are made of, for many people at a time.

use super::super::TimeOff;
use super::super::ground::{EventKind, EventRow, TypeRow};
use super::super::on_day::BalancesOf;
use crate::access::{CompanyFiguresScope, Need};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, TimeOffRequestId, TimeOffTypeId};
use db::{Db, params};

/// The types the company has, in its order, as they apply to someone hired on a day.
pub(crate) async fn types_of_company(
    db: &Db,
    scope: &CompanyFiguresScope<TimeOff, impl Need>,
    hired: Day,
) -> db::Result<Vec<TypeRow>> {
    db.all(
        "SELECT t.id, t.name, t.name_es, t.has_balance, t.accrual, t.rates, t.pay_period, t.period_end, t.cap_hours,
           t.carry_over_hours, t.carry_over_months, t.negative_hours, t.waiting_days, t.approval, $3, FALSE,
           t.attachment_after_days, t.ends_on, t.earlier
         FROM time_off_type t WHERE t.tenant_id = $1 AND t.company_id = $2 ORDER BY t.position, t.id",
        params![scope.tenant(), scope.company(), hired],
    )
    .await
}

pub(crate) struct EventOf {
    employee_id: EmployeeId,
    type_id: Option<TimeOffTypeId>,
    kind: EventKind,
    day: Day,
    hours: Amount,
    request_id: Option<TimeOffRequestId>,
    is_pending: bool,
}
db::row!(EventOf { employee_id, type_id, kind, day, hours, request_id, is_pending });

impl EventOf {
    pub(crate) fn split(self) -> (EmployeeId, EventRow) {
        let EventOf { employee_id, type_id, kind, day, hours, request_id, is_pending } = self;
        (employee_id, EventRow { type_id, kind, day, hours, request_id, is_pending })
    }
}

/// Everything through a day that changed these people's balances, by employee.
pub(crate) async fn events_of_many(
    db: &Db,
    scope: &CompanyFiguresScope<TimeOff, impl Need>,
    whose: BalancesOf<'_>,
    through: Day,
) -> db::Result<Vec<EventOf>> {
    let mut values = params![scope.tenant(), scope.company(), through];
    let these = match whose {
        BalancesOf::Between(first, last) => {
            values.extend(params![first, last]);
            "e.id BETWEEN $4 AND $5".to_owned()
        }
        BalancesOf::These(people) => format!("e.id IN {}", db::in_list(&mut values, people.iter().copied())?),
    };
    let among = format!("e.tenant_id = $1 AND e.company_id = $2 AND {these}");
    db.all(
        format!(
            "SELECT e.id, d.type_id, 'time off', d.day, d.hours, d.request_id, d.status = 'Pending'
             FROM employee e CROSS JOIN time_off_day d
             WHERE {among} AND d.employee_id = e.id AND d.status IN ('Pending', 'Approved') AND d.day <= $3
             UNION ALL
             SELECT e.id, a.type_id, a.kind, a.day, a.hours, NULL, FALSE
             FROM employee e CROSS JOIN time_off_adjustment a WHERE {among} AND a.employee_id = e.id AND a.day <= $3
             UNION ALL
             SELECT e.id, NULL, 'worked', w.day, w.hours, NULL, FALSE
             FROM employee e CROSS JOIN hours_worked w WHERE {among} AND w.employee_id = e.id AND w.day <= $3"
        ),
        values,
    )
    .await
}

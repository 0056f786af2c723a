//! What a request would come to, without making it, and what surrounds one that was made.

use super::TimeOff;
use super::balances::policies;
use super::ground::CalendarRow;
use super::refusal::TimeOffRefusal;
use super::rules::{self, PlanGround, Reckoning, TimeOffDraft, TimeOffPlan, events_of};
use super::store::{self, AwayRow, Request};
use crate::access::{EmployeeScope, Need};
use crate::shared::amount::Amount;
use crate::shared::clock;
use crate::shared::day::Day;
use crate::shared::id::TimeOffRequestId;
use crate::shared::problem::Problem;
use db::Db;

/// What a request would take, and its surroundings. If it can't be made, only the reason.
#[derive(Default)]
pub(super) struct Preview {
    pub days: Vec<(Day, Amount)>,
    pub amount: Amount,
    pub holidays: Vec<CalendarRow>,
    /// On the last day, without and with the request. None if the type has no balance.
    pub balance: Option<(Amount, Amount)>,
    pub away: Vec<AwayRow>,
    /// Why it would be refused.
    pub refusal: Option<Problem>,
    pub needs_attachment: bool,
}

/// What a request would take, without making it. `instead_of` is the request being edited.
pub(super) async fn preview(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    today: Day,
    draft: TimeOffDraft,
    instead_of: Option<TimeOffRequestId>,
) -> Result<Preview, Problem> {
    let refused = |refusal: TimeOffRefusal| Preview { refusal: Some(refusal.into()), ..Preview::default() };
    let zone = clock::zone(&scope.time_zone());
    let draft = match rules::check(draft, today, &zone) {
        Ok(draft) => draft,
        Err(refusal) => return Ok(refused(refusal)),
    };
    let (types, events) = policies(db, scope).await?;
    let calendar = store::calendar(db, scope, (draft.first, draft.last)).await?;
    let pattern = store::pattern(db, scope).await?;
    let away = store::away(db, scope, draft.first, draft.last).await?;
    let holidays = calendar.iter().filter(|row| row.is_holiday).cloned().collect();
    let ground = PlanGround { pattern, types, events, calendar };
    let plan = match TimeOffPlan::new(draft, ground, &zone, instead_of) {
        Ok(plan) => plan,
        Err(refusal @ TimeOffRefusal::UnknownType) => return Err(refusal.into()),
        Err(refusal) => return Ok(Preview { holidays, away, ..refused(refusal) }),
    };
    Ok(Preview {
        amount: plan.days().iter().map(|(_, hours)| *hours).sum(),
        balance: plan.balance()?,
        needs_attachment: plan.needs_attachment(scope.is_own()),
        refusal: plan.objection(scope.is_own(), instead_of.is_some())?.map(Problem::from),
        days: plan.days().to_vec(),
        holidays,
        away,
    })
}

/// A request's surroundings: the balance on its last day without and with it, who else on the team is away, and the
/// holidays in between.
pub(super) struct Surroundings {
    pub balance: Option<(Amount, Amount)>,
    pub away: Vec<AwayRow>,
    pub holidays: Vec<CalendarRow>,
}

pub(super) async fn surroundings(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    request: &Request,
) -> Result<Surroundings, Problem> {
    let head = &request.head;
    let (types, events) = policies(db, scope).await?;
    let of = types.into_iter().find(|of| of.id == head.type_id).ok_or(Problem::NotFound)?;
    let without = events_of(&events, of.id, Some(head.id));
    let asked = request.days.iter().map(|(day, hours, _)| (*day, *hours)).collect();
    let reckoning = Reckoning { of, days: asked, events: without };
    let calendar = store::calendar(db, scope, (head.first_day, head.last_day)).await?;
    Ok(Surroundings {
        balance: reckoning.balance_on(head.last_day)?,
        away: store::away(db, scope, head.first_day, head.last_day).await?,
        holidays: calendar.into_iter().filter(|row| row.is_holiday).collect(),
    })
}

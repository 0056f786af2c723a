//! Everything with a date about some employments, in one statement: what happened and will, and whom they report to.

use super::super::kinds::EmploymentChange;
use super::super::lines::DatedLine;
use super::EmploymentEventRow;
use crate::access::PeopleScope;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{EmployeeId, PersonId};
use db::{Db, params};
use uuid::Uuid;

/// An event, or a line in one of its three states.
struct DatedRow {
    employee_id: EmployeeId,
    /// 0: an event; 1: a line of today; 2: a planned one; 3: one that is over.
    what: i64,
    id: Uuid,
    name: Option<String>,
    kind: String,
    area: String,
    first_day: Option<Day>,
    last_day: Option<Day>,
    recorded_at: Option<Moment>,
    is_applied: bool,
}
db::row!(DatedRow { employee_id, what, id, name, kind, area, first_day, last_day, recorded_at, is_applied });

/// The history, newest first, and the lines to these employees: those of today, then planned ones, then those that are over.
pub(crate) async fn dated(
    db: &Db,
    scope: &PeopleScope,
    employees: &[EmployeeId],
) -> db::Result<(Vec<(EmployeeId, EmploymentEventRow)>, Vec<DatedLine>)> {
    if employees.is_empty() {
        return Ok((vec![], vec![]));
    }
    let mut values = params![scope.tenant()];
    let list = db::in_list(&mut values, employees.iter().copied())?;
    let sql = format!(
        "SELECT * FROM (SELECT v.employee_id, 0, v.id, r.first_name || ' ' || r.last_name, v.kind, '', v.day, CAST(NULL AS DATE),
             v.recorded_at, v.applied_at IS NOT NULL
           FROM employment_event v LEFT JOIN person r ON r.id = v.recorded_by
           WHERE v.tenant_id = $1 AND v.employee_id IN {list} AND v.withdrawn_at IS NULL
           ORDER BY v.day DESC, v.recorded_at DESC LIMIT 100) events
         UNION ALL
         SELECT l.employee_id, 1, l.manager_id, m.first_name || ' ' || m.last_name, l.kind, l.area, CAST(NULL AS DATE), l.last_day,
           CAST(NULL AS TIMESTAMPTZ), TRUE
         FROM reporting_line l JOIN person m ON m.id = l.manager_id WHERE l.tenant_id = $1 AND l.employee_id IN {list}
         UNION ALL
         SELECT * FROM (SELECT d.employee_id, CASE WHEN d.is_planned THEN 2 ELSE 3 END, d.manager_id,
             m.first_name || ' ' || m.last_name, d.kind, d.area, d.first_day, d.last_day, CAST(NULL AS TIMESTAMPTZ), TRUE
           FROM dated_line d JOIN person m ON m.id = d.manager_id WHERE d.tenant_id = $1 AND d.employee_id IN {list}
           ORDER BY d.is_planned DESC, d.last_day DESC LIMIT 400) dated"
    );
    let rows: Vec<DatedRow> = db.all(sql, values).await?;
    let (events, lines): (Vec<DatedRow>, Vec<DatedRow>) = rows.into_iter().partition(|row| row.what == 0);
    let mut history = events.into_iter().map(DatedRow::event).collect::<db::Result<Vec<_>>>()?;
    history.sort_by_key(|(_, event)| std::cmp::Reverse((event.day, event.recorded_at.0)));
    let mut lines: Vec<(i64, DatedLine)> = lines.into_iter().map(|row| (row.what, row.line())).collect();
    lines.sort_by(|(a, one), (b, other)| {
        let key = |state: &i64, line: &DatedLine| {
            (
                *state,
                line.area.clone(),
                line.kind.clone(),
                std::cmp::Reverse(line.last_day),
                line.manager_name.clone(),
            )
        };
        key(a, one).cmp(&key(b, other))
    });
    Ok((history, lines.into_iter().map(|(_, line)| line).collect()))
}

impl DatedRow {
    fn event(self) -> db::Result<(EmployeeId, EmploymentEventRow)> {
        let unfit = || db::Error::Decode("an employment event is not as described".to_owned());
        let event = EmploymentEventRow {
            id: self.id,
            change: EmploymentChange::from_text(&self.kind).ok_or_else(unfit)?,
            day: self.first_day.ok_or_else(unfit)?,
            recorded_at: self.recorded_at.ok_or_else(unfit)?,
            recorded_by: self.name,
            is_applied: self.is_applied,
        };
        Ok((self.employee_id, event))
    }

    fn line(self) -> DatedLine {
        DatedLine {
            employee_id: self.employee_id,
            manager_id: PersonId(self.id),
            manager_name: self.name.unwrap_or_default(),
            kind: self.kind,
            area: self.area,
            first_day: self.first_day,
            last_day: self.last_day,
            is_planned: self.what == 2,
            is_over: self.what == 3,
        }
    }
}

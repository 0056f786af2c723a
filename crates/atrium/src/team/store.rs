//! The SQL of teams. Every function takes a scope and filters by it.

use super::rules::{Occasion, Span};
use super::{ReportFilter, Team};
use crate::access::{Area, CompanyScope, Lines, Need, OperatorScope};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, OrganizationId};
use crate::shared::names;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Tx, Value, params};
use uuid::Uuid;

#[derive(Clone, Debug)]
pub(super) struct Report {
    pub id: EmployeeId,
    pub sort_name: String,
    pub first_name: String,
    pub last_name: String,
    pub employee_code: String,
    pub date_of_birth: Day,
    pub original_hire_date: Day,
    pub current_hire_date: Day,
    pub division: Option<String>,
    pub branch: Option<String>,
    pub department: Option<String>,
    pub team: Option<String>,
    primary_time_off: bool,
    primary_personal_info: bool,
    secondary_time_off: bool,
    secondary_personal_info: bool,
}
db::row!(Report {
    id,
    sort_name,
    first_name,
    last_name,
    employee_code,
    date_of_birth,
    original_hire_date,
    current_hire_date,
    division,
    branch,
    department,
    team,
    primary_time_off,
    primary_personal_info,
    secondary_time_off,
    secondary_personal_info
});

impl Report {
    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.sort_name.clone(), self.id.to_string()]
    }

    pub(super) fn lines(&self) -> Lines {
        let areas = |time_off: bool, personal_info: bool| {
            let all = [(time_off, Area::TimeOff), (personal_info, Area::PersonalInfo)];
            all.into_iter().filter(|(has, _)| *has).map(|(_, area)| area).collect()
        };
        Lines {
            primary: areas(self.primary_time_off, self.primary_personal_info),
            secondary: areas(self.secondary_time_off, self.secondary_personal_info),
        }
    }
}

/// The columns of `Report`, in order. `l` is any one line to the employee, read from an index alone. Its tenant is
/// the employee's.
const SELECT: &str = "SELECT e.id, l.sort_name, e.first_name, e.last_name, e.employee_code, e.date_of_birth,
    e.original_hire_date, e.current_hire_date, di.name, br.name, de.name, te.name,
    EXISTS (SELECT 1 FROM reporting_line a WHERE a.manager_id = l.manager_id AND a.company_id = l.company_id
      AND a.employee_id = l.employee_id AND a.kind = 'primary' AND a.area = 'Time Off'),
    EXISTS (SELECT 1 FROM reporting_line a WHERE a.manager_id = l.manager_id AND a.company_id = l.company_id
      AND a.employee_id = l.employee_id AND a.kind = 'primary' AND a.area = 'Personal Info'),
    EXISTS (SELECT 1 FROM reporting_line a WHERE a.manager_id = l.manager_id AND a.company_id = l.company_id
      AND a.employee_id = l.employee_id AND a.kind = 'secondary' AND a.area = 'Time Off'),
    EXISTS (SELECT 1 FROM reporting_line a WHERE a.manager_id = l.manager_id AND a.company_id = l.company_id
      AND a.employee_id = l.employee_id AND a.kind = 'secondary' AND a.area = 'Personal Info')
  FROM reporting_line l
  JOIN employee e ON e.id = l.employee_id AND e.tenant_id = $1 AND e.status = 'Active'
  LEFT JOIN organization di ON di.id = e.division_id
  LEFT JOIN organization br ON br.id = e.branch_id
  LEFT JOIN organization de ON de.id = e.department_id
  LEFT JOIN organization te ON te.id = e.team_id
  WHERE l.company_id = $2 AND l.manager_id = $3";

/// Only the first of several lines to one employee counts, so the list doesn't need a DISTINCT, which would read all
/// of it. The OFFSET keeps PostgreSQL from joining all of a manager's lines with each other.
const ONE_LINE_EACH: &str = "AND NOT EXISTS (SELECT 1 FROM reporting_line o WHERE o.manager_id = l.manager_id
    AND o.company_id = l.company_id AND o.employee_id = l.employee_id AND (o.kind, o.area) < (l.kind, l.area)
    LIMIT 1 OFFSET 0)";

/// The same, among lines of one kind.
const ONE_LINE_OF_A_KIND_EACH: &str =
    "AND NOT EXISTS (SELECT 1 FROM reporting_line o WHERE o.manager_id = l.manager_id
    AND o.company_id = l.company_id AND o.employee_id = l.employee_id AND o.kind = l.kind AND o.area < l.area
    LIMIT 1 OFFSET 0)";

fn of(scope: &CompanyScope<Team, impl Need>) -> Vec<Value> {
    params![scope.tenant(), scope.company(), scope.viewer()]
}

/// For a line `l`: searched in the index by name, before the employee is looked up.
fn searched(search: Option<&str>, values: &mut Vec<Value>) -> String {
    let patterns = names::patterns(search.unwrap_or_default()).into_iter().map(|pattern| {
        values.push(pattern.into());
        format!(r" AND l.search_text LIKE ${} ESCAPE '\'", values.len())
    });
    patterns.collect()
}

const BY_NAME: Sort = Sort::ascending(&[("l.sort_name", SortKey::Text), ("l.employee_id", SortKey::Id)]);

/// A line as an import sees it: an employee's person, and their manager.
pub(super) struct LineAbove {
    pub company_id: CompanyId,
    pub kind: String,
    pub area: String,
    pub person_id: Uuid,
    pub manager_id: Uuid,
    pub employee_code: String,
}
db::row!(LineAbove { company_id, kind, area, person_id, manager_id, employee_code });

/// Every line of the tenant, now or planned.
pub(super) async fn all_lines(tx: &mut Tx, scope: &OperatorScope) -> db::Result<Vec<LineAbove>> {
    let sql = "SELECT l.company_id, l.kind, l.area, e.person_id, l.manager_id, e.employee_code
         FROM reporting_line l JOIN employee e ON e.id = l.employee_id WHERE l.tenant_id = $1
         UNION ALL SELECT d.company_id, d.kind, d.area, e.person_id, d.manager_id, e.employee_code
         FROM dated_line d JOIN employee e ON e.id = d.employee_id WHERE d.tenant_id = $1 AND d.is_planned";
    tx.all(sql, params![scope.tenant()]).await
}

pub(super) async fn reports(
    db: &Db,
    scope: &CompanyScope<Team, impl Need>,
    narrowed: &ReportFilter,
    ask: &Ask,
) -> Result<Vec<Report>, Problem> {
    let mut values = of(scope);
    let mut conditions = String::new();
    if let Some(kind) = narrowed.kind {
        values.push(kind.as_str().into());
        conditions += &format!(" AND l.kind = ${} {ONE_LINE_OF_A_KIND_EACH}", values.len());
    } else {
        conditions += ONE_LINE_EACH;
    }
    conditions += &searched(narrowed.search.as_deref(), &mut values);
    if let Some(organization) = narrowed.organization {
        values.push(organization.into());
        conditions +=
            &format!(" AND ${} IN (e.division_id, e.branch_id, e.department_id, e.team_id)", values.len());
    }
    let page = BY_NAME.page(ask, &mut values)?;
    Ok(db.all(format!("{SELECT} {conditions} {page}"), values).await?)
}

/// A search result, with what the portal's own list shows of an employee.
pub(super) struct DirectoryEntry {
    pub id: EmployeeId,
    pub employee_code: String,
    pub first_name: String,
    pub last_name: String,
    pub of_all: i64,
}
db::row!(DirectoryEntry { id, employee_code, first_name, last_name, of_all });

/// Clients turn off their filters above 200, so beyond that it's enough to know there are more.
const MAX_COUNTED: i64 = 201;

/// The first reports by name, each with the total, counted up to 201. Both are read in order from the index by name
/// alone, until there are enough. Only the ones shown are looked up.
pub(super) async fn entries(
    db: &Db,
    scope: &CompanyScope<Team, impl Need>,
    search: Option<&str>,
    limit: usize,
) -> db::Result<Vec<DirectoryEntry>> {
    let mut values = of(scope);
    values.extend(params![limit as i64, MAX_COUNTED]);
    let conditions = searched(search, &mut values);
    let found = format!(
        "SELECT DISTINCT l.sort_name, l.employee_id FROM reporting_line l
         WHERE l.company_id = $2 AND l.manager_id = $3 AND l.search_text IS NOT NULL {conditions}
         ORDER BY l.sort_name, l.employee_id LIMIT"
    );
    let sql = format!(
        "SELECT e.id, e.employee_code, e.first_name, e.last_name, (SELECT count(*) FROM ({found} $5) counted)
         FROM ({found} $4) mine CROSS JOIN employee e WHERE e.id = mine.employee_id AND e.tenant_id = $1
         ORDER BY mine.sort_name, e.id"
    );
    db.all(sql, values).await
}

pub(super) async fn report(
    db: &Db,
    scope: &CompanyScope<Team, impl Need>,
    employee: EmployeeId,
) -> db::Result<Option<Report>> {
    let mut values = of(scope);
    values.push(employee.into());
    db.opt(format!("{SELECT} AND l.employee_id = $4 {ONE_LINE_EACH}"), values).await
}

/// Someone to celebrate.
#[derive(Clone, Debug)]
pub(super) struct Celebrant {
    pub id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub date_of_birth: Day,
    pub current_hire_date: Day,
}
db::row!(Celebrant { id, first_name, last_name, date_of_birth, current_hire_date });

/// Reports with a birthday or hire date in one of these spans, by name: the first ones for each span and occasion.
pub(super) async fn celebrating(
    db: &Db,
    scope: &CompanyScope<Team, impl Need>,
    spans: &[Span],
    occasion: Option<Occasion>,
    limit: usize,
) -> db::Result<Vec<Celebrant>> {
    let mut values = of(scope);
    values.push((limit as i64).into());
    let mut lines = vec![];
    for Span { first, last, year_begins } in spans {
        values.extend(params![first.as_str(), last.as_str(), *year_begins]);
        let n = values.len();
        for (of, line, day) in [
            (Occasion::Birthday, "birthday", "date_of_birth"),
            (Occasion::Anniversary, "anniversary", "current_hire_date"),
        ] {
            if occasion.is_none_or(|wanted| wanted == of) {
                lines.push(format!(
                    "SELECT DISTINCT l.{line}, l.sort_name, l.employee_id FROM reporting_line l CROSS JOIN employee e
                     WHERE l.manager_id = $3 AND l.company_id = $2 AND l.{line} BETWEEN ${} AND ${}
                       AND e.id = l.employee_id AND e.tenant_id = $1 AND e.status = 'Active' AND e.{day} < ${n}
                     ORDER BY l.{line}, l.sort_name, l.employee_id LIMIT $4",
                    n - 2,
                    n - 1
                ));
            }
        }
    }
    let sql = format!(
        "SELECT e.id, e.first_name, e.last_name, e.date_of_birth, e.current_hire_date
         FROM (SELECT sort_name, employee_id FROM ({}) one) mine CROSS JOIN employee e
         WHERE e.id = mine.employee_id AND e.tenant_id = $1
         ORDER BY mine.sort_name, e.id",
        lines.join(") one UNION SELECT sort_name, employee_id FROM (")
    );
    db.all(sql, values).await
}

pub(super) struct TeamPlace {
    pub id: OrganizationId,
    pub code: String,
    pub name: String,
    pub kind: String,
    pub parent_code: Option<String>,
    pub reports: i64,
}
db::row!(TeamPlace { id, code, name, kind, parent_code, reports });

pub(super) async fn chart(db: &Db, scope: &CompanyScope<Team, impl Need>) -> db::Result<Vec<TeamPlace>> {
    db.all(
        "WITH report AS (
           SELECT e.division_id, e.branch_id, e.department_id, e.team_id
           FROM (SELECT DISTINCT employee_id FROM reporting_line
                 WHERE tenant_id = $1 AND company_id = $2 AND manager_id = $3) l
           JOIN employee e ON e.id = l.employee_id AND e.tenant_id = $1 AND e.status = 'Active'),
         held AS (
           SELECT id, count(*) AS reports FROM (
             SELECT division_id AS id FROM report UNION ALL SELECT branch_id FROM report
             UNION ALL SELECT department_id FROM report UNION ALL SELECT team_id FROM report) parts
           WHERE id IS NOT NULL GROUP BY id)
         SELECT o.id, o.code, o.name, o.kind, parent.code, held.reports
         FROM held JOIN organization o ON o.id = held.id AND o.tenant_id = $1 AND o.company_id = $2
         LEFT JOIN organization parent ON parent.id = o.parent_id
         ORDER BY o.code",
        of(scope),
    )
    .await
}

//! The SQL of pay stubs. Readers need their own scope. Filing is in bulk, and for payroll only.

use super::rules::{Heading, StubLines, Sums};
use super::{PayStubs, StubFiling, StubsVisible, record, restate};
use crate::access::{EmployeeScope, Need, OperatorScope, UpkeepScope};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, PayStubId, PersonId, TenantId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Tx, Value, params};
use std::collections::HashMap;
use uuid::Uuid;

/// A stub as stored, with what happened to it since. Its lines and heading are parsed only when needed.
#[derive(Clone, Debug)]
pub struct Stub {
    pub id: PayStubId,
    pub check_date: Day,
    pub check_number: String,
    pub period_begin: Day,
    pub period_end: Day,
    pub gross: Amount,
    pub taxes: Amount,
    pub deductions: Amount,
    pub reimbursed: Amount,
    pub rounding: Amount,
    lines: String,
    heading: String,
    /// Whether its year to date isn't the one it was printed with.
    pub is_restated: bool,
    pub voided_on: Option<Day>,
    replacement_id: Option<PayStubId>,
    replacement_date: Option<Day>,
    replacement_number: Option<String>,
    replaced_id: Option<PayStubId>,
    replaced_date: Option<Day>,
    replaced_number: Option<String>,
}
db::row!(Stub {
    id,
    check_date,
    check_number,
    period_begin,
    period_end,
    gross,
    taxes,
    deductions,
    reimbursed,
    rounding,
    lines,
    heading,
    is_restated,
    voided_on,
    replacement_id,
    replacement_date,
    replacement_number,
    replaced_id,
    replaced_date,
    replaced_number
});

/// Another stub of the same employee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedStub {
    pub id: PayStubId,
    pub check_date: Day,
    pub check_number: String,
}

impl Stub {
    pub fn lines(&self) -> Result<StubLines, Problem> {
        let lines = record::read(&self.lines)?;
        Ok(if self.is_restated { restate::without_empty(lines) } else { lines })
    }

    pub fn heading(&self) -> Result<Heading, Problem> {
        serde_json::from_str(&self.heading)
            .map_err(|error| Problem::Internal(format!("the heading of a pay stub cannot be read: {error}")))
    }

    pub fn sums(&self) -> Sums {
        let Stub { gross, taxes, deductions, reimbursed, rounding, .. } = *self;
        Sums { gross, taxes, deductions, reimbursed, rounding }
    }

    /// The stub that took its place, if its employee can see it.
    pub fn replacement(&self) -> Option<NamedStub> {
        named(self.replacement_id, self.replacement_date, self.replacement_number.as_ref())
    }

    /// The stub whose place it took.
    pub fn replaced(&self) -> Option<NamedStub> {
        named(self.replaced_id, self.replaced_date, self.replaced_number.as_ref())
    }

    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.check_date.to_string(), self.id.to_string()]
    }
}

fn named(id: Option<PayStubId>, date: Option<Day>, number: Option<&String>) -> Option<NamedStub> {
    Some(NamedStub { id: id?, check_date: date?, check_number: number?.clone() })
}

/// The last net pay. No one sees it; bank account changes are weighed against it.
pub(super) async fn last_net(
    tx: &mut Tx,
    scope: &EmployeeScope<PayStubs, impl Need>,
) -> db::Result<Option<Amount>> {
    let sql = "SELECT s.gross - s.taxes - s.deductions + s.reimbursed + s.rounding FROM pay_stub s
         LEFT JOIN pay_stub_amendment m ON m.stub_id = s.id
         WHERE s.employee_id = $1 AND s.tenant_id = $2 AND m.voided_on IS NULL
         ORDER BY s.check_date DESC, s.id DESC LIMIT 1";
    Ok(tx.opt::<(Amount,)>(sql, params![scope.employee(), scope.tenant()]).await?.map(|(net,)| net))
}

/// The last pay date that can be seen, as an expression. Its values are added to the statement's.
fn visible_through(values: &mut Vec<Value>, company: CompanyId, today: Day) -> String {
    values.extend(params![company, today]);
    let (company, of_today) = (values.len() - 1, values.len());
    let mut cases = String::new();
    for setting in StubsVisible::OTHERS {
        values.push(setting.through(today).into());
        cases += &format!(" WHEN '{}' THEN ${}", setting.as_text(), values.len());
    }
    format!(
        "coalesce((SELECT CASE v.stubs_visible{cases} ELSE ${of_today} END FROM company_payroll v
           WHERE v.company_id = ${company}), ${of_today})"
    )
}

/// The employee's stubs that can be seen today, and the values so far.
fn seen(scope: &EmployeeScope<PayStubs, impl Need>, today: Day) -> (String, Vec<Value>) {
    let mut values = params![scope.tenant(), scope.employee()];
    let through = visible_through(&mut values, scope.company(), today);
    let sql = format!(
        "SELECT s.id, s.check_date, s.check_number, s.period_begin, s.period_end, s.gross, s.taxes, s.deductions,
           s.reimbursed, s.rounding, coalesce(m.lines, s.lines), h.document, m.lines IS NOT NULL, m.voided_on,
           r.id, r.check_date, r.check_number, o.id, o.check_date, o.check_number
         FROM pay_stub s JOIN pay_stub_heading h ON h.id = s.heading_id
         LEFT JOIN pay_stub_amendment m ON m.stub_id = s.id
         LEFT JOIN pay_stub r ON r.id = m.replacement_id AND r.check_date <= {through}
         LEFT JOIN pay_stub_amendment p ON p.replacement_id = s.id
         LEFT JOIN pay_stub o ON o.id = p.stub_id
         WHERE s.tenant_id = $1 AND s.employee_id = $2 AND s.check_date <= {through}"
    );
    (sql, values)
}

pub(super) async fn one(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    today: Day,
    id: PayStubId,
) -> db::Result<Option<Stub>> {
    let (sql, mut values) = seen(scope, today);
    values.push(id.into());
    db.opt(format!("{sql} AND s.id = ${}", values.len()), values).await
}

/// The last one before a stub that wasn't voided.
pub(super) async fn just_before(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    today: Day,
    stub: &Stub,
) -> db::Result<Option<Stub>> {
    let (sql, mut values) = seen(scope, today);
    values.extend(params![stub.check_date, stub.id]);
    let (date, id) = (values.len() - 1, values.len());
    let sql = format!(
        "{sql} AND m.voided_on IS NULL AND (s.check_date, s.id) < (${date}, ${id})
         ORDER BY s.check_date DESC, s.id DESC LIMIT 1"
    );
    db.opt(sql, values).await
}

const NEWEST_FIRST: Sort = Sort::descending(&[("s.check_date", SortKey::Day), ("s.id", SortKey::Id)]);

/// Which stubs of someone a list has.
#[derive(Clone, Copy, Debug)]
pub(super) struct StubFilter {
    pub today: Day,
    pub within: Option<(Day, Day)>,
    pub without_voided: bool,
}

pub(super) async fn newest(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    filter: StubFilter,
    ask: &Ask,
) -> Result<Vec<Stub>, Problem> {
    let (mut sql, mut values) = seen(scope, filter.today);
    if let Some((first, last)) = filter.within {
        values.extend(params![first, last]);
        sql += &format!(" AND s.check_date >= ${} AND s.check_date <= ${}", values.len() - 1, values.len());
    }
    if filter.without_voided {
        sql += " AND m.voided_on IS NULL";
    }
    let page = NEWEST_FIRST.page(ask, &mut values)?;
    Ok(db.all(format!("{sql} {page}"), values).await?)
}

/// The first and the last payday.
pub(super) async fn span(
    db: &Db,
    scope: &EmployeeScope<PayStubs, impl Need>,
    today: Day,
) -> db::Result<Option<(Day, Day)>> {
    let mut values = params![scope.tenant(), scope.employee()];
    let through = visible_through(&mut values, scope.company(), today);
    let sql = format!(
        "SELECT min(check_date), max(check_date) FROM pay_stub
         WHERE tenant_id = $1 AND employee_id = $2 AND check_date <= {through}"
    );
    let found: (Option<Day>, Option<Day>) = db.one(sql, values).await?;
    Ok(found.0.zip(found.1))
}

/// A company with stubs no one was told of.
pub(super) struct CompanyToTell {
    pub id: CompanyId,
    pub tenant_id: TenantId,
    pub name: String,
    pub time_zone: String,
    pub stubs_visible: StubsVisible,
    pub first_date: Day,
}
db::row!(CompanyToTell { id, tenant_id, name, time_zone, stubs_visible, first_date });

pub(super) async fn companies_to_tell(db: &Db, _: &UpkeepScope) -> db::Result<Vec<CompanyToTell>> {
    let sql = "SELECT c.id, c.tenant_id, c.name, c.time_zone, coalesce(v.stubs_visible, 'from_pay_date'), d.first_date
         FROM (SELECT c.id, (SELECT min(n.check_date) FROM pay_stub_notice n WHERE n.company_id = c.id) AS first_date
           FROM company c) d
         JOIN company c ON c.id = d.id LEFT JOIN company_payroll v ON v.company_id = c.id
         WHERE d.first_date IS NOT NULL ORDER BY c.id";
    db.all(sql, vec![]).await
}

/// The first stubs through a pay date, which no one else tells of from now on.
pub(super) async fn take_untold(
    tx: &mut Tx,
    _: &UpkeepScope,
    (company, through): (CompanyId, Day),
    most: i64,
) -> db::Result<Vec<PayStubId>> {
    let sql = "DELETE FROM pay_stub_notice WHERE stub_id IN (SELECT stub_id FROM pay_stub_notice
           WHERE company_id = $1 AND check_date <= $2 ORDER BY check_date, stub_id LIMIT $3) RETURNING stub_id";
    let taken: Vec<(PayStubId,)> = tx.all(sql, params![company, through, most]).await?;
    Ok(taken.into_iter().map(|(id,)| id).collect())
}

/// A stub, and who is told of it.
pub(super) struct ToldStub {
    pub id: PayStubId,
    pub check_date: Day,
    pub person_id: PersonId,
    pub first_name: String,
    pub email: String,
    pub language: String,
}
db::row!(ToldStub { id, check_date, person_id, first_name, email, language });

/// Without those that were voided meanwhile, and without people who can't sign in.
pub(super) async fn told(
    tx: &mut Tx,
    _: &UpkeepScope,
    tenant: TenantId,
    stubs: &[PayStubId],
) -> db::Result<Vec<ToldStub>> {
    let mut values = params![tenant];
    let these = db::in_list(&mut values, stubs.iter().copied())?;
    let sql = format!(
        "SELECT s.id, s.check_date, p.id, p.first_name, p.email, p.language
         FROM pay_stub s JOIN employee e ON e.id = s.employee_id JOIN person p ON p.id = e.person_id
         LEFT JOIN pay_stub_amendment m ON m.stub_id = s.id
         WHERE s.tenant_id = $1 AND s.id IN {these} AND m.voided_on IS NULL AND p.disabled_at IS NULL
         ORDER BY s.id"
    );
    tx.all(sql, values).await
}

/// Lets stubs wait for the day they can be seen: (stub, company, pay date).
pub(super) async fn queue_notices(
    tx: &mut Tx,
    scope: &OperatorScope,
    stubs: &[(Uuid, CompanyId, Day)],
) -> db::Result<()> {
    let row =
        |(stub, company, date): &(Uuid, CompanyId, Day)| params![*stub, scope.tenant(), *company, *date];
    let sql =
        "INSERT INTO pay_stub_notice (stub_id, tenant_id, company_id, check_date) VALUES ($1, $2, $3, $4)";
    tx.exec_many(sql, stubs.iter().map(row).collect()).await?;
    Ok(())
}

/// No one is told of stubs whose import is undone.
pub(super) async fn forget_notices(
    tx: &mut Tx,
    scope: &OperatorScope,
    stubs: Vec<Vec<Value>>,
) -> db::Result<()> {
    let row = |id: Vec<Value>| [id, params![scope.tenant()]].concat();
    let sql = "DELETE FROM pay_stub_notice WHERE stub_id = $1 AND tenant_id = $2";
    tx.exec_many(sql, stubs.into_iter().map(row).collect()).await?;
    Ok(())
}

pub(super) const INSERT_HEADING: &str =
    "INSERT INTO pay_stub_heading (id, tenant_id, employee_id, document) VALUES ($1, $2, $3, $4)";

pub(super) const INSERT_STUB: &str =
    "INSERT INTO pay_stub (id, tenant_id, employee_id, heading_id, check_date, check_number, period_begin,
    period_end, gross, taxes, deductions, reimbursed, rounding, lines)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";

/// What these headings say.
pub(super) async fn headings(
    tx: &mut Tx,
    scope: &OperatorScope,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, Heading>, Problem> {
    let mut headings = HashMap::new();
    for ids in ids.chunks(256) {
        let mut values = params![scope.tenant()];
        let list = db::in_list(&mut values, ids.iter().copied())?;
        let sql = format!("SELECT id, document FROM pay_stub_heading WHERE tenant_id = $1 AND id IN {list}");
        for (id, document) in tx.all::<(Uuid, String)>(sql, values).await? {
            let heading: Heading = serde_json::from_str(&document)
                .map_err(|error| Problem::Internal(format!("a heading cannot be read: {error}")))?;
            headings.insert(id, heading);
        }
    }
    Ok(headings)
}

pub(super) fn heading_values(filings: &[StubFiling]) -> Result<Vec<Vec<Value>>, Problem> {
    let values = |filing: &StubFiling| {
        let document = serde_json::to_string(&filing.heading)
            .map_err(|error| Problem::Internal(format!("a heading cannot be written: {error}")))?;
        Ok(params![filing.heading_id, filing.tenant, filing.employee, document])
    };
    filings.iter().map(values).collect()
}

pub(super) fn stub_values(filings: &[StubFiling]) -> Vec<Vec<Value>> {
    let mut rows = Vec::with_capacity(filings.iter().map(|filing| filing.paydays.len()).sum());
    for filing in filings {
        for (id, payday) in &filing.paydays {
            let sums = payday.lines.sums();
            rows.push(params![
                *id,
                filing.tenant,
                filing.employee,
                filing.heading_id,
                payday.check_date,
                payday.check_number.clone(),
                payday.period_begin,
                payday.period_end,
                sums.gross,
                sums.taxes,
                sums.deductions,
                sums.reimbursed,
                sums.rounding,
                record::write(&payday.lines)
            ]);
        }
    }
    rows
}

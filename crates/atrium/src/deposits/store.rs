//! The SQL of deposits. Every function takes a scope and filters by it.

use super::rules::{AccountType, AmountType, ApprovalPolicy, Calendar, DepositApproval, Terms};
use super::{Deposits, PayrollSetup};
use crate::access::{AlarmScope, CompanyScope, EmployeeScope, Need, OperatorScope, Write};
use crate::demo_world::of_tenant;
use crate::shared::day::Day;
use crate::shared::id::{ChangeRequestId, CompanyId, DepositCodeId, DepositId, PersonId};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

db::text!(AccountType { Checking = "checking", Savings = "savings", MoneyMarket = "moneyMarket" });
db::text!(AmountType { Fixed = "fixed", Percentage = "percentage", Balance = "balance" });
db::text!(DepositApproval {
    Pending = "Pending",
    Approved = "Approved",
    Denied = "Denied",
    Frozen = "Frozen",
    Withdrawn = "Withdrawn"
});
db::text!(ApprovalPolicy { Always = "always", NewAccount = "new_account", Never = "never" });

/// An account without its number.
#[derive(Clone, Debug)]
pub struct Deposit {
    pub id: DepositId,
    pub code_id: Option<DepositCodeId>,
    pub code: Option<String>,
    pub routing_number: String,
    pub bank_name: String,
    pub account_type: AccountType,
    pub number_hash: Vec<u8>,
    pub last_four: String,
    pub amount_type: AmountType,
    pub amount: Option<i64>,
    pub priority: i64,
    pub start_date: Day,
    pub end_date: Option<Day>,
    pub approval: DepositApproval,
    pub hold_until: Timestamp,
    pub request_id: Option<ChangeRequestId>,
    pub version: i64,
}
db::row!(Deposit {
    id,
    code_id,
    code,
    routing_number,
    bank_name,
    account_type,
    number_hash,
    last_four,
    amount_type,
    amount,
    priority,
    start_date,
    end_date,
    approval,
    hold_until,
    request_id,
    version
});

impl Deposit {
    pub fn terms(&self) -> Terms {
        Terms {
            amount_type: self.amount_type,
            amount: self.amount,
            priority: self.priority,
            starts: self.start_date,
            ends: self.end_date,
        }
    }
}

/// An account's first version.
pub(super) struct NewDeposit<'a> {
    pub id: DepositId,
    pub code: Option<DepositCodeId>,
    pub routing_number: &'a str,
    pub bank_name: &'a str,
    pub account_type: AccountType,
    pub sealed_number: Vec<u8>,
    pub number_hash: Vec<u8>,
    pub last_four: &'a str,
    pub terms: &'a Terms,
    pub approval: DepositApproval,
    pub hold_until: Timestamp,
    pub request: Option<ChangeRequestId>,
    pub now: Timestamp,
}

/// The company's payroll settings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Payroll {
    pub is_processing: bool,
    pub last_payroll_date: Option<Day>,
    pub approval: ApprovalPolicy,
    pub accounts_max: i64,
}
db::row!(Payroll { is_processing, last_payroll_date, approval, accounts_max });

impl Payroll {
    /// For a company without payroll settings.
    pub(super) const UNKNOWN: Payroll = Payroll {
        is_processing: false,
        last_payroll_date: None,
        approval: ApprovalPolicy::Always,
        accounts_max: super::rules::MAX_ACCOUNTS,
    };

    pub(super) fn calendar(&self, today: Day) -> Calendar {
        Calendar { today, last_payroll: self.last_payroll_date }
    }
}

pub(super) struct DepositCode {
    pub id: DepositCodeId,
    pub code: String,
    pub description: String,
}
db::row!(DepositCode { id, code, description });

/// By priority, without withdrawn ones.
pub(super) async fn of_employee(
    mut from: impl Read,
    scope: &EmployeeScope<Deposits, impl Need>,
) -> db::Result<Vec<Deposit>> {
    let sql = "SELECT d.id, d.code_id, c.code, d.routing_number, d.bank_name, d.account_type, d.number_hash, d.last_four,
           d.amount_type, d.amount, d.priority, d.start_date, d.end_date, d.approval, d.hold_until, d.request_id, d.version
         FROM direct_deposit d LEFT JOIN deposit_code c ON c.id = d.code_id
         WHERE d.tenant_id = $1 AND d.company_id = $2 AND d.employee_id = $3 AND d.approval <> 'Withdrawn'
         ORDER BY d.priority, d.id";
    from.all(sql, params![scope.tenant(), scope.company(), scope.employee()]).await
}

const PAYROLL: &str = "SELECT is_processing, last_payroll_date, deposit_approval, deposit_accounts_max
    FROM company_payroll WHERE tenant_id = $1 AND company_id = $2";

pub(super) async fn payroll(
    mut from: impl Read,
    scope: &EmployeeScope<Deposits, impl Need>,
) -> db::Result<Option<Payroll>> {
    from.opt(PAYROLL, params![scope.tenant(), scope.company()]).await
}

pub(super) async fn company_payroll(
    db: &Db,
    scope: &CompanyScope<PayrollSetup, impl Need>,
) -> db::Result<Option<Payroll>> {
    db.opt(PAYROLL, params![scope.tenant(), scope.company()]).await
}

pub(super) async fn codes(
    db: &Db,
    scope: &CompanyScope<PayrollSetup, impl Need>,
) -> db::Result<Vec<DepositCode>> {
    let sql = "SELECT id, code, description FROM deposit_code WHERE tenant_id = $1 AND company_id = $2 ORDER BY code LIMIT 100";
    db.all(sql, params![scope.tenant(), scope.company()]).await
}

pub(super) async fn has_code(
    tx: &mut Tx,
    scope: &EmployeeScope<Deposits, impl Need>,
    code: DepositCodeId,
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM deposit_code WHERE tenant_id = $1 AND company_id = $2 AND id = $3";
    let found: Option<(i64,)> = tx.opt(sql, params![scope.tenant(), scope.company(), code]).await?;
    Ok(found.is_some())
}

/// Waits for anyone else who is changing this employee's deposits.
pub(super) async fn lock(tx: &mut Tx, scope: &EmployeeScope<Deposits, Write>) -> db::Result<()> {
    tx.exec(
        "INSERT INTO deposit_book (employee_id, tenant_id, changes) VALUES ($1, $2, 1)
         ON CONFLICT (employee_id) DO UPDATE SET changes = deposit_book.changes + 1",
        params![scope.employee(), scope.tenant()],
    )
    .await?;
    Ok(())
}

/// The same for the employees of an import, always in the same order, so two never wait for each other.
pub(super) async fn lock_books(
    tx: &mut Tx,
    scope: &OperatorScope,
    mut employees: Vec<Uuid>,
) -> db::Result<()> {
    employees.sort_unstable();
    employees.dedup();
    let rows = employees.into_iter().map(|employee| params![employee, scope.tenant()]).collect();
    let sql = "INSERT INTO deposit_book (employee_id, tenant_id, changes) VALUES ($1, $2, 1)
         ON CONFLICT (employee_id) DO UPDATE SET changes = deposit_book.changes + 1";
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// An import opens a book for everyone whose accounts it brings in: it goes with them.
pub(super) async fn close_books(
    tx: &mut Tx,
    scope: &OperatorScope,
    employees: Vec<Vec<Value>>,
) -> db::Result<()> {
    let rows = employees.into_iter().map(|employee| [employee, params![scope.tenant()]].concat()).collect();
    tx.exec_many("DELETE FROM deposit_book WHERE employee_id = $1 AND tenant_id = $2", rows).await?;
    Ok(())
}

const INSERT: &str = "INSERT INTO direct_deposit (id, tenant_id, company_id, employee_id, code_id, routing_number, bank_name,
      account_type, sealed_number, number_hash, last_four, amount_type, amount, priority, start_date, end_date, approval,
      hold_until, request_id, version, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, 1, $20)";

fn insert_values(scope: &EmployeeScope<Deposits, Write>, row: NewDeposit<'_>) -> Vec<Value> {
    params![
        row.id,
        scope.tenant(),
        scope.company(),
        scope.employee(),
        row.code,
        row.routing_number,
        row.bank_name,
        row.account_type,
        row.sealed_number,
        row.number_hash,
        row.last_four,
        row.terms.amount_type,
        row.terms.amount,
        row.terms.priority,
        row.terms.starts,
        row.terms.ends,
        row.approval,
        row.hold_until,
        row.request,
        row.now
    ]
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &EmployeeScope<Deposits, Write>,
    row: NewDeposit<'_>,
) -> db::Result<()> {
    tx.exec(INSERT, insert_values(scope, row)).await.map(drop)
}

/// Sets new terms. No request is outstanding after that.
pub(super) async fn update_terms(
    tx: &mut Tx,
    scope: &EmployeeScope<Deposits, Write>,
    id: DepositId,
    terms: &Terms,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "UPDATE direct_deposit SET amount_type = $5, amount = $6, priority = $7, start_date = $8, end_date = $9,
           request_id = NULL, version = version + 1, updated_at = $10
         WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND id = $4",
        params![
            scope.tenant(),
            scope.company(),
            scope.employee(),
            id,
            terms.amount_type,
            terms.amount,
            terms.priority,
            terms.starts,
            terms.ends,
            now
        ],
    )
    .await
    .map(drop)
}

/// `request` is the one now pending about it, if any.
pub(super) async fn update_approval(
    tx: &mut Tx,
    scope: &EmployeeScope<Deposits, Write>,
    id: DepositId,
    approval: DepositApproval,
    request: Option<ChangeRequestId>,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "UPDATE direct_deposit SET approval = $5, request_id = $6, version = version + 1, updated_at = $7
         WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND id = $4",
        params![scope.tenant(), scope.company(), scope.employee(), id, approval, request, now],
    )
    .await
    .map(drop)
}

/// How many other employees in the tenant have one of these accounts.
pub(super) async fn others_with(
    tx: &mut Tx,
    scope: &EmployeeScope<Deposits, impl Need>,
    marks: &[Vec<u8>],
) -> db::Result<i64> {
    let mut values = params![scope.tenant(), scope.employee()];
    let list = db::in_list(&mut values, marks.iter().cloned())?;
    let sql = format!(
        "SELECT count(DISTINCT employee_id) FROM direct_deposit
         WHERE tenant_id = $1 AND employee_id <> $2 AND number_hash IN {list}"
    );
    Ok(tx.one::<(i64,)>(sql, values).await?.0)
}

pub(super) async fn insert_alarm(
    tx: &mut Tx,
    scope: &EmployeeScope<Deposits, Write>,
    token_hash: Vec<u8>,
    person: PersonId,
    request: ChangeRequestId,
    expires_at: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO deposit_alarm (token_hash, tenant_id, company_id, employee_id, person_id, request_id, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![token_hash, scope.tenant(), scope.company(), scope.employee(), person, request, expires_at],
    )
    .await
    .map(drop)
}

/// Uses up every link to this change. False if someone just used this one.
pub(super) async fn use_alarm(tx: &mut Tx, scope: &AlarmScope, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE deposit_alarm SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL",
            params![scope.token_hash(), now],
        )
        .await?;
    tx.exec(
        "UPDATE deposit_alarm SET used_at = $3 WHERE tenant_id = $1 AND request_id = $2 AND used_at IS NULL",
        params![scope.tenant(), scope.request(), now],
    )
    .await?;
    Ok(changed == 1)
}

/// Uses up the links that would have expired from then on.
pub(super) async fn retire_alarms(
    tx: &mut Tx,
    scope: &EmployeeScope<Deposits, Write>,
    expiring_from: Timestamp,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "UPDATE deposit_alarm SET used_at = $4
         WHERE tenant_id = $1 AND employee_id = $2 AND expires_at >= $3 AND used_at IS NULL",
        params![scope.tenant(), scope.employee(), expiring_from, now],
    )
    .await
    .map(drop)
}

// The tenants' data keys

/// Employees whose accounts take too much: more than 100 percent (the flag says so), or two balances.
pub(super) async fn overdrawn(
    tx: &mut Tx,
    scope: &OperatorScope,
) -> db::Result<Vec<(CompanyId, String, bool)>> {
    tx.all(
        "SELECT e.company_id, e.employee_code,
           sum(CASE WHEN d.amount_type = 'percentage' THEN d.amount ELSE 0 END) > 1000000
         FROM direct_deposit d JOIN employee e ON e.id = d.employee_id
         WHERE d.tenant_id = $1 AND d.end_date IS NULL AND d.approval IN ('Pending', 'Approved')
         GROUP BY e.id, e.company_id, e.employee_code
         HAVING sum(CASE WHEN d.amount_type = 'percentage' THEN d.amount ELSE 0 END) > 1000000
           OR sum(CASE WHEN d.amount_type = 'balance' THEN 1 ELSE 0 END) > 1
         ORDER BY e.employee_code LIMIT 100",
        params![scope.tenant()],
    )
    .await
}

/// What payroll says about a company: its last payday, and when changes of accounts and of tax forms need approval.
pub(super) async fn insert_payroll(
    tx: &mut Tx,
    scope: &OperatorScope,
    company: CompanyId,
    last: Option<Day>,
    (deposits, taxes): (&str, &str),
) -> db::Result<()> {
    let sql = "INSERT INTO company_payroll (company_id, tenant_id, is_processing, last_payroll_date, deposit_approval,
          deposit_accounts_max, tax_approval) VALUES ($1, $2, FALSE, $3, $4, 5, $5)";
    tx.exec(sql, params![company, scope.tenant(), last, deposits, taxes]).await?;
    Ok(())
}

/// In bulk, in the column order named here, without their tenant; like the next one.
pub(super) async fn insert_codes(
    tx: &mut Tx,
    scope: &OperatorScope,
    rows: Vec<Vec<Value>>,
) -> db::Result<()> {
    let sql =
        "INSERT INTO deposit_code (id, company_id, code, description, tenant_id) VALUES ($1, $2, $3, $4, $5)";
    tx.exec_many(sql, of_tenant(scope, rows)).await?;
    Ok(())
}

/// Approved accounts that were never on hold.
pub(super) async fn insert_many(tx: &mut Tx, scope: &OperatorScope, rows: Vec<Vec<Value>>) -> db::Result<()> {
    let sql = "INSERT INTO direct_deposit (id, company_id, employee_id, code_id, routing_number, bank_name,
          account_type, sealed_number, number_hash, last_four, amount_type, amount, priority, start_date, end_date,
          approval, hold_until, version, updated_at, tenant_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'Approved', $16, 1, $16, $17)";
    tx.exec_many(sql, of_tenant(scope, rows)).await?;
    Ok(())
}

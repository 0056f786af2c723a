//! A change to someone's deposits: planned and checked as a whole, then carried out or kept pending as a whole.

use super::refusal::DepositRefusal;
use super::rules::{
    self, AccountType, DepositApproval, DepositDraft, DepositStatus, NewAccount, Removal, Terms,
};
use super::store::{self, Deposit, NewDeposit, Payroll};
use super::{Deposits, decide, directory, handing_over, numbers_of, tell};
use crate::access::{BankScope, EmployeeScope, Write};
use crate::app::App;
use crate::change_requests::{self, Caution, NewRequest, RequestEntity, RequestType};
use crate::contacts::{self, Reach};
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::pay_stubs;
use crate::shared::day::Day;
use crate::shared::event_feed::EventType;
use crate::shared::id::{ChangeRequestId, DepositId, PersonId};
use crate::shared::problem::Problem;
use crate::work::Work;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// No one fills out a form with more changes than this.
const MAX_CHANGES: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AccountChangeKind {
    Add,
    Revise,
    Remove,
}

/// What a change request says about one account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangedAccount {
    pub deposit: DepositId,
    pub kind: AccountChangeKind,
    pub bank_name: String,
    pub account_type: AccountType,
    pub last_four: String,
    pub before: Option<Terms>,
    /// None if the account is removed before it ever got anything.
    pub after: Option<Terms>,
}

/// The current account, for someone who changed another version of it.
pub(super) struct CurrentDeposit {
    pub(super) deposit: Deposit,
    pub(super) status: DepositStatus,
}

/// One account in a plan. Not `Debug`, because a new one holds its number.
pub enum AccountChange {
    Add { id: DepositId, account: NewAccount, mark: Vec<u8> },
    Revise { deposit: Deposit, after: Terms },
    Remove { deposit: Deposit, after: Option<Terms> },
}

/// A change that follows every rule, and what it needs.
pub struct DepositPlan {
    purpose: ProofPurpose,
    /// What was asked for, account numbers included.
    asked: Value,
    changes: Vec<AccountChange>,
    pub needs_approval: bool,
    cautions: Vec<Caution>,
    reach: Reach,
    withdraws: Option<ChangeRequestId>,
}

/// Bound to everything in the request, so the proof fits nothing else.
impl NeedsProof for DepositPlan {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(self.purpose)
    }

    fn bound_to(&self) -> Value {
        self.asked.clone()
    }
}

fn said_by(drafts: &[DepositDraft]) -> Value {
    let one = |draft: &DepositDraft| {
        json!({
            "id": draft.id, "version": draft.version, "number": draft.number, "routing": draft.routing_number,
            "accountType": draft.account_type, "amountType": draft.amount_type,
            "amount": draft.amount.map(|amount| amount.ten_thousandths()), "priority": draft.priority,
            "code": draft.code, "starts": draft.starts, "ends": draft.ends,
        })
    };
    drafts.iter().map(one).collect()
}

impl AccountChange {
    /// Until when payroll isn't told of it.
    fn held(&self, now: Timestamp) -> (DepositId, Timestamp) {
        match self {
            AccountChange::Add { id, .. } => (*id, now + rules::HOLD),
            AccountChange::Revise { deposit, .. } | AccountChange::Remove { deposit, .. } => {
                (deposit.id, deposit.hold_until)
            }
        }
    }

    fn said(&self) -> ChangedAccount {
        match self {
            AccountChange::Add { id, account, .. } => ChangedAccount {
                deposit: *id,
                kind: AccountChangeKind::Add,
                bank_name: account.bank_name.clone(),
                account_type: account.account_type,
                last_four: last_four(&account.number).to_owned(),
                before: None,
                after: Some(account.terms.clone()),
            },
            AccountChange::Revise { deposit, after } => {
                said_of(deposit, AccountChangeKind::Revise, Some(after))
            }
            AccountChange::Remove { deposit, after } => {
                said_of(deposit, AccountChangeKind::Remove, after.as_ref())
            }
        }
    }
}

fn said_of(deposit: &Deposit, kind: AccountChangeKind, after: Option<&Terms>) -> ChangedAccount {
    ChangedAccount {
        deposit: deposit.id,
        kind,
        bank_name: deposit.bank_name.clone(),
        account_type: deposit.account_type,
        last_four: deposit.last_four.clone(),
        before: Some(deposit.terms()),
        after: after.cloned(),
    }
}

/// Hides at least one digit of short numbers.
pub(super) fn last_four(number: &str) -> &str {
    let shown = number.len().saturating_sub(1).min(4);
    &number[number.len() - shown..]
}

/// Everything a change is checked against, read under the employee's lock.
struct Ground {
    deposits: Vec<Deposit>,
    /// What pending requests would make of existing accounts.
    waiting: Vec<ChangedAccount>,
    payroll: Payroll,
    today: Day,
    reach: Reach,
}

async fn ground(
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
    person: PersonId,
    today: Day,
) -> Result<Ground, Problem> {
    let now = work.now();
    store::lock(work.tx(), scope).await?;
    let moment = work.moment(&scope.time_zone());
    let payroll = super::payroll_of(work.tx(), scope, (moment, today)).await?;
    if payroll.is_processing {
        return Err(DepositRefusal::PayrollProcessing.into());
    }
    if change_requests::has_frozen(work.tx(), &scope.into(), RequestType::DirectDeposit).await? {
        return Err(DepositRefusal::Frozen.into());
    }
    let deposits = store::of_employee(work.tx(), scope).await?;
    let mut waiting = vec![];
    if deposits.iter().any(|deposit| deposit.request_id.is_some()) {
        for detail in change_requests::pending(work.tx(), &scope.into(), RequestType::DirectDeposit).await? {
            waiting.extend(decide::read(&detail)?);
        }
    }
    let reach = contacts::reach(work.tx(), person, now).await?;
    Ok(Ground { deposits, waiting, payroll, today, reach })
}

impl Ground {
    fn find(&self, work: &Work, id: DepositId) -> Result<(&Deposit, DepositStatus), Problem> {
        let deposit = self.deposits.iter().find(|deposit| deposit.id == id).ok_or(Problem::NotFound)?;
        Ok((deposit, super::status(deposit, work.now(), self.today)))
    }
}

/// Adds and revises accounts together.
pub async fn plan_save(
    app: &App,
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
    person: PersonId,
    today: Day,
    drafts: Vec<DepositDraft>,
) -> Result<DepositPlan, Problem> {
    if drafts.is_empty() {
        return Err(DepositRefusal::NothingChanged.into());
    }
    if drafts.len() > MAX_CHANGES {
        return Err(DepositRefusal::TooManyAccounts.into());
    }
    rules::check_once(&drafts)?;
    let ground = ground(work, scope, person, today).await?;
    let numbers = numbers_of(app, work.tx(), &BankScope::from(scope)).await?;
    let (directory, calendar) = (directory(app), ground.payroll.calendar(today));
    let mut last_priority = ground.deposits.iter().map(|deposit| deposit.priority).max().unwrap_or(0);
    let mut changes = vec![];
    for draft in &drafts {
        let Some(id) = draft.id else {
            let account = rules::check_new(draft, directory.as_ref(), &calendar, last_priority)?;
            if let Some(code) = account.code
                && !store::has_code(work.tx(), scope, code).await?
            {
                return Err(DepositRefusal::UnknownCode.into());
            }
            last_priority = last_priority.max(account.terms.priority);
            let mark = numbers.mark(&account.number);
            changes.push(AccountChange::Add { id: DepositId(work.new_id()), account, mark });
            continue;
        };
        let (deposit, status) = ground.find(work, id)?;
        if draft.version.is_some_and(|version| version != deposit.version) {
            return Err(Problem::conflict(CurrentDeposit { deposit: deposit.clone(), status }));
        }
        if deposit.request_id.is_some() {
            return Err(DepositRefusal::Outstanding.into());
        }
        if !status.is_live() {
            return Err(DepositRefusal::Processed.into());
        }
        check_same_account(draft, deposit, |number| numbers.mark(number))?;
        let after = rules::check_revised(draft, &deposit.terms(), &calendar)?;
        if after != deposit.terms() {
            changes.push(AccountChange::Revise { deposit: deposit.clone(), after });
        }
    }
    if changes.is_empty() {
        return Err(DepositRefusal::NothingChanged.into());
    }
    check_numbers_are_new(work, &ground, &changes)?;
    check_outcome(work, &ground, &changes)?;
    let asked = (ProofPurpose::SaveDeposits, json!([scope.employee(), said_by(&drafts)]));
    finish(work, scope, ground, changes, asked).await
}

/// Removes one account.
pub async fn plan_removal(
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
    person: PersonId,
    today: Day,
    id: DepositId,
) -> Result<DepositPlan, Problem> {
    let ground = ground(work, scope, person, today).await?;
    let (purpose, asked) = (ProofPurpose::RemoveDeposit, json!([scope.employee(), id]));
    let (deposit, status) = ground.find(work, id)?;
    if let (Some(request), DepositStatus::Pending) = (deposit.request_id, status)
        && ground.deposits.iter().filter(|other| other.request_id == Some(request)).count() == 1
    {
        let (deposit, reach) = (deposit.clone(), ground.reach);
        let changes = vec![AccountChange::Remove { deposit, after: None }];
        return Ok(DepositPlan {
            purpose,
            asked,
            changes,
            needs_approval: false,
            cautions: vec![],
            reach,
            withdraws: Some(request),
        });
    }
    if deposit.request_id.is_some() {
        return Err(DepositRefusal::Outstanding.into());
    }
    let terms = deposit.terms();
    let after = match rules::removal(status, &terms, &ground.payroll.calendar(today))? {
        Removal::Withdraw => None,
        Removal::End(day) if terms.ends == Some(day) => return Err(DepositRefusal::NothingChanged.into()),
        Removal::End(day) => Some(Terms { ends: Some(day), ..terms }),
    };
    let changes = vec![AccountChange::Remove { deposit: deposit.clone(), after }];
    finish(work, scope, ground, changes, (purpose, asked)).await
}

/// Anything sent along with the id must match the account.
fn check_same_account(
    draft: &DepositDraft,
    deposit: &Deposit,
    mark: impl Fn(&str) -> Vec<u8>,
) -> Result<(), DepositRefusal> {
    if let Some(number) = draft.number.as_deref().map(str::trim).filter(|number| !number.is_empty()) {
        rules::check_number(number, deposit.account_type)?;
        if mark(number) != deposit.number_hash {
            return Err(DepositRefusal::AccountFixed("bankAccountNumber"));
        }
    }
    if draft.routing_number.as_ref().is_some_and(|routing| *routing != deposit.routing_number) {
        return Err(DepositRefusal::AccountFixed("bankRoutingNumber"));
    }
    if draft.account_type.is_some_and(|account_type| account_type != deposit.account_type) {
        return Err(DepositRefusal::AccountFixed("bankAccountType"));
    }
    Ok(())
}

/// Not in one of their live accounts, and not twice in the same change.
fn check_numbers_are_new(
    work: &Work,
    ground: &Ground,
    changes: &[AccountChange],
) -> Result<(), DepositRefusal> {
    let live = ground.deposits.iter().filter(|row| super::status(row, work.now(), ground.today).is_live());
    let mut seen: Vec<&[u8]> = live.map(|row| row.number_hash.as_slice()).collect();
    for change in changes {
        if let AccountChange::Add { mark, .. } = change {
            if seen.contains(&mark.as_slice()) {
                return Err(DepositRefusal::NumberExists);
            }
            seen.push(mark);
        }
    }
    Ok(())
}

/// Checks all live accounts after the change: as they are now, and with every pending request approved too.
fn check_outcome(work: &Work, ground: &Ground, changes: &[AccountChange]) -> Result<(), DepositRefusal> {
    let live = ground.deposits.iter().filter(|row| super::status(row, work.now(), ground.today).is_live());
    let now: Vec<(DepositId, Terms)> = live.map(|row| (row.id, row.terms())).collect();
    let mut then = now.clone();
    for each in &ground.waiting {
        then.retain(|(id, _)| *id != each.deposit);
        then.extend(each.after.clone().map(|after| (each.deposit, after)));
    }
    check_together(ground, now, changes)?;
    check_together(ground, then, changes)
}

fn check_together(
    ground: &Ground,
    mut terms: Vec<(DepositId, Terms)>,
    changes: &[AccountChange],
) -> Result<(), DepositRefusal> {
    for change in changes {
        match change {
            AccountChange::Add { id, account, .. } => terms.push((*id, account.terms.clone())),
            AccountChange::Revise { deposit, after } => {
                terms
                    .iter_mut()
                    .filter(|(id, _)| *id == deposit.id)
                    .for_each(|(_, now)| *now = after.clone());
            }
            AccountChange::Remove { .. } => {}
        }
    }
    let added = changes.iter().any(|change| matches!(change, AccountChange::Add { .. }));
    // Someone who already has too many can still change them.
    let most = if added { ground.payroll.accounts_max } else { i64::MAX };
    rules::check_whole(&terms.iter().map(|(_, terms)| terms).collect::<Vec<_>>(), ground.today, most)
}

async fn finish(
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
    ground: Ground,
    changes: Vec<AccountChange>,
    (purpose, asked): (ProofPurpose, Value),
) -> Result<DepositPlan, Problem> {
    let new: Vec<&Terms> =
        changes
            .iter()
            .filter_map(|change| {
                if let AccountChange::Add { account, .. } = change { Some(&account.terms) } else { None }
            })
            .collect();
    let marks: Vec<Vec<u8>> = changes
        .iter()
        .filter_map(
            |change| if let AccountChange::Add { mark, .. } = change { Some(mark.clone()) } else { None },
        )
        .collect();
    let mut cautions = vec![];
    if !new.is_empty() {
        cautions.push(Caution::of("NEW_ACCOUNT"));
        if rules::takes_most(&new, pay_stubs::last_net(work.tx(), &scope.into()).await?) {
            cautions.push(Caution::of("MOST_OF_PAY"));
        }
        if store::others_with(work.tx(), scope, &marks).await? > 0 {
            cautions.push(Caution::of("ACCOUNT_OF_ANOTHER"));
        }
    }
    let since = work.now() - rules::COOL_DOWN;
    let fresh = ground.reach.changes.iter().filter(|(_, at)| *at >= since);
    let fresh: Vec<Caution> = fresh.map(|(kind, at)| Caution::credential(kind, *at)).collect();
    let is_cooling = !fresh.is_empty();
    cautions.extend(fresh);
    let needs_approval = rules::needs_approval(ground.payroll.approval, !new.is_empty(), is_cooling);
    let reach = ground.reach;
    Ok(DepositPlan { purpose, asked, changes, needs_approval, cautions, reach, withdraws: None })
}

/// Writes the plan, in the transaction it was made in.
pub async fn carry_out(
    app: &App,
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
    person: PersonId,
    plan: Proven<DepositPlan>,
    address: &str,
) -> Result<ChangeRequestId, Problem> {
    let (now, plan) = (work.now(), plan.into_change());
    let changed: Vec<ChangedAccount> = plan.changes.iter().map(AccountChange::said).collect();
    if let Some(request) = plan.withdraws {
        for change in &changed {
            store::update_approval(work.tx(), scope, change.deposit, DepositApproval::Withdrawn, None, now)
                .await?;
        }
        change_requests::withdraw(work, &scope.into(), request).await?;
        tell::asked(app, work, scope, person, &plan.reach, request, &changed, address).await?;
        return Ok(request);
    }
    let request = ChangeRequestId(work.new_id());
    let new = NewRequest {
        id: request,
        entity: RequestEntity::DirectDeposit,
        detail: json!(changed),
        cautions: plan.cautions,
        is_pending: plan.needs_approval,
    };
    change_requests::open(work, &scope.into(), person, new).await?;
    let waiting = plan.needs_approval.then_some(request);
    let numbers = numbers_of(app, work.tx(), &BankScope::from(scope)).await?;
    for change in &plan.changes {
        match change {
            AccountChange::Add { id, account, mark } => {
                let row = NewDeposit {
                    id: *id,
                    code: account.code,
                    routing_number: &account.routing_number,
                    bank_name: &account.bank_name,
                    account_type: account.account_type,
                    sealed_number: numbers.seal(app, *id, &account.number),
                    number_hash: mark.clone(),
                    last_four: last_four(&account.number),
                    terms: &account.terms,
                    approval: if plan.needs_approval {
                        DepositApproval::Pending
                    } else {
                        DepositApproval::Approved
                    },
                    hold_until: now + rules::HOLD,
                    request: waiting,
                    now,
                };
                store::insert(work.tx(), scope, row).await?;
            }
            AccountChange::Revise { deposit, .. } | AccountChange::Remove { deposit, .. }
                if plan.needs_approval =>
            {
                store::update_approval(work.tx(), scope, deposit.id, deposit.approval, waiting, now).await?;
            }
            AccountChange::Revise { deposit, after }
            | AccountChange::Remove { deposit, after: Some(after) } => {
                store::update_terms(work.tx(), scope, deposit.id, after, now).await?;
            }
            AccountChange::Remove { deposit, after: None } => {
                store::update_approval(work.tx(), scope, deposit.id, DepositApproval::Withdrawn, None, now)
                    .await?;
            }
        }
    }
    if !plan.needs_approval {
        let held: Vec<(DepositId, Timestamp)> = plan.changes.iter().map(|change| change.held(now)).collect();
        let hold = |id| held.iter().find(|(other, _)| *other == id).map(|(_, until)| *until);
        handing_over::note(work, scope, request, &changed, hold);
    }
    tell::asked(app, work, scope, person, &plan.reach, request, &changed, address).await?;
    let accounts: Vec<_> =
        changed.iter().map(|each| json!({ "kind": each.kind, "account": each.last_four })).collect();
    let detail = json!({ "accounts": accounts, "needsApproval": plan.needs_approval });
    work.record("deposit.change", "change_request", request.0, detail);
    work.publish(EventType::DepositChanged.of(request.0).at(scope.company()).about(scope.employee()));
    Ok(request)
}

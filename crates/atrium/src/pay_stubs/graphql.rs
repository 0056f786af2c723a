//! Pay stubs on the wire: the spec's entity to the letter, and the same stub by kinds of lines.

use super::change::{self, CauseKind, Side};
use super::rules::{self, Heading, StubLines, StubShare};
use super::wire::{
    CheckLine, PayStubAccountType, PayStubBasis, PayStubDeposit, PayStubDetails, PayStubEarning, PayStubItem,
    PayStubLines, PayStubReference, PayStubSums, PayStubTitle, PayStubTotals, PayStubWithheld, WithheldKind,
};
use super::{HistoryWish, PayStubs, Stub, words};
use crate::access::{self, At, EmployeeScope};
use crate::call::Call;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, PayStubId};
use crate::shared::language::Language;
use crate::shared::page::{Links, Page};
use crate::shared::problem::Problem;
use crate::shared::rows::Rows;
use async_graphql::{Context, Enum, ID, Object, SimpleObject};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::sync::OnceLock;

/// A stub in its reader's language.
pub(super) struct PayStub {
    stub: Stub,
    language: Language,
    lines: OnceLock<StubLines>,
    heading: OnceLock<Heading>,
}

impl PayStub {
    pub(super) fn new(stub: Stub, language: Language) -> PayStub {
        PayStub { stub, language, lines: OnceLock::new(), heading: OnceLock::new() }
    }

    /// Read when the first field asks for it.
    fn lines_kept(&self) -> Result<&StubLines, Problem> {
        if self.lines.get().is_none() {
            let _ = self.lines.set(self.stub.lines()?);
        }
        self.lines.get().ok_or(Problem::NotFound)
    }

    fn heading_kept(&self) -> Result<&Heading, Problem> {
        if self.heading.get().is_none() {
            let _ = self.heading.set(self.stub.heading()?);
        }
        self.heading.get().ok_or(Problem::NotFound)
    }

    fn side(&self) -> Result<Side<'_>, Problem> {
        Ok(Side { heading: self.heading_kept()?, lines: self.lines_kept()? })
    }

    fn item(&self, line: &rules::ItemLine) -> PayStubItem {
        PayStubItem { description: self.name_of(&line.item), current: line.current, year_to_date: line.ytd }
    }

    fn name_of(&self, item: &str) -> String {
        words::name_of(item, self.language).to_owned()
    }
}

#[Object(serial)]
impl PayStub {
    async fn id(&self) -> ID {
        self.stub.id.to_wire()
    }

    /// The stub as a PDF, in base64. Created only when selected, at most four per request.
    async fn paystub_string(&self, context: &Context<'_>) -> Result<String, Problem> {
        Call::of(context).may_print()?;
        let bytes = super::pdf::print(self.stub.clone(), self.language).await?;
        Ok(STANDARD.encode(bytes))
    }

    async fn title(&self) -> Result<PayStubTitle, Problem> {
        let heading = self.heading_kept()?;
        let address = &heading.employee_address;
        Ok(PayStubTitle {
            employee_name: heading.employee_name.clone(),
            company_name: heading.company_name.clone(),
            address1: address.line1.clone(),
            address2: address.line2.clone(),
            city: address.city.clone(),
            state: address.state.clone(),
            zip_code: address.zip.clone(),
        })
    }

    async fn details(&self) -> Result<PayStubDetails, Problem> {
        let heading = self.heading_kept()?;
        Ok(PayStubDetails {
            company_number: heading.company_number.clone(),
            employee_number: heading.employee_number.clone(),
            check_date: self.stub.check_date,
            check_number: self.stub.check_number.clone(),
            period_begin: self.stub.period_begin,
            period_end: self.stub.period_end,
        })
    }

    /// Earnings on the left, everything withheld on the right, as on a printed stub.
    async fn lines(&self) -> Result<PayStubLines, Problem> {
        let lines = self.lines_kept()?;
        let withheld: Vec<&rules::ItemLine> = lines.withheld().collect();
        let rows = lines.earnings.len().max(withheld.len());
        let check_line = (0..rows)
            .map(|row| {
                let (earning, withheld) = (lines.earnings.get(row), withheld.get(row));
                CheckLine {
                    earn_description: earning.map(|line| self.name_of(&line.item)),
                    earn_rate: earning.and_then(|line| line.rate),
                    earn_hours: earning.and_then(|line| line.hours),
                    earn_current: earning.map(|line| line.current),
                    earn_ytd: earning.map(|line| line.ytd),
                    ded_description: withheld.map(|line| self.name_of(&line.item)),
                    ded_current: withheld.map(|line| line.current),
                    ded_ytd: withheld.map(|line| line.ytd),
                }
            })
            .collect();
        Ok(PayStubLines { check_line })
    }

    async fn totals(&self) -> Result<PayStubTotals, Problem> {
        let lines = self.lines_kept()?;
        let (now, year) = (lines.sums(), lines.sums_ytd());
        Ok(PayStubTotals {
            total_earn_hours: lines.hours(),
            total_earn_current: now.gross,
            total_earn_ytd: year.gross,
            total_ded_current: now.withheld(),
            total_ded_ytd: year.withheld(),
            net_pay: now.net(),
            total_dir_dep: lines.deposited(),
            check_amount_current: lines.check_amount(),
            check_amount_ytd: lines.checks_ytd,
        })
    }

    /// This payday's gross, taxes, deductions and net.
    async fn sums(&self) -> PayStubSums {
        self.stub.sums().into()
    }

    async fn sums_to_date(&self) -> Result<PayStubSums, Problem> {
        Ok(self.lines_kept()?.sums_ytd().into())
    }

    async fn earnings(&self) -> Result<Rows<PayStubEarning>, Problem> {
        let earning = |line: &rules::Earning| PayStubEarning {
            description: self.name_of(&line.item),
            rate: line.rate,
            hours: line.hours,
            current: line.current,
            year_to_date: line.ytd,
            rounding: line.rounding().filter(|rounding| *rounding != Amount::ZERO),
        };
        Ok(self.lines_kept()?.earnings.iter().map(earning).collect())
    }

    async fn withheld(&self) -> Result<Rows<PayStubWithheld>, Problem> {
        let lines = self.lines_kept()?;
        let kinds = [
            (WithheldKind::Tax, &lines.taxes),
            (WithheldKind::BeforeTax, &lines.before_tax),
            (WithheldKind::AfterTax, &lines.after_tax),
        ];
        let line = |kind, line: &rules::ItemLine| PayStubWithheld {
            kind,
            description: self.name_of(&line.item),
            current: line.current,
            year_to_date: line.ytd,
        };
        Ok(kinds.iter().flat_map(|(kind, lines)| lines.iter().map(|it| line(*kind, it))).collect())
    }

    /// Paid back with the net pay: not earned, not taxed.
    async fn reimbursements(&self) -> Result<Rows<PayStubItem>, Problem> {
        Ok(self.lines_kept()?.reimbursements.iter().map(|line| self.item(line)).collect())
    }

    /// What the employer pays on top. No part of the pay.
    async fn employer_contributions(&self) -> Result<Rows<PayStubItem>, Problem> {
        Ok(self.lines_kept()?.employer.iter().map(|line| self.item(line)).collect())
    }

    /// The cent by which payroll's net pay differs from the sum of the lines; null if it doesn't.
    async fn rounding(&self) -> Option<Amount> {
        Some(self.stub.rounding).filter(|rounding| *rounding != Amount::ZERO)
    }

    /// The day payroll voided it; null for one that counts.
    async fn voided_on(&self) -> Option<Day> {
        self.stub.voided_on
    }

    /// The stub that took its place.
    async fn replaced_by(&self) -> Option<PayStubReference> {
        self.stub.replacement().map(PayStubReference::from)
    }

    /// The voided stub whose place it took.
    async fn replaces(&self) -> Option<PayStubReference> {
        self.stub.replaced().map(PayStubReference::from)
    }

    /// Whether its year to date was restated after a check before it was voided or replaced.
    async fn is_restated(&self) -> bool {
        self.stub.is_restated
    }

    /// Where the net went.
    async fn deposits(&self) -> Result<Rows<PayStubDeposit>, Problem> {
        let heading = self.heading_kept()?;
        let deposit = |deposit: &rules::StubDeposit| {
            let account = heading.accounts.get(deposit.account)?;
            Some(PayStubDeposit {
                bank_name: account.bank.clone(),
                bank_account_type: account.kind.into(),
                last_four: account.last_four.clone(),
                amount: deposit.amount,
                percentage: match account.share {
                    StubShare::Percentage(percent) => Some(percent),
                    StubShare::Fixed(_) | StubShare::Balance => None,
                },
                is_balance: account.share == StubShare::Balance,
            })
        };
        Ok(self.lines_kept()?.deposits.iter().filter_map(deposit).collect())
    }

    /// How the employee was paid then, in words.
    async fn basis(&self) -> Result<PayStubBasis, Problem> {
        let heading = self.heading_kept()?;
        Ok(PayStubBasis {
            department: heading.department.clone(),
            pay_frequency: words::frequency(heading.frequency, self.language),
            pay_rate: words::basis(heading.basis, self.language),
            federal_status: words::filing_status(heading.filing_status, self.language),
        })
    }
}

/// Two stubs compared. Both the effects and the arrivals add up to the difference.
#[derive(SimpleObject)]
#[graphql(serial)]
struct PayStubChange {
    before: PayStub,
    after: PayStub,
    /// The difference in net pay.
    difference: Amount,
    /// Largest first.
    causes: Vec<PayStubCause>,
    /// Where the difference went.
    arrivals: Vec<PayStubArrival>,
}

/// What changed net pay. `before` and `after` are hours, rates or amounts, depending on the kind; hours and rates also say what
/// their difference was multiplied by.
#[derive(SimpleObject)]
#[graphql(serial)]
struct PayStubCause {
    kind: PayStubCauseKind,
    description: String,
    before: Amount,
    after: Amount,
    times: Option<Amount>,
    effect: Amount,
}

#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(remote = "CauseKind")]
enum PayStubCauseKind {
    Hours,
    Rate,
    Earning,
    Tax,
    BeforeTax,
    AfterTax,
    Reimbursement,
    Rounding,
}

/// What an account got before and after; without a bank, it's the paper check.
#[derive(SimpleObject)]
#[graphql(serial)]
struct PayStubArrival {
    bank_name: Option<String>,
    bank_account_type: Option<PayStubAccountType>,
    last_four: Option<String>,
    before: Amount,
    after: Amount,
}

impl PayStubChange {
    fn new(before: Stub, after: Stub, language: Language) -> Result<PayStubChange, Problem> {
        let (before, after) = (PayStub::new(before, language), PayStub::new(after, language));
        let change = change::compare(before.side()?, after.side()?);
        let cause = |cause: &change::Cause| PayStubCause {
            kind: cause.kind.into(),
            description: match cause.kind {
                CauseKind::Rounding => language.pick(("Rounding", "Redondeo")).to_owned(),
                _ => words::name_of(&cause.item, language).to_owned(),
            },
            before: cause.before,
            after: cause.after,
            times: cause.times,
            effect: cause.effect,
        };
        let arrival = |arrival: &change::Arrival| PayStubArrival {
            bank_name: arrival.account.as_ref().map(|account| account.bank.clone()),
            bank_account_type: arrival.account.as_ref().map(|account| account.kind.into()),
            last_four: arrival.account.as_ref().map(|account| account.last_four.clone()),
            before: arrival.before,
            after: arrival.after,
        };
        let (causes, arrivals) =
            (change.causes.iter().map(cause).collect(), change.arrivals.iter().map(arrival).collect());
        Ok(PayStubChange { difference: change.difference(), causes, arrivals, before, after })
    }
}

/// One page of the history; the years are read only when asked for.
pub(super) struct PayStubPage {
    page: Page<PayStub>,
    scope: EmployeeScope<PayStubs>,
}

#[Object(serial)]
impl PayStubPage {
    async fn results(&self) -> &[PayStub] {
        &self.page.results
    }

    async fn links(&self) -> &Links {
        &self.page.links
    }

    /// By the company's pay calendar; null without one.
    async fn next_payday(&self, context: &Context<'_>) -> Result<Option<Day>, Problem> {
        let call = Call::of(context);
        let zone = self.scope.time_zone();
        super::next_payday(&call.db, &self.scope, (call.moment(&zone), call.today(&zone))).await
    }

    /// All years with a stub, newest first, not only those on this page.
    async fn years(&self, context: &Context<'_>) -> Result<Vec<i32>, Problem> {
        let call = Call::of(context);
        super::years(&call.db, &self.scope, call.today(&self.scope.time_zone())).await
    }
}

async fn own(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
    employee_id: &ID,
    language: Option<&str>,
) -> Result<(EmployeeScope<PayStubs>, Language), Problem> {
    let viewer = call.viewer().await?;
    let at = At::from_wire(tenant_id, company_id)?;
    let employee = EmployeeId::from_wire(employee_id)?;
    let scope = access::own(viewer, at, employee)?;
    Ok((scope, Language::from_wire(language.unwrap_or(&viewer.language))?))
}

#[derive(Default)]
pub struct PayStubQuery;

#[Object]
impl PayStubQuery {
    /// Your own pay stubs, newest first, optionally for one year, and optionally without those that were voided.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn list_employee_pay_stubs(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        year: Option<i32>,
        without_voided: Option<bool>,
        limit: Option<i32>,
        cursor: Option<String>,
        language: Option<String>,
    ) -> Result<PayStubPage, Problem> {
        let call = Call::of(context);
        let (scope, language) = own(call, &tenant_id, &company_id, &employee_id, language.as_deref()).await?;
        let of_year = year.map_or(String::new(), |year| format!(" in {year}"));
        let without_voided = without_voided.unwrap_or_default();
        let but_voided = if without_voided { " but voided" } else { "" };
        let cursors =
            call.cursors(format!("pay stubs of employee {}{of_year}{but_voided}", scope.employee()));
        let wish = HistoryWish { today: call.today(&scope.time_zone()), year, without_voided };
        let page = super::history(&call.db, &scope, wish, cursors, limit, cursor.as_deref()).await?;
        Ok(PayStubPage { page: page.map(|stub| PayStub::new(stub, language)), scope })
    }

    /// One of your own pay stubs. `language` is `en` or `es`, your own language by default.
    async fn employee_paystub(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        paystub_id: ID,
        language: Option<String>,
    ) -> Result<PayStub, Problem> {
        let call = Call::of(context);
        let (scope, language) = own(call, &tenant_id, &company_id, &employee_id, language.as_deref()).await?;
        let stub =
            super::one(&call.db, &scope, call.today(&scope.time_zone()), PayStubId::from_wire(&paystub_id)?)
                .await?;
        Ok(PayStub::new(stub, language))
    }

    /// Why one pay differs from another. `beforeId` and `afterId` are any two of your own stubs; without `beforeId`, the stub
    /// just before that wasn't voided.
    #[expect(clippy::too_many_arguments, reason = "the ids of every call, and two stubs")]
    async fn employee_paystub_change(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        before_id: Option<ID>,
        after_id: ID,
        language: Option<String>,
    ) -> Result<PayStubChange, Problem> {
        let call = Call::of(context);
        let (scope, language) = own(call, &tenant_id, &company_id, &employee_id, language.as_deref()).await?;
        let before = before_id.as_ref().map(PayStubId::from_wire).transpose()?;
        let after = PayStubId::from_wire(&after_id)?;
        let (before, after) =
            super::pair(&call.db, &scope, call.today(&scope.time_zone()), (before, after)).await?;
        PayStubChange::new(before, after, language)
    }
}

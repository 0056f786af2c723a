//! The demo's pay stubs: two years of them, in bulk, as `demo_world/` says everyone was paid.

use super::{
    AccountKind, Address, Basis, Earning, FilingStatus, Frequency, Heading, ItemLine, PaidInto, Payday,
    StubDeposit, StubFiling, StubLines, StubShare, file,
};
use crate::app::App;
use crate::demo_world::{
    self, BankAccount, BankAccountKind, DemoPart, DemoPlan, FromPay, HeldLine, PaidDay, PaidEmployee,
    PayBasis, PayPart, PayTurn, PostalAddress, TaxStatus,
};
use crate::shared::day::Day;
use crate::shared::id::PayStubId;
use crate::shared::pay_period::PayPeriod;
use crate::shared::problem::Problem;
use crate::shared::split::Share;
use db::Tx;
use futures_util::future::BoxFuture;

pub const DEMO: &[DemoPart] = &[DemoPart::Pay(PayPart {
    turn: PayTurn::Stubs,
    has_newcomers: true,
    start: |_, _| Box::new(Stubs(vec![])),
})];

struct Stubs(Vec<StubFiling>);

impl FromPay for Stubs {
    fn take(&mut self, app: &App, paid: &PaidEmployee<'_>, _: Day) {
        self.0.extend(of_employee(app, paid));
    }

    fn write<'a>(self: Box<Self>, tx: &'a mut Tx, _: &'a DemoPlan) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move { file(tx, &self.0).await })
    }
}

/// One filing per rate an employee was paid at.
fn of_employee(app: &App, paid: &PaidEmployee<'_>) -> Vec<StubFiling> {
    let now = app.clock.now();
    let mut filings: Vec<StubFiling> = vec![];
    for day in paid.kept() {
        let basis = basis(day.basis);
        if filings.last().is_none_or(|filing| filing.heading.basis != basis) {
            let heading = heading(paid, basis);
            let (tenant, employee) = (paid.employee.tenant, paid.employee.id);
            let heading_id = app.ids.next(now);
            filings.push(StubFiling { tenant, employee, heading_id, heading, paydays: vec![] });
        }
        if let Some(filing) = filings.last_mut() {
            filing.paydays.push((PayStubId(app.ids.next(now)), payday(day)));
        }
    }
    filings
}

fn heading(paid: &PaidEmployee<'_>, basis: Basis) -> Heading {
    let (company, employee) = (paid.company, paid.employee);
    let (company_address, ein, company_number) = demo_world::employer(company);
    let department = company.organizations.values().find(|(id, ..)| *id == employee.place[2]);
    Heading {
        employee_name: format!("{} {}", employee.first_name, employee.last_name),
        employee_number: employee.code.clone(),
        employee_address: address(demo_world::home_of(company, employee)),
        company_name: company.place.name.to_owned(),
        company_number: company_number.to_owned(),
        company_address: address(company_address),
        ein: ein.to_owned(),
        department: department.map_or(String::new(), |(_, _, name, _)| (*name).to_owned()),
        frequency: match paid.standing.period {
            PayPeriod::Weekly => Frequency::Weekly,
            PayPeriod::Biweekly => Frequency::Biweekly,
            PayPeriod::Semimonthly => Frequency::Semimonthly,
            PayPeriod::Monthly => Frequency::Monthly,
        },
        basis,
        filing_status: match paid.standing.filing_status() {
            TaxStatus::Single => FilingStatus::Single,
            TaxStatus::MarriedJointly => FilingStatus::MarriedJointly,
            TaxStatus::HeadOfHousehold => FilingStatus::HeadOfHousehold,
        },
        accounts: paid.accounts.iter().map(paid_into).collect(),
    }
}

fn basis(basis: PayBasis) -> Basis {
    match basis {
        PayBasis::Hourly(rate) => Basis::Hourly(rate),
        PayBasis::Salaried(salary) => Basis::Salaried(salary),
    }
}

fn address(PostalAddress { line1, line2, city, state, zip }: PostalAddress) -> Address {
    Address { line1, line2, city, state, zip }
}

fn payday(day: &PaidDay) -> Payday {
    let withheld = |lines: &[HeldLine]| {
        let line =
            |line: &HeldLine| ItemLine { item: line.item.to_owned(), current: line.current, ytd: line.ytd };
        lines.iter().map(line).collect()
    };
    let earnings = day.earnings.iter().map(|line| Earning {
        item: line.item.to_owned(),
        rate: line.rate,
        hours: line.hours,
        current: line.current,
        ytd: line.ytd,
    });
    let deposits = day.deposits.iter();
    Payday {
        check_date: day.check_date,
        check_number: day.check_number.to_string(),
        period_begin: day.period_begin,
        period_end: day.period_end,
        lines: StubLines {
            earnings: earnings.collect(),
            taxes: withheld(&day.taxes),
            before_tax: withheld(&day.before_tax),
            after_tax: withheld(&day.after_tax),
            deposits: deposits
                .map(|(account, amount)| StubDeposit { account: *account, amount: *amount })
                .collect(),
            checks_ytd: day.checks_ytd,
            ..StubLines::default()
        },
    }
}

fn paid_into(account: &BankAccount) -> PaidInto {
    PaidInto {
        bank: account.bank_name(),
        kind: match account.kind {
            BankAccountKind::Checking => AccountKind::Checking,
            BankAccountKind::Savings => AccountKind::Savings,
            BankAccountKind::MoneyMarket => AccountKind::MoneyMarket,
        },
        last_four: account.last_four().to_owned(),
        share: match account.share {
            Share::Fixed(amount) => StubShare::Fixed(amount),
            Share::Percentage(percent) => StubShare::Percentage(u32::try_from(percent).unwrap_or_default()),
            Share::Balance => StubShare::Balance,
        },
    }
}

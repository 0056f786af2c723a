//! Demo W-2s for the last two years, from each year's last stub: its year-to-date total is the year's total.

use super::{Boxes, TaxReturnFiling, W2, YearOfPay, file};
use crate::app::App;
use crate::demo_world::{
    self, DemoPart, DemoPlan, FromPay, PaidEmployee, PayPart, PayTurn, PostalAddress, social_security_base,
};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::TaxReturnId;
use crate::shared::problem::Problem;
use db::Tx;
use futures_util::future::BoxFuture;

pub const DEMO: &[DemoPart] = &[DemoPart::Pay(PayPart {
    turn: PayTurn::TaxReturns,
    has_newcomers: false,
    start: |_, _| Box::new(Filings(vec![])),
})];

struct Filings(Vec<TaxReturnFiling>);

impl FromPay for Filings {
    fn take(&mut self, app: &App, paid: &PaidEmployee<'_>, today: Day) {
        self.0.extend(of_employee(app, paid, today));
    }

    fn write<'a>(self: Box<Self>, tx: &'a mut Tx, _: &'a DemoPlan) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move { file(tx, &self.0).await })
    }
}

fn of_employee(app: &App, paid: &PaidEmployee<'_>, today: Day) -> Vec<TaxReturnFiling> {
    let (company, employee) = (paid.company, paid.employee);
    let this_year = today.0.year();
    let mut filings = vec![];
    for year in [this_year - 2, this_year - 1] {
        let Some(last) = paid.paydays.iter().rfind(|day| day.check_date.0.year() == year) else { continue };
        let pay = YearOfPay {
            gross: last.gross_ytd(),
            withheld: last.withheld().map(|line| (line.item, line.ytd)).collect(),
        };
        let (employer_address, ein, number) = demo_world::employer(company);
        let state_id = format!("{number}-{}", &ein[3..]);
        let base = Amount::from_cents(social_security_base(year));
        let code: u32 = employee.code.parse().unwrap_or_default();
        let w2 = W2 {
            year: i32::from(year),
            control_number: format!("{number}-{}-{year}", employee.code),
            employer_name: company.place.name.to_owned(),
            employer_address: lines_of(&employer_address),
            ein: ein.to_owned(),
            employee_name: format!("{} {}", employee.first_name, employee.last_name),
            employee_address: lines_of(&demo_world::home_of(company, employee)),
            ssn_last_four: format!("{:04}", code * 7_919 % 9_000 + 1_000),
            boxes: Boxes::of(&pay, base, &state_id),
        };
        let id = TaxReturnId(app.ids.next(app.clock.now()));
        filings.push(TaxReturnFiling { id, tenant: employee.tenant, employee: employee.id, w2 });
    }
    filings
}

fn lines_of(address: &PostalAddress) -> Vec<String> {
    let street = [&address.line1, &address.line2].into_iter().filter(|line| !line.is_empty());
    let street = street.map(String::as_str).collect::<Vec<_>>().join(", ");
    vec![street, format!("{}, {} {}", address.city, address.state, address.zip)]
}

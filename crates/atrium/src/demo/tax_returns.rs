//! Demo W-2s for the last two years, from each year's last stub: its year-to-date total is the year's total.

use super::payroll::Paid;
use super::{addresses, tax_tables};
use crate::app::App;
use crate::demo_world::{CompanyPlan, EmployeePlan};
use crate::pay_stubs::Address;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::TaxReturnId;
use crate::tax_returns::{Boxes, TaxReturnFiling, W2, YearOfPay};

pub(super) fn of_employee(
    app: &App,
    company: &CompanyPlan,
    employee: &EmployeePlan,
    paid: &[Paid],
    today: Day,
) -> Vec<TaxReturnFiling> {
    let this_year = today.0.year();
    let mut filings = vec![];
    for year in [this_year - 2, this_year - 1] {
        let last = paid.iter().rfind(|paid| paid.payday.check_date.0.year() == year);
        let Some(lines) = last.map(|paid| &paid.payday.lines) else { continue };
        let pay = YearOfPay {
            gross: lines.sums_ytd().gross,
            withheld: lines.withheld().map(|line| (line.item.as_str(), line.ytd)).collect(),
        };
        let (employer_address, ein, number) = addresses::employer(company);
        let state_id = format!("{number}-{}", &ein[3..]);
        let base = Amount::from_cents(tax_tables::social_security_base(year));
        let code: u32 = employee.code.parse().unwrap_or_default();
        let w2 = W2 {
            year: i32::from(year),
            control_number: format!("{number}-{}-{year}", employee.code),
            employer_name: company.place.name.to_owned(),
            employer_address: lines_of(&employer_address),
            ein: ein.to_owned(),
            employee_name: format!("{} {}", employee.first_name, employee.last_name),
            employee_address: lines_of(&addresses::home(company, employee)),
            ssn_last_four: format!("{:04}", code * 7_919 % 9_000 + 1_000),
            boxes: Boxes::of(&pay, base, &state_id),
        };
        let id = TaxReturnId(app.ids.next(app.clock.now()));
        filings.push(TaxReturnFiling { id, tenant: employee.tenant, employee: employee.id, w2 });
    }
    filings
}

fn lines_of(address: &Address) -> Vec<String> {
    let street = [&address.line1, &address.line2].into_iter().filter(|line| !line.is_empty());
    let street = street.map(String::as_str).collect::<Vec<_>>().join(", ");
    vec![street, format!("{}, {} {}", address.city, address.state, address.zip)]
}

//! Mailing addresses for the demo's people and companies: a pure function of the plan, for everything that prints an
//! address. Streets are made up.

use super::tax_tables::TaxState;
use super::{CompanyPlan, EmployeePlan, HARBOR, OUTFITTERS};

#[derive(Clone, Debug)]
pub struct PostalAddress {
    pub line1: String,
    pub line2: String,
    pub city: String,
    pub state: String,
    pub zip: String,
}

const STREETS: &[&str] = &[
    "Alder Street",
    "Birchwood Avenue",
    "Canyon Road",
    "Dogwood Lane",
    "Elm Court",
    "Foxglove Drive",
    "Garden Street",
    "Hawthorne Boulevard",
    "Ivy Terrace",
    "Juniper Way",
    "Kings Hill Road",
    "Linden Avenue",
    "Mill Pond Road",
    "Nightingale Court",
    "Orchard Street",
];

/// (branch, state, cities with their ZIP codes)
type Region = (&'static str, TaxState, &'static [(&'static str, &'static str)]);

const REGIONS: &[Region] = &[
    (
        "Portland Store",
        TaxState::Oregon,
        &[("Portland", "97214"), ("Gresham", "97030"), ("Beaverton", "97005")],
    ),
    (
        "Seattle Store",
        TaxState::Washington,
        &[("Seattle", "98103"), ("Renton", "98055"), ("Shoreline", "98133")],
    ),
    (
        "Headquarters",
        TaxState::Oregon,
        &[("Portland", "97209"), ("Lake Oswego", "97034"), ("Tigard", "97223")],
    ),
    ("Dallas Hub", TaxState::Texas, &[("Dallas", "75211"), ("Irving", "75061"), ("Grand Prairie", "75051")]),
    ("Laredo Hub", TaxState::Texas, &[("Laredo", "78041"), ("Laredo", "78045")]),
    ("San Antonio Yard", TaxState::Texas, &[("San Antonio", "78207"), ("Converse", "78109")]),
    (
        "Main Clinic",
        TaxState::Massachusetts,
        &[("Boston", "02125"), ("Quincy", "02169"), ("Milton", "02186")],
    ),
    ("Front Office", TaxState::Massachusetts, &[("Boston", "02127"), ("Somerville", "02143")]),
];

fn region(company: &CompanyPlan, employee: &EmployeePlan) -> &'static Region {
    let [_, branch, ..] = employee.place;
    let name =
        company.organizations.values().find(|(id, ..)| *id == branch).map_or("", |(_, _, name, _)| name);
    REGIONS.iter().find(|(of, ..)| *of == name).expect("every branch of the demo lies somewhere")
}

/// The state an employee works in.
pub fn state_of(company: &CompanyPlan, employee: &EmployeePlan) -> TaxState {
    region(company, employee).1
}

pub fn home_of(company: &CompanyPlan, employee: &EmployeePlan) -> PostalAddress {
    let (_, state, cities) = region(company, employee);
    let number: usize = employee.code.parse().unwrap_or_default();
    let (city, zip) = cities[number % cities.len()];
    PostalAddress {
        line1: format!("{} {}", 100 + number * 37 % 8_900, STREETS[number % STREETS.len()]),
        line2: if number.is_multiple_of(3) { format!("Apt {}", 1 + number % 40) } else { String::new() },
        city: city.to_owned(),
        state: state.code().to_owned(),
        zip: zip.to_owned(),
    }
}

/// (address, employer identification number, company number)
pub fn employer(company: &CompanyPlan) -> (PostalAddress, &'static str, &'static str) {
    let (line1, line2, city, state, zip, ein, number) = match company.place.name {
        name if name == OUTFITTERS.name => {
            ("1420 NW Cedar Street", "Suite 300", "Portland", "OR", "97209", "00-1420331", "1420")
        }
        name if name == HARBOR.name => {
            ("88 Harbor Street", "", "Boston", "MA", "02210", "00-0880417", "0880")
        }
        _ => ("5100 Freight Line Road", "", "Dallas", "TX", "75212", "00-5100228", "5100"),
    };
    let [line1, line2, city, state, zip] = [line1, line2, city, state, zip].map(str::to_owned);
    (PostalAddress { line1, line2, city, state, zip }, ein, number)
}

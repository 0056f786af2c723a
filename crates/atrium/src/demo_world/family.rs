//! Who belongs to an employee: it follows from the medical plan they pay for and how they file their taxes.

use super::payroll::{DicePurpose, PayStanding};
use super::tax_tables::TaxStatus;
use super::{EmployeePlan, FIRST_NAMES};
use crate::app::App;
use crate::shared::amount::Amount;
use crate::shared::id::RelatedId;

pub struct Family {
    /// Who the medical plan covers.
    pub tier: &'static str,
    pub dependents: Vec<PlannedRelative>,
    pub beneficiaries: Vec<PlannedRelative>,
    pub contact: PlannedContact,
    pub marital_status: &'static str,
}

#[derive(Clone)]
pub struct PlannedRelative {
    pub id: RelatedId,
    pub first_name: String,
    pub last_name: String,
    pub relation: &'static str,
}

/// In an emergency.
pub struct PlannedContact {
    pub id: RelatedId,
    pub first_name: String,
    pub last_name: String,
    pub phone_number: String,
}

pub(super) fn of_employee(
    app: &App,
    employee: &EmployeePlan,
    standing: &PayStanding,
    medical: Amount,
) -> Family {
    let dice = standing.dice;
    let id = || RelatedId(app.ids.next(app.clock.now()));
    let name =
        |round: i64| FIRST_NAMES[dice.throw(DicePurpose::Family, round, FIRST_NAMES.len() as i64) as usize];
    let relative = |round: i64, relation: &'static str| PlannedRelative {
        id: id(),
        first_name: name(round).to_owned(),
        last_name: employee.last_name.clone(),
        relation,
    };
    let is_married = standing.filing_status() == TaxStatus::MarriedJointly;
    let partner = if is_married { "Spouse" } else { "Domestic Partner" };
    let children = 1 + dice.throw(DicePurpose::Family, 9, 2);
    let (tier, has_partner, children) = match medical.ten_thousandths() / 100 {
        6_800 => ("Employee + children", false, children),
        11_900 => ("Employee + spouse", true, 0),
        14_875 => ("Family", true, children),
        _ => ("Employee only", false, 0),
    };
    let mut dependents = vec![];
    if has_partner {
        dependents.push(relative(1, partner));
    }
    dependents.extend((0..children).map(|child| relative(2 + child, "Child")));
    let closest = if is_married || has_partner { relative(1, partner) } else { relative(7, "Parent") };
    let contact = PlannedContact {
        id: id(),
        first_name: closest.first_name.clone(),
        last_name: closest.last_name.clone(),
        phone_number: format!("+1971555{:04}", 100 + dice.throw(DicePurpose::Family, 8, 9_900)),
    };
    let marital_status = match (is_married, has_partner, standing.filing_status()) {
        (true, ..) => "Married",
        (_, true, _) => "Domestic Partner",
        (.., TaxStatus::HeadOfHousehold) => "Divorced",
        _ => "Single",
    };
    Family { tier, dependents, beneficiaries: vec![closest], contact, marital_status }
}

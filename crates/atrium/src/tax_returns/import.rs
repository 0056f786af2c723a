//! `w2.csv`: one wage and tax statement per row, matched by employee and year. Names come from the company and the
//! employee. We take only the last four digits of the social security number.

use super::{Boxes, StateBoxes, W2};
use crate::shared::amount::Amount;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use crate::sheets::cells;
use crate::sheets::{
    self, ASIDE_COLUMN, Desk, Entry, EntryPlan, ImportSheet, PlanFor, SheetEntry, SheetRow, StoredTable,
    needed, optional,
};
use db::{Ty, Value};

pub const SHEETS: &[&ImportSheet] = &[&W2_FORMS];

static W2_FORMS: ImportSheet = ImportSheet {
    name: "w2",
    after: &["people"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("employee_code", "1042"),
        needed("year", "2025"),
        needed("ssn_last_four", "4821"),
        needed("wages", "50960.00"),
        needed("federal_tax", "4712.00"),
        needed("social_security_wages", "50960.00"),
        needed("social_security_tax", "3159.52"),
        needed("medicare_wages", "50960.00"),
        needed("medicare_tax", "738.92"),
        optional("box_12", "D:1200.00;W:300.00"),
        optional("retirement_plan", "yes"),
        optional("box_14", "ORSTT:50.96"),
        optional("state", "OR"),
        optional("employer_state_id", "4410-1234567"),
        optional("state_wages", "50960.00"),
        optional("state_tax", "3820.00"),
        optional("control_number", "4410-1042-2025"),
        optional("ein", "93-1234567"),
        optional("employer_address_line1", "800 NW Industrial Way"),
        optional("employer_address_line2", "Portland, OR 97210"),
        optional("employee_address_line1", "1420 SE Alder St, Apt 4"),
        optional("employee_address_line2", "Portland, OR 97214"),
        optional(ASIDE_COLUMN, ""),
    ],
    tables: &[&TAX_RETURN],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, W2Entry::read)),
    sets_aside: true,
    ..ImportSheet::PLAIN
};

static TAX_RETURN: StoredTable = StoredTable {
    name: "tax_return",
    key: &[("employee_id", Ty::Uuid), ("year", Ty::I64), ("name", Ty::Text)],
    narrow: 2,
    columns: &[("employee_id", Ty::Uuid), ("year", Ty::I64), ("name", Ty::Text), ("document", Ty::Text)],
    ..StoredTable::PLAIN
};

struct W2Entry {
    company: CompanyId,
    code: String,
    form: W2,
    /// The form as stored, with the company's and the employee's names.
    document: String,
}

impl W2Entry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<W2Entry> {
        let company = desk.company(row);
        let code = row.name("employee_code");
        let form = form(desk, row);
        let (company, code, form) = (company?, code?, form?);
        row.once("year", format!("{company} {code} {}", form.year));
        Some(W2Entry { company, code, form, document: String::new() })
    }
}

impl SheetEntry for W2Entry {
    const TABLE: &'static StoredTable = &TAX_RETURN;

    fn employee(&self) -> Option<(CompanyId, &str)> {
        Some((self.company, &self.code))
    }

    async fn prepare(desk: &mut Desk<'_>, entries: &mut Vec<Entry<Self>>) -> Result<(), Problem> {
        for Entry { says, employee, .. } in entries {
            says.form.employer_name = desk.name_of(says.company);
            says.form.employee_name = employee.as_ref().map(sheets::full_name).unwrap_or_default();
            says.document =
                serde_json::to_string(&says.form).map_err(|error| Problem::Internal(error.to_string()))?;
        }
        Ok(())
    }

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        vec![entry.employee_id(), i64::from(entry.says.form.year).into(), "W-2".into()]
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let W2Entry { code, form, document, .. } = &entry.says;
        let what = format!("W-2 {} of {code}", form.year);
        EntryPlan::new(what, [at.key.to_vec(), vec![document.clone().into()]].concat())
    }
}

fn form(desk: &Desk<'_>, row: &mut SheetRow) -> Option<W2> {
    let this_year = i64::from(desk.app.clock.today("UTC").0.year());
    let year = row.required("year", |cell| match cells::whole(cell)? {
        year if (1978..=this_year).contains(&year) => i32::try_from(year).map_err(|error| error.to_string()),
        _ => Err(format!("the year of a W-2 must be from 1978 to {this_year}")),
    });
    let last_four = row.required("ssn_last_four", |cell| match cell.len() {
        4 if cell.bytes().all(|byte| byte.is_ascii_digit()) => Ok(cell.to_owned()),
        _ => Err("enter only the last four digits of the number".to_owned()),
    });
    let mut sum = |column: &str| row.required(column, not_negative);
    let boxes = Boxes {
        wages: sum("wages").unwrap_or_default(),
        federal_tax: sum("federal_tax").unwrap_or_default(),
        security_wages: sum("social_security_wages").unwrap_or_default(),
        security_tax: sum("social_security_tax").unwrap_or_default(),
        medicare_wages: sum("medicare_wages").unwrap_or_default(),
        medicare_tax: sum("medicare_tax").unwrap_or_default(),
        coded: row.optional("box_12", labelled).unwrap_or_default(),
        has_retirement_plan: row.optional("retirement_plan", cells::yes).unwrap_or_default(),
        other: row.optional("box_14", labelled).unwrap_or_default(),
        state: state_boxes(row),
    };
    let text = |row: &mut SheetRow, column: &str| row.optional_name(column).unwrap_or_default();
    let lines = |row: &mut SheetRow, columns: [&str; 2]| columns.map(|column| text(row, column)).to_vec();
    Some(W2 {
        year: year?,
        control_number: text(row, "control_number"),
        employer_name: String::new(),
        employer_address: lines(row, ["employer_address_line1", "employer_address_line2"]),
        ein: text(row, "ein"),
        employee_name: String::new(),
        employee_address: lines(row, ["employee_address_line1", "employee_address_line2"]),
        ssn_last_four: last_four?,
        boxes,
    })
}

fn not_negative(cell: &str) -> Result<Amount, String> {
    let sum = cells::amount(cell)?;
    if sum < Amount::ZERO { Err("this can't be negative".to_owned()) } else { Ok(sum) }
}

/// Boxes 15 to 17 come together or not at all.
fn state_boxes(row: &mut SheetRow) -> Option<StateBoxes> {
    row.cell("state")?;
    let state = row.name("state")?;
    Some(StateBoxes {
        state,
        employer_state_id: row.optional_name("employer_state_id").unwrap_or_default(),
        wages: row.required("state_wages", not_negative)?,
        tax: row.required("state_tax", not_negative)?,
    })
}

/// `D:1200.00; W:300.00`: the contents of W-2 boxes 12 and 14.
fn labelled(text: &str) -> Result<Vec<(String, Amount)>, String> {
    let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
    let one = |part: &str| {
        let (label, sum) = part.split_once(':').ok_or_else(|| format!("{part:?} is not like D:1200.00"))?;
        Ok((label.trim().to_owned(), cells::amount(sum.trim())?))
    };
    parts.map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_with_labels_are_read_one_by_one() {
        let two =
            vec![("D".to_owned(), Amount::from_cents(120_000)), ("W".to_owned(), Amount::from_cents(5))];
        assert_eq!(labelled("D:1200.00; W:0.05"), Ok(two));
        assert_eq!(labelled(" "), Ok(vec![]));
        assert!(labelled("D1200").is_err());
    }
}

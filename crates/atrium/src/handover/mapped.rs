//! A batch's lines in the columns of a saved mapping, the way a payroll system has them. Pure.

use super::kinds::PayrollKind;
use super::lines;
use super::rules::HandoverRefusal;
use crate::mappings::{Mapping, OutwardPlan};
use crate::shared::spreadsheet::safe_cell;

/// What a mapping can fill, by the names of our import's columns.
const DEPOSITS: &[&str] = &[
    "company",
    "employee_code",
    "first_name",
    "last_name",
    "routing_number",
    "account_number",
    "account_type",
    "amount_type",
    "amount",
    "priority",
    "start_date",
    "end_date",
    "code",
];
const PEOPLE: &[&str] = &[
    "company",
    "employee_code",
    "first_name",
    "middle_name",
    "last_name",
    "date_of_birth",
    "gender",
    "marital_status",
    "address_line1",
    "address_line2",
    "city",
    "state",
    "zip",
    "country",
];
const ADDITIONAL: &[&str] = &["company", "employee_code", "first_name", "last_name", "attribute", "value"];
const HOURS: &[&str] = &["company", "employee_code", "first_name", "last_name", "period_end", "hours"];

/// A batch's file of one kind, with other columns.
pub(super) struct MappedLines {
    pub kind: PayrollKind,
    plan: OutwardPlan,
    /// Our columns, as the lines have them.
    columns: Vec<&'static str>,
}

impl MappedLines {
    pub(super) fn new(mapping: &Mapping) -> Result<MappedLines, HandoverRefusal> {
        let (kind, ours) = match mapping.kind.as_str() {
            "deposits" => (PayrollKind::Deposits, DEPOSITS),
            "people" => (PayrollKind::People, PEOPLE),
            "additional-info" => (PayrollKind::AdditionalInfo, ADDITIONAL),
            "hours-worked" => (PayrollKind::Hours, HOURS),
            _ => return Err(HandoverRefusal::UnfitMapping),
        };
        // Nothing else says that an account is no longer paid into.
        if kind == PayrollKind::Deposits && !mapping.columns.contains_key("end_date") {
            return Err(HandoverRefusal::UnfitMapping);
        }
        let plan = OutwardPlan::new(mapping, ours).ok_or(HandoverRefusal::UnfitMapping)?;
        Ok(MappedLines { kind, plan, columns: lines::columns(kind) })
    }

    pub(super) fn header(&self) -> &[String] {
        self.plan.header()
    }

    pub(super) fn row(&self, cells: &[String]) -> Vec<String> {
        let cell = |name: &str| {
            let at = self.columns.iter().position(|column| *column == name);
            at.and_then(|at| cells.get(at)).map_or("", String::as_str)
        };
        let or = |one: &'_ str, other: &'_ str| {
            if cell(one).is_empty() { other.to_owned() } else { cell(one).to_owned() }
        };
        let named = [
            ("first_name", or("new_first_name", cell("first_name"))),
            ("last_name", or("new_last_name", cell("last_name"))),
            ("attribute", cell("field").to_owned()),
            ("value", cell("after").to_owned()),
            ("end_date", self.end(cell("active"), cell("end_date"), cell("approved_at"))),
        ];
        let ours = |name: &str| match named.iter().find(|(of, _)| *of == name) {
            Some((_, text)) => text.as_str(),
            None => cell(name),
        };
        self.plan.row(&ours)
    }

    /// An account that payroll must stop paying into ends on the day that was approved, unless it ends anyway.
    fn end(&self, active: &str, end: &str, approved_at: &str) -> String {
        match (active, end) {
            ("no", "") => approved_at.split('T').next().unwrap_or_default().to_owned(),
            (_, end) => end.to_owned(),
        }
    }

    /// A line of text in the mapping's own form.
    pub(super) fn text(&self, cells: &[String], is_first: bool) -> Vec<u8> {
        let quoted = |cell: &String| {
            let cell = safe_cell(cell);
            let is_plain =
                !cell.bytes().any(|byte| byte == self.plan.delimiter() || b"\"\r\n".contains(&byte));
            if is_plain { cell.into_owned() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
        };
        let delimiter = char::from(self.plan.delimiter()).to_string();
        let line = cells.iter().map(quoted).collect::<Vec<_>>().join(&delimiter) + "\r\n";
        self.plan.encoded(&line, is_first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mappings::parse;

    fn mapped(text: &str) -> Result<MappedLines, HandoverRefusal> {
        MappedLines::new(&parse(&format!("name = \"Payroll\"\n{text}")).unwrap())
    }

    fn line(kind: PayrollKind, said: &[(&str, &str)]) -> Vec<String> {
        let cell = |column: &&str| said.iter().find(|(name, _)| name == column).map_or("", |(_, text)| *text);
        lines::columns(kind).iter().map(|column| cell(column).to_owned()).collect()
    }

    #[test]
    fn an_account_that_is_gone_leaves_with_its_last_day() {
        let plan = mapped(
            "kind = \"deposits\"\ndelimiter = \"semicolon\"\n[columns]\nemployee_code = \"ID\"\naccount_number = \"Acct\"\nend_date = \"Ends\"\n",
        )
        .unwrap();
        let gone = [
            ("employee_code", "10;42"),
            ("account_number", "0044"),
            ("active", "no"),
            ("approved_at", "2026-11-16T18:00:00Z"),
        ];
        let row = plan.row(&line(PayrollKind::Deposits, &gone));
        assert_eq!(row, ["10;42", "0044", "11/16/2026"]);
        assert_eq!(String::from_utf8(plan.text(&row, true)).unwrap(), "\"10;42\";0044;11/16/2026\r\n");
    }

    #[test]
    fn names_are_the_new_ones_where_they_changed() {
        let plan = mapped(
            "kind = \"people\"\n[columns]\nfirst_name = \"First\"\nlast_name = \"Last\"\ncity = \"City\"\n",
        )
        .unwrap();
        let said =
            [("first_name", "Ana"), ("last_name", "Morales"), ("new_last_name", "Ortiz"), ("city", "Bend")];
        assert_eq!(plan.row(&line(PayrollKind::People, &said)), ["Ana", "Ortiz", "Bend"]);
    }

    #[test]
    fn a_mapping_that_would_lose_something_is_refused() {
        for text in [
            "kind = \"deposits\"\n[columns]\naccount_number = \"Acct\"\n",
            "kind = \"roles\"\n[columns]\nrole = \"Role\"\n",
            "kind = \"people\"\n[columns]\nusername = \"Login\"\n",
        ] {
            assert_eq!(mapped(text).err(), Some(HandoverRefusal::UnfitMapping), "{text}");
        }
    }
}

//! A W-2 as a PDF, with the boxes where everyone looks for them: on the first page, Copy B for the federal return and
//! Copy C to keep; on the second, Copy 2 for a state and the notices. The form exists only in English.

use super::rules::W2;
use super::store::TaxReturnRow;
use crate::shared::amount::Amount;
use crate::shared::problem::Problem;
use pdf::{Align, Color, Layout, Level, Metadata, Panel, Paper, Place, TextStyle, Weight};
use tokio::sync::Semaphore;

const TITLE: TextStyle = TextStyle::new(Weight::SemiBold, 15.0, Color::INK);
const YEAR: TextStyle = TextStyle::new(Weight::SemiBold, 20.0, Color::INK).aligned(Align::Right);
const COPY: TextStyle = TextStyle::new(Weight::Medium, 8.0, Color::INK);
const NUMBER: TextStyle = TextStyle::new(Weight::SemiBold, 6.6, Color::INK);
const LABEL: TextStyle = TextStyle::new(Weight::Regular, 6.2, Color::MUTED);
const VALUE: TextStyle = TextStyle::new(Weight::Medium, 8.8, Color::INK);
const SMALL: TextStyle = TextStyle::new(Weight::Regular, 7.2, Color::MUTED);
const SECTION: TextStyle = TextStyle::new(Weight::SemiBold, 11.0, Color::INK);
const BODY: TextStyle = TextStyle::new(Weight::Regular, 8.6, Color::INK);
const BOX: Panel = Panel { fill: None, border: Some((0.6, Color::INK)), radius_pt: 0.0, padding_pt: 0.0 };
const ROW_PT: f32 = 27.0;
/// Widths of boxes 15 to 20.
const STATE_SHARES: [f32; 7] = [0.55, 1.25, 1.2, 1.0, 1.2, 1.0, 0.85];
/// Neighboring boxes share a border.
const SHARED_PT: f32 = -0.6;
/// How many lines of the usual size fit in boxes 12 and 14.
const MAX_ENTRIES: usize = 5;

static PRINTERS: Semaphore = Semaphore::const_new(4);

const COPIES: [(&str, &str); 3] = [
    (
        "Copy B—To Be Filed With Employee’s FEDERAL Tax Return",
        "This information is being furnished to the Internal Revenue Service.",
    ),
    (
        "Copy C—For EMPLOYEE’S RECORDS",
        "This information is being furnished to the Internal Revenue Service. If you are required to file a tax return, a \
         negligence penalty or other sanction may be imposed on you if this income is taxable and you fail to report it.",
    ),
    ("Copy 2—To Be Filed With Employee’s State, City, or Local Income Tax Return", ""),
];

/// Prints off the threads that serve requests.
pub(super) async fn print(form: TaxReturnRow) -> Result<Vec<u8>, Problem> {
    let printer = PRINTERS.acquire().await.map_err(|error| Problem::Internal(error.to_string()))?;
    let printing = tokio::task::spawn_blocking(move || {
        // Held until the sheet is done, even if no one is waiting for it anymore.
        let _printer = printer;
        render(&form)
    });
    printing.await.map_err(|error| Problem::Internal(error.to_string()))?
}

fn render(form: &TaxReturnRow) -> Result<Vec<u8>, Problem> {
    let w2 = form.w2()?;
    let mut layout = Layout::new(Paper::LETTER, pdf::Language::English);
    let mut at = layout.top();
    for (nth, (copy, note)) in COPIES.into_iter().enumerate() {
        // Two copies per sheet.
        at = if nth == 2 { layout.next_page(at) } else { at.down(if nth == 0 { 0.0 } else { 24.0 }) };
        at = one_copy(&mut layout, at, &w2, copy, note);
    }
    notices(&mut layout, at.down(26.0), &w2);
    layout.footer(SMALL, &format!("{} · Form W-2 {} · {}", w2.employer_name, w2.year, w2.control_number));
    let metadata = Metadata {
        title: format!("Form W-2 {} · {}", w2.year, w2.employee_name),
        author: w2.employer_name.clone(),
        document_id: form.id.to_string(),
        // Employers have to furnish a year's form by the end of the following January.
        issued: pdf::Date { year: u16::try_from(w2.year + 1).unwrap_or(1900), month: 1, day: 31 },
    };
    layout.finish(&metadata).map_err(|error| Problem::Internal(format!("a W-2 cannot be printed: {error}")))
}

/// A number, a label and what's in the box.
struct FormBox {
    number: &'static str,
    label: &'static str,
    value: String,
    style: TextStyle,
}

impl FormBox {
    fn small(self) -> FormBox {
        FormBox { style: TextStyle { size_pt: 7.4, ..self.style }, ..self }
    }
}

fn words(number: &'static str, label: &'static str, value: impl Into<String>) -> FormBox {
    FormBox { number, label, value: value.into(), style: VALUE }
}

fn money(number: &'static str, label: &'static str, amount: Option<Amount>) -> FormBox {
    let value = amount.map(|amount| amount.to_string()).unwrap_or_default();
    FormBox { number, label, value, style: VALUE.aligned(Align::Right) }
}

fn one_copy(layout: &mut Layout, at: Place, w2: &W2, copy: &str, note: &str) -> Place {
    let [left, right] = at.columns([4.0, 1.0], 12.0);
    let below = layout.heading(left, Level::One, TITLE, "W-2 Wage and Tax Statement");
    let year = layout.text(right, YEAR, &w2.year.to_string());
    let at = at.below([below, year]);
    let at = layout.text(at.down(1.0), COPY, copy);
    let boxes = &w2.boxes;
    let [people, figures] = at.down(5.0).columns([0.47, 0.53], SHARED_PT);

    let mut left = people;
    let rows = [
        (1, words("a", "Employee’s social security number", format!("XXX-XX-{}", w2.ssn_last_four))),
        (1, words("b", "Employer identification number (EIN)", w2.ein.clone())),
        (
            2,
            words(
                "c",
                "Employer’s name, address, and ZIP code",
                lines(&w2.employer_name, &w2.employer_address),
            ),
        ),
        (1, words("d", "Control number", w2.control_number.clone())),
        (
            3,
            words(
                "e/f",
                "Employee’s name, address, and ZIP code",
                lines(&w2.employee_name, &w2.employee_address),
            ),
        ),
    ];
    for (height, form_box) in rows {
        left = row(layout, left, height, [form_box]);
    }

    let mut right = figures;
    right = row(
        layout,
        right,
        1,
        [
            money("1", "Wages, tips, other compensation", Some(boxes.wages)),
            money("2", "Federal income tax withheld", Some(boxes.federal_tax)),
        ],
    );
    right = row(
        layout,
        right,
        1,
        [
            money("3", "Social security wages", Some(boxes.security_wages)),
            money("4", "Social security tax withheld", Some(boxes.security_tax)),
        ],
    );
    right = row(
        layout,
        right,
        1,
        [
            money("5", "Medicare wages and tips", Some(boxes.medicare_wages)),
            money("6", "Medicare tax withheld", Some(boxes.medicare_tax)),
        ],
    );
    right =
        row(layout, right, 1, [money("7", "Social security tips", None), money("8", "Allocated tips", None)]);
    right = row(
        layout,
        right,
        1,
        [money("10", "Dependent care benefits", None), money("11", "Nonqualified plans", None)],
    );
    let checks = [
        ("Statutory employee", false),
        ("Retirement plan", boxes.has_retirement_plan),
        ("Third-party sick pay", false),
    ];
    right = row_of(
        layout,
        right,
        3,
        [0.9, 1.05, 1.05],
        [
            entries("12", "See instructions for box 12", &boxes.coded),
            words("13", "", checks.map(check).join("\n")).small(),
            entries("14", "Other", &boxes.other),
        ],
    );

    let state = boxes.state.as_ref();
    let below = at.below([left, right]).down(SHARED_PT.abs());
    let below = row_of(
        layout,
        below,
        1,
        STATE_SHARES,
        [
            words("15", "State", state.map_or(String::new(), |state| state.state.clone())),
            words(
                "",
                "Employer’s state ID number",
                state.map_or(String::new(), |state| state.employer_state_id.clone()),
            ),
            money("16", "State wages, tips, etc.", state.map(|state| state.wages)),
            money("17", "State income tax", state.map(|state| state.tax)),
            money("18", "Local wages, tips, etc.", None),
            money("19", "Local income tax", None),
            words("20", "Locality name", ""),
        ],
    );
    let below = layout.text(
        below.down(4.0),
        SMALL,
        "Form W-2 · OMB No. 1545-0029 · Department of the Treasury—Internal Revenue Service",
    );
    if note.is_empty() { below } else { layout.text(below, SMALL, note) }
}

/// A letter or a label with its amount, one per line.
fn entries(number: &'static str, label: &'static str, entries: &[(String, Amount)]) -> FormBox {
    let one = |(label, amount): &(String, Amount)| format!("{label}  {amount}");
    let form_box = words(number, label, entries.iter().map(one).collect::<Vec<_>>().join("\n"));
    if entries.len() > MAX_ENTRIES { form_box.small() } else { form_box }
}

fn check((label, is_checked): (&str, bool)) -> String {
    format!("[{}] {label}", if is_checked { "X" } else { " " })
}

fn lines(name: &str, address: &[String]) -> String {
    std::iter::once(name).chain(address.iter().map(String::as_str)).collect::<Vec<_>>().join("\n")
}

/// Boxes side by side, equally wide. `height` is in lines of the form.
fn row<const N: usize>(layout: &mut Layout, at: Place, height: u8, boxes: [FormBox; N]) -> Place {
    row_of(layout, at, height, [1.0; N], boxes)
}

/// Boxes side by side, each with its label read before its value.
fn row_of<const N: usize>(
    layout: &mut Layout,
    at: Place,
    height: u8,
    shares: [f32; N],
    boxes: [FormBox; N],
) -> Place {
    let height = ROW_PT * f32::from(height);
    let places = at.columns(shares, SHARED_PT);
    for place in places {
        layout.panel(place, height, BOX);
    }
    layout.facts(|facts| {
        for (place, form_box) in places.into_iter().zip(boxes) {
            let inner = place.column(4.0, place.width_pt() - 8.0).down(2.5);
            let indent = if form_box.number.is_empty() {
                0.0
            } else {
                5.0 + 4.2 * form_box.number.chars().count() as f32
            };
            facts.fact(
                |ink| {
                    ink.text(inner, NUMBER, form_box.number);
                    ink.text(inner.column(indent, inner.width_pt() - indent), LABEL, form_box.label)
                },
                // All values in a row are on one line, unless a label takes two.
                |ink, labelled| {
                    let at = inner.below([inner.down(11.5), labelled]);
                    ink.text(at, form_box.style, &form_box.value)
                },
            );
        }
    });
    at.down(height + SHARED_PT)
}

fn notices(layout: &mut Layout, at: Place, w2: &W2) -> Place {
    let at = layout.heading(at, Level::Two, SECTION, "Notice to employee");
    let mut at = at.down(4.0);
    for text in [
        "Do you have to file? Refer to the instructions for Form 1040 to determine if you are required to file a tax return. \
         Even if you do not have to file, you may be eligible for a refund if box 2 shows an amount or if you are eligible for \
         any credit.",
        "Box 12. D: elective deferrals to a section 401(k) cash or deferred arrangement. W: employer contributions, including \
         amounts you elected to contribute through a cafeteria plan, to your health savings account.",
        "Corrections. If your name, address or amounts are incorrect, ask your employer for a corrected form (Form W-2c).",
    ] {
        at = layout.text(at, BODY, text).down(6.0);
    }
    let at = layout.heading(at.down(8.0), Level::Two, SECTION, "Copy D—For Employer");
    let employer = format!(
        "The employer’s copy of this statement is kept by {} (EIN {}) for at least four years. Copy A is filed with the Social \
         Security Administration and is not part of this document.",
        w2.employer_name, w2.ein
    );
    layout.text(at.down(4.0), BODY, &employer)
}

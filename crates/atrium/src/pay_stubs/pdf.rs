//! A pay stub as a PDF that people can show a landlord: who paid whom, what for, what was withheld, where it went.
//! Tagged for assistive technology, in both languages, with the same bytes for the same stub.

use super::rules::{Address, Heading, ItemLine, StubLines};
use super::{Stub, words};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::language::Language;
use crate::shared::problem::Problem;
use pdf::{
    Color, Column, ColumnWidth, FactGrid, Layout, Level, Metadata, Panel, Paper, Place, Table, TextStyle,
    Weight,
};
use tokio::sync::Semaphore;

const TITLE: TextStyle = TextStyle::new(Weight::SemiBold, 20.0, Color::INK);
const SECTION: TextStyle = TextStyle::new(Weight::SemiBold, 11.0, Color::INK);
const NAME: TextStyle = TextStyle::new(Weight::SemiBold, 9.5, Color::INK);
const QUIET: TextStyle = TextStyle::new(Weight::Regular, 8.5, Color::MUTED);
const SMALL: TextStyle = TextStyle::new(Weight::Regular, 7.5, Color::MUTED);
const VALUE: TextStyle = TextStyle::new(Weight::Medium, 8.8, Color::INK);
const TILE: TextStyle = TextStyle::new(Weight::SemiBold, 13.0, Color::INK);
const NET: TextStyle = TextStyle::new(Weight::SemiBold, 19.0, Color::WHITE);
const ON_ACCENT: TextStyle = TextStyle::new(Weight::Medium, 7.8, Color::WHITE);
const WASH: Panel = Panel { fill: Some(Color::WASH), border: None, radius_pt: 6.0, padding_pt: 0.0 };
const ACCENT: Panel = Panel { fill: Some(Color::ACCENT), border: None, radius_pt: 6.0, padding_pt: 0.0 };
const TILES_PT: f32 = 68.0;
const VOID: TextStyle = TextStyle::new(Weight::SemiBold, 24.0, Color::INK);
const CLOSE_ROW_PT: f32 = 13.5;

/// Each PDF takes a few megabytes and a whole core for a few milliseconds.
static PRINTERS: Semaphore = Semaphore::const_new(4);

/// Prints off the threads that serve requests.
pub(super) async fn print(stub: Stub, language: Language) -> Result<Vec<u8>, Problem> {
    let printer = PRINTERS.acquire().await.map_err(|error| Problem::Internal(error.to_string()))?;
    let printing = tokio::task::spawn_blocking(move || {
        // Held until the sheet is done, even if no one is waiting for it anymore.
        let _printer = printer;
        render(&stub, language)
    });
    printing.await.map_err(|error| Problem::Internal(error.to_string()))?
}

pub(super) fn render(stub: &Stub, language: Language) -> Result<Vec<u8>, Problem> {
    let (heading, lines) = (stub.heading()?, stub.lines()?);
    let sheet = Sheet { stub, heading, lines, language };
    let one_sheet =
        [Spacing::Wide, Spacing::Close].into_iter().find_map(|setting| sheet.on_one_page(setting));
    let mut layout = one_sheet.unwrap_or_else(|| sheet.set(Spacing::TwoPages).0);
    let number = &stub.check_number;
    layout.footer(SMALL, &format!("{} · {} {number}", sheet.heading.company_name, sheet.say(("No.", "N.º"))));
    layout
        .finish(&sheet.metadata())
        .map_err(|error| Problem::Internal(format!("a pay stub cannot be printed: {error}")))
}

/// How much room the lines have: as much as one page allows. If a second page is needed, the payment goes there in
/// one piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    Wide,
    Close,
    TwoPages,
}

impl Spacing {
    fn table<const N: usize>(self, mut table: Table<N>) -> Table<N> {
        if self == Spacing::Close {
            table.style.row_pt = CLOSE_ROW_PT;
        }
        table
    }
}

struct Sheet<'a> {
    stub: &'a Stub,
    heading: Heading,
    lines: StubLines,
    language: Language,
}

impl Sheet<'_> {
    /// The sheet, and where it ends.
    fn set(&self, setting: Spacing) -> (Layout, Place) {
        let language = self.language.pick((pdf::Language::English, pdf::Language::Spanish));
        let mut layout = Layout::new(Paper::LETTER, language);
        let at = self.head(&mut layout);
        let at = self.standing(&mut layout, at);
        let at = self.people(&mut layout, at.down(14.0));
        let at = self.summary(&mut layout, at.down(16.0));
        let at = self.lines(&mut layout, at.down(20.0), setting);
        let is_full = setting == Spacing::TwoPages && at.page() == 0;
        let at = if is_full { layout.next_page(at) } else { at.down(16.0) };
        let at = self.payment(&mut layout, at, setting);
        let end = self.note(&mut layout, at.down(12.0));
        (layout, end)
    }

    fn on_one_page(&self, setting: Spacing) -> Option<Layout> {
        let (layout, end) = self.set(setting);
        (end.page() == 0).then_some(layout)
    }

    fn say(&self, words: (&'static str, &'static str)) -> &'static str {
        self.language.pick(words)
    }

    fn day(&self, day: Day) -> String {
        day.in_words(self.language)
    }

    fn metadata(&self) -> Metadata {
        let date = self.stub.check_date.0;
        let title = self.say(("Earnings statement", "Talón de pago"));
        Metadata {
            title: format!("{title} · {} · {}", self.heading.employee_name, self.day(self.stub.check_date)),
            author: self.heading.company_name.clone(),
            document_id: self.stub.id.to_string(),
            issued: pdf::Date {
                year: u16::try_from(date.year()).unwrap_or(1900),
                month: date.month().unsigned_abs(),
                day: date.day().unsigned_abs(),
            },
        }
    }

    fn head(&self, layout: &mut Layout) -> Place {
        let at = layout.top();
        let [left, right] = at.columns([2.0, 1.0], 20.0);
        let below =
            layout.heading(left, Level::One, TITLE, self.say(("Earnings statement", "Talón de pago")));
        let (begin, end) = (self.day(self.stub.period_begin), self.day(self.stub.period_end));
        let paid = self.day(self.stub.check_date);
        let period = match self.language {
            Language::English => format!("Pay period {begin} – {end}   Paid {paid}"),
            Language::Spanish => format!("Período de pago del {begin} al {end}   Pagado el {paid}"),
        };
        let below = layout.text(below.down(2.0), QUIET, &period);
        let company = &self.heading;
        let party = layout.paragraph(|ink| {
            let below = ink.text(right.down(3.0), NAME, &company.company_name);
            ink.text(
                below.down(1.0),
                QUIET,
                &format!("{}\nEIN {}", address(&company.company_address), company.ein),
            )
        });
        layout.rule(at.below([below, party]).down(10.0), 1.6, Color::ACCENT)
    }

    /// Whether it still counts, for anyone who is shown the page.
    fn standing(&self, layout: &mut Layout, at: Place) -> Place {
        let mut at = at;
        if self.stub.voided_on.is_some() {
            let void = self.say(("VOID", "ANULADO"));
            at = layout.heading(at.down(10.0), Level::Two, VOID, void);
        }
        let words = words::standing(self.stub, self.language);
        if words.is_empty() { at } else { layout.text(at.down(4.0), NAME, &words.join(" ")) }
    }

    fn people(&self, layout: &mut Layout, at: Place) -> Place {
        let [left, right] = at.columns([190.0, 322.0], 16.0);
        let heading = &self.heading;
        let party = layout.paragraph(|ink| {
            let below = ink.text(left, NAME, &heading.employee_name);
            ink.text(below.down(1.0), QUIET, &address(&heading.employee_address))
        });
        let grid = FactGrid { columns: 3, column_gap_pt: 8.0, row_gap_pt: 6.0, label: SMALL, value: VALUE };
        let rate = words::basis(heading.basis, self.language);
        let facts = [
            (self.say(("Employee number", "N.º de empleado")), heading.employee_number.as_str()),
            (self.say(("Check number", "N.º de cheque")), &self.stub.check_number),
            (
                self.say(("Pay frequency", "Frecuencia de pago")),
                words::frequency(heading.frequency, self.language),
            ),
            (self.say(("Department", "Departamento")), &heading.department),
            (
                self.say(("Federal filing status", "Estado civil (federal)")),
                words::filing_status(heading.filing_status, self.language),
            ),
            (self.say(("Pay rate", "Tarifa de pago")), &rate),
        ];
        at.below([party, layout.fact_grid(right, grid, &facts)])
    }

    /// Four tiles: three quiet ones, and the one everyone looks for.
    fn summary(&self, layout: &mut Layout, at: Place) -> Place {
        let at = layout.room(at, TILES_PT);
        let (now, year) = (self.lines.sums(), self.lines.sums_ytd());
        layout.panel(at, TILES_PT, WASH);
        let net_width = at.width_pt() * 0.32;
        let net_at = at.column(at.width_pt() - net_width, net_width);
        layout.panel(net_at, TILES_PT, ACCENT);
        let quiet = at.column(14.0, at.width_pt() - net_width - 22.0);
        let [gross, taxes, deductions] = quiet.columns([1.0; 3], 8.0);
        let net = net_at.column(14.0, net_width - 22.0);
        let to_date = self.say(("Year to date", "Acumulado"));
        let tiles = [
            (gross, self.say(("Gross pay", "Pago bruto")), now.gross, year.gross),
            (taxes, self.say(("Taxes", "Impuestos")), now.taxes, year.taxes),
            (deductions, self.say(("Deductions", "Deducciones")), now.deductions, year.deductions),
        ];
        layout.facts(|facts| {
            for (place, label, amount, amount_to_date) in tiles {
                facts.fact(
                    |ink| ink.text(place.down(11.0), TextStyle { size_pt: 7.8, ..VALUE }, label),
                    |ink, below| {
                        let below = ink.text(below.down(2.5), TILE, &words::dollars(amount));
                        ink.text(
                            below.down(4.0),
                            SMALL,
                            &format!("{to_date} {}", words::dollars(amount_to_date)),
                        )
                    },
                );
            }
            facts.fact(
                |ink| ink.text(net.down(11.0), ON_ACCENT, self.say(("Net pay", "Pago neto"))),
                |ink, below| {
                    let below = ink.text(below, NET, &words::dollars(now.net()));
                    let style = TextStyle { weight: Weight::Regular, size_pt: 7.5, ..ON_ACCENT };
                    ink.text(below, style, &format!("{to_date} {}", words::dollars(year.net())))
                },
            );
        });
        at.down(TILES_PT)
    }

    fn lines(&self, layout: &mut Layout, at: Place, setting: Spacing) -> Place {
        // Spanish tax names are longer: in the same space, each would take a second line, and the sheet a second
        // page.
        let [left, right] = at.columns(self.language.pick(([304.0, 204.0], [262.0, 246.0])), 20.0);
        let description = self.say(("Description", "Concepto"));
        let (current, to_date) = (self.say(("Current", "Actual")), self.say(("Year to date", "Acumulado")));
        let (now, year) = (self.lines.sums(), self.lines.sums_ytd());
        let optional = |amount: Option<Amount>| amount.map(words::figures).unwrap_or_default();

        let mut earnings = Table::new(
            self.say(("Earnings", "Ingresos")),
            [
                Column::text(description),
                Column::figures(self.say(("Rate", "Tarifa"))),
                Column::figures(self.say(("Hours", "Horas"))),
                Column::figures(current),
                Column::figures(to_date),
            ],
        );
        for line in &self.lines.earnings {
            earnings.row([
                words::name_of(&line.item, self.language).to_owned(),
                optional(line.rate),
                optional(line.hours),
                words::figures(line.current),
                words::figures(line.ytd),
            ]);
        }
        earnings.total([
            self.say(("Gross pay", "Pago bruto")).to_owned(),
            String::new(),
            words::figures(self.lines.hours()),
            words::dollars(now.gross),
            words::dollars(year.gross),
        ]);
        let below = layout.heading(left, Level::Two, SECTION, &earnings.title);
        let left = layout.table(below.down(1.0), &setting.table(earnings));
        let paid_back = self.say(("Reimbursements", "Reembolsos"));
        let left = self.items(layout, left, setting, paid_back, &self.lines.reimbursements);
        let employer = self.say(("Paid by your employer", "Pagado por su empleador"));
        let left = self.items(layout, left, setting, employer, &self.lines.employer);

        let mut withheld = Table::new(
            self.say(("Taxes and deductions", "Impuestos y deducciones")),
            [Column::text(description), Column::figures(current), Column::figures(to_date)],
        );
        let groups: [(&str, &[ItemLine]); 3] = [
            (self.say(("Taxes", "Impuestos")), &self.lines.taxes),
            (self.say(("Before tax", "Antes de impuestos")), &self.lines.before_tax),
            (self.say(("After tax", "Después de impuestos")), &self.lines.after_tax),
        ];
        for (title, lines) in groups.into_iter().filter(|(_, lines)| !lines.is_empty()) {
            withheld.group(title);
            for line in lines {
                let name = words::name_of(&line.item, self.language).to_owned();
                withheld.row([name, words::figures(line.current), words::figures(line.ytd)]);
            }
        }
        withheld.total(["Total".to_owned(), words::dollars(now.withheld()), words::dollars(year.withheld())]);
        let below = layout.heading(right, Level::Two, SECTION, &withheld.title);
        let right = layout.table(below.down(1.0), &setting.table(withheld));
        at.below([left, right])
    }

    /// Lines that are neither earned nor withheld; nothing where there are none.
    fn items(
        &self,
        layout: &mut Layout,
        at: Place,
        setting: Spacing,
        title: &'static str,
        lines: &[ItemLine],
    ) -> Place {
        if lines.is_empty() {
            return at;
        }
        let columns = [
            Column::text(self.say(("Description", "Concepto"))),
            Column::figures(self.say(("Current", "Actual"))),
            Column::figures(self.say(("Year to date", "Acumulado"))),
        ];
        let mut table = Table::new(title, columns);
        for line in lines {
            let name = words::name_of(&line.item, self.language).to_owned();
            table.row([name, words::figures(line.current), words::figures(line.ytd)]);
        }
        let below = layout.heading(at.down(12.0), Level::Two, SECTION, title);
        layout.table(below.down(1.0), &setting.table(table))
    }

    fn payment(&self, layout: &mut Layout, at: Place, setting: Spacing) -> Place {
        let mut table = Table::new(
            self.say(("How you were paid", "Cómo se le pagó")),
            [
                Column::text(self.say(("Account", "Cuenta"))),
                Column::text(self.say(("Method", "Método"))).width(ColumnWidth::Fit),
                Column::figures(self.say(("Amount", "Monto"))),
            ],
        );
        for deposit in &self.lines.deposits {
            let Some(account) = self.heading.accounts.get(deposit.account) else { continue };
            table.row([
                words::account(account, self.language),
                words::share(account.share, self.language),
                words::figures(deposit.amount),
            ]);
        }
        if self.lines.check_amount() > Amount::ZERO {
            table.row([
                self.say(("Sent by mail", "Enviado por correo postal")).to_owned(),
                self.say(("Paper check", "Cheque en papel")).to_owned(),
                words::figures(self.lines.check_amount()),
            ]);
        }
        let net = words::dollars(self.lines.sums().net());
        table.total([self.say(("Net pay", "Pago neto")).to_owned(), String::new(), net]);
        let below = layout.heading(at, Level::Two, SECTION, &table.title);
        layout.table(below.down(1.0), &setting.table(table))
    }

    fn note(&self, layout: &mut Layout, at: Place) -> Place {
        let name = &self.heading.company_name;
        let mut text = match self.language {
            Language::English => format!(
                "Issued by {name} for the employee named above. {} equals net pay. \
                 If you have questions about this statement, ask your payroll department.",
                if self.lines.reimbursements.is_empty() {
                    "Gross pay minus taxes and deductions"
                } else {
                    "Gross pay minus taxes and deductions, plus reimbursements,"
                }
            ),
            Language::Spanish => format!(
                "Emitido por {name} para la persona indicada arriba. El pago bruto menos los impuestos y las deducciones{} es el \
                 pago neto. Si tiene preguntas sobre este talón de pago, consulte a su departamento de nómina.",
                if self.lines.reimbursements.is_empty() { "" } else { ", más los reembolsos," }
            ),
        };
        if words::is_rounded(&self.lines) {
            text += self.say((
                " Payroll rounds amounts to the cent, so a figure can differ from its calculation by one cent.",
                " La nómina redondea los montos al centavo, por lo que una cifra puede diferir de su cálculo en un centavo.",
            ));
        }
        layout.text(at, SMALL, &text)
    }
}

fn address(address: &Address) -> String {
    let lines = [&address.line1, &address.line2].into_iter().filter(|line| !line.is_empty());
    let mut lines: Vec<String> = lines.cloned().collect();
    lines.push(format!("{}, {} {}", address.city, address.state, address.zip));
    lines.join("\n")
}

//! Writes a document that uses every part of the layout, for the eye: `cargo run -p pdf --example sample > sample.pdf`

use std::io::Write;

use pdf::{
    Align, Color, Column, ColumnWidth, Date, FactGrid, Language, Layout, Level, Metadata, Panel, Paper,
    Place, Table, TextStyle, Weight,
};

const TITLE: TextStyle = TextStyle::new(Weight::SemiBold, 20.0, Color::INK);
const SECTION: TextStyle = TextStyle::new(Weight::SemiBold, 11.0, Color::INK);
const NAME: TextStyle = TextStyle::new(Weight::SemiBold, 9.5, Color::INK);
const QUIET: TextStyle = TextStyle::new(Weight::Regular, 8.5, Color::MUTED);
const SMALL: TextStyle = TextStyle::new(Weight::Regular, 7.5, Color::MUTED);
const VALUE: TextStyle = TextStyle::new(Weight::Medium, 8.8, Color::INK);
const WASH: Panel = Panel { fill: Some(Color::WASH), border: None, radius_pt: 6.0, padding_pt: 14.0 };

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut layout = Layout::new(Paper::LETTER, Language::Spanish);
    let at = header(&mut layout);
    let at = people(&mut layout, at.down(14.0));
    let at = summary(&mut layout, at.down(14.0));
    let at = side_by_side(&mut layout, at.down(20.0));
    let at = form(&mut layout, at.down(20.0));
    history(&mut layout, at.down(20.0));
    layout.footer(SMALL, "Harbor Point Health, Inc. · PS-2026-11-048213");
    let bytes = layout.finish(&Metadata {
        title: "Recibo de pago · María José Núñez-Ibáñez · 20 nov 2026".into(),
        author: "Harbor Point Health, Inc.".into(),
        document_id: "PS-2026-11-048213".into(),
        issued: Date { year: 2026, month: 11, day: 18 },
    })?;
    std::io::stdout().write_all(&bytes)?;
    Ok(())
}

fn header(layout: &mut Layout) -> Place {
    let at = layout.top();
    let [left, right] = at.columns([2.0, 1.0], 20.0);
    let below = layout.heading(left, Level::One, TITLE, "Recibo de pago");
    let below = layout.text(below.down(2.0), QUIET, "Período 1 nov – 14 nov 2026   Pagado el 20 nov 2026");
    let party = layout.paragraph(|ink| {
        let below = ink.text(right.down(3.0), NAME, "Harbor Point Health, Inc.");
        ink.text(below.down(1.0), QUIET, "1200 Embarcadero, Suite 400\nOakland, CA 94606\nEIN 94-0000000")
    });
    layout.rule(at.below([below, party]).down(10.0), 1.6, Color::ACCENT)
}

fn people(layout: &mut Layout, at: Place) -> Place {
    let [left, right] = at.columns([190.0, 322.0], 16.0);
    let party = layout.paragraph(|ink| {
        let below = ink.text(left, NAME, "María José Núñez-Ibáñez");
        ink.text(below.down(1.0), QUIET, "845 Peña Street, Apt 12\nSan Leandro, CA 94577")
    });
    let grid = FactGrid { columns: 3, column_gap_pt: 8.0, row_gap_pt: 6.0, label: SMALL, value: VALUE };
    let facts = layout.fact_grid(
        right,
        grid,
        &[
            ("N.º de empleado", "E-104482"),
            ("N.º de cheque", "7700123"),
            ("Frecuencia de pago", "Cada dos semanas"),
            ("Departamento", "Unidad cardíaca"),
            ("Nombre", "Հայկ 李小龙 → Владимир"),
            ("Tarifa", "$42.15 por hora"),
        ],
    );
    at.below([party, facts])
}

fn summary(layout: &mut Layout, at: Place) -> Place {
    layout.boxed(at, WASH, |layout, at| {
        let tiles = [("Pago bruto", "$5,231.80"), ("Impuestos", "$1,260.34"), ("Pago neto", "$3,288.57")];
        let places = at.columns([1.0; 3], 14.0);
        let ends = layout.facts(|facts| {
            let mut ends = places;
            for (end, (label, amount)) in ends.iter_mut().zip(tiles) {
                *end = facts.fact(
                    |ink| ink.text(*end, VALUE, label),
                    |ink, at| {
                        let below = ink.text(at.down(2.0), SECTION, amount);
                        ink.text(below.down(2.0), SMALL, "Acumulado $67,931.18")
                    },
                );
            }
            ends
        });
        at.below(ends)
    })
}

fn side_by_side(layout: &mut Layout, at: Place) -> Place {
    let [left, right] = at.columns([304.0, 204.0], 20.0);
    let mut earnings = Table::new(
        "Ingresos",
        [
            Column::text("Concepto"),
            Column::figures("Tarifa"),
            Column::figures("Horas"),
            Column::figures("Actual"),
            Column::figures("Acumulado"),
        ],
    );
    earnings.row(["Horas regulares", "42.15", "72.00", "3,034.80", "63,730.80"]);
    earnings.row([
        "Diferencial de fin de semana, unidad de cuidados cardíacos",
        "4.25",
        "16.00",
        "68.00",
        "1,477.36",
    ]);
    earnings.row(["Ajuste retroactivo", "", "", "−118.23", "−2,347.09"]);
    earnings.total(["Pago bruto", "", "152.50", "$5,231.80", "$110,682.24"]);
    let below = layout.heading(left, Level::Two, SECTION, &earnings.title);
    let left = layout.table(below.down(1.0), &earnings);

    let mut deductions = Table::new(
        "Impuestos y deducciones",
        [Column::text("Concepto"), Column::figures("Actual"), Column::figures("Acumulado")],
    );
    deductions.group("Impuestos");
    deductions.row(["Impuesto federal sobre la renta", "612.18", "13,467.96"]);
    deductions.row(["Seguro Social", "290.77", "6,396.94"]);
    deductions.group("Después de impuestos");
    deductions.row(["Cuota sindical", "42.00", "924.00"]);
    deductions.total(["Total", "$1,943.23", "$42,751.06"]);
    let below = layout.heading(right, Level::Two, SECTION, &deductions.title);
    let right = layout.table(below.down(1.0), &deductions);
    at.below([left, right])
}

/// Boxes as on a tax form: a border, a small label, a value on the left or on the right.
fn form(layout: &mut Layout, at: Place) -> Place {
    const BOX: Panel = Panel { fill: None, border: Some((0.6, Color::INK)), radius_pt: 0.0, padding_pt: 0.0 };
    const HEIGHT_PT: f32 = 26.0;
    let at = layout.room(at, HEIGHT_PT);
    let boxes = [
        ("1", "Wages, tips, other compensation", "98,412.33", Align::Right),
        ("2", "Federal income tax withheld", "13,467.96", Align::Right),
        ("b", "Employer identification number (EIN)", "94-0000000", Align::Left),
    ];
    let places = at.columns([1.0; 3], -0.6);
    for place in places {
        layout.panel(place, HEIGHT_PT, BOX);
    }
    layout.facts(|facts| {
        for (place, (name, label, value, align)) in places.into_iter().zip(boxes) {
            let inner = place.column(4.0, place.width_pt() - 8.0).down(2.5);
            facts.fact(
                |ink| {
                    ink.text(inner, TextStyle { size_pt: 6.3, ..NAME }, name);
                    ink.text(
                        inner.column(8.0, inner.width_pt() - 8.0),
                        TextStyle { size_pt: 6.0, ..QUIET },
                        label,
                    )
                },
                |ink, _| ink.text(inner.down(9.5), VALUE.aligned(align), value),
            );
        }
    });
    at.down(HEIGHT_PT)
}

fn history(layout: &mut Layout, at: Place) {
    let none = Table::<2> {
        empty_note: Some("No hubo depósitos en este período.".into()),
        ..Table::new("Depósitos", [Column::text("Cuenta"), Column::figures("Monto")])
    };
    let below = layout.heading(at, Level::Two, SECTION, &none.title);
    let at = layout.table(below.down(1.0), &none);

    let mut days = Table::new(
        "Días",
        [
            Column::text("Día").width(ColumnWidth::FixedPt(120.0)),
            Column::text("Nota"),
            Column::figures("Horas"),
        ],
    );
    for day in 1..=60 {
        let note = if day % 9 == 0 {
            "Turno doble con Wolfeschlegelsteinhausenbergerdorff ".repeat(3)
        } else {
            String::new()
        };
        days.row([format!("Día {day}"), note, format!("{}.00", day % 13)]);
    }
    days.total(["Total", "", "321.00"]);
    let below = layout.heading(at.down(20.0), Level::Two, SECTION, &days.title);
    layout.table(below.down(1.0), &days);
}

//! Documents as PDF: tagged for assistive technology (PDF/UA-1), fit for archives (PDF/A-2a), and
//! reproducible. Pure: no file, clock or network; the fonts are inside; the same calls give the same bytes.
//!
//! ```
//! use pdf::{Color, Column, Date, Language, Layout, Level, Metadata, Paper, Table, TextStyle, Weight};
//!
//! const TITLE: TextStyle = TextStyle::new(Weight::SemiBold, 20.0, Color::INK);
//! const BODY: TextStyle = TextStyle::new(Weight::Regular, 9.0, Color::MUTED);
//!
//! let mut layout = Layout::new(Paper::LETTER, Language::English);
//! let at = layout.top();
//! let at = layout.heading(at, Level::One, TITLE, "Earnings statement");
//! let at = layout.text(at, BODY, "Pay period Nov 1 – Nov 14, 2026");
//!
//! let columns = [Column::text("Description"), Column::figures("Hours"), Column::figures("Current")];
//! let mut earnings = Table::new("Earnings", columns);
//! earnings.row(["Regular", "72.00", "3,034.80"]);
//! earnings.row(["Overtime 1.5×", "6.50", "410.99"]);
//! earnings.total(["Gross pay", "78.50", "$3,445.79"]);
//! layout.table(at.down(20.0), &earnings);
//!
//! layout.footer(BODY, "Harbor Point Health, Inc.");
//! let bytes = layout.finish(&Metadata {
//!     title: "Earnings statement, Nov 20, 2026".into(),
//!     author: "Harbor Point Health, Inc.".into(),
//!     document_id: "PS-2026-11-048213".into(),
//!     issued: Date { year: 2026, month: 11, day: 18 },
//! })?;
//! assert!(bytes.starts_with(b"%PDF-1.7"));
//! # Ok::<(), pdf::Error>(())
//! ```
//!
//! # Map
//!
//! | module | what it holds |
//! |---|---|
//! | `layout` | the door: [`Layout`], headings, paragraphs, boxes, page breaks, footers |
//! | `facts` | labels with values, in a grid or placed freely |
//! | `table`, `columns`, `grid` | what a table says; how wide its columns are; how it is drawn over pages |
//! | `place`, `style`, `metadata` | plain values: where, how it looks, what the document is |
//! | `text`, `fonts` | cleaning and wrapping; shaping with fallback, the embedded faces |
//! | `tags` | the tag tree, built only there |
//! | `paint` | the display list, and krilla |
//!
//! The layout first writes a display list, and only [`Layout::finish`] paints pages.

mod columns;
mod facts;
mod fonts;
mod grid;
mod layout;
mod metadata;
mod paint;
mod place;
mod style;
mod table;
mod tags;
mod text;

pub use facts::{FactGrid, Facts};
pub use layout::{Ink, Layout, Level, Panel};
pub use metadata::{Date, Language, Metadata};
pub use paint::Error;
pub use place::Place;
pub use style::{Align, Color, Paper, TextStyle, Weight};
pub use table::{Column, ColumnWidth, Row, Table, TableStyle};

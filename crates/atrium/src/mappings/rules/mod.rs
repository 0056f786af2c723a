//! What a mapping says, how a sample suggests one, and how it turns a source's rows into ours. Pure: no file, no database, no
//! clock.

mod columns;
mod guess;
mod headers;
mod mapping;
mod outward;
mod synonyms;
mod turn;
mod values;
mod wide;

pub use columns::{CellType, cell_type};
pub use guess::{SampleRow, guess};
pub use headers::header_of;
pub use mapping::{
    ColumnUse, DateOrder, Decimals, Delimiter, Encoding, Mapping, PeopleBy, TakePart, TargetColumn,
    TargetKind, WideLine, check,
};
pub use outward::OutwardPlan;
pub(super) use turn::TurnPlan;

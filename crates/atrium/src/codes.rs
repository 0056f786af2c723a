//! Every code a refusal can carry: from the features' rows (`all_features.rs`), and those that belong to no feature.
//! The web app has the list as `web/src/api/codes.ts`, with text for each one people can run into.

use crate::all_features;
use crate::change_requests;
use crate::factors;
use crate::files;
use crate::import;
use crate::shared::amount::AmountError;
use crate::shared::problem::FrameCode;
use crate::shared::refusal::SharedRefusal;
use std::collections::BTreeSet;

/// The codes of modules without a row.
const OTHERS: &[&[&str]] = &[
    FrameCode::CODES,
    SharedRefusal::CODES,
    AmountError::CODES,
    change_requests::REFUSALS,
    factors::REFUSALS,
    files::REFUSALS,
    import::REFUSALS,
];

pub fn all() -> BTreeSet<&'static str> {
    let features = all_features::ALL.iter().map(|feature| feature.refusals);
    OTHERS.iter().copied().chain(features).flatten().copied().collect()
}

/// The content of `web/src/api/codes.ts`.
pub fn typescript() -> String {
    let codes: String = all().iter().map(|code| format!("  '{code}',\n")).collect();
    format!(
        "/** Every code the server refuses with. Generated: change the refusals there and run `make generate`. */\n\
         export const codes = [\n{codes}] as const;\n\n\
         export type Code = (typeof codes)[number];\n"
    )
}

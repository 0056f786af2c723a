//! Imports, for administrators and payroll.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

// The viewer, and the list.
pub(super) const BUDGETS: &[Budget] = &[("listImports", 2), ("listMappings", 2), ("importChoices", 2)];

/// What someone does a few times a month.
pub(super) const RARE: &[&str] = &[
    "addImportFile",
    "addImportPiece",
    "applyImport",
    "cancelImport",
    "checkImport",
    "declareWholeFile",
    "importDetails",
    "importRowsAside",
    "listImportEffects",
    "mapImportFile",
    "previewImportFile",
    "removeImportFile",
    "removeMapping",
    "saveMapping",
    "startImport",
    "undoImport",
];

both! {
    async fn imports_keep_their_budgets(world: World) {
        let grace = world.acting("grace").await;
        let tenant = grace.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone();
        for (name, query) in [
            ("listImports", "query ($t: ID!) { listImports(tenantId: $t) { results { id files } } }"),
            ("listMappings", "query ($t: ID!) { listMappings(tenantId: $t) { results { name note } } }"),
            ("importChoices", "query ($t: ID!) { importChoices(tenantId: $t) { kinds { name } presets { name } } }"),
        ] {
            keeps(&grace, BUDGETS, name, query, json!({ "t": tenant })).await;
        }
    }
}

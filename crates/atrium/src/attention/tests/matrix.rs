//! The console's home: for administrators of the tenant and of some of its companies.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[Operation {
    name: "administratorHome",
    query: "{ administratorHome { unmanaged } }",
    tries: &[("one's own", |_, _| json!({}))],
}];

pub(super) async fn prepare(_: &World, _: &mut Facts, _: &Operation) {}

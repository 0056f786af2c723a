//! The files of batches.

use super::{Facts, NONE, Route, at};
use crate::world::World;

pub(super) const ROUTES: &[Route] = &[Route {
    method: "POST",
    path: "/handovers/{handover}/file",
    tries: &[
        ("missing", |_, _| at(format!("/handovers/{NONE}/file?format=csv&kind=deposits"))),
        ("without a kind", |_, _| at(format!("/handovers/{NONE}/file?format=csv"))),
    ],
}];

pub(super) async fn prepare(_: &World, _: &mut Facts) {}

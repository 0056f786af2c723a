//! What vendors ask.

use super::{Facts, Route, body};
use crate::world::World;
use serde_json::json;

pub(super) const ROUTES: &[Route] = &[Route {
    method: "POST",
    path: "/integrations/redeem",
    tries: &[("without a vendor's secret", |_, _| body(json!({ "code": "x" })))],
}];

pub(super) async fn prepare(_: &World, _: &mut Facts) {}

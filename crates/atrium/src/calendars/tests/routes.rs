//! Calendar feeds.

use super::{Facts, Route, at};
use crate::world::World;

pub(super) const ROUTES: &[Route] = &[Route {
    method: "GET",
    path: "/calendars/{feed}",
    tries: &[("an unknown secret", |_, _| {
        at("/calendars/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.ics".into())
    })],
}];

pub(super) async fn prepare(_: &World, _: &mut Facts) {}

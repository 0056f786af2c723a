//! Reports as files.

use super::{Facts, NONE, Route, at};
use crate::world::World;

pub(super) const ROUTES: &[Route] = &[Route {
    method: "POST",
    path: "/companies/{company}/reports/{report}/file",
    tries: &[
        ("of Cedar Outfitters", |f, _| at(format!("/companies/{}/reports/headcount/file", f.ana.company))),
        ("of Cedar Logistics", |f, _| at(format!("/companies/{}/reports/headcount/file", f.elena.company))),
        ("of Harbor Clinic", |f, _| at(format!("/companies/{}/reports/headcount/file", f.hugo.company))),
        ("missing", |_, _| at(format!("/companies/{NONE}/reports/headcount/file"))),
    ],
}];

pub(super) async fn prepare(_: &World, _: &mut Facts) {}

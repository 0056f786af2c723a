//! The files of documents.

use super::{Facts, NONE, Route, Sent, at};
use crate::world::World;

fn document(company: &str, document: &str) -> Sent {
    at(format!("/companies/{company}/documents/{document}/file"))
}

pub(super) const ROUTES: &[Route] = &[Route {
    method: "GET",
    path: "/companies/{company}/documents/{document}/file",
    tries: &[
        ("of Cedar Outfitters", |f, _| document(&f.ana.company, f.thing("document of Cedar Outfitters"))),
        ("of Cedar Outfitters, as of Logistics", |f, _| {
            document(&f.elena.company, f.thing("document of Cedar Outfitters"))
        }),
        ("of Harbor Clinic", |f, _| document(&f.hugo.company, f.thing("document of Harbor Clinic"))),
        ("missing", |f, _| document(&f.ana.company, NONE)),
    ],
}];

pub(super) async fn prepare(world: &World, facts: &mut Facts) {
    super::super::documents::keep_some(world, facts).await;
}

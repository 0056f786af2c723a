//! People, applications and companies, as other programs of the tenant ask.

use super::{Facts, Route, Sent, at, body, plain};
use crate::world::World;
use serde_json::json;

fn user(person: &str) -> Sent {
    at(format!("/identity/users/{person}"))
}

fn list(tenant: &str) -> Sent {
    let path = Some(format!("/ui-datastore/application-metadata/{tenant}"));
    // A version that the list never has: who may change it gets a conflict, and the next one finds it as it was.
    Sent { path, ..body(json!({ "version": 99, "applicationTitle": "x" })) }
}

pub(super) const ROUTES: &[Route] = &[
    Route {
        method: "GET",
        path: "/identity/users/{id}",
        tries: &[
            ("oneself", |_, me| user(&me.person)),
            ("oneself, narrowed to the other tenant", |f, me| user(&me.person).in_tenant(&f.hugo.tenant)),
            ("Ana", |f, _| user(&f.ana.person)),
            ("Hugo, other tenant", |f, _| user(&f.hugo.person)),
            ("missing", |f, _| user(&f.missing)),
        ],
    },
    Route {
        method: "GET",
        path: "/ui-datastore/application-metadata",
        tries: &[
            ("of one's own tenant", plain),
            ("narrowed to Cedar Group", |f, _| Sent::default().in_tenant(&f.ana.tenant)),
            ("narrowed to Harbor Clinic", |f, _| Sent::default().in_tenant(&f.hugo.tenant)),
            ("narrowed to a missing tenant", |f, _| Sent::default().in_tenant(&f.missing)),
        ],
    },
    Route {
        method: "PATCH",
        path: "/ui-datastore/application-metadata/{id}",
        tries: &[
            ("of Cedar Group", |f, _| list(&f.ana.tenant)),
            ("of Harbor Clinic", |f, _| list(&f.hugo.tenant)),
            ("missing", |f, _| list(&f.missing)),
        ],
    },
    Route {
        method: "GET",
        path: "/companies/lookup",
        tries: &[
            ("among one's own", |_, _| at("/companies/lookup?lookup-string=c".into())),
            ("narrowed to the other tenant", |f, _| {
                at("/companies/lookup?lookup-string=c".into()).in_tenant(&f.hugo.tenant)
            }),
        ],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts) {}

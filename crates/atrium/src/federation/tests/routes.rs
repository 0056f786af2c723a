//! Signing in through a company's own provider.

use super::{Facts, NONE, Route, at};
use crate::world::World;

pub(super) const ROUTES: &[Route] = &[
    Route {
        method: "GET",
        path: "/login/upstream/{id}",
        tries: &[("missing", |f, me| at(format!("/login/upstream/{}?request={}", f.missing, me.waiting)))],
    },
    Route {
        method: "GET",
        path: "/login/upstream/{id}/callback",
        tries: &[("forged", |f, _| {
            at(format!("/login/upstream/{}/callback?state={NONE}&code={NONE}", f.missing))
        })],
    },
    Route {
        method: "GET",
        path: "/login/upstream/callback",
        tries: &[("forged", |_, _| at(format!("/login/upstream/callback?state={NONE}&code={NONE}")))],
    },
    Route {
        method: "GET",
        path: "/login/upstream/sign-out",
        tries: &[("from none", |_, _| at("/login/upstream/sign-out".into()))],
    },
    Route {
        method: "GET",
        path: "/login/upstream/sign-out/offer",
        tries: &[("from none", |_, _| at("/login/upstream/sign-out/offer".into()))],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts) {}

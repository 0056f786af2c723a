//! The first start.

use super::{Facts, NONE, Route, at, body};
use crate::world::World;
use serde_json::json;

pub(super) const ROUTES: &[Route] = &[
    Route {
        method: "GET",
        path: "/login/setup/link",
        tries: &[("missing", |_, _| at(format!("/login/setup/link?token={NONE}")))],
    },
    Route {
        method: "POST",
        path: "/login/setup",
        tries: &[("where people are already", |_, _| {
            body(
                json!({ "token": NONE, "tenantName": "Evil", "companyName": "Evil", "timeZone": "America/New_York",
                "firstName": "E", "lastName": "V", "email": "e@evil.example", "username": "evil",
                "password": "a-long-enough-password" }),
            )
        })],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts) {}

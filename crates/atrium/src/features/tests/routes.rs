//! Flags, for clients that evaluate them.

use super::{Facts, Route, Sent, body};
use crate::world::World;
use serde_json::json;

fn flag(key: &str) -> Sent {
    Sent { path: Some(format!("/ofrep/v1/evaluate/flags/{key}")), ..body(json!({ "context": {} })) }
}

pub(super) const ROUTES: &[Route] = &[
    Route {
        method: "POST",
        path: "/ofrep/v1/evaluate/flags",
        tries: &[("of one's own tenant", |_, _| body(json!({ "context": {} })))],
    },
    Route {
        method: "POST",
        path: "/ofrep/v1/evaluate/flags/{key}",
        tries: &[
            ("of one's own tenant", |_, _| flag("maintenance-mode")),
            ("unknown", |_, _| flag("no-such-flag")),
        ],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts) {}

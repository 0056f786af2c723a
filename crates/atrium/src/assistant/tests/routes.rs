//! The assistant.

use super::{Facts, Route, plain};
use crate::world::World;

pub(super) const ROUTES: &[Route] = &[
    // With the assistant turned on: assistant/tests.rs.
    Route { method: "POST", path: "/v1/{conversation}", tries: &[("with the assistant turned off", plain)] },
    Route {
        method: "POST",
        path: "/v1/{conversation}/feedback",
        tries: &[("with the assistant turned off", plain)],
    },
    Route {
        method: "POST",
        path: "/v1/generate_sample_questions",
        tries: &[("with the assistant turned off", plain)],
    },
    Route {
        method: "POST",
        path: "/v1/personalized_sample_questions",
        tries: &[("with the assistant turned off", plain)],
    },
    Route {
        method: "POST",
        path: "/v1/past_conversations",
        tries: &[("with the assistant turned off", plain)],
    },
    Route {
        method: "POST",
        path: "/v1/follow_up_questions",
        tries: &[("with the assistant turned off", plain)],
    },
    Route { method: "POST", path: "/chat/ticket", tries: &[("with the assistant turned off", plain)] },
    Route { method: "GET", path: "/chat/socket", tries: &[("with the assistant turned off", plain)] },
];

pub(super) async fn prepare(_: &World, _: &mut Facts) {}

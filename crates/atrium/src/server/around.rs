//! What happens around every request, in one step: a separate layer for each of these would cost as much as a
//! statement.

use super::refusals::{self, RefusalForm};
use super::routes::Served;
use super::{client_address, demo, headers, measure};
use crate::bearer;
use crate::http::answers;
use crate::shared::problem::{FrameCode, Problem};
use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::FutureExt;
use std::cell::Cell;
use std::panic::AssertUnwindSafe;

pub(super) async fn around(State(served): State<Served>, mut request: Request, next: Next) -> Response {
    let settings = &served.app.settings;
    if served.app.is_demo() && !demo::is_own_host(request.uri(), request.headers(), settings) {
        let refused = answers::refused(StatusCode::MISDIRECTED_REQUEST, FrameCode::UnknownHost.code());
        return headers::secure(refused, settings.is_https());
    }
    client_address::find(&mut request, &settings.forwarding);
    let form = RefusalForm::at(request.uri().path());
    let measuring = measure::begin(&request);
    let (response, asks) = if has_nul(request.uri()) {
        (form.of(&Problem::Malformed { field: "path", message: "A URL can't contain U+0000." }), None)
    } else {
        // A panic ends only its own request; whatever the request held is rolled back when it's dropped.
        let answering = AssertUnwindSafe(next.run(request)).catch_unwind();
        let limited = tokio::time::timeout(settings.request_timeout, answering);
        let noting = async {
            let answered = limited.await;
            (answered, bearer::ASKS.with(Cell::get))
        };
        let (answered, asks) = bearer::ASKS.scope(Cell::new(None), noting).await;
        let response = match answered {
            Ok(Ok(response)) => refusals::in_one_shape(response, form),
            Ok(Err(_)) => form.of(&Problem::Internal("a request panicked".to_owned())),
            Err(_) => form.of(&Problem::Timeout),
        };
        (response, asks)
    };
    measuring.end(&served.app, response.status(), asks);
    headers::secure(response, settings.is_https())
}

/// Databases can't store it, and none of our paths has it.
fn has_nul(uri: &Uri) -> bool {
    uri.path_and_query().is_some_and(|text| text.as_str().contains("%00"))
}

//! The address where calendar programs read a feed.

use crate::access;
use crate::app::App;
use crate::http::answers;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

pub const ROUTES: &[(&str, &str)] = &[("GET", "/calendars/{feed}")];

pub fn routes(app: App) -> Router {
    Router::new().route("/calendars/{feed}", get(feed)).with_state(app)
}

/// `/calendars/<secret>.ics`
async fn feed(State(app): State<App>, Path(feed): Path<String>) -> Response {
    let secret = feed.strip_suffix(".ics").unwrap_or(&feed);
    let calendar = async {
        let (scope, link) = access::calendar_feed(&app.db, &app.clock, secret).await?;
        super::calendar(&app.db, (&scope, &link), app.clock.today(&scope.time_zone()), app.clock.now()).await
    };
    match calendar.await {
        Ok(text) => {
            let kind = HeaderValue::from_static("text/calendar; charset=utf-8");
            ([(header::CONTENT_TYPE, kind)], text).into_response()
        }
        Err(problem) => answers::problem(&problem),
    }
}

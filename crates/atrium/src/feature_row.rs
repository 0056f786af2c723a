//! What the frame knows about a feature: one row in the `all_features.rs` list. The frame walks the list and doesn't
//! name any feature.

use crate::access::At;
use crate::api::ApiPart;
use crate::app::App;
use crate::call::Call;
use crate::demo_world::DemoPart;
use crate::identity::Identity;
use crate::shared::id::{AnnouncementId, EmployeeId};
use crate::shared::problem::Problem;
use crate::sheets::ImportSheet;
use async_graphql::Value;
use axum::Router;
use axum::http::HeaderMap;
use db::Tx;
use futures_util::future::BoxFuture;
use jiff::Timestamp;

pub struct FeatureRow {
    /// Its folder, on the server and on the web.
    pub name: &'static str,
    pub routes: &'static [RouteGroup],
    /// What machine clients call, below `/api/v1`.
    pub api: Option<fn() -> ApiPart>,
    /// The same for what takes bodies larger than others, and measures them itself.
    pub api_uploads: Option<fn() -> ApiPart>,
    pub jobs: &'static [Job],
    /// Deletes what is too old to be kept, with all other features' in one transaction.
    pub forget: Option<Forget>,
    /// The mutations that take a file; their requests can be larger than others.
    pub uploads: &'static [&'static str],
    /// The codes it refuses with.
    pub refusals: &'static [&'static str],
    /// The kinds of files an operator can bring in.
    pub imports: &'static [&'static ImportSheet],
    /// What it adds to the demo world.
    pub demo: &'static [DemoPart],
    /// What it has to say to an employee, for their profile.
    pub news: Option<EmployeeNews>,
    /// Its own types that clients send.
    pub scalars: &'static [OwnScalar],
    /// Finds the secret of a browser that someone has signed in with before: it doesn't wait in the line of strangers.
    pub known_browser: Option<KnownBrowser>,
}

impl FeatureRow {
    /// A feature that is only GraphQL.
    pub const PLAIN: FeatureRow = FeatureRow {
        name: "",
        routes: &[],
        api: None,
        api_uploads: None,
        jobs: &[],
        forget: None,
        uploads: &[],
        refusals: &[],
        imports: &[],
        demo: &[],
        news: None,
        scalars: &[],
        known_browser: None,
    };
}

/// The first so many of a feature's messages for an employee today, as (id, text); nothing without the right to see them.
#[derive(Clone, Copy)]
pub struct EmployeeNews(pub NewsOf);

pub type NewsOf =
    for<'a> fn(&'a Call, At, EmployeeId, i32) -> BoxFuture<'a, Result<Option<Vec<News>>, Problem>>;

pub type News = (AnnouncementId, String);

pub type Forget = for<'a> fn(&'a mut Tx, Timestamp) -> BoxFuture<'a, db::Result<()>>;

pub type KnownBrowser = for<'a> fn(&'a App, &'a HeaderMap) -> BoxFuture<'a, Option<String>>;

/// A scalar of ours in GraphQL. A value that can't be read is refused before anything runs.
pub struct OwnScalar {
    pub name: &'static str,
    pub read: fn(&Value) -> Result<(), Wrong>,
}

/// What is wrong with a value, as the refusal says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub code: &'static str,
    pub words: &'static str,
}

impl Wrong {
    /// From the parts of a declared refusal.
    pub const fn of((code, _, words): (&'static str, Option<&'static str>, &'static str)) -> Wrong {
        Wrong { code, words }
    }
}

pub struct RouteGroup {
    /// Method and path of each, for the access matrix.
    pub paths: &'static [(&'static str, &'static str)],
    /// Pages of the sign-in and what they post: some paths are both, and a GET is answered with the page.
    pub is_sign_in: bool,
    pub build: fn(App, Identity) -> Router,
}

/// Something a feature does by itself in the background.
pub struct Job {
    pub rhythm: Rhythm,
    /// For the log, when the database is away: "reminders" wait.
    pub what: &'static str,
    pub run: for<'a> fn(&'a App) -> BoxFuture<'a, Result<Done, Problem>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rhythm {
    /// In each round of the background worker, which is soon after anything was queued.
    Round,
    /// About once a minute.
    Minute,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Done {
    Everything,
    /// There is more to do right away.
    Batch,
}

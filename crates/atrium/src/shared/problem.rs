//! Everything that can go wrong in a request, in one enum. A feature's own refusals become `Problem::Refused`; the code
//! is stable, and the web app uses it to find the text in the reader's language.

use crate::shared::refusal::{SharedRefusal, codes};
use async_graphql::ErrorExtensionValues;
use axum::http::StatusCode;
use db::Unstorable;
use jiff::SignedDuration;

codes! {
    /// The frame's own codes. Those of `Problem` come first; then those of a request that gets no further than the server.
    pub enum FrameCode {
        Unauthenticated = "UNAUTHENTICATED": "Sign in to continue.",
        Forbidden = "FORBIDDEN": "You don't have permission to do this.",
        FeatureNotEnabled = "FEATURE_NOT_ENABLED":
            "This feature is not enabled for your account. Please contact support.",
        NotFound = "NOT_FOUND": "We couldn't find that.",
        InvalidRequest = "INVALID_REQUEST": "The request is malformed.",
        TooManyTries = "TOO_MANY_TRIES": "Too many attempts. Please wait and try again.",
        Conflict = "CONFLICT": "Someone else changed this in the meantime.",
        StepUpRequired = "STEP_UP_REQUIRED": "Please confirm that it's you.",
        Maintenance = "MAINTENANCE": "We're making improvements. Please check back later.",
        Unavailable = "UNAVAILABLE": "The service isn't available right now. Nothing was changed.",
        Timeout = "TIMEOUT": "This took too long. Try again with the same Idempotency-Key.",
        Internal = "INTERNAL": "There was a problem. Please try again later.",
        AnsweredBefore = "ANSWERED_BEFORE": "This request was already answered.",

        NotJson = "INVALID_REQUEST": "Send JSON as application/json.",
        NotOneObject = "INVALID_REQUEST":
            "Send one JSON object with `query` and, where needed, `variables` and `operationName`.",
        InvalidQuery = "INVALID_QUERY": "This query can't be read.",
        LimitExceeded = "LIMIT_EXCEEDED": "The request asks for too much.",
        OneChangePerKey = "ONE_CHANGE_A_KEY": "A request with an Idempotency-Key can make only one change.",
        MethodNotAllowed = "METHOD_NOT_ALLOWED": "This path doesn't support this method.",
        BodyTooLarge = "BODY_TOO_LARGE": "The request body is too large.",
        HeadTooLarge = "HEAD_TOO_LARGE": "The request headers are too large.",
        UnknownHost = "UNKNOWN_HOST": "This server doesn't go by that name.",
    }
}

#[derive(Debug)]
pub enum Problem {
    /// No token, a bad one, or a person who may no longer sign in.
    Unauthenticated,
    /// Known to the viewer, but not allowed.
    Forbidden,
    /// Allowed, but switched off for the whole tenant.
    FeatureNotEnabled,
    /// Missing, or none of the viewer's business: the answer is the same.
    NotFound,
    /// A route parameter that can't be read. GraphQL has its own validator.
    Malformed { field: &'static str, message: &'static str },
    /// A rule of the business says no. Nothing was changed.
    Refused { code: &'static str, field: Option<&'static str>, message: &'static str },
    /// The same, with what is in the way: `detail` is an object, sent next to the code.
    Blocked {
        code: &'static str,
        field: Option<&'static str>,
        message: &'static str,
        detail: serde_json::Value,
    },
    /// Tried too often; how long to wait.
    TooMany { wait: SignedDuration },
    /// Someone else was faster; has the current state (null if it's gone).
    Conflict { current: Box<dyn Current> },
    /// A factor has to be proved for this change first; carries the challenge and the ways to answer it.
    StepUpRequired { detail: serde_json::Value },
    /// The tenant's data is closed for a while.
    Maintenance,
    /// The database or another part we need is away. Nothing was changed; trying again later is right.
    Unavailable(String),
    /// The request took longer than its limit.
    Timeout,
    /// Our fault. The text goes to the log, never to the client.
    Internal(String),
    /// Not an error: the same request was answered before, and that answer is to be repeated.
    AnsweredBefore,
}

/// What someone who was too slow sees: the row as it is now. Its feature shapes it for the wire in `graphql.rs`.
pub trait Current: Send + Sync {
    fn on_wire(&self) -> serde_json::Value;
}

impl std::fmt::Debug for dyn Current {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // A row may contain things that don't belong in a log.
        to.write_str("current row")
    }
}

impl Problem {
    pub fn conflict(current: impl Current + 'static) -> Problem {
        Problem::Conflict { current: Box::new(current) }
    }

    /// Code, field and message.
    fn parts(&self) -> (&'static str, Option<&'static str>, &'static str) {
        let code = match self {
            Problem::Refused { code, field, message } | Problem::Blocked { code, field, message, .. } => {
                return (code, *field, message);
            }
            Problem::Malformed { field, message } => {
                return (FrameCode::InvalidRequest.code(), Some(field), message);
            }
            Problem::Unauthenticated => FrameCode::Unauthenticated,
            Problem::Forbidden => FrameCode::Forbidden,
            Problem::FeatureNotEnabled => FrameCode::FeatureNotEnabled,
            Problem::NotFound => FrameCode::NotFound,
            Problem::TooMany { .. } => FrameCode::TooManyTries,
            Problem::Conflict { .. } => FrameCode::Conflict,
            Problem::StepUpRequired { .. } => FrameCode::StepUpRequired,
            Problem::Maintenance => FrameCode::Maintenance,
            Problem::Unavailable(_) => FrameCode::Unavailable,
            Problem::Timeout => FrameCode::Timeout,
            Problem::Internal(_) => FrameCode::Internal,
            Problem::AnsweredBefore => FrameCode::AnsweredBefore,
        };
        code.parts()
    }

    pub fn code(&self) -> &'static str {
        self.parts().0
    }

    pub fn field(&self) -> Option<&'static str> {
        self.parts().1
    }

    /// A sentence for developers; people read the translation of the code.
    pub fn message(&self) -> &'static str {
        self.parts().2
    }

    /// For someone who tried too often.
    pub fn retry_after_seconds(&self) -> Option<i64> {
        match self {
            Problem::TooMany { wait } => Some(wait.as_secs().max(1)),
            _ => None,
        }
    }

    pub fn status(&self) -> StatusCode {
        match self {
            Problem::Unauthenticated => StatusCode::UNAUTHORIZED,
            Problem::Forbidden | Problem::FeatureNotEnabled | Problem::StepUpRequired { .. } => {
                StatusCode::FORBIDDEN
            }
            Problem::NotFound => StatusCode::NOT_FOUND,
            Problem::Malformed { .. } => StatusCode::BAD_REQUEST,
            Problem::Refused { .. } | Problem::Blocked { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Problem::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Problem::Conflict { .. } => StatusCode::CONFLICT,
            Problem::Maintenance | Problem::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Problem::Timeout => StatusCode::GATEWAY_TIMEOUT,
            Problem::Internal(_) | Problem::AnsweredBefore => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<db::Error> for Problem {
    fn from(error: db::Error) -> Problem {
        match error {
            db::Error::NoRow => Problem::NotFound,
            // A request's variables are usually checked earlier (`server/inputs.rs`); this is for everything else.
            db::Error::Unstorable(Unstorable::Nul) => SharedRefusal::InvalidText.into(),
            db::Error::Unstorable(Unstorable::BeforeYearOne) => SharedRefusal::BeforeYearOne.into(),
            db::Error::Timeout => Problem::Timeout,
            error if error.is_unavailable() => Problem::Unavailable(error.to_string()),
            db::Error::Retry(_) => Problem::Unavailable(error.to_string()),
            error => Problem::Internal(error.to_string()),
        }
    }
}

impl From<Problem> for async_graphql::Error {
    fn from(problem: Problem) -> async_graphql::Error {
        match &problem {
            Problem::Internal(cause) => tracing::error!(cause, "a request failed with an internal error"),
            Problem::Unavailable(cause) => {
                tracing::warn!(cause, "a request failed because the database is unavailable")
            }
            _ => {}
        }
        let mut extensions = ErrorExtensionValues::default();
        extensions.set("code", problem.code());
        if let Some(field) = problem.field() {
            extensions.set("field", field);
        }
        if let Some(seconds) = problem.retry_after_seconds() {
            extensions.set("retryAfterSeconds", seconds);
        }
        if let Problem::Conflict { current } = &problem {
            extensions.set("current", async_graphql::Value::from_json(current.on_wire()).unwrap_or_default());
        }
        if let Problem::StepUpRequired { detail: serde_json::Value::Object(detail) }
        | Problem::Blocked { detail: serde_json::Value::Object(detail), .. } = &problem
        {
            for (name, value) in detail {
                extensions.set(name, async_graphql::Value::from_json(value.clone()).unwrap_or_default());
            }
        }
        async_graphql::Error {
            message: problem.message().to_owned(),
            source: None,
            extensions: Some(extensions),
        }
    }
}

//! How the assistant reads: through the pages' own queries, with the asker's own call, so every check on a page applies
//! here too. This schema has no mutations, so nothing can be changed through it.

use crate::call::Call;
use crate::shared::problem::{FrameCode, Problem};
use async_graphql::{EmptyMutation, EmptySubscription, MergedObject, Request, Response, Schema, Variables};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

#[derive(MergedObject, Default)]
struct PayReads(
    crate::pay_stubs::PayStubQuery,
    crate::deposits::DepositQuery,
    crate::tax_returns::TaxReturnQuery,
    crate::tax_setup::TaxQuery,
    crate::benefits::BenefitQuery,
);

#[derive(MergedObject, Default)]
struct TimeReads(
    crate::time_off::TimeOffQuery,
    crate::time_off::DecidingQuery,
    crate::calendars::CalendarQuery,
    crate::calendars::TeamCalendarQuery,
    crate::clock::ClockQuery,
    crate::clock::TeamClockQuery,
);

#[derive(MergedObject, Default)]
struct CompanyReads(
    crate::profile::ProfileQuery,
    crate::team::TeamQuery,
    crate::decisions::ChangeRequestQuery,
    crate::announcements::AnnouncementQuery,
    crate::documents::DocumentQuery,
    crate::documents::DocumentSearchQuery,
    crate::resources::ResourceQuery,
);

#[derive(MergedObject, Default)]
struct AssistantReads(PayReads, TimeReads, CompanyReads);

type ReadSchema = Schema<AssistantReads, EmptyMutation, EmptySubscription>;

fn schema() -> &'static ReadSchema {
    static SCHEMA: OnceLock<ReadSchema> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let schema = Schema::build(AssistantReads::default(), EmptyMutation, EmptySubscription);
        schema.disable_introspection().finish()
    })
}

/// Why there are no rows.
#[derive(Debug)]
pub(super) enum Closed {
    /// The page isn't there for the asker, or has nothing like that.
    ForAsker,
    Failed(Problem),
}

/// The pages as one asker sees them. The ids are the token's: `$t`, `$c`, `$e` and `$m` of every query.
pub(super) struct Pages {
    call: Arc<Call>,
    ids: Map<String, Value>,
}

impl Pages {
    pub(super) fn new(call: Arc<Call>, ids: Map<String, Value>) -> Pages {
        Pages { call, ids }
    }

    /// `more` adds variables and can't replace an id of the asker.
    pub(super) async fn read<T: DeserializeOwned>(
        &self,
        query: &'static str,
        more: Value,
    ) -> Result<T, Closed> {
        serde_json::from_value(self.rows(query, more).await?).map_err(|error| misread(&error))
    }

    async fn rows(&self, query: &'static str, more: Value) -> Result<Value, Closed> {
        let mut variables = match more {
            Value::Object(more) => more,
            _ => Map::new(),
        };
        variables.extend(self.ids.clone());
        let request = Request::new(query).variables(Variables::from_json(variables.into()));
        let answer = run(request.data(self.call.clone())).await;
        if let Some(error) = answer.errors.first() {
            let code = match error.extensions.as_ref().and_then(|more| more.get("code")) {
                Some(async_graphql::Value::String(code)) => code.as_str(),
                _ => "",
            };
            return Err(closed(code, &error.message));
        }
        answer.data.into_json().map_err(|error| misread(&error))
    }
}

/// Boxed, so that the resolvers are not compiled into every tool.
fn run(request: Request) -> Pin<Box<dyn Future<Output = Response> + Send>> {
    Box::pin(schema().execute(request))
}

fn misread(error: &serde_json::Error) -> Closed {
    Closed::Failed(Problem::Internal(format!("the assistant misread a page: {error}")))
}

fn closed(code: &str, message: &str) -> Closed {
    let is = |known: FrameCode| known.code() == code;
    if is(FrameCode::Unauthenticated) {
        return Closed::Failed(Problem::Unauthenticated);
    }
    if is(FrameCode::Maintenance) {
        return Closed::Failed(Problem::Maintenance);
    }
    if is(FrameCode::Unavailable) {
        return Closed::Failed(Problem::Unavailable(message.to_owned()));
    }
    if code.is_empty() || is(FrameCode::Internal) {
        return Closed::Failed(Problem::Internal(format!("the assistant asked a page wrongly: {message}")));
    }
    Closed::ForAsker
}

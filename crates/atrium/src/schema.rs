//! The GraphQL schema: each feature's part, merged. Nothing else happens here.

use crate::account::{AccountQuery, SecurityMutation, SecurityQuery};
use crate::announcements::{AnnouncementMutation, AnnouncementQuery};
use crate::applications::ApplicationQuery;
use crate::benefits::BenefitQuery;
use crate::calendars::{CalendarMutation, CalendarQuery, TeamCalendarQuery};
use crate::clock::{ClockMutation, ClockQuery, TeamClockMutation, TeamClockQuery};
use crate::company::CompanyQuery;
use crate::data_views::DataViewQuery;
use crate::decisions::{ChangeRequestMutation, ChangeRequestQuery};
use crate::deposits::{DepositQuery, OlderDepositQuery};
use crate::documents::{DocumentMutation, DocumentQuery};
use crate::employee_data::{ChangeMutation, EmployeeDataMutation};
use crate::features::{FeatureMutation, FeatureQuery};
use crate::inbox::{InboxMutation, InboxQuery};
use crate::integrations::{IntegrationMutation, IntegrationQuery};
use crate::pay_stubs::PayStubQuery;
use crate::profile::{ProfileQuery, ReportProfileQuery};
use crate::resources::{LinkMutation, LinkQuery, ResourceMutation, ResourceQuery};
use crate::tax_returns::{TaxReturnMutation, TaxReturnQuery};
use crate::tax_setup::TaxQuery;
use crate::team::TeamQuery;
use crate::time_off::{
    AttachmentMutation, AttachmentQuery, DecidingMutation, DecidingQuery, TimeOffMutation, TimeOffQuery,
};
use async_graphql::{EmptySubscription, MergedObject, Request, Response, ValidationMode};
use std::pin::Pin;

// In groups, because each member of a merged object is a level of types within the one before.

#[derive(MergedObject, Default)]
pub struct Query(PortalQuery, PayQuery, TimeQuery, PeopleQuery, CompanyQueries);

#[derive(MergedObject, Default)]
pub struct PortalQuery(
    AccountQuery,
    ApplicationQuery,
    FeatureQuery,
    InboxQuery,
    IntegrationQuery,
    SecurityQuery,
);

#[derive(MergedObject, Default)]
pub struct PayQuery(DepositQuery, OlderDepositQuery, PayStubQuery, TaxQuery, TaxReturnQuery);

#[derive(MergedObject, Default)]
pub struct TimeQuery(
    AttachmentQuery,
    CalendarQuery,
    ClockQuery,
    DecidingQuery,
    TeamCalendarQuery,
    TeamClockQuery,
    TimeOffQuery,
);

#[derive(MergedObject, Default)]
pub struct PeopleQuery(
    BenefitQuery,
    ChangeRequestQuery,
    DataViewQuery,
    ProfileQuery,
    ReportProfileQuery,
    TeamQuery,
);

#[derive(MergedObject, Default)]
pub struct CompanyQueries(AnnouncementQuery, CompanyQuery, DocumentQuery, LinkQuery, ResourceQuery);

#[derive(MergedObject, Default)]
pub struct Mutation(PortalMutation, PayMutation, TimeMutation, PeopleMutation, CompanyMutation);

#[derive(MergedObject, Default)]
pub struct PortalMutation(FeatureMutation, InboxMutation, IntegrationMutation, SecurityMutation);

#[derive(MergedObject, Default)]
pub struct PayMutation(EmployeeDataMutation, TaxReturnMutation);

#[derive(MergedObject, Default)]
pub struct TimeMutation(
    AttachmentMutation,
    CalendarMutation,
    ClockMutation,
    DecidingMutation,
    TeamClockMutation,
    TimeOffMutation,
);

#[derive(MergedObject, Default)]
pub struct PeopleMutation(ChangeMutation, ChangeRequestMutation);

#[derive(MergedObject, Default)]
pub struct CompanyMutation(AnnouncementMutation, DocumentMutation, LinkMutation, ResourceMutation);

pub type Schema = async_graphql::Schema<Query, Mutation, EmptySubscription>;

/// Introspection and suggestions help developers and attackers alike: only a demo offers them.
pub fn build(is_open: bool) -> Schema {
    build_with(is_open, ValidationMode::Strict)
}

/// For requests that are known to be valid.
pub fn build_for_valid(is_open: bool) -> Schema {
    build_with(is_open, ValidationMode::Fast)
}

fn build_with(is_open: bool, mode: ValidationMode) -> Schema {
    let schema = Schema::build(Query::default(), Mutation::default(), EmptySubscription);
    let schema = schema.validation_mode(mode);
    if is_open { schema.finish() } else { schema.disable_introspection().disable_suggestions().finish() }
}

/// Runs a request. Boxed, so that all resolvers are compiled in this crate, once: where `Schema::execute` itself is called,
/// they are compiled again.
pub fn execute(schema: &Schema, request: Request) -> Pin<Box<dyn Future<Output = Response> + Send + '_>> {
    Box::pin(schema.execute(request))
}

/// What `web/schema.graphql` holds.
pub fn sdl() -> String {
    build(true).sdl()
}

//! The GraphQL schema, built from the features (`all_features.rs`). Nothing else happens here.

use crate::all_features::{self, IMPORT_KINDS, Mutation, Query};
use crate::import::KindsInUse;
use async_graphql::{EmptySubscription, Request, Response, ValidationMode};
use std::pin::Pin;

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
    let mut schema = schema.validation_mode(mode);
    schema = schema.data(KindsInUse(&IMPORT_KINDS));
    if let Some(news) = all_features::ALL.iter().find_map(|feature| feature.news) {
        schema = schema.data(news);
    }
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

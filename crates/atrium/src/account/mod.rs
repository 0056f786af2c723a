//! People who sign in. For now: who the viewer is and where they belong; the identity provider adds the rest.

mod graphql;

pub use graphql::AccountQuery;

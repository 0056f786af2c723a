//! SCIM 2.0 (RFC 7643, 7644) for a directory that keeps a tenant's people and the roles they hold: `/scim/v2`.
//!
//! - A machine client with the right `scim` sees everyone in its tenant. Users are people, groups are the roles that can be
//!   held in the whole tenant. Roles within a company come with the employment.
//! - Every change goes through the use cases of the console: adding a person, correcting a sign-in name, locking, giving
//!   and ending roles. The same rules, the same events, with the machine as the actor.
//! - Someone new gets an account and the role Identity User. They are invited from the console, or sign in through the
//!   tenant's own provider.
//! - `active: false` locks an account and ends its sessions. So does DELETE: we keep people, since their pay and tax forms
//!   stay. The directory no longer sees them, and adding the same username later opens the same account again.
//! - The last administrator stays. Roles that look after others, and accounts of people who hold one, need the right
//!   `scim.admin` besides; only locking such an account doesn't.
//! - Pages are counted, as SCIM has it: at most 200 entries each. A search is a list that's asked for by POST.

mod discovery;
mod filter;
mod groups;
mod http;
mod patch;
mod refusal;
mod resource;
mod store;
mod users;

pub use http::{ROUTES, routes};

pub const REFUSALS: &[&str] = refusal::ScimRefusal::CODES;

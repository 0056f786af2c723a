//! How far someone is with signing in: the one rule for the list of people and for a person's page.

use async_graphql::Enum;

/// How far someone is with signing in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[graphql(rename_items = "camelCase")]
pub enum SignInState {
    /// By an administrator.
    Locked,
    InUse,
    /// Not in use, with an invitation they can still accept.
    Invited,
    /// Not in use, and without one.
    Uninvited,
}

impl SignInState {
    pub fn of(is_locked: bool, is_in_use: bool, is_invited: bool) -> SignInState {
        match (is_locked, is_in_use, is_invited) {
            (true, ..) => SignInState::Locked,
            (_, true, _) => SignInState::InUse,
            (.., true) => SignInState::Invited,
            _ => SignInState::Uninvited,
        }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            SignInState::Locked => "locked",
            SignInState::InUse => "inUse",
            SignInState::Invited => "invited",
            SignInState::Uninvited => "uninvited",
        }
    }
}

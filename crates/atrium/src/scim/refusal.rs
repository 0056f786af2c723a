//! What SCIM refuses by itself. Everything else is refused by the use case it calls.

use crate::shared::refusal::refusals;

refusals! {
    pub enum ScimRefusal {
        Syntax = "SCIM_SYNTAX": "Send one JSON object as application/scim+json.",
        Filter = "SCIM_FILTER": "This filter can't be read, or compares something that can't be compared.",
        Path = "SCIM_PATH": "This path names nothing that can be changed.",
        NoTarget = "SCIM_NO_TARGET": "An operation without a path can't remove anything.",
        Value(field) = "SCIM_VALUE": "This value is missing, or isn't of the right kind.",
        Mutability(field) = "SCIM_MUTABILITY": "This attribute can't be changed.",
        ExternalIdTaken = "SCIM_EXTERNAL_ID_TAKEN" at "externalId": "Another resource has this externalId.",
        UnknownMember = "SCIM_MEMBER" at "members": "There is no user with this ID.",
        TooMany = "SCIM_TOO_MANY": "A group can have at most 10,000 members, and a patch 100 operations.",
    }
}

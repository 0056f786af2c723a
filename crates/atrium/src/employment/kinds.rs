//! Kinds of changes, and a person's status at a company.

use async_graphql::Enum;

/// A change to an employment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[graphql(rename_items = "lowercase")]
pub enum EmploymentChange {
    Leave,
    Return,
    Rehire,
    /// Its day is the last day of the employment.
    Termination,
}
db::text!(EmploymentChange {
    Leave = "leave",
    Return = "return",
    Rehire = "rehire",
    Termination = "termination"
});

/// A person's status in a company on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[graphql(rename_items = "PascalCase")]
pub enum EmploymentStatus {
    Active,
    Leave,
    Terminated,
}

impl EmploymentStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            EmploymentStatus::Active => "Active",
            EmploymentStatus::Leave => "Leave",
            EmploymentStatus::Terminated => "Terminated",
        }
    }
}

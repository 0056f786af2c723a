//! Typed IDs: you can't pass an `EmployeeId` where a `CompanyId` is expected. On the wire they are opaque strings.

use crate::shared::clock::Randomness;
use crate::shared::problem::Problem;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl $name {
            /// What a client sent. A malformed id is answered like one that does not exist.
            pub fn from_wire(id: &async_graphql::ID) -> Result<Self, Problem> {
                Uuid::try_parse(id).map(Self).map_err(|_| Problem::NotFound)
            }

            pub fn to_wire(self) -> async_graphql::ID {
                async_graphql::ID(self.0.to_string())
            }
        }

        db::newtype!($name(Uuid));
    )*};
}

ids! {
    TenantId;
    CompanyId;
    /// Someone who signs in. A manager's `managerId` is this ID.
    PersonId;
    /// Someone's employment at one company.
    EmployeeId;
    RoleId;
    /// A role someone holds, somewhere.
    AssignmentId;
    OrganizationId;
    PayGroupId;
    AnnouncementId;
    PasskeyId;
    ApplicationId;
    WebhookId;
    /// One event on its way to one webhook.
    DeliveryId;
    DepositId;
    /// A code under which payroll books deposits.
    DepositCodeId;
    ChangeRequestId;
    FileId;
    DocumentId;
    ResourceId;
    TimeOffTypeId;
    /// Days on which employees can't take time off.
    BlackoutId;
    /// A pay group, an organization, a deposit code or a state, as the console lists them.
    CompanyEntryId;
    TimeOffRequestId;
    DelegationId;
    CalendarFeedId;
    PunchId;
    /// A batch of changes for payroll.
    HandoverId;
    /// One run of a company's payroll.
    PayRunId;
    /// One approved change that payroll must learn of.
    PayrollChangeId;
    /// One press of a button of the clock, named by the device.
    PressId;
    CorrectionId;
    IntegrationId;
    PayStubId;
    TaxReturnId;
    /// A contact, dependent or beneficiary in someone's profile.
    RelatedId;
    BenefitPlanId;
    BenefitEnrollmentId;
    TaxSetupId;
    CompanyStateId;
    NoticeId;
    /// A company's own OpenID provider.
    UpstreamId;
    /// A program that works by itself.
    MachineId;
    /// A report that is mailed.
    ReportScheduleId;
}

/// Makes new ids: time-ordered (version 7) with randomness that is given, so that demo worlds repeat.
#[derive(Clone)]
pub struct Ids(Randomness);

impl Ids {
    pub fn new(randomness: Randomness) -> Ids {
        Ids(randomness)
    }

    pub fn next(&self, now: Timestamp) -> Uuid {
        let mut random = [0u8; 10];
        self.0.fill(&mut random);
        let millis = u64::try_from(now.as_millisecond()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
    }
}

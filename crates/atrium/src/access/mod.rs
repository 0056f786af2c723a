//! The only place that decides who may do what. A decision is a value: `own`, `managed_company` and `reports` return
//! a scope whose fields only this module can set, and every store function demands one. A forgotten check does not
//! compile. What one may not see is `NotFound`; what one sees but may not do is `Forbidden`.

mod alarm;
mod decider;
mod employee;
mod feature;
mod feed;
mod file;
mod inbox;
mod permission;
mod reporting;
mod scope;
mod store;
mod tenant;
mod time;
mod vendor;
mod viewer;
mod witness;

pub use alarm::{AlarmScope, alarm};
pub use decider::{DeciderScope, DecisionScope, decider, decision, is_open_to_administrators};
pub use employee::{BankScope, EmployeeScope, bank_tenants, employments, sealing};
pub use feature::{Asked, Feature};
pub use feed::{FeedScope, calendar_feed};
pub use file::FileScope;
pub use inbox::{HandoverScope, InboxScope, NewsScope, handover, inbox};
pub use permission::{Need, Permission, PermissionSet, Role};
pub use reporting::{Area, Lines, ReportKind};
pub use scope::{
    At, CompanyScope, FrameScope, OwnScope, ReportScope, ReportsScope, central, company, company_as,
    company_page, frame, frame_as, managed_company, own, report, reports,
};
pub use store::{HAS_MANAGER, IS_REPORT, is_reached};
pub use tenant::{
    AdministratorScope, Narrowing, OperatorScope, PersonScope, TenantScope, UpkeepScope, administrator,
    oneself, operator, person, tenant, upkeep,
};
pub use time::{
    ApproverScope, NoticeScope, TimeScope, approved_employee, approver, managers_reaching, own_employee,
    reminded, told_by,
};
pub use vendor::{LaunchScope, VendorScope, launch, turned_away, vendor};
pub use viewer::{HeldRole, Membership, Viewer};
pub use witness::WitnessScope;

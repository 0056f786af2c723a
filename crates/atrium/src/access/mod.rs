//! The only place that decides who may do what. A decision is a value: `own`, `managed_company` and `report` return a
//! scope whose fields only this module can set, and every store function requires one. A forgotten check doesn't
//! compile, and neither does the wrong one: scopes are typed by feature and need (`grant.rs`, `scope.rs`), and
//! `wrong_uses.rs` has what must not compile. What you may not see is `NotFound`; what you can see but may not do is
//! `Forbidden`.

mod admin;
mod alarm;
mod chat;
mod check;
mod decider;
mod employee;
mod employment;
mod feature;
mod feed;
mod figures;
mod grant;
mod importing;
mod inbox;
mod machine;
mod permission;
mod reporting;
mod scope;
mod store;
mod tenant;
mod time;
mod vendor;
mod viewer;
#[cfg(doctest)]
mod wrong_uses;

pub use admin::{
    AdminScope, WholeTenantScope, administered, administered_by_machine, at_terminal, handed_to_machine,
    read_by_machine, whole, within,
};
pub use alarm::{AlarmScope, alarm};
pub use chat::{SocketHolder, chat_companies, chat_company, chat_socket, chats};
pub use check::{
    At, FrameScope, belongs, central, company, company_as, company_page, frame, frame_as, managed_company,
    own, report,
};
pub use decider::{DeciderScope, Decisions, decider, decision, is_open_to_administrators};
pub use employee::{AccountLink, BankScope, bank_tenants, employments, sealing};
pub use employment::{
    FormerEmployee, PeopleScope, is_page_left, people, people_at_terminal, people_of_machine, people_upkeep,
};
pub use feature::{Asked, Feature};
pub use feed::{FeedLink, calendar_feed};
pub use figures::{CompanyFiguresScope, FiguresScope, company_figures, figures, figures_at_terminal};
pub use grant::{
    Administered, ByLink, Companywide, ForMembers, ForTenant, InArea, LineArea, Managed, OnCompanyPage,
    Opens, Own, Sealed, area,
};
pub use importing::{
    ImportRight, ImportScope, import_engine, importing, importing_at_terminal, importing_by_machine,
    importing_for_machine, importing_for_payroll, importing_from_folder, importing_nothing,
};
pub use inbox::{HandoverScope, InboxScope, NewsScope, handover, inbox, news};
pub use machine::{MachineCaller, MachineScope, machine, machine_actor};
pub use permission::{Need, Permission, PermissionSet, Read, Role, Write};
pub use reporting::{Area, Lines, ReportKind};
pub use scope::{CompanyScope, EmployeeScope, ReportScope, TenantScope};
pub use store::{
    IS_IN_USE, has_manager, in_force, is_managed, is_managed_without, is_reached, is_report,
    stays_administrator,
};
pub use tenant::{
    AdministratorScope, Narrowing, OperatorScope, PersonScope, UpkeepScope, administers, administrator,
    held_by, oneself, operator, person, tenant, upkeep,
};
pub use time::{
    ApproverScope, Deputies, NoticeScope, TimeEntryScope, approved_employee, approver, approver_with,
    counted, decided_by, deputies, managers_reaching, reminded, told_by,
};
pub use vendor::{LaunchScope, VendorScope, launch, turned_away, vendor};
pub use viewer::{HeldRole, Membership, Viewer};

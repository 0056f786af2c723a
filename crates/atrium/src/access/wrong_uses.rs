//! Wrong uses that must not compile, each next to the right one. They differ in nothing else, so nothing else can be what fails.
//!
//! **A store that takes its own feature's scope**, and one that gets another feature's:
//!
//! ```
//! # use atrium::access::{EmployeeScope, Write};
//! # struct Deposits;
//! # struct TaxForms;
//! fn save(_: &EmployeeScope<Deposits, Write>) {}
//! fn request(scope: EmployeeScope<Deposits, Write>) {
//!     save(&scope);
//! }
//! ```
//! ```compile_fail,E0308
//! # use atrium::access::{EmployeeScope, Write};
//! # struct Deposits;
//! # struct TaxForms;
//! fn save(_: &EmployeeScope<Deposits, Write>) {}
//! fn request(scope: EmployeeScope<TaxForms, Write>) {
//!     save(&scope);
//! }
//! ```
//!
//! **A change with a `Write` scope**, and one with a `Read` scope:
//!
//! ```
//! # use atrium::access::{EmployeeScope, Read, Write};
//! # struct Deposits;
//! fn save(_: &EmployeeScope<Deposits, Write>) {}
//! fn request(scope: EmployeeScope<Deposits, Write>) {
//!     save(&scope);
//! }
//! ```
//! ```compile_fail,E0308
//! # use atrium::access::{EmployeeScope, Read, Write};
//! # struct Deposits;
//! fn save(_: &EmployeeScope<Deposits, Write>) {}
//! fn request(scope: EmployeeScope<Deposits, Read>) {
//!     save(&scope);
//! }
//! ```
//!
//! **A `Write` scope turned into the `Read` one**, and back:
//!
//! ```
//! # use atrium::access::{EmployeeScope, Read, Write};
//! # struct Deposits;
//! fn turn(scope: &EmployeeScope<Deposits, Write>) -> EmployeeScope<Deposits, Read> {
//!     scope.into()
//! }
//! ```
//! ```compile_fail,E0277
//! # use atrium::access::{EmployeeScope, Read, Write};
//! # struct Deposits;
//! fn turn(scope: &EmployeeScope<Deposits, Read>) -> EmployeeScope<Deposits, Write> {
//!     scope.into()
//! }
//! ```
//!
//! **A report in the area a feature is in**, and one in another area:
//!
//! ```
//! # use atrium::access::{EmployeeScope, InArea, ReportScope, area};
//! # struct Profiles;
//! # impl InArea<area::PersonalInfo> for Profiles {}
//! fn open(report: &ReportScope<area::PersonalInfo>) -> EmployeeScope<Profiles> {
//!     report.into()
//! }
//! ```
//! ```compile_fail,E0277
//! # use atrium::access::{EmployeeScope, InArea, ReportScope, area};
//! # struct Profiles;
//! # impl InArea<area::PersonalInfo> for Profiles {}
//! fn open(report: &ReportScope<area::TimeOff>) -> EmployeeScope<Profiles> {
//!     report.into()
//! }
//! ```
//!
//! **One feature that opens another**, and one that doesn't say so:
//!
//! ```
//! # use atrium::access::{EmployeeScope, Opens};
//! # struct Deposits;
//! # struct TaxForms;
//! # struct ChangeRequests;
//! # impl Opens<ChangeRequests> for Deposits {}
//! fn ask(scope: &EmployeeScope<Deposits>) -> EmployeeScope<ChangeRequests> {
//!     scope.into()
//! }
//! ```
//! ```compile_fail,E0277
//! # use atrium::access::{EmployeeScope, Opens};
//! # struct Deposits;
//! # struct TaxForms;
//! # struct ChangeRequests;
//! # impl Opens<ChangeRequests> for Deposits {}
//! fn ask(scope: &EmployeeScope<TaxForms>) -> EmployeeScope<ChangeRequests> {
//!     scope.into()
//! }
//! ```
//!
//! **A scope from a check**, and one made by hand:
//!
//! ```
//! # use atrium::access::{Asked, At, CompanyScope, Feature, Managed, Viewer, Write, managed_company};
//! # use atrium::shared::problem::Problem;
//! # struct News;
//! # impl Managed for News { const MANAGED: Asked = Feature::ManagerAnnouncements.asked(); }
//! fn scope(viewer: &Viewer, at: At) -> Result<CompanyScope<News, Write>, Problem> {
//!     managed_company(viewer, at, viewer.person)
//! }
//! ```
//! ```compile_fail,E0451
//! # use atrium::access::{Asked, At, CompanyScope, Feature, Managed, Viewer, Write, managed_company};
//! # use atrium::shared::problem::Problem;
//! # struct News;
//! # impl Managed for News { const MANAGED: Asked = Feature::ManagerAnnouncements.asked(); }
//! fn scope(viewer: &Viewer, at: At) -> Result<CompanyScope<News, Write>, Problem> {
//!     let (tenant, company, viewer, time_zone) = (at.tenant, at.company, viewer.person, String::new());
//!     Ok(CompanyScope { tenant, company, viewer, time_zone, of: std::marker::PhantomData })
//! }
//! ```
//!
//! **A feature asked for as itself**, and as one whose check was never declared:
//!
//! ```
//! # use atrium::access::{Asked, At, EmployeeScope, Feature, Own, Viewer, own};
//! # use atrium::shared::{id::EmployeeId, problem::Problem};
//! # struct Deposits;
//! # struct PayrollSetup;
//! # impl Own for Deposits { const OWN: Asked = Feature::Deposits.asked(); }
//! fn scope(viewer: &Viewer, at: At, employee: EmployeeId) -> Result<EmployeeScope<Deposits>, Problem> {
//!     own(viewer, at, employee)
//! }
//! ```
//! ```compile_fail,E0277
//! # use atrium::access::{Asked, At, EmployeeScope, Feature, Own, Viewer, own};
//! # use atrium::shared::{id::EmployeeId, problem::Problem};
//! # struct Deposits;
//! # struct PayrollSetup;
//! # impl Own for Deposits { const OWN: Asked = Feature::Deposits.asked(); }
//! fn scope(viewer: &Viewer, at: At, employee: EmployeeId) -> Result<EmployeeScope<PayrollSetup>, Problem> {
//!     own(viewer, at, employee)
//! }
//! ```
//!
//! **A machine client with the right a use case asks for**, and one with another right:
//!
//! ```
//! # use atrium::access::MachineScope;
//! # use atrium::shared::machine_right::{HandoverRead, PeopleRead};
//! fn batches(_: &MachineScope<HandoverRead>) {}
//! fn request(machine: MachineScope<HandoverRead>) {
//!     batches(&machine);
//! }
//! ```
//! ```compile_fail,E0308
//! # use atrium::access::MachineScope;
//! # use atrium::shared::machine_right::{HandoverRead, PeopleRead};
//! fn batches(_: &MachineScope<HandoverRead>) {}
//! fn request(machine: MachineScope<PeopleRead>) {
//!     batches(&machine);
//! }
//! ```

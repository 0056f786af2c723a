//! Who is asking: one person in one tenant, with what their roles allow in each company. It's read from the database on
//! every call, so removing a role or disabling a person takes effect right away. A role counts from its first day
//! through its last, in the company's time zone; a tenant-wide role uses the time zone of the tenant's first company.

use super::employment::{self, FormerEmployee};
use super::feature::SwitchedOff;
use super::permission::{Need, Permission, PermissionSet, Role};
use super::store::{self, ViewerRow};
use super::tenant::PersonScope;
use crate::shared::clock::Clock;
use crate::shared::day::Day;
use crate::shared::flag::{Flag, Flags};
use crate::shared::id::{CompanyId, EmployeeId, PersonId, RoleId, TenantId};
use crate::shared::vendor::Vendor;
use db::Db;
use std::collections::BTreeSet;
use uuid::Uuid;

#[derive(Clone, Debug)]
pub struct Viewer {
    pub person: PersonId,
    pub tenant: TenantId,
    pub tenant_name: String,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone: Option<String>,
    pub language: String,
    /// v1 or v2; v1 for everyone while the flag for the second version is off.
    pub version: String,
    /// What was turned on or off for the tenant.
    pub flags: Flags,
    /// Permissions in the whole tenant.
    pub permissions: PermissionSet,
    /// By company name.
    pub companies: Vec<Membership>,
    /// Every role and where it applies, tenant-wide ones included.
    pub held: Vec<HeldRole>,
    pub(super) switched_off: SwitchedOff,
    clock: Clock,
}

/// One of a person's roles: in one company, or in the whole tenant.
#[derive(Clone, Debug)]
pub struct HeldRole {
    pub assignment: Uuid,
    pub role: RoleId,
    pub name: String,
    pub permissions: String,
    pub company: Option<CompanyId>,
    /// Codes of the applications it opens, separated by spaces.
    pub opens: Option<String>,
}

/// What a person is in one company.
#[derive(Clone, Debug)]
pub struct Membership {
    pub company: CompanyId,
    pub company_name: String,
    pub time_zone: String,
    /// Set while the person is an employee there, and for a while after they left.
    pub employee: Option<EmployeeId>,
    /// Someone who left can read a few of their own things, and nothing else.
    pub former: Option<FormerEmployee>,
    /// The company's active vendors and their addresses.
    pub vendors: Vec<(Vendor, String)>,
    /// Our own clock, for a company without a time clock vendor.
    pub has_time_clock: bool,
    pub role_names: BTreeSet<String>,
    pub permissions: PermissionSet,
}

impl Membership {
    /// Employee permissions count only while there is an employment.
    pub fn allows<N: Need>(&self, permission: Permission) -> bool {
        self.counts(permission.as_str()) && self.permissions.allows::<N>(permission)
    }

    /// Like `allows`, for a permission given as text.
    pub fn holds(&self, permission: &str) -> bool {
        self.counts(permission) && self.permissions.holds(permission)
    }

    fn counts(&self, permission: &str) -> bool {
        !permission.starts_with("employee") || self.employee.is_some()
    }

    /// Where the company's time cards are: at a vendor, otherwise in the portal itself, if the company has a clock at
    /// all.
    pub fn site_url(&self) -> Option<&str> {
        let at_a_vendor = self.vendors.iter().find(|(vendor, _)| vendor.keeps_time_cards());
        at_a_vendor.map(|(_, url)| url.as_str()).or(self.has_time_clock.then_some("/time"))
    }

    /// User types in this company.
    pub fn roles(&self) -> BTreeSet<Role> {
        Role::all_of(self.permissions.iter().filter(|permission| self.counts(permission)))
    }
}

impl Viewer {
    pub async fn load(db: &Db, clock: &Clock, person: PersonId) -> db::Result<Option<Viewer>> {
        let mut rows = store::viewer_rows(db, person).await?.into_iter().peekable();
        let Some(first) = rows.peek_mut() else {
            return Ok(None);
        };
        let has_dates = first.has_dated_employment;
        let mut viewer = Viewer::without_roles(person, first, clock.clone());
        for row in rows {
            if is_in_force(&row, clock) {
                viewer.add(row);
            }
        }
        if has_dates {
            employment::apply(&mut viewer, employment::of(db, person).await?);
        }
        Ok(Some(viewer))
    }

    /// “Today” in a company's time zone, by the clock the roles were read with.
    pub(super) fn today(&self, time_zone: &str) -> Day {
        self.clock.today(time_zone)
    }

    fn without_roles(person: PersonId, row: &mut ViewerRow, clock: Clock) -> Viewer {
        let text = std::mem::take::<String>;
        let flags = Flags::parse(row.flags.as_deref().unwrap_or_default());
        let is_second = flags.is_on(Flag::UserInfoV2);
        Viewer {
            person,
            tenant: row.tenant_id,
            tenant_name: text(&mut row.tenant_name),
            username: text(&mut row.username),
            first_name: text(&mut row.first_name),
            last_name: text(&mut row.last_name),
            email: text(&mut row.email),
            phone: row.phone.take(),
            language: text(&mut row.language),
            version: if is_second { text(&mut row.version) } else { "v1".to_owned() },
            flags,
            permissions: PermissionSet::default(),
            companies: vec![],
            held: vec![],
            switched_off: SwitchedOff(row.switched_off.take().unwrap_or_default()),
            clock,
        }
    }

    fn add(&mut self, row: ViewerRow) {
        let (Some(assignment), Some(role), Some(name), Some(permissions)) =
            (row.assignment, row.role, row.role_name, row.permissions)
        else {
            return;
        };
        match (row.company_id, row.company_name, row.time_zone) {
            (Some(company), Some(company_name), Some(time_zone)) => {
                if self.companies.last().is_none_or(|last| last.company != company) {
                    self.companies.push(Membership {
                        company,
                        company_name,
                        time_zone,
                        employee: row.employee_id,
                        former: None,
                        vendors: vendors(row.vendors.as_deref().unwrap_or_default()),
                        has_time_clock: row.has_time_clock.unwrap_or_default(),
                        role_names: BTreeSet::new(),
                        permissions: PermissionSet::default(),
                    });
                }
                if let Some(membership) = self.companies.last_mut() {
                    membership.role_names.insert(name.clone());
                    membership.permissions.add(&permissions);
                    if membership.employee.is_some() && membership.site_url().is_some() {
                        membership.permissions.add(Permission::EmployeePunch.as_str());
                    }
                }
            }
            _ => self.permissions.add(&permissions),
        }
        self.held.push(HeldRole {
            assignment,
            role,
            name,
            permissions,
            company: row.company_id,
            opens: row.opens,
        });
    }

    /// The roles that count for a question narrowed to some companies, by name; tenant-wide roles count everywhere.
    pub fn held_within(&self, scope: &PersonScope) -> Vec<HeldRole> {
        let counts = |role: &&HeldRole| match (&scope.companies(), role.company) {
            (Some(asked), Some(company)) => asked.contains(&company),
            _ => true,
        };
        let mut held: Vec<HeldRole> = self.held.iter().filter(counts).cloned().collect();
        held.sort_by(|a, b| (&a.name, a.company).cmp(&(&b.name, b.company)));
        held
    }

    /// The roles that make a person an employee or a manager at a company. No one is an employee by a role alone.
    pub fn role_ids(&self, membership: &Membership, what: Role) -> Vec<RoleId> {
        if what == Role::Employee && membership.employee.is_none() {
            return vec![];
        }
        let here = self.held.iter().filter(|role| role.company == Some(membership.company));
        let making = here.filter(|role| Role::all_of(role.permissions.split_whitespace()).contains(&what));
        making.map(|role| role.role).collect()
    }

    /// The role named “Manager View” at a company.
    pub fn manager_view(&self, membership: &Membership) -> Option<RoleId> {
        let named =
            |role: &&HeldRole| role.company == Some(membership.company) && role.name == "Manager View";
        self.held.iter().find(named).map(|role| role.role)
    }

    /// Permissions over other people's identities.
    pub fn has_identity_permissions(&self) -> bool {
        let permissions = self.held.iter().flat_map(|role| role.permissions.split_whitespace());
        let mut identity = permissions.filter(|permission| permission.starts_with("identity:"));
        identity.any(|permission| permission != Permission::IdentitySelf.as_str())
    }

    /// The initial role: employee first, then manager, then whatever is left.
    pub fn initial_role(&self) -> Option<Role> {
        self.roles().into_iter().next()
    }

    pub fn membership(&self, company: CompanyId) -> Option<&Membership> {
        self.companies.iter().find(|membership| membership.company == company)
    }

    /// User types across all of this person's roles.
    pub fn roles(&self) -> BTreeSet<Role> {
        let of_companies = self.companies.iter().flat_map(|membership| membership.permissions.iter());
        Role::all_of(self.permissions.iter().chain(of_companies))
    }

    /// What the roles allow anywhere, in the tenant or in any of its companies.
    pub fn everything(&self) -> PermissionSet {
        let mut all = self.permissions.clone();
        for permission in self.companies.iter().flat_map(|membership| membership.permissions.iter()) {
            all.add(permission);
        }
        all
    }

    /// While it's on, the tenant's data is closed to everyone except administrators.
    pub fn is_locked_out(&self) -> bool {
        self.flags.is_on(Flag::MaintenanceMode) && !self.is_administrator()
    }

    /// Over the whole tenant, by an `admin…` permission.
    pub fn is_administrator(&self) -> bool {
        Role::all_of(self.permissions.iter()).contains(&Role::Admin)
    }
}

/// First and last day included.
fn is_in_force(row: &ViewerRow, clock: &Clock) -> bool {
    if row.starts_on.is_none() && row.ends_on.is_none() {
        return true;
    }
    let zone = row.time_zone.as_deref().or(row.tenant_zone.as_deref());
    let today = clock.today(zone.unwrap_or("UTC"));
    row.starts_on.is_none_or(|day| day <= today) && row.ends_on.is_none_or(|day| day >= today)
}

/// One per line, the address before the name.
fn vendors(lines: &str) -> Vec<(Vendor, String)> {
    let pairs = lines.lines().filter_map(|line| line.split_once(' '));
    pairs.filter_map(|(url, name)| Some((Vendor::parse(name)?, url.to_owned()))).collect()
}

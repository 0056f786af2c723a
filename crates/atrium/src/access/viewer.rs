//! Who is asking: one person of one tenant, with what the roles allow in each company. Read from the database at
//! every call, so that a role taken away, or a person disabled, counts at once.

use super::permission::{Need, Permission, PermissionSet, Role};
use super::store;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use db::Db;
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
pub struct Viewer {
    pub person: PersonId,
    pub tenant: TenantId,
    pub tenant_name: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub language: String,
    pub version: String,
    /// What holds in the whole tenant.
    pub permissions: PermissionSet,
    /// By company name.
    pub companies: Vec<Membership>,
}

/// What a person is in one company.
#[derive(Clone, Debug)]
pub struct Membership {
    pub company: CompanyId,
    pub company_name: String,
    pub time_zone: String,
    /// Set while the person is an active employee there.
    pub employee: Option<EmployeeId>,
    pub role_names: BTreeSet<String>,
    pub permissions: PermissionSet,
}

impl Membership {
    /// Employee permissions count only while there is an employment.
    pub fn allows(&self, permission: Permission, need: Need) -> bool {
        let needs_employment = permission.as_str().starts_with("employee");
        (!needs_employment || self.employee.is_some()) && self.permissions.allows(permission, need)
    }
}

impl Viewer {
    pub async fn load(db: &Db, person: PersonId) -> db::Result<Option<Viewer>> {
        let rows = store::viewer_rows(db, person).await?;
        let Some(first) = rows.first() else {
            return Ok(None);
        };
        let mut viewer = Viewer {
            person,
            tenant: first.tenant_id,
            tenant_name: first.tenant_name.clone(),
            first_name: first.first_name.clone(),
            last_name: first.last_name.clone(),
            email: first.email.clone(),
            language: first.language.clone(),
            version: first.version.clone(),
            permissions: PermissionSet::default(),
            companies: vec![],
        };
        for row in rows {
            let (Some(role_name), Some(permissions)) = (row.role_name, row.permissions) else {
                continue;
            };
            let (Some(company), Some(company_name), Some(time_zone)) =
                (row.company_id, row.company_name, row.time_zone)
            else {
                viewer.permissions.add(&permissions);
                continue;
            };
            if viewer.companies.last().is_none_or(|last| last.company != company) {
                viewer.companies.push(Membership {
                    company,
                    company_name,
                    time_zone,
                    employee: row.employee_id,
                    role_names: BTreeSet::new(),
                    permissions: PermissionSet::default(),
                });
            }
            if let Some(membership) = viewer.companies.last_mut() {
                membership.role_names.insert(role_name);
                membership.permissions.add(&permissions);
            }
        }
        Ok(Some(viewer))
    }

    pub fn membership(&self, company: CompanyId) -> Option<&Membership> {
        self.companies.iter().find(|membership| membership.company == company)
    }

    /// User types over everything this person holds.
    pub fn roles(&self) -> BTreeSet<Role> {
        let of_companies = self.companies.iter().flat_map(|membership| membership.permissions.iter());
        Role::all_of(self.permissions.iter().chain(of_companies))
    }

    /// What the roles allow anywhere, in the tenant or in one of its companies.
    pub fn everything(&self) -> PermissionSet {
        let mut all = self.permissions.clone();
        for permission in self.companies.iter().flat_map(|membership| membership.permissions.iter()) {
            all.add(permission);
        }
        all
    }

    /// Over the whole tenant, by a permission `admin…`.
    pub fn is_administrator(&self) -> bool {
        Role::all_of(self.permissions.iter()).contains(&Role::Admin)
    }
}

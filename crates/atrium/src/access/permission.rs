//! Permission strings as the spec writes them: `scope:area:sub-area`, with `.write` where changes are allowed.

use std::collections::BTreeSet;

macro_rules! permissions {
    ($($name:ident = $text:literal,)*) => {
        /// The permissions our own rules use. Roles may have others; we keep them and pass them on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Permission { $($name,)* }

        impl Permission {
            pub const ALL: &[Permission] = &[$(Permission::$name,)*];

            pub fn as_str(self) -> &'static str {
                match self { $(Permission::$name => $text,)* }
            }
        }
    };
}

permissions! {
    Employee = "employee",
    EmployeeApplication = "employee:application",
    EmployeeProfile = "employee:profile",
    EmployeePay = "employee:pay",
    EmployeePayStubs = "employee:pay:paystubs",
    EmployeeDeposits = "employee:pay:direct-deposits",
    EmployeeTaxes = "employee:taxes",
    EmployeeTimeOff = "employee:time-off",
    EmployeePunch = "employee:time:punch",
    EmployeeMobilePunch = "employee:time:mobile:punch",
    EmployeeBenefits = "employee:benefits",
    EmployeeReview = "employee:career:review",
    EmployeeResume = "employee:career:resume",
    EmployeeJobs = "employee:career:jobs",
    EmployeeTraining = "employee:career:training",
    Manager = "manager",
    ManagerProfile = "manager:profile",
    ManagerTimeOff = "manager:time-off",
    Admin = "admin",
    Payroll = "payroll",
    IdentitySelf = "identity:user:self",
    IdentityUser = "identity:user",
}

/// What a scope is for. The permission was checked for that need, so only a [`Write`] scope leads to a change.
pub trait Need: Send + Sync + 'static {
    const IS_WRITE: bool;
}

#[derive(Clone, Copy, Debug)]
pub enum Read {}

#[derive(Clone, Copy, Debug)]
pub enum Write {}

impl Need for Read {
    const IS_WRITE: bool = false;
}

impl Need for Write {
    const IS_WRITE: bool = true;
}

/// User types from the spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Employee,
    Manager,
    Admin,
    IdentityOnly,
}

impl Role {
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Employee => "employee",
            Role::Manager => "manager",
            Role::Admin => "admin",
            Role::IdentityOnly => "idOnly",
        }
    }

    /// A permission containing “employee” makes an employee, one containing “manager” a manager, one starting with
    /// “admin” an administrator; `identity:user:self` alone makes an identity-only person.
    pub fn all_of<'a>(permissions: impl Iterator<Item = &'a str>) -> BTreeSet<Role> {
        let mut roles = BTreeSet::new();
        let (mut has_identity, mut has_others) = (false, false);
        for permission in permissions {
            let is_identity = permission == Permission::IdentitySelf.as_str();
            has_identity |= is_identity;
            has_others |= !is_identity;
            if permission.contains("employee") {
                roles.insert(Role::Employee);
            }
            if permission.contains("manager") {
                roles.insert(Role::Manager);
            }
            if permission.starts_with("admin") {
                roles.insert(Role::Admin);
            }
        }
        if has_identity && !has_others {
            roles.insert(Role::IdentityOnly);
        }
        roles
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PermissionSet(BTreeSet<String>);

impl PermissionSet {
    /// As roles store them: separated by spaces.
    pub fn parse(text: &str) -> PermissionSet {
        let mut set = PermissionSet::default();
        set.add(text);
        set
    }

    /// Roles overlap, so what is already there isn't copied.
    pub fn add(&mut self, text: &str) {
        for permission in text.split_whitespace() {
            if !self.0.contains(permission) {
                self.0.insert(permission.to_owned());
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// The permission itself, or its `.write`, which includes it.
    pub fn holds(&self, name: &str) -> bool {
        self.0.contains(name) || self.0.contains(&format!("{name}.write"))
    }

    /// Anyone who may change a thing may see it; a wider area doesn't imply a narrower one.
    pub fn allows<N: Need>(&self, permission: Permission) -> bool {
        if N::IS_WRITE {
            return self.0.contains(&format!("{}.write", permission.as_str()));
        }
        self.holds(permission.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_derive_from_permission_strings() {
        for (permissions, roles) in [
            ("employee:pay", vec![Role::Employee]),
            ("employee manager.write", vec![Role::Employee, Role::Manager]),
            ("manager:time-off", vec![Role::Manager]),
            ("admin:payroll identity:user:self", vec![Role::Admin]),
            ("identity:user:self", vec![Role::IdentityOnly]),
            ("", vec![]),
        ] {
            assert_eq!(
                Role::all_of(PermissionSet::parse(permissions).iter()).into_iter().collect::<Vec<_>>(),
                roles,
                "{permissions}"
            );
        }
    }

    #[test]
    fn write_adds_the_changing_and_includes_the_seeing() {
        let set = PermissionSet::parse("manager.write employee:pay");
        assert!(set.allows::<Read>(Permission::Manager));
        assert!(set.allows::<Write>(Permission::Manager));
        assert!(set.allows::<Read>(Permission::EmployeePay));
        assert!(!set.allows::<Write>(Permission::EmployeePay));
    }

    #[test]
    fn a_wider_area_does_not_imply_a_narrower_one() {
        let set = PermissionSet::parse("employee:pay manager.write");
        assert!(!set.allows::<Read>(Permission::EmployeePayStubs));
        assert!(!set.allows::<Read>(Permission::ManagerTimeOff));
        assert!(!set.allows::<Read>(Permission::Employee));
    }
}

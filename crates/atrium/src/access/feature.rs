//! The features whose data can be switched off for a whole tenant, under the names of the catalogue, and what a call asks
//! for: a permission, through one feature or through whichever it may belong to. A test of `features/` holds this list and the
//! catalogue together.

use super::permission::Permission;

macro_rules! features {
    ($($name:ident = $text:literal by $($permission:ident)|+,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Feature { $($name,)* }

        impl Feature {
            pub const ALL: &[Feature] = &[$(Feature::$name,)*];

            pub fn as_str(self) -> &'static str {
                match self { $(Feature::$name => $text,)* }
            }

            /// Any one of them opens it.
            pub fn permissions(self) -> &'static [Permission] {
                match self { $(Feature::$name => &[$(Permission::$permission),+],)* }
            }
        }
    };
}

features! {
    Pay = "pay" by EmployeePay,
    PayStubs = "paystubs" by EmployeePayStubs,
    Deposits = "disbursements" by EmployeeDeposits,
    TaxReturns = "w2" by EmployeeTaxes,
    TaxSetup = "taxes" by EmployeeTaxes,
    Time = "time" by EmployeeTimeOff | EmployeePunch | EmployeeMobilePunch,
    TimeOff = "accruals" by EmployeeTimeOff,
    Benefits = "benefits" by EmployeeBenefits,
    Profile = "profile" by EmployeeProfile,
    Career = "career" by EmployeeReview | EmployeeResume | EmployeeJobs | EmployeeTraining,
    Documents = "documents" by Employee,
    Company = "company" by Employee,
    Marketplace = "marketplace" by Employee,
    ManagerEmployees = "Manager_info" by ManagerProfile,
    ManagerChangeRequests = "Manager_changeRequests" by ManagerProfile,
    ManagerDeposits = "Manager_directDeposit" by ManagerProfile,
    ManagerTimeOff = "Manager_timeOff" by ManagerTimeOff,
    ManagerAnnouncements = "Manager_announcements" by Manager,
    ManagerResources = "Manager_resources" by Manager,
    ManagerTimeClock = "Manager_timeClock" by Manager,
    Announcements = "Announcements" by Employee | Manager,
}

/// What a call asks for. A permission alone is refused when every feature that it opens is switched off; `employee` and
/// `manager` alone open too much to tell, so that whoever asks by them names the feature too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    pub(super) permission: Permission,
    feature: Option<Feature>,
}

impl From<Permission> for Asked {
    fn from(permission: Permission) -> Asked {
        Asked { permission, feature: None }
    }
}

/// By the feature's first permission.
impl From<Feature> for Asked {
    fn from(feature: Feature) -> Asked {
        feature.by(feature.permissions()[0])
    }
}

impl Feature {
    /// This feature, by one of its permissions.
    pub fn by(self, permission: Permission) -> Asked {
        Asked { permission, feature: Some(self) }
    }
}

impl Asked {
    pub(super) fn is_switched_off(&self, off: &SwitchedOff) -> bool {
        if off.0.is_empty() {
            return false;
        }
        if let Some(feature) = self.feature {
            return off.has(feature);
        }
        if matches!(self.permission, Permission::Employee | Permission::Manager) {
            return false;
        }
        let mut opened =
            Feature::ALL.iter().filter(|feature| feature.permissions().contains(&self.permission)).peekable();
        opened.peek().is_some() && opened.all(|feature| off.has(*feature))
    }
}

/// What is switched off for a tenant, as the database lists it: names separated by spaces.
#[derive(Clone, Debug, Default)]
pub(super) struct SwitchedOff(pub(super) String);

impl SwitchedOff {
    fn has(&self, feature: Feature) -> bool {
        self.0.split(' ').any(|name| name == feature.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn off(names: &str) -> SwitchedOff {
        SwitchedOff(names.to_owned())
    }

    #[test]
    fn a_permission_is_refused_once_every_feature_that_it_opens_is_off() {
        let taxes = Asked::from(Permission::EmployeeTaxes);
        for (names, is_off) in [("", false), ("w2", false), ("taxes pay", false), ("taxes w2", true)] {
            assert_eq!(taxes.is_switched_off(&off(names)), is_off, "{names}");
        }
    }

    #[test]
    fn a_named_feature_is_refused_by_its_own_switch_alone() {
        let stubs = Asked::from(Feature::PayStubs);
        assert!(stubs.is_switched_off(&off("paystubs")));
        assert!(!stubs.is_switched_off(&off("pay")));
        let documents = Feature::Documents.by(Permission::Employee);
        assert!(documents.is_switched_off(&off("company documents")));
        assert!(!documents.is_switched_off(&off("company")));
    }

    #[test]
    fn what_opens_too_much_to_tell_is_never_refused_by_itself() {
        let everything = Feature::ALL.iter().map(|feature| feature.as_str()).collect::<Vec<_>>().join(" ");
        assert!(!Asked::from(Permission::Employee).is_switched_off(&off(&everything)));
        assert!(!Asked::from(Permission::Manager).is_switched_off(&off(&everything)));
        assert!(!Asked::from(Permission::Admin).is_switched_off(&off(&everything)));
        assert!(Asked::from(Permission::ManagerTimeOff).is_switched_off(&off(&everything)));
    }
}

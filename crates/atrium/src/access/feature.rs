//! The features whose data can be turned off for a whole tenant, by catalog name, and what a call asks for: a
//! permission, through one feature or through any it may belong to. A test in `features/` keeps this list and the
//! catalog in sync.

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
            pub const fn permissions(self) -> &'static [Permission] {
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
    HrServices = "HRServicesCard" by Manager,
    Offers = "Carousel" by Employee,
    Announcements = "Announcements" by Employee | Manager,
}

/// What a call asks for. A permission by itself is refused when every feature it opens is turned off. `employee` and
/// `manager` alone open too much to tell, so callers that ask for them also name the feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    pub(super) permission: Permission,
    feature: Option<Feature>,
}

impl Permission {
    /// By this permission only.
    pub const fn asked(self) -> Asked {
        Asked { permission: self, feature: None }
    }
}

impl Feature {
    /// This feature, by its first permission.
    pub const fn asked(self) -> Asked {
        self.by(self.permissions()[0])
    }

    /// This feature, by one of its permissions.
    pub const fn by(self, permission: Permission) -> Asked {
        Asked { permission, feature: Some(self) }
    }
}

impl Asked {
    /// For a person who has what `holds` says.
    pub(super) fn is_switched_off(&self, off: &SwitchedOff, holds: impl Fn(&str) -> bool) -> bool {
        if off.0.is_empty() {
            return false;
        }
        if let Some(feature) = self.feature {
            return off.has(feature, &holds);
        }
        if matches!(self.permission, Permission::Employee | Permission::Manager) {
            return false;
        }
        let mut opened =
            Feature::ALL.iter().filter(|feature| feature.permissions().contains(&self.permission)).peekable();
        opened.peek().is_some() && opened.all(|feature| off.has(*feature, &holds))
    }
}

/// What an administrator closed, as the database lists it: `name` if it's closed to everyone, `name=permissions` if
/// it's open to anyone with one of these, with `;` in between. A permission added there closes nothing and opens only
/// the page: which data a call gives depends on the call's own permission.
#[derive(Clone, Debug, Default)]
pub(super) struct SwitchedOff(pub(super) String);

impl SwitchedOff {
    pub(super) fn has(&self, feature: Feature, holds: &impl Fn(&str) -> bool) -> bool {
        self.0.split(';').any(|entry| match entry.split_once('=') {
            None => entry == feature.as_str(),
            Some((name, permissions)) => {
                name == feature.as_str() && !permissions.split_whitespace().any(holds)
            }
        })
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
        let taxes = Permission::EmployeeTaxes.asked();
        for (names, is_off) in [("", false), ("w2", false), ("taxes;pay", false), ("taxes;w2", true)] {
            assert_eq!(taxes.is_switched_off(&off(names), |_| true), is_off, "{names}");
        }
    }

    #[test]
    fn a_named_feature_is_refused_by_its_own_switch_alone() {
        let stubs = Feature::PayStubs.asked();
        assert!(stubs.is_switched_off(&off("paystubs"), |_| true));
        assert!(!stubs.is_switched_off(&off("pay"), |_| true));
        let documents = Feature::Documents.by(Permission::Employee);
        assert!(documents.is_switched_off(&off("company;documents"), |_| true));
        assert!(!documents.is_switched_off(&off("company"), |_| true));
    }

    #[test]
    fn what_an_administrator_has_opened_to_others_is_closed_to_whoever_is_none_of_them() {
        let stubs = Feature::PayStubs.asked();
        for (list, holds, is_off) in [
            ("paystubs=employee:pay", "employee:pay", false),
            ("paystubs=employee:pay manager", "manager", false),
            ("paystubs=employee:pay", "employee:pay:paystubs", true),
            ("paystubs=", "employee:pay:paystubs", true),
            ("pay=nobody;paystubs=manager;w2", "employee:pay:paystubs", true),
            ("pay=nobody;w2", "employee:pay:paystubs", false),
        ] {
            assert_eq!(stubs.is_switched_off(&off(list), |name| name == holds), is_off, "{list}: {holds}");
        }
    }

    #[test]
    fn what_opens_too_much_to_tell_is_never_refused_by_itself() {
        let everything = Feature::ALL.iter().map(|feature| feature.as_str()).collect::<Vec<_>>().join(";");
        let is_off = |permission: Permission| permission.asked().is_switched_off(&off(&everything), |_| true);
        assert!(!is_off(Permission::Employee) && !is_off(Permission::Manager) && !is_off(Permission::Admin));
        assert!(is_off(Permission::ManagerTimeOff));
    }
}

//! What a feature declares about access to its data, on a type of its own: `pub struct Deposits;` in its `mod.rs`. A
//! scope carries that type, so one feature's scope doesn't fit another feature's store. The checks read what to ask for
//! from here, and a scope turns into another only if a feature says so.

use super::feature::Asked;
use super::permission::Permission;
use super::reporting::Area;

/// What employees need to reach their own things.
pub trait Own {
    const OWN: Asked;
}

/// What managers need to reach a company's things, or their reports'.
pub trait Managed {
    const MANAGED: Asked;
}

/// Open to every employee and manager of a company.
pub trait ForMembers {}

/// Shown on the company page, to employees who may open it and to every manager.
pub trait OnCompanyPage {}

/// Open across companies: people in the tenant can read it, its administrators can change it.
pub trait ForTenant {}

/// For administrators, of the whole tenant or of some of its companies, or for others who do the same with another
/// permission.
pub trait Administered {
    /// Held in the whole tenant or in a company.
    const PERMISSION: Permission = Permission::Admin;
}

/// A link mailed to the employee opens it without signing in.
pub trait ByLink {}

/// Managers reach it over reporting lines in the area `A`. Without this, a report's scope doesn't turn into one for the
/// feature.
pub trait InArea<A: LineArea> {}

/// Access to this feature includes access to `F`, for the same employee or company.
pub trait Opens<F> {}

/// One copy for the whole company: an employee's scope that opens it covers all of it.
pub trait Companywide {}

/// Encrypted with the tenant's data key.
pub trait Sealed {}

/// An area of reporting lines as a type.
pub trait LineArea {
    const AREA: Area;
}

pub mod area {
    use super::{Area, LineArea};

    #[derive(Clone, Copy, Debug)]
    pub struct TimeOff;
    #[derive(Clone, Copy, Debug)]
    pub struct PersonalInfo;

    impl LineArea for TimeOff {
        const AREA: Area = Area::TimeOff;
    }
    impl LineArea for PersonalInfo {
        const AREA: Area = Area::PersonalInfo;
    }
}

//! Scopes: what a viewer is allowed to do, as values that stores require. Only `access/` can make one. They are typed
//! by feature (`grant.rs`) and need: a store that takes an `EmployeeScope<Deposits, Write>` accepts no other. A `Write`
//! scope turns into a `Read` one, never the reverse.

use super::grant::{Companywide, InArea, LineArea, Opens};
use super::reporting::ReportKind;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId};
use std::marker::PhantomData;

macro_rules! scope {
    ($(#[$doc:meta])* $name:ident<$feature:ident, $need:ident> { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        pub struct $name<$feature, $need = $crate::access::Read> {
            $(pub(super) $field: $type,)*
            pub(super) of: std::marker::PhantomData<fn() -> ($feature, $need)>,
        }

        impl<$feature, $need> $name<$feature, $need> {
            $(pub fn $field(&self) -> $type { self.$field.clone() })*

            /// The same for another feature or need: for the conversions `access/` allows.
            pub(super) fn retyped<G, M>(&self) -> $name<G, M> {
                $name { $($field: self.$field.clone(),)* of: std::marker::PhantomData }
            }
        }

        impl<$feature, $need> Clone for $name<$feature, $need> {
            fn clone(&self) -> Self {
                self.retyped()
            }
        }

        impl<$feature> From<&$name<$feature, $crate::access::Write>> for $name<$feature, $crate::access::Read> {
            fn from(scope: &$name<$feature, $crate::access::Write>) -> Self {
                scope.retyped()
            }
        }
    };
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name { $($field: $type),* }

        impl $name {
            $(pub fn $field(&self) -> $type { self.$field.clone() })*
        }
    };
}
pub(super) use scope;

scope! {
    /// One employee's things in one company, for `viewer`: the employee (`person`), or someone who decides on them over
    /// a line from `manager`, who is the viewer or someone the viewer stands in for. `managers` has all of those;
    /// otherwise it's empty.
    EmployeeScope<F, N> {
        tenant: TenantId, company: CompanyId, employee: EmployeeId, person: PersonId, viewer: PersonId, manager: PersonId,
        managers: Vec<PersonId>, time_zone: String,
    }
}
scope! {
    /// What belongs to one company.
    CompanyScope<F, N> { tenant: TenantId, company: CompanyId, viewer: PersonId, time_zone: String }
}
scope! {
    /// One manager's report, over a line in the area `A`.
    ReportScope<A, N> {
        tenant: TenantId, company: CompanyId, employee: EmployeeId, person: PersonId, manager: PersonId, kind: ReportKind,
        time_zone: String,
    }
}
scope! {
    /// The viewer's tenant: all of it for its administrators, otherwise the companies the viewer belongs to; only
    /// `companies` if the request was narrowed to some. With `Write`, the viewer is an administrator.
    TenantScope<F, N> { tenant: TenantId, viewer: PersonId, is_whole: bool, companies: Option<Vec<CompanyId>> }
}

impl<F, N> EmployeeScope<F, N> {
    pub fn is_own(&self) -> bool {
        self.viewer == self.person
    }
}

impl<F: Opens<G>, G, N> From<&EmployeeScope<F, N>> for EmployeeScope<G, N> {
    fn from(scope: &EmployeeScope<F, N>) -> EmployeeScope<G, N> {
        scope.retyped()
    }
}

impl<F: Opens<G>, G, N> From<&CompanyScope<F, N>> for CompanyScope<G, N> {
    fn from(scope: &CompanyScope<F, N>) -> CompanyScope<G, N> {
        scope.retyped()
    }
}

impl<F: Opens<G>, G: Companywide, N> From<&EmployeeScope<F, N>> for CompanyScope<G, N> {
    fn from(scope: &EmployeeScope<F, N>) -> CompanyScope<G, N> {
        CompanyScope {
            tenant: scope.tenant,
            company: scope.company,
            viewer: scope.viewer,
            time_zone: scope.time_zone.clone(),
            of: PhantomData,
        }
    }
}

impl<A: LineArea, F: InArea<A>, N> From<&ReportScope<A, N>> for EmployeeScope<F, N> {
    fn from(scope: &ReportScope<A, N>) -> EmployeeScope<F, N> {
        EmployeeScope {
            tenant: scope.tenant,
            company: scope.company,
            employee: scope.employee,
            person: scope.person,
            viewer: scope.manager,
            manager: scope.manager,
            managers: vec![],
            time_zone: scope.time_zone.clone(),
            of: PhantomData,
        }
    }
}

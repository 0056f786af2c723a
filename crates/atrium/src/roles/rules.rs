//! What a role is, which roles every tenant has, and what can be done to one. Pure.

use crate::shared::day::Day;
use crate::shared::names;
use crate::shared::refusal::refusals;
use std::collections::BTreeSet;

const MAX_NAME_CHARS: usize = 120;
const MAX_PERMISSIONS: usize = 100;
const MAX_PERMISSION_CHARS: usize = 80;

/// Where a role can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applies {
    /// In the whole tenant only.
    Tenant,
    /// Within a company only.
    Company,
    Either,
}

impl Applies {
    pub const fn as_str(self) -> &'static str {
        match self {
            Applies::Tenant => "tenant",
            Applies::Company => "company",
            Applies::Either => "either",
        }
    }

    pub fn parse(text: &str) -> Option<Applies> {
        [Applies::Tenant, Applies::Company, Applies::Either]
            .into_iter()
            .find(|applies| applies.as_str() == text)
    }

    const fn fits(self, is_in_company: bool) -> bool {
        match self {
            Applies::Either => true,
            Applies::Tenant => !is_in_company,
            Applies::Company => is_in_company,
        }
    }
}

/// A role that comes with the product.
pub struct Shipped {
    pub name: &'static str,
    pub permissions: &'static str,
    pub applies: Applies,
    /// Codes of the applications it opens, if the tenant has them.
    pub applications: &'static str,
}

pub const SHIPPED: &[Shipped] = &[
    Shipped {
        name: "Employee",
        permissions: "employee employee:profile.write employee:pay employee:pay:paystubs \
             employee:pay:direct-deposits.write employee:taxes.write employee:time-off.write employee:time:punch.write \
             employee:benefits employee:career:review employee:career:training identity:user:self",
        applies: Applies::Company,
        applications: "",
    },
    Shipped {
        name: "Manager View",
        permissions: "manager.write manager:profile.write manager:time-off.write identity:user:self",
        applies: Applies::Company,
        applications: "",
    },
    Shipped {
        name: "Administrator",
        permissions: "admin.write identity:user:self identity:user",
        applies: Applies::Tenant,
        applications: "",
    },
    Shipped {
        name: "Company Administrator",
        permissions: "admin.write identity:user:self",
        applies: Applies::Company,
        applications: "",
    },
    Shipped {
        name: "Payroll",
        permissions: "payroll.write identity:user:self",
        applies: Applies::Company,
        applications: "",
    },
    Shipped {
        name: "Identity User",
        permissions: "identity:user:self",
        applies: Applies::Tenant,
        applications: "",
    },
    Shipped {
        name: "Evolution Payroll Access",
        permissions: "employee:application",
        applies: Applies::Either,
        applications: "PAY HR TIME",
    },
    Shipped {
        name: "Complete Evolution Access",
        permissions: "employee:application",
        applies: Applies::Either,
        applications: "PAY TAX HR HCM TIME",
    },
    Shipped { name: "No Payroll Tile", permissions: "", applies: Applies::Either, applications: "" },
];

/// What an administrator changes in a role; fields that aren't set stay.
#[derive(Clone, Debug, Default)]
pub struct RoleEdit {
    pub name: Option<String>,
    pub permissions: Option<Vec<String>>,
    pub applications: Option<Vec<String>>,
    pub applies: Option<Applies>,
}

refusals! {
    pub enum RoleRefusal {
        NameMissing = "NAME_MISSING" at "name": "Enter a name.",
        NameTooLong = "NAME_TOO_LONG" at "name": "A name can have at most 120 characters.",
        NameTaken = "NAME_TAKEN" at "name": "This name is already taken. Please choose another",
        InvalidPermission = "INVALID_PERMISSION" at "permissions":
            "A permission must be lowercase words joined by colons, ending in .write if it allows changes.",
        UnknownPermission = "UNKNOWN_PERMISSION" at "permissions":
            "Nothing here asks for one of these permissions. Choose from the list; `atrium role permissions` prints it.",
        TooManyPermissions = "TOO_MANY_PERMISSIONS" at "permissions": "A role can have at most 100 permissions.",
        UnknownApplication = "UNKNOWN_APPLICATION" at "applications": "There is no application with this code.",
        Shipped = "ROLE_SHIPPED": "This role comes with Atrium and can't be changed. Copy it and adapt the copy.",
        InUse = "ROLE_IN_USE": "People hold this role. End it for them first.",
        OwnRights = "OWN_RIGHTS": "You can't give yourself more permissions. Ask another administrator.",
        LastAdministrator = "LAST_ADMINISTRATOR":
            "No other administrator would be left. Give the role to someone else first, without a last day.",
        WrongPlace = "ROLE_WRONG_PLACE" at "companyId": "This role can't be given there.",
        HeldAlready = "ROLE_HELD_ALREADY" at "roleId": "They already hold this role there. Change its last day instead.",
        StartInPast = "START_IN_PAST" at "startsOn": "The start date can't be in the past.",
        EndInPast = "END_IN_PAST" at "endsOn": "The last day can be yesterday at the earliest.",
        EndBeforeStart = "END_BEFORE_START" at "endsOn": "The end date cannot be before the start date.",
        DateOutOfRange(field) = "DATE_OUT_OF_RANGE": "The date must be between 1900 and 2099.",
    }
}

pub(super) fn name(text: &str) -> Result<String, RoleRefusal> {
    let name = names::in_one_line(text);
    match name.chars().count() {
        0 => Err(RoleRefusal::NameMissing),
        chars if chars > MAX_NAME_CHARS => Err(RoleRefusal::NameTooLong),
        _ => Ok(name),
    }
}

/// Permissions as a role stores them: each once, in order.
pub(super) fn permissions(given: &[String]) -> Result<String, RoleRefusal> {
    let each: BTreeSet<&str> = given.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
    if each.len() > MAX_PERMISSIONS {
        return Err(RoleRefusal::TooManyPermissions);
    }
    if !each.iter().all(|text| is_permission(text)) {
        return Err(RoleRefusal::InvalidPermission);
    }
    Ok(each.into_iter().collect::<Vec<_>>().join(" "))
}

fn is_permission(text: &str) -> bool {
    let area = area(text);
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    text.len() <= MAX_PERMISSION_CHARS && area.split(':').all(is_word)
}

/// A permission without the right to change.
pub(super) fn area(permission: &str) -> &str {
    permission.strip_suffix(".write").unwrap_or(permission)
}

/// What is new in `after` and about no known area.
pub(super) fn unknown<'a>(before: &str, after: &'a str, is_known: impl Fn(&str) -> bool) -> Vec<&'a str> {
    let was_there = |permission: &str| before.split(' ').any(|one| one == permission);
    let new = after.split_whitespace().filter(|permission| !was_there(permission));
    new.filter(|permission| !is_known(area(permission))).collect()
}

/// Codes as a role stores them; each must belong to the tenant, or have been there before.
pub(super) fn applications(
    given: &[String],
    before: &str,
    known: &BTreeSet<String>,
) -> Result<String, RoleRefusal> {
    let each: BTreeSet<&str> = given.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
    let is_known = |code: &&str| known.contains(*code) || before.split(' ').any(|one| one == *code);
    if !each.iter().all(is_known) {
        return Err(RoleRefusal::UnknownApplication);
    }
    Ok(each.into_iter().collect::<Vec<_>>().join(" "))
}

pub(super) fn check_place(applies: Applies, is_in_company: bool) -> Result<(), RoleRefusal> {
    if applies.fits(is_in_company) { Ok(()) } else { Err(RoleRefusal::WrongPlace) }
}

/// A new assignment's days. It starts today unless it says otherwise.
pub(super) fn days(starts: Option<Day>, ends: Option<Day>, today: Day) -> Result<Day, RoleRefusal> {
    let first = starts.unwrap_or(today);
    if !first.is_in_range() {
        return Err(RoleRefusal::DateOutOfRange("startsOn"));
    }
    if first < today {
        return Err(RoleRefusal::StartInPast);
    }
    if ends.is_some_and(|day| !day.is_in_range()) {
        return Err(RoleRefusal::DateOutOfRange("endsOn"));
    }
    if ends.is_some_and(|day| day < first) {
        return Err(RoleRefusal::EndBeforeStart);
    }
    Ok(first)
}

/// What a new last day does to an assignment: `None` if it then never takes effect. Without one it ends right away, as
/// of yesterday.
pub(super) fn ending(starts: Option<Day>, last: Option<Day>, today: Day) -> Result<Option<Day>, RoleRefusal> {
    let yesterday = today.plus_days(-1);
    let last = last.unwrap_or(yesterday);
    if !last.is_in_range() {
        return Err(RoleRefusal::DateOutOfRange("endsOn"));
    }
    if last < yesterday {
        return Err(RoleRefusal::EndInPast);
    }
    Ok(Some(last).filter(|last| starts.is_none_or(|first| first <= *last)))
}

/// Whether these permissions, given in the whole tenant, make an administrator of it.
pub(super) fn administers(permissions: &str) -> bool {
    permissions.split(' ').any(|permission| permission == "admin.write")
}

/// Whether a role with these permissions looks after other people's things: a directory needs a right of its own for it.
pub(super) fn looks_after_others(permissions: &str) -> bool {
    permissions.split(' ').any(|permission| {
        let area = area(permission);
        ["admin", "payroll", "identity:user"].contains(&area)
            || area.starts_with("admin:")
            || area.starts_with("payroll:")
    })
}

/// Whether a role opens nothing but one's own things, and no application: a directory may give it without a right of its own.
/// `employee:application` opens the applications of other roles.
pub(super) fn opens_own_things_only(permissions: &str, applications: &str) -> bool {
    let is_own = |permission: &str| match area(permission) {
        "employee" | "identity:user:self" => true,
        area => area.starts_with("employee:") && area != "employee:application",
    };
    applications.trim().is_empty() && permissions.split_whitespace().all(is_own)
}

/// What `after` has and `before` doesn't. Changing includes seeing, so `x.write` covers `x`.
pub(super) fn gained(before: &BTreeSet<String>, after: &BTreeSet<String>) -> Vec<String> {
    let covers =
        |permission: &str| before.contains(permission) || before.contains(&format!("{permission}.write"));
    after.iter().filter(|permission| !covers(permission)).cloned().collect()
}

pub(super) fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Whether an assignment is planned, in effect or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AssignmentState {
    Upcoming,
    Current,
    Ended,
}

pub(super) fn state(starts: Option<Day>, ends: Option<Day>, today: Day) -> AssignmentState {
    if ends.is_some_and(|day| day < today) {
        AssignmentState::Ended
    } else if starts.is_some_and(|day| day > today) {
        AssignmentState::Upcoming
    } else {
        AssignmentState::Current
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    const TODAY: Day = Day(date(2026, 11, 16));

    fn list(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn permissions_are_kept_once_and_in_order_and_must_be_well_formed() {
        assert_eq!(permissions(&list("payroll employee:pay payroll")), Ok("employee:pay payroll".to_owned()));
        assert_eq!(permissions(&[]), Ok(String::new()));
        for wrong in ["Admin", "admin.Write", "admin.write.write", "a::b", "a b", "1a", "a:", &"a".repeat(81)]
        {
            assert_eq!(permissions(&[wrong.to_owned()]), Err(RoleRefusal::InvalidPermission), "{wrong}");
        }
        let many: Vec<String> = (0..101).map(|n| format!("a{n}")).collect();
        assert_eq!(permissions(&many), Err(RoleRefusal::TooManyPermissions));
    }

    #[test]
    fn a_role_gets_no_permission_that_means_nothing_and_keeps_one_it_has() {
        let is_known = |area: &str| ["admin", "employee:pay"].contains(&area);
        assert_eq!(unknown("", "admin.write employee:pay", is_known), Vec::<&str>::new());
        assert_eq!(unknown("", "admins employee:pays.write", is_known), ["admins", "employee:pays.write"]);
        assert_eq!(unknown("hr:desk", "admin hr:desk hr:desk.write", is_known), ["hr:desk.write"]);
    }

    #[test]
    fn every_shipped_role_is_well_formed_and_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = SHIPPED.iter().map(|role| role.name).collect();
        assert_eq!(names.len(), 9);
        for role in SHIPPED {
            let sorted = permissions(&words(role.permissions).into_iter().collect::<Vec<_>>()).unwrap();
            assert_eq!(words(&sorted), words(role.permissions), "{}", role.name);
        }
    }

    #[test]
    fn a_role_for_oneself_or_a_team_does_not_look_after_others() {
        for role in SHIPPED {
            let looks = ["Administrator", "Company Administrator", "Payroll"].contains(&role.name);
            assert_eq!(looks_after_others(role.permissions), looks, "{}", role.name);
        }
        assert!(looks_after_others("admin:payroll") && looks_after_others("identity:user"));
        assert!(!looks_after_others("identity:user:self administrate"));
    }

    #[test]
    fn only_roles_for_ones_own_things_open_nothing_else() {
        for role in SHIPPED {
            let is_own = ["Employee", "Identity User", "No Payroll Tile"].contains(&role.name);
            assert_eq!(opens_own_things_only(role.permissions, role.applications), is_own, "{}", role.name);
        }
        assert!(
            opens_own_things_only("", "") && opens_own_things_only("employee:pay:direct-deposits.write", " ")
        );
        for permissions in
            ["manager", "manager.write", "employees", "hr:desk", "employee:application", "identity:user"]
        {
            assert!(!opens_own_things_only(permissions, ""), "{permissions}");
        }
        assert!(!opens_own_things_only("employee", "PAY"));
    }

    #[test]
    fn a_place_must_fit_the_role() {
        assert_eq!(check_place(Applies::Tenant, true), Err(RoleRefusal::WrongPlace));
        assert_eq!(check_place(Applies::Company, false), Err(RoleRefusal::WrongPlace));
        for (applies, is_in_company) in [
            (Applies::Tenant, false),
            (Applies::Company, true),
            (Applies::Either, true),
            (Applies::Either, false),
        ] {
            assert_eq!(check_place(applies, is_in_company), Ok(()));
        }
    }

    #[test]
    fn days_begin_today_or_later_and_end_no_earlier() {
        assert_eq!(days(None, None, TODAY), Ok(TODAY));
        assert_eq!(days(Some(TODAY), Some(TODAY), TODAY), Ok(TODAY));
        assert_eq!(days(Some(TODAY.plus_days(-1)), None, TODAY), Err(RoleRefusal::StartInPast));
        assert_eq!(
            days(Some(TODAY.plus_days(3)), Some(TODAY.plus_days(2)), TODAY),
            Err(RoleRefusal::EndBeforeStart)
        );
        assert_eq!(
            days(Some(Day(date(2100, 1, 1))), None, TODAY),
            Err(RoleRefusal::DateOutOfRange("startsOn"))
        );
        assert_eq!(
            days(None, Some(Day(date(2100, 1, 1))), TODAY),
            Err(RoleRefusal::DateOutOfRange("endsOn"))
        );
    }

    #[test]
    fn ending_right_away_leaves_nothing_today() {
        let yesterday = TODAY.plus_days(-1);
        assert_eq!(ending(None, None, TODAY), Ok(Some(yesterday)));
        assert_eq!(ending(Some(TODAY), None, TODAY), Ok(None));
        assert_eq!(ending(Some(TODAY), Some(TODAY), TODAY), Ok(Some(TODAY)));
        assert_eq!(ending(None, Some(TODAY.plus_days(-2)), TODAY), Err(RoleRefusal::EndInPast));
    }

    #[test]
    fn applications_are_the_tenants_or_were_there_before() {
        let known = BTreeSet::from(["PAY".to_owned()]);
        assert_eq!(applications(&list("PAY HR"), "HR", &known), Ok("HR PAY".to_owned()));
        assert_eq!(applications(&list("TAX"), "HR", &known), Err(RoleRefusal::UnknownApplication));
    }

    proptest! {
        #[test]
        fn an_assignment_counts_from_its_first_day_through_its_last(first in -5i64..5, length in 0i64..5, now in -12i64..12) {
            let (starts, ends) = (TODAY.plus_days(first), TODAY.plus_days(first + length));
            let expected = if now < first { AssignmentState::Upcoming }
                else if now > first + length { AssignmentState::Ended }
                else { AssignmentState::Current };
            prop_assert_eq!(state(Some(starts), Some(ends), TODAY.plus_days(now)), expected);
        }

        #[test]
        fn what_is_gained_was_not_there(before in "[a-c]( [a-c](.write)?){0,4}", after in "[a-c]( [a-c](.write)?){0,4}") {
            let (before, after) = (words(&before), words(&after));
            for permission in gained(&before, &after) {
                prop_assert!(after.contains(&permission) && !before.contains(&permission));
            }
            prop_assert!(gained(&after, &after).is_empty());
        }
    }
}

//! When an employment may change, and to what. Pure: takes `today`.

pub use super::kinds::{EmploymentChange, EmploymentStatus};
use crate::shared::day::Day;
use crate::shared::employed::has_ended;
use crate::shared::names;
use crate::shared::refusal::refusals;

/// As long as a name in a file.
const MAX_CODE_CHARS: usize = 100;

/// An employee code in the form we store.
pub(super) fn employee_code(typed: &str) -> Result<String, EmploymentRefusal> {
    let code = names::in_one_line(typed);
    if code.is_empty() {
        return Err(EmploymentRefusal::Required("employeeCode"));
    }
    if code.chars().count() > MAX_CODE_CHARS {
        return Err(EmploymentRefusal::TooLong("employeeCode"));
    }
    Ok(code)
}

/// An employment's dates, as far as a change needs them.
#[derive(Clone, Copy, Debug)]
pub(super) struct EmploymentDates {
    pub hired: Day,
    pub is_terminated: bool,
    pub last_day: Option<Day>,
    pub rehire_day: Option<Day>,
    /// The first day of a leave the person hasn't returned from.
    pub leave_from: Option<Day>,
}

impl EmploymentDates {
    pub(super) fn status(&self, today: Day) -> EmploymentStatus {
        if has_ended(self.is_terminated, self.last_day, self.rehire_day, today) {
            EmploymentStatus::Terminated
        } else if self.leave_from.is_some_and(|day| day <= today) {
            EmploymentStatus::Leave
        } else {
            EmploymentStatus::Active
        }
    }

    pub(super) fn check(
        &self,
        change: EmploymentChange,
        day: Day,
        today: Day,
    ) -> Result<(), EmploymentRefusal> {
        if !day.is_in_range() {
            return Err(EmploymentRefusal::DayOutOfRange);
        }
        let has_ended = self.status(today) == EmploymentStatus::Terminated;
        match change {
            EmploymentChange::Rehire => {
                if !has_ended && self.rehire_day.is_none() {
                    return Err(EmploymentRefusal::NotTerminated);
                }
                if day <= self.last_day.unwrap_or(self.hired) {
                    return Err(EmploymentRefusal::RehireBeforeEnd);
                }
                return Ok(());
            }
            _ if has_ended => return Err(EmploymentRefusal::AlreadyTerminated),
            _ if day < self.hired => return Err(EmploymentRefusal::BeforeHire),
            EmploymentChange::Termination => return Ok(()),
            EmploymentChange::Leave if self.leave_from.is_some() => {
                return Err(EmploymentRefusal::AlreadyOnLeave);
            }
            EmploymentChange::Leave => {}
            EmploymentChange::Return => match self.leave_from {
                None => return Err(EmploymentRefusal::NotOnLeave),
                Some(from) if day <= from => return Err(EmploymentRefusal::ReturnBeforeLeave),
                Some(_) => {}
            },
        }
        if self.last_day.is_some_and(|last| day > last) {
            return Err(EmploymentRefusal::AfterEnd);
        }
        Ok(())
    }
}

/// Whether the day of a change has come: a termination takes effect at the end of its day.
pub(super) fn is_due(change: EmploymentChange, day: Day, today: Day) -> bool {
    match change {
        EmploymentChange::Termination => day < today,
        _ => day <= today,
    }
}

refusals! {
    pub enum EmploymentRefusal {
        DayOutOfRange = "DAY_OUT_OF_RANGE" at "day": "The day must be between 1900 and 2099.",
        BeforeHire = "BEFORE_HIRE" at "day": "This is before the hire date. Enter that day or a later one.",
        AlreadyTerminated = "ALREADY_TERMINATED" at "change": "This employment has ended. Rehire the person first.",
        NotTerminated = "NOT_TERMINATED" at "change":
            "This employment hasn't ended. To keep someone whose last day is planned, withdraw the termination.",
        RehireBeforeEnd = "REHIRE_BEFORE_END" at "day": "A rehire must be after the last day of the employment.",
        AlreadyOnLeave = "ALREADY_ON_LEAVE" at "change": "A leave is already recorded.",
        NotOnLeave = "NOT_ON_LEAVE" at "change": "No leave is recorded.",
        ReturnBeforeLeave = "RETURN_BEFORE_LEAVE" at "day": "The return must be after the first day of the leave.",
        AfterEnd = "AFTER_END" at "day": "This is after the last day of the employment.",
        OwnEmployment = "OWN_EMPLOYMENT" at "employeeId": "Someone else has to change your employment.",
        BeyondReach = "BEYOND_REACH":
            "This person also has rights outside the companies you administer. Ask an administrator of the whole tenant.",
        AlreadyApplied = "ALREADY_APPLIED" at "eventId": "This has already taken effect. Record what happens next instead.",
        NotAManager = "NOT_A_MANAGER" at "managerId":
            "This person can't manage anyone in this company. Give them a manager role first.",
        OwnManager = "OWN_MANAGER" at "managerId": "People can't report to themselves.",
        ManagerCycle = "MANAGER_CYCLE" at "managerId":
            "This person reports to the employee, directly or through others. Choose another manager.",
        OwnRights = "OWN_RIGHTS" at "managerId":
            "You can't make yourself anyone's manager. Ask another administrator.",
        LastAdministrator = "LAST_ADMINISTRATOR" at "change":
            "No other administrator would be left. Give the role to someone else first, without a last day.",
        NoArea = "NO_AREA" at "areas": "Choose at least one area.",
        Required(field) = "REQUIRED": "This is required.",
        TooLong(field) = "TOO_LONG": "This is too long.",
        DateOutOfRange(field) = "DATE_OUT_OF_RANGE": "The date must be between 1900 and 2099.",
        BornInFuture = "BIRTH_IN_FUTURE" at "dateOfBirth": "The date of birth is in the future.",
        HiredBeforeBirth = "HIRED_BEFORE_BIRTH" at "hireDate": "The hire date must be after the date of birth.",
        CodeTaken = "EMPLOYEE_CODE_TAKEN" at "employeeCode":
            "Someone else in this company has this employee code. Enter another.",
        EmployedAlready = "EMPLOYED_ALREADY" at "companyId":
            "This person already has an employment in this company. Rehire them instead.",
        UnknownPayGroup = "UNKNOWN_PAY_GROUP" at "payGroupId": "This company has no such pay group. Choose another.",
        JobNeeded = "JOB_NEEDED" at "companyId":
            "You look after some companies only, so people you add work in one of them. Choose it.",
        NoRole = "NO_ROLE" at "roles": "Choose at least one role, so that there is something to open.",
        TooManyRoles = "TOO_MANY_ROLES" at "roles": "Someone can begin with at most 20 roles.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day(text.parse().unwrap())
    }

    fn hired() -> EmploymentDates {
        EmploymentDates {
            hired: day("2020-03-01"),
            is_terminated: false,
            last_day: None,
            rehire_day: None,
            leave_from: None,
        }
    }

    #[test]
    fn the_last_day_still_counts_and_the_next_one_does_not() {
        let leaving = EmploymentDates { last_day: Some(day("2026-11-16")), ..hired() };
        assert_eq!(leaving.status(day("2026-11-16")), EmploymentStatus::Active);
        assert_eq!(leaving.status(day("2026-11-17")), EmploymentStatus::Terminated);
        let coming_back = EmploymentDates { rehire_day: Some(day("2026-12-01")), ..leaving };
        assert_eq!(coming_back.status(day("2026-11-30")), EmploymentStatus::Terminated);
        assert_eq!(coming_back.status(day("2026-12-01")), EmploymentStatus::Active);
    }

    #[test]
    fn what_the_dates_rule_out_is_refused() {
        use EmploymentChange::{Leave, Rehire, Return, Termination};
        let today = day("2026-11-16");
        let left = EmploymentDates { last_day: Some(day("2026-10-31")), is_terminated: true, ..hired() };
        let away = EmploymentDates { leave_from: Some(day("2026-11-02")), ..hired() };
        let leaving = EmploymentDates { last_day: Some(day("2026-12-31")), ..hired() };
        for (dates, change, on, answer) in [
            (hired(), Termination, "2020-02-29", Err(EmploymentRefusal::BeforeHire)),
            (hired(), Termination, "2020-03-01", Ok(())),
            (hired(), Termination, "2100-01-01", Err(EmploymentRefusal::DayOutOfRange)),
            (leaving, Termination, "2026-11-30", Ok(())),
            (left, Termination, "2026-11-30", Err(EmploymentRefusal::AlreadyTerminated)),
            (hired(), Rehire, "2026-12-01", Err(EmploymentRefusal::NotTerminated)),
            (left, Rehire, "2026-10-31", Err(EmploymentRefusal::RehireBeforeEnd)),
            (left, Rehire, "2026-11-01", Ok(())),
            (left, Leave, "2026-12-01", Err(EmploymentRefusal::AlreadyTerminated)),
            (hired(), Return, "2026-12-01", Err(EmploymentRefusal::NotOnLeave)),
            (away, Leave, "2026-12-01", Err(EmploymentRefusal::AlreadyOnLeave)),
            (away, Return, "2026-11-02", Err(EmploymentRefusal::ReturnBeforeLeave)),
            (away, Return, "2026-11-03", Ok(())),
            (leaving, Leave, "2027-01-01", Err(EmploymentRefusal::AfterEnd)),
            (leaving, Leave, "2026-12-31", Ok(())),
        ] {
            assert_eq!(dates.check(change, day(on), today), answer, "{change:?} on {on}");
        }
    }
}

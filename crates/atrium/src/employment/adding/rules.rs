//! What a first employment must say. Pure: takes `today`.

use super::super::rules::{EmploymentRefusal, employee_code};
use super::NewJob;
use crate::shared::day::Day;

const MAX_ROLES: usize = 20;

pub(super) fn check_roles(count: usize) -> Result<(), EmploymentRefusal> {
    match count {
        0 => Err(EmploymentRefusal::NoRole),
        1..=MAX_ROLES => Ok(()),
        _ => Err(EmploymentRefusal::TooManyRoles),
    }
}

/// The employee code in the form we store.
pub(super) fn check_job(job: &NewJob, today: Day) -> Result<String, EmploymentRefusal> {
    let code = employee_code(&job.code)?;
    for (field, day) in [("dateOfBirth", job.born), ("hireDate", job.hired)] {
        if !day.is_in_range() {
            return Err(EmploymentRefusal::DateOutOfRange(field));
        }
    }
    if job.born > today {
        return Err(EmploymentRefusal::BornInFuture);
    }
    if job.hired <= job.born {
        return Err(EmploymentRefusal::HiredBeforeBirth);
    }
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::id::CompanyId;
    use jiff::civil::date;
    use uuid::Uuid;

    const TODAY: Day = Day(date(2026, 11, 16));

    fn job(code: &str, born: Day, hired: Day) -> NewJob {
        let company = CompanyId(Uuid::nil());
        NewJob { company, code: code.to_owned(), born, hired, pay_group: None, manager: None }
    }

    #[test]
    fn a_code_and_days_that_can_be_are_needed() {
        let (born, hired) = (Day(date(1990, 4, 23)), Day(date(2026, 12, 1)));
        assert_eq!(check_job(&job(" A \u{200b} 17 ", born, hired), TODAY), Ok("A 17".to_owned()));
        for (wrong, refusal) in [
            (job(" \u{200b}", born, hired), EmploymentRefusal::Required("employeeCode")),
            (job(&"x".repeat(101), born, hired), EmploymentRefusal::TooLong("employeeCode")),
            (job("1", Day(date(1899, 12, 31)), hired), EmploymentRefusal::DateOutOfRange("dateOfBirth")),
            (job("1", born, Day(date(2100, 1, 1))), EmploymentRefusal::DateOutOfRange("hireDate")),
            (job("1", TODAY.plus_days(1), Day(date(2027, 1, 1))), EmploymentRefusal::BornInFuture),
            (job("1", born, born), EmploymentRefusal::HiredBeforeBirth),
        ] {
            assert_eq!(check_job(&wrong, TODAY), Err(refusal), "{wrong:?}");
        }
        assert!(check_job(&job("1", TODAY, TODAY.plus_days(1)), TODAY).is_ok());
    }

    #[test]
    fn someone_begins_with_one_role_and_at_most_twenty() {
        assert_eq!(check_roles(0), Err(EmploymentRefusal::NoRole));
        assert_eq!((check_roles(1), check_roles(20)), (Ok(()), Ok(())));
        assert_eq!(check_roles(21), Err(EmploymentRefusal::TooManyRoles));
    }
}

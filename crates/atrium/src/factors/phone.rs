//! Turns phone numbers as people type them into E.164, if they're real numbers in a country the operator sends messages
//! to.

use super::FactorRefusal;
use crate::shared::problem::Problem;
use rlibphonenumber::enums::Region;
use rlibphonenumber::{PHONE_NUMBER_UTIL, PhoneNumberFormat, PhoneNumberType};

/// `countries` are ISO codes, such as US; a number without a country code is read as being in the first.
pub fn read(typed: &str, countries: &[String]) -> Result<String, Problem> {
    let invalid = || Problem::from(FactorRefusal::InvalidPhone);
    let allowed: Vec<Region> =
        countries.iter().filter_map(|code| Region::try_from(code.as_str()).ok()).collect();
    if typed.len() > 40 {
        return Err(invalid());
    }
    let number = PHONE_NUMBER_UTIL.parse(typed, allowed.first().copied()).map_err(|_| invalid())?;
    if !PHONE_NUMBER_UTIL.is_valid_number(&number) {
        return Err(invalid());
    }
    let read = PHONE_NUMBER_UTIL.format(&number, PhoneNumberFormat::E164).into_owned();
    // Someone earns money from each message to a premium number, no one reads messages at a toll-free one, and numbers
    // that follow a person or a company around end anywhere.
    const OTHERS: &[PhoneNumberType] = &[
        PhoneNumberType::PremiumRate,
        PhoneNumberType::TollFree,
        PhoneNumberType::SharedCost,
        PhoneNumberType::PersonalNumber,
        PhoneNumberType::Pager,
        PhoneNumberType::UAN,
        PhoneNumberType::VoiceMail,
    ];
    let kind = PHONE_NUMBER_UTIL.get_number_type(&number);
    if OTHERS.contains(&kind) || is_976(&read) {
        return Err(FactorRefusal::PhoneNotPersonal.into());
    }
    let region = PHONE_NUMBER_UTIL.get_region_for_number(&number);
    if !region.is_some_and(|region| allowed.contains(&region)) {
        return Err(FactorRefusal::CountryNotAllowed.into());
    }
    Ok(read)
}

/// In North America, exchange 976 costs extra in every area code, like 900 does everywhere.
fn is_976(number: &str) -> bool {
    number.strip_prefix("+1").is_some_and(|rest| rest.get(3..6) == Some("976"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_people_type_it_and_kept_in_one_form() {
        let us = ["US".to_owned()];
        for typed in ["+1 503 555 0123", "(503) 555-0123", "503.555.0123", "+15035550123"] {
            assert_eq!(read(typed, &us).unwrap(), "+15035550123", "{typed}");
        }
    }

    #[test]
    fn what_is_no_number_or_not_of_an_allowed_country_is_refused() {
        let us = ["US".to_owned()];
        for typed in ["", "hello", "123", "+1 123", &"5".repeat(50)] {
            assert_eq!(read(typed, &us).unwrap_err().code(), "INVALID_PHONE", "{typed}");
        }
        for typed in
            ["+1 900 555 0123", "+1 800 555 0123", "(888) 555-0123", "+1 503 976 1234", "+1 500 555 0006"]
        {
            assert_eq!(read(typed, &us).unwrap_err().code(), "PHONE_NOT_PERSONAL", "{typed}");
        }
        assert_eq!(read("+1 503 555 0976", &us).unwrap(), "+15035550976");
        assert_eq!(read("+49 30 901820", &us).unwrap_err().code(), "COUNTRY_NOT_ALLOWED");
        assert_eq!(read("+49 30 901820", &["US".to_owned(), "DE".to_owned()]).unwrap(), "+4930901820");
    }
}

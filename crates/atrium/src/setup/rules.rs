//! What the first administrator must enter, and in what form. Pure.

use crate::shared::names::is_own_username;
use crate::shared::refusal::refusals;
use crate::shared::time_zone;
use serde::Deserialize;

const MAX_NAME_CHARS: usize = 100;
const MAX_ADDRESS_CHARS: usize = 254;

/// The form as typed.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SetupForm {
    pub tenant_name: String,
    pub company_name: String,
    pub time_zone: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub username: String,
    pub password: String,
}

impl SetupForm {
    /// What the password must not contain.
    pub(super) fn context(&self) -> [&str; 6] {
        [
            &self.tenant_name,
            &self.company_name,
            &self.first_name,
            &self.last_name,
            &self.email,
            &self.username,
        ]
        .map(String::as_str)
    }
}

/// The form without stray spaces and control characters, or the first problem with it.
pub(super) fn checked(typed: SetupForm) -> Result<SetupForm, SetupRefusal> {
    let given = checked_without_password(typed)?;
    if given.password.is_empty() {
        return Err(SetupRefusal::Required("password"));
    }
    Ok(given)
}

/// Likewise, for someone who chooses their password by an invitation.
pub(super) fn checked_without_password(typed: SetupForm) -> Result<SetupForm, SetupRefusal> {
    let name = |text: &str, field| text_of(text, field, MAX_NAME_CHARS);
    let given = SetupForm {
        tenant_name: name(&typed.tenant_name, "tenantName")?,
        company_name: name(&typed.company_name, "companyName")?,
        time_zone: zone_of(&name(&typed.time_zone, "timeZone")?)?,
        first_name: name(&typed.first_name, "firstName")?,
        last_name: name(&typed.last_name, "lastName")?,
        email: text_of(&typed.email, "email", MAX_ADDRESS_CHARS)?,
        username: name(&typed.username, "username")?,
        password: typed.password,
    };
    if given.email.parse::<lettre::Address>().is_err() {
        return Err(SetupRefusal::InvalidEmail);
    }
    if given.username.contains(char::is_whitespace) {
        return Err(SetupRefusal::InvalidUsername);
    }
    if !is_own_username(&given.username, &given.email) {
        return Err(SetupRefusal::ForeignUsername);
    }
    Ok(given)
}

refusals! {
    pub(super) enum SetupRefusal {
        Required(field) = "REQUIRED": "This field is required.",
        TooLong(field) = "TOO_LONG": "This is too long.",
        InvalidEmail = "INVALID_EMAIL" at "email": "Enter a valid email address.",
        InvalidUsername = "INVALID_USERNAME" at "username": "A username can't contain spaces.",
        ForeignUsername = "INVALID_USERNAME" at "username":
            "A username with an @ must be the person's own email address. Enter another one.",
        TenantExists = "TENANT_EXISTS" at "tenantName": "There is already a tenant with this name.",
        UsernameTaken = "USERNAME_TAKEN" at "username": "Someone else uses this username.",
        InvalidTimeZone = "INVALID_TIME_ZONE" at "timeZone": "That time zone doesn't exist.",
    }
}

/// A tenant's name in the form we store.
pub(super) fn tenant_name(typed: &str) -> Result<String, SetupRefusal> {
    text_of(typed, "tenantName", MAX_NAME_CHARS)
}

fn text_of(text: &str, field: &'static str, longest: usize) -> Result<String, SetupRefusal> {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    let text = text.trim();
    if text.is_empty() {
        return Err(SetupRefusal::Required(field));
    }
    if text.chars().count() > longest {
        return Err(SetupRefusal::TooLong(field));
    }
    Ok(text.to_owned())
}

/// The IANA name, spelled as in the list.
fn zone_of(text: &str) -> Result<String, SetupRefusal> {
    time_zone::named(text).ok_or(SetupRefusal::InvalidTimeZone)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn typed() -> SetupForm {
        let text = str::to_owned;
        SetupForm {
            tenant_name: text(" Cedar Group "),
            company_name: text("Cedar\nOutfitters"),
            time_zone: text("america/los_angeles"),
            first_name: text("Grace"),
            last_name: text("O'Neil"),
            email: text("grace@cedar.example"),
            username: text("grace"),
            password: text("x"),
        }
    }

    #[test]
    fn what_was_typed_is_cleaned() {
        let given = checked(typed()).unwrap();
        assert_eq!(given.tenant_name, "Cedar Group");
        assert_eq!(given.company_name, "CedarOutfitters");
        assert_eq!(given.time_zone, "America/Los_Angeles");
    }

    #[test]
    fn the_first_thing_that_is_wrong_is_named_with_its_field() {
        let with = |change: fn(&mut SetupForm)| {
            let mut typed = typed();
            change(&mut typed);
            let problem = checked(typed).err().expect("it is refused");
            (problem.code(), problem.field().expect("it names a field"))
        };
        assert_eq!(with(|typed| typed.tenant_name = "  ".into()), ("REQUIRED", "tenantName"));
        assert_eq!(with(|typed| typed.company_name = "x".repeat(101)), ("TOO_LONG", "companyName"));
        assert_eq!(with(|typed| typed.time_zone = "Moon/Base".into()), ("INVALID_TIME_ZONE", "timeZone"));
        assert_eq!(with(|typed| typed.email = "grace at cedar".into()), ("INVALID_EMAIL", "email"));
        assert_eq!(with(|typed| typed.username = "gra ce".into()), ("INVALID_USERNAME", "username"));
        assert_eq!(with(|typed| typed.username = "x@cedar.example".into()), ("INVALID_USERNAME", "username"));
        let own = SetupForm { username: "Grace@Cedar.example".into(), ..typed() };
        assert!(checked(own).is_ok(), "one's own address");
        assert_eq!(with(|typed| typed.password = String::new()), ("REQUIRED", "password"));
    }
}

//! What a well-formed list of applications is, which of them a person may open, and what a lookup means.

use crate::shared::id::ApplicationId;
use crate::shared::refusal::refusals;
use serde::Serialize;
use url::Url;

pub(super) const CODES: [&str; 5] = ["PAY", "TAX", "HR", "HCM", "TIME"];
const PAYROLL: &str = "PAY";
/// Web only, web and desktop, and the one that hides the tile.
const EVOLUTION_ROLES: [&str; 3] =
    ["Evolution Payroll Access", "Complete Evolution Access", "No Payroll Tile"];

const MAX_TEXT_CHARS: usize = 100;
const MAX_ADDRESS_CHARS: usize = 500;
pub(super) const MAX_FOUND: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Application {
    pub id: ApplicationId,
    pub code: String,
    pub name: String,
    pub path: String,
    pub client_id: String,
    pub target_url: String,
    /// Its price and the tenant's plan for it, in plain words.
    pub pricing: Option<String>,
    pub plan: Option<String>,
}

/// A change to the list as submitted, based on one version of it.
#[derive(Clone, Debug)]
pub struct ListChange {
    pub version: i64,
    pub title: Option<String>,
    pub entries: Vec<EntryChange>,
}

/// Fields that aren't set stay as they are.
#[derive(Clone, Debug, Default)]
pub struct EntryChange {
    pub code: String,
    pub name: Option<String>,
    pub path: Option<String>,
    pub client_id: Option<String>,
    pub target_url: Option<String>,
    /// An empty one removes it.
    pub pricing: Option<String>,
    pub plan: Option<String>,
}

refusals! {
    pub enum ApplicationRefusal {
        Required(field) = "REQUIRED": "This can't be empty.",
        TooLong(field) = "TOO_LONG": "This is too long.",
        UnknownCode = "UNKNOWN_APPLICATION" at "code": "There is no application with this code.",
        ClientIdStays = "CLIENT_ID_STAYS" at "clientId":
            "This application is connected, so its client ID can't change.",
        InvalidPath = "INVALID_PATH" at "path": "A path must start with a single slash.",
        TooManyIds = "TOO_MANY_IDS": "A header can list at most 100 IDs.",
        NotAChange = "INVALID_REQUEST": "Send the version and the changes as JSON.",
        NotALookup = "INVALID_REQUEST": "Send one lookup-string.",
        InvalidAddress = "INVALID_ADDRESS" at "targetUrl":
            "An address must be https:// and a host, or a path.",
    }
}

pub(super) fn is_evolution_role(name: &str) -> bool {
    EVOLUTION_ROLES.contains(&name)
}

/// Either web role shows the Evolution card; the role that hides it does so unless the person also has web and desktop.
pub(super) fn shows_evolution_card(roles: &[String]) -> bool {
    let [web, web_and_desktop, no_card] = EVOLUTION_ROLES.map(|name| roles.iter().any(|role| role == name));
    web_and_desktop || (web && !no_card)
}

/// That role hides the Payroll tile too, in the same way.
pub(super) fn hides_payroll<'a>(mut roles: impl Iterator<Item = &'a str> + Clone) -> bool {
    let [_, web_and_desktop, no_card] = EVOLUTION_ROLES;
    roles.clone().any(|role| role == no_card) && !roles.any(|role| role == web_and_desktop)
}

/// An Evolution user with neither web role.
pub(super) fn is_desktop_only(roles: &[String]) -> bool {
    let [web, web_and_desktop, no_card] = EVOLUTION_ROLES.map(|name| roles.iter().any(|role| role == name));
    no_card && !web && !web_and_desktop
}

/// The application widget is for people who look after identities, and for people with more than two applications, the
/// portal included.
pub(super) fn shows_widget(has_identity_permissions: bool, beside_the_portal: usize) -> bool {
    has_identity_permissions || beside_the_portal + 1 > 2
}

/// What is left for a person, depending on whether they may open payroll.
pub(super) fn openable(mut applications: Vec<Application>, may_open_payroll: bool) -> Vec<Application> {
    applications.retain(|application| is_openable(&application.code, may_open_payroll));
    applications
}

pub(super) fn is_openable(code: &str, may_open_payroll: bool) -> bool {
    may_open_payroll || code != PAYROLL
}

fn text(field: &'static str, given: &str) -> Result<String, ApplicationRefusal> {
    let kept: String = given.trim().chars().filter(|c| !c.is_control()).collect();
    match kept.chars().count() {
        0 => Err(ApplicationRefusal::Required(field)),
        1..=MAX_TEXT_CHARS => Ok(kept),
        _ => Err(ApplicationRefusal::TooLong(field)),
    }
}

fn words(
    field: &'static str,
    given: Option<String>,
    before: Option<String>,
) -> Result<Option<String>, ApplicationRefusal> {
    match given {
        None => Ok(before),
        Some(given) if given.trim().is_empty() => Ok(None),
        Some(given) => text(field, &given).map(Some),
    }
}

/// An application's price and plan are shown only if the tenant wants that.
pub(super) fn shown(mut application: Application, with_pricing: bool, with_plan: bool) -> Application {
    application.pricing = application.pricing.filter(|_| with_pricing);
    application.plan = application.plan.filter(|_| with_plan);
    application
}

pub(super) fn title(given: &str) -> Result<String, ApplicationRefusal> {
    text("applicationTitle", given)
}

/// A path on our own host: browsers take two slashes, or a backslash, as the start of another host.
fn is_path(given: &str) -> bool {
    let is_plain = !given.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\');
    given.starts_with('/') && !given.starts_with("//") && is_plain && given.len() <= MAX_ADDRESS_CHARS
}

fn is_address(given: &str) -> bool {
    let is_link = |url: Url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
    };
    is_path(given) || (given.len() <= MAX_ADDRESS_CHARS && Url::parse(given).is_ok_and(is_link))
}

/// An application after a change; `new_id` is for one that didn't exist.
pub(super) fn changed(
    there: Option<Application>,
    is_connected: bool,
    new_id: ApplicationId,
    change: EntryChange,
) -> Result<Application, ApplicationRefusal> {
    if there.is_none() && !CODES.contains(&change.code.as_str()) {
        return Err(ApplicationRefusal::UnknownCode);
    }
    let empty = String::new();
    let before = there.unwrap_or(Application {
        id: new_id,
        code: change.code,
        name: empty.clone(),
        path: empty.clone(),
        client_id: empty.clone(),
        target_url: empty,
        pricing: None,
        plan: None,
    });
    let known_client_id = before.client_id.clone();
    let after = Application {
        id: before.id,
        code: before.code,
        name: text("name", &change.name.unwrap_or(before.name))?,
        path: change.path.unwrap_or(before.path),
        client_id: text("clientId", &change.client_id.unwrap_or(before.client_id))?,
        target_url: change.target_url.unwrap_or(before.target_url),
        pricing: words("pricing", change.pricing, before.pricing)?,
        plan: words("plan", change.plan, before.plan)?,
    };
    if is_connected && after.client_id != known_client_id {
        return Err(ApplicationRefusal::ClientIdStays);
    }
    if !is_path(&after.path) {
        return Err(ApplicationRefusal::InvalidPath);
    }
    if !is_address(&after.target_url) {
        return Err(ApplicationRefusal::InvalidAddress);
    }
    Ok(after)
}

/// Part of a company's name, ignoring case.
pub(super) struct Lookup(String);

impl Lookup {
    pub(super) fn parse(given: &str) -> Result<Lookup, ApplicationRefusal> {
        Ok(Lookup(text("lookup-string", given)?.to_lowercase()))
    }

    /// For LIKE on lowercase names. The databases fold case for ASCII only: any other letter matches any character
    /// there, and [`Lookup::is_in`] checks again.
    pub(super) fn pattern(&self) -> String {
        let mut pattern = String::from("%");
        for c in self.0.chars() {
            match c {
                '%' | '_' | '\\' => pattern.extend(['\\', c]),
                c if c.is_ascii() => pattern.push(c),
                _ => pattern.push('_'),
            }
        }
        pattern.push('%');
        pattern
    }

    pub(super) fn is_in(&self, name: &str) -> bool {
        name.to_lowercase().contains(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn pay() -> Application {
        Application {
            id: ApplicationId(Uuid::from_u128(1)),
            code: "PAY".into(),
            name: "Payroll".into(),
            path: "/payroll".into(),
            client_id: "evolution".into(),
            target_url: "https://payroll.example".into(),
            pricing: Some("$4.00 per employee per month".into()),
            plan: Some("Standard".into()),
        }
    }

    #[test]
    fn pricing_and_plan_are_shown_each_by_its_own_flag() {
        let seen = |pricing, plan| {
            let shown = shown(pay(), pricing, plan);
            (shown.pricing.is_some(), shown.plan.is_some())
        };
        for flags in [(true, true), (true, false), (false, true), (false, false)] {
            assert_eq!(seen(flags.0, flags.1), flags);
        }
    }

    #[test]
    fn an_empty_plan_is_taken_away_and_an_absent_one_stays() {
        let change = EntryChange {
            code: "PAY".into(),
            plan: Some(" ".into()),
            pricing: Some("a".repeat(101)),
            ..EntryChange::default()
        };
        assert_eq!(
            changed(Some(pay()), false, other(), change.clone()),
            Err(ApplicationRefusal::TooLong("pricing"))
        );
        let change = EntryChange { pricing: None, ..change };
        assert_eq!(changed(Some(pay()), false, other(), change), Ok(Application { plan: None, ..pay() }));
    }

    fn other() -> ApplicationId {
        ApplicationId(Uuid::from_u128(2))
    }

    #[test]
    fn what_a_change_does_not_name_stays() {
        let change = EntryChange { code: "PAY".into(), name: Some(" Pay ".into()), ..EntryChange::default() };
        assert_eq!(
            changed(Some(pay()), false, other(), change),
            Ok(Application { name: "Pay".into(), ..pay() })
        );
    }

    #[test]
    fn a_new_application_needs_all_its_parts_and_a_known_code() {
        let whole = EntryChange {
            code: "TAX".into(),
            name: Some("Taxes".into()),
            path: Some("/taxes".into()),
            client_id: Some("tax".into()),
            target_url: Some("/taxes".into()),
            ..EntryChange::default()
        };
        assert_eq!(changed(None, false, other(), whole.clone()).map(|row| row.id), Ok(other()));
        let without = |change: EntryChange| changed(None, false, other(), change).unwrap_err();
        assert_eq!(
            without(EntryChange { name: None, ..whole.clone() }),
            ApplicationRefusal::Required("name")
        );
        assert_eq!(
            without(EntryChange { client_id: None, ..whole.clone() }),
            ApplicationRefusal::Required("clientId")
        );
        assert_eq!(without(EntryChange { path: None, ..whole.clone() }), ApplicationRefusal::InvalidPath);
        assert_eq!(without(EntryChange { code: "pay".into(), ..whole }), ApplicationRefusal::UnknownCode);
    }

    #[test]
    fn a_connected_application_keeps_its_client_id() {
        let other_client =
            EntryChange { code: "PAY".into(), client_id: Some("other".into()), ..EntryChange::default() };
        let after = |is_connected| changed(Some(pay()), is_connected, other(), other_client.clone());
        assert_eq!(after(true), Err(ApplicationRefusal::ClientIdStays));
        assert_eq!(after(false).map(|row| row.client_id), Ok("other".to_owned()));
        let same = EntryChange { client_id: Some("evolution".into()), ..other_client.clone() };
        assert_eq!(changed(Some(pay()), true, other(), same), Ok(pay()));
    }

    #[test]
    fn h48_an_address_leads_to_a_host_over_http_or_stays_on_our_own() {
        for (address, is_good) in [
            ("https://payroll.example/start?x=1", true),
            ("http://localhost:9000", true),
            ("/payroll", true),
            ("//evil.example", false),
            ("/\\evil.example", false),
            ("javascript:alert(1)", false),
            ("data:text/html,x", false),
            ("https://user:secret@payroll.example", false),
            ("payroll", false),
            ("", false),
        ] {
            assert_eq!(is_address(address), is_good, "{address}");
        }
    }

    #[test]
    fn the_evolution_card_and_the_payroll_tile_follow_the_roles() {
        let [web, both, none] = EVOLUTION_ROLES;
        for (roles, shows, desktop_only, hides) in [
            (vec![], false, false, false),
            (vec![web], true, false, false),
            (vec![both], true, false, false),
            (vec![none], false, true, true),
            (vec![web, none], false, false, true),
            (vec![both, none], true, false, false),
            (vec![web, both, none], true, false, false),
        ] {
            assert_eq!(hides_payroll(roles.iter().copied()), hides, "{roles:?}");
            let roles: Vec<String> = roles.into_iter().map(str::to_owned).collect();
            assert_eq!(
                (shows_evolution_card(&roles), is_desktop_only(&roles)),
                (shows, desktop_only),
                "{roles:?}"
            );
        }
    }

    #[test]
    fn the_widget_is_for_identities_or_more_than_two_applications() {
        for (identity, beside, shows) in
            [(false, 0, false), (false, 1, false), (false, 2, true), (true, 0, true)]
        {
            assert_eq!(shows_widget(identity, beside), shows, "{identity} {beside}");
        }
    }

    #[test]
    fn payroll_is_taken_from_employees_without_the_permission() {
        let tax = Application { code: "TAX".into(), ..pay() };
        let codes =
            |may| openable(vec![pay(), tax.clone()], may).into_iter().map(|row| row.code).collect::<Vec<_>>();
        assert_eq!(codes(false), ["TAX"]);
        assert_eq!(codes(true), ["PAY", "TAX"]);
    }

    #[test]
    fn a_lookup_is_a_part_of_the_name_in_any_case_and_no_pattern() {
        let lookup = |text| Lookup::parse(text).map_err(|_| ());
        assert_eq!(lookup("50%_").unwrap().pattern(), "%50\\%\\_%");
        assert_eq!(lookup("Año").unwrap().pattern(), "%a_o%");
        assert!(lookup("AÑO").unwrap().is_in("Buen Año"));
        assert!(!lookup("AÑO").unwrap().is_in("Amo"));
        assert!(lookup("  ").is_err());
    }
}

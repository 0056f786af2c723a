//! What a company's active vendors turn on, and where a launch leads.

use crate::shared::vendor::Vendor;
use url::Url;

/// Everything in the portal that depends on vendors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switches {
    /// A vendor's clock, or our own.
    pub time_clock: bool,
    pub manager_time_clock: bool,
    /// Offers on the home page.
    pub carousel: bool,
    /// The schedule from time and attendance, or from our own clock.
    pub calendar: bool,
    /// Where people manage their hours; this also stays open during maintenance.
    pub time_and_attendance: Option<Vendor>,
    /// Pay before payday.
    pub early_wage_access: Option<Vendor>,
    /// These aren't marketplace tiles.
    pub hr_vendors: Vec<Vendor>,
    /// The company's people reach their hours through the midmarket portal, no matter who tracks them.
    pub midmarket_redirect: Option<Vendor>,
    pub marketplace: Vec<Vendor>,
}

/// What a marketplace tile is about.
pub(super) fn area(vendor: Vendor) -> Option<&'static str> {
    match vendor {
        Vendor::ZayZoon => Some("pay"),
        Vendor::Equifax => Some("verification"),
        _ => None,
    }
}

/// `active` in any order; the result is in the order of the vendor list.
pub(super) fn switches(active: &[Vendor], has_own_clock: bool) -> Switches {
    let has = |vendor: Vendor| active.contains(&vendor).then_some(vendor);
    let those = |is: fn(Vendor) -> bool| -> Vec<Vendor> {
        Vendor::ALL.iter().copied().filter(|vendor| active.contains(vendor) && is(*vendor)).collect()
    };
    let marketplace = those(|vendor| area(vendor).is_some());
    let midmarket = has(Vendor::MidMarket);
    let has_clock = has_own_clock || active.iter().any(|vendor| vendor.keeps_time_cards());
    Switches {
        time_clock: has_clock,
        manager_time_clock: has_clock,
        carousel: !marketplace.is_empty(),
        calendar: has_own_clock || has(Vendor::Asureforce).or(midmarket).is_some(),
        time_and_attendance: midmarket.or(has(Vendor::Asureforce)).or(has(Vendor::SwipeClock)),
        early_wage_access: has(Vendor::ZayZoon),
        hr_vendors: those(Vendor::is_for_hr),
        midmarket_redirect: midmarket,
        marketplace,
    }
}

/// Whether a catalog page or card may be there at all; those that don't depend on a vendor may.
pub(super) fn opens(switches: &Switches, feature_id: &str) -> bool {
    match feature_id {
        "marketplace" | "Carousel" => switches.carousel,
        "Manager_timeClock" => switches.manager_time_clock,
        "TimeClock" => switches.time_clock,
        "Schedule" => switches.calendar,
        "HRServicesCard" => !switches.hr_vendors.is_empty(),
        _ => true,
    }
}

/// The vendor's page with a one-time code: for the second version, the site's openid login path; otherwise its base.
pub(super) fn launch_url(base: &str, is_second_version: bool, code: &str) -> Option<String> {
    let mut url = Url::parse(base).ok()?;
    if is_second_version {
        url.path_segments_mut().ok()?.pop_if_empty().extend(["openid", "login"]);
        url.query_pairs_mut().append_pair("code", code);
    } else {
        url.query_pairs_mut().append_pair("access_id", code);
    }
    Some(url.into())
}

/// A vendor's base is https and a host, without credentials or fragment; plain HTTP is only for this machine.
pub fn is_base(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| {
        let is_here = matches!(url.host_str(), Some("localhost" | "127.0.0.1"));
        (url.scheme() == "https" || (url.scheme() == "http" && is_here))
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none()
            && !text.contains(char::is_whitespace)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_vendor_switches_on_what_is_its_own() {
        let none = switches(&[], false);
        assert_eq!(
            none,
            Switches {
                time_clock: false,
                manager_time_clock: false,
                carousel: false,
                calendar: false,
                time_and_attendance: None,
                early_wage_access: None,
                hr_vendors: vec![],
                midmarket_redirect: None,
                marketplace: vec![],
            }
        );
        let clock = |switches: &Switches| (switches.time_clock, switches.manager_time_clock);
        for vendor in Vendor::ALL {
            let on = switches(&[*vendor], false);
            let keeps = matches!(vendor, Vendor::SwipeClock | Vendor::Asureforce);
            assert_eq!(clock(&on), (keeps, keeps), "{vendor:?}");
            let leads = keeps || *vendor == Vendor::MidMarket;
            assert_eq!(on.time_and_attendance.is_some(), leads, "{vendor:?}");
            assert_eq!(on.calendar, leads && *vendor != Vendor::SwipeClock, "{vendor:?}");
            assert_eq!(on.carousel, matches!(vendor, Vendor::ZayZoon | Vendor::Equifax), "{vendor:?}");
            assert_eq!(on.carousel, !on.marketplace.is_empty(), "{vendor:?}");
            assert_eq!(on.early_wage_access.is_some(), *vendor == Vendor::ZayZoon, "{vendor:?}");
            assert_eq!(on.midmarket_redirect.is_some(), *vendor == Vendor::MidMarket, "{vendor:?}");
            assert_eq!(
                !on.hr_vendors.is_empty(),
                matches!(vendor, Vendor::Mineral | Vendor::Ahr),
                "{vendor:?}"
            );
        }
        let own = switches(&[], true);
        assert_eq!(
            (clock(&own), own.calendar),
            ((true, true), true),
            "our own clock is one, and has a schedule"
        );
        let through = switches(Vendor::ALL, false).time_and_attendance;
        assert_eq!(through, Some(Vendor::MidMarket), "the portal leads on to whoever keeps the hours");
    }

    #[test]
    fn pages_and_cards_that_need_a_vendor_are_closed_without_one() {
        let (none, all) = (switches(&[], false), switches(Vendor::ALL, false));
        for feature in
            ["marketplace", "Carousel", "Manager_timeClock", "TimeClock", "Schedule", "HRServicesCard"]
        {
            assert!(!opens(&none, feature), "{feature}");
            assert!(opens(&all, feature), "{feature}");
        }
        assert!(opens(&none, "pay"));
    }

    #[test]
    fn a_launch_goes_to_the_openid_login_of_the_second_version_and_to_the_base_of_the_first() {
        let url = |base, second| launch_url(base, second, "c/1").unwrap();
        assert_eq!(url("https://time.example.com", false), "https://time.example.com/?access_id=c%2F1");
        assert_eq!(
            url("https://time.example.com/site/", true),
            "https://time.example.com/site/openid/login?code=c%2F1"
        );
        assert_eq!(url("https://x.example/a?b=1", false), "https://x.example/a?b=1&access_id=c%2F1");
    }

    #[test]
    fn h48_a_vendors_address_is_https_and_a_host() {
        for (text, is_good) in [
            ("https://time.example.com/cedar", true),
            ("http://localhost:4000", true),
            ("http://time.example.com", false),
            ("javascript:alert(1)", false),
            ("https://user:secret@time.example.com", false),
            ("https://time.example.com/#x", false),
            ("/time", false),
        ] {
            assert_eq!(is_base(text), is_good, "{text}");
        }
    }

    proptest! {
        #[test]
        fn another_vendor_never_switches_anything_off(chosen in proptest::collection::vec(0..7usize, 0..7), more in 0..7usize, own in any::<bool>()) {
            let vendors: Vec<Vendor> = chosen.iter().map(|at| Vendor::ALL[*at]).collect();
            let before = switches(&vendors, own);
            let after = switches(&[vendors, vec![Vendor::ALL[more]]].concat(), own);
            prop_assert!(!before.time_clock || after.time_clock);
            prop_assert!(!before.carousel || after.carousel);
            prop_assert!(!before.calendar || after.calendar);
            prop_assert!(before.time_and_attendance.is_none() || after.time_and_attendance.is_some());
            prop_assert!(before.marketplace.iter().all(|vendor| after.marketplace.contains(vendor)));
            prop_assert!(before.hr_vendors.iter().all(|vendor| after.hr_vendors.contains(vendor)));
        }
    }
}

//! What an administrator may say about an application, field by field.

use super::*;

fn code_of<T>(result: Result<T, HostApplicationRefusal>) -> &'static str {
    result.map_or_else(HostApplicationRefusal::code, |_| "fine")
}

#[test]
fn a_redirect_uri_is_https_in_full_and_kept_as_written() {
    let check = |uri: &str| code_of(redirect_uris("redirectUris", &[uri.to_owned()], true));
    for (uri, code) in [
        ("https://payroll.example.com/callback", "fine"),
        ("https://payroll.example.com:8443/cb?tenant=1", "fine"),
        ("http://localhost:3000/cb", "fine"),
        ("http://127.0.0.1/cb", "fine"),
        ("http://[::1]:3000/cb", "fine"),
        ("http://payroll.example.com/cb", "REDIRECT_NOT_HTTPS"),
        ("http://localhost.evil.example/cb", "REDIRECT_NOT_HTTPS"),
        ("com.payroll.app://cb", "REDIRECT_NOT_HTTPS"),
        ("javascript:alert(1)", "REDIRECT_INVALID"),
        ("https://*.example.com/cb", "REDIRECT_WILDCARD"),
        ("https://payroll.example.com/*", "REDIRECT_WILDCARD"),
        ("https://payroll.example.com/cb#", "REDIRECT_FRAGMENT"),
        ("https://payroll.example.com/cb#x", "REDIRECT_FRAGMENT"),
        ("https://me:secret@payroll.example.com/cb", "REDIRECT_INVALID"),
        ("https://payroll.example.com\\@evil.example/", "REDIRECT_INVALID"),
        ("https://payroll.example.com/a b", "REDIRECT_INVALID"),
        ("payroll.example.com/cb", "REDIRECT_INVALID"),
        ("/callback", "REDIRECT_INVALID"),
        ("", "REQUIRED"),
    ] {
        assert_eq!(check(uri), code, "{uri}");
    }
    let given = ["https://A.example/cb", " https://A.example/cb ", "https://a.example/cb"].map(str::to_owned);
    let kept = redirect_uris("redirectUris", &given, true).unwrap();
    assert_eq!(kept, ["https://A.example/cb", "https://a.example/cb"], "compared as written");
    let many: Vec<String> = (0..21).map(|n| format!("https://a.example/{n}")).collect();
    assert_eq!(code_of(redirect_uris("redirectUris", &many, true)), "REDIRECTS_TOO_MANY");
    assert_eq!(redirect_uris("postLogoutRedirectUris", &[], false), Ok(vec![]));
    let long = format!("https://a.example/{}", "x".repeat(500));
    assert_eq!(
        redirect_uris("redirectUris", &[long], true),
        Err(HostApplicationRefusal::TooLong("redirectUris"))
    );
}

/// Whatever is accepted is a whole HTTPS address, or one on this machine, that a browser reads in only one way.
#[test]
fn no_redirect_uri_leads_elsewhere_than_it_seems() {
    let parts = [
        "https://",
        "http://",
        "//",
        "a.example",
        "localhost",
        "@",
        "*",
        "#",
        "\\",
        "/",
        "?x=1",
        ":8443",
        " ",
        "%2e",
        "..",
    ];
    let mut seed = 7_u64;
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut uri = String::new();
        for _ in 0..5 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            uri.push_str(parts[usize::try_from(seed >> 33).unwrap() % parts.len()]);
        }
        let Ok(kept) = redirect_uris("redirectUris", &[uri.clone()], true) else { continue };
        accepted += 1;
        let url = Url::parse(&kept[0]).unwrap();
        assert!(is_web(&url) && url.username().is_empty() && url.fragment().is_none(), "{uri}");
        assert!(!kept[0].contains(['*', '#', '\\', ' ']), "{uri}");
        assert_eq!(kept[0], uri.trim(), "kept as written");
    }
    assert!(accepted > 50, "{accepted}");
}

#[test]
fn a_code_is_written_in_capital_letters() {
    assert_eq!(code(" pay "), Ok("PAY".to_owned()));
    assert_eq!(code("LEARN_2"), Ok("LEARN_2".to_owned()));
    for bad in ["P", "2PAY", "PAY ROLL", "PÄY", "A23456789012345678901"] {
        assert_eq!(code(bad), Err(HostApplicationRefusal::InvalidCode), "{bad}");
    }
    assert_eq!(code(" "), Err(HostApplicationRefusal::Required("code")));
}

#[test]
fn an_address_and_a_path_stay_where_they_say() {
    for (address, is_good) in [
        ("https://payroll.example.com/start?x=1", true),
        ("http://localhost:9000", true),
        ("http://payroll.example.com", false),
        ("https://me@payroll.example.com", false),
        ("https://payroll.example.com/#x", false),
        ("/payroll", false),
        ("javascript:alert(1)", false),
    ] {
        assert_eq!(target_url(address).is_ok(), is_good, "{address}");
    }
    assert_eq!(path(""), Ok("/".to_owned()));
    for bad in ["payroll", "//evil.example", "/\\evil.example", "/a b"] {
        assert_eq!(path(bad), Err(HostApplicationRefusal::InvalidPath), "{bad}");
    }
}

#[test]
fn only_known_claims_are_given_each_once() {
    let list = |claims: &[&str]| claims.iter().map(|claim| (*claim).to_owned()).collect::<Vec<_>>();
    assert_eq!(claims(&list(&["email", "name", "email"])), Ok(list(&["name", "email"])));
    for unknown in ["annual_salary", "sub", "Email", ""] {
        assert_eq!(claims(&list(&["name", unknown])), Err(HostApplicationRefusal::UnknownClaim), "{unknown}");
    }
}

#[test]
fn the_place_that_is_told_may_be_called() {
    let check =
        |uri: &str| logout_uri(uri, |url| url.scheme() == "https" && url.host_str() != Some("10.0.0.1"));
    assert_eq!(check(" "), Ok(None));
    assert_eq!(check("https://a.example/logout"), Ok(Some("https://a.example/logout".to_owned())));
    for bad in [
        "http://a.example/",
        "https://10.0.0.1/",
        "https://a.example/#x",
        "https://me@a.example/",
        "a.example",
    ] {
        assert_eq!(check(bad), Err(HostApplicationRefusal::LogoutUri), "{bad}");
    }
}

const KEY: &str = r#"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0","kid":"1"}"#;

#[test]
fn keys_are_public_ones_for_signing() {
    let set = |keys: &str| proof("key", &format!("{{\"keys\":[{keys}]}}"), None);
    assert!(matches!(set(KEY), Ok(ClientProof::Key(kept)) if kept.contains("\"kid\":\"1\"")));
    let private = KEY.replace("\"kid\"", "\"d\":\"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI\",\"kid\"");
    assert_eq!(set(&private), Err(HostApplicationRefusal::KeysPrivate));
    assert_eq!(set(r#"{"kty":"oct","k":"c2VjcmV0"}"#), Err(HostApplicationRefusal::KeysPrivate));
    let weak = format!(r#"{{"kty":"RSA","n":"{}","e":"AQAB"}}"#, "u".repeat(171));
    let for_encryption = KEY.replace("\"kid\"", "\"use\":\"enc\",\"kid\"");
    for bad in ["", "{}", weak.as_str(), for_encryption.as_str(), r#"{"kty":"EC","crv":"P-256","x":"f83O"}"#]
    {
        assert_eq!(set(bad), Err(HostApplicationRefusal::KeysInvalid), "{bad}");
    }
    assert_eq!(proof("key", "nothing", None), Err(HostApplicationRefusal::KeysInvalid));
    assert_eq!(proof("key", " ", None), Err(HostApplicationRefusal::Required("jwks")));
    assert_eq!(proof("key", " ", Some("kept")), Ok(ClientProof::Key("kept".to_owned())));
    assert_eq!(proof("secret", KEY, Some("kept")), Ok(ClientProof::Secret));
    assert_eq!(proof("none", "", None), Err(HostApplicationRefusal::UnknownAuth));
}

#[test]
fn a_client_id_is_plain_or_ours_to_make() {
    assert_eq!(client_id(" "), Ok(None));
    assert_eq!(client_id("cedar-payroll.1_x"), Ok(Some("cedar-payroll.1_x".to_owned())));
    for bad in ["ab", "a b c", "a:b:c", "ünïque"] {
        assert_eq!(client_id(bad), Err(HostApplicationRefusal::ClientIdInvalid), "{bad}");
    }
}

use super::*;

fn with(environment: &[(&str, &str)]) -> Result<Settings, BadSetting> {
    Settings::load(None, environment.iter().map(|(k, v)| (k.to_string(), v.to_string())), &[])
}

#[test]
fn the_host_says_which_environment_it_is() {
    for (url, is) in [
        ("http://localhost:8080", "local"),
        ("http://127.0.0.1:1", "local"),
        ("https://dev.portal.example.com", "development"),
        ("https://portal-dev.example.com", "development"),
        ("https://staging.example.com/", "staging"),
        ("https://portal.example.com", "production"),
        ("https://portal.example.dev", "production"),
        ("https://devices.example.com", "production"),
    ] {
        assert_eq!(environment(url.split("://").nth(1).unwrap()), is, "{url}");
    }
}

#[test]
fn the_defaults_are_valid_and_the_environment_overrides_them() {
    let settings =
        with(&[("ATRIUM_LISTEN", "[::1]:9000"), ("HOME", "/"), ("ATRIUM_TEST_POSTGRES", "x")]).unwrap();
    assert_eq!(settings.listen.port(), 9000);
    assert_eq!(settings.database_url.expose_secret(), "sqlite:data/atrium.db");
    assert_eq!(settings.shutdown_deadline, Duration::from_secs(15));
}

#[test]
fn a_bad_setting_is_one_line_that_names_it_and_its_source() {
    for (name, value, line) in [
        (
            "ATRIUM_LISTEN",
            "here",
            "setting listen (from ATRIUM_LISTEN) must be an address and a port, such as 127.0.0.1:8080",
        ),
        (
            "ATRIUM_PUBLIC_URL",
            "ftp://x",
            "setting public_url (from ATRIUM_PUBLIC_URL) must be http:// or https:// and a host, with no path",
        ),
        (
            "ATRIUM_DATABASE_URL",
            "mysql://x",
            "setting database_url (from ATRIUM_DATABASE_URL) must be sqlite:PATH or postgres://…",
        ),
        (
            "ATRIUM_BODY_LIMIT_BYTES",
            "much",
            "setting body_limit_bytes (from ATRIUM_BODY_LIMIT_BYTES) must be a whole number, not \"much\"",
        ),
        (
            "ATRIUM_BODY_LIMIT_BYTES",
            "3",
            "setting body_limit_bytes (from ATRIUM_BODY_LIMIT_BYTES) must be between 1024 and 16777216",
        ),
        (
            "ATRIUM_SIGNING_ALGORITHM",
            "HS256",
            "setting signing_algorithm (from ATRIUM_SIGNING_ALGORITHM) must be ES256 or RS256",
        ),
        ("ATRIUM_LOG_FORMAT", "xml", "setting log_format (from ATRIUM_LOG_FORMAT) must be json or text"),
        (
            "ATRIUM_SMS_COUNTRIES",
            "US, ZZZ",
            "setting sms_countries (from ATRIUM_SMS_COUNTRIES) must be two-letter country codes, such as US, separated by commas",
        ),
        (
            "ATRIUM_COLOUR",
            "red",
            "there is no setting colour (from ATRIUM_COLOUR); config.default.toml lists them all",
        ),
    ] {
        assert_eq!(with(&[(name, value)]).err(), Some(BadSetting(line.into())));
    }
}

#[test]
fn a_bucket_needs_keys_and_tls_and_shows_neither_key() {
    let bucket = |more: &[(&str, &str)]| {
        let set = [
            ("ATRIUM_FILES_BUCKET", "uploads"),
            ("ATRIUM_FILES_ACCESS_KEY", "canary-access"),
            ("ATRIUM_FILES_SECRET_KEY", "canary-secret"),
        ];
        with(&[set.as_slice(), more].concat()).map(|settings| settings.files_bucket.unwrap().endpoint)
    };
    assert!(with(&[]).unwrap().files_bucket.is_none());
    for endpoint in ["", "https://s3.example.com", "http://127.0.0.1:9000", "http://localhost:9000"] {
        assert_eq!(bucket(&[("ATRIUM_FILES_ENDPOINT", endpoint)]).as_deref(), Ok(endpoint));
    }
    let named = [("ATRIUM_FILES_ENDPOINT", "http://minio:9000"), ("ATRIUM_OUTBOUND_ALLOWED_HOSTS", "minio")];
    assert!(bucket(&named).is_ok());
    for (setting, value) in [
        ("ATRIUM_FILES_ENDPOINT", "http://minio:9000"),
        ("ATRIUM_FILES_ENDPOINT", "ftp://x"),
        ("ATRIUM_FILES_ACCESS_KEY", ""),
        ("ATRIUM_FILES_SECRET_KEY", ""),
        ("ATRIUM_FILES_REGION", ""),
    ] {
        let BadSetting(line) = bucket(&[(setting, value)]).unwrap_err();
        assert!(line.contains(&setting["ATRIUM_".len()..].to_lowercase()), "{line}");
        assert!(!line.contains("canary"), "{line}");
    }
}

#[test]
fn a_language_model_needs_a_name_and_tls_and_its_key_may_be_in_a_file() {
    let model = |more: &[(&str, &str)]| {
        let set =
            [("ATRIUM_ASSISTANT_URL", "https://models.example.com/v1"), ("ATRIUM_ASSISTANT_MODEL", "m")];
        with(&[set.as_slice(), more].concat()).map(|settings| settings.assistant_model.unwrap())
    };
    assert!(with(&[]).unwrap().assistant_model.is_none());
    let inside =
        [("ATRIUM_ASSISTANT_URL", "http://models:8000/v1"), ("ATRIUM_OUTBOUND_ALLOWED_HOSTS", "models")];
    assert_eq!(model(&inside).ok().map(|found| found.url.port()), Some(Some(8000)));
    for (setting, value) in [
        ("ATRIUM_ASSISTANT_URL", "http://models:8000/v1"),
        ("ATRIUM_ASSISTANT_URL", "ftp://models.example.com"),
        ("ATRIUM_ASSISTANT_URL", "https://someone:canary@models.example.com/v1"),
        ("ATRIUM_ASSISTANT_URL", "https://models.example.com/v1?key=canary"),
        ("ATRIUM_ASSISTANT_URL", "models"),
        ("ATRIUM_ASSISTANT_MODEL", ""),
        ("ATRIUM_ASSISTANT_KEY_FILE", "/there/is/none"),
    ] {
        let Err(BadSetting(line)) = model(&[(setting, value)]) else { panic!("{setting}={value}") };
        assert!(line.contains(&setting["ATRIUM_".len()..].to_lowercase()), "{line}");
        assert!(!line.contains("canary"), "{line}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    std::fs::write(&path, "canary-key\n").unwrap();
    let file = ("ATRIUM_ASSISTANT_KEY_FILE", path.to_str().unwrap());
    assert_eq!(model(&[file]).ok().unwrap().key.expose_secret(), "canary-key");
    assert!(model(&[file, ("ATRIUM_ASSISTANT_KEY", "canary")]).is_err());
}

#[test]
fn a_file_overrides_the_defaults_and_is_checked_for_names_and_types() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("atrium.toml");
    for (text, ok) in
        [("listen = \"0.0.0.0:80\"", true), ("listen = 80", false), ("listen = \"x\"", false), ("=", false)]
    {
        std::fs::write(&path, text).unwrap();
        assert_eq!(Settings::load(Some(&path), [], &[]).is_ok(), ok, "{text}");
    }
}

#[test]
fn serving_needs_a_key_of_32_bytes() {
    assert!(with(&[]).unwrap().master_key().unwrap_err().0.contains("openssl rand -base64 32"));
    assert!(with(&[("ATRIUM_MASTER_KEY", "c2hvcnQ=")]).unwrap().master_key().is_err());
    let good = "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=";
    assert!(with(&[("ATRIUM_MASTER_KEY", good)]).unwrap().master_key().is_ok());
    let zeros = format!("{}=", "A".repeat(43));
    let refused = with(&[("ATRIUM_MASTER_KEY", &zeros)]).unwrap().master_key().unwrap_err();
    assert!(refused.0.contains("easy to guess") && refused.0.contains("openssl rand"), "{}", refused.0);
}

#[test]
fn files_to_import_are_left_in_one_place() {
    let place = |set: &[(&str, &str)]| with(set).map(|settings| settings.import_place);
    assert_eq!(place(&[]), Ok(None));
    let folder = ("ATRIUM_IMPORT_FOLDER", "/srv/imports");
    assert_eq!(place(&[folder]), Ok(Some(ImportPlace::Folder("/srv/imports".into()))));
    let prefix = ("ATRIUM_IMPORT_PREFIX", "imports/");
    assert!(place(&[prefix]).is_err() && place(&[folder, prefix]).is_err());
    let bucket = [
        ("ATRIUM_FILES_BUCKET", "uploads"),
        ("ATRIUM_FILES_ACCESS_KEY", "a"),
        ("ATRIUM_FILES_SECRET_KEY", "b"),
        prefix,
    ];
    assert_eq!(place(&bucket), Ok(Some(ImportPlace::Prefix("imports".to_owned()))));
}

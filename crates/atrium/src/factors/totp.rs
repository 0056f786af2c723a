//! Authenticator apps: six digits every thirty seconds (RFC 6238), with totp-rs.

use crate::shared::problem::Problem;
use jiff::Timestamp;
use qrcode::{Color, EcLevel, QrCode};
use totp_rs::{Builder, Secret, Totp};

/// What an app must scan, or what its owner must type into it.
pub struct TotpSecret {
    pub secret: String,
    pub uri: String,
    /// One SVG path of unit squares, and how many squares make a side.
    pub qr_path: String,
    pub qr_size: usize,
}

fn totp(secret: &[u8], username: &str) -> Totp {
    // The demo's secret, which all authenticator documentation uses, is shorter than the RFC wants.
    Builder::new()
        .with_secret(Secret::new(secret.into()))
        .with_skew(1)
        .with_issuer(Some("Atrium"))
        .with_account_name(username.replace(':', " "))
        .build_noncompliant()
}

/// The step a code belongs to: the current one, the one before or the one after.
pub(super) fn step_of(secret: &[u8], code: &str, now: Timestamp) -> Option<i64> {
    let seconds = u64::try_from(now.as_second()).ok()?;
    totp(secret, "").check(code, seconds).and_then(|step| i64::try_from(step).ok())
}

pub(super) fn setup(secret: &[u8], username: &str) -> Result<TotpSecret, Problem> {
    let totp = totp(secret, username);
    let uri = totp.to_url().map_err(|error| Problem::Internal(error.to_string()))?;
    let code = QrCode::with_error_correction_level(&uri, EcLevel::M)
        .map_err(|error| Problem::Internal(error.to_string()))?;
    let size = code.width();
    Ok(TotpSecret {
        qr_path: path(&code.into_colors(), size),
        secret: totp.secret().to_base32(),
        uri,
        qr_size: size,
    })
}

/// Turns each run of dark modules in a row into one rectangle.
fn path(modules: &[Color], size: usize) -> String {
    let mut path = String::new();
    for (y, row) in modules.chunks(size).enumerate() {
        let mut x = 0;
        while x < size {
            let run = row[x..].iter().take_while(|module| **module == Color::Dark).count();
            if run > 0 {
                path.push_str(&format!("M{x} {y}h{run}v1h-{run}z"));
            }
            x += run.max(1);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_are_those_of_the_rfc() {
        let secret = b"12345678901234567890";
        for (second, code) in [(59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")] {
            let now = Timestamp::from_second(second).unwrap();
            assert_eq!(step_of(secret, code, now), Some(second / 30));
            assert_eq!(step_of(secret, "000000", now), None);
        }
    }

    #[test]
    fn a_code_of_the_neighbouring_half_minutes_counts_and_an_older_one_does_not() {
        let secret = b"12345678901234567890";
        let at = |second| Timestamp::from_second(second).unwrap();
        assert_eq!(step_of(secret, "287082", at(89)), Some(1));
        assert_eq!(step_of(secret, "287082", at(29)), Some(1));
        assert_eq!(step_of(secret, "287082", at(90)), None);
    }

    #[test]
    fn secrets_are_written_as_apps_read_them() {
        let setup = setup(b"Hello!\xDE\xAD\xBE\xEF", "ana o'neil").unwrap();
        assert_eq!(setup.secret, "JBSWY3DPEHPK3PXP");
        assert!(
            setup.uri.starts_with("otpauth://totp/Atrium:ana%20o%27neil?secret=JBSWY3DPEHPK3PXP"),
            "{}",
            setup.uri
        );
        assert!(setup.uri.contains("issuer=Atrium"), "{}", setup.uri);
        assert!(setup.qr_size >= 21 && setup.qr_path.starts_with("M0 0h7v1h-7z"), "{}", setup.qr_path);
    }
}

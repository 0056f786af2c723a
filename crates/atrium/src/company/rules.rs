//! What can be a tenant's logo. Pure.

use crate::shared::refusal::refusals;

refusals! {
    pub(super) enum LogoRefusal {
        NotPng = "INVALID_LOGO": "A logo must be a PNG file.",
        TooLarge = "INVALID_LOGO": "A logo can be at most 32 KiB.",
        TooManyPixels = "INVALID_LOGO": "A logo can be at most 1024 pixels wide and high.",
    }
}

pub(super) const MAX_LOGO_BYTES: usize = 32 * 1024;
const MAX_LOGO_PIXELS: u32 = 1024;
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A PNG that fits in a header. A PNG can't run code; an SVG can.
pub(super) fn check_logo(png: &[u8]) -> Result<(), LogoRefusal> {
    let number = |at: usize| -> Option<u32> {
        png.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes)
    };
    if !png.starts_with(SIGNATURE) || png.get(12..16) != Some(b"IHDR") {
        return Err(LogoRefusal::NotPng);
    }
    if png.len() > MAX_LOGO_BYTES {
        return Err(LogoRefusal::TooLarge);
    }
    match (number(16), number(20)) {
        (Some(1..=MAX_LOGO_PIXELS), Some(1..=MAX_LOGO_PIXELS)) => Ok(()),
        _ => Err(LogoRefusal::TooManyPixels),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32, rest: usize) -> Vec<u8> {
        let mut bytes = [SIGNATURE, &[0, 0, 0, 13], b"IHDR"].concat();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.extend(vec![0; rest]);
        bytes
    }

    #[test]
    fn a_logo_is_a_png_that_a_header_can_carry() {
        assert!(check_logo(&png(240, 64, 100)).is_ok());
        assert!(check_logo(&png(1024, 1, MAX_LOGO_BYTES - 24)).is_ok());
        for bad in [
            png(240, 64, MAX_LOGO_BYTES),
            png(1025, 64, 10),
            png(240, 0, 10),
            b"<svg onload='alert(1)'/>".to_vec(),
            SIGNATURE.to_vec(),
            vec![],
        ] {
            assert_eq!(check_logo(&bad).unwrap_err().code(), "INVALID_LOGO");
        }
    }
}

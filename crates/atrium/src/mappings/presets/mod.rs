//! Mappings that come with the program, in the shape of layouts that vendors describe publicly.

use super::rules::Mapping;
use std::sync::LazyLock;

const TEXTS: &[&str] = &[
    include_str!("gusto-people.toml"),
    include_str!("adp-register.toml"),
    include_str!("paychex-deposits.toml"),
    include_str!("quickbooks-details.toml"),
];

static ALL: LazyLock<Vec<Mapping>> = LazyLock::new(|| {
    TEXTS.iter().map(|text| toml::from_str(text).expect("a test reads every preset")).collect()
});

pub fn presets() -> &'static [Mapping] {
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_reads_and_says_that_it_was_never_tried() {
        assert_eq!(presets().len(), 4);
        for preset in presets() {
            assert!(preset.note.contains("never tried on a real export"), "{}", preset.name);
        }
    }
}

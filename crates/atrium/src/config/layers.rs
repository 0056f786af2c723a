//! Where the settings' values come from, layer over layer, and reading one as what it is.

use super::{BadSetting, DEFAULTS};
use rlibphonenumber::enums::Region;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use toml::Value;

struct Setting {
    value: Value,
    source: String,
}

pub(super) struct Layers(BTreeMap<String, Setting>);

impl Layers {
    pub(super) fn defaults() -> Layers {
        let table: toml::Table = DEFAULTS.parse().expect("the built-in settings are valid");
        let own = |value| Setting { value, source: "the built-in defaults".to_owned() };
        Layers(table.into_iter().map(|(name, value)| (name, own(value))).collect())
    }

    pub(super) fn add_file(&mut self, path: &Path) -> Result<(), BadSetting> {
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| BadSetting(format!("cannot read the settings file {shown}: {error}")))?;
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            BadSetting(format!("the settings file {shown} is not valid TOML: {}", error.message()))
        })?;
        for (name, value) in table {
            let known = self.known(&name, &format!("{shown}"))?;
            if known.value.type_str() != value.type_str() {
                let (want, is) = (known.value.type_str(), value.type_str());
                return Err(BadSetting(format!(
                    "setting {name} in {shown} must be of type {want}, not {is}"
                )));
            }
            *known = Setting { value, source: format!("{shown}") };
        }
        Ok(())
    }

    pub(super) fn set_text(&mut self, name: &str, text: &str, source: String) -> Result<(), BadSetting> {
        let known = self.known(name, &source)?;
        let value = match &known.value {
            Value::Integer(_) => Value::Integer(text.parse().map_err(|_| {
                BadSetting(format!("setting {name} (from {source}) must be a whole number, not {text:?}"))
            })?),
            _ => Value::String(text.to_owned()),
        };
        *known = Setting { value, source };
        Ok(())
    }

    /// Words separated by commas or spaces.
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        let text = self.text(name);
        text.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    pub(super) fn countries(&self, name: &str) -> Result<Vec<String>, BadSetting> {
        let codes = self.list(name);
        match codes.iter().all(|code| Region::try_from(code.as_str()).is_ok()) {
            true => Ok(codes),
            false => Err(self.bad(name, "two-letter country codes, such as US, separated by commas")),
        }
    }

    fn known(&mut self, name: &str, source: &str) -> Result<&mut Setting, BadSetting> {
        self.0.get_mut(name).ok_or_else(|| {
            BadSetting(format!(
                "there is no setting {name} (from {source}); config.default.toml lists them all"
            ))
        })
    }

    /// Where a value comes from.
    pub(super) fn source(&self, name: &str) -> &str {
        &self.0[name].source
    }

    pub(super) fn bad(&self, name: &str, want: &str) -> BadSetting {
        BadSetting(format!("setting {name} (from {}) must be {want}", self.0[name].source))
    }

    pub(super) fn text(&self, name: &str) -> String {
        self.0[name].value.as_str().unwrap_or_default().to_owned()
    }

    pub(super) fn number(&self, name: &str, range: std::ops::RangeInclusive<i64>) -> Result<i64, BadSetting> {
        let value = self.0[name].value.as_integer().unwrap_or(i64::MIN);
        let (low, high) = (range.start(), range.end());
        if range.contains(&value) {
            Ok(value)
        } else {
            Err(self.bad(name, &format!("between {low} and {high}")))
        }
    }

    pub(super) fn size(&self, name: &str, range: std::ops::RangeInclusive<i64>) -> Result<usize, BadSetting> {
        Ok(usize::try_from(self.number(name, range)?).unwrap_or(usize::MAX))
    }

    pub(super) fn count(&self, name: &str, range: std::ops::RangeInclusive<i64>) -> Result<u32, BadSetting> {
        Ok(u32::try_from(self.number(name, range)?).unwrap_or(u32::MAX))
    }

    pub(super) fn millis(&self, name: &str) -> Result<Duration, BadSetting> {
        Ok(Duration::from_millis(self.number(name, 1..=3_600_000)?.unsigned_abs()))
    }

    /// A secret in the settings, or alone in a file.
    pub(super) fn secret(&self, name: &str, file_name: &str) -> Result<String, BadSetting> {
        let (secret, file) = (self.text(name), self.text(file_name));
        match (secret.is_empty(), file.is_empty()) {
            (false, false) => Err(self.bad(name, &format!("empty when {file_name} is set"))),
            (_, true) => Ok(secret),
            (true, false) => std::fs::read_to_string(&file)
                .map(|text| text.trim().to_owned())
                .map_err(|error| self.bad(file_name, &format!("the path to a readable file: {error}"))),
        }
    }
}

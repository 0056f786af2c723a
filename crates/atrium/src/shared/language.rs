//! The portal's two languages, for text the server itself writes: mostly documents.

use crate::shared::problem::Problem;
use crate::shared::refusal::SharedRefusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    English,
    Spanish,
}

impl Language {
    /// `en` or `es`, the way a person's settings and the web app write it.
    pub fn from_wire(text: &str) -> Result<Language, Problem> {
        match text {
            "en" => Ok(Language::English),
            "es" => Ok(Language::Spanish),
            _ => Err(SharedRefusal::UnknownLanguage.into()),
        }
    }

    /// The language a person chose: anything but `es` is English.
    pub fn of_person(text: &str) -> Language {
        if text == "es" { Language::Spanish } else { Language::English }
    }

    pub fn pick<T>(self, (english, spanish): (T, T)) -> T {
        match self {
            Language::English => english,
            Language::Spanish => spanish,
        }
    }
}

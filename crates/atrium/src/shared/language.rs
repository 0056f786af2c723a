//! The two languages of the portal, for what the server itself puts into words: documents, above all.

use crate::shared::problem::Problem;
use crate::shared::refusal::SharedRefusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    English,
    Spanish,
}

impl Language {
    /// `en` or `es`, as a person's settings and the web app write it.
    pub fn from_wire(text: &str) -> Result<Language, Problem> {
        match text {
            "en" => Ok(Language::English),
            "es" => Ok(Language::Spanish),
            _ => Err(SharedRefusal::UnknownLanguage.into()),
        }
    }

    /// What somebody chose to be addressed in: anything but `es` is English.
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

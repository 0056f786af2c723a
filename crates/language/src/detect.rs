//! Which language a question is in. English and Spanish are answered; anything else is told so.

use serde::{Deserialize, Serialize};

use crate::features::Features;
use crate::model::Model;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    #[serde(rename = "en")]
    English,
    #[serde(rename = "es")]
    Spanish,
    #[serde(rename = "other")]
    Other,
}

/// Calling a misspelled question foreign is worse than trying to answer a foreign one.
const SURE_OF_OTHER: f32 = 0.8;
/// Below this difference the text could be either, and the page decides.
const TOO_CLOSE: f32 = 0.15;

impl Language {
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Spanish => "es",
            Language::Other => "other",
        }
    }

    pub fn from_code(code: &str) -> Option<Language> {
        [Language::English, Language::Spanish, Language::Other]
            .into_iter()
            .find(|language| language.code() == code)
    }
}

pub(crate) fn language(model: &Model, features: &Features, text: &str, page: Language) -> Language {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let foreign = text.chars().filter(|c| c.is_alphabetic() && !is_latin(*c)).count();
    if foreign * 2 > letters {
        return Language::Other;
    }
    let shares = model.language_shares(features);
    let [english, spanish, other] = shares[..] else { return page };
    if other >= SURE_OF_OTHER {
        Language::Other
    } else if letters == 0 || (english - spanish).abs() < TOO_CLOSE {
        page
    } else if english > spanish {
        Language::English
    } else {
        Language::Spanish
    }
}

fn is_latin(c: char) -> bool {
    matches!(c, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{300}'..='\u{36f}' | '\u{ff21}'..='\u{ff5a}')
}

//! The user guide, which the assistant can quote: the web app's own texts, a chapter at a time.

use crate::shared::language::Language;
use std::collections::BTreeMap;

const ENGLISH: &str = include_str!("../../../../web/src/i18n/guide.en.json");
const SPANISH: &str = include_str!("../../../../web/src/i18n/guide.es.json");

pub(super) struct GuideChapter {
    pub title: String,
    pub text: String,
}

/// A title's key ends in its chapter's name, as do those of the steps.
pub(super) fn chapters(language: Language) -> Vec<GuideChapter> {
    let texts: BTreeMap<String, String> =
        serde_json::from_str(language.pick((ENGLISH, SPANISH))).unwrap_or_default();
    let chapter = |(key, title): (&String, &String)| {
        let name = key.strip_prefix("guide.title.")?;
        let steps = (1..).map_while(|step| texts.get(&format!("guide.step{step}.{name}")));
        let text = steps.map(String::as_str).collect::<Vec<_>>().join(" ");
        Some(GuideChapter { title: title.clone(), text })
    };
    texts.iter().filter_map(chapter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_chapter_has_a_title_and_its_steps_in_both_languages() {
        let [english, spanish] = [Language::English, Language::Spanish].map(chapters);
        assert!(english.len() > 5);
        assert_eq!(english.len(), spanish.len());
        for chapter in english.iter().chain(&spanish) {
            assert!(!chapter.title.is_empty() && chapter.text.matches('.').count() >= 3, "{}", chapter.title);
        }
    }
}

//! Reads the phrase files: `phrases/{en,es}/<topic>.txt`, and `phrases/other` for languages we don't speak.

use std::path::{Path, PathBuf};
use std::{fs, io};

use language::training::Phrase;
use language::{Language, Topic};

/// Every phrase, always in the same order: by language, by topic, by line.
pub(crate) fn read(folder: &Path) -> io::Result<Vec<Phrase>> {
    let mut all = Vec::new();
    for language in [Language::English, Language::Spanish, Language::Other] {
        for file in sorted_files(&folder.join(language.code()))? {
            let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            let topic = Topic::from_id(name);
            if topic.is_none() && language != Language::Other {
                return Err(io::Error::other(format!("{}: no such topic", file.display())));
            }
            let text = fs::read_to_string(&file)?;
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            all.extend(lines.map(|line| Phrase { language, topic, text: line.to_owned() }));
        }
    }
    Ok(all)
}

fn sorted_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use jiff::civil::date;
    use language::training::fingerprint;
    use language::{Model, Question};

    use super::*;

    fn all() -> Vec<Phrase> {
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("phrases")).unwrap()
    }

    #[test]
    fn the_committed_model_was_trained_on_these_phrases() {
        let model = Model::committed().unwrap();
        assert_eq!(model.fingerprint, fingerprint(&all()), "phrases changed: run make assistant");
    }

    /// Fails when the features are read in another way than they were in training. Every fifth phrase will do.
    #[test]
    fn the_committed_model_knows_its_phrases() {
        let model = Model::committed().unwrap();
        let phrases = all();
        let known = phrases.iter().filter(|phrase| phrase.topic.is_some()).step_by(5);
        let (right, total) = known.fold((0, 0), |(right, total), phrase| {
            let today = date(2026, 11, 18);
            let question = Question {
                text: &phrase.text,
                today,
                page_language: phrase.language,
                previous: None,
                names: &[],
            };
            (right + usize::from(Some(model.understand(&question).topic) == phrase.topic), total + 1)
        });
        assert!(right * 100 >= total * 97, "{right} of {total}: run make assistant");
    }

    #[test]
    fn each_topic_has_sixty_phrases_per_language_and_out_of_scope_two_hundred() {
        let phrases = all();
        for language in [Language::English, Language::Spanish] {
            for topic in Topic::ALL {
                let own = phrases.iter().filter(|one| one.language == language && one.topic == Some(*topic));
                let needed = if *topic == Topic::OutOfScope { 200 } else { 60 };
                assert!(own.count() >= needed, "{} in {}", topic.id(), language.code());
            }
        }
    }

    #[test]
    fn no_phrase_belongs_to_two_topics() {
        let mut seen = BTreeMap::new();
        for phrase in all().into_iter().filter(|phrase| phrase.topic.is_some()) {
            let key = (phrase.language.code(), phrase.text.to_lowercase());
            if let Some(before) = seen.insert(key, phrase.topic) {
                panic!("{} is there twice: {before:?}, {:?}", phrase.text, phrase.topic);
            }
        }
    }
}

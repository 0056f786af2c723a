//! `make assistant`: trains the model from the phrases, measures it on the development set, and writes the weights
//! and the table in docs/assistant.md. With `--misses` it lists what went wrong by line and topic, never the texts,
//! since the person who adds phrases mustn't read the questions. With `--languages` it compares one model with two.

mod evaluation;
mod phrases;
mod report;

use std::path::Path;
use std::{fs, io};

use language::training::{Phrase, cross_validate, train};
use language::{Language, Model};

fn main() -> io::Result<()> {
    let asked = |option: &str| std::env::args().any(|argument| argument == option);
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let phrases = phrases::read(&home.join("phrases"))?;
    if asked("--languages") {
        return compare_languages(&phrases);
    }
    let (model, trials) = train(&phrases);
    fs::write(home.join("src/model.bin"), model.to_bytes())?;
    println!("{} phrases; {}", phrases.len(), report::bands(&model));
    println!("{}", report::cross_validation(&trials, model.answer_from));
    measure(&model, home, asked("--misses"))
}

fn measure(model: &Model, home: &Path, misses: bool) -> io::Result<()> {
    let mut results = Vec::new();
    for language in [Language::English, Language::Spanish] {
        let file = home.join("development").join(language.code()).with_extension("tsv");
        let cases = match fs::read_to_string(&file) {
            Ok(text) => evaluation::cases(&text).map_err(io::Error::other)?,
            Err(_) => {
                println!("No development set in {}.", language.code());
                continue;
            }
        };
        let result = evaluation::evaluate(model, language, &cases);
        if misses {
            print!("{}", report::misses(&result));
        }
        results.push(result);
    }
    if results.is_empty() {
        return Ok(());
    }
    let table = report::table(&results, model);
    println!("{table}");
    report::write(&home.join("../../docs/assistant.md"), &table)
}

fn compare_languages(phrases: &[Phrase]) -> io::Result<()> {
    println!("one model\n{}", report::cross_validation(&cross_validate(phrases), 0.0));
    for language in [Language::English, Language::Spanish] {
        let own: Vec<Phrase> = phrases.iter().filter(|phrase| phrase.language == language).cloned().collect();
        println!("only {}\n{}", language.code(), report::cross_validation(&cross_validate(&own), 0.0));
    }
    Ok(())
}

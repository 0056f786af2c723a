//! Trains the model from phrases: always in the same order, with the same seed, on one thread, so that the same
//! phrases give the same file. No files here; `src/bin/atrium-language` reads and writes them.

use jiff::civil::{Date, date};

use crate::features::{BUCKETS, Features, fnv};
use crate::model::{Classifier, Model, softmax, stored_idf, vector};
use crate::topic::Topic;
use crate::{Language, read};

/// The day the phrases speak on. Only what comes before or after it matters.
pub const PHRASE_DAY: Date = date(2026, 11, 18);

const PASSES: usize = 15;
const RATE: f32 = 0.5;
/// Pulls weights toward zero at each step, so that no phrase is learned by heart.
const DECAY: f32 = 2e-6;
const FOLDS: usize = 5;
/// Answers given to phrases the model hasn't seen must be right this often.
const RIGHT_WHEN_ANSWERING: f32 = 0.96;
/// So many of the phrases within scope get an answer or an offer.
const HEARD: f32 = 0.98;

/// A line of a phrase file. Other languages have no topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    pub language: Language,
    pub topic: Option<Topic>,
    pub text: String,
}

/// How certain the model was of a phrase it hadn't seen.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    pub language: Language,
    pub topic: Topic,
    pub guess: Topic,
    pub certainty: f32,
}

/// What identifies the phrases a model was made from.
pub fn fingerprint(phrases: &[Phrase]) -> u64 {
    let lines = phrases.iter().flat_map(|phrase| {
        let topic = phrase.topic.map_or("-", Topic::id);
        [phrase.language.code(), topic, &phrase.text, "\n"]
    });
    fnv(lines.flat_map(str::bytes))
}

/// The model, and the trials its bands come from.
pub fn train(phrases: &[Phrase]) -> (Model, Vec<Trial>) {
    let mut model = fit(phrases);
    let trials = cross_validate(phrases);
    model.fingerprint = fingerprint(phrases);
    (model.answer_from, model.offer_from) = bands(&trials);
    (model, trials)
}

/// Every phrase judged by a model that was trained without it.
pub fn cross_validate(phrases: &[Phrase]) -> Vec<Trial> {
    let mut trials = Vec::new();
    for fold in 0..FOLDS {
        let kept: Vec<Phrase> = every(phrases, |at| at % FOLDS != fold);
        let held_out = every(phrases, |at| at % FOLDS == fold);
        let model = fit(&kept);
        for phrase in held_out {
            let Some(topic) = phrase.topic else { continue };
            let shares = model.topic_shares(&read(&phrase.text, PHRASE_DAY));
            let best = (0..shares.len()).max_by(|a, b| shares[*a].total_cmp(&shares[*b])).unwrap_or(0);
            trials.push(Trial {
                language: phrase.language,
                topic,
                guess: Topic::ALL[best],
                certainty: shares[best],
            });
        }
    }
    trials
}

fn every(phrases: &[Phrase], chosen: impl Fn(usize) -> bool) -> Vec<Phrase> {
    phrases.iter().enumerate().filter(|(at, _)| chosen(*at)).map(|(_, phrase)| phrase.clone()).collect()
}

/// The lowest certainty from which answers are right often enough, and the one above which almost all questions are.
fn bands(trials: &[Trial]) -> (f32, f32) {
    let mut by_certainty = trials.to_vec();
    by_certainty.sort_by(|a, b| b.certainty.total_cmp(&a.certainty));
    let (mut right, mut answer_from) = (0, 1.0);
    for (at, trial) in by_certainty.iter().enumerate() {
        right += usize::from(trial.guess == trial.topic);
        if right as f32 >= RIGHT_WHEN_ANSWERING * (at + 1) as f32 {
            answer_from = trial.certainty;
        }
    }
    let in_scope: Vec<&Trial> =
        by_certainty.iter().filter(|trial| trial.topic != Topic::OutOfScope).collect();
    let last_heard = (in_scope.len() as f32 * HEARD) as usize;
    let offer_from = in_scope.get(last_heard).map_or(0.0, |trial| trial.certainty);
    (answer_from, f32::min(offer_from, answer_from))
}

fn fit(phrases: &[Phrase]) -> Model {
    let features: Vec<Features> = phrases.iter().map(|phrase| read(&phrase.text, PHRASE_DAY)).collect();
    let idf = idf(&features);
    let vectors: Vec<Vec<(u32, f32)>> = features.iter().map(|one| vector(one, &idf)).collect();
    let topics: Vec<Sample> = samples(&vectors, phrases, |phrase| phrase.topic.map(|topic| topic as usize));
    let languages = samples(&vectors, phrases, |phrase| Some(phrase.language as usize));
    let (topics, languages) =
        (regress(&topics, Topic::ALL.len(), PASSES), regress(&languages, 3, PASSES / 2));
    Model { fingerprint: 0, answer_from: 1.0, offer_from: 0.0, idf, topics, languages }
}

type Sample<'a> = (&'a [(u32, f32)], usize);

fn samples<'a>(
    vectors: &'a [Vec<(u32, f32)>],
    phrases: &[Phrase],
    class: impl Fn(&Phrase) -> Option<usize>,
) -> Vec<Sample<'a>> {
    vectors
        .iter()
        .zip(phrases)
        .filter_map(|(vector, phrase)| Some((vector.as_slice(), class(phrase)?)))
        .collect()
}

fn idf(features: &[Features]) -> Vec<u8> {
    let mut seen = vec![0_usize; BUCKETS];
    for one in features {
        for (bucket, _) in one.words.iter().chain(&one.pieces) {
            seen[*bucket as usize] += 1;
        }
    }
    seen.into_iter().map(|with_it| stored_idf(features.len(), with_it)).collect()
}

/// Stochastic gradient descent with a rate per weight (AdaGrad).
fn regress(samples: &[Sample], classes: usize, passes: usize) -> Classifier {
    let mut weights = vec![0.0_f32; BUCKETS * classes];
    let mut squares = vec![1e-2_f32; BUCKETS * classes];
    let mut bias = vec![0.0_f32; classes];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut seed = 0x2545_f491_4f6c_dd1d;
    for _ in 0..passes {
        shuffle(&mut order, &mut seed);
        for at in &order {
            let (vector, class) = samples[*at];
            let errors = errors(vector, class, &weights, &bias);
            for (bucket, value) in vector {
                let row = *bucket as usize * classes;
                let (row, squares) = (&mut weights[row..row + classes], &mut squares[row..row + classes]);
                for ((weight, square), error) in row.iter_mut().zip(squares).zip(&errors) {
                    let gradient = error * value + DECAY * *weight;
                    *square += gradient * gradient;
                    *weight -= RATE * gradient / square.sqrt();
                }
            }
            bias.iter_mut().zip(&errors).for_each(|(bias, error)| *bias -= 0.01 * error);
        }
    }
    rounded(&weights, bias, classes)
}

/// How far each class's probability is from the truth.
fn errors(vector: &[(u32, f32)], class: usize, weights: &[f32], bias: &[f32]) -> Vec<f32> {
    let mut sums = bias.to_vec();
    for (bucket, value) in vector {
        let row = &weights[*bucket as usize * bias.len()..][..bias.len()];
        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += value * weight);
    }
    softmax(&mut sums);
    sums[class] -= 1.0;
    sums
}

/// One byte per weight, with a step per class.
fn rounded(weights: &[f32], bias: Vec<f32>, classes: usize) -> Classifier {
    let largest =
        |class: usize| weights.iter().skip(class).step_by(classes).fold(1e-6, |top: f32, w| top.max(w.abs()));
    let step: Vec<f32> = (0..classes).map(|class| largest(class) / 127.0).collect();
    let weights =
        weights.iter().enumerate().map(|(at, weight)| (weight / step[at % classes]).round() as i8).collect();
    Classifier { classes, bias, step, weights }
}

fn shuffle(order: &mut [usize], seed: &mut u64) {
    for at in (1..order.len()).rev() {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        order.swap(at, (*seed % (at as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases() -> Vec<Phrase> {
        let lines = [
            (Topic::LastStub, "show my last pay stub"),
            (Topic::LastStub, "latest paycheck please"),
            (Topic::LastStub, "open my most recent check"),
            (Topic::Thanks, "thank you so much"),
            (Topic::Thanks, "thanks a lot"),
            (Topic::Thanks, "many thanks"),
        ];
        let phrase = |(topic, text): (Topic, &str)| Phrase {
            language: Language::English,
            topic: Some(topic),
            text: text.to_owned(),
        };
        lines.into_iter().map(phrase).collect()
    }

    #[test]
    fn the_same_phrases_give_the_same_bytes() {
        assert_eq!(train(&phrases()).0.to_bytes(), train(&phrases()).0.to_bytes());
    }

    #[test]
    fn it_learns_what_it_is_shown() {
        let (model, _) = train(&phrases());
        let share = |text: &str, topic: Topic| model.topic_shares(&read(text, PHRASE_DAY))[topic as usize];
        assert!(share("thanks so much", Topic::Thanks) > share("thanks so much", Topic::LastStub));
        assert!(share("my last paycheck", Topic::LastStub) > share("my last paycheck", Topic::Thanks));
    }

    #[test]
    fn another_phrase_gives_another_fingerprint() {
        let mut changed = phrases();
        changed[0].text.push('s');
        assert_ne!(fingerprint(&phrases()), fingerprint(&changed));
    }

    #[test]
    fn answers_start_where_they_are_right_often_enough() {
        let trial =
            |certainty, guess| Trial { language: Language::English, topic: Topic::Thanks, guess, certainty };
        let trials = [trial(0.9, Topic::Thanks), trial(0.8, Topic::Thanks), trial(0.4, Topic::Human)];
        let (answer_from, offer_from) = bands(&trials);
        assert_eq!(answer_from, 0.8);
        assert!(offer_from <= answer_from);
    }
}

//! The trained model: a multinomial logistic regression over hashed features, with weights of one byte each.
//! `training.rs` makes it, `model.bin` holds it, and reading it costs nothing but the file.

use std::sync::LazyLock;

use crate::features::{BUCKETS, Features};
use crate::topic::Topic;

/// Changes whenever the layout of the file does.
const MAGIC: &[u8; 8] = b"atrium-2";
const LANGUAGES: usize = 3;
/// An IDF is stored in steps of a twentieth.
const IDF_STEP: f32 = 0.05;
/// How much of a question's length its words make up; the pieces make up the rest.
const WORDS_SHARE: f32 = 0.6;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Classifier {
    pub(crate) classes: usize,
    pub(crate) bias: Vec<f32>,
    /// What one step of a weight is worth, per class.
    pub(crate) step: Vec<f32>,
    /// Bucket by bucket, one weight per class.
    pub(crate) weights: Vec<i8>,
}

/// Everything that is learned from the phrases.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Of the phrases it was trained on.
    pub fingerprint: u64,
    /// At least this certain: answer.
    pub answer_from: f32,
    /// At least this certain: offer the three likeliest topics.
    pub offer_from: f32,
    pub(crate) idf: Vec<u8>,
    pub(crate) topics: Classifier,
    pub(crate) languages: Classifier,
}

static COMMITTED: LazyLock<Option<Model>> = LazyLock::new(|| Model::from_bytes(include_bytes!("model.bin")));

impl Model {
    /// The committed one. A test keeps it fresh and readable.
    pub fn committed() -> Option<&'static Model> {
        COMMITTED.as_ref()
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<Model> {
        let mut rest = Reader(bytes);
        if rest.take(MAGIC.len())? != MAGIC {
            return None;
        }
        let fingerprint = u64::from_le_bytes(rest.take(8)?.try_into().ok()?);
        let (answer_from, offer_from) = (rest.float()?, rest.float()?);
        let idf = rest.take(BUCKETS)?.to_vec();
        let topics = rest.classifier(Topic::ALL.len())?;
        let languages = rest.classifier(LANGUAGES)?;
        rest.0.is_empty().then_some(Model { fingerprint, answer_from, offer_from, idf, topics, languages })
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend(self.answer_from.to_le_bytes());
        bytes.extend(self.offer_from.to_le_bytes());
        bytes.extend(&self.idf);
        for classifier in [&self.topics, &self.languages] {
            bytes
                .extend(classifier.bias.iter().chain(&classifier.step).flat_map(|value| value.to_le_bytes()));
            bytes.extend(classifier.weights.iter().map(|weight| weight.to_le_bytes()[0]));
        }
        bytes
    }

    pub(crate) fn topic_shares(&self, features: &Features) -> Vec<f32> {
        self.topics.shares(&vector(features, &self.idf))
    }

    pub(crate) fn language_shares(&self, features: &Features) -> Vec<f32> {
        self.languages.shares(&vector(features, &self.idf))
    }
}

impl Classifier {
    /// The probability of each class; they add up to one.
    fn shares(&self, vector: &[(u32, f32)]) -> Vec<f32> {
        let mut sums = vec![0.0; self.classes];
        for (bucket, value) in vector {
            let row = &self.weights[*bucket as usize * self.classes..][..self.classes];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += value * f32::from(*weight);
            }
        }
        for ((sum, step), bias) in sums.iter_mut().zip(&self.step).zip(&self.bias) {
            *sum = *sum * step + bias;
        }
        softmax(&mut sums);
        sums
    }
}

pub(crate) fn softmax(sums: &mut [f32]) {
    let top = sums.iter().copied().fold(f32::MIN, f32::max);
    sums.iter_mut().for_each(|sum| *sum = (*sum - top).exp());
    let total: f32 = sums.iter().sum();
    sums.iter_mut().for_each(|sum| *sum /= total);
}

/// Rare features weigh more, and every question has the same length.
pub(crate) fn vector(features: &Features, idf: &[u8]) -> Vec<(u32, f32)> {
    let mut found = Vec::with_capacity(features.words.len() + features.pieces.len());
    let shares =
        [(&features.words, WORDS_SHARE), (&features.pieces, (1.0 - WORDS_SHARE * WORDS_SHARE).sqrt())];
    for (counts, share) in shares {
        let from = found.len();
        found
            .extend(counts.iter().map(|(bucket, count)| (*bucket, count * f32::from(idf[*bucket as usize]))));
        let length = found[from..].iter().map(|(_, value)| value * value).sum::<f32>().sqrt();
        if length > 0.0 {
            found[from..].iter_mut().for_each(|(_, value)| *value *= share / length);
        }
    }
    found
}

/// A feature no phrase has weighs nothing.
pub(crate) fn stored_idf(phrases: usize, with_it: usize) -> u8 {
    if with_it == 0 {
        return 0;
    }
    let idf = ((1 + phrases) as f32 / (1 + with_it) as f32).ln() + 1.0;
    (idf / IDF_STEP).round().clamp(0.0, 255.0) as u8
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn float(&mut self) -> Option<f32> {
        Some(f32::from_le_bytes(self.take(4)?.try_into().ok()?)).filter(|value| value.is_finite())
    }

    fn classifier(&mut self, classes: usize) -> Option<Classifier> {
        let bias = (0..classes).map(|_| self.float()).collect::<Option<_>>()?;
        let step = (0..classes).map(|_| self.float()).collect::<Option<_>>()?;
        let weights = self.take(BUCKETS * classes)?.iter().map(|byte| i8::from_le_bytes([*byte])).collect();
        Some(Classifier { classes, bias, step, weights })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_file_reads_and_writes_the_same() {
        let bytes = include_bytes!("model.bin");
        assert!(bytes.len() <= 2_000_000, "{} bytes", bytes.len());
        assert_eq!(Model::from_bytes(bytes).unwrap().to_bytes(), bytes);
    }

    #[test]
    fn a_broken_file_is_refused() {
        let bytes = include_bytes!("model.bin");
        assert_eq!(Model::from_bytes(b""), None);
        assert_eq!(Model::from_bytes(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Model::from_bytes(&[bytes.as_slice(), &[0]].concat()), None);
        assert_eq!(Model::from_bytes(&[b"unknown!", &bytes[8..]].concat()), None);
    }

    #[test]
    fn shares_add_up_to_one() {
        let mut sums = [90.0, 1.0, -200.0];
        softmax(&mut sums);
        assert!((sums.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(sums[0] > 0.99);
    }
}

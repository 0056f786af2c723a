//! A question as numbers: hashed words, pairs of words and pieces of words, each with a count.

use crate::text::plain;

/// Hash buckets of the topic model. Fewer collide more; more make the committed file larger.
pub(crate) const BUCKETS: usize = 1 << 15;

/// A bucket and how often it occurs. Sorted, each bucket once.
pub(crate) type Counts = Vec<(u32, f32)>;

/// The two groups are weighed apart, since a question has ten times as many pieces as words.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Features {
    pub(crate) words: Counts,
    pub(crate) pieces: Counts,
}

/// `marks` say what the slots found ("@day"); they count as words.
pub(crate) fn features(text: &str, marks: &[&str]) -> Features {
    let lowered = plain(text);
    let tokens: Vec<&str> = lowered.split(|c: char| !c.is_alphanumeric()).filter(|t| !t.is_empty()).collect();
    Features { words: counts(word_hashes(&tokens, marks)), pieces: counts(piece_hashes(&tokens)) }
}

fn word_hashes(tokens: &[&str], marks: &[&str]) -> Vec<u32> {
    let single = tokens.iter().map(|token| bucket(&[b"1", token.as_bytes()]));
    let edges = std::iter::once(&"^").chain(tokens).chain(std::iter::once(&"$"));
    let edges: Vec<&&str> = edges.collect();
    let pairs = edges.windows(2).map(|pair| bucket(&[b"2", pair[0].as_bytes(), b" ", pair[1].as_bytes()]));
    let marks = marks.iter().map(|mark| bucket(&[b"1", mark.as_bytes()]));
    single.chain(pairs).chain(marks).collect()
}

/// Two to five letters of a word, with its edges: " pay ", "payc", "heck ".
fn piece_hashes(tokens: &[&str]) -> Vec<u32> {
    let mut found = Vec::new();
    for token in tokens {
        let padded: Vec<char> = format!(" {token} ").chars().take(40).collect();
        for size in 2..=5 {
            for piece in padded.windows(size) {
                let piece: String = piece.iter().collect();
                found.push(bucket(&[b"p", piece.as_bytes()]));
            }
        }
    }
    found
}

fn counts(mut hashes: Vec<u32>) -> Counts {
    hashes.sort_unstable();
    let runs = hashes.chunk_by(|a, b| a == b);
    runs.map(|run| (run[0], 1.0 + (run.len() as f32).ln())).collect()
}

fn bucket(parts: &[&[u8]]) -> u32 {
    let hash = fnv(parts.iter().copied().flatten().copied());
    ((hash ^ (hash >> 32)) % BUCKETS as u64) as u32
}

/// FNV-1a: the same on every machine and in every release, unlike the standard library's.
pub(crate) fn fnv(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_case_make_no_difference() {
        assert_eq!(features("¿Cuánto GANÉ?", &[]), features("cuanto gane", &[]));
        assert_ne!(features("cuanto gane", &[]), features("cuanto gano", &[]));
    }

    #[test]
    fn a_mark_is_one_word_more() {
        let (without, with) = (features("pay", &[]), features("pay", &["@day"]));
        assert_eq!(with.words.len(), without.words.len() + 1);
        assert_eq!(with.pieces, without.pieces);
    }

    #[test]
    fn nothing_to_read_gives_only_edges() {
        assert!(features("?!", &[]).pieces.is_empty());
    }
}

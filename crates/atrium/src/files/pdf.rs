//! PDF files: a header at the very start, an end at the very end, nothing that runs, nothing encrypted.
//!
//! Readers disagree on which objects a document has: one follows its table of contents, another repairs a broken one by
//! searching the file. Relying on a single reader shows only what that one sees. So we check every place where any of
//! them could find an object, each on its own: what's around it (a stream, a text, a comment) hides nothing. What's
//! inside texts and streams means nothing by itself: an address may end in «/JavaScript». Objects may also be packed in
//! object streams.

use super::pdf_words::{Said, Word, Words, check_every_name, is_space, read_one};
use super::probe::{ends_as_archive, find, rfind};
use super::rules::FileRefusal;
use flate2::read::ZlibDecoder;
use std::io::Read;

/// All of a document's object streams together; with thousands of pages, they hold a few megabytes.
const MAX_UNPACKED_BYTES: u64 = 64 * 1024 * 1024;
const HEAD_BYTES: usize = 1024;
/// In an honest document, objects are side by side, and each byte is read about once. In a dishonest one, they may be
/// inside each other.
const MAX_READ_TIMES: usize = 4;
/// In one stream; most programs put a hundred or two in each, and a few put everything in one.
const MAX_OBJECTS: usize = 200_000;

pub(super) fn check(bytes: &[u8]) -> Result<(), FileRefusal> {
    let end = rfind(bytes, b"%%EOF").ok_or(FileRefusal::Broken)?;
    if bytes[end + 5..].iter().any(|byte| !matches!(byte, 0 | b'\t' | b'\n' | b'\r' | b' ')) {
        return Err(FileRefusal::TwoThings);
    }
    if ends_as_archive(bytes) || has_markup(&bytes[..bytes.len().min(HEAD_BYTES)]) {
        return Err(FileRefusal::TwoThings);
    }
    if rfind(&bytes[..end], b"startxref").is_none() {
        return Err(FileRefusal::Broken);
    }
    let mut left = Left {
        steps: bytes.len() * MAX_READ_TIMES,
        unpacked: MAX_UNPACKED_BYTES,
        names_file_elsewhere: false,
        has_text_away: false,
    };
    starts(bytes).try_for_each(|start| check_object(bytes, start, &mut left))?;
    // Which text is the file's name depends on the reader.
    if left.names_file_elsewhere && left.has_text_away { Err(FileRefusal::Macros) } else { Ok(()) }
}

/// A browser that guesses types would treat such a file as a page.
fn has_markup(head: &[u8]) -> bool {
    let head = head.to_ascii_lowercase();
    let marks: [&[u8]; 5] = [b"<html", b"<script", b"<!doctype", b"<svg", b"<?php"];
    marks.iter().any(|mark| find(&head, mark).is_some())
}

/// What we may still spend on a file: bytes read and bytes unpacked. Also, what its objects say together.
struct Left {
    steps: usize,
    unpacked: u64,
    names_file_elsewhere: bool,
    has_text_away: bool,
}

impl Left {
    fn hear(&mut self, said: &Said) -> Result<(), FileRefusal> {
        self.names_file_elsewhere |= said.names_file_elsewhere;
        self.has_text_away |= said.has_text_away;
        said.refusal.map_or(Ok(()), Err)
    }
}

/// The position after every `obj` and `trailer`, wherever they are.
fn starts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let behind = |at: usize, word: &[u8]| bytes[at..].starts_with(word).then_some(at + word.len());
    (0..bytes.len()).filter_map(move |at| match bytes[at] {
        b'o' => behind(at, b"obj").filter(|_| !bytes[..at].ends_with(b"end")),
        b't' => behind(at, b"trailer"),
        _ => None,
    })
}

fn check_object(bytes: &[u8], start: usize, left: &mut Left) -> Result<(), FileRefusal> {
    let mut words = Words::new(bytes, start);
    let object = read_one(&mut words, &mut left.steps).ok_or(FileRefusal::Broken)?;
    left.hear(&object)?;
    match object.is_object_stream().then(|| words.next()).flatten() {
        Some((at, Word::Other(word))) if word.starts_with(b"stream") => {
            check_object_stream(&bytes[at + b"stream".len()..], &object, left)
        }
        _ => Ok(()),
    }
}

fn check_object_stream(body: &[u8], stream: &Said, left: &mut Left) -> Result<(), FileRefusal> {
    let body = body.strip_prefix(b"\r\n").or_else(|| body.strip_prefix(b"\n")).unwrap_or(body);
    if stream.is_packed().ok_or(FileRefusal::Broken)? {
        let mut unpacked = vec![];
        let read = ZlibDecoder::new(body).take(left.unpacked + 1).read_to_end(&mut unpacked);
        left.unpacked =
            left.unpacked.checked_sub(unpacked.len() as u64).ok_or(FileRefusal::UnpacksTooLarge)?;
        // A more lenient reader could continue after the damage.
        read.map_err(|_| FileRefusal::Broken)?;
        return check_packed(&unpacked, stream, left);
    }
    let told = stream.length().and_then(|length| body.split_at_checked(length));
    let told = told.filter(|(_, behind)| Words::new(behind, 0).next().is_some_and(|(_, word)| is_end(&word)));
    // If that isn't where it ends, readers may take more of it than we would.
    let read = told.map_or(body, |(told, _)| told);
    left.steps = left.steps.checked_sub(read.len()).ok_or(FileRefusal::Broken)?;
    if told.is_some() { check_packed(read, stream, left) } else { check_unclear(read, left) }
}

fn is_end(word: &Word<'_>) -> bool {
    *word == Word::Other(b"endstream")
}

/// The objects in a stream: pairs of a number and an offset, then the objects. Some readers go by the offsets, others
/// from one object to the next. If they wouldn't begin at the same words, every name counts, even one in a text.
fn check_packed(inside: &[u8], stream: &Said, left: &mut Left) -> Result<(), FileRefusal> {
    let Some(begins) = begins(inside, stream) else { return check_unclear(inside, left) };
    let (mut words, mut said, mut expected) =
        (Words::new(inside, 0), Said::default(), begins.iter().peekable());
    while let Some((at, word)) = words.next() {
        expected.next_if_eq(&&at);
        said.hear(&word);
    }
    if expected.peek().is_none() && words.is_whole { left.hear(&said) } else { check_unclear(inside, left) }
}

/// Any text in it may be on its own.
fn check_unclear(inside: &[u8], left: &mut Left) -> Result<(), FileRefusal> {
    left.has_text_away = true;
    check_every_name(inside)
}

/// Where its objects begin by their offsets, in order; `None` if it doesn't say so clearly.
fn begins(inside: &[u8], stream: &Said) -> Option<Vec<usize>> {
    let (count, first) = stream.count_and_first().filter(|(count, _)| *count <= MAX_OBJECTS)?;
    let (mut words, mut begins) = (Words::new(inside, 0), vec![]);
    for _ in 0..count {
        words.next()?.1.number()?;
        let at = first.checked_add(words.next()?.1.number()?).filter(|at| *at <= inside.len())?;
        begins.push(at + inside[at..].iter().take(16).take_while(|byte| is_space(**byte)).count());
    }
    begins.sort_unstable();
    begins.dedup();
    Some(begins)
}

//! PDF files: a header at the very start, an end at the very end, nothing that runs, nothing encrypted. Names may be
//! written with `#xx`, and most of a document may lie in compressed object streams: both are looked into.

use super::probe::{ends_as_archive, find, rfind};
use super::rules::Refusal;
use flate2::read::ZlibDecoder;
use std::io::Read;

/// All object streams of a document together; those of a document of thousands of pages hold a few megabytes.
const UNPACKED_MOST_BYTES: u64 = 64 * 1024 * 1024;
const HEAD_BYTES: usize = 1024;

/// `XFA`: forms that bring scripts of their own, in a language of their own.
const RUNS: &[&[u8]] = &[b"JavaScript", b"Launch", b"EmbeddedFile", b"EmbeddedFiles", b"RichMedia", b"XFA"];

pub(super) fn check(bytes: &[u8]) -> Result<(), Refusal> {
    let end = rfind(bytes, b"%%EOF").ok_or(Refusal::Broken)?;
    if bytes[end + 5..].iter().any(|byte| !matches!(byte, 0 | b'\t' | b'\n' | b'\r' | b' ')) {
        return Err(Refusal::TwoThings);
    }
    if ends_as_archive(bytes) || has_markup(&bytes[..bytes.len().min(HEAD_BYTES)]) {
        return Err(Refusal::TwoThings);
    }
    if rfind(&bytes[..end], b"startxref").is_none() {
        return Err(Refusal::Broken);
    }
    check_names(bytes)?;
    check_object_streams(bytes)
}

/// A browser that guesses would take such a file for a page.
fn has_markup(head: &[u8]) -> bool {
    let head = head.to_ascii_lowercase();
    let marks: [&[u8]; 5] = [b"<html", b"<script", b"<!doctype", b"<svg", b"<?php"];
    marks.iter().any(|mark| find(&head, mark).is_some())
}

fn check_names(bytes: &[u8]) -> Result<(), Refusal> {
    for name in names(bytes) {
        if RUNS.contains(&name.as_slice()) {
            return Err(Refusal::Macros);
        }
        if name == b"Encrypt" {
            return Err(Refusal::Encrypted);
        }
    }
    Ok(())
}

/// Every name (`/Name`), with `#xx` read as what it stands for.
fn names(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let starts = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at + 1);
    starts.map(|start| name_at(bytes, start))
}

fn name_at(bytes: &[u8], start: usize) -> Vec<u8> {
    const LONGEST: usize = 40;
    let (mut name, mut at) = (vec![], start);
    while let Some(byte) = bytes.get(at).filter(|_| name.len() < LONGEST) {
        let hex = (*byte == b'#').then(|| bytes.get(at + 1..at + 3)).flatten();
        let hex = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match (hex, byte) {
            (Some(byte), _) => {
                name.push(byte);
                at += 3;
            }
            (None, 0..=b' ' | b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%') => break,
            (None, byte) => {
                name.push(*byte);
                at += 1;
            }
        }
    }
    name
}

/// What the dictionary of an object has said so far.
#[derive(Default)]
struct Said {
    is_object_stream: bool,
    is_packed: bool,
    is_deflated: bool,
    /// Other filters, or several, occur in no object stream we know of, but would hide what is inside.
    is_hidden: bool,
}

impl Said {
    fn hear(&mut self, name: &[u8]) {
        match name {
            b"ObjStm" => self.is_object_stream = true,
            b"Filter" | b"F" => self.is_packed = true,
            b"FlateDecode" => self.is_deflated = true,
            b"DecodeParms" | b"DP" => self.is_hidden = true,
            name if name.ends_with(b"Decode") => self.is_hidden = true,
            _ => {}
        }
    }
}

/// Once from the beginning to the end: however often a file says the same, it takes no longer.
fn check_object_streams(bytes: &[u8]) -> Result<(), Refusal> {
    let (mut left, mut said, mut at) = (UNPACKED_MOST_BYTES, Said::default(), 0);
    while let Some(byte) = bytes.get(at) {
        let rest = &bytes[at..];
        at += 1;
        match byte {
            b'/' => said.hear(&name_at(bytes, at)),
            b'e' if rest.starts_with(b"endobj") => said = Said::default(),
            b'e' if rest.starts_with(b"endstream") => {
                said = Said::default();
                at += b"ndstream".len();
            }
            // What is not packed was looked through as it stands.
            b's' if said.is_object_stream && said.is_packed && rest.starts_with(b"stream") => {
                check_packed(&rest[b"stream".len()..], &said, &mut left)?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_packed(body: &[u8], said: &Said, left: &mut u64) -> Result<(), Refusal> {
    if !said.is_deflated || said.is_hidden {
        return Err(Refusal::Broken);
    }
    let body = body.strip_prefix(b"\r\n").or_else(|| body.strip_prefix(b"\n")).unwrap_or(body);
    let mut unpacked = vec![];
    let read = ZlibDecoder::new(body).take(*left + 1).read_to_end(&mut unpacked);
    *left = left.checked_sub(unpacked.len() as u64).ok_or(Refusal::UnpacksTooLarge)?;
    if read.is_err() && unpacked.is_empty() {
        return Err(Refusal::Broken);
    }
    check_names(&unpacked)
}

//! PDF files: a header at the very start, an end at the very end, nothing that runs, nothing encrypted. Names may be
//! written with `#xx`, and most of a document may lie in compressed object streams: both are looked into.

use super::probe::{ends_as_archive, find, rfind};
use super::rules::Refusal;
use flate2::read::ZlibDecoder;
use std::io::Read;

/// All object streams of a document together; those of a document of thousands of pages hold a few megabytes.
const UNPACKED_MOST_BYTES: u64 = 64 * 1024 * 1024;
const HEAD_BYTES: usize = 1024;

const RUNS: &[&[u8]] = &[b"JavaScript", b"Launch", b"EmbeddedFile", b"EmbeddedFiles", b"RichMedia"];

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
    const LONGEST: usize = 40;
    let starts = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at + 1);
    starts.map(|start| {
        let mut name = vec![];
        let mut at = start;
        while let Some(byte) = bytes.get(at).filter(|_| name.len() < LONGEST) {
            let hex = (*byte == b'#').then(|| bytes.get(at + 1..at + 3)).flatten();
            let hex = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
            match (hex, byte) {
                (Some(byte), _) => {
                    name.push(byte);
                    at += 3;
                }
                (None, 0..=b' ' | b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%') => {
                    break;
                }
                (None, byte) => {
                    name.push(*byte);
                    at += 1;
                }
            }
        }
        name
    })
}

fn check_object_streams(bytes: &[u8]) -> Result<(), Refusal> {
    let mut left = UNPACKED_MOST_BYTES;
    let mut from = 0;
    while let Some(at) = find(&bytes[from..], b"ObjStm").map(|at| at + from) {
        from = at + 1;
        let begin = rfind(&bytes[..at], b"obj").unwrap_or(0);
        let Some(stream) = find(&bytes[at..], b"stream").map(|stream| stream + at) else {
            break;
        };
        let dictionary: Vec<Vec<u8>> = names(&bytes[begin..stream]).collect();
        let has = |name: &[u8]| dictionary.iter().any(|found| found == name);
        if !has(b"Filter") && !has(b"F") {
            continue; // as it stands, and looked through already
        }
        // Other filters, or several, occur in no document we know of, but would hide what is inside.
        let is_plain = has(b"FlateDecode") && !has(b"DecodeParms") && !has(b"DP");
        let is_hidden = dictionary.iter().any(|name| name.ends_with(b"Decode") && name != b"FlateDecode");
        if !is_plain || is_hidden {
            return Err(Refusal::Broken);
        }
        let start = stream + b"stream".len();
        let body = bytes.get(start..).unwrap_or_default();
        let body = body.strip_prefix(b"\r\n").or_else(|| body.strip_prefix(b"\n")).unwrap_or(body);
        let mut unpacked = vec![];
        let read = ZlibDecoder::new(body).take(left + 1).read_to_end(&mut unpacked);
        left = left.checked_sub(unpacked.len() as u64).ok_or(Refusal::UnpacksTooLarge)?;
        if read.is_err() && unpacked.is_empty() {
            return Err(Refusal::Broken);
        }
        check_names(&unpacked)?;
    }
    Ok(())
}

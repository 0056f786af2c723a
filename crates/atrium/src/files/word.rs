//! Word files, old (a compound file with a WordDocument stream) and new (a ZIP archive of XML parts).

use super::probe::{ends_as_archive, find};
use super::rules::Refusal;
use std::io::{Cursor, Read};

/// Far more than a document of 10 MB unpacks to, far less than what hurts.
const UNPACKED_MOST_BYTES: u64 = 100 * 1024 * 1024;
const PARTS_MOST: usize = 5_000;
/// What is looked at of an XML part. What the parts are and where they lead is never so long; what is longer holds text.
const LOOKED_AT_MOST_BYTES: u64 = 4 * 1024 * 1024;

const MAIN_TYPE: &[u8] = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

pub(super) fn check_doc(bytes: &[u8]) -> Result<(), Refusal> {
    if ends_as_archive(bytes) {
        return Err(Refusal::TwoThings);
    }
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).map_err(|_| Refusal::Broken)?;
    let mut entries = 0;
    for entry in file.walk() {
        entries += 1;
        if entries > PARTS_MOST {
            return Err(Refusal::UnpacksTooLarge);
        }
        let name = entry.name().to_ascii_lowercase();
        match name.as_str() {
            "encryptedpackage" | "encryptioninfo" => return Err(Refusal::Encrypted),
            "macros" | "vba" | "_vba_project" | "_vba_project_cur" | "\u{1}ole10native" => {
                return Err(Refusal::Macros);
            }
            _ => {}
        }
    }
    // A spreadsheet is a compound file too.
    let mut document = file.open_stream("/WordDocument").map_err(|_| Refusal::NotWhatItSays)?;
    let mut head = [0; 12];
    document.read_exact(&mut head).map_err(|_| Refusal::Broken)?;
    if head[..2] != [0xec, 0xa5] {
        return Err(Refusal::NotWhatItSays);
    }
    let is_encrypted = head[11] & 0x01 != 0;
    if is_encrypted { Err(Refusal::Encrypted) } else { Ok(()) }
}

pub(super) fn check_docx(bytes: &[u8]) -> Result<(), Refusal> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| Refusal::Broken)?;
    let is_framed = archive.offset() == 0 && archive.comment().is_empty() && ends_as_archive(bytes);
    if !is_framed {
        return Err(Refusal::TwoThings);
    }
    if archive.len() > PARTS_MOST {
        return Err(Refusal::UnpacksTooLarge);
    }
    if archive.has_overlapping_files().map_err(|_| Refusal::Broken)? {
        return Err(Refusal::UnpacksTooLarge);
    }
    // Of two parts with one name a reader may take the other one than we looked at.
    if usize::from(listed_parts(bytes)) != archive.len() {
        return Err(Refusal::TwoThings);
    }
    let (mut has_types, mut has_document, mut left) = (false, false, UNPACKED_MOST_BYTES);
    for n in 0..archive.len() {
        if archive.by_index_raw(n).map_err(|_| Refusal::Broken)?.encrypted() {
            return Err(Refusal::Encrypted);
        }
        let mut part = archive.by_index(n).map_err(|_| Refusal::Broken)?;
        if part.enclosed_name().is_none() {
            return Err(Refusal::TwoThings);
        }
        let name = part.name().to_ascii_lowercase();
        check_part_name(&name)?;
        // What the archive says about sizes may be a lie: what comes out counts.
        let is_frame = name.ends_with(".rels") || name == "[content_types].xml";
        let kept = if is_frame || name.ends_with(".xml") { LOOKED_AT_MOST_BYTES } else { 0 };
        let (text, size) = unpack(&mut part, kept, left)?;
        if is_frame && size > LOOKED_AT_MOST_BYTES {
            return Err(Refusal::UnpacksTooLarge);
        }
        // Two bytes a character or one: what is looked for is ASCII.
        let text: Vec<u8> = text.into_iter().filter(|byte| *byte != 0).collect();
        left -= size;
        if find(&text, b"<!DOCTYPE").is_some() || find(&text, b"<!ENTITY").is_some() {
            return Err(Refusal::UnpacksTooLarge);
        }
        match name.as_str() {
            "[content_types].xml" => {
                has_types = find(&text, MAIN_TYPE).is_some();
                check_types(&text)?;
            }
            "word/document.xml" => has_document = size > 0,
            _ if name.ends_with(".rels") => check_relations(&text)?,
            _ => {}
        }
    }
    // A spreadsheet is a ZIP archive too.
    if has_types && has_document { Ok(()) } else { Err(Refusal::NotWhatItSays) }
}

/// How many parts the end record of an archive without a comment counts.
fn listed_parts(bytes: &[u8]) -> u16 {
    let record = &bytes[bytes.len().saturating_sub(22)..];
    record.get(10..12).map_or(0, |count| u16::from_le_bytes([count[0], count[1]]))
}

/// What stands in a tag as its reader takes it: `&#84;` is a T.
fn as_read(text: &[u8]) -> Vec<u8> {
    let (mut read, mut at) = (Vec::with_capacity(text.len()), 0);
    while let Some(byte) = text.get(at) {
        match character(&text[at..]) {
            Some((character, length)) => {
                read.push(character);
                at += length;
            }
            None => {
                read.push(*byte);
                at += 1;
            }
        }
    }
    read
}

/// A character by its number, and how long that is written.
fn character(text: &[u8]) -> Option<(u8, usize)> {
    const LONGEST: usize = 12;
    let digits = text.strip_prefix(b"&#")?;
    let end = digits.iter().take(LONGEST).position(|byte| *byte == b';')?;
    let digits = std::str::from_utf8(&digits[..end]).ok()?;
    let number = match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    Some((u8::try_from(number.ok()?).ok().filter(u8::is_ascii)?, end + 3))
}

fn check_part_name(name: &str) -> Result<(), Refusal> {
    let last = name.rsplit('/').next().unwrap_or_default();
    let is_program = last.starts_with("vbaproject")
        || last.starts_with("vbadata")
        || name.contains("/activex/")
        || name.starts_with("word/embeddings/")
        || [".exe", ".dll", ".js", ".vbs", ".ps1", ".bat", ".cmd", ".jar", ".hta", ".lnk"]
            .iter()
            .any(|ending| last.ends_with(ending));
    if is_program { Err(Refusal::Macros) } else { Ok(()) }
}

fn check_types(text: &[u8]) -> Result<(), Refusal> {
    let text = as_read(text).to_ascii_lowercase();
    let has_macros = find(&text, b"macroenabled").is_some() || find(&text, b"vbaproject").is_some();
    if has_macros { Err(Refusal::Macros) } else { Ok(()) }
}

/// A template or an object that is fetched from elsewhere brings its macros along when the document is opened. Links that
/// people click are external too, and stay.
fn check_relations(text: &[u8]) -> Result<(), Refusal> {
    let text = text.to_ascii_lowercase();
    for relation in text.split(|byte| *byte == b'<').filter(|tag| is_relation(tag)) {
        let read = as_read(relation).to_ascii_lowercase();
        let relation: Vec<u8> = read.into_iter().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let says = |text: &[u8]| find(&relation, text).is_some();
        let is_outside = says(b"targetmode=\"external\"") || says(b"targetmode='external'");
        let kinds: [&[u8]; 4] = [b"/attachedtemplate", b"/oleobject", b"/frame", b"/subdocument"];
        if says(b"/vbaproject") || (is_outside && kinds.into_iter().any(says)) {
            return Err(Refusal::Macros);
        }
        if says(b"/afchunk") {
            return Err(Refusal::TwoThings);
        }
    }
    Ok(())
}

/// By its name, whatever short name the file gives to where that comes from.
fn is_relation(tag: &[u8]) -> bool {
    let end = tag.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
    tag[..end.unwrap_or(tag.len())].rsplit(|byte| *byte == b':').next() == Some(b"relationship")
}

/// The first `kept` bytes of a part, and how many there are in all.
fn unpack(part: &mut impl Read, kept: u64, most: u64) -> Result<(Vec<u8>, u64), Refusal> {
    let mut text = vec![];
    part.by_ref().take(kept).read_to_end(&mut text).map_err(|_| Refusal::Broken)?;
    let rest = most.saturating_sub(text.len() as u64);
    let more = std::io::copy(&mut part.take(rest + 1), &mut std::io::sink()).map_err(|_| Refusal::Broken)?;
    if more > rest { Err(Refusal::UnpacksTooLarge) } else { Ok((text.clone(), text.len() as u64 + more)) }
}

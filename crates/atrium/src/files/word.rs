//! Word files, old (a compound file with a WordDocument stream) and new (a ZIP archive of XML parts).

use super::probe::{ends_as_archive, find};
use super::rules::FileRefusal;
use super::word_xml;
use std::io::{Cursor, Read};

/// Far more than a document of 10 MB unpacks to, far less than what hurts.
const UNPACKED_MOST_BYTES: u64 = 100 * 1024 * 1024;
const PARTS_MOST: usize = 5_000;
/// The longest text of a document; all of it is looked through.
const XML_MOST_BYTES: u64 = 32 * 1024 * 1024;
/// What the parts are and where they lead is never so long.
const FRAME_MOST_BYTES: u64 = 4 * 1024 * 1024;
/// Of pictures and fonts. A program's second head stands in it.
const HEAD_BYTES: u64 = 4 * 1024;

const MAIN_TYPE: &[u8] = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

pub(super) fn check_doc(bytes: &[u8]) -> Result<(), FileRefusal> {
    if ends_as_archive(bytes) {
        return Err(FileRefusal::TwoThings);
    }
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).map_err(|_| FileRefusal::Broken)?;
    let mut entries = 0;
    for entry in file.walk() {
        entries += 1;
        if entries > PARTS_MOST {
            return Err(FileRefusal::UnpacksTooLarge);
        }
        let name = entry.name().to_ascii_lowercase();
        match name.as_str() {
            "encryptedpackage" | "encryptioninfo" => return Err(FileRefusal::Encrypted),
            "macros" | "vba" | "_vba_project" | "_vba_project_cur" | "\u{1}ole10native" | "\u{1}ole"
            | "\u{3}ocxname" | "package" => return Err(FileRefusal::Macros),
            _ => {}
        }
    }
    // A spreadsheet is a compound file too.
    let mut document = file.open_stream("/WordDocument").map_err(|_| FileRefusal::NotWhatItSays)?;
    let mut head = [0; 12];
    document.read_exact(&mut head).map_err(|_| FileRefusal::Broken)?;
    if head[..2] != [0xec, 0xa5] {
        return Err(FileRefusal::NotWhatItSays);
    }
    let is_encrypted = head[11] & 0x01 != 0;
    if is_encrypted {
        return Err(FileRefusal::Encrypted);
    }
    let mut text = vec![];
    document.take(UNPACKED_MOST_BYTES).read_to_end(&mut text).map_err(|_| FileRefusal::Broken)?;
    check_old_fields(&text)
}

/// In the old format a field's code stands behind a byte of its own, in one or two bytes per letter.
fn check_old_fields(text: &[u8]) -> Result<(), FileRefusal> {
    const FIELD: u8 = 0x13;
    const LONGEST: usize = 80;
    for at in (0..text.len()).filter(|at| text[*at] == FIELD) {
        let code =
            text[at + 1..].iter().take(LONGEST).filter(|byte| **byte != 0).copied().collect::<Vec<u8>>();
        word_xml::check_field(&code)?;
    }
    Ok(())
}

pub(super) fn check_docx(bytes: &[u8]) -> Result<(), FileRefusal> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| FileRefusal::Broken)?;
    let is_framed = archive.offset() == 0 && archive.comment().is_empty() && ends_as_archive(bytes);
    if !is_framed {
        return Err(FileRefusal::TwoThings);
    }
    if archive.len() > PARTS_MOST {
        return Err(FileRefusal::UnpacksTooLarge);
    }
    if archive.has_overlapping_files().map_err(|_| FileRefusal::Broken)? {
        return Err(FileRefusal::UnpacksTooLarge);
    }
    // Of two parts with one name a reader may take the other one than we looked at.
    if usize::from(listed_parts(bytes)) != archive.len() {
        return Err(FileRefusal::TwoThings);
    }
    let (mut has_types, mut has_document, mut left) = (false, false, UNPACKED_MOST_BYTES);
    for n in 0..archive.len() {
        if archive.by_index_raw(n).map_err(|_| FileRefusal::Broken)?.encrypted() {
            return Err(FileRefusal::Encrypted);
        }
        let mut part = archive.by_index(n).map_err(|_| FileRefusal::Broken)?;
        if part.enclosed_name().is_none() {
            return Err(FileRefusal::TwoThings);
        }
        let name = part.name().to_ascii_lowercase();
        check_part_name(&name)?;
        // What the archive says about sizes may be a lie: what comes out counts.
        let is_frame = name.ends_with(".rels") || name == "[content_types].xml";
        let most = if is_frame { FRAME_MOST_BYTES } else { XML_MOST_BYTES };
        let is_named_xml = is_frame || name.ends_with(".xml");
        let (content, size) = unpack(&mut part, is_named_xml, most, left)?;
        left -= size;
        check_content(&content)?;
        if !is_named_xml && !is_xml(&content) {
            continue;
        }
        // Two bytes a character or one: what is looked for is ASCII.
        let text: Vec<u8> = content.into_iter().filter(|byte| *byte != 0).collect();
        if find(&text, b"<!DOCTYPE").is_some() || find(&text, b"<!ENTITY").is_some() {
            return Err(FileRefusal::UnpacksTooLarge);
        }
        match name.as_str() {
            "[content_types].xml" => {
                has_types = find(&text, MAIN_TYPE).is_some();
                word_xml::check_types(&text)?;
            }
            _ if name.ends_with(".rels") => word_xml::check_relations(&text)?,
            _ => {
                has_document |= name == "word/document.xml";
                word_xml::check_text(&text)?;
            }
        }
    }
    // A spreadsheet is a ZIP archive too.
    if has_types && has_document { Ok(()) } else { Err(FileRefusal::NotWhatItSays) }
}

/// How many parts the end record of an archive without a comment counts.
fn listed_parts(bytes: &[u8]) -> u16 {
    let record = &bytes[bytes.len().saturating_sub(22)..];
    record.get(10..12).map_or(0, |count| u16::from_le_bytes([count[0], count[1]]))
}

fn check_part_name(name: &str) -> Result<(), FileRefusal> {
    const PROGRAMS: &[&str] = &[
        "app", "bat", "chm", "cmd", "com", "cpl", "dll", "exe", "hta", "inf", "iqy", "jar", "js", "jse",
        "lnk", "msi", "ocx", "ps1", "py", "reg", "scf", "scr", "sct", "sh", "sys", "url", "vbe", "vbs",
        "wsf", "wsh",
    ];
    let last = name.rsplit('/').next().unwrap_or_default();
    let is_program = last.starts_with("vbaproject")
        || last.starts_with("vbadata")
        || name.contains("/activex/")
        || name.starts_with("word/embeddings/")
        || last.rsplit_once('.').is_some_and(|(_, ending)| PROGRAMS.contains(&ending));
    if is_program { Err(FileRefusal::Macros) } else { Ok(()) }
}

/// What a part is by its first bytes, whatever it is called and wherever it lies: pictures and fonts are none of these.
fn check_content(content: &[u8]) -> Result<(), FileRefusal> {
    const OTHERS: &[&[u8]] = &[
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"PK\x03\x04",
        b"\x7fELF",
        b"\xca\xfe\xba\xbe",
        b"\xcf\xfa\xed\xfe",
        b"L\0\0\0\x01\x14\x02\0",
        b"{\\rt",
        b"%PDF-",
        b"#!",
    ];
    let is_other = OTHERS.iter().any(|magic| content.starts_with(magic)) || is_windows_program(content);
    if is_other { Err(FileRefusal::Macros) } else { Ok(()) }
}

/// Two letters say little: a font may begin with them. The second head behind them says enough.
fn is_windows_program(content: &[u8]) -> bool {
    let offset =
        content.get(0x3c..0x40).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    let second = offset.and_then(|at| content.get(usize::try_from(at).ok()?..));
    content.starts_with(b"MZ") && second.is_some_and(|head| head.starts_with(b"PE\0\0"))
}

/// Word goes by the kind that a part is given, not by its name: whatever could be XML is read as such, however much white space
/// comes first.
fn is_xml(content: &[u8]) -> bool {
    let mut head = content.iter().filter(|byte| !matches!(byte, 0 | 0xef | 0xbb | 0xbf | 0xfe | 0xff));
    head.find(|byte| !byte.is_ascii_whitespace()).is_none_or(|first| *first == b'<')
}

/// A part, and how long it is in all. Of what is no XML the beginning is kept.
fn unpack(
    part: &mut impl Read,
    is_named_xml: bool,
    xml_most: u64,
    most: u64,
) -> Result<(Vec<u8>, u64), FileRefusal> {
    let mut content = vec![];
    part.by_ref().take(HEAD_BYTES).read_to_end(&mut content).map_err(|_| FileRefusal::Broken)?;
    if is_named_xml || is_xml(&content) {
        part.by_ref().take(xml_most).read_to_end(&mut content).map_err(|_| FileRefusal::Broken)?;
        if content.len() as u64 > xml_most {
            return Err(FileRefusal::UnpacksTooLarge);
        }
    }
    let rest = most.saturating_sub(content.len() as u64);
    let more =
        std::io::copy(&mut part.take(rest + 1), &mut std::io::sink()).map_err(|_| FileRefusal::Broken)?;
    let size = content.len() as u64 + more;
    if more > rest { Err(FileRefusal::UnpacksTooLarge) } else { Ok((content, size)) }
}

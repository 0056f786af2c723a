//! The parts of a workbook's XML: unpacked within limits, one tag at a time, without entities of its own. Only texts that many
//! cells share are kept.

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// One tag or text.
const MAX_EVENT_BYTES: u64 = 1 << 20;
const MAX_SHARED_BYTES: usize = 64 << 20;

/// Stops inside a tag that doesn't end.
struct Guarded<R> {
    inner: BufReader<R>,
    since: Arc<AtomicU64>,
}

impl<R: Read> Read for Guarded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.inner.read(into)
    }
}

impl<R: Read> BufRead for Guarded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.since.load(Ordering::Relaxed) > MAX_EVENT_BYTES {
            return Err(io::Error::other("a part of it is far too long"));
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.since.fetch_add(count as u64, Ordering::Relaxed);
        self.inner.consume(count);
    }
}

pub(super) struct Xml<R: Read> {
    reader: quick_xml::Reader<Guarded<R>>,
    buffer: Vec<u8>,
    since: Arc<AtomicU64>,
}

pub(super) enum XmlPart {
    Begin(XmlTag),
    End(String),
    Text(String),
    Over,
}

pub(super) struct XmlTag {
    pub name: String,
    /// Local names.
    attributes: Vec<(String, String)>,
    /// Nothing inside: no end follows.
    pub is_empty: bool,
}

impl XmlTag {
    fn new(tag: &BytesStart<'_>, is_empty: bool) -> Result<XmlTag, String> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut attributes = vec![];
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let value =
                attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| error.to_string())?;
            attributes.push((text(attribute.key.local_name().as_ref()), value.into_owned()));
        }
        Ok(XmlTag { name: text(tag.local_name().as_ref()), attributes, is_empty })
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

impl<R: Read> Xml<R> {
    pub(super) fn new(from: R) -> Xml<R> {
        let since = Arc::new(AtomicU64::new(0));
        let guarded = Guarded { inner: BufReader::with_capacity(32 * 1024, from), since: since.clone() };
        Xml { reader: quick_xml::Reader::from_reader(guarded), buffer: vec![], since }
    }

    pub(super) fn next(&mut self) -> Result<XmlPart, String> {
        loop {
            self.buffer.clear();
            self.since.store(0, Ordering::Relaxed);
            let event = self.reader.read_event_into(&mut self.buffer).map_err(|error| error.to_string())?;
            return Ok(match event {
                Event::Start(tag) => XmlPart::Begin(XmlTag::new(&tag, false)?),
                Event::Empty(tag) => XmlPart::Begin(XmlTag::new(&tag, true)?),
                Event::End(tag) => {
                    XmlPart::End(String::from_utf8_lossy(tag.local_name().as_ref()).into_owned())
                }
                Event::Text(text) => {
                    XmlPart::Text(text.decode().map_err(|error| error.to_string())?.into_owned())
                }
                Event::CData(text) => {
                    XmlPart::Text(text.decode().map_err(|error| error.to_string())?.into_owned())
                }
                Event::GeneralRef(name) => {
                    let letter = name.resolve_char_ref().map_err(|error| error.to_string())?;
                    let known = match &*name.decode().map_err(|error| error.to_string())? {
                        "lt" => Some('<'),
                        "gt" => Some('>'),
                        "amp" => Some('&'),
                        "quot" => Some('"'),
                        "apos" => Some('\''),
                        _ => None,
                    };
                    let letter = letter.or(known).ok_or("it uses entities of its own")?;
                    XmlPart::Text(letter.to_string())
                }
                Event::DocType(_) => return Err("it declares entities of its own".to_owned()),
                Event::Eof => XmlPart::Over,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => continue,
            });
        }
    }
}

/// The texts that cells refer to by number.
pub(super) fn shared_strings(from: impl Read) -> Result<Vec<Box<str>>, String> {
    let (mut xml, mut found, mut size) = (Xml::new(from), vec![], 0);
    let (mut text, mut is_text, mut aside) = (String::new(), false, 0_u32);
    loop {
        match xml.next()? {
            XmlPart::Begin(tag) if tag.is_empty => {
                if tag.name == "si" {
                    found.push(Box::from(""));
                }
            }
            XmlPart::Begin(tag) => match tag.name.as_str() {
                "si" => text.clear(),
                "rPh" => aside += 1,
                "t" => is_text = aside == 0,
                _ => {}
            },
            XmlPart::End(name) => match name.as_str() {
                "si" => {
                    size += text.len() + size_of::<Box<str>>();
                    if size > MAX_SHARED_BYTES {
                        return Err("it has too much text; save it as CSV".to_owned());
                    }
                    found.push(text.as_str().into());
                }
                "rPh" => aside = aside.saturating_sub(1),
                "t" => is_text = false,
                _ => {}
            },
            XmlPart::Text(more) if is_text => text.push_str(&more),
            XmlPart::Text(_) => {}
            XmlPart::Over => return Ok(found),
        }
    }
}

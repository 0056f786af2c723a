//! Delimited text: decoded to UTF-8 as it streams, with every line ended the same way, and the title lines dropped.

use super::{CountedSource, FoundFormat, HowToRead, whole_file};
use crate::mappings::rules::{Delimiter, Encoding, SampleRow};
use crate::sheets::Fault;
use encoding_rs::{Decoder, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A quote that is never closed would make one row of the rest of the file.
const MAX_ROW_BYTES: u64 = 4 << 20;
const CHUNK_BYTES: usize = 16 * 1024;

struct Decoded {
    head: Cursor<Vec<u8>>,
    inner: CountedSource,
    decoder: Decoder,
    ready: Vec<u8>,
    at: usize,
    titles: u32,
    is_returned: bool,
    is_ended: bool,
    since_row: Arc<AtomicU64>,
}

impl Decoded {
    fn fill(&mut self) -> io::Result<()> {
        let mut raw = vec![0; CHUNK_BYTES];
        let mut count = self.head.read(&mut raw)?;
        if count == 0 {
            count = self.inner.read(&mut raw)?;
        }
        let is_last = count == 0;
        let mut text =
            String::with_capacity(self.decoder.max_utf8_buffer_length(count).unwrap_or(CHUNK_BYTES * 3 + 16));
        let _ = self.decoder.decode_to_string(&raw[..count], &mut text, is_last);
        self.ready.clear();
        self.at = 0;
        for byte in text.into_bytes() {
            let is_again = byte == b'\n' && self.is_returned;
            self.is_returned = byte == b'\r';
            if is_again {
                continue;
            }
            let byte = if byte == b'\r' { b'\n' } else { byte };
            if self.titles == 0 {
                self.ready.push(byte);
            } else if byte == b'\n' {
                self.titles -= 1;
            }
        }
        if is_last && !self.is_ended {
            self.is_ended = true;
            self.ready.push(b'\n');
        }
        Ok(())
    }
}

impl Read for Decoded {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at == self.ready.len() && !self.is_ended {
            self.fill()?;
        }
        let count = into.len().min(self.ready.len() - self.at);
        into[..count].copy_from_slice(&self.ready[self.at..self.at + count]);
        self.at += count;
        let since = self.since_row.fetch_add(count as u64, Ordering::Relaxed) + count as u64;
        if since > MAX_ROW_BYTES {
            return Err(io::Error::other("a row is far too long: is a quote in it never closed?"));
        }
        Ok(count)
    }
}

pub(super) struct TextTable {
    reader: csv::Reader<Decoded>,
    record: csv::StringRecord,
    titles: u64,
    since_row: Arc<AtomicU64>,
}

fn encoding_of(head: &[u8]) -> Encoding {
    if head.starts_with(b"\xff\xfe") {
        return Encoding::Utf16Le;
    }
    if head.starts_with(b"\xfe\xff") {
        return Encoding::Utf16Be;
    }
    // Without a mark: text has a zero byte beside nearly every letter.
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let quarter = head.len() / 4;
    if quarter > 0 && zeros(1) > quarter {
        return Encoding::Utf16Le;
    }
    if quarter > 0 && zeros(0) > quarter {
        return Encoding::Utf16Be;
    }
    match std::str::from_utf8(head) {
        Ok(_) => Encoding::Utf8,
        // The last letter may be cut.
        Err(error) if error.error_len().is_none() => Encoding::Utf8,
        Err(_) => Encoding::Windows1252,
    }
}

fn decoder_for(encoding: Encoding) -> Decoder {
    let encoding = match encoding {
        Encoding::Utf8 => UTF_8,
        Encoding::Utf16Le => UTF_16LE,
        Encoding::Utf16Be => UTF_16BE,
        Encoding::Windows1252 => WINDOWS_1252,
    };
    encoding.new_decoder_with_bom_removal()
}

/// The one that parts the most lines into the same number of cells.
fn delimiter_of(text: &str) -> Delimiter {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(30).collect();
    let count = |line: &str, wanted: u8| {
        let mut is_quoted = false;
        line.bytes()
            .filter(|byte| {
                is_quoted ^= *byte == b'"';
                *byte == wanted && !is_quoted
            })
            .count()
    };
    let score = |delimiter: Delimiter| {
        let counts: Vec<usize> = lines.iter().map(|line| count(line, delimiter.byte())).collect();
        let most = counts.iter().copied().filter(|count| *count > 0);
        let most = most.map(|one| (counts.iter().filter(|other| **other == one).count(), one)).max();
        most.map_or(0, |(same, cells)| same * 10 + cells.min(50))
    };
    let best = Delimiter::ALL.into_iter().rev().max_by_key(|delimiter| score(*delimiter));
    best.filter(|best| score(*best) > 0).unwrap_or(Delimiter::Comma)
}

impl TextTable {
    pub(super) fn open(
        inner: CountedSource,
        head: Vec<u8>,
        how: &HowToRead,
    ) -> Result<(TextTable, FoundFormat), Fault> {
        let encoding = how.encoding.unwrap_or_else(|| encoding_of(&head));
        let is_wide = matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be);
        if !is_wide && head.contains(&0) {
            return Err(whole_file("this is neither text nor an .xlsx workbook"));
        }
        let mut sample = String::with_capacity(head.len() * 3 + 16);
        let _ = decoder_for(encoding).decode_to_string(&head, &mut sample, false);
        let after: String = sample.lines().skip(how.title_lines as usize).collect::<Vec<_>>().join("\n");
        let delimiter = how.delimiter.unwrap_or_else(|| delimiter_of(&after));
        let since_row = Arc::new(AtomicU64::new(0));
        let decoded = Decoded {
            head: Cursor::new(head),
            inner,
            decoder: decoder_for(encoding),
            ready: vec![],
            at: 0,
            titles: how.title_lines,
            is_returned: false,
            is_ended: false,
            since_row: since_row.clone(),
        };
        let reader = csv::ReaderBuilder::new()
            .flexible(true)
            .has_headers(false)
            .delimiter(delimiter.byte())
            .from_reader(decoded);
        let format = FoundFormat { delimiter: Some(delimiter), encoding: Some(encoding), worksheets: vec![] };
        let titles = u64::from(how.title_lines);
        Ok((TextTable { reader, record: csv::StringRecord::new(), titles, since_row }, format))
    }

    pub(super) fn counted(&self) -> &CountedSource {
        &self.reader.get_ref().inner
    }

    /// A row, and whether it's the last that can be read.
    pub(super) fn next(&mut self) -> Option<(Result<SampleRow, Fault>, bool)> {
        loop {
            let before = self.reader.position().line();
            self.since_row.store(0, Ordering::Relaxed);
            match self.reader.read_record(&mut self.record) {
                Ok(false) => return None,
                Err(error) => {
                    let says = match error.kind() {
                        csv::ErrorKind::Io(error) => format!("the file cannot be read: {error}"),
                        _ => format!("this is not delimited text: {error}"),
                    };
                    let fault = Fault { line: before + self.titles, column: None, says };
                    return Some((Err(fault), error.is_io_error()));
                }
                Ok(true) if self.record.iter().all(|cell| cell.trim().is_empty()) => {}
                Ok(true) => {
                    let line = before.max(self.first_line()) + self.titles;
                    if self.record.iter().any(|cell| cell.contains('\u{fffd}')) {
                        let says = "a character can't be read; choose the file's encoding in the mapping";
                        return Some((Err(Fault { line, column: None, says: says.to_owned() }), false));
                    }
                    let cells = self.record.iter().map(str::to_owned).collect();
                    return Some((Ok(SampleRow { line, cells }), false));
                }
            }
        }
    }

    /// Where the current row begins: the reader is past its end, and there may have been empty lines before it.
    fn first_line(&self) -> u64 {
        let within: usize = self.record.iter().map(|cell| cell.matches('\n').count()).sum();
        self.reader.position().line().saturating_sub(within as u64 + 1)
    }
}

//! What a document says about itself, and the few words the layout prints on its own.

/// The language of a document, and of the words the layout adds: "Page 1 of 2", "continued".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    Spanish,
}

impl Language {
    /// The tag that assistive technology picks a voice by.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en-US",
            Self::Spanish => "es-US",
        }
    }

    pub(crate) fn page_of(self, page: usize, pages: usize) -> String {
        match self {
            Self::English => format!("Page {page} of {pages}"),
            Self::Spanish => format!("Página {page} de {pages}"),
        }
    }

    pub(crate) fn continued(self, title: &str) -> String {
        match self {
            Self::English => format!("{title}, continued"),
            Self::Spanish => format!("{title}, continuación"),
        }
    }
}

/// A calendar day. The document is dated midnight UTC of it: nothing here reads a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    pub year: u16,
    pub month: u8,
    pub day: u8,
}

/// What viewers, archives and search tools show of a document without opening it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// Shown in the window's title bar; PDF/UA requires one.
    pub title: String,
    pub author: String,
    /// Stays the same when the same document is made again, for example `PS-2026-11-048213`.
    pub document_id: String,
    pub issued: Date,
}

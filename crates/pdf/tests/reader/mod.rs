//! Reads a finished document back, with a reader that shares no code with the writer: the structure tree,
//! the text behind each piece of marked content, and whatever is not marked.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId, decode_text_string};

pub(crate) struct Pdf {
    document: Document,
    pub(crate) pages: Vec<Page>,
}

/// What one page shows.
#[derive(Default)]
pub(crate) struct Page {
    /// Text by the number that ties it to the structure tree.
    pub(crate) marked: BTreeMap<i64, String>,
    pub(crate) artifacts: Vec<Artifact>,
    /// Painting operators outside any mark.
    pub(crate) unmarked: usize,
}

#[derive(Default)]
pub(crate) struct Artifact {
    pub(crate) kind: String,
    pub(crate) subtype: String,
    pub(crate) text: String,
}

/// One element of the structure tree.
#[derive(Default)]
pub(crate) struct Element {
    pub(crate) role: String,
    pub(crate) title: String,
    pub(crate) attributes: BTreeMap<String, String>,
    pub(crate) children: Vec<Element>,
    /// Page and number of the content that hangs directly below this element.
    pub(crate) content: Vec<(usize, i64)>,
    /// All the text below this element, in reading order.
    pub(crate) text: String,
}

impl Element {
    /// Every element below this one with that role, in reading order.
    pub(crate) fn all(&self, role: &str) -> Vec<&Element> {
        let mut found = Vec::new();
        self.walk(&mut |element| {
            if element.role == role {
                found.push(element);
            }
        });
        found
    }

    pub(crate) fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Element)) {
        for child in &self.children {
            visit(child);
            child.walk(visit);
        }
    }

    pub(crate) fn roles(&self) -> Vec<&str> {
        self.children.iter().map(|child| child.role.as_str()).collect()
    }
}

impl Pdf {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let document = Document::load_mem(bytes).expect("a PDF that can be parsed");
        let pages = document.get_pages().values().map(|&id| Page::read(&document, id)).collect();
        Self { document, pages }
    }

    pub(crate) fn catalog(&self) -> &Dictionary {
        self.document.catalog().unwrap()
    }

    pub(crate) fn dictionary(&self, key: &str) -> &Dictionary {
        self.catalog().get_deref(key.as_bytes(), &self.document).unwrap().as_dict().unwrap()
    }

    pub(crate) fn xmp(&self) -> String {
        let stream = self.catalog().get_deref(b"Metadata", &self.document).unwrap().as_stream().unwrap();
        String::from_utf8(stream.get_plain_content().unwrap()).unwrap()
    }

    /// The titles of the outline with their depth.
    pub(crate) fn outline(&self) -> Vec<(usize, String)> {
        let mut entries = Vec::new();
        self.outline_below(self.dictionary("Outlines"), 0, &mut entries);
        entries
    }

    fn outline_below(&self, parent: &Dictionary, depth: usize, entries: &mut Vec<(usize, String)>) {
        let mut next = parent.get_deref(b"First", &self.document).ok();
        while let Some(item) = next.and_then(|item| item.as_dict().ok()) {
            entries.push((depth, decode_text_string(item.get(b"Title").unwrap()).unwrap()));
            self.outline_below(item, depth + 1, entries);
            next = item.get_deref(b"Next", &self.document).ok();
        }
    }

    /// The structure tree, from its `Document` element.
    pub(crate) fn structure(&self) -> Element {
        let root = self.dictionary("StructTreeRoot");
        let mut children = Vec::new();
        for kid in kids(root, &self.document) {
            children.push(self.element(kid.as_dict().unwrap()));
        }
        assert_eq!(children.len(), 1, "one root element");
        children.remove(0)
    }

    fn element(&self, dictionary: &Dictionary) -> Element {
        let name = dictionary.get(b"S").unwrap().as_name().unwrap();
        let mut element = Element { role: string(name), ..Element::default() };
        if let Ok(title) = dictionary.get(b"T") {
            element.title = decode_text_string(title).unwrap();
        }
        element.attributes = self.attributes(dictionary);
        for kid in kids(dictionary, &self.document) {
            let (page, number) = match kid {
                Object::Integer(number) => (dictionary.get(b"Pg").unwrap(), *number),
                Object::Dictionary(kid) if kid.has(b"MCID") => {
                    let page = kid.get(b"Pg").or_else(|_| dictionary.get(b"Pg")).unwrap();
                    (page, kid.get(b"MCID").unwrap().as_i64().unwrap())
                }
                kid => {
                    let child = self.element(kid.as_dict().unwrap());
                    element.text.push_str(&child.text);
                    element.children.push(child);
                    continue;
                }
            };
            let page = self.page_index(page.as_reference().unwrap());
            element.text.push_str(&self.pages[page].marked[&number]);
            element.content.push((page, number));
        }
        element
    }

    fn attributes(&self, element: &Dictionary) -> BTreeMap<String, String> {
        let lists = match element.get_deref(b"A", &self.document) {
            Ok(Object::Array(lists)) => lists.iter().collect(),
            Ok(list) => vec![list],
            Err(_) => vec![],
        };
        let mut attributes = BTreeMap::new();
        for list in lists {
            let (_, list) = self.document.dereference(list).unwrap();
            for (key, value) in list.as_dict().unwrap() {
                let value = match value {
                    Object::Name(name) => string(name),
                    Object::Integer(number) => number.to_string(),
                    text => decode_text_string(text).unwrap_or_default(),
                };
                attributes.insert(string(key), value);
            }
        }
        attributes
    }

    fn page_index(&self, id: ObjectId) -> usize {
        self.document.get_pages().values().position(|&page| page == id).unwrap()
    }
}

impl Page {
    fn read(document: &Document, id: ObjectId) -> Self {
        /// An open mark: tied to the tree, an artifact, or a replacement for the text of its glyphs.
        enum Open {
            Number(i64),
            Artifact(Artifact),
            ActualText(String),
        }
        let fonts = document.get_page_fonts(id).unwrap();
        let encodings: BTreeMap<_, _> = fonts
            .iter()
            .map(|(name, font)| (name.as_slice(), font.get_font_encoding(document).unwrap()))
            .collect();
        let mut page = Page::default();
        let mut open: Vec<Open> = Vec::new();
        let mut font = None;
        for operation in document.get_and_decode_page_content(id).unwrap().operations {
            let operands = &operation.operands;
            match operation.operator.as_str() {
                "BMC" => open.push(Open::Artifact(Artifact::default())),
                "BDC" => {
                    let properties = operands[1].as_dict().expect("properties are written in place");
                    let name = |key: &[u8]| {
                        properties.get(key).and_then(Object::as_name).map(string).unwrap_or_default()
                    };
                    open.push(if let Ok(text) = properties.get(b"ActualText") {
                        Open::ActualText(decode_text_string(text).unwrap())
                    } else if let Ok(number) = properties.get(b"MCID") {
                        Open::Number(number.as_i64().unwrap())
                    } else {
                        assert_eq!(operands[0].as_name().unwrap(), b"Artifact");
                        let (kind, subtype) = (name(b"Type"), name(b"Subtype"));
                        Open::Artifact(Artifact { kind, subtype, text: String::new() })
                    });
                }
                "EMC" => match open.pop().expect("a mark to end") {
                    Open::Artifact(artifact) => page.artifacts.push(artifact),
                    Open::Number(number) => {
                        page.marked.entry(number).or_default();
                    }
                    Open::ActualText(text) => match open.last_mut() {
                        Some(Open::Number(number)) => page.marked.entry(*number).or_default().push_str(&text),
                        Some(Open::Artifact(artifact)) => artifact.text.push_str(&text),
                        _ => panic!("text without a mark"),
                    },
                },
                "Tf" => font = Some(&encodings[operands[0].as_name().unwrap()]),
                "Tj" | "TJ" => {
                    let mut text = String::new();
                    let parts =
                        operands[0].as_array().map_or(std::slice::from_ref(&operands[0]), |parts| parts);
                    for part in parts.iter().filter_map(|part| part.as_str().ok()) {
                        text.push_str(&Document::decode_text(font.unwrap(), part).unwrap());
                    }
                    match open.last_mut() {
                        Some(Open::Number(number)) => page.marked.entry(*number).or_default().push_str(&text),
                        Some(Open::Artifact(artifact)) => artifact.text.push_str(&text),
                        Some(Open::ActualText(_)) => {}
                        None => page.unmarked += 1,
                    }
                }
                "f" | "f*" | "F" | "S" | "s" | "B" | "B*" | "b" | "b*" | "Do" | "sh" if open.is_empty() => {
                    page.unmarked += 1;
                }
                _ => {}
            }
        }
        assert!(open.is_empty(), "every mark ends on its page");
        page
    }
}

fn kids<'a>(dictionary: &'a Dictionary, document: &'a Document) -> Vec<&'a Object> {
    let kids = match dictionary.get_deref(b"K", document) {
        Ok(Object::Array(kids)) => kids.iter().collect(),
        Ok(kid) => vec![kid],
        Err(_) => vec![],
    };
    kids.into_iter().map(|kid| document.dereference(kid).unwrap().1).collect()
}

fn string(bytes: impl AsRef<[u8]>) -> String {
    String::from_utf8_lossy(bytes.as_ref()).into_owned()
}

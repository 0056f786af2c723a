//! The tag tree: what each piece of content is, for those who do not see the page.
//!
//! krilla writes the tree it is given without checking it, so it is built here and nowhere else, from a
//! few roles that only fit together in the ways PDF/UA allows.

use std::num::{NonZeroU16, NonZeroU32};

use krilla::tagging::{
    Artifact, ArtifactType, ContentTag, Identifier, ListNumbering, Node, SpanTag, TableHeaderScope, Tag,
    TagGroup, TagKind, TagTree,
};

use crate::metadata::Language;

#[derive(Clone, Debug)]
pub(crate) enum Role {
    Document,
    Heading { level: NonZeroU16, title: String },
    Paragraph,
    List,
    Item,
    Label,
    Body,
    Table { summary: String },
    TableHead,
    TableBody,
    TableFoot,
    Row,
    ColumnHeader,
    RowHeader { columns: usize },
    Cell { columns: usize },
}

impl Role {
    fn kind(&self) -> TagKind {
        let span = |columns: usize| u32::try_from(columns).ok().filter(|&n| n > 1).and_then(NonZeroU32::new);
        match self {
            Self::Document => Tag::Part.into(),
            Self::Heading { level, title } => Tag::Hn(*level, Some(title.clone())).into(),
            Self::Paragraph => Tag::P.into(),
            Self::List => Tag::L(ListNumbering::None).into(),
            Self::Item => Tag::LI.into(),
            Self::Label => Tag::Lbl.into(),
            Self::Body => Tag::LBody.into(),
            Self::Table { summary } => Tag::Table.with_summary(Some(summary.clone())).into(),
            Self::TableHead => Tag::THead.into(),
            Self::TableBody => Tag::TBody.into(),
            Self::TableFoot => Tag::TFoot.into(),
            Self::Row => Tag::TR.into(),
            Self::ColumnHeader => Tag::TH(TableHeaderScope::Column).into(),
            Self::RowHeader { columns } => {
                Tag::TH(TableHeaderScope::Row).with_col_span(span(*columns)).into()
            }
            Self::Cell { columns } => Tag::TD.with_col_span(span(*columns)).into(),
        }
    }

    /// A group with nothing in it says nothing, but an empty cell still counts as a column.
    fn stays_when_empty(&self) -> bool {
        matches!(self, Self::ColumnHeader | Self::RowHeader { .. } | Self::Cell { .. })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupId(usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeafId(usize);

/// Content that assistive technology skips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aside {
    Decoration,
    /// What a further page says again, such as the heads of a table.
    Repeat,
    Footer,
}

/// What a drawn text belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Belongs {
    To(GroupId),
    Aside(Aside),
}

/// How a drawn text is marked in the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Leaf(LeafId),
    Aside(Aside),
}

impl Mark {
    pub(crate) fn content_tag(self) -> ContentTag<'static> {
        let artifact = match self {
            Self::Leaf(_) => return ContentTag::Span(SpanTag::empty()),
            Self::Aside(Aside::Decoration) => ArtifactType::Layout,
            Self::Aside(Aside::Repeat) => ArtifactType::PaginationOther,
            Self::Aside(Aside::Footer) => ArtifactType::Footer,
        };
        ContentTag::Artifact(Artifact::with_kind(artifact))
    }
}

enum Child {
    Group(GroupId),
    Leaf(LeafId),
}

struct Group {
    role: Role,
    children: Vec<Child>,
}

pub(crate) struct Tags {
    groups: Vec<Group>,
    /// Where each leaf ended up in the file; known once its page is painted.
    leaves: Vec<Option<Identifier>>,
}

impl Tags {
    pub(crate) const DOCUMENT: GroupId = GroupId(0);

    pub(crate) fn new() -> Self {
        let document = Group { role: Role::Document, children: Vec::new() };
        Self { groups: vec![document], leaves: Vec::new() }
    }

    pub(crate) fn group(&mut self, parent: GroupId, role: Role) -> GroupId {
        let id = GroupId(self.groups.len());
        self.groups.push(Group { role, children: Vec::new() });
        self.groups[parent.0].children.push(Child::Group(id));
        id
    }

    /// A group where there is a tree; an aside has none, and stays what it is.
    pub(crate) fn within(&mut self, parent: Belongs, role: Role) -> Belongs {
        match parent {
            Belongs::To(parent) => Belongs::To(self.group(parent, role)),
            aside => aside,
        }
    }

    pub(crate) fn mark(&mut self, belongs: Belongs) -> Mark {
        match belongs {
            Belongs::To(parent) => {
                let leaf = LeafId(self.leaves.len());
                self.leaves.push(None);
                self.groups[parent.0].children.push(Child::Leaf(leaf));
                Mark::Leaf(leaf)
            }
            Belongs::Aside(aside) => Mark::Aside(aside),
        }
    }

    pub(crate) fn painted(&mut self, mark: Mark, identifier: Identifier) {
        if let Mark::Leaf(leaf) = mark {
            self.leaves[leaf.0] = Some(identifier);
        }
    }

    pub(crate) fn tree(&self, language: Language) -> TagTree {
        let mut tree = TagTree::new().with_lang(Some(language.tag().to_owned()));
        for node in self.children(Self::DOCUMENT) {
            tree.push(node);
        }
        tree
    }

    fn children(&self, parent: GroupId) -> Vec<Node> {
        let node = |child: &Child| match *child {
            Child::Leaf(leaf) => self.leaves[leaf.0].map(Node::Leaf),
            Child::Group(id) => {
                let group = &self.groups[id.0];
                let children = self.children(id);
                (!children.is_empty() || group.role.stays_when_empty())
                    .then(|| Node::Group(TagGroup::with_children(group.role.kind(), children)))
            }
        };
        self.groups[parent.0].children.iter().filter_map(node).collect()
    }
}

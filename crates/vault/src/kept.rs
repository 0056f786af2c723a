//! What the key ring keeps as one text: the count of failed unlocks on the first line, the secret after it.

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) secret: String,
    pub(crate) failed_unlocks: u32,
}

impl Kept {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (failed, secret) = text.split_once('\n')?;
        Some(Self { secret: secret.to_owned(), failed_unlocks: failed.parse().ok()? })
    }

    pub(crate) fn to_text(&self) -> String {
        format!("{}\n{}", self.failed_unlocks, self.secret)
    }
}

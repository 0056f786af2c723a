//! How to reach a person when it really matters: all their addresses and phones, including recently replaced ones and
//! those of accounts recently combined into theirs; and which of those changed in the last few days.

mod store;

use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use db::Tx;
use jiff::{SignedDuration, Timestamp};

/// An address or phone replaced this recently may be the only one still in the owner's hands.
const REPLACED_SINCE: SignedDuration = SignedDuration::from_hours(24 * 30);

pub struct Reach {
    pub first_name: String,
    pub language: String,
    pub addresses: Vec<String>,
    pub phones: Vec<String>,
    pub phone_in_use: Option<String>,
    /// (password, email, phone or factor; when), newest first.
    pub changes: Vec<(String, Timestamp)>,
}

pub async fn reach(tx: &mut Tx, person: PersonId, now: Timestamp) -> Result<Reach, Problem> {
    let since = now - REPLACED_SINCE;
    let contacts = store::contacts(tx, person, since).await?;
    let changes = store::changes_since(tx, person, since).await?;
    let Some((first_name, language, _, phone_in_use)) = contacts.first().cloned() else {
        return Err(Problem::NotFound);
    };
    let old = |kind: &'static str| {
        changes.iter().filter(move |change| change.0 == kind).filter_map(|change| change.1.clone())
    };
    let mut addresses: Vec<String> =
        contacts.iter().map(|(_, _, email, _)| email.clone()).chain(old("email")).collect();
    let mut phones: Vec<String> =
        contacts.iter().filter_map(|(_, _, _, phone)| phone.clone()).chain(old("phone")).collect();
    for list in [&mut addresses, &mut phones] {
        let mut seen = std::collections::BTreeSet::new();
        list.retain(|entry| !entry.is_empty() && seen.insert(entry.clone()));
    }
    let changes = changes.into_iter().map(|(kind, _, at)| (kind, at)).collect();
    Ok(Reach { first_name, language, addresses, phones, phone_in_use, changes })
}

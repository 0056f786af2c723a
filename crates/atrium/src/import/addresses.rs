//! Where an account's letters and codes went before a row was written, if they go elsewhere now: the account's owner is told.

use super::table::PERSON;
use crate::account::{self, NewAddress, Replaced};
use crate::app::App;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Value;

/// A person whose row is another now.
pub(super) struct Rewritten {
    pub person: PersonId,
    pub before: Vec<Value>,
    pub after: Vec<Value>,
}

impl Rewritten {
    fn text(values: &[Value], column: &str) -> Option<String> {
        match &values[PERSON.at(column)] {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn replaced(&self, kind: &'static str) -> Option<Replaced> {
        let at = PERSON.at(kind);
        let old = || Self::text(&self.before, kind);
        (self.before[at] != self.after[at]).then(|| Replaced { person: self.person, kind, old: old() })
    }

    fn new_address(&self) -> Option<NewAddress> {
        let now = |column: &str| Self::text(&self.after, column);
        let (old, new) = (Self::text(&self.before, "email")?, now("email")?);
        let language = if now("language").as_deref() == Some("es") { "es" } else { "en" };
        let first_name = now("first_name")?;
        (old != new).then_some(NewAddress { person: self.person, first_name, language, old, new })
    }
}

pub(super) async fn note(work: &mut Work, tenant: TenantId, people: &[Rewritten]) -> Result<(), Problem> {
    let kinds = people.iter().flat_map(|one| [one.replaced("email"), one.replaced("phone")]);
    let replaced: Vec<Replaced> = kinds.flatten().collect();
    account::note_replaced(work, tenant, &replaced).await
}

pub(super) async fn tell(
    app: &App,
    work: &mut Work,
    tenant: (TenantId, &str),
    people: &[Rewritten],
) -> Result<(), Problem> {
    let moved: Vec<NewAddress> = people.iter().filter_map(Rewritten::new_address).collect();
    account::tell_replaced(app, work, tenant, &moved).await
}

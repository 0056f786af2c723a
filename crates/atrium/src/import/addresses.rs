//! Where an account's letters and codes went before a row was written, if they go elsewhere now: the account's owner is told.

use super::table::PERSON;
use crate::account::{self, MovedAccount, ReplacedContact};
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

    fn replaced(&self, kind: &'static str) -> Option<ReplacedContact> {
        let at = PERSON.at(kind);
        let old = || Self::text(&self.before, kind);
        (self.before[at] != self.after[at]).then(|| ReplacedContact { person: self.person, kind, old: old() })
    }

    pub(super) fn has_new_email(&self) -> bool {
        self.replaced("email").is_some()
    }

    fn moved(&self) -> Option<MovedAccount> {
        let (was, now) =
            (|column: &str| Self::text(&self.before, column), |column: &str| Self::text(&self.after, column));
        let (email, phone) = ((was("email")?, now("email")?), (was("phone"), now("phone")));
        let language = if now("language").as_deref() == Some("es") { "es" } else { "en" };
        let first_name = now("first_name")?;
        let is_moved = email.0 != email.1 || phone.0 != phone.1;
        is_moved.then_some(MovedAccount { person: self.person, first_name, language, email, phone })
    }
}

pub(super) async fn note(work: &mut Work, tenant: TenantId, people: &[Rewritten]) -> Result<(), Problem> {
    let kinds = people.iter().flat_map(|one| [one.replaced("email"), one.replaced("phone")]);
    let replaced: Vec<ReplacedContact> = kinds.flatten().collect();
    account::note_replaced(work, tenant, &replaced).await
}

pub(super) async fn tell(
    app: &App,
    work: &mut Work,
    tenant: (TenantId, &str),
    people: &[Rewritten],
) -> Result<(), Problem> {
    let moved: Vec<MovedAccount> = people.iter().filter_map(Rewritten::moved).collect();
    account::tell_replaced(app, work, tenant, &moved).await
}

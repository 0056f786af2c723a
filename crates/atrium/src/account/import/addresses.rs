//! Tells an account's owner when an import changes where their mail or codes go.

use super::store;
use crate::access::OperatorScope;
use crate::account::{MovedAccount, ReplacedContact, note_replaced, tell_replaced};
use crate::app::App;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::sheets::{Desk, PERSON, RewrittenRow};
use crate::work::Work;
use db::Value;

struct Readdressed<'a>(&'a RewrittenRow);

impl Readdressed<'_> {
    fn text(values: &[Value], column: &str) -> Option<String> {
        match &values[PERSON.at(column)] {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn replaced(&self, kind: &'static str) -> Option<ReplacedContact> {
        let RewrittenRow { id, before, after } = self.0;
        let (at, person) = (PERSON.at(kind), PersonId(*id));
        let old = || Self::text(before, kind);
        (before[at] != after[at]).then(|| ReplacedContact { person, kind, old: old() })
    }

    fn has_new_email(&self) -> bool {
        self.replaced("email").is_some()
    }

    fn moved(&self) -> Option<MovedAccount> {
        let was = |column: &str| Self::text(&self.0.before, column);
        let now = |column: &str| Self::text(&self.0.after, column);
        let (email, phone) = ((was("email")?, now("email")?), (was("phone"), now("phone")));
        let language = if now("language").as_deref() == Some("es") { "es" } else { "en" };
        let (person, first_name) = (PersonId(self.0.id), now("first_name")?);
        let is_moved = email.0 != email.1 || phone.0 != phone.1;
        is_moved.then_some(MovedAccount { person, first_name, language, email, phone })
    }
}

/// Tells people whose mail or codes will go elsewhere from now on, including at their old address.
pub(super) async fn tell_rewritten(desk: &mut Desk<'_>, people: &[RewrittenRow]) -> Result<(), Problem> {
    let tenant = desk.scope.tenant();
    note(&mut desk.work, tenant, people).await?;
    if desk.options.is_dry || desk.outcome.faults > 0 {
        return Ok(());
    }
    tell(desk.app, &mut desk.work, (tenant, &desk.tenant_name), people).await
}

/// After an undo. If someone else has the address by now, it isn't given back.
pub(super) async fn restored(
    app: &App,
    work: &mut Work,
    scope: &OperatorScope,
    tenant_name: &str,
    people: &[RewrittenRow],
) -> Result<Vec<String>, Problem> {
    note(work, scope.tenant(), people).await?;
    tell(app, work, (scope.tenant(), tenant_name), people).await?;
    let readdressed = people.iter().filter(|row| Readdressed(row).has_new_email()).map(|row| row.id);
    let shared = store::sharing_an_address(work.tx(), scope, readdressed.collect()).await?;
    let says = |(username, email): (String, String)| {
        format!("{email}, the earlier address of {username}, belongs to someone else now")
    };
    Ok(shared.into_iter().map(says).collect())
}

async fn note(work: &mut Work, tenant: TenantId, people: &[RewrittenRow]) -> Result<(), Problem> {
    let kinds = people.iter().map(Readdressed).flat_map(|one| [one.replaced("email"), one.replaced("phone")]);
    let replaced: Vec<ReplacedContact> = kinds.flatten().collect();
    note_replaced(work, tenant, &replaced).await
}

async fn tell(
    app: &App,
    work: &mut Work,
    tenant: (TenantId, &str),
    people: &[RewrittenRow],
) -> Result<(), Problem> {
    let moved: Vec<MovedAccount> = people.iter().filter_map(|row| Readdressed(row).moved()).collect();
    tell_replaced(app, work, tenant, &moved).await
}

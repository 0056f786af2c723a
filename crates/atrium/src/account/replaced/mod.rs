//! What an operator's file put in the place of an account's own address or phone. Whoever replaced it, the shield is the same as
//! when the owner does.
//!
//! - Money asked for soon after needs a second look, and a new phone proves nothing for a day.
//! - The mailbox that was in use hears of it, with the link that takes it back; the new one hears of it as well.
//! - Where nobody has signed in yet, the mailbox may never have been the owner's (a file is mended like this): it gets no link,
//!   those that were sent there are worth nothing any more, and an open invitation goes to the new address instead.

mod store;

use super::links::{self, ALARM_LIFE, Invited, Kind as LinkKind};
use crate::app::App;
use crate::notices::{self, Letter};
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::work::Work;
use std::collections::HashMap;
use uuid::Uuid;

pub struct Replaced {
    pub person: PersonId,
    /// email or phone.
    pub kind: &'static str,
    pub old: Option<String>,
}

pub async fn note_replaced(work: &mut Work, tenant: TenantId, replaced: &[Replaced]) -> Result<(), Problem> {
    let now = work.now();
    let rows: Vec<(Uuid, &Replaced)> = replaced.iter().map(|one| (work.new_id(), one)).collect();
    Ok(store::note(work.tx(), tenant, &rows, now).await?)
}

/// An account whose letters go elsewhere now, with the name and the language it has now.
pub struct NewAddress {
    pub person: PersonId,
    pub first_name: String,
    pub language: &'static str,
    pub old: String,
    pub new: String,
}

/// As many as a chunk of an import, in a few statements.
pub async fn tell_replaced(
    app: &App,
    work: &mut Work,
    (tenant, tenant_name): (TenantId, &str),
    moved: &[NewAddress],
) -> Result<(), Problem> {
    if moved.is_empty() {
        return Ok(());
    }
    let (now, people) = (work.now(), moved.iter().map(|one| one.person).collect::<Vec<_>>());
    let in_use = store::in_use(work.tx(), &people).await?;
    let invited = store::invited(work.tx(), &people, now).await?;
    store::retire_links(work.tx(), &people, now).await?;
    // Of several changes in a row, the first one's mailbox: a later one may be a thief's. One that is in use again has nothing to
    // take back.
    let before = store::addresses_before(work.tx(), &people, now - ALARM_LIFE).await?;
    let alarms = moved.iter().filter(|one| in_use.contains(&one.person)).filter_map(|one| {
        let mailbox = before.get(&one.person).unwrap_or(&one.old);
        (*mailbox != one.new).then(|| (one.person, mailbox.clone()))
    });
    let alarms: Vec<(PersonId, String)> = alarms.collect();
    let made = links::make_many(app, work, tenant, LinkKind::Alarm, &alarms).await?;
    let alarms: HashMap<PersonId, (String, String)> =
        alarms.into_iter().zip(made).map(|((person, mailbox), link)| (person, (mailbox, link))).collect();
    let mut letters = vec![];
    for one in moved {
        let letter = |not_me| Letter::EmailReplaced { first_name: &one.first_name, at: now, not_me };
        let alarm = alarms.get(&one.person);
        letters.extend(alarm.map(|(mailbox, link)| (mailbox.as_str(), one.language, letter(Some(link)))));
        if alarm.is_none_or(|(mailbox, _)| *mailbox != one.old) {
            letters.push((one.old.as_str(), one.language, letter(None)));
        }
        if !invited.contains(&one.person) {
            letters.push((one.new.as_str(), one.language, letter(None)));
        }
    }
    notices::mail_many(work, &letters).await?;
    let again = moved.iter().filter(|one| invited.contains(&one.person)).map(|one| Invited {
        id: one.person,
        first_name: one.first_name.clone(),
        email: one.new.clone(),
        language: one.language,
    });
    links::invite_many(app, work, tenant, tenant_name, &again.collect::<Vec<_>>()).await
}

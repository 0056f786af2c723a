//! Tells the owner about every deposit change, at every address and phone number they have. It can't be turned off.
//! Each notice has a link that freezes the change.

use super::change::{AccountChangeKind, ChangedAccount};
use super::{Deposits, store};
use crate::access::{EmployeeScope, Write};
use crate::app::App;
use crate::contacts::{self, Reach};
use crate::notices::{self, DepositEvent, DepositLine, Letter, Text};
use crate::shared::id::{ChangeRequestId, PersonId};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::Work;
use jiff::SignedDuration;

/// How long the link in a notice works.
pub(super) const ALARM_LIFE: SignedDuration = SignedDuration::from_hours(24 * 30);

fn lines(changed: &[ChangedAccount]) -> Vec<DepositLine> {
    let line = |each: &ChangedAccount| DepositLine {
        event: match each.kind {
            AccountChangeKind::Add => DepositEvent::Added,
            AccountChangeKind::Revise => DepositEvent::Revised,
            AccountChangeKind::Remove => DepositEvent::Ended,
        },
        bank_name: each.bank_name.clone(),
        last_four: each.last_four.clone(),
    };
    changed.iter().map(line).collect()
}

#[expect(clippy::too_many_arguments, reason = "who, what, when and where")]
pub(super) async fn asked(
    app: &App,
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
    person: PersonId,
    reach: &Reach,
    request: ChangeRequestId,
    changed: &[ChangedAccount],
    address: &str,
) -> Result<(), Problem> {
    let (now, lines) = (work.now(), lines(changed));
    for mailbox in &reach.addresses {
        let link = freezing_link(app, work, scope, person, request).await?;
        let letter = Letter::DepositAsked {
            first_name: &reach.first_name,
            lines: &lines,
            at: now,
            address,
            not_me: &link,
        };
        notices::mail(work, mailbox, &reach.language, letter)?;
    }
    for phone in &reach.phones {
        let link = freezing_link(app, work, scope, person, request).await?;
        notices::sms(work, phone, &reach.language, Text::DepositAsked { not_me: &link })?;
    }
    Ok(())
}

/// One link for each mailbox and phone.
async fn freezing_link(
    app: &App,
    work: &mut Work,
    scope: &EmployeeScope<Deposits, Write>,
    person: PersonId,
    request: ChangeRequestId,
) -> Result<String, Problem> {
    let (token, until) = (seal::new_secret(&app.randomness), work.now() + ALARM_LIFE);
    store::insert_alarm(work.tx(), scope, seal::hash(&token), person, request, until).await?;
    Ok(format!("{}/login/freeze?token={token}", app.settings.public_url))
}

/// Tells the owner the change is frozen, even where a thief may be listening too.
pub(super) async fn frozen(work: &mut Work, person: PersonId) -> Result<(), Problem> {
    let now = work.now();
    let reach = contacts::reach(work.tx(), person, now).await?;
    for mailbox in &reach.addresses {
        let letter = Letter::DepositFrozen { first_name: &reach.first_name, at: now };
        notices::mail(work, mailbox, &reach.language, letter)?;
    }
    Ok(())
}

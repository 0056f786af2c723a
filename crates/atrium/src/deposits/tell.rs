//! Telling the owner of every change of deposits, at every address and phone of theirs. It cannot be switched off; each
//! mail carries a link that freezes the change.

use super::change::{Changed, Kind};
use super::store;
use crate::access::EmployeeScope;
use crate::account::{self, Reach};
use crate::app::App;
use crate::notices::{self, DepositEvent, DepositLine, Letter, Text};
use crate::shared::id::{ChangeRequestId, PersonId};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::Work;
use jiff::SignedDuration;

/// How long the link in a notice freezes the change.
const ALARM_LIFE: SignedDuration = SignedDuration::from_hours(24 * 30);

fn lines(changed: &[Changed]) -> Vec<DepositLine> {
    let line = |each: &Changed| DepositLine {
        event: match each.kind {
            Kind::Add => DepositEvent::Added,
            Kind::Revise => DepositEvent::Revised,
            Kind::Remove => DepositEvent::Ended,
        },
        bank_name: each.bank_name.clone(),
        last_four: each.last_four.clone(),
    };
    changed.iter().map(line).collect()
}

#[allow(clippy::too_many_arguments, reason = "who, what, when and where")]
pub(super) async fn asked(
    app: &App,
    work: &mut Work,
    scope: &EmployeeScope,
    person: PersonId,
    reach: &Reach,
    request: ChangeRequestId,
    changed: &[Changed],
    address: &str,
) -> Result<(), Problem> {
    let (now, lines) = (work.now(), lines(changed));
    for mailbox in &reach.addresses {
        let token = seal::new_secret(&app.randomness);
        store::insert_alarm(work.tx(), scope, seal::hash(&token), person, request, now + ALARM_LIFE).await?;
        let link = format!("{}/login/freeze?token={token}", app.settings.public_url);
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
        notices::sms(work, phone, &reach.language, Text::DepositAsked)?;
    }
    Ok(())
}

/// The owner hears that the change is frozen, wherever a thief may listen as well.
pub(super) async fn frozen(work: &mut Work, person: PersonId) -> Result<(), Problem> {
    let now = work.now();
    let reach = account::reach(work.tx(), person, now).await?;
    for mailbox in &reach.addresses {
        let letter = Letter::DepositFrozen { first_name: &reach.first_name, at: now };
        notices::mail(work, mailbox, &reach.language, letter)?;
    }
    Ok(())
}

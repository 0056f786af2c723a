//! The unit of work: one writing transaction together with everything a change leaves behind. A use case writes through
//! `Work`, says what it did (`record`) and what other programs should know (`publish`); the commit writes all of it or
//! nothing.

use crate::app::App;
use crate::shared::audit::{self, Event, Origin};
use crate::shared::day::Day;
use crate::shared::event_feed::{self, Fact};
use crate::shared::id::{PersonId, TenantId};
use crate::shared::idempotency;
use crate::shared::outbox::{self, MessageDraft};
use crate::shared::refused::{self, Refused};
use db::{Statement, Tx};
use jiff::Timestamp;
use uuid::Uuid;

pub struct Work {
    app: App,
    tx: Tx,
    origin: Origin,
    events: Vec<Event>,
    sent: bool,
    /// With the IDs of their events. Logged once they have happened.
    facts: Vec<(Uuid, Fact)>,
    /// Statements that need no answer are sent with the commit.
    last: Vec<Statement>,
}

/// Who something is written on behalf of.
#[derive(Clone, Debug)]
pub struct Author {
    pub tenant: TenantId,
    /// No one, when the system itself acts.
    pub person: Option<PersonId>,
    pub address: String,
}

impl Work {
    pub async fn begin(app: &App, db: &db::Db, author: Author) -> db::Result<Work> {
        let origin = Origin {
            tenant: author.tenant,
            actor: author.person,
            operator: app.operator.clone(),
            address: author.address,
            at: app.clock.now(),
        };
        let tx = db.begin_write().await?;
        Ok(Work { app: app.clone(), tx, origin, events: vec![], sent: false, facts: vec![], last: vec![] })
    }

    pub fn tx(&mut self) -> &mut Tx {
        &mut self.tx
    }

    /// Who turned out to be acting, if only the transaction itself could tell.
    pub fn acted_by(&mut self, person: PersonId) {
        self.origin.actor = Some(person);
    }

    /// The time of the whole change: every row it writes has the same one.
    pub fn now(&self) -> Timestamp {
        self.origin.at
    }

    /// Who does this, if it's a person.
    pub fn actor(&self) -> Option<PersonId> {
        self.origin.actor
    }

    /// «Today» in a company's time zone.
    pub fn today(&self, time_zone: &str) -> Day {
        self.app.clock.today(time_zone)
    }

    /// Now on the business day: what a clock on the wall shows.
    pub fn moment(&self, time_zone: &str) -> Timestamp {
        self.app.clock.moment(time_zone)
    }

    /// Our public address, for links in what we send.
    pub fn public_url(&self) -> &str {
        &self.app.settings.public_url
    }

    pub fn new_id(&self) -> Uuid {
        self.app.ids.next(self.origin.at)
    }

    /// Records what was done; written to the audit trail at the commit.
    pub fn record(
        &mut self,
        action: &'static str,
        subject_kind: &'static str,
        subject: Uuid,
        detail: serde_json::Value,
    ) {
        let result = "done".to_owned();
        self.events.push(Event { action, subject_kind, subject_id: Some(subject), result, detail });
    }

    /// Something other programs may want to know, written to the tenant's events with the change.
    pub fn publish(&mut self, fact: Fact) {
        self.facts.push((self.new_id(), fact));
    }

    /// Adds a row no one reads before the commit, to be written with it.
    pub fn add_to_commit(&mut self, statement: Statement) {
        self.last.push(statement);
    }

    /// Queues a message to a person with content no one may read in the database; delivered after the commit, at least
    /// once.
    pub fn send_sealed(&mut self, topic: &'static str, payload: serde_json::Value, secret: &[u8]) {
        let (id, tenant) = (self.new_id(), self.origin.tenant);
        let sealed = self.app.keys.notices.seal(&self.app.randomness, id.as_bytes(), secret);
        let draft = MessageDraft { id, tenant, topic, payload: &payload, sealed: Some(sealed) };
        self.last.push((outbox::INSERT.into(), outbox::values(&draft, self.origin.at)));
        self.sent = true;
    }

    /// Like `send_sealed`, for many at once, which are written now: (what anyone may see, the rest).
    pub async fn send_sealed_many(
        &mut self,
        topic: &'static str,
        messages: Vec<(serde_json::Value, Vec<u8>)>,
    ) -> db::Result<()> {
        let (tenant, keys, randomness) = (self.origin.tenant, &self.app.keys, &self.app.randomness);
        let draft = |(payload, secret): &(serde_json::Value, Vec<u8>)| {
            let id = self.new_id();
            let sealed = keys.notices.seal(randomness, id.as_bytes(), secret);
            outbox::values(&MessageDraft { id, tenant, topic, payload, sealed: Some(sealed) }, self.origin.at)
        };
        let drafts = messages.iter().map(draft).collect();
        self.sent = true;
        outbox::enqueue_many(&mut self.tx, drafts).await
    }

    pub async fn claim(
        &mut self,
        key: &idempotency::Key,
    ) -> Result<idempotency::Claim, crate::shared::problem::Problem> {
        let person = self.origin.actor.ok_or(crate::shared::problem::Problem::Unauthenticated)?;
        match idempotency::claim(&mut self.tx, person, key, self.origin.at).await? {
            idempotency::Claim::AnsweredBefore(sealed) => {
                let answer = idempotency::unsealed(&self.app.keys.secrets, person, &sealed)?;
                Ok(idempotency::Claim::AnsweredBefore(answer))
            }
            claim => Ok(claim),
        }
    }

    /// Keeps the answer with the change, sealed.
    pub fn answer(&mut self, key: &idempotency::Key, response: &str) {
        if let Some(person) = self.origin.actor {
            let (vault, randomness) = (&self.app.keys.secrets, &self.app.randomness);
            let sealed = idempotency::sealed(vault, randomness, person, response);
            self.last.push(idempotency::answer(person, key, &sealed));
        }
    }

    pub async fn commit(mut self) -> db::Result<()> {
        let appended = audit::append(&mut self.tx, &self.app.keys.audit, &self.origin, &self.events).await?;
        let (head, events) = appended.unzip();
        self.last.extend(events.unwrap_or_default());
        // Behind the audit trail's lock and before everything's end, so other commits wait as briefly as possible.
        self.last.extend(event_feed::statements(self.origin.tenant, &self.facts, self.origin.at));
        self.tx.commit_with(self.last).await?;
        if let Some(head) = head {
            self.app.audit_heads.note(head);
        }
        self.events.iter().for_each(tell_sign_in);
        for (id, fact) in self.facts {
            tracing::info!(%id, tenant = %self.origin.tenant, event_type = fact.event_type.as_str(), "event");
        }
        if self.sent {
            self.app.outbox_wake.notify_one();
        }
        Ok(())
    }
}

/// Sign-ins are counted and logged, so an operator watching the log sees guessing, and why people can't get in.
fn tell_sign_in(event: &Event) {
    match event.action {
        "sign_in.done" => metrics::counter!("atrium_sign_ins_total", "result" => "done").increment(1),
        "sign_in.refused" => {
            count_refused_sign_in(&event.result);
            tracing::info!(reason = event.result, "a sign-in was refused");
        }
        _ => {}
    }
}

/// `reason` is one of a few codes.
pub fn count_refused_sign_in(reason: &str) {
    metrics::counter!("atrium_sign_ins_total", "result" => reason.to_ascii_lowercase()).increment(1);
}

/// Records a refusal in a transaction of its own, since the refused one was rolled back.
pub async fn record_refusal(app: &App, db: &db::Db, author: Author, event: Event) -> db::Result<()> {
    let mut work = Work::begin(app, db, author).await?;
    work.events.push(event);
    work.commit().await
}

/// Like `record_refusal`, for what a program may try again and again: repeats within a minute become one event. `actor`
/// is who they are counted for.
pub async fn record_repeated_refusal(
    app: &App,
    db: &db::Db,
    author: Author,
    actor: Uuid,
    event: Event,
) -> db::Result<()> {
    let mut work = Work::begin(app, db, author.clone()).await?;
    let now = work.now();
    let who = Refused { actor, tenant: author.tenant, person: author.person, address: &author.address };
    work.events = refused::fold(&mut work.tx, &who, event, now).await?;
    work.commit().await
}

/// Records how many refusals there were in minutes that are over.
pub async fn record_counted_refusals(app: &App) -> db::Result<()> {
    for minute in refused::over(&app.db, app.clock.now()).await? {
        let author =
            Author { tenant: minute.tenant_id, person: minute.person_id, address: minute.address.clone() };
        let mut work = Work::begin(app, &app.db, author).await?;
        let now = work.now();
        let event = refused::take(&mut work.tx, &minute, now).await?;
        work.events.extend(event);
        work.commit().await?;
    }
    Ok(())
}

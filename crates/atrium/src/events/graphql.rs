//! Events and webhooks on the wire, for the console. The command line calls the same use cases.

use super::rules::{DeliveryState, subject_of};
use super::{
    AddedWebhook, ChangedWebhook, DeliveryFilter, Events, FeedEvent, RemovalOfWebhook,
    RotationOfWebhookSecret, SavedWebhook, WebhookDelivery, WebhookDraft, WebhookRow,
};
use crate::access::{self, Need, Read, WholeTenantScope, Write};
use crate::call::Call;
use crate::shared::day::Moment;
use crate::shared::event_feed::EventType;
use crate::shared::id::{CompanyId, DeliveryId, EmployeeId, TenantId, WebhookId};
use crate::shared::page::Links;
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, Enum, ID, InputObject, Object, SimpleObject};
use serde_json::json;

/// Something that happened in a tenant, as other programs learn about it.
#[derive(SimpleObject)]
#[graphql(serial, name = "TenantEvent")]
struct EventOnWire {
    id: ID,
    /// Its number among the tenant's events, without gaps.
    number: i64,
    #[graphql(name = "type")]
    event_type: String,
    time: Moment,
    /// Null: it concerns the whole tenant.
    company_id: Option<ID>,
    employee_id: Option<ID>,
    /// What kind of thing it happened to.
    subject: String,
    subject_id: ID,
}

impl From<FeedEvent> for EventOnWire {
    fn from(event: FeedEvent) -> EventOnWire {
        EventOnWire {
            id: ID(event.id.to_string()),
            number: event.number,
            time: event.at,
            company_id: event.company_id.map(CompanyId::to_wire),
            employee_id: event.employee_id.map(EmployeeId::to_wire),
            subject: subject_of(&event.event_type).to_owned(),
            subject_id: ID(event.subject_id.to_string()),
            event_type: event.event_type,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TenantEventPage {
    results: Rows<EventOnWire>,
    links: Links,
}

/// Where a tenant's events are pushed.
#[derive(SimpleObject)]
#[graphql(serial, name = "Webhook")]
struct WebhookOnWire {
    id: ID,
    name: String,
    url: String,
    /// Null: it gets events of every company.
    company_id: Option<ID>,
    company_name: Option<String>,
    /// None: all.
    types: Vec<String>,
    is_enabled: bool,
    /// It answered 410 Gone then, and was turned off.
    gone_at: Option<Moment>,
    secret_set_at: Moment,
    /// Until then, messages are also signed with the old secret.
    old_secret_until: Option<Moment>,
    /// Messages that are on their way.
    waiting: i64,
    /// Messages that were given up on.
    parked: i64,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
}

impl WebhookOnWire {
    fn new(call: &Call, row: WebhookRow) -> WebhookOnWire {
        let now = call.app.clock.now();
        WebhookOnWire {
            id: row.id.to_wire(),
            types: row.types(),
            name: row.name,
            url: row.url,
            company_id: row.company_id.map(CompanyId::to_wire),
            company_name: row.company_name,
            is_enabled: row.is_enabled,
            gone_at: row.gone_at,
            secret_set_at: row.secret_set_at,
            old_secret_until: row.old_secret_until.filter(|until| now < until.0),
            waiting: row.waiting,
            parked: row.parked,
            version: row.version,
        }
    }
}

impl Current for WebhookRow {
    fn on_wire(&self) -> serde_json::Value {
        let text = |at: &Option<Moment>| at.as_ref().map(|at| at.0.to_string());
        json!({
            "id": self.id, "name": self.name, "url": self.url, "companyId": self.company_id,
            "companyName": self.company_name, "types": self.types(), "isEnabled": self.is_enabled,
            "goneAt": text(&self.gone_at), "secretSetAt": self.secret_set_at.0.to_string(),
            "oldSecretUntil": text(&self.old_secret_until), "waiting": self.waiting, "parked": self.parked,
            "version": self.version,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct WebhookPage {
    results: Rows<WebhookOnWire>,
    links: Links,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct WebhookCompany {
    id: ID,
    name: String,
}

/// What a webhook can be narrowed to.
#[derive(SimpleObject)]
#[graphql(serial)]
struct WebhookChoices {
    types: Vec<&'static str>,
    companies: Vec<WebhookCompany>,
}

#[derive(Clone, Copy, Enum, PartialEq, Eq)]
#[graphql(name = "WebhookDeliveryState")]
enum StateOnWire {
    /// Not tried yet, or to be tried again.
    Waiting,
    Delivered,
    /// Given up on.
    Parked,
}

impl From<DeliveryState> for StateOnWire {
    fn from(state: DeliveryState) -> StateOnWire {
        match state {
            DeliveryState::Waiting => StateOnWire::Waiting,
            DeliveryState::Delivered => StateOnWire::Delivered,
            DeliveryState::Parked => StateOnWire::Parked,
        }
    }
}

impl From<StateOnWire> for DeliveryState {
    fn from(state: StateOnWire) -> DeliveryState {
        match state {
            StateOnWire::Waiting => DeliveryState::Waiting,
            StateOnWire::Delivered => DeliveryState::Delivered,
            StateOnWire::Parked => DeliveryState::Parked,
        }
    }
}

/// One event on its way to one webhook.
#[derive(SimpleObject)]
#[graphql(serial, name = "WebhookDelivery")]
struct DeliveryOnWire {
    id: ID,
    webhook_id: ID,
    /// Null for a test.
    event_number: Option<i64>,
    #[graphql(name = "type")]
    event_type: String,
    state: StateOnWire,
    created_at: Moment,
    /// When it's tried next; null unless it's waiting.
    due_at: Option<Moment>,
    /// Since it was last queued.
    attempts: i64,
    attempted_at: Option<Moment>,
    delivered_at: Option<Moment>,
    parked_at: Option<Moment>,
    /// The status code of the last answer.
    answer: Option<i64>,
    /// Why the last attempt failed, for developers.
    last_error: Option<String>,
}

impl From<WebhookDelivery> for DeliveryOnWire {
    fn from(row: WebhookDelivery) -> DeliveryOnWire {
        let state = row.state();
        DeliveryOnWire {
            id: row.id.to_wire(),
            webhook_id: row.webhook_id.to_wire(),
            event_number: row.event_number,
            event_type: row.event_type,
            state: state.into(),
            created_at: row.created_at,
            due_at: Some(row.due_at).filter(|_| state == DeliveryState::Waiting),
            attempts: row.attempts,
            attempted_at: row.attempted_at,
            delivered_at: row.delivered_at,
            parked_at: row.parked_at,
            answer: row.answer,
            last_error: row.last_error,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct WebhookDeliveryPage {
    results: Rows<DeliveryOnWire>,
    links: Links,
}

/// What was saved, and a new secret if there is one.
#[derive(SimpleObject)]
#[graphql(serial, name = "SavedWebhook")]
struct SavedWebhookOnWire {
    webhook: WebhookOnWire,
    /// Shown this once, and never again.
    secret: Option<String>,
}

impl SavedWebhookOnWire {
    fn new(call: &Call, saved: SavedWebhook) -> SavedWebhookOnWire {
        SavedWebhookOnWire { webhook: WebhookOnWire::new(call, saved.row), secret: saved.secret }
    }
}

#[derive(InputObject)]
#[graphql(name = "WebhookInput")]
struct WebhookDraftOnWire {
    name: String,
    url: String,
    /// Absent: events of every company.
    company_id: Option<ID>,
    /// None: all.
    types: Vec<String>,
    is_enabled: bool,
}

impl WebhookDraftOnWire {
    fn draft(self) -> Result<WebhookDraft, Problem> {
        Ok(WebhookDraft {
            company: self.company_id.as_ref().map(CompanyId::from_wire).transpose()?,
            name: self.name,
            url: self.url,
            types: self.types,
            is_enabled: self.is_enabled,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RemovedWebhook {
    webhook_id: ID,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct WebhookReplay {
    /// How many events there are since then. The webhook gets those it's for.
    events: i64,
}

/// A webhook may get events of the whole tenant, so only its administrators look after it.
async fn events_of<N: Need>(call: &Call, tenant_id: &ID) -> Result<WholeTenantScope<Events, N>, Problem> {
    access::whole(&access::administered(call.viewer().await?, TenantId::from_wire(tenant_id)?)?)
}

#[derive(Default)]
pub struct EventQuery;

#[Object]
impl EventQuery {
    /// What happened in the tenant, newest first.
    async fn list_tenant_events(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        #[graphql(name = "type")] event_type: Option<String>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<TenantEventPage, Problem> {
        let call = Call::of(context);
        let scope = events_of::<Read>(call, &tenant_id).await?;
        let event_type = event_type.unwrap_or_default();
        let cursors = call.cursors(format!("events of {} of type {event_type:?}", scope.tenant()));
        let page = super::list(&call.db, &scope, &event_type, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(EventOnWire::from);
        Ok(TenantEventPage { results: page.results.into(), links: page.links })
    }

    /// The tenant's webhooks, by name.
    async fn list_webhooks(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<WebhookPage, Problem> {
        let call = Call::of(context);
        let scope = events_of::<Read>(call, &tenant_id).await?;
        let cursors = call.cursors(format!("webhooks of {}", scope.tenant()));
        let page = super::list_webhooks(&call.db, &scope, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(|row| WebhookOnWire::new(call, row));
        Ok(WebhookPage { results: page.results.into(), links: page.links })
    }

    /// What a webhook can be narrowed to: event types and companies.
    async fn webhook_choices(&self, context: &Context<'_>, tenant_id: ID) -> Result<WebhookChoices, Problem> {
        let call = Call::of(context);
        let scope = events_of::<Read>(call, &tenant_id).await?;
        let companies = super::choices(&call.db, &scope).await?;
        let company = |(id, name): (CompanyId, String)| WebhookCompany { id: id.to_wire(), name };
        Ok(WebhookChoices {
            types: EventType::ALL.iter().map(|one| one.as_str()).collect(),
            companies: companies.into_iter().map(company).collect(),
        })
    }

    /// A webhook's messages, newest first.
    async fn list_webhook_deliveries(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        webhook_id: ID,
        state: Option<StateOnWire>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<WebhookDeliveryPage, Problem> {
        let call = Call::of(context);
        let scope = events_of::<Read>(call, &tenant_id).await?;
        let filter =
            DeliveryFilter { webhook: WebhookId::from_wire(&webhook_id)?, state: state.map(Into::into) };
        let of_state = filter.state.map(DeliveryState::as_str);
        let cursors = call.cursors(format!("deliveries to {} in state {of_state:?}", filter.webhook));
        let page = super::deliveries(&call.db, &scope, &filter, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(DeliveryOnWire::from);
        Ok(WebhookDeliveryPage { results: page.results.into(), links: page.links })
    }
}

#[derive(Default)]
pub struct EventMutation;

#[Object]
impl EventMutation {
    /// Needs a fresh factor, like every change to where events go.
    async fn add_webhook(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        input: WebhookDraftOnWire,
    ) -> Result<SavedWebhookOnWire, Problem> {
        let call = Call::of(context);
        let scope = events_of::<Write>(call, &tenant_id).await?;
        let draft = input.draft()?;
        let checked = super::check(&call.app, call.work().await?.tx(), &scope, None, draft).await?;
        let added = call.prove(AddedWebhook { checked }).await?;
        let saved = super::add(&call.app, &mut *call.work().await?, &scope, added).await?;
        Ok(SavedWebhookOnWire::new(call, saved))
    }

    async fn change_webhook(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        webhook_id: ID,
        version: i64,
        input: WebhookDraftOnWire,
    ) -> Result<SavedWebhookOnWire, Problem> {
        let call = Call::of(context);
        let scope = events_of::<Write>(call, &tenant_id).await?;
        let (id, draft) = (WebhookId::from_wire(&webhook_id)?, input.draft()?);
        let checked = super::check(&call.app, call.work().await?.tx(), &scope, Some(id), draft).await?;
        let changed = call.prove(ChangedWebhook { id, version, checked }).await?;
        let saved = super::change(&mut *call.work().await?, &scope, changed).await?;
        Ok(SavedWebhookOnWire::new(call, saved))
    }

    /// A new secret. With `keepOld`, messages are also signed with the old one for another day.
    async fn rotate_webhook_secret(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        webhook_id: ID,
        version: i64,
        keep_old: bool,
    ) -> Result<SavedWebhookOnWire, Problem> {
        let call = Call::of(context);
        let scope = events_of::<Write>(call, &tenant_id).await?;
        let id = WebhookId::from_wire(&webhook_id)?;
        let rotation = call.prove(RotationOfWebhookSecret { id, version, keeps_old: keep_old }).await?;
        let saved = super::rotate(&call.app, &mut *call.work().await?, &scope, rotation).await?;
        Ok(SavedWebhookOnWire::new(call, saved))
    }

    async fn remove_webhook(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        webhook_id: ID,
        version: i64,
    ) -> Result<RemovedWebhook, Problem> {
        let call = Call::of(context);
        let scope = events_of::<Write>(call, &tenant_id).await?;
        let removal = RemovalOfWebhook { id: WebhookId::from_wire(&webhook_id)?, version };
        let removal = call.prove(removal).await?;
        super::remove(&mut *call.work().await?, &scope, removal).await?;
        Ok(RemovedWebhook { webhook_id })
    }

    /// Sends a message of the type `webhook.test`.
    async fn test_webhook(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        webhook_id: ID,
    ) -> Result<DeliveryOnWire, Problem> {
        let call = Call::of(context);
        let scope = events_of::<Write>(call, &tenant_id).await?;
        let id = WebhookId::from_wire(&webhook_id)?;
        Ok(super::test(&mut *call.work().await?, &scope, id).await?.into())
    }

    /// Sends one message again, even if it was delivered.
    async fn replay_webhook_delivery(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        delivery_id: ID,
    ) -> Result<DeliveryOnWire, Problem> {
        let call = Call::of(context);
        let scope = events_of::<Write>(call, &tenant_id).await?;
        let id = DeliveryId::from_wire(&delivery_id)?;
        Ok(super::replay(&mut *call.work().await?, &scope, id).await?.into())
    }

    /// Sends everything that happened since then again.
    async fn replay_webhook(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        webhook_id: ID,
        since: Moment,
    ) -> Result<WebhookReplay, Problem> {
        let call = Call::of(context);
        let scope = events_of::<Write>(call, &tenant_id).await?;
        let id = WebhookId::from_wire(&webhook_id)?;
        let events = super::replay_since(&mut *call.work().await?, &scope, id, since.0).await?;
        Ok(WebhookReplay { events })
    }
}

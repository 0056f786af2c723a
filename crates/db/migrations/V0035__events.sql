-- What happened in a tenant, for other programs to read, and the webhooks that push it to them.

-- The number of a tenant's newest event. A transaction that writes events holds this row until the commit, so numbers become visible in order.
CREATE TABLE event_head (
  tenant_id UUID PRIMARY KEY CONSTRAINT event_head_tenant REFERENCES tenant (id),
  number BIGINT NOT NULL
);

-- IDs only. Rows are deleted after 30 days. What an event is about may be gone by then, so nothing refers to it.
CREATE TABLE event (
  tenant_id UUID NOT NULL CONSTRAINT event_tenant REFERENCES tenant (id),
  number BIGINT NOT NULL,
  id UUID NOT NULL,
  type TEXT NOT NULL,
  at TIMESTAMPTZ NOT NULL,
  -- Null: it concerns the whole tenant.
  company_id UUID,
  employee_id UUID,
  subject_id UUID NOT NULL,
  CONSTRAINT event_key PRIMARY KEY (tenant_id, number)
);
CREATE UNIQUE INDEX event_once ON event (id);
CREATE INDEX event_age ON event (at);

CREATE TABLE webhook (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL CONSTRAINT webhook_tenant REFERENCES tenant (id),
  -- Null: events of every company.
  company_id UUID CONSTRAINT webhook_company REFERENCES company (id),
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  -- The types it gets, separated by spaces; blank is all.
  types TEXT NOT NULL DEFAULT '',
  is_enabled BOOLEAN NOT NULL DEFAULT TRUE,
  -- It answered 410 Gone then, and was turned off.
  gone_at TIMESTAMPTZ,
  -- Sealed: we sign with it.
  secret_sealed BYTEA NOT NULL,
  secret_set_at TIMESTAMPTZ NOT NULL,
  -- The one before, which signs as well until then.
  old_secret_sealed BYTEA,
  old_secret_until TIMESTAMPTZ,
  -- The number of the last event that was looked at for it.
  reached BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  version BIGINT NOT NULL DEFAULT 1,
  CONSTRAINT webhook_old_secret CHECK ((old_secret_sealed IS NULL) = (old_secret_until IS NULL))
);
CREATE UNIQUE INDEX webhook_once ON webhook (tenant_id, lower(name));

-- One event for one webhook. Deleted after 30 days, like the event.
CREATE TABLE webhook_delivery (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL CONSTRAINT webhook_delivery_tenant REFERENCES tenant (id),
  webhook_id UUID NOT NULL CONSTRAINT webhook_delivery_webhook REFERENCES webhook (id),
  -- Null: a test.
  event_number BIGINT,
  type TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  -- While it's being delivered: when another node may take it over.
  due_at TIMESTAMPTZ NOT NULL,
  -- Since it was last queued.
  attempts BIGINT NOT NULL DEFAULT 0,
  attempted_at TIMESTAMPTZ,
  delivered_at TIMESTAMPTZ,
  parked_at TIMESTAMPTZ,
  -- The status code of the last answer.
  answer BIGINT,
  last_error TEXT,
  CONSTRAINT webhook_delivery_end CHECK (delivered_at IS NULL OR parked_at IS NULL)
);
CREATE UNIQUE INDEX webhook_delivery_once ON webhook_delivery (webhook_id, event_number);
CREATE INDEX webhook_delivery_list ON webhook_delivery (webhook_id, created_at, id);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, due_at) WHERE delivered_at IS NULL AND parked_at IS NULL;
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);

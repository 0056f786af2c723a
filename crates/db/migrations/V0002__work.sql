-- What every change leaves behind, in the transaction of the change itself: its audit rows, the messages
-- it owes to the outside, and the answer to repeat when the same request comes again.

-- One keyed hash chain a tenant. `mac` covers the row and the `mac` before it, so that an edit, an insertion,
-- a deletion or a reordering breaks the chain; the head detects a cut tail.
CREATE TABLE audit_event (
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  seq BIGINT NOT NULL,
  at TIMESTAMPTZ NOT NULL,
  actor_id UUID,
  address TEXT NOT NULL,
  action TEXT NOT NULL,
  subject_kind TEXT NOT NULL,
  subject_id UUID,
  result TEXT NOT NULL,
  detail TEXT NOT NULL,
  mac BYTEA NOT NULL,
  PRIMARY KEY (tenant_id, seq)
);
CREATE TABLE audit_head (
  tenant_id UUID PRIMARY KEY REFERENCES tenant (id),
  seq BIGINT NOT NULL,
  mac BYTEA NOT NULL
);

-- Messages to the outside, delivered at least once by a worker. `due_at` is both the back-off and the lease:
-- a claimed message is due again when its worker has been silent too long.
CREATE TABLE outbox_message (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  topic TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  due_at TIMESTAMPTZ NOT NULL,
  attempts BIGINT NOT NULL,
  delivered_at TIMESTAMPTZ,
  parked_at TIMESTAMPTZ,
  last_error TEXT
);
CREATE INDEX outbox_message_due ON outbox_message (due_at) WHERE delivered_at IS NULL AND parked_at IS NULL;
CREATE INDEX outbox_message_recent ON outbox_message (created_at);

-- The same key and the same body answer the same bytes for a day. A key belongs to one person.
CREATE TABLE idempotency_key (
  person_id UUID NOT NULL REFERENCES person (id),
  key TEXT NOT NULL,
  body_hash BYTEA NOT NULL,
  response TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (person_id, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

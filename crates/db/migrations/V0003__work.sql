-- What a change owes to the outside, written in the transaction of the change itself: messages, notices, and the answer to repeat
-- when the same request comes again.

-- Messages to the outside, delivered at least once by a worker. `due_at` is both the back-off and the lease: a claimed message is
-- due again when its worker has been silent too long.
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
  last_error TEXT,
  -- Mail and text messages carry codes and links. That part is sealed, and emptied as soon as the message was delivered or given
  -- up. `payload` holds what may be seen, such as the kind and a masked recipient.
  sealed BYTEA
);
CREATE INDEX outbox_message_due ON outbox_message (due_at) WHERE delivered_at IS NULL AND parked_at IS NULL;
CREATE INDEX outbox_message_recent ON outbox_message (created_at);
-- What was given up on is counted for the health page and the metrics.
CREATE INDEX outbox_message_parked ON outbox_message (parked_at) WHERE parked_at IS NOT NULL;

-- What we tell people in the app, beside the mail: of which kind it is, and the facts. The words are made where it is read.
CREATE TABLE notice (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  -- Whose it is.
  person_id UUID NOT NULL REFERENCES person (id),
  kind TEXT NOT NULL,
  facts JSONB NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  read_at TIMESTAMPTZ
);
-- Ids are in the order of time.
CREATE INDEX notice_person ON notice (person_id, id);
CREATE INDEX notice_unread ON notice (person_id, id) WHERE read_at IS NULL;
CREATE INDEX notice_old ON notice (created_at);

-- For a day, the same key with the same body gets the same bytes back. A key belongs to one person.
CREATE TABLE idempotency_key (
  person_id UUID NOT NULL REFERENCES person (id),
  key TEXT NOT NULL,
  body_hash BYTEA NOT NULL,
  response TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (person_id, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

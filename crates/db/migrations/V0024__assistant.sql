-- The assistant: what was asked and answered (sealed), how often someone asks, and tickets for its socket.

-- How long a tenant keeps conversations; without a row, 90 days.
CREATE TABLE assistant_setting (
  tenant_id UUID PRIMARY KEY REFERENCES tenant (id),
  keep_days BIGINT NOT NULL,
  changed_at TIMESTAMPTZ NOT NULL,
  CONSTRAINT assistant_setting_days CHECK (keep_days BETWEEN 1 AND 3650)
);

-- One question with its answer. `conversation` and `question` are ids that clients make; they mean something only with the person.
CREATE TABLE assistant_turn (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  person_id UUID NOT NULL REFERENCES person (id),
  conversation TEXT NOT NULL,
  number BIGINT NOT NULL,
  question TEXT NOT NULL,
  -- Sealed: question and answer.
  content BYTEA NOT NULL,
  topic TEXT NOT NULL,
  band TEXT NOT NULL,
  asked_at TIMESTAMPTZ NOT NULL,
  liked BIGINT NOT NULL DEFAULT 0,
  -- Sealed.
  comment BYTEA,
  -- The asker lets the operator read this one.
  is_attached BOOLEAN NOT NULL DEFAULT FALSE,
  CONSTRAINT assistant_turn_liked CHECK (liked IN (-1, 0, 1)),
  CONSTRAINT assistant_turn_band CHECK (band IN ('answer', 'ask_back', 'unknown', 'out_of_scope'))
);
CREATE UNIQUE INDEX assistant_turn_number ON assistant_turn (person_id, conversation, number);
CREATE UNIQUE INDEX assistant_turn_question ON assistant_turn (person_id, question);
CREATE INDEX assistant_turn_age ON assistant_turn (tenant_id, asked_at);

-- Everyone who has asked: the question being answered now, and how many there were in this minute and on this day (UTC).
CREATE TABLE assistant_asker (
  person_id UUID PRIMARY KEY REFERENCES person (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  question TEXT,
  since TIMESTAMPTZ NOT NULL,
  minute BIGINT NOT NULL,
  in_minute BIGINT NOT NULL,
  day BIGINT NOT NULL,
  in_day BIGINT NOT NULL
);

-- Opens one socket, once. Only the hash is kept.
CREATE TABLE assistant_ticket (
  secret_hash BYTEA PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  session_id UUID NOT NULL,
  client_id TEXT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX assistant_ticket_expires ON assistant_ticket (expires_at);
CREATE INDEX assistant_ticket_person ON assistant_ticket (person_id);

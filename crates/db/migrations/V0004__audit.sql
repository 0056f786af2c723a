-- What happened and who saw what: the audit trail, refused reads, and the views of someone's data.

-- One keyed hash chain per tenant. `mac` covers the row and the `mac` before it, so an edit, an insertion, a deletion or a
-- reordering breaks the chain. The head detects a cut tail.
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
  -- Who was at the terminal: the operating system's user, or the name given with --as. Part of the chain where it is set.
  actor_name TEXT,
  PRIMARY KEY (tenant_id, seq)
);
-- What someone did lately, for their own account settings.
CREATE INDEX audit_event_actor ON audit_event (actor_id, at);
-- The trail is read newest first, by time, person, operator, object and action: each has an index in that order, so a page costs the
-- same in a trail of ten thousand events and of ten million.
CREATE INDEX audit_event_time ON audit_event (tenant_id, at, seq);
CREATE INDEX audit_event_person ON audit_event (tenant_id, actor_id, at, seq) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_event_operator ON audit_event (tenant_id, actor_name, at, seq) WHERE actor_name IS NOT NULL;
CREATE INDEX audit_event_subject ON audit_event (tenant_id, subject_id, at, seq) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_event_action ON audit_event (tenant_id, action, at, seq);

CREATE TABLE audit_head (
  tenant_id UUID PRIMARY KEY REFERENCES tenant (id),
  seq BIGINT NOT NULL,
  mac BYTEA NOT NULL
);

-- Reads refused within the last minute, by who asked and what was said. The first is in the audit trail right away; those after it are
-- counted here and follow as one event.
CREATE TABLE audit_refused_read (
  actor_id UUID NOT NULL,
  kind TEXT NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID,
  address TEXT NOT NULL,
  began_at TIMESTAMPTZ NOT NULL,
  repeated BIGINT NOT NULL,
  event JSONB NOT NULL,
  CONSTRAINT audit_refused_read_pkey PRIMARY KEY (actor_id, kind)
);
CREATE INDEX audit_refused_read_began ON audit_refused_read (began_at);

-- Who looked at someone's data: one row per viewer, kind of data and day, so it stays small however often they look.
CREATE TABLE data_view (
  employee_id UUID NOT NULL REFERENCES employee (id),
  viewer_id UUID NOT NULL REFERENCES person (id),
  what TEXT NOT NULL,
  day DATE NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  first_seen_at TIMESTAMPTZ NOT NULL,
  -- The name the viewer had then: names can be changed.
  viewer_name TEXT,
  PRIMARY KEY (employee_id, viewer_id, what, day),
  CONSTRAINT data_view_what CHECK (what IN ('profile', 'deposits', 'pay', 'documents'))
);
CREATE INDEX data_view_newest ON data_view (employee_id, first_seen_at);
CREATE INDEX data_view_viewer ON data_view (viewer_id);

-- Reads that were refused within the last minute, by who asked and what was said: the first is in the audit trail at once,
-- those after it are counted here and follow as one event.
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

-- The audit trail is read newest first, by person, object, action and time: each has an index in that order, so that a page
-- costs the same in a trail of ten thousand events and of ten million.

-- Who was at the terminal: the operating system's user, or the name given with --as. Part of the chain where it is set.
ALTER TABLE audit_event ADD COLUMN actor_name TEXT;

CREATE INDEX audit_event_time ON audit_event (tenant_id, at, seq);
CREATE INDEX audit_event_person ON audit_event (tenant_id, actor_id, at, seq) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_event_operator ON audit_event (tenant_id, actor_name, at, seq) WHERE actor_name IS NOT NULL;
CREATE INDEX audit_event_subject ON audit_event (tenant_id, subject_id, at, seq) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_event_action ON audit_event (tenant_id, action, at, seq);

-- What was given up on is counted for the health page and the metrics.
CREATE INDEX outbox_message_parked ON outbox_message (parked_at) WHERE parked_at IS NOT NULL;

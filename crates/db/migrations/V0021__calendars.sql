-- What is in an employee's calendar besides time off, and the feeds by which calendar programs read it.

CREATE TABLE calendar_event (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  category TEXT NOT NULL,
  title TEXT NOT NULL,
  day DATE NOT NULL,
  resource_id UUID REFERENCES resource (id),
  created_at TIMESTAMPTZ NOT NULL,
  CONSTRAINT calendar_event_category CHECK (category IN ('ActionItem'))
);
CREATE INDEX calendar_event_day ON calendar_event (employee_id, day);

-- A secret link that a calendar program reads on its own. Only the hash of the secret is kept. What the link shows is what its person
-- may still see when it is read.
CREATE TABLE calendar_feed (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  person_id UUID NOT NULL REFERENCES person (id),
  kind TEXT NOT NULL,
  secret_hash BYTEA NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  revoked_at TIMESTAMPTZ,
  CONSTRAINT calendar_feed_kind CHECK (kind IN ('personal', 'team', 'holidays'))
);
CREATE UNIQUE INDEX calendar_feed_secret ON calendar_feed (secret_hash);
CREATE INDEX calendar_feed_employee ON calendar_feed (employee_id, created_at);
CREATE INDEX calendar_feed_person ON calendar_feed (person_id);

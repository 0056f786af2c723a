-- Reports mailed as a link, every week or every month.

CREATE TABLE report_schedule (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  owner_id UUID NOT NULL REFERENCES person (id),
  report TEXT NOT NULL,
  -- What narrows it and how it's grouped, as JSON (reports/schedules.rs). Its days follow from the day it's sent.
  filter TEXT NOT NULL,
  rhythm TEXT NOT NULL,
  -- Of the week from Monday (1), or of the month.
  day BIGINT NOT NULL,
  -- Sending it moves this on, so a second node finds nothing to send.
  next_at TIMESTAMPTZ NOT NULL,
  last_sent_at TIMESTAMPTZ,
  paused_at TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL,
  version BIGINT NOT NULL DEFAULT 1,
  CONSTRAINT report_schedule_rhythm CHECK (rhythm IN ('weekly', 'monthly')),
  CONSTRAINT report_schedule_day CHECK (day BETWEEN 1 AND 28)
);
CREATE INDEX report_schedule_company ON report_schedule (company_id, id);
CREATE INDEX report_schedule_owner ON report_schedule (owner_id);
CREATE INDEX report_schedule_due ON report_schedule (next_at) WHERE paused_at IS NULL;

-- Whether they still may see the report is asked each time it's sent.
CREATE TABLE report_recipient (
  schedule_id UUID NOT NULL REFERENCES report_schedule (id),
  person_id UUID NOT NULL REFERENCES person (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  PRIMARY KEY (schedule_id, person_id)
);
CREATE INDEX report_recipient_person ON report_recipient (person_id);

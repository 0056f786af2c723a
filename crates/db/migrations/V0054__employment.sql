-- Employment has dates. `status` says whether someone works here now and follows the dates within a minute; who may do what is
-- decided by `last_day` and `rehire_day` themselves, in the company's time zone. People who left before this version have no
-- `last_day`: they stay as shut out as they were.
ALTER TABLE employee ADD COLUMN last_day DATE;
ALTER TABLE employee ADD COLUMN rehire_day DATE;
-- Who left before this version, no one knows when.
ALTER TABLE employee ADD COLUMN left_undated BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE employee SET left_undated = TRUE WHERE status = 'Terminated';
ALTER TABLE employee ADD COLUMN on_leave BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE employee ADD COLUMN employment_version BIGINT NOT NULL DEFAULT 1;
CREATE INDEX employee_last_day ON employee (last_day) WHERE last_day IS NOT NULL;
CREATE INDEX employee_undated ON employee (id) WHERE status = 'Terminated' AND last_day IS NULL AND NOT left_undated;
-- How long people who left can still read their own pay stubs and tax forms.
ALTER TABLE tenant ADD COLUMN leaver_access_months BIGINT NOT NULL DEFAULT 24;

-- What happens to an employment, and from which day on; of a termination, the last day. Hires are the employee's own dates.
CREATE TABLE employment_event (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  kind TEXT NOT NULL,
  day DATE NOT NULL,
  recorded_at TIMESTAMPTZ NOT NULL,
  -- Without a person, the command line or an import recorded it.
  recorded_by UUID REFERENCES person (id),
  withdrawn_at TIMESTAMPTZ,
  -- Once its day has come and everything that follows from it was written.
  applied_at TIMESTAMPTZ,
  -- Of a termination: once the employee was told how to keep signing in, and once their sessions were ended.
  told_at TIMESTAMPTZ,
  sessions_ended_at TIMESTAMPTZ,
  CONSTRAINT employment_event_kind CHECK (kind IN ('leave', 'return', 'rehire', 'termination'))
);
CREATE INDEX employment_event_employee ON employment_event (employee_id, day, recorded_at);
CREATE INDEX employment_event_due ON employment_event (day) WHERE applied_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX employment_event_untold ON employment_event (day)
  WHERE kind = 'termination' AND told_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX employment_event_sessions ON employment_event (applied_at)
  WHERE kind = 'termination' AND applied_at IS NOT NULL AND sessions_ended_at IS NULL AND withdrawn_at IS NULL;

-- The roles that a termination took away, so that a rehire gives them back.
CREATE TABLE ended_role (
  event_id UUID NOT NULL REFERENCES employment_event (id),
  assignment_id UUID NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  person_id UUID NOT NULL REFERENCES person (id),
  role_id UUID NOT NULL REFERENCES role (id),
  starts_on DATE,
  ends_on DATE,
  PRIMARY KEY (event_id, assignment_id)
);
CREATE INDEX ended_role_role ON ended_role (role_id);
CREATE INDEX ended_role_person ON ended_role (person_id);
CREATE INDEX employment_event_recorder ON employment_event (recorded_by) WHERE recorded_by IS NOT NULL;

-- What happens to an employment, and who reports to whom, from which day on.

-- Of a termination, `day` is the last day of work. Hires are the employee's own dates.
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
CREATE INDEX employment_event_recorder ON employment_event (recorded_by) WHERE recorded_by IS NOT NULL;

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

-- The reporting lines there are today, by area. A person may be an employee's primary manager in one area and a secondary one in
-- another.
CREATE TABLE reporting_line (
  manager_id UUID NOT NULL REFERENCES person (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  kind TEXT NOT NULL,
  area TEXT NOT NULL,
  -- Copied from the employee, so that the first page of ten thousand reports costs what one of ten costs: the name to sort by, and
  -- the days of the year on which there is something to celebrate (MM-DD).
  sort_name TEXT NOT NULL DEFAULT '',
  birthday TEXT NOT NULL DEFAULT '',
  anniversary TEXT NOT NULL DEFAULT '',
  -- What a search for reports looks at, kept by triggers (kept_for_managers); nothing for someone who has left.
  search_text TEXT,
  -- The last day on which the line counts.
  last_day DATE,
  PRIMARY KEY (manager_id, company_id, employee_id, kind, area),
  CONSTRAINT reporting_line_kind CHECK (kind IN ('primary', 'secondary')),
  CONSTRAINT reporting_line_area CHECK (area IN ('Time Off', 'Personal Info'))
);
CREATE INDEX reporting_line_employee ON reporting_line (employee_id);
-- Someone who decides walks their lines of one area, from the index alone.
CREATE INDEX reporting_line_by_area ON reporting_line (manager_id, company_id, area, employee_id, kind);
CREATE INDEX reporting_line_by_name ON reporting_line
  (manager_id, company_id, sort_name, employee_id, kind, area, search_text);
-- The next to celebrate, by name on each day.
CREATE INDEX reporting_line_by_birthday ON reporting_line (manager_id, company_id, birthday, sort_name, employee_id);
CREATE INDEX reporting_line_by_anniversary ON reporting_line (manager_id, company_id, anniversary, sort_name, employee_id);
CREATE INDEX reporting_line_ending ON reporting_line (last_day) WHERE last_day IS NOT NULL;

-- Lines that begin on a later day, and those that have ended: because of a termination, so that a rehire brings them back, or
-- because another line took their place.
CREATE TABLE dated_line (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  manager_id UUID NOT NULL REFERENCES person (id),
  kind TEXT NOT NULL,
  area TEXT NOT NULL,
  first_day DATE,
  last_day DATE,
  is_planned BOOLEAN NOT NULL,
  event_id UUID REFERENCES employment_event (id),
  recorded_at TIMESTAMPTZ NOT NULL,
  recorded_by UUID REFERENCES person (id),
  CONSTRAINT dated_line_kind CHECK (kind IN ('primary', 'secondary')),
  CONSTRAINT dated_line_area CHECK (area IN ('Time Off', 'Personal Info'))
);
CREATE INDEX dated_line_employee ON dated_line (employee_id);
CREATE INDEX dated_line_planned ON dated_line (first_day) WHERE is_planned;
CREATE INDEX dated_line_event ON dated_line (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX dated_line_manager ON dated_line (manager_id);
CREATE INDEX dated_line_recorder ON dated_line (recorded_by) WHERE recorded_by IS NOT NULL;

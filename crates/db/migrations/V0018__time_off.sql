-- Time off: what a company grants (types with their policy), the calendar around it, and what people request. A balance is never
-- stored: it is worked out from the policy and the events below, for whatever day is asked about. Hours are whole ten-thousandths, as
-- everywhere.

-- A type with its policy. Without `has_balance` nothing is counted (unpaid time).
CREATE TABLE time_off_type (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  name TEXT NOT NULL,
  position BIGINT NOT NULL,
  has_balance BOOLEAN NOT NULL,
  accrual TEXT NOT NULL,
  -- Hours per pay period, hour worked or year, as `accrual` says: [[full years of service, hours], …].
  rates JSONB NOT NULL,
  pay_period TEXT NOT NULL,
  -- The last day of one pay period, from which weekly and biweekly ones are counted.
  period_end DATE NOT NULL,
  cap_hours BIGINT,
  carry_over_hours BIGINT,
  -- What was carried over is gone after this many months of the new year.
  carry_over_months BIGINT,
  negative_hours BIGINT NOT NULL,
  waiting_days BIGINT NOT NULL,
  approval TEXT NOT NULL,
  -- Without a Spanish name a type keeps its English one.
  name_es TEXT,
  -- An employee's request of more days than this needs a file; none: it never does.
  attachment_after_days BIGINT,
  CONSTRAINT time_off_type_accrual CHECK (accrual IN ('none', 'pay_period', 'hour_worked', 'year')),
  CONSTRAINT time_off_type_pay_period CHECK (pay_period IN ('weekly', 'biweekly', 'semimonthly', 'monthly')),
  CONSTRAINT time_off_type_approval CHECK (approval IN ('none', 'manager', 'two_steps')),
  CONSTRAINT time_off_type_limits CHECK (negative_hours >= 0 AND waiting_days >= 0),
  CONSTRAINT time_off_type_attachment CHECK (attachment_after_days >= 0)
);
CREATE UNIQUE INDEX time_off_type_name ON time_off_type (company_id, name);

-- A company without a row has the settings of the spec.
CREATE TABLE time_off_setting (
  company_id UUID PRIMARY KEY REFERENCES company (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  -- The spec refuses to edit a request of more than one day; a company may allow it.
  edits_many_days BOOLEAN NOT NULL
);

CREATE TABLE company_holiday (
  company_id UUID NOT NULL REFERENCES company (id),
  day DATE NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  name TEXT NOT NULL,
  name_es TEXT NOT NULL,
  PRIMARY KEY (company_id, day)
);

-- Days that employees can't request off; a manager may still enter time off on them.
CREATE TABLE time_off_blackout (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  -- Every type, unless one is named.
  type_id UUID REFERENCES time_off_type (id),
  first_day DATE NOT NULL,
  last_day DATE NOT NULL,
  reason TEXT NOT NULL,
  CONSTRAINT time_off_blackout_days CHECK (last_day >= first_day)
);
CREATE INDEX time_off_blackout_company ON time_off_blackout (company_id, last_day);

-- The hours an employee works on each day of the week; no row: eight from Monday to Friday. A change of an
-- employee's time off takes this row first, so that two never read the same balance.
CREATE TABLE working_pattern (
  employee_id UUID PRIMARY KEY REFERENCES employee (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  monday BIGINT NOT NULL,
  tuesday BIGINT NOT NULL,
  wednesday BIGINT NOT NULL,
  thursday BIGINT NOT NULL,
  friday BIGINT NOT NULL,
  saturday BIGINT NOT NULL,
  sunday BIGINT NOT NULL,
  changes BIGINT NOT NULL,
  -- For the clock: when the working day begins, in minutes after midnight, and how long its unpaid break is.
  starts_minute BIGINT NOT NULL DEFAULT 540,
  break_minutes BIGINT NOT NULL DEFAULT 30
);

-- What changes a balance besides accrual and time off. An `opening` says what the balance was at the end of a day: nothing before it
-- counts any more.
CREATE TABLE time_off_adjustment (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  type_id UUID NOT NULL REFERENCES time_off_type (id),
  day DATE NOT NULL,
  kind TEXT NOT NULL,
  hours BIGINT NOT NULL,
  note TEXT NOT NULL,
  CONSTRAINT time_off_adjustment_kind CHECK (kind IN ('opening', 'adjustment'))
);
CREATE INDEX time_off_adjustment_employee ON time_off_adjustment (employee_id, type_id, day);

-- Hours worked as payroll counted them, by the last day of the pay period.
CREATE TABLE hours_worked (
  employee_id UUID NOT NULL REFERENCES employee (id),
  day DATE NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  hours BIGINT NOT NULL,
  PRIMARY KEY (employee_id, day)
);

CREATE TABLE time_off_request (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  type_id UUID NOT NULL REFERENCES time_off_type (id),
  first_day DATE NOT NULL,
  last_day DATE NOT NULL,
  includes_weekends BOOLEAN NOT NULL,
  unit TEXT NOT NULL,
  -- Of one day requested by the hour: minutes after midnight.
  start_minute BIGINT,
  end_minute BIGINT,
  hours BIGINT NOT NULL,
  status TEXT NOT NULL,
  notes TEXT NOT NULL,
  manager_notes TEXT NOT NULL,
  request_date DATE NOT NULL,
  requested_by UUID NOT NULL REFERENCES person (id),
  -- Of two approvals: who gave the first.
  first_approved_by UUID REFERENCES person (id),
  decided_by UUID REFERENCES person (id),
  decided_at TIMESTAMPTZ,
  version BIGINT NOT NULL,
  -- When those who decide were reminded; once per request.
  reminded_at TIMESTAMPTZ,
  -- Since when it waits, if it was changed after it was made.
  waits_since DATE,
  -- Over whose line the first of two approvals was given: someone who stands in for a manager doesn't add a second yes to what was
  -- approved over that manager's line (decision 16).
  first_approved_for UUID REFERENCES person (id),
  -- Which half of each day a request for half days is about; without it, either.
  half TEXT,
  CONSTRAINT time_off_request_status CHECK (status IN ('Pending', 'Approved', 'Denied', 'Partial', 'Cancelled')),
  CONSTRAINT time_off_request_unit CHECK (unit IN ('whole', 'half', 'hours')),
  CONSTRAINT time_off_request_days CHECK (last_day >= first_day),
  CONSTRAINT time_off_request_hours CHECK (hours > 0),
  CONSTRAINT time_off_request_half CHECK (half IS NULL OR (unit = 'half' AND half IN ('first', 'second')))
);
-- One's own requests, newest first.
CREATE INDEX time_off_request_employee ON time_off_request (employee_id, first_day, id);
CREATE INDEX time_off_request_slow ON time_off_request (request_date) WHERE status = 'Pending' AND reminded_at IS NULL;
CREATE INDEX time_off_request_requested_by ON time_off_request (requested_by);
CREATE INDEX time_off_request_first_approved_by ON time_off_request (first_approved_by)
  WHERE first_approved_by IS NOT NULL;
CREATE INDEX time_off_request_decided_by ON time_off_request (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX time_off_request_first_approved_for ON time_off_request (first_approved_for)
  WHERE first_approved_for IS NOT NULL;
-- The queue of someone with many reports is read in its order until a page is full. Whose a request is, and whether it waits for
-- this approver, is in the index: someone else's request costs no look at its row.
CREATE INDEX time_off_request_pending ON time_off_request
  (company_id, first_day, id, employee_id, first_approved_by, first_approved_for, tenant_id) WHERE status = 'Pending';
-- The queue of someone with few reports, and the count of what waits, from the index alone.
CREATE INDEX time_off_request_pending_of ON time_off_request
  (employee_id, first_day, id, first_approved_by, first_approved_for, company_id, tenant_id) WHERE status = 'Pending';

-- The days of a request. A day is decided on its own when a request is approved in part.
CREATE TABLE time_off_day (
  request_id UUID NOT NULL REFERENCES time_off_request (id),
  day DATE NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  type_id UUID NOT NULL REFERENCES time_off_type (id),
  hours BIGINT NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (request_id, day),
  CONSTRAINT time_off_day_status CHECK (status IN ('Pending', 'Approved', 'Denied', 'Cancelled')),
  CONSTRAINT time_off_day_hours CHECK (hours > 0)
);
-- Of two requests for the same date the second is refused. Denied and canceled days are no duplicates.
CREATE UNIQUE INDEX time_off_day_once ON time_off_day (employee_id, day) WHERE status IN ('Pending', 'Approved');
-- The approved days of a company by date: who is away this week, without reading everyone's days. PostgreSQL knows that
-- status = 'Approved' is none of the others and uses it. SQLite wants a condition word for word and leaves it alone, which is
-- meant: a few samples of a large company made it take such an index once for every report of a manager.
CREATE INDEX time_off_day_away ON time_off_day (company_id, day, employee_id)
  WHERE status <> 'Pending' AND status <> 'Denied' AND status <> 'Cancelled';
-- A balance reads its type's days from the index alone, and adds up what is still to come.
CREATE INDEX time_off_day_employee ON time_off_day (employee_id, type_id, status, day, hours);

-- Files that come with a request.
CREATE TABLE time_off_attachment (
  file_id UUID PRIMARY KEY REFERENCES stored_file (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  request_id UUID NOT NULL REFERENCES time_off_request (id)
);
CREATE INDEX time_off_attachment_request ON time_off_attachment (request_id);
CREATE INDEX time_off_attachment_employee ON time_off_attachment (employee_id);

-- Which requests wait for which manager, in the order of a queue; and who is away on which day, by name. A line counts as primary if
-- there is one, as in access/reporting.rs. What the views say is kept in tables (kept_for_managers).
CREATE VIEW time_off_waiting_now AS
  SELECT l.manager_id, r.company_id, r.first_day, r.id AS request_id, l.kind, r.employee_id, e.person_id, r.first_approved_by
  FROM time_off_request r CROSS JOIN reporting_line l CROSS JOIN employee e
  WHERE r.status = 'Pending' AND l.employee_id = r.employee_id AND l.company_id = r.company_id AND l.area = 'Time Off'
    AND (r.first_approved_for IS NULL OR r.first_approved_for <> l.manager_id)
    AND e.id = r.employee_id AND e.status = 'Active' AND e.person_id <> l.manager_id
    AND (l.kind = 'primary' OR NOT EXISTS (SELECT 1 FROM reporting_line n WHERE n.manager_id = l.manager_id
      AND n.company_id = l.company_id AND n.employee_id = l.employee_id AND n.kind = 'primary' AND n.area = 'Time Off'));
CREATE VIEW time_off_away_now AS
  SELECT l.manager_id, d.company_id, d.day, l.sort_name, d.employee_id, e.person_id, d.hours
  FROM time_off_day d CROSS JOIN reporting_line l CROSS JOIN employee e
  WHERE d.status IN ('Pending', 'Approved') AND d.status = 'Approved' AND l.employee_id = d.employee_id
    AND l.company_id = d.company_id AND l.area = 'Time Off'
    AND e.id = d.employee_id AND e.status = 'Active' AND e.person_id <> l.manager_id
    AND (l.kind = 'primary' OR NOT EXISTS (SELECT 1 FROM reporting_line n WHERE n.manager_id = l.manager_id
      AND n.company_id = l.company_id AND n.employee_id = l.employee_id AND n.kind = 'primary' AND n.area = 'Time Off'));

-- For these days someone else decides in a manager's place.
CREATE TABLE time_off_delegation (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  manager_id UUID NOT NULL REFERENCES person (id),
  delegate_id UUID NOT NULL REFERENCES person (id),
  first_day DATE NOT NULL,
  last_day DATE NOT NULL,
  ended_at TIMESTAMPTZ,
  CONSTRAINT time_off_delegation_days CHECK (last_day >= first_day),
  CONSTRAINT time_off_delegation_other CHECK (delegate_id <> manager_id)
);
CREATE INDEX time_off_delegation_delegate ON time_off_delegation (delegate_id, company_id, last_day);
CREATE INDEX time_off_delegation_manager ON time_off_delegation (manager_id, company_id, last_day);

-- Time off: what a company grants (types with their policy), the calendar around it, and what people ask for. A balance
-- is never stored: it is worked out from the policy and the events below, on whatever day is asked for.
-- Hours are whole ten-thousandths, as everywhere.

-- A type with its policy. Without `has_balance` nothing is counted (unpaid time).
CREATE TABLE time_off_type (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  name TEXT NOT NULL,
  position BIGINT NOT NULL,
  has_balance BOOLEAN NOT NULL,
  accrual TEXT NOT NULL,
  -- Hours a pay period, an hour worked or a year, as `accrual` says: [[full years of service, hours], …].
  rates JSONB NOT NULL,
  pay_period TEXT NOT NULL,
  -- The last day of one pay period, from which weekly and biweekly ones are counted.
  period_end DATE NOT NULL,
  cap_hours BIGINT,
  carry_over_hours BIGINT,
  -- What was carried over is gone after so many months of the new year.
  carry_over_months BIGINT,
  negative_hours BIGINT NOT NULL,
  waiting_days BIGINT NOT NULL,
  approval TEXT NOT NULL,
  CONSTRAINT time_off_type_accrual CHECK (accrual IN ('none', 'pay_period', 'hour_worked', 'year')),
  CONSTRAINT time_off_type_pay_period CHECK (pay_period IN ('weekly', 'biweekly', 'semimonthly', 'monthly')),
  CONSTRAINT time_off_type_approval CHECK (approval IN ('none', 'manager', 'two_steps')),
  CONSTRAINT time_off_type_limits CHECK (negative_hours >= 0 AND waiting_days >= 0)
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

-- Days on which employees cannot ask for time off; a manager may still enter it.
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

-- The hours an employee works on each day of the week; no row: eight from Monday to Friday. Whoever changes an
-- employee's time off takes this row first, so that two changes never read the same balance.
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
  changes BIGINT NOT NULL
);

-- What changes a balance besides accrual and time off. An `opening` says what the balance was at the end of a day:
-- nothing before it counts any more.
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
  -- Of one day asked for by the hour: minutes after midnight.
  start_minute BIGINT,
  end_minute BIGINT,
  hours BIGINT NOT NULL,
  status TEXT NOT NULL,
  notes TEXT NOT NULL,
  manager_notes TEXT NOT NULL,
  request_date DATE NOT NULL,
  requested_by UUID NOT NULL REFERENCES person (id),
  -- Of two steps: who took the first.
  first_approved_by UUID REFERENCES person (id),
  decided_by UUID REFERENCES person (id),
  decided_at TIMESTAMPTZ,
  version BIGINT NOT NULL,
  CONSTRAINT time_off_request_status CHECK (status IN ('Pending', 'Approved', 'Denied', 'Partial', 'Cancelled')),
  CONSTRAINT time_off_request_unit CHECK (unit IN ('whole', 'half', 'hours')),
  CONSTRAINT time_off_request_days CHECK (last_day >= first_day),
  CONSTRAINT time_off_request_hours CHECK (hours > 0)
);
-- One's own requests, newest first; and the queue of somebody with few reports.
CREATE INDEX time_off_request_employee ON time_off_request (employee_id, first_day, id);
CREATE INDEX time_off_request_pending_of ON time_off_request (employee_id, first_day, id) WHERE status = 'Pending';
-- The queue of somebody with many reports: read in its order until the page is full.
CREATE INDEX time_off_request_pending ON time_off_request (company_id, first_day, id) WHERE status = 'Pending';

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
-- A second request for the same date is refused, whoever is faster. Denied and cancelled days are no duplicates.
CREATE UNIQUE INDEX time_off_day_once ON time_off_day (employee_id, day) WHERE status IN ('Pending', 'Approved');

-- Who of a team is away.
CREATE INDEX employee_team ON employee (team_id) WHERE status = 'Active';

-- For these days somebody else decides in a manager's place.
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

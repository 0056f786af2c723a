-- Our own time clock: punches, and what is wrong with them. When people are meant to work is in `working_pattern`. Hours are never
-- stored: they are counted from the moments of the punches.

-- A company without a row counts by the week, from Sunday to Saturday. `period_end` is the last day of one period, from which weekly
-- and biweekly ones are counted.
CREATE TABLE clock_setting (
  company_id UUID PRIMARY KEY REFERENCES company (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  pay_period TEXT NOT NULL,
  period_end DATE NOT NULL,
  CONSTRAINT clock_setting_pay_period CHECK (pay_period IN ('weekly', 'biweekly', 'semimonthly', 'monthly'))
);

-- A change of an employee's punches takes this row first, so that two never read the same last punch.
CREATE TABLE clock_card (
  employee_id UUID PRIMARY KEY REFERENCES employee (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  changes BIGINT NOT NULL
);

-- What an employee says about a punch: one is missing, has the wrong time, or shouldn't be there. It counts once someone else has
-- approved it.
CREATE TABLE clock_correction (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  action TEXT NOT NULL,
  -- What is changed or removed.
  punch_id UUID,
  kind TEXT NOT NULL,
  -- When the punch should be; if it is removed, when it was.
  at TIMESTAMPTZ NOT NULL,
  -- The company's day of that moment.
  day DATE NOT NULL,
  reason TEXT NOT NULL,
  status TEXT NOT NULL,
  manager_notes TEXT NOT NULL,
  requested_at TIMESTAMPTZ NOT NULL,
  decided_by UUID REFERENCES person (id),
  decided_at TIMESTAMPTZ,
  version BIGINT NOT NULL,
  CONSTRAINT clock_correction_action CHECK (action IN ('add', 'change', 'remove')),
  CONSTRAINT clock_correction_kind CHECK (kind IN ('in', 'out', 'break_start', 'break_end')),
  CONSTRAINT clock_correction_status CHECK (status IN ('Pending', 'Approved', 'Denied', 'Cancelled')),
  CONSTRAINT clock_correction_punch CHECK ((punch_id IS NULL) = (action = 'add'))
);
CREATE INDEX clock_correction_employee ON clock_correction (employee_id, day, id);
CREATE INDEX clock_correction_pending ON clock_correction (company_id, day, id) WHERE status = 'Pending';
CREATE INDEX clock_correction_decided_by ON clock_correction (decided_by) WHERE decided_by IS NOT NULL;

-- A punch is never changed: a correction voids it and, unless it removes it, puts another in its place.
CREATE TABLE clock_punch (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  kind TEXT NOT NULL,
  at TIMESTAMPTZ NOT NULL,
  -- The correction it came from; none for one that was made at the clock.
  correction_id UUID REFERENCES clock_correction (id),
  voided_by UUID REFERENCES clock_correction (id),
  CONSTRAINT clock_punch_kind CHECK (kind IN ('in', 'out', 'break_start', 'break_end'))
);
CREATE INDEX clock_punch_employee ON clock_punch (employee_id, at, id) WHERE voided_by IS NULL;
CREATE INDEX clock_punch_of ON clock_punch (employee_id);

-- Payroll also gets time off and hours worked: two more kinds of changes, when a pay period's hours are to be counted, and under which
-- codes payroll knows them.

-- The code payroll books a type under; without one, its name.
ALTER TABLE time_off_type ADD COLUMN earning_code TEXT;
-- The code payroll books worked hours under; without one, "Regular".
ALTER TABLE clock_setting ADD COLUMN earning_code TEXT;

-- An employee's pay period in which they punched. Its hours are counted once it's over, and again after each correction. Where a
-- company changed its periods, a day belongs to the oldest row that has it.
CREATE TABLE clock_period (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  first_day DATE NOT NULL,
  last_day DATE NOT NULL,
  -- NULL: counted, and nothing changed since.
  count_at TIMESTAMPTZ,
  CONSTRAINT clock_period_days CHECK (last_day >= first_day)
);
CREATE UNIQUE INDEX clock_period_once ON clock_period (employee_id, last_day, first_day);
CREATE INDEX clock_period_due ON clock_period (count_at) WHERE count_at IS NOT NULL;

-- The same tables as before: only the list of kinds is longer.
CREATE TABLE payroll_change_new (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  kind TEXT NOT NULL,
  action TEXT NOT NULL,
  -- A deposit, a form, a dependent, a time-off request, a pay period, else the employee.
  subject_id UUID NOT NULL,
  request_id UUID REFERENCES change_request (id),
  before_values TEXT NOT NULL,
  after_values TEXT NOT NULL,
  -- For the control totals, in ten-thousandths: the dollars a fixed deposit gets, or hours.
  amount BIGINT,
  approved_at TIMESTAMPTZ NOT NULL,
  -- Empty where no approval was needed.
  approver_name TEXT NOT NULL,
  -- A new account waits until its hold is over.
  ready_at TIMESTAMPTZ NOT NULL,
  -- The change that is taken back or corrected by this one.
  corrects_id UUID REFERENCES payroll_change_new (id),
  state TEXT NOT NULL,
  batch_id UUID REFERENCES handover_batch (id),
  settled_at TIMESTAMPTZ,
  -- When an import last had the old value.
  seen_at TIMESTAMPTZ,
  -- What payroll has instead, if that is neither the old value nor the new one: JSON, as above.
  payroll_values TEXT,
  reason TEXT NOT NULL,
  CONSTRAINT payroll_change_kind CHECK
    (kind IN ('deposits', 'people', 'taxes', 'contacts', 'dependents', 'beneficiaries', 'additionalInfo', 'timeOff', 'hours')),
  CONSTRAINT payroll_change_action CHECK (action IN ('add', 'change', 'remove', 'correct')),
  CONSTRAINT payroll_change_state CHECK
    (state IN ('waiting', 'handed', 'taken', 'rejected', 'conflict', 'corrected', 'dropped')),
  CONSTRAINT payroll_change_handed CHECK (state <> 'handed' OR batch_id IS NOT NULL)
);
INSERT INTO payroll_change_new (id, tenant_id, company_id, employee_id, kind, action, subject_id, request_id, before_values,
    after_values, amount, approved_at, approver_name, ready_at, corrects_id, state, batch_id, settled_at, seen_at, payroll_values, reason)
  SELECT id, tenant_id, company_id, employee_id, kind, action, subject_id, request_id, before_values,
    after_values, amount, approved_at, approver_name, ready_at, corrects_id, state, batch_id, settled_at, seen_at, payroll_values, reason
  FROM payroll_change;

CREATE TABLE handover_line_new (
  batch_id UUID NOT NULL REFERENCES handover_batch (id),
  kind TEXT NOT NULL,
  seq BIGINT NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  change_id UUID NOT NULL REFERENCES payroll_change_new (id),
  sealed BYTEA NOT NULL,
  PRIMARY KEY (batch_id, kind, seq)
);
INSERT INTO handover_line_new (batch_id, kind, seq, tenant_id, change_id, sealed)
  SELECT batch_id, kind, seq, tenant_id, change_id, sealed FROM handover_line;

DROP TABLE handover_line;
DROP TABLE payroll_change;
ALTER TABLE payroll_change_new RENAME TO payroll_change;
ALTER TABLE handover_line_new RENAME TO handover_line;

-- What waits, whatever the size of the company.
CREATE INDEX payroll_change_waiting ON payroll_change (company_id, ready_at) WHERE state = 'waiting';
CREATE INDEX payroll_change_newest ON payroll_change (company_id, approved_at, id);
CREATE INDEX payroll_change_state ON payroll_change (company_id, state, approved_at, id);
CREATE INDEX payroll_change_batch ON payroll_change (batch_id, approved_at, id) WHERE batch_id IS NOT NULL;
CREATE INDEX payroll_change_subject ON payroll_change (subject_id, approved_at);
CREATE INDEX payroll_change_employee ON payroll_change (employee_id, approved_at);
CREATE INDEX payroll_change_request ON payroll_change (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX payroll_change_corrects ON payroll_change (corrects_id) WHERE corrects_id IS NOT NULL;
CREATE INDEX handover_line_change ON handover_line (change_id);

-- As it was called then: a batch keeps its bytes when its company is renamed.
ALTER TABLE handover_batch ADD COLUMN company_name TEXT;

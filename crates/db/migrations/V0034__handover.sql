-- What people changed here and payroll must learn: every approved change, the numbered batches in which payroll gets them, and who
-- fetched one.

-- A batch is written once. `totals` is what it adds up to, as JSON (handover/rules.rs), so payroll can check that it has all of it.
CREATE TABLE handover_batch (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  number BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  creator_name TEXT NOT NULL,
  changes BIGINT NOT NULL,
  totals TEXT NOT NULL,
  -- As it was called then: a batch keeps its bytes when its company is renamed.
  company_name TEXT,
  CONSTRAINT handover_batch_number_positive CHECK (number > 0)
);
CREATE UNIQUE INDEX handover_batch_number ON handover_batch (company_id, number);

-- One approved change. The values are JSON objects by column name with what changed, and never hold an account number.
CREATE TABLE payroll_change (
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
  corrects_id UUID REFERENCES payroll_change (id),
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
-- What waits, whatever the size of the company.
CREATE INDEX payroll_change_waiting ON payroll_change (company_id, ready_at) WHERE state = 'waiting';
CREATE INDEX payroll_change_newest ON payroll_change (company_id, approved_at, id);
CREATE INDEX payroll_change_state ON payroll_change (company_id, state, approved_at, id);
CREATE INDEX payroll_change_batch ON payroll_change (batch_id, approved_at, id) WHERE batch_id IS NOT NULL;
CREATE INDEX payroll_change_subject ON payroll_change (subject_id, approved_at);
CREATE INDEX payroll_change_employee ON payroll_change (employee_id, approved_at);
CREATE INDEX payroll_change_request ON payroll_change (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX payroll_change_corrects ON payroll_change (corrects_id) WHERE corrects_id IS NOT NULL;

-- What a batch says about each change, with full account numbers, sealed with the tenant's data key.
CREATE TABLE handover_line (
  batch_id UUID NOT NULL REFERENCES handover_batch (id),
  kind TEXT NOT NULL,
  seq BIGINT NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  change_id UUID NOT NULL REFERENCES payroll_change (id),
  sealed BYTEA NOT NULL,
  PRIMARY KEY (batch_id, kind, seq)
);
CREATE INDEX handover_line_change ON handover_line (change_id);

-- Who fetched a batch. The owners of what is in it see this among those who saw their data. No kind: all of it.
CREATE TABLE handover_fetch (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  batch_id UUID NOT NULL REFERENCES handover_batch (id),
  kind TEXT,
  format TEXT NOT NULL,
  at TIMESTAMPTZ NOT NULL,
  fetcher_name TEXT NOT NULL
);
CREATE INDEX handover_fetch_batch ON handover_fetch (batch_id, at);

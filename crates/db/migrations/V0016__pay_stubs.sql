-- Pay stubs: documents that payroll has made. They are written once and never changed.

-- What is on a stub and stays the same from one payday to the next: who was paid by whom, at which rate, into which accounts (last
-- four digits only). A new row is written when any of it changes, so an old stub keeps its words.
CREATE TABLE pay_stub_heading (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  document TEXT NOT NULL
);
-- An import finds the heading a stub has.
CREATE INDEX pay_stub_heading_employee ON pay_stub_heading (employee_id);

-- One payday of one employee. Amounts are ten-thousandths; net pay is gross minus taxes minus deductions. `lines` holds every line as
-- JSON (pay_stubs/record.rs): it is read whole and never searched.
CREATE TABLE pay_stub (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  heading_id UUID NOT NULL REFERENCES pay_stub_heading (id),
  check_date DATE NOT NULL,
  check_number BIGINT NOT NULL,
  period_begin DATE NOT NULL,
  period_end DATE NOT NULL,
  gross BIGINT NOT NULL,
  taxes BIGINT NOT NULL,
  deductions BIGINT NOT NULL,
  lines TEXT NOT NULL,
  CONSTRAINT pay_stub_period CHECK (period_end >= period_begin)
);
-- Serves the history, newest first, and the years there are.
CREATE UNIQUE INDEX pay_stub_newest ON pay_stub (employee_id, check_date, id);
CREATE INDEX pay_stub_heading_of ON pay_stub (heading_id);

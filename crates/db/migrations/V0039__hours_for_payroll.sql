-- Hours for payroll: under which codes payroll knows time off and hours worked, and when a pay period's hours are to be counted.

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

-- A company's pay calendar: when payroll is run for whom, until when it takes changes, and when people are paid.

CREATE TABLE pay_run (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL CONSTRAINT pay_run_tenant REFERENCES tenant (id),
  company_id UUID NOT NULL CONSTRAINT pay_run_company REFERENCES company (id),
  -- None: everyone at the company.
  pay_group_id UUID CONSTRAINT pay_run_group REFERENCES pay_group (id),
  period_begin DATE NOT NULL,
  period_end DATE NOT NULL,
  -- An instant, so it stays when the company moves to another time zone.
  cutoff_at TIMESTAMPTZ NOT NULL,
  pay_date DATE NOT NULL,
  -- What payroll said about it. Without one, its state follows from the time (runs/rules).
  mark TEXT,
  version BIGINT NOT NULL DEFAULT 1,
  CONSTRAINT pay_run_period CHECK (period_end >= period_begin),
  CONSTRAINT pay_run_pay_date CHECK (pay_date >= period_begin),
  CONSTRAINT pay_run_mark CHECK (mark IN ('open', 'processing', 'paid'))
);
CREATE INDEX pay_run_by_payday ON pay_run (company_id, pay_date, id);
CREATE INDEX pay_run_of_group ON pay_run (pay_group_id) WHERE pay_group_id IS NOT NULL;
-- The last line of defense against the same period twice.
CREATE UNIQUE INDEX pay_run_once ON pay_run (company_id, pay_group_id, period_begin) WHERE pay_group_id IS NOT NULL;
CREATE UNIQUE INDEX pay_run_once_for_all ON pay_run (company_id, period_begin) WHERE pay_group_id IS NULL;

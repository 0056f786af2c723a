-- Pay stubs as payroll really makes them: check numbers with letters, reimbursements, a cent of rounding, and checks that
-- are voided or replaced later.

ALTER TABLE pay_stub ADD COLUMN check_text TEXT NOT NULL DEFAULT '';
UPDATE pay_stub SET check_text = CAST(check_number AS TEXT);
ALTER TABLE pay_stub DROP COLUMN check_number;
ALTER TABLE pay_stub RENAME COLUMN check_text TO check_number;
-- A corrected stub keeps its date and its number, and is the next revision of them.
ALTER TABLE pay_stub ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
-- Net pay is gross minus taxes minus deductions, plus these two.
ALTER TABLE pay_stub ADD COLUMN reimbursed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pay_stub ADD COLUMN rounding BIGINT NOT NULL DEFAULT 0;
-- Null for stubs that were there before this was kept.
ALTER TABLE pay_stub ADD COLUMN filed_at TIMESTAMPTZ;

-- What happened to a stub after it was filed. The stub itself stays as it was.
CREATE TABLE pay_stub_amendment (
  stub_id UUID PRIMARY KEY REFERENCES pay_stub (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  voided_on DATE,
  replacement_id UUID REFERENCES pay_stub (id),
  -- Its lines, with a year to date that follows other checks' voids; null as long as it's the one that was printed.
  lines TEXT
);
CREATE INDEX pay_stub_amendment_replacement ON pay_stub_amendment (replacement_id) WHERE replacement_id IS NOT NULL;

-- Stubs whose owners haven't been told of them yet. A row goes with the notice.
CREATE TABLE pay_stub_notice (
  stub_id UUID PRIMARY KEY REFERENCES pay_stub (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  check_date DATE NOT NULL
);
CREATE INDEX pay_stub_notice_due ON pay_stub_notice (company_id, check_date);

-- When employees see a stub: as soon as it's there, from its pay date on, or so many days before.
ALTER TABLE company_payroll ADD COLUMN stubs_visible TEXT NOT NULL DEFAULT 'from_pay_date'
  CONSTRAINT company_payroll_stubs_visible
  CHECK (stubs_visible IN ('at_import', 'from_pay_date', '1', '2', '3', '4', '5', '6', '7'));

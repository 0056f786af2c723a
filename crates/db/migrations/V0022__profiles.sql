-- What a company knows about an employee beside the employment itself, and the benefits they have.

-- An employee about whom more is known than `employee` says; no one needs a row. The lists are JSON (profile/rules.rs): they are read
-- and written whole, and never searched. A change of a profile takes this row's lock first.
CREATE TABLE employee_profile (
  employee_id UUID PRIMARY KEY REFERENCES employee (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  middle_name TEXT NOT NULL DEFAULT '',
  gender TEXT NOT NULL DEFAULT '',
  marital_status TEXT NOT NULL DEFAULT '',
  address_line1 TEXT NOT NULL DEFAULT '',
  address_line2 TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  zip TEXT NOT NULL DEFAULT '',
  country TEXT NOT NULL DEFAULT 'US',
  contacts TEXT NOT NULL DEFAULT '[]',
  dependents TEXT NOT NULL DEFAULT '[]',
  beneficiaries TEXT NOT NULL DEFAULT '[]',
  -- What the company keeps beside all that, under its own names.
  additional_info TEXT NOT NULL DEFAULT '[]',
  -- The earnings and deductions that payroll runs for this employee, as payroll names them.
  earning_deductions TEXT NOT NULL DEFAULT '[]',
  -- Ten-thousandths; one of the two, if payroll said so.
  annual_salary BIGINT,
  hourly_rate BIGINT,
  version BIGINT NOT NULL DEFAULT 1
);

-- What a company offers. `deduction_code` is the line of the pay stub that pays for it.
CREATE TABLE benefit_plan (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  name TEXT NOT NULL,
  category TEXT NOT NULL,
  deduction_code TEXT NOT NULL,
  link TEXT NOT NULL,
  position BIGINT NOT NULL,
  CONSTRAINT benefit_plan_category CHECK
    (category IN ('Medical', 'Dental', 'Vision', 'Savings', 'Retirement', 'Life', 'Other'))
);
CREATE UNIQUE INDEX benefit_plan_name ON benefit_plan (company_id, name);

-- An employee in a plan, or one who declined it. Amounts are ten-thousandths per pay period; a year has `periods` of them. Who is
-- covered, and who gets the money of a policy, are ids of the profile's dependents and beneficiaries.
CREATE TABLE benefit_enrollment (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  plan_id UUID NOT NULL REFERENCES benefit_plan (id),
  tier TEXT NOT NULL,
  employee_amount BIGINT NOT NULL,
  employer_amount BIGINT NOT NULL,
  periods BIGINT NOT NULL,
  status TEXT NOT NULL,
  start_date DATE NOT NULL,
  dependents TEXT NOT NULL,
  beneficiaries TEXT NOT NULL,
  CONSTRAINT benefit_enrollment_status CHECK (status IN ('Enrolled', 'Waived', 'Pending')),
  CONSTRAINT benefit_enrollment_amounts CHECK (employee_amount >= 0 AND employer_amount >= 0 AND periods BETWEEN 1 AND 53)
);
CREATE UNIQUE INDEX benefit_enrollment_once ON benefit_enrollment (employee_id, plan_id);

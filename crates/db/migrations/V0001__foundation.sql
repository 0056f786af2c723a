-- Who there is: tenants, their companies, the people who sign in and those who are employed.
-- One text for both engines. Every CHECK and unique index has a name, because code answers by it.

-- A tenant is one customer of the operator. Nothing ever crosses from one tenant to another.
CREATE TABLE tenant (
  id UUID PRIMARY KEY,
  name TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  -- When it asks for a second factor: at every sign-in, in browsers it doesn't know, or only for a protected change.
  second_factor TEXT NOT NULL DEFAULT 'step_up',
  -- How long people who left can still read their own pay stubs and tax forms.
  leaver_access_months BIGINT NOT NULL DEFAULT 24,
  CONSTRAINT tenant_second_factor CHECK (second_factor IN ('always', 'new_device', 'step_up'))
);

-- What the header shows for a tenant instead of our own mark: a small PNG. A new one has a new id.
CREATE TABLE tenant_logo (
  tenant_id UUID PRIMARY KEY REFERENCES tenant (id),
  id UUID NOT NULL,
  png BYTEA NOT NULL,
  changed_at TIMESTAMPTZ NOT NULL
);

-- Feature flags that were turned on or off for one tenant. Every other flag has the program's default.
CREATE TABLE flag (
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  key TEXT NOT NULL,
  is_on BOOLEAN NOT NULL,
  changed_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (tenant_id, key)
);

-- “Today” is the day in the company's own time zone (an IANA name).
CREATE TABLE company (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  name TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  -- Our own time clock serves a company that has no vendor for it, unless it wants none at all.
  has_time_clock BOOLEAN NOT NULL DEFAULT TRUE
);
CREATE UNIQUE INDEX company_name ON company (tenant_id, name);

-- A person signs in. Being an employee of a company is a separate row: managers need not be employees, and one person may be
-- an employee of several companies.
CREATE TABLE person (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  username TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT,
  language TEXT NOT NULL,
  version TEXT NOT NULL,
  disabled_at TIMESTAMPTZ,
  -- A new phone counts as a factor a day later. NULL: it was there from the beginning.
  phone_since TIMESTAMPTZ,
  -- The account that took over this one's roles and companies. Set together with disabled_at.
  merged_into UUID REFERENCES person (id),
  CONSTRAINT person_language CHECK (language IN ('en', 'es')),
  CONSTRAINT person_version CHECK (version IN ('v1', 'v2'))
);
CREATE UNIQUE INDEX person_username ON person (lower(username));
CREATE INDEX person_tenant ON person (tenant_id, last_name, id);
-- Someone who must hear about a change of money hears about it at all accounts that became part of theirs.
CREATE INDEX person_merged_into ON person (merged_into) WHERE merged_into IS NOT NULL;
-- People are looked for by their address and by the beginning of a name.
CREATE INDEX person_email ON person (lower(email));
CREATE INDEX person_by_last_name ON person (tenant_id, lower(last_name));
CREATE INDEX person_by_first_name ON person (tenant_id, lower(first_name));

-- The organization tree of a company: divisions hold branches, branches departments, departments teams.
CREATE TABLE organization (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  parent_id UUID REFERENCES organization (id),
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  CONSTRAINT organization_kind CHECK (kind IN ('Division', 'Branch', 'Department', 'Team'))
);
CREATE UNIQUE INDEX organization_code ON organization (company_id, code);

-- People who are paid on the same calendar.
CREATE TABLE pay_group (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  name TEXT NOT NULL
);
CREATE UNIQUE INDEX pay_group_name ON pay_group (company_id, name);

-- One person's employment at one company. `status` says whether someone works here now and follows the dates within a minute. Who
-- may do what is decided by `last_day` and `rehire_day` themselves, in the company's time zone.
CREATE TABLE employee (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  person_id UUID NOT NULL REFERENCES person (id),
  employee_code TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  date_of_birth DATE NOT NULL,
  original_hire_date DATE NOT NULL,
  current_hire_date DATE NOT NULL,
  status TEXT NOT NULL,
  pay_group_id UUID REFERENCES pay_group (id),
  division_id UUID REFERENCES organization (id),
  branch_id UUID REFERENCES organization (id),
  department_id UUID REFERENCES organization (id),
  team_id UUID REFERENCES organization (id),
  -- A text to search people by, made of their name and code by the application (shared/names.rs), which folds case and accents
  -- as the engines don't.
  search_text TEXT NOT NULL DEFAULT '',
  last_day DATE,
  rehire_day DATE,
  -- Left on a day that no one knows.
  left_undated BOOLEAN NOT NULL DEFAULT FALSE,
  on_leave BOOLEAN NOT NULL DEFAULT FALSE,
  employment_version BIGINT NOT NULL DEFAULT 1,
  CONSTRAINT employee_status CHECK (status IN ('Active', 'Terminated')),
  CONSTRAINT employee_hire_dates CHECK (current_hire_date >= original_hire_date)
);
CREATE UNIQUE INDEX employee_code ON employee (company_id, employee_code);
CREATE UNIQUE INDEX employee_person ON employee (person_id, company_id);
CREATE INDEX employee_by_name ON employee (company_id, last_name, id);
-- How many people an announcement reaches is counted on this index alone: of 100,000 employees in a few milliseconds.
CREATE INDEX employee_audience
  ON employee (company_id, department_id, pay_group_id, division_id, branch_id, team_id) WHERE status = 'Active';
-- Who on a team is away.
CREATE INDEX employee_team ON employee (team_id) WHERE status = 'Active';
CREATE INDEX employee_last_day ON employee (last_day) WHERE last_day IS NOT NULL;
CREATE INDEX employee_undated ON employee (id) WHERE status = 'Terminated' AND last_day IS NULL AND NOT left_undated;

-- Facts about this installation itself, such as the day a demo world was made for.
CREATE TABLE deployment (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- Written by /readyz, to see whether anything can be.
CREATE TABLE readiness_probe (
  id BIGINT PRIMARY KEY,
  at TIMESTAMPTZ NOT NULL
);

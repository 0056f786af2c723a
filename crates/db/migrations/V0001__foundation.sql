-- Who there is: tenants, their companies, the people who sign in, what they may do, and who reports to whom.
-- One text for both engines. Every CHECK and unique index has a name, because code answers by it.

-- A tenant is one customer of the operator. Nothing ever crosses from one tenant to another.
CREATE TABLE tenant (
  id UUID PRIMARY KEY,
  name TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);

-- «Today» is the day in the company's own time zone (an IANA name).
CREATE TABLE company (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  name TEXT NOT NULL,
  time_zone TEXT NOT NULL
);
CREATE UNIQUE INDEX company_name ON company (tenant_id, name);

-- A person signs in. Being an employee of a company is a separate row: managers need not be employees,
-- and one person may be an employee of several companies.
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
  CONSTRAINT person_language CHECK (language IN ('en', 'es')),
  CONSTRAINT person_version CHECK (version IN ('v1', 'v2'))
);
CREATE UNIQUE INDEX person_username ON person (lower(username));
CREATE INDEX person_tenant ON person (tenant_id, last_name, id);

-- A role is a named list of permission strings, separated by single spaces.
CREATE TABLE role (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  name TEXT NOT NULL,
  permissions TEXT NOT NULL
);
CREATE UNIQUE INDEX role_name ON role (tenant_id, name);

-- Without a company the role holds for the whole tenant (administrators, identity-only people).
CREATE TABLE role_assignment (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  role_id UUID NOT NULL REFERENCES role (id),
  company_id UUID REFERENCES company (id)
);
CREATE UNIQUE INDEX role_assignment_once ON role_assignment (person_id, role_id, company_id);

-- The organisation tree of a company: divisions hold branches, branches departments, departments teams.
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

CREATE TABLE pay_group (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  name TEXT NOT NULL
);
CREATE UNIQUE INDEX pay_group_name ON pay_group (company_id, name);

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
  CONSTRAINT employee_status CHECK (status IN ('Active', 'Terminated')),
  CONSTRAINT employee_hire_dates CHECK (current_hire_date >= original_hire_date)
);
CREATE UNIQUE INDEX employee_code ON employee (company_id, employee_code);
CREATE UNIQUE INDEX employee_person ON employee (person_id, company_id);
CREATE INDEX employee_by_name ON employee (company_id, last_name, id);

-- Who reports to whom, in which area. A person may reach the same employee as primary in one area and
-- as secondary in another.
CREATE TABLE reporting_line (
  manager_id UUID NOT NULL REFERENCES person (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  kind TEXT NOT NULL,
  area TEXT NOT NULL,
  PRIMARY KEY (manager_id, company_id, employee_id, kind, area),
  CONSTRAINT reporting_line_kind CHECK (kind IN ('primary', 'secondary')),
  CONSTRAINT reporting_line_area CHECK (area IN ('Time Off', 'Personal Info'))
);
CREATE INDEX reporting_line_employee ON reporting_line (employee_id);

-- Facts about this installation itself, such as the day a demo world was made for.
CREATE TABLE deployment (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- What people may do: roles that ship with Atrium, copies that administrators adapt, and who holds them from when to when.

-- A role is a named list of permissions, separated by single spaces. A shipped one comes with Atrium and stays as it is.
CREATE TABLE role (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  name TEXT NOT NULL,
  permissions TEXT NOT NULL,
  -- Where it can be given: in the whole tenant, within a company, or either.
  applies TEXT NOT NULL DEFAULT 'either',
  is_shipped BOOLEAN NOT NULL DEFAULT FALSE,
  version BIGINT NOT NULL DEFAULT 1,
  -- The codes of the applications it opens, separated by single spaces. The tenant may not have all of them, or not yet.
  applications TEXT NOT NULL DEFAULT '',
  CONSTRAINT role_applies CHECK (applies IN ('tenant', 'company', 'either'))
);
CREATE UNIQUE INDEX role_name ON role (tenant_id, name);

-- Without a company a role counts in the whole tenant (administrators, identity-only people). The first and the last day are
-- included: in the company's time zone, or, in the whole tenant, in that of the tenant's first company.
CREATE TABLE role_assignment (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  role_id UUID NOT NULL REFERENCES role (id),
  company_id UUID REFERENCES company (id),
  starts_on DATE,
  ends_on DATE,
  version BIGINT NOT NULL DEFAULT 1,
  CONSTRAINT role_assignment_days CHECK (starts_on IS NULL OR ends_on IS NULL OR ends_on >= starts_on)
);
CREATE UNIQUE INDEX role_assignment_once ON role_assignment (person_id, role_id, company_id);
-- In the whole tenant: NULL equals no other NULL in the index above.
CREATE UNIQUE INDEX role_assignment_tenant_once ON role_assignment (person_id, role_id) WHERE company_id IS NULL;
-- Who holds a role, the newest first; how many do, and within which company.
CREATE INDEX role_assignment_role ON role_assignment (role_id, id);
CREATE INDEX role_assignment_role_company ON role_assignment (role_id, company_id, id);

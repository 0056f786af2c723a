-- Applications beside the portal (payroll, taxes …): what a tenant has, and how they are shown. Roles open them (role.applications).

-- The heading of a tenant's list, and the version of the whole list. A tenant without a row has never written one.
CREATE TABLE application_metadata (
  tenant_id UUID PRIMARY KEY REFERENCES tenant (id),
  title TEXT NOT NULL,
  version BIGINT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  updated_by UUID NOT NULL REFERENCES person (id)
);

CREATE TABLE application (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Where the portal shows it, and where it is.
  path TEXT NOT NULL,
  client_id TEXT NOT NULL,
  target_url TEXT NOT NULL,
  -- What it costs and the plan by which a tenant has it, in words for people.
  pricing TEXT,
  plan TEXT,
  CONSTRAINT application_code CHECK (code IN ('PAY', 'TAX', 'HR', 'HCM', 'TIME'))
);
CREATE UNIQUE INDEX application_once ON application (tenant_id, code);

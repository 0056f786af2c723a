-- Applications beside the portal (payroll, taxes …): what a tenant has, how they are shown, which roles open them.

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
  CONSTRAINT application_code CHECK (code IN ('PAY', 'TAX', 'HR', 'HCM', 'TIME'))
);
CREATE UNIQUE INDEX application_once ON application (tenant_id, code);

-- Whoever has the role has the application, wherever the role holds.
CREATE TABLE role_application (
  role_id UUID NOT NULL REFERENCES role (id),
  application_id UUID NOT NULL REFERENCES application (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  PRIMARY KEY (role_id, application_id)
);
CREATE INDEX role_application_application ON role_application (application_id);

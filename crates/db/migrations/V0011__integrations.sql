-- Vendors that a company has joined to the portal, each once, and the launches by which people go over to them.

-- `secret_hash`: the vendor shows its secret when it redeems a launch; only its SHA-256 is kept.
CREATE TABLE integration (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  name TEXT NOT NULL,
  active BOOLEAN NOT NULL,
  url TEXT NOT NULL,
  secret_hash BYTEA NOT NULL,
  CONSTRAINT integration_name
    CHECK (name IN ('Swipe Clock', 'ZayZoon', 'Equifax', 'Asureforce', 'MidMarket', 'Mineral', 'AHR'))
);
CREATE UNIQUE INDEX integration_once ON integration (company_id, name);

-- A one-time code for one person at one vendor, for a minute. It says nothing by itself.
CREATE TABLE integration_launch (
  code_hash BYTEA PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  integration_id UUID NOT NULL REFERENCES integration (id),
  person_id UUID NOT NULL REFERENCES person (id),
  expires_at TIMESTAMPTZ NOT NULL,
  used_at TIMESTAMPTZ,
  -- For someone who looks after the company's hours at the vendor, not for someone who keeps their own.
  as_manager BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX integration_launch_expiry ON integration_launch (expires_at);
CREATE INDEX integration_launch_person ON integration_launch (person_id);

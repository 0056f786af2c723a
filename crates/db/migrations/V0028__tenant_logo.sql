-- What stands in the header for a tenant instead of our own mark: a small PNG. A new one has a new id.
CREATE TABLE tenant_logo (
  tenant_id UUID PRIMARY KEY REFERENCES tenant (id),
  id UUID NOT NULL,
  png BYTEA NOT NULL,
  changed_at TIMESTAMPTZ NOT NULL
);

-- Feature flags that were switched for one tenant; every other flag is what the program says by default.
CREATE TABLE flag (
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  key TEXT NOT NULL,
  is_on BOOLEAN NOT NULL,
  changed_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (tenant_id, key)
);

-- What an application costs and by which plan a tenant has it, in words for people.
ALTER TABLE application ADD COLUMN pricing TEXT;
ALTER TABLE application ADD COLUMN plan TEXT;

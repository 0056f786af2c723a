-- A tenant that the operator removed stays for a while, closed, and is then erased.

-- Closed since then. The removal locks the tenant's people at this very moment, so that restoring it unlocks those and no one
-- who was locked before.
ALTER TABLE tenant ADD COLUMN removed_at TIMESTAMPTZ;

-- Tenants whose erasure began, and when it was done: all there is left of them. Sealed with the key of the audit trail: without this
-- row, or with a made-up one, a chain of events that is gone was cut off.
CREATE TABLE erased_tenant (
  tenant_id UUID PRIMARY KEY,
  began_at TIMESTAMPTZ NOT NULL,
  ended_at TIMESTAMPTZ,
  seal BYTEA NOT NULL
);

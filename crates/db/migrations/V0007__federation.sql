-- Signing in at a company's own OpenID provider.

-- Where a tenant's people can sign in. Without a secret we are a public client there; with one it is sealed.
CREATE TABLE upstream (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  name TEXT NOT NULL,
  issuer TEXT NOT NULL,
  client_id TEXT NOT NULL,
  secret BYTEA,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX upstream_name ON upstream (tenant_id, name);

-- Who someone is over there: an issuer and its subject, never an address, which may be given to someone else.
CREATE TABLE upstream_identity (
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  person_id UUID NOT NULL REFERENCES person (id),
  linked_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (tenant_id, issuer, subject)
);
CREATE INDEX upstream_identity_person ON upstream_identity (person_id);

-- A sign-in that went over there and hasn't come back: once, within minutes, in the browser it began in. What is needed to go on
-- (nonce, verifier, the request that waits, an invitation) is sealed.
CREATE TABLE upstream_attempt (
  state_hash BYTEA PRIMARY KEY,
  upstream_id UUID NOT NULL CONSTRAINT upstream_attempt_of REFERENCES upstream (id) ON DELETE CASCADE,
  browser_hash BYTEA NOT NULL,
  sealed BYTEA NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX upstream_attempt_expiry ON upstream_attempt (expires_at);

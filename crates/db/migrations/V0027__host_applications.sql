-- Applications that sign people in with our identity provider. A new table, because an application may now have a code of its tenant's
-- own. Before, each was a link.
ALTER TABLE application RENAME TO application_before;
DROP INDEX application_once;

CREATE TABLE application (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL CONSTRAINT application_tenant REFERENCES tenant (id),
  -- PAY, TAX, HR, HCM, TIME, or one of the tenant's own. Roles open it by this code.
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Where the portal shows it, and where it is.
  path TEXT NOT NULL,
  client_id TEXT NOT NULL,
  target_url TEXT NOT NULL,
  -- What it costs and the plan by which a tenant has it, in words for people.
  pricing TEXT,
  plan TEXT,
  -- Turned off: no tile, and no one gets in.
  is_enabled BOOLEAN NOT NULL DEFAULT TRUE,
  -- How it proves who it is. None: only a link, which signs no one in.
  auth TEXT,
  -- SHA-256 of its secret, and of the one before while that still counts.
  secret_hash BYTEA,
  secret_set_at TIMESTAMPTZ,
  old_secret_hash BYTEA,
  old_secret_until TIMESTAMPTZ,
  -- Its public keys, as a JSON Web Key Set.
  jwks TEXT,
  -- One per line, compared as written.
  redirect_uris TEXT NOT NULL DEFAULT '',
  post_logout_redirect_uris TEXT NOT NULL DEFAULT '',
  -- What it may learn about a person, separated by spaces.
  claims TEXT NOT NULL DEFAULT '',
  -- Where it's told that a session has ended.
  logout_uri TEXT,
  version BIGINT NOT NULL DEFAULT 1,
  CONSTRAINT application_code_length CHECK (length(code) BETWEEN 2 AND 20),
  CONSTRAINT application_auth CHECK (auth IN ('secret', 'key')),
  CONSTRAINT application_secret CHECK (
    (coalesce(auth, '') = 'secret') = (secret_hash IS NOT NULL) AND (secret_hash IS NULL) = (secret_set_at IS NULL)),
  CONSTRAINT application_old_secret CHECK (
    (old_secret_hash IS NULL) = (old_secret_until IS NULL) AND (old_secret_hash IS NULL OR secret_hash IS NOT NULL)),
  CONSTRAINT application_key CHECK ((coalesce(auth, '') = 'key') = (jwks IS NOT NULL))
);

INSERT INTO application (id, tenant_id, code, name, path, client_id, target_url, pricing, plan)
  SELECT id, tenant_id, code, name, path, client_id, target_url, pricing, plan FROM application_before;
DROP TABLE application_before;

CREATE UNIQUE INDEX application_once ON application (tenant_id, code);
-- A client ID leads to one application of the whole installation.
CREATE UNIQUE INDEX application_client ON application (client_id) WHERE auth IS NOT NULL;

-- What applications have proved themselves with, until it expires: each assertion counts once.
CREATE TABLE oidc_assertion (
  id_hash BYTEA PRIMARY KEY,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX oidc_assertion_expiry ON oidc_assertion (expires_at);

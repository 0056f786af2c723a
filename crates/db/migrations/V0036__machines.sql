-- Programs that work by themselves, without a person: machine clients of the identity provider, each bound to one tenant.
CREATE TABLE machine (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL CONSTRAINT machine_tenant REFERENCES tenant (id),
  -- What the audit trail calls it.
  name TEXT NOT NULL,
  client_id TEXT NOT NULL,
  -- What it may do, separated by spaces.
  scopes TEXT NOT NULL,
  -- How it proves who it is.
  auth TEXT NOT NULL,
  -- SHA-256 of its secret, and of the one before while that still counts.
  secret_hash BYTEA,
  secret_set_at TIMESTAMPTZ,
  old_secret_hash BYTEA,
  old_secret_until TIMESTAMPTZ,
  -- Its public keys, as a JSON Web Key Set.
  jwks TEXT,
  -- Its tokens carry this; another one ends those it has.
  credential UUID NOT NULL,
  requests_per_minute BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  -- When it last got a token, to the hour.
  last_token_at TIMESTAMPTZ,
  -- It stays in the list, so what it did keeps its name.
  revoked_at TIMESTAMPTZ,
  version BIGINT NOT NULL DEFAULT 1,
  CONSTRAINT machine_auth CHECK (auth IN ('secret', 'key')),
  CONSTRAINT machine_secret CHECK (
    (auth = 'secret') = (secret_hash IS NOT NULL) AND (secret_hash IS NULL) = (secret_set_at IS NULL)),
  CONSTRAINT machine_old_secret CHECK (
    (old_secret_hash IS NULL) = (old_secret_until IS NULL) AND (old_secret_hash IS NULL OR secret_hash IS NOT NULL)),
  CONSTRAINT machine_key CHECK ((auth = 'key') = (jwks IS NOT NULL)),
  CONSTRAINT machine_limit CHECK (requests_per_minute BETWEEN 1 AND 6000)
);

-- A client ID leads to one machine of the whole installation.
CREATE UNIQUE INDEX machine_client ON machine (client_id);
CREATE UNIQUE INDEX machine_once ON machine (tenant_id, lower(name)) WHERE revoked_at IS NULL;

-- What a machine was answered under an Idempotency-Key, sealed, for a day.
CREATE TABLE machine_answer (
  machine_id UUID NOT NULL CONSTRAINT machine_answer_machine REFERENCES machine (id),
  key TEXT NOT NULL,
  body_hash BYTEA NOT NULL,
  status BIGINT NOT NULL,
  response TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  CONSTRAINT machine_answer_once PRIMARY KEY (machine_id, key)
);
CREATE INDEX machine_answer_age ON machine_answer (created_at);

-- What a directory calls the people and roles it keeps over SCIM.
CREATE TABLE scim_name (
  tenant_id UUID NOT NULL CONSTRAINT scim_name_tenant REFERENCES tenant (id),
  -- user or group.
  kind TEXT NOT NULL,
  -- A person or a role.
  resource_id UUID NOT NULL,
  external_id TEXT,
  -- When the directory deleted it. People stay; they only can't be seen there anymore.
  removed_at TIMESTAMPTZ,
  CONSTRAINT scim_name_once PRIMARY KEY (tenant_id, kind, resource_id),
  CONSTRAINT scim_name_kind CHECK (kind IN ('user', 'group'))
);
CREATE INDEX scim_name_found ON scim_name (tenant_id, kind, external_id);

-- How people prove who they are. One row a person who may sign in with a password; argon2id, as a PHC string.
CREATE TABLE password_credential (
  person_id UUID PRIMARY KEY REFERENCES person (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  hash TEXT NOT NULL,
  changed_at TIMESTAMPTZ NOT NULL
);

-- Tries, counted in windows by account, by address and over all; in the database, so that the count survives a
-- restart and holds over several nodes.
CREATE TABLE throttle (
  bucket TEXT PRIMARY KEY,
  window_start TIMESTAMPTZ NOT NULL,
  tries BIGINT NOT NULL
);
CREATE INDEX throttle_age ON throttle (window_start);

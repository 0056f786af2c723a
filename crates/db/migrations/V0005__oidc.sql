-- The identity provider: sessions, what is being signed in to, codes, refresh tokens, signing keys. A subject is a person
-- of the application; there is no foreign key to it. Secrets are kept as SHA-256 or sealed.

-- One sign-in in one browser. `id` may be shown and travels in tokens as `sid`; the cookie holds another secret.
CREATE TABLE oidc_session (
  id UUID PRIMARY KEY,
  secret_hash BYTEA NOT NULL,
  subject UUID NOT NULL,
  auth_time TIMESTAMPTZ NOT NULL,
  amr TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ NOT NULL,
  ends_at TIMESTAMPTZ NOT NULL,
  ended_at TIMESTAMPTZ,
  ended_by TEXT,
  device TEXT NOT NULL,
  address TEXT NOT NULL,
  CONSTRAINT oidc_session_end CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CONSTRAINT oidc_session_ended_by
    CHECK (ended_by IN ('signed_out', 'replaced', 'revoked', 'disabled', 'credentials_changed'))
);
CREATE UNIQUE INDEX oidc_session_secret ON oidc_session (secret_hash);
CREATE INDEX oidc_session_subject ON oidc_session (subject);
CREATE INDEX oidc_session_last_used ON oidc_session (last_used_at);
CREATE INDEX oidc_session_ended ON oidc_session (ended_at) WHERE ended_at IS NOT NULL;

-- An authorization request that waits for someone to sign in.
CREATE TABLE oidc_request (
  id_hash BYTEA PRIMARY KEY,
  client_id TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  state TEXT,
  nonce TEXT,
  code_challenge TEXT NOT NULL,
  login_hint TEXT,
  -- Only a sign-in since then counts (prompt=login, max_age), only of this subject (id_token_hint).
  signed_in_since TIMESTAMPTZ,
  subject UUID,
  expires_at TIMESTAMPTZ NOT NULL,
  -- It goes on only in the browser it began in: the hash of a secret in that browser's cookie.
  browser_hash BYTEA,
  -- Where it came from: only so many of one address or /64 wait at a time.
  network TEXT NOT NULL
);
CREATE INDEX oidc_request_network ON oidc_request (network, expires_at);
CREATE INDEX oidc_request_expiry ON oidc_request (expires_at);

-- A family of refresh tokens: one row, rotated in place. `successor` is the current token, sealed with the one before.
CREATE TABLE oidc_grant (
  id UUID PRIMARY KEY,
  session_id UUID NOT NULL CONSTRAINT oidc_grant_of_session REFERENCES oidc_session (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  token_hash BYTEA NOT NULL,
  previous_hash BYTEA,
  successor BYTEA,
  rotated_at TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL,
  ended_at TIMESTAMPTZ,
  CONSTRAINT oidc_grant_rotation CHECK (
    (previous_hash IS NULL) = (successor IS NULL) AND (previous_hash IS NULL) = (rotated_at IS NULL))
);
CREATE INDEX oidc_grant_session ON oidc_grant (session_id);
CREATE INDEX oidc_grant_ended ON oidc_grant (ended_at) WHERE ended_at IS NOT NULL;

-- A code stays after its use, as long as its session does, so that a second use is seen.
CREATE TABLE oidc_code (
  code_hash BYTEA PRIMARY KEY,
  session_id UUID NOT NULL CONSTRAINT oidc_code_of_session REFERENCES oidc_session (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  nonce TEXT,
  code_challenge TEXT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at TIMESTAMPTZ,
  grant_id UUID,
  CONSTRAINT oidc_code_use CHECK ((used_at IS NULL) = (grant_id IS NULL))
);
CREATE INDEX oidc_code_session ON oidc_code (session_id);

-- Signing keys, published from `created_at`. The newest whose `signs_from` has come signs.
CREATE TABLE oidc_key (
  generation BIGINT PRIMARY KEY,
  kid TEXT NOT NULL,
  algorithm TEXT NOT NULL,
  sealed BYTEA NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  signs_from TIMESTAMPTZ NOT NULL,
  CONSTRAINT oidc_key_algorithm CHECK (algorithm IN ('ES256', 'RS256'))
);
CREATE UNIQUE INDEX oidc_key_kid ON oidc_key (kid);

-- How people prove who they are: passwords and other factors, the challenges in which they prove them, and the links that open an
-- account.

-- A person who may sign in with a password; argon2id, as a PHC string.
CREATE TABLE password_credential (
  person_id UUID PRIMARY KEY REFERENCES person (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  hash TEXT NOT NULL,
  changed_at TIMESTAMPTZ NOT NULL,
  -- Long enough to be all there is (15 characters). Someone with a shorter one keeps their last second factor.
  is_enough_alone BOOLEAN NOT NULL DEFAULT TRUE
);

CREATE TABLE passkey (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  -- As the authenticator names it, and everything needed to check its signatures.
  credential_id BYTEA NOT NULL,
  credential TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX passkey_credential ON passkey (credential_id);
CREATE INDEX passkey_person ON passkey (person_id);

-- Passkey sign-ins begun without saying who one is: only the ceremony, until someone answers.
CREATE TABLE passkey_ceremony (
  id UUID PRIMARY KEY,
  state BYTEA NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX passkey_ceremony_expiry ON passkey_ceremony (expires_at);

-- One authenticator app per person. The secret is sealed. A code counts once, so the step of the last one is kept.
CREATE TABLE totp (
  person_id UUID PRIMARY KEY REFERENCES person (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  sealed BYTEA NOT NULL,
  last_step BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);

-- Each works once.
CREATE TABLE recovery_code (
  person_id UUID NOT NULL REFERENCES person (id),
  code_hash BYTEA NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  used_at TIMESTAMPTZ,
  PRIMARY KEY (person_id, code_hash)
);

-- Something someone is asked to prove: for one purpose, bound to one thing, for minutes, with few attempts, once.
CREATE TABLE challenge (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  -- The session it was opened in; none while someone is still signing in.
  session_id UUID,
  purpose TEXT NOT NULL,
  -- A hash of what it is for: the change to be made, the sign-in request, the new phone number.
  bound_to BYTEA NOT NULL,
  -- What a passkey, a new authenticator app or a merge needs until it is finished; sealed.
  state BYTEA,
  -- The text message that was sent for it.
  sms_hash BYTEA,
  sms_expires_at TIMESTAMPTZ,
  tries BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  proved_at TIMESTAMPTZ,
  used_at TIMESTAMPTZ,
  -- What has to be proved: a second factor, or the best that someone has, be it a password or a fresh sign-in at the provider they
  -- come from. Kept here, so the answer is held to what was demanded.
  demand TEXT NOT NULL DEFAULT 'second_factor',
  CONSTRAINT challenge_purpose
    CHECK (purpose IN ('sign_in', 'step_up', 'add_passkey', 'add_totp', 'change_phone', 'merge')),
  CONSTRAINT challenge_demand CHECK (demand IN ('second_factor', 'best'))
);
CREATE INDEX challenge_person ON challenge (person_id, purpose);
CREATE INDEX challenge_expiry ON challenge (expires_at);

-- Links sent by mail, once each: to choose a password, to accept an invitation, to say “This wasn't me”, to take a merge back, to
-- sign in without a password, to confirm a new email address.
CREATE TABLE account_link (
  token_hash BYTEA PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  kind TEXT NOT NULL,
  sent_to TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at TIMESTAMPTZ,
  CONSTRAINT account_link_kind
    CHECK (kind IN ('reset', 'invitation', 'alarm', 'unmerge', 'sign_in', 'email'))
);
CREATE INDEX account_link_person ON account_link (person_id, kind);
CREATE INDEX account_link_expiry ON account_link (expires_at);

-- Links that someone asked for by typing a name, until a worker has queued the mails. The name is sealed: people type passwords
-- where a username belongs.
CREATE TABLE link_request (
  id UUID PRIMARY KEY,
  kind TEXT NOT NULL,
  sealed BYTEA NOT NULL,
  address TEXT NOT NULL,
  -- When a worker may take it up; moved ahead while one has it.
  due_at TIMESTAMPTZ NOT NULL,
  -- Where it was asked for, so that one network can't fill the queue.
  neighborhood TEXT NOT NULL DEFAULT '',
  -- Whose link it is, once a name turned out to be several people's: each then has a row of their own.
  person_id UUID REFERENCES person (id),
  -- How often a worker has taken it up.
  attempts BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT link_request_kind CHECK (kind IN ('reset', 'sign_in'))
);
CREATE INDEX link_request_due ON link_request (due_at);
CREATE INDEX link_request_neighborhood ON link_request (neighborhood);
CREATE INDEX link_request_person ON link_request (person_id);

-- An email address that waits for its owner to follow the link sent there. Until then the old one counts.
CREATE TABLE new_email (
  person_id UUID PRIMARY KEY REFERENCES person (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  email TEXT NOT NULL,
  asked_at TIMESTAMPTZ NOT NULL
);

-- What someone used before, so that the old address and phone hear of a change, and bank changes shortly after one are looked at
-- twice.
CREATE TABLE credential_change (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  kind TEXT NOT NULL,
  old_value TEXT,
  changed_at TIMESTAMPTZ NOT NULL,
  CONSTRAINT credential_change_kind CHECK (kind IN ('password', 'email', 'phone', 'factor'))
);
CREATE INDEX credential_change_person ON credential_change (person_id, changed_at);

-- Browsers in which someone has signed in before, and whether with a second factor.
CREATE TABLE known_device (
  secret_hash BYTEA PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  is_proved BOOLEAN NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX known_device_age ON known_device (last_used_at);
CREATE INDEX known_device_person ON known_device (person_id);

-- Two accounts of one person made one. It can be undone within seven days from what is written down here.
CREATE TABLE account_merge (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  other_id UUID NOT NULL REFERENCES person (id),
  moved TEXT NOT NULL,
  merged_at TIMESTAMPTZ NOT NULL,
  undo_until TIMESTAMPTZ NOT NULL,
  undone_at TIMESTAMPTZ
);
CREATE INDEX account_merge_person ON account_merge (person_id);
CREATE INDEX account_merge_other ON account_merge (other_id);

-- Attempts, counted in windows by account, by address and in total; in the database, so that the count survives a restart and holds
-- across several nodes.
CREATE TABLE throttle (
  bucket TEXT PRIMARY KEY,
  window_start TIMESTAMPTZ NOT NULL,
  tries BIGINT NOT NULL
);
CREATE INDEX throttle_age ON throttle (window_start);

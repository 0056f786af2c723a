-- Second factors, the challenges in which they are proved, and the links by which an account is opened.

-- When a tenant asks for a second factor: at every sign-in, on devices it does not know, or only for a step-up.
ALTER TABLE tenant ADD COLUMN second_factor TEXT NOT NULL DEFAULT 'step_up'
  CONSTRAINT tenant_second_factor CHECK (second_factor IN ('always', 'new_device', 'step_up'));

-- A phone that was changed counts as a factor only a day later. NULL: it was there from the beginning.
ALTER TABLE person ADD COLUMN phone_since TIMESTAMPTZ;
-- Somebody whose roles and companies went to another account. Set together with disabled_at.
ALTER TABLE person ADD COLUMN merged_into UUID REFERENCES person (id);

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

-- One authenticator app a person. The secret is sealed; a code counts once, so the step of the last one is kept.
CREATE TABLE totp (
  person_id UUID PRIMARY KEY REFERENCES person (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  sealed BYTEA NOT NULL,
  last_step BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE recovery_code (
  person_id UUID NOT NULL REFERENCES person (id),
  code_hash BYTEA NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  used_at TIMESTAMPTZ,
  PRIMARY KEY (person_id, code_hash)
);

-- Something that somebody is asked to prove: for one purpose, bound to one thing, for minutes, with few tries, once.
CREATE TABLE challenge (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  -- The session it was opened in; none while somebody is only just signing in.
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
  CONSTRAINT challenge_purpose
    CHECK (purpose IN ('sign_in', 'step_up', 'add_passkey', 'add_totp', 'change_phone', 'merge'))
);
CREATE INDEX challenge_person ON challenge (person_id, purpose);
CREATE INDEX challenge_expiry ON challenge (expires_at);

-- Passkey sign-ins begun without saying who one is: only the ceremony, until somebody answers.
CREATE TABLE passkey_ceremony (
  id UUID PRIMARY KEY,
  state BYTEA NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX passkey_ceremony_expiry ON passkey_ceremony (expires_at);

-- Links sent by mail: to choose a password, to accept an invitation, to say «this was not me», to take a merge back.
-- Once each.
CREATE TABLE account_link (
  token_hash BYTEA PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  kind TEXT NOT NULL,
  sent_to TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at TIMESTAMPTZ,
  CONSTRAINT account_link_kind CHECK (kind IN ('reset', 'invitation', 'alarm', 'unmerge'))
);
CREATE INDEX account_link_person ON account_link (person_id, kind);
CREATE INDEX account_link_expiry ON account_link (expires_at);

-- What somebody used before, so that the old address and phone hear of a change, and so that bank changes shortly
-- after one are looked at twice.
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

-- Browsers in which somebody has signed in before, and whether with a second factor.
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

-- Two accounts of one person made one; undone within seven days from what is written down here.
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

-- What somebody did of late, for their own account settings.
CREATE INDEX audit_event_actor ON audit_event (actor_id, at);

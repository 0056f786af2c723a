-- Links that someone asked for by typing a name, until a worker has owed the mails. The name is sealed: people type passwords
-- where a username belongs.
CREATE TABLE link_request (
  id UUID PRIMARY KEY,
  kind TEXT NOT NULL,
  sealed BYTEA NOT NULL,
  address TEXT NOT NULL,
  -- When a worker may take it up; moved ahead while one has it.
  due_at TIMESTAMPTZ NOT NULL,
  CONSTRAINT link_request_kind CHECK (kind IN ('reset', 'sign_in'))
);
CREATE INDEX link_request_due ON link_request (due_at);

-- Two more kinds of links: one signs in without a password, one confirms a new e-mail address. SQLite changes no constraint
-- in place.
CREATE TABLE account_link_again (
  token_hash BYTEA PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  kind TEXT NOT NULL,
  sent_to TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at TIMESTAMPTZ,
  CONSTRAINT account_link_kinds
    CHECK (kind IN ('reset', 'invitation', 'alarm', 'unmerge', 'sign_in', 'email'))
);
INSERT INTO account_link_again (token_hash, tenant_id, person_id, kind, sent_to, created_at, expires_at, used_at)
  SELECT token_hash, tenant_id, person_id, kind, sent_to, created_at, expires_at, used_at FROM account_link;
DROP TABLE account_link;
ALTER TABLE account_link_again RENAME TO account_link;
CREATE INDEX account_link_person ON account_link (person_id, kind);
CREATE INDEX account_link_expiry ON account_link (expires_at);

-- People are found by their address, too.
CREATE INDEX person_email ON person (lower(email));

-- An e-mail address that waits for its owner to follow the link sent there. Until then the old one counts.
CREATE TABLE new_email (
  person_id UUID PRIMARY KEY REFERENCES person (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  email TEXT NOT NULL,
  asked_at TIMESTAMPTZ NOT NULL
);

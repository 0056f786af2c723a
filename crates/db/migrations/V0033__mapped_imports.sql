-- Mappings: how a source's columns become ours; and the imports that people make in the console, from upload to undo.

CREATE TABLE import_mapping (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- As JSON.
  definition TEXT NOT NULL,
  -- Who saved it first; NULL: an operator.
  owner_id UUID REFERENCES person (id),
  changed_at TIMESTAMPTZ NOT NULL,
  version BIGINT NOT NULL
);
CREATE UNIQUE INDEX import_mapping_name ON import_mapping (tenant_id, lower(name));
CREATE INDEX import_mapping_owner ON import_mapping (owner_id);

CREATE TABLE import_job (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  person_id UUID NOT NULL REFERENCES person (id),
  created_at TIMESTAMPTZ NOT NULL,
  -- draft: files are being added. checking and applying wait for a worker or are with one; all others are over.
  state TEXT NOT NULL CONSTRAINT import_job_state
    CHECK (state IN ('draft', 'checking', 'checked', 'applying', 'applied', 'failed', 'canceled', 'undoing', 'undone')),
  invites BOOLEAN NOT NULL,
  -- What its kinds of files take, for those who look at it later.
  needs_tenant BOOLEAN NOT NULL,
  needs_administration BOOLEAN NOT NULL,
  needs_pay BOOLEAN NOT NULL,
  -- Until when a worker is believed to have it.
  leased_until TIMESTAMPTZ,
  is_stop_wanted BOOLEAN NOT NULL,
  bytes_read BIGINT NOT NULL,
  added BIGINT NOT NULL,
  changed BIGINT NOT NULL,
  same BIGINT NOT NULL,
  invited BIGINT NOT NULL,
  faults BIGINT NOT NULL,
  followed BIGINT NOT NULL,
  -- A sentence, where it failed for another reason than its files.
  failure TEXT,
  -- What was written, once it's applied.
  run_id UUID,
  finished_at TIMESTAMPTZ
);
CREATE INDEX import_job_newest ON import_job (tenant_id, created_at, id);
CREATE INDEX import_job_person ON import_job (person_id);
CREATE INDEX import_job_state_at ON import_job (state, created_at);

CREATE TABLE import_file (
  id UUID PRIMARY KEY,
  job_id UUID NOT NULL REFERENCES import_job (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  position BIGINT NOT NULL,
  name TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  kind TEXT,
  -- As JSON; NULL: it's in our own format.
  mapping TEXT,
  -- The bytes are gone.
  is_forgotten BOOLEAN NOT NULL
);
CREATE UNIQUE INDEX import_file_position ON import_file (job_id, position);
CREATE INDEX import_file_tenant ON import_file (tenant_id);

-- A file's bytes, in pieces, each sealed in storage.
CREATE TABLE import_piece (
  file_id UUID NOT NULL REFERENCES import_file (id),
  number BIGINT NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  storage_key TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  PRIMARY KEY (file_id, number)
);
CREATE INDEX import_piece_tenant ON import_piece (tenant_id);

-- What a dry run found, in the order it was found: the first so many rows.
CREATE TABLE import_effect (
  job_id UUID NOT NULL REFERENCES import_job (id),
  seq BIGINT NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  file TEXT NOT NULL,
  line BIGINT NOT NULL,
  column_number BIGINT,
  column_name TEXT,
  effect TEXT NOT NULL CONSTRAINT import_effect_effect CHECK (effect IN ('added', 'changed', 'same', 'fault')),
  says TEXT NOT NULL,
  -- How many rows say the same.
  repeats BIGINT NOT NULL,
  PRIMARY KEY (job_id, seq)
);
CREATE INDEX import_effect_kind ON import_effect (job_id, effect, seq);
CREATE INDEX import_effect_tenant ON import_effect (tenant_id);

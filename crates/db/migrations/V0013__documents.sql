-- Files that people upload, and the documents a company gives its people.

-- The bytes are in the storage (a folder or a bucket) under a random key. A removed file's bytes are deleted a little later, and
-- then its row.
CREATE TABLE stored_file (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  file_name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  sha256 BYTEA NOT NULL,
  storage_key TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  created_by UUID NOT NULL REFERENCES person (id),
  removed_at TIMESTAMPTZ,
  -- Bytes are sealed with their tenant's key. Plain ones stay readable until they are sealed in the background.
  is_sealed BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE UNIQUE INDEX stored_file_key ON stored_file (storage_key);
CREATE INDEX stored_file_removed ON stored_file (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX stored_file_created_by ON stored_file (created_by);
-- Files that still have to be sealed; empty once they are.
CREATE INDEX stored_file_plain ON stored_file (id) WHERE is_sealed = FALSE;

-- Names are compared as people read them (`name_key`: without case and accents).
CREATE TABLE company_document (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  document_name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  file_id UUID NOT NULL REFERENCES stored_file (id),
  start_date DATE NOT NULL,
  end_date DATE NOT NULL,
  show_on_dashboard BOOLEAN NOT NULL,
  version BIGINT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  updated_by UUID NOT NULL REFERENCES person (id),
  CONSTRAINT company_document_dates CHECK (end_date >= start_date)
);
CREATE UNIQUE INDEX company_document_name ON company_document (company_id, name_key);
CREATE UNIQUE INDEX company_document_file ON company_document (file_id);

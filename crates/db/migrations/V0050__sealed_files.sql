-- Bytes of files are sealed with their tenant's key. Those stored before are not, and stay readable.
ALTER TABLE stored_file ADD COLUMN is_sealed BOOLEAN NOT NULL DEFAULT FALSE;

-- Written by /readyz, to see whether anything can be.
CREATE TABLE readiness_probe (
  id BIGINT PRIMARY KEY,
  at TIMESTAMPTZ NOT NULL
);

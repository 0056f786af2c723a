-- Backups that were written in full: when, and how much. Who wrote one is in every tenant's audit trail.
CREATE TABLE backup_run (
  id UUID PRIMARY KEY,
  started_at TIMESTAMPTZ NOT NULL,
  finished_at TIMESTAMPTZ NOT NULL,
  row_count BIGINT NOT NULL,
  file_count BIGINT NOT NULL
);
CREATE INDEX backup_run_finished ON backup_run (finished_at);

-- Imports by programs and from a watched folder, files that are the whole truth of their kind, and rows set aside.

ALTER TABLE import_job ADD COLUMN source TEXT NOT NULL DEFAULT 'console'
  CONSTRAINT import_job_source CHECK (source IN ('console', 'machine', 'folder'));
-- A program's name, or the folder's; empty for a person.
ALTER TABLE import_job ADD COLUMN actor TEXT NOT NULL DEFAULT '';
ALTER TABLE import_job ADD COLUMN machine_id UUID REFERENCES machine (id);
-- Who undoes it, who may not be who made it.
ALTER TABLE import_job ADD COLUMN acting_id UUID REFERENCES person (id);
ALTER TABLE import_job ADD COLUMN sets_aside BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE import_job ADD COLUMN set_aside BIGINT NOT NULL DEFAULT 0;
-- What a file that is the whole truth lacks, and so ends.
ALTER TABLE import_job ADD COLUMN ended BIGINT NOT NULL DEFAULT 0;
-- It's so much that the number has to be typed in.
ALTER TABLE import_job ADD COLUMN is_braked BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE import_job ADD COLUMN confirmed_removals BIGINT;

-- An import isn't always a person's: the column again, without NOT NULL.
DROP INDEX import_job_person;
ALTER TABLE import_job ADD COLUMN maker_id UUID REFERENCES person (id);
UPDATE import_job SET maker_id = person_id;
ALTER TABLE import_job DROP COLUMN person_id;
ALTER TABLE import_job RENAME COLUMN maker_id TO person_id;
CREATE INDEX import_job_person ON import_job (person_id);
CREATE INDEX import_job_acting ON import_job (acting_id);
CREATE INDEX import_job_machine ON import_job (machine_id);

-- The only company its rows may be about; NULL: any.
ALTER TABLE import_file ADD COLUMN company_id UUID REFERENCES company (id);
ALTER TABLE import_file ADD COLUMN is_whole_truth BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX import_file_company ON import_file (company_id);

-- A row can also end, or be set aside: the column again, with more values.
DROP INDEX import_effect_kind;
ALTER TABLE import_effect ADD COLUMN what TEXT NOT NULL DEFAULT 'same'
  CONSTRAINT import_effect_what CHECK (what IN ('added', 'changed', 'same', 'ended', 'fault', 'aside'));
UPDATE import_effect SET what = effect;
ALTER TABLE import_effect DROP COLUMN effect;
ALTER TABLE import_effect RENAME COLUMN what TO effect;
CREATE INDEX import_effect_kind ON import_effect (job_id, effect, seq);

-- The rows an import set aside: a file of each kind, sealed.
CREATE TABLE import_aside (
  job_id UUID NOT NULL REFERENCES import_job (id),
  kind TEXT NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  sealed BYTEA NOT NULL,
  size_bytes BIGINT NOT NULL,
  PRIMARY KEY (job_id, kind)
);
CREATE INDEX import_aside_tenant ON import_aside (tenant_id);

-- Files taken from the watched folder, each once whichever server finds it. A row goes when its file has been moved away.
CREATE TABLE watched_file (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  -- Where it was, and its size and time of writing: the same name with other bytes is another file.
  place TEXT NOT NULL,
  mark TEXT NOT NULL,
  job_id UUID NOT NULL REFERENCES import_job (id)
);
CREATE UNIQUE INDEX watched_file_once ON watched_file (place, mark);
CREATE INDEX watched_file_tenant ON watched_file (tenant_id);
CREATE INDEX watched_file_job ON watched_file (job_id);

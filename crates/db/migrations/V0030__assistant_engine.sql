-- What worded an answer, and the text of documents, which the assistant searches.

ALTER TABLE assistant_turn ADD COLUMN engine TEXT NOT NULL DEFAULT 'embedded'
  CONSTRAINT assistant_turn_engine CHECK (engine IN ('embedded', 'model', 'template'));
CREATE INDEX assistant_turn_attached ON assistant_turn (tenant_id, asked_at) WHERE is_attached;

-- A file's text, read once, in a process of its own. A file that couldn't be read has a row without content.
CREATE TABLE document_text (
  file_id UUID PRIMARY KEY CONSTRAINT document_text_file REFERENCES stored_file (id) ON DELETE CASCADE,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  -- Sealed: pages and paragraphs.
  content BYTEA,
  read_at TIMESTAMPTZ NOT NULL
);

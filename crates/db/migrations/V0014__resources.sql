-- Resources a company points its people to, and action items they acknowledge.

-- Deleted ones are kept, out of sight.
CREATE TABLE resource (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  name TEXT NOT NULL,
  -- As people compare names: without case and accents.
  name_key TEXT NOT NULL,
  description TEXT NOT NULL,
  -- http, https or a path of our own; empty where there is nothing to open.
  link TEXT NOT NULL,
  -- Everyone acknowledges an action item; by this day, if there is one.
  is_action_item BOOLEAN NOT NULL,
  due_date DATE,
  version BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  created_by UUID NOT NULL REFERENCES person (id),
  updated_at TIMESTAMPTZ NOT NULL,
  updated_by UUID NOT NULL REFERENCES person (id),
  deleted_at TIMESTAMPTZ,
  deleted_by UUID REFERENCES person (id),
  CONSTRAINT resource_due CHECK (due_date IS NULL OR is_action_item)
);
CREATE UNIQUE INDEX resource_name ON resource (company_id, name_key) WHERE deleted_at IS NULL;

CREATE TABLE resource_acknowledgement (
  resource_id UUID NOT NULL REFERENCES resource (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  acknowledged_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (resource_id, employee_id)
);
CREATE INDEX resource_acknowledgement_employee ON resource_acknowledgement (employee_id);

-- One row per company: where its W-4 forms are, its own links and its standing messages (JSON lists).
CREATE TABLE company_links (
  company_id UUID PRIMARY KEY REFERENCES company (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  state_w4_link TEXT NOT NULL,
  federal_w4_link TEXT NOT NULL,
  custom_links TEXT NOT NULL,
  dashboard_messages TEXT NOT NULL,
  version BIGINT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  updated_by UUID NOT NULL REFERENCES person (id)
);

-- Reporting lines have dates. `reporting_line` holds the lines there are; `last_day` is the last on which one counts.
ALTER TABLE reporting_line ADD COLUMN last_day DATE;

-- Lines that begin on a later day, and those that have ended: with the termination that ended them, so that a rehire brings them
-- back, or because another line took their place.
CREATE TABLE dated_line (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  manager_id UUID NOT NULL REFERENCES person (id),
  kind TEXT NOT NULL,
  area TEXT NOT NULL,
  first_day DATE,
  last_day DATE,
  is_planned BOOLEAN NOT NULL,
  event_id UUID REFERENCES employment_event (id),
  recorded_at TIMESTAMPTZ NOT NULL,
  recorded_by UUID REFERENCES person (id),
  CONSTRAINT dated_line_kind CHECK (kind IN ('primary', 'secondary')),
  CONSTRAINT dated_line_area CHECK (area IN ('Time Off', 'Personal Info'))
);
CREATE INDEX dated_line_employee ON dated_line (employee_id);
CREATE INDEX dated_line_planned ON dated_line (first_day) WHERE is_planned;
CREATE INDEX dated_line_event ON dated_line (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX reporting_line_ending ON reporting_line (last_day) WHERE last_day IS NOT NULL;
CREATE INDEX dated_line_manager ON dated_line (manager_id);
CREATE INDEX dated_line_recorder ON dated_line (recorded_by) WHERE recorded_by IS NOT NULL;

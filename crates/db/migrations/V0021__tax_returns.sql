-- Wage and tax statements (W-2), and how an employee wants to get them.

-- One form of one employee for one year. `document` holds every box as JSON (tax_returns/rules.rs); it is written once.
CREATE TABLE tax_return (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  year BIGINT NOT NULL,
  name TEXT NOT NULL,
  document TEXT NOT NULL
);
CREATE UNIQUE INDEX tax_return_year ON tax_return (employee_id, year, name);

-- Who never chose has no row and gets paper. `disclosure` is the text that was agreed to.
CREATE TABLE tax_form_delivery (
  employee_id UUID PRIMARY KEY REFERENCES employee (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  method TEXT NOT NULL,
  disclosure TEXT NOT NULL,
  changed_at TIMESTAMPTZ NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT tax_form_delivery_method CHECK (method IN ('electronic', 'paper'))
);

-- What employees state so that the right income tax is withheld (federal, by state, local), their wage and tax statements (W-2), and
-- how they want to get those.

-- The states in which a company has people, and the local income tax that may be withheld there (none: an empty text).
CREATE TABLE company_state (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  state TEXT NOT NULL,
  locality TEXT NOT NULL
);
CREATE UNIQUE INDEX company_state_once ON company_state (company_id, state);

-- One signed form, or what payroll entered before anyone signed one. It is never changed: a new form is a new version, and the newest
-- approved one counts. `figures` holds its lines as JSON (tax_setup/rules.rs); it is read whole and never searched.
CREATE TABLE tax_setup (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  level TEXT NOT NULL,
  -- Empty for the federal form.
  state TEXT NOT NULL,
  locality TEXT NOT NULL,
  version BIGINT NOT NULL,
  figures TEXT NOT NULL,
  approval TEXT NOT NULL,
  -- The request by which it came; none for what payroll entered.
  request_id UUID REFERENCES change_request (id),
  signed_name TEXT,
  -- Which declaration was signed; a new text has a new name.
  declaration TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  in_force_at TIMESTAMPTZ,
  CONSTRAINT tax_setup_level CHECK (level IN ('federal', 'state', 'local')),
  CONSTRAINT tax_setup_approval CHECK (approval IN ('Pending', 'Approved', 'Denied')),
  CONSTRAINT tax_setup_signature CHECK ((signed_name IS NULL) = (declaration IS NULL))
);
CREATE UNIQUE INDEX tax_setup_version ON tax_setup (employee_id, level, state, version);
-- The last line of defense against two requests about the same form.
CREATE UNIQUE INDEX tax_setup_outstanding ON tax_setup (employee_id, level, state) WHERE approval = 'Pending';

-- An employee who changed a tax setup. A change takes this row's lock first.
CREATE TABLE tax_book (
  employee_id UUID PRIMARY KEY REFERENCES employee (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  changes BIGINT NOT NULL
);

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

-- Someone who never chose has no row and gets paper. `disclosure` is the text that was agreed to.
CREATE TABLE tax_form_delivery (
  employee_id UUID PRIMARY KEY REFERENCES employee (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  method TEXT NOT NULL,
  disclosure TEXT NOT NULL,
  changed_at TIMESTAMPTZ NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT tax_form_delivery_method CHECK (method IN ('electronic', 'paper'))
);

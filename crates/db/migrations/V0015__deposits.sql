-- Where people's pay goes, and the requests that change it.

-- One data key per tenant seals its account numbers and finds the same number again. It is itself sealed by the operator's bank key;
-- `wrapped_by` names that key, so a rotation knows what is left to wrap anew.
CREATE TABLE bank_key (
  tenant_id UUID PRIMARY KEY REFERENCES tenant (id),
  wrapped BYTEA NOT NULL,
  wrapped_by TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);

-- What payroll says about a company: whether it is being processed and when people were last paid; and when a change of deposits
-- needs someone's approval (always, only for new accounts, never). A company without a row has the defaults.
CREATE TABLE company_payroll (
  company_id UUID PRIMARY KEY REFERENCES company (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  is_processing BOOLEAN NOT NULL,
  last_payroll_date DATE,
  deposit_approval TEXT NOT NULL,
  deposit_accounts_max BIGINT NOT NULL,
  -- Whether someone has to approve a tax setup before it counts.
  tax_approval TEXT NOT NULL DEFAULT 'always',
  CONSTRAINT company_payroll_approval CHECK (deposit_approval IN ('always', 'new_account', 'never')),
  CONSTRAINT company_payroll_max CHECK (deposit_accounts_max BETWEEN 1 AND 50),
  CONSTRAINT company_payroll_tax_approval CHECK (tax_approval IN ('always', 'never'))
);

-- The codes under which payroll books direct deposits.
CREATE TABLE deposit_code (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  code TEXT NOT NULL,
  description TEXT NOT NULL
);
CREATE UNIQUE INDEX deposit_code_once ON deposit_code (company_id, code);

-- Something an employee wants changed and someone else decides. `request_type` says which feature carries it out; `detail` is that
-- feature's, and never holds an account number.
CREATE TABLE change_request (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  requested_by UUID NOT NULL REFERENCES person (id),
  request_type TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  status TEXT NOT NULL,
  detail TEXT NOT NULL,
  -- Reasons for the decider to look twice.
  cautions TEXT NOT NULL,
  requested_at TIMESTAMPTZ NOT NULL,
  last_updated TIMESTAMPTZ NOT NULL,
  -- No one, where no approval was needed.
  decided_by UUID REFERENCES person (id),
  note TEXT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT change_request_type CHECK (request_type IN ('direct_deposit', 'ee_info')),
  CONSTRAINT change_request_status CHECK (status IN ('Pending', 'Approved', 'Denied', 'Frozen', 'Withdrawn'))
);
CREATE INDEX change_request_queue ON change_request (company_id, request_type, last_updated, id)
  WHERE status IN ('Pending', 'Frozen');
CREATE INDEX change_request_employee ON change_request (employee_id, last_updated, id);
CREATE INDEX change_request_requested_by ON change_request (requested_by);
CREATE INDEX change_request_decided_by ON change_request (decided_by) WHERE decided_by IS NOT NULL;

-- One account that gets a part of someone's pay. The number is sealed with the tenant's data key and this row's id.
CREATE TABLE direct_deposit (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  code_id UUID REFERENCES deposit_code (id),
  routing_number TEXT NOT NULL,
  bank_name TEXT NOT NULL,
  account_type TEXT NOT NULL,
  sealed_number BYTEA NOT NULL,
  number_hash BYTEA NOT NULL,
  last_four TEXT NOT NULL,
  amount_type TEXT NOT NULL,
  -- Money, or percents, in ten-thousandths; nothing for the balance.
  amount BIGINT,
  priority BIGINT NOT NULL,
  start_date DATE NOT NULL,
  -- The last day on which it gets money.
  end_date DATE,
  approval TEXT NOT NULL,
  -- A new account gets nothing before this.
  hold_until TIMESTAMPTZ NOT NULL,
  -- The request about it that no one has decided yet.
  request_id UUID REFERENCES change_request (id),
  version BIGINT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  CONSTRAINT direct_deposit_account_type CHECK (account_type IN ('checking', 'savings', 'moneyMarket')),
  CONSTRAINT direct_deposit_amount_type CHECK (amount_type IN ('fixed', 'percentage', 'balance')),
  CONSTRAINT direct_deposit_amount CHECK ((amount_type = 'balance') = (amount IS NULL)),
  CONSTRAINT direct_deposit_dates CHECK (end_date IS NULL OR end_date > start_date),
  CONSTRAINT direct_deposit_approval CHECK (approval IN ('Pending', 'Approved', 'Denied', 'Frozen', 'Withdrawn'))
);
CREATE INDEX direct_deposit_employee ON direct_deposit (employee_id, priority, id);
CREATE INDEX direct_deposit_same_number ON direct_deposit (tenant_id, number_hash);
-- The last line of defense against the same account twice; an ended one may come back.
CREATE UNIQUE INDEX direct_deposit_number ON direct_deposit (employee_id, number_hash)
  WHERE end_date IS NULL AND approval IN ('Pending', 'Approved');

-- An employee who changed deposits. A change takes this row's lock first.
CREATE TABLE deposit_book (
  employee_id UUID PRIMARY KEY REFERENCES employee (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  changes BIGINT NOT NULL
);

-- “This wasn't me”: links by which the owner freezes a change of deposits. Once each.
CREATE TABLE deposit_alarm (
  token_hash BYTEA PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  person_id UUID NOT NULL REFERENCES person (id),
  request_id UUID NOT NULL REFERENCES change_request (id),
  expires_at TIMESTAMPTZ NOT NULL,
  used_at TIMESTAMPTZ
);
CREATE INDEX deposit_alarm_expiry ON deposit_alarm (expires_at);
CREATE INDEX deposit_alarm_person ON deposit_alarm (person_id);
CREATE INDEX deposit_alarm_employee ON deposit_alarm (employee_id);

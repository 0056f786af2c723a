-- Providers that administrators look after, each offered to the people of its mail domains.

-- A company's own provider signs in only people of that company.
ALTER TABLE upstream ADD COLUMN company_id UUID CONSTRAINT upstream_company REFERENCES company (id);
ALTER TABLE upstream ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

-- A mail domain leads to one provider of the whole installation: no one knows the tenant before someone signs in.
CREATE TABLE upstream_domain (
  domain TEXT PRIMARY KEY,
  tenant_id UUID NOT NULL CONSTRAINT upstream_domain_tenant REFERENCES tenant (id),
  upstream_id UUID NOT NULL CONSTRAINT upstream_domain_upstream REFERENCES upstream (id) ON DELETE CASCADE
);
CREATE INDEX upstream_domain_of ON upstream_domain (upstream_id, domain);

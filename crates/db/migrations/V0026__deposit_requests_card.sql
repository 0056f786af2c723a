-- A card of the manager's home: requests about accounts that wait.
INSERT INTO feature_catalogue (feature_id, kind, title, page_icon, path, permissions, size, position) VALUES
  ('DepositRequests', 'feature', 'Direct deposit requests', NULL, NULL, 'manager:profile', 4, 385);

-- Tenants that are there already get it as new ones do.
INSERT INTO feature (tenant_id, feature_id, kind, title, enabled, read_only, page_icon, path, permissions, size, position, version)
  SELECT t.id, c.feature_id, c.kind, c.title, FALSE, FALSE, c.page_icon, c.path, c.permissions, c.size, c.position, 1
  FROM tenant t CROSS JOIN feature_catalogue c WHERE c.feature_id = 'DepositRequests';

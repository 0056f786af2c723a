-- The roles that every tenant has, for tenants that are there already; new ones get them from `roles::seed`. What somebody holds stays.
CREATE TABLE shipped_role (name TEXT NOT NULL, permissions TEXT NOT NULL, applies TEXT NOT NULL, applications TEXT NOT NULL);
INSERT INTO shipped_role (name, permissions, applies, applications) VALUES
    ('Employee',
     'employee employee:profile.write employee:pay employee:pay:paystubs employee:pay:direct-deposits.write employee:taxes.write employee:time-off.write employee:time:punch.write employee:benefits employee:career:review employee:career:training identity:user:self',
     'company', ''),
    ('Manager View',
     'manager.write manager:profile.write manager:time-off.write identity:user:self',
     'company', ''),
    ('Administrator',
     'admin.write identity:user:self identity:user',
     'tenant', ''),
    ('Company Administrator',
     'admin.write identity:user:self',
     'company', ''),
    ('Payroll',
     'payroll.write identity:user:self',
     'company', ''),
    ('Identity User',
     'identity:user:self',
     'tenant', ''),
    ('Evolution Payroll Access',
     'employee:application',
     'either', 'PAY HR TIME'),
    ('Complete Evolution Access',
     'employee:application',
     'either', 'PAY TAX HR HCM TIME'),
    ('No Payroll Tile',
     '',
     'either', '');
UPDATE role SET is_shipped = TRUE,
  applies = (SELECT s.applies FROM shipped_role s WHERE s.name = role.name),
  applications = (SELECT CASE WHEN role.applications = '' THEN s.applications ELSE role.applications END
    FROM shipped_role s WHERE s.name = role.name)
WHERE EXISTS (SELECT 1 FROM shipped_role s WHERE s.name = role.name AND s.permissions = role.permissions);
INSERT INTO role (id, tenant_id, name, permissions, applies, applications, is_shipped)
SELECT randomblob(16), t.id, s.name, s.permissions, s.applies, s.applications, TRUE
FROM tenant t CROSS JOIN shipped_role s
WHERE NOT EXISTS (SELECT 1 FROM role r WHERE r.tenant_id = t.id AND r.name = s.name);
DROP TABLE shipped_role;

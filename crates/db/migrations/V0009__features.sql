-- The catalog of pages and dashboard cards: what every tenant starts with, and what each has made of it.

-- A page needs an icon to appear in a menu; a card has a size instead of a path. Permissions are separated by single spaces, and any
-- one of them opens the feature.
CREATE TABLE feature_catalogue (
  feature_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  page_icon TEXT,
  path TEXT,
  permissions TEXT NOT NULL,
  size BIGINT,
  position BIGINT NOT NULL
);

-- `enabled` is what an administrator has set. It counts while `read_only` is on; otherwise the viewer's permissions decide.
-- Read-only and not enabled is turned off for the whole tenant, its data too.
CREATE TABLE feature (
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  feature_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  enabled BOOLEAN NOT NULL,
  read_only BOOLEAN NOT NULL,
  page_icon TEXT,
  path TEXT,
  permissions TEXT NOT NULL,
  size BIGINT,
  position BIGINT NOT NULL,
  version BIGINT NOT NULL,
  -- Whether an administrator has closed it, or opened it to others than the catalog does: its data is then closed to anyone it
  -- isn't enabled for.
  narrows BOOLEAN NOT NULL DEFAULT FALSE,
  PRIMARY KEY (tenant_id, feature_id),
  CONSTRAINT feature_kind CHECK (kind IN ('page', 'feature')),
  CONSTRAINT feature_size CHECK (size IN (2, 4, 8))
);
-- Read with every viewer, and empty as a rule.
CREATE INDEX feature_narrows ON feature (tenant_id, feature_id) WHERE narrows;

INSERT INTO feature_catalogue (feature_id, kind, title, page_icon, path, permissions, size, position) VALUES
  ('pay', 'page', 'Pay', 'wallet', '/pay', 'employee:pay', NULL, 10),
  ('paystubs', 'page', 'Pay stubs', NULL, '/pay/paystub', 'employee:pay:paystubs', NULL, 20),
  ('disbursements', 'page', 'Direct deposit', NULL, '/pay/disbursements', 'employee:pay:direct-deposits', NULL, 30),
  ('w2', 'page', 'W-2', NULL, '/pay/w2', 'employee:taxes', NULL, 40),
  ('taxes', 'page', 'Taxes', NULL, '/pay/taxes', 'employee:taxes', NULL, 50),
  ('time', 'page', 'Time', 'clock', '/time', 'employee:time-off employee:time:punch employee:time:mobile:punch', NULL, 60),
  ('accruals', 'page', 'Time off', NULL, '/time/timeOffDetails', 'employee:time-off', NULL, 70),
  ('benefits', 'page', 'Benefits', 'heart', '/benefits', 'employee:benefits', NULL, 80),
  ('profile', 'page', 'Profile', 'user', '/profile', 'employee:profile', NULL, 90),
  ('career', 'page', 'Career', 'briefcase', '/more/career',
    'employee:career:review employee:career:resume employee:career:jobs employee:career:training', NULL, 100),
  ('documents', 'page', 'Documents', 'folder', '/more/documents', 'employee', NULL, 110),
  ('company', 'page', 'Company', 'building', '/more/company', 'employee', NULL, 120),
  ('marketplace', 'page', 'Marketplace', 'store', '/more/marketplace', 'employee', NULL, 130),
  ('Manager_info', 'page', 'Employees', 'users', '/manager/employees', 'manager:profile', NULL, 210),
  ('Manager_changeRequests', 'page', 'Change requests', 'clipboard', '/manager/employees/change-requests',
    'manager:profile', NULL, 220),
  ('Manager_directDeposit', 'page', 'Direct deposit', 'bank', '/manager/disbursements', 'manager:profile', NULL, 230),
  ('Manager_timeOff', 'page', 'Time off', 'calendar', '/manager/leaverequests', 'manager:time-off', NULL, 240),
  ('Manager_announcements', 'page', 'Announcements', 'megaphone', '/manager/announcements', 'manager', NULL, 250),
  ('Manager_resources', 'page', 'Resources', 'link', '/manager/resources', 'manager', NULL, 260),
  ('Manager_timeClock', 'page', 'Time clock', 'timer', '/manager/timeclock', 'manager', NULL, 270),
  ('Today', 'feature', 'Today', NULL, NULL, 'employee manager', 8, 310),
  ('TimeClock', 'feature', 'Time clock', NULL, NULL, 'employee:time:punch employee:time:mobile:punch', 4, 320),
  ('Paycheck', 'feature', 'Paycheck', NULL, NULL, 'employee:pay:paystubs', 4, 330),
  ('Accruals', 'feature', 'Time off', NULL, NULL, 'employee:time-off', 4, 340),
  ('ActionItems', 'feature', 'Action items', NULL, NULL, 'employee manager', 4, 350),
  ('Announcements', 'feature', 'Announcements', NULL, NULL, 'employee manager', 4, 360),
  ('Schedule', 'feature', 'Schedule', NULL, NULL, 'employee:time-off employee:time:punch', 4, 370),
  ('TimeOffAnalysis', 'feature', 'Time off analysis', NULL, NULL, 'manager:time-off', 4, 380),
  ('DepositRequests', 'feature', 'Direct deposit requests', NULL, NULL, 'manager:profile', 4, 385),
  ('Birthdays', 'feature', 'Birthdays and anniversaries', NULL, NULL, 'manager', 4, 390),
  ('Benefits', 'feature', 'Benefits', NULL, NULL, 'employee:benefits', 4, 400),
  ('Resources', 'feature', 'Resources', NULL, NULL, 'employee manager', 4, 410),
  ('HRServicesCard', 'feature', 'HR services', NULL, NULL, 'manager', 2, 420),
  ('Carousel', 'feature', 'Offers', NULL, NULL, 'employee', 8, 430);

-- Punches made without a network: the device sends them once there is one, and the manager sees that they came late.

-- One press of a button, as the device named it: however often and from wherever it's sent, it counts once.
ALTER TABLE clock_punch ADD COLUMN press_id UUID;
-- When a punch that was made without a network arrived. Its time is `at`, by our clock.
ALTER TABLE clock_punch ADD COLUMN reported_at TIMESTAMPTZ;
-- What the device's own clock showed, for anyone who doubts the time.
ALTER TABLE clock_punch ADD COLUMN device_at TIMESTAMPTZ
  CONSTRAINT clock_punch_late CHECK ((device_at IS NULL) = (reported_at IS NULL));
CREATE UNIQUE INDEX clock_punch_press ON clock_punch (employee_id, press_id) WHERE press_id IS NOT NULL;
CREATE INDEX clock_punch_reported ON clock_punch (company_id, reported_at, id) WHERE reported_at IS NOT NULL;

-- Benefit plans and enrollments end: after that day no one is in them anymore. The rows stay, because pay stubs were made with them.
ALTER TABLE benefit_plan ADD COLUMN ends_on DATE;
ALTER TABLE benefit_enrollment ADD COLUMN ends_on DATE;
-- Who is or was in a plan, before it's removed or ended.
CREATE INDEX benefit_enrollment_plan ON benefit_enrollment (plan_id);

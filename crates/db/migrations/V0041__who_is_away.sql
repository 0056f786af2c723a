-- The approved days of a company by date: who is away this week, without reading everybody's days. PostgreSQL knows that
-- status = 'Approved' is none of the others and uses it. SQLite wants a condition word for word and leaves it alone, which is
-- meant: a few samples of a large company made it take such an index once for every report of a manager.
CREATE INDEX time_off_day_away ON time_off_day (company_id, day, employee_id)
  WHERE status <> 'Pending' AND status <> 'Denied' AND status <> 'Cancelled';

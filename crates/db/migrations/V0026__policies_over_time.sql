-- What a company grants can end, and its rules can change from a day on, without changing what people already have.

-- The last day that can be taken. What was earned stays readable.
ALTER TABLE time_off_type ADD COLUMN ends_on DATE;
-- The rules before the ones in the row, oldest first: [[last day, rules], …]. A balance is worked out with those of each day.
ALTER TABLE time_off_type ADD COLUMN earlier JSONB NOT NULL DEFAULT '[]';

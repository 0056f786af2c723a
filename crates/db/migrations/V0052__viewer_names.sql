-- The name a viewer had when they looked: names can be changed. Rows from before have none and show today's.
ALTER TABLE data_view ADD COLUMN viewer_name TEXT;

-- Whether an administrator has closed a feature, or opened it to others than the catalogue does: its data is then closed to whoever
-- it is not enabled for. Read with every viewer, and empty as a rule.
ALTER TABLE feature ADD COLUMN narrows BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE feature SET narrows = TRUE
WHERE read_only AND NOT enabled
   OR NOT read_only AND permissions <> (SELECT k.permissions FROM feature_catalogue k WHERE k.feature_id = feature.feature_id);
DROP INDEX feature_switched_off;
CREATE INDEX feature_narrows ON feature (tenant_id, feature_id) WHERE narrows;

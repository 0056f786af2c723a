-- As wide as its neighbours: across the whole page the analysis left a hole beside whatever stood above it.
UPDATE feature_catalogue SET size = 4 WHERE feature_id = 'TimeOffAnalysis';
-- Not where an administrator has chosen.
UPDATE feature SET size = 4 WHERE feature_id = 'TimeOffAnalysis' AND size = 8 AND version = 1;

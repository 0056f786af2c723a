-- Whether a password is long enough to be all there is (15 characters). One that is not keeps its last second factor.
-- How long one was that was chosen before this column is not known; it counts as long.
ALTER TABLE password_credential ADD COLUMN is_enough_alone BOOLEAN NOT NULL DEFAULT TRUE;

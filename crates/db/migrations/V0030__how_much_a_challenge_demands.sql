-- How much has to be proved: a second factor whatever happens, or the best that somebody has, be it a password or a fresh
-- sign-in at the provider they come from. Kept with the challenge, so that the answer is held to what was demanded.
ALTER TABLE challenge ADD COLUMN demand TEXT NOT NULL DEFAULT 'second_factor'
  CONSTRAINT challenge_demand CHECK (demand IN ('second_factor', 'best'));

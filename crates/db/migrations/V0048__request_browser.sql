-- A request of a client goes on in the browser that it began in: the hash of a secret in that browser's cookie. Those that wait
-- while this runs begin again.
ALTER TABLE oidc_request ADD COLUMN browser_hash BYTEA;

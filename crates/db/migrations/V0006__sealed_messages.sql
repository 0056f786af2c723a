-- Mail and SMS carry codes and links. That part of a message is sealed, and emptied as soon as it was delivered or
-- given up; `payload` holds what may be seen, such as the kind and a masked recipient.
ALTER TABLE outbox_message ADD COLUMN sealed BYTEA;

-- What an engine found wrong with the picture of a sample that was taken before it was there: it is compared with nothing.
alter table face_picture add column flaw text;

-- Digest of what a device has sent: a capture that it sends again, because no answer came, is the one that is here.
alter table face_capture add column sent_digest bytea;
create unique index face_capture_sent on face_capture (device_id, at, sent_digest) where sent_digest is not null;

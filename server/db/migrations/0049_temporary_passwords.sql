-- Until when a password that somebody else made lets its person choose their own; null: it is their own.
alter table account add column password_until bigint;

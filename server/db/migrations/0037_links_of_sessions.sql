-- A link that lets somebody in ends with the session that made it. Links are good for an hour: those of before are void.
delete from link_secret;
alter table link_secret add column token_hash bytea not null references session on delete cascade;
create index link_secret_token on link_secret (token_hash);
create index link_secret_account on link_secret (account_id);

-- Passkeys of people: a second factor, and both factors at once where the key has made sure of its person.
create table passkey (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  tenant_id bigint not null references tenant,
  -- What the key calls itself, in base64url, and what its signatures are checked with.
  credential_id text not null unique, public_key bytea not null,
  -- Some keys count their signatures: one that counts backwards was copied.
  counter bigint not null,
  name text not null,
  created_at bigint not null, used_at bigint
);
create index passkey_account on passkey (account_id);
select put_behind_wall('passkey');

-- What a key is asked to sign: once, by whoever asked. Nobody is named where a key says itself whose it is.
create table passkey_challenge (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('add', 'prove', 'enter')),
  account_id bigint references account,
  expires_at bigint not null
);

-- The second factor of a person: an authenticator app, and codes for the day it is lost.
create table authenticator (
  account_id bigint primary key references account,
  tenant_id bigint not null references tenant,
  -- Sealed with a key of the installation.
  secret bytea not null,
  created_at bigint not null,
  -- Null until a code has shown that the app knows the secret: it is asked for nothing before.
  confirmed_at bigint,
  -- The 30 seconds whose code was taken last: neither that code nor an older one counts again.
  last_step bigint not null default 0
);

create table recovery_code (
  account_id bigint not null references account,
  tenant_id bigint not null references tenant,
  -- Its first letters, by which it is found; what follows lies here as a password does.
  mark text not null, code_hash text not null,
  created_at bigint not null, used_at bigint,
  primary key (account_id, mark)
);

-- Who has proved the first factor and owes the second. It opens no session and answers no other question.
create table sign_in_challenge (
  challenge_hash bytea primary key,
  account_id bigint not null references account,
  tenant_id bigint not null references tenant,
  purpose text not null check (purpose in ('prove', 'enrol')),
  -- How the person came: it goes into the audit log with the entry.
  way text not null,
  created_at bigint not null, expires_at bigint not null, tries int not null default 0, used_at bigint
);
create index sign_in_challenge_account on sign_in_challenge (account_id);

select put_behind_wall('authenticator', 'recovery_code', 'sign_in_challenge');

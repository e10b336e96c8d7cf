-- What the tenant's own directory calls people that it keeps in step here (SCIM).
create table directory_person (
  account_id bigint primary key references account,
  tenant_id bigint not null references tenant,
  -- As the directory writes it, which may be a mail address; the login name follows from it.
  user_name text not null,
  external_id text,
  -- The directory has deleted the person: disabled here, and unknown to it until it makes them again.
  gone_at bigint
);
create unique index directory_person_user_name on directory_person (tenant_id, lower(user_name));
create unique index directory_person_external_id on directory_person (tenant_id, external_id);
select put_behind_wall('directory_person');

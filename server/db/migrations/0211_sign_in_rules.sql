-- How the people of a tenant sign in. Without a row the installation's own rules hold alone.
create table sign_in_rule (
  tenant_id bigint primary key references tenant,
  version int not null default 1, updated_at bigint not null, updated_by text not null,
  second_factor text not null check (second_factor in ('nobody', 'administrators', 'everybody')),
  least_password int not null check (least_password between 8 and 64),
  -- Null: as long as the installation allows.
  idle_minutes int check (idle_minutes > 0), session_hours int check (session_hours > 0)
);

select put_behind_wall('sign_in_rule');

-- What people did without a network and what still lies sealed on a browser, as that browser counted it: whose, how many,
-- since when. Nothing of what they did.
create table unsent_work (
  tenant_id bigint not null references tenant,
  account_id bigint not null references account,
  -- Made by the browser, at random; it names nothing else.
  browser text not null,
  agent text,
  count int not null check (count > 0),
  oldest_at bigint not null,
  told_at bigint not null,
  primary key (account_id, browser)
);
create index unsent_work_told on unsent_work (told_at);
select put_behind_wall('unsent_work');

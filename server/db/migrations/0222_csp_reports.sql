-- What the policy of the pages kept out, as browsers report it: counted by day. Nobody's, and nothing about anybody.
create table csp_report (
  day date not null, directive text not null, blocked text not null, page text not null,
  count bigint not null, first_at bigint not null, last_at bigint not null,
  primary key (day, directive, blocked, page)
);

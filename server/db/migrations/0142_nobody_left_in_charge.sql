-- Whether anybody besides administrators could act when it was looked at last: who is lost meanwhile is told, once.
alter table incident add column attended boolean not null default false;
alter table approval_case add column attended boolean not null default false;

-- A test alarm goes the way of every other one and says of itself that it is a test.
alter table alarm add column trial boolean not null default false;

-- Several processes take the messages of devices, and each keeps what it last wrote of them in memory. A revision tells
-- it that another one has written since: without it, one excursion raises an alarm in each.
alter table device_state add column revision bigint not null default 0;

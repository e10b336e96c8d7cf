-- compatible: a table that programs of the release before do not know; what they pack meanwhile is found packed
-- Up to which hour plain rows are packed, until when late ones were looked for, and when all rows were last looked at.
create table packing_mark (
  what text primary key,
  packed_until bigint not null, late_until bigint not null, looked_at bigint not null
);

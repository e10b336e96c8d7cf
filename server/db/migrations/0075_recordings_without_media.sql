-- Those who were recorded had agreed, and nothing of theirs ever came: another thing than that nobody agreed.
alter table recording drop constraint recording_trouble_check;
alter table recording add constraint recording_trouble_check
  check (trouble in ('diskFull', 'quota', 'interrupted', 'storage', 'empty', 'nothingCame', 'broken'));

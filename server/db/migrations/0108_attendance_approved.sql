-- Days of a closed month that an approved correction has judged anew all the same.
alter table attendance_due add column approved boolean not null default false;

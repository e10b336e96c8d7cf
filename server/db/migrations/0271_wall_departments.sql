-- A wall may be of one department and all below it; null: of the whole tenant.
alter table wall add column department_id bigint references department;

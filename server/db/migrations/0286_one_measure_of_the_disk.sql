-- What items of evidence were copied from: an alarm that a case holds is not forgotten, though the copy would do. Items
-- themselves never change, so it stands beside them.
create table evidence_subject (
  tenant_id bigint not null references tenant,
  case_id bigint not null references evidence_case,
  no int not null,
  kind text not null,
  subject_id bigint not null,
  primary key (case_id, no)
);
create index evidence_subject_of on evidence_subject (subject_id);
create index evidence_subject_tenant on evidence_subject (tenant_id);
insert into evidence_subject (tenant_id, case_id, no, kind, subject_id)
  select i.tenant_id, i.case_id, i.no, i.kind, (a.detail ->> 'subjectId')::bigint
  from evidence_item i
  join audit a on a.entity = 'evidenceCase' and a.row_id = i.case_id and a.action = 'evidenceCase.hold'
    and (a.detail ->> 'no')::int = i.no
  on conflict do nothing;
select put_behind_wall('evidence_subject');

-- What is stored is measured once, in `stored_size`. The release before still writes `disk_use`: it goes with the next one.

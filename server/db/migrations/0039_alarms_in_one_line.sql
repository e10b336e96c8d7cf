-- An SOS that nobody has handled stands first in every list that is worked off, by the order of the list itself.
drop index alarm_urgent;
create index alarm_urgent on alarm (
  tenant_id,
  (case when type = 'sos' and status = 'open' then 6 when type = 'sos' and status = 'taken' then 5
    else array_position(array['info', 'attention', 'warning', 'critical'], severity) end) desc,
  raised_at desc, id desc
) where removed_at is null;
create index alarm_burning on alarm (
  tenant_id,
  (case when type = 'sos' and status = 'open' then 3 when type = 'sos' and status = 'taken' then 2
    when severity = 'critical' and status = 'open' then 1 else 0 end) desc,
  raised_at desc, id desc
) where removed_at is null and status <> 'handled';

-- Told again, an alarm stays one line of the message centre and counts how often.
alter table notice add column times int not null default 1;
-- Nobody need see any more what somebody has, and what was said aloud of alarms has lines of its own.
update notice n set state = 'read', read_at = greatest(n.at, coalesce(a.handled_at, a.taken_at, n.at)),
  version = n.version + 1
from alarm a
where n.state = 'unread' and n.removed_at is null and n.subject = 'alarm' and a.id = n.subject_id
  and (a.status = 'handled' or (a.status = 'taken' and (n.kind <> 'assigned' or a.taken_by_id = n.account_id)));
update notice set state = 'read', read_at = at, version = version + 1
where state = 'unread' and removed_at is null and kind = 'spoken' and who is null;
-- Lines of an alarm, when it is taken, handled or given back.
create index notice_subject on notice (subject_id) where subject = 'alarm' and removed_at is null;

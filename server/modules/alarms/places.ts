// Alarms by a part of their place, for a tenant of a million: a thousand places are read one by one from their index, the
// text is sought in those, and the alarms follow from the index again. Also serves a text of two letters, of which no
// trigram can be made.

/** The tenant of the transaction; null for who sees all. */
const TENANT = `nullif(nullif(current_setting('app.tenant', true), '*'), '')::bigint`

/** Condition on alarms `t` whose place is like the pattern. */
export function atPlaces(pattern: string): string {
  return `t.place = any(array(
    with recursive own as materialized (
      select coalesce(${TENANT}, 0) as low, coalesce(${TENANT}, 9223372036854775807) as high
    ), places as (
      (select p.tenant_id, p.place from alarm p where p.removed_at is null and p.place is not null
         and p.tenant_id >= (select low from own) and p.tenant_id <= (select high from own)
       order by p.tenant_id, p.place limit 1)
      union all
      select next.tenant_id, next.place from places last cross join lateral (
        select p.tenant_id, p.place from alarm p where p.removed_at is null and p.place is not null
          and (p.tenant_id, p.place) > (last.tenant_id, last.place) and p.tenant_id <= (select high from own)
        order by p.tenant_id, p.place limit 1) next
    )
    select place from places where place ilike ${pattern}))`
}

// When an article `t` is for sale, as a condition.

/** Of its category and all above it none is hidden. */
const CATEGORY_SHOWN = `not exists (
  with recursive up as (
    select c.id, c.parent_id, c.status, c.removed_at, 1 as depth from mall_category c where c.id = t.category_id
    union all select c.id, c.parent_id, c.status, c.removed_at, up.depth + 1 from mall_category c
      join up on c.id = up.parent_id where up.depth < 50)
  select from up where up.status <> 'shown' or up.removed_at is not null)`

export const ON_SALE = `(t.shelf = 'on' and t.removed_at is null
  and exists (select from merchant m where m.id = t.merchant_id and m.status = 'open' and m.removed_at is null)
  and ${CATEGORY_SHOWN})`

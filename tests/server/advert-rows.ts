// One row of everything about adverts, for a tenant of the tests. The campaign is over, so that nothing follows from it.
import type { Sql } from '../../server/db/scoped.ts'
import { insert } from './insert-row.ts'

interface Of {
  tenant_id: number
  userId: number
  device_id: number
  name: string
}

export async function seedAdvert(sql: Sql, { tenant_id, userId, device_id, name }: Of): Promise<void> {
  const file_id = await insert(sql, 'stored_file', {
    ...{ tenant_id, kind: 'video', name: `${name}.webm`, content_type: 'video/webm', bytes: 0 },
    ...{ key: `${name}advert`.padEnd(43, '0'), user_id: userId, user_name: name },
  })
  const sha256 = 'a'.repeat(64)
  await sql.change(
    `insert into advert_video (file_id, tenant_id, created_at, sha256, ms, codec, width, height)
     values ($1, $2, 1, $3, 5000, 'vp8', 640, 360)`,
    [file_id, tenant_id, sha256],
  )
  const advertisement_id = await insert(sql, 'advertisement', {
    ...{ tenant_id, name, client: name, fee: 100, file_id, user_id: userId, user_name: name },
  })
  await insert(sql, 'advert_campaign', {
    ...{ tenant_id, name, advertisement_id, from_on: '2020-01-01', until_on: '2020-02-01', weekdays: [1] },
    ...{ from_minute: 0, until_minute: 60, weight: 1, doors_by: 'all' },
  })
  await insert(sql, 'advert_delivery', { tenant_id, advertisement_id, device_id, sha256, state: 'leaving' })
  await insert(sql, 'advert_figure', {
    ...{ tenant_id, advertisement_id, device_id, day: '2020-01-01', advertisement_name: name, client: name },
    ...{ device_name: name, plays: 1, complete: 1 },
  })
}

// Devices for tests of their life, made straight in the database.
import type { DeviceLifecycle } from '../../../../src/domain/device/lifecycle.ts'
import { insert, type TestServer, type World } from '../../start.ts'

let counter = 0

/** IMEIs that no other test uses. */
export const freshImei = (): string =>
  `35${String(Date.now()).slice(-9)}${String(++counter).padStart(4, '0')}`

export function addDevice(
  server: TestServer,
  world: World,
  more: Record<string, unknown> & { lifecycle?: DeviceLifecycle } = {},
): Promise<number> {
  const imei = freshImei()
  return server.sql(async sql => {
    const id = await insert(sql, 'device', {
      tenant_id: world.tenantId,
      imei,
      kind: 'helmet',
      name: `Device ${imei}`,
      category_id: world.categoryId,
      lifecycle: 'inStock',
      in_stock: (more.lifecycle ?? 'inStock') === 'inStock',
      ...more,
    })
    await sql.change(`insert into device_state (device_id, tenant_id) values ($1, $2)`, [id, world.tenantId])
    return id
  })
}

/** Devices in a row, all alike. */
export async function addDevices(
  server: TestServer,
  world: World,
  count: number,
  more: Parameters<typeof addDevice>[2] = {},
): Promise<number[]> {
  const ids: number[] = []
  for (let left = count; left > 0; left--) ids.push(await addDevice(server, world, more))
  return ids
}

/** The stored row of a device. */
export const rowOf = (server: TestServer, id: number) =>
  server.sql(sql => sql.first<Record<string, unknown>>('select * from device where id = $1', [id]))

/** Waits until an allocation has come to rest. */
export async function settled(server: TestServer, id: number): Promise<Record<string, unknown>> {
  const end = Date.now() + 15_000
  for (;;) {
    const row = await server.sql(sql =>
      sql.first<Record<string, unknown>>('select * from allocation where id = $1', [id]),
    )
    if (row && row.state !== 'running' && row.state !== 'undoing') return row
    if (Date.now() > end) throw new Error('The allocation did not come to rest')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** State and reason of each item, in the order of the devices. */
export const itemsOf = (server: TestServer, id: number) =>
  server.sql(sql =>
    sql.query<{ device_id: number; state: string; reason: string | null }>(
      'select device_id, state, reason from allocation_item where allocation_id = $1 order by device_id',
      [id],
    ),
  )

// One row of every entity in a tenant of the tests: what was laid down for it, else one that is saved as a person would.

import { tableOf } from '../../server/entity/table.ts'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { entityEndpoints } from '../../src/contract/entity-endpoints.ts'
import { entities } from '../../src/domain/entities.ts'
import { requestOf } from './sample-request.ts'
import type { TestServer, World } from './start.ts'

/** Tables that are not called after their entity. */
const tables: Readonly<Record<string, string>> = {
  alarmText: 'text_message',
  latestReading: 'device',
  job: `(select ('x' || right(replace(id::text, '-', ''), 13))::bit(52)::bigint as id, group_id::bigint as tenant_id
    from pgboss.job where name = 'dead') as dead_job`,
}
/** Rows that belong to no tenant. */
const OF_NOBODY = new Set(['resource', 'simPackage'])

/** By the key of the entity. Of the platform's own, any will do. */
export async function rowsOfAll(server: TestServer, world: World): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const entity of entities) {
    const table = tables[entity.key] ?? tableOf(entity.key)
    const first = () =>
      server.sql(async sql => {
        if (entity.key === 'tenant') return world.tenantId
        const row = OF_NOBODY.has(entity.key)
          ? await sql.first<{ id: number }>(`select id from ${table} order by id limit 1`)
          : await sql.first<{ id: number }>(
              `select id from ${table} where tenant_id = $1 order by id limit 1`,
              [world.tenantId],
            )
        return row?.id
      })
    let id = await first()
    if (id === undefined && entity.write) {
      const { save } = entityEndpoints(entity)
      const named = { id: world.deviceId, imei: world.imei, iccid: world.simIccid }
      const { id: _, version: __, ...body } = requestOf(save, named)
      await server.call(defaultPath(save), { token: server.tokens.stranger, body })
      id = await first()
    }
    if (id !== undefined) found.set(entity.key, id)
    // No package is for sale: none of this number is anybody's.
    else if (entity.key === 'simPackage') found.set(entity.key, 999_999)
  }
  return found
}

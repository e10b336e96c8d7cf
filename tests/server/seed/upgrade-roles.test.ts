// An installation of an earlier release gets today's permissions and menus for its built-in roles; what a tenant changed stays.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readResourceRows, resourcesOf } from '../../../server/seed/built-in-roles.ts'
import { seedNavigation } from '../../../server/seed/navigation.ts'
import { startServer, type TestServer } from '../start.ts'

const UPGRADE = readFileSync(
  join(import.meta.dirname, '../../../server/db/migrations/0032_role_offers.sql'),
  'utf8',
)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const held = (name: string) =>
  server.sql(async sql => {
    const rows = await sql.query<{ id: number }>(
      `select resource_id as id from role_resource x join role r on r.id = x.role_id
       where r.name = $1 and r.tenant_id = $2`,
      [name, server.here.tenantId],
    )
    return new Set(rows.map(({ id }) => id))
  })
const wanted = (role: 'property' | 'patrol') =>
  server.sql(async sql => resourcesOf(role, ['community'], await readResourceRows(sql)))
const idOf = (permission: string) =>
  server.sql(
    async sql =>
      (await sql.first<{ id: number }>('select id from resource where mark = $1', [permission]))?.id,
  )

test('roles of an earlier release get what was built since, but for what a tenant took away', async () => {
  const { here } = server
  const taken = await idOf('alarm.handle')
  await server.sql(async sql => {
    // As an earlier release left it: no maps and floors, neither permissions nor menus; one role changed by its tenant.
    await sql.change(
      `delete from role_resource where resource_id in (
         select id from resource where mark ~ '^(fence|drawing)' or value in ('fenceList', 'drawingList'))`,
    )
    await sql.change(
      `delete from role_resource where resource_id = $1
         and role_id = (select id from role where name = '巡逻人员' and tenant_id = $2)`,
      [taken, here.tenantId],
    )
    await sql.change(`update role set version = 2 where name = '巡逻人员' and tenant_id = $1`, [
      here.tenantId,
    ])
    await sql.change('delete from role_offer')
  })
  await server.sql(sql =>
    sql.query(UPGRADE.slice(UPGRADE.indexOf('insert into'), UPGRADE.lastIndexOf('-- '))),
  )
  await server.sql(sql => sql.query(UPGRADE.slice(UPGRADE.lastIndexOf('insert into'))))
  const before = await held('巡逻人员')
  await server.sql(seedNavigation)
  expect(await held('物业人员')).toEqual(await wanted('property'))
  expect(await held('巡逻人员')).toEqual(before)
})

test('a role that takes a right away keeps it so at every start; a permission of a later release comes with its menu', async () => {
  const taken = await idOf('alarm.handle')
  await server.sql(sql => sql.change('delete from role_resource where resource_id = $1', [taken]))
  await server.sql(seedNavigation)
  expect(await held('物业人员')).not.toContain(taken)
  // A permission that no role was offered yet.
  const later = await idOf('fence.read')
  await server.sql(async sql => {
    await sql.change('delete from role_offer where resource_id = $1', [later])
    await sql.change('delete from role_resource where resource_id = $1', [later])
  })
  await server.sql(seedNavigation)
  expect(await held('巡逻人员')).toContain(later)
})

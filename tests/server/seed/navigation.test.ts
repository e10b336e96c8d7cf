// The seeded menu: complete against the contract and the routes, and idempotent in a real database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WHOLE } from '../../../server/db/scoped.ts'
import { allPermissions, resourceSeeds, seedNavigation } from '../../../server/seed/navigation.ts'
import { seedPlatform } from '../../../server/seed/platform.ts'
import { seedTenantDefaults } from '../../../server/seed/tenant-defaults.ts'
import { allEndpoints } from '../../../src/contract/endpoints/catalogue.ts'
import { deviceKinds } from '../../../src/domain/device/device.ts'
import { routeFacts } from '../../../src/domain/navigation/pages.ts'
import { alwaysAllowed, routeName } from '../../../src/domain/navigation/routes.ts'
import { iconNames } from '../../../src/ui/icons.tsx'
import { startTestDatabase, type TestDatabase } from '../db/database.ts'

const seeds = resourceSeeds()

test('every permission of the contract is a button', () => {
  const buttons = new Set(seeds.filter(seed => seed.type === 'button').map(seed => seed.key))
  const asked = allEndpoints()
    .map(call => call.access)
    .filter(access => !['public', 'session', 'demo', 'resident'].includes(access))
  expect(asked.filter(permission => !buttons.has(permission))).toEqual([])
  expect(buttons.size).toBe(allPermissions().length)
})

test('every route that can be granted is a menu, once', () => {
  const menus = seeds.filter(seed => seed.type === 'menu').map(seed => seed.key)
  const grantable = routeFacts
    .filter(route => route.layout !== 'bare')
    .map(route => routeName(route.path))
    .filter(name => !alwaysAllowed.includes(name))
  expect(grantable.filter(name => !menus.includes(name))).toEqual([])
  expect(new Set(menus).size).toBe(menus.length)
})

test('the first entry is a page that works, and icons exist', () => {
  const top = seeds.filter(seed => !seed.parent)
  expect(top.slice(0, 4).map(seed => seed.enName)).toEqual(['Set up', 'My day', 'Alarms', 'Devices'])
  expect(top[0]?.type).toBe('menu')
  expect(top.at(-1)?.enName).toBe('More')
  const known: readonly string[] = iconNames
  expect(seeds.filter(seed => seed.icon !== null && !known.includes(seed.icon))).toEqual([])
})

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase()
}, 90_000)
afterAll(() => database.stop())

const count = (text: string) =>
  database.data.scoped(
    WHOLE,
    async sql => (await sql.first<{ n: number }>(`select count(*) n from ${text}`))?.n,
  )

test('seeding twice makes everything once', async () => {
  const seed = () =>
    database.data.scoped(WHOLE, async sql => {
      await seedNavigation(sql)
      await seedTenantDefaults(sql, await seedPlatform(sql))
    })
  await seed()
  const tables = ['resource', 'role', 'role_resource', 'device_category', 'tenant']
  const before = await Promise.all(tables.map(count))
  await seed()
  expect(await Promise.all(tables.map(count))).toEqual(before)
  expect(before).toEqual([seeds.length, 5, expect.any(Number), deviceKinds.length, 1])
})

test('built-in roles hold what their work needs and no more', async () => {
  const rows = await database.data.scoped(WHOLE, sql =>
    sql.query<{ name: string; permissions: string[]; orphans: number }>(
      `select role.name, array_agg(resource.mark) filter (where mark is not null) as permissions,
         count(*) filter (where parent_id is not null and not exists (
           select from role_resource above where above.role_id = role.id and above.resource_id = resource.parent_id)) as orphans
       from role join role_resource on role_id = role.id join resource on resource.id = resource_id group by role.name`,
    ),
  )
  const permissions = Object.fromEntries(rows.map(row => [row.name, row.permissions]))
  expect(rows.filter(row => row.orphans > 0)).toEqual([])
  expect(permissions.访客?.filter(permission => !permission.endsWith('.read'))).toEqual([])
  // Of what is the platform's, the tenant's own zone alone.
  expect(
    permissions.租户管理员?.filter(permission => /^tenant\.|^resource\.(?!read)|highest/.test(permission)),
  ).toEqual(['tenant.setup', 'tenant.provider', 'tenant.signIn', 'tenant.zone'])
  expect(permissions.巡逻人员).toContain('alarm.handle')
  expect(permissions.物业人员).not.toContain('user.read')
})

test('a resource that a later release adds reaches the built-in roles; what was taken away stays away', async () => {
  await database.data.scoped(WHOLE, async sql => {
    await sql.query(
      `delete from role_resource where resource_id in (select id from resource where mark in ('alarm.handle', 'alarm.export'))`,
    )
    await sql.query(
      `delete from role_offer where resource_id in (select id from resource where mark = 'alarm.handle')`,
    )
    await sql.query(`delete from resource where mark = 'alarm.handle'`)
    await seedNavigation(sql)
  })
  const links = (permission: string) =>
    count(`role_resource join resource on resource.id = resource_id where mark = '${permission}'`)
  expect(await links('alarm.handle')).toBe(4)
  expect(await links('alarm.export')).toBe(0)
})

// What a menu offers opens: for every role that a tenant is made with, and for roles that somebody puts together badly.
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInRoles } from '../../../server/seed/built-in-roles.ts'
import type { NavigationEntry } from '../../../src/contract/endpoints/session.ts'
import { entities } from '../../../src/domain/entities.ts'
import { keysOf } from '../../../src/domain/keys.ts'
import { routeName } from '../../../src/domain/navigation/routes.ts'
import { insert, startServer, type TestServer } from '../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Addresses of what list pages show, by the page's name: read off the route files. */
const lists = new Map(
  globSync('src/routes/_{console,map}/*.tsx').flatMap(file => {
    const source = readFileSync(file, 'utf8')
    const key = /listRoute\(\s*async \(\) => \(await import\('[^']+'\)\)\.(\w+)/.exec(source)?.[1]
    const path = /createFileRoute\('\/_(?:console|map)(\/[^']+)'/.exec(source)?.[1]
    const entity = entities.find(each => each.key === key)
    return entity && path ? [[routeName(path), `/api/${entity.service}/${entity.key}/page`] as const] : []
  }),
)

async function personWith(roleId: number, username: string): Promise<string> {
  await server.sql(async sql => {
    const { tenantId } = server.here
    const admin = await sql.first<{ password_hash: string }>(
      `select password_hash from account where username = 'admin'`,
    )
    const id = await insert(sql, 'account', {
      tenant_id: tenantId,
      username,
      name: username,
      password_hash: admin?.password_hash,
    })
    await sql.change('insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3)', [
      tenantId,
      id,
      roleId,
    ])
  })
  return server.logIn(username)
}

async function menuOf(token: string) {
  const { data } = await server.call('/api/user/per/getNavigationBar', { token, body: {} })
  const flat = (list: readonly NavigationEntry[]): NavigationEntry[] =>
    list.flatMap(entry => [entry, ...flat(entry.list)])
  const all = flat(data as NavigationEntry[])
  return {
    pages: all.flatMap(({ type, value }) => (type === 'menu' && value ? [value] : [])),
    permissions: all.flatMap(({ mark }) => mark ?? []),
  }
}

describe.each(keysOf(builtInRoles))('the role of %s', key => {
  test('is offered lists that answer it, and no other', async () => {
    const role = await server.sql(sql =>
      sql.first<{ id: number }>('select id from role where tenant_id = $1 and name = $2 and built_in', [
        server.here.tenantId,
        builtInRoles[key].name,
      ]),
    )
    const token = key === 'visitor' ? server.tokens.visitor : await personWith(role?.id ?? 0, `as.${key}`)
    const { pages, permissions } = await menuOf(token)
    const offered = pages.flatMap(page => lists.get(page) ?? [])
    expect(offered.length).toBeGreaterThan(0)
    for (const path of offered) expect([path, (await server.call(path, { token })).code]).toEqual([path, 0])
    // A menu that is not offered takes no right with it.
    for (const permission of ['alarm.read', 'device.read']) expect(permissions).toContain(permission)
  })
})

test('the button of a page that is not offered stands above it', async () => {
  const { pages, permissions } = await menuOf(server.tokens.patrol)
  expect(pages).not.toContain('CloudStorage')
  expect(pages).not.toContain('baseStationEdit')
  expect(permissions).toContain('file.save')
})

test('a role with every menu and no right is offered what asks for none', async () => {
  const roleId = await server.sql(async sql => {
    const { tenantId } = server.here
    const id = await insert(sql, 'role', { tenant_id: tenantId, name: 'menus only', scope: 'tenant' })
    await sql.change(
      `insert into role_resource (tenant_id, role_id, resource_id) select $1, $2, id from resource where type <> 'button'`,
      [tenantId, id],
    )
    return id
  })
  const token = await personWith(roleId, 'menus.only')
  const { pages, permissions } = await menuOf(token)
  expect(permissions).toEqual([])
  expect(pages.filter(page => lists.has(page))).toEqual([])
  expect(pages).toContain('tenantInfo')
  expect(pages).not.toContain('locations')
})

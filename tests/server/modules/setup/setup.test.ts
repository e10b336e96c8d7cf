// The guide counts what is there, its menus follow what a tenant says of itself, and a test alarm goes the way of every other.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getNavigationBar, type NavigationEntry } from '../../../../src/contract/endpoints/session.ts'
import { setupFacts, tryAlarm } from '../../../../src/contract/endpoints/setup.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
const backups = mkdtempSync(join(tmpdir(), 'gatehouse-backups-'))
beforeAll(async () => {
  server = await startServer({ BACKUP_STAMP: backups })
})
afterAll(async () => {
  await server.stop()
  rmSync(backups, { recursive: true, force: true })
})

const facts = async (token = server.tokens.admin) =>
  z.parse(setupFacts.response, (await server.call('/api/user/setup/facts', { token })).data)
const post = (path: string, body: unknown, token: string | undefined = server.tokens.admin) =>
  server.call(`/api/${path}`, { token, body })
const menuOf = async (token = server.tokens.admin) =>
  z.parse(getNavigationBar.response, (await post('user/per/getNavigationBar', {}, token)).data)
const pagesOf = (menu: readonly NavigationEntry[]): string[] =>
  menu.flatMap(({ value, list }) => [...(value ? [value] : []), ...pagesOf(list)])
const rightsOf = (menu: readonly NavigationEntry[]): string[] =>
  menu.flatMap(({ mark, list }) => [...(mark ? [mark] : []), ...rightsOf(list)])

test('the guide is the administrator’s, and counts the own tenant alone', async () => {
  for (const token of [server.tokens.patrol, server.tokens.visitor])
    for (const [path, body] of [
      ['user/setup/say', { scenarios: ['fire'] }],
      ['user/setup/skip', { step: 'people', skipped: true }],
      ['user/setup/away', { away: true }],
      ['user/setup/heard', {}],
      ['message/setup/alarm', { imei: server.here.imei }],
    ] as const)
      expect(await post(path, body, token), path).toMatchObject({ id: 'forbidden' })
  const before = await facts(server.tokens.stranger)
  await server.sql(sql =>
    insert(sql, 'account', {
      ...{ tenant_id: server.here.tenantId, username: 'one-more', name: 'One more', password_hash: 'x' },
    }),
  )
  expect((await facts(server.tokens.stranger)).people).toBe(before.people)
  const all = await facts(server.tokens.root)
  expect(all.platform).toBe(true)
  expect(all.people).toBeGreaterThan((await facts()).people)
})

test('what a tenant says of itself moves menus, and takes no right and no row', async () => {
  const { tokens } = server
  const before = await menuOf()
  expect(pagesOf(before)).toContain('communityManagement')
  expect(pagesOf(before)).not.toContain('index4map')
  expect(await post('user/setup/say', { scenarios: [] })).toMatchObject({ id: 'field.required' })
  expect(await post('user/setup/say', { scenarios: ['platform'] })).toMatchObject({ id: 'field.choice' })

  expect(await post('user/setup/say', { scenarios: ['site'] })).toMatchObject({ code: 0 })
  const site = await menuOf()
  expect(pagesOf(site)).toContain('index4map')
  expect(pagesOf(site)).not.toContain('communityManagement')
  expect(pagesOf(site)).not.toContain('index2')
  expect(new Set(rightsOf(site))).toEqual(new Set([...rightsOf(before), ...rightsOf(site)]))
  for (const right of rightsOf(before)) expect(rightsOf(site)).toContain(right)
  // The other tenant keeps its own.
  expect(pagesOf(await menuOf(tokens.stranger))).toContain('index4map')

  await post('user/setup/say', { scenarios: ['community', 'site'] })
  const both = pagesOf(await menuOf())
  expect(both).toEqual(expect.arrayContaining(['communityManagement', 'index4map', 'index2', 'index4']))
})

test('the guide stands first while something essential is left, and can be put away and taken up', async () => {
  expect((await menuOf())[0]?.value).toBe('setup')
  await post('user/setup/away', { away: true })
  const away = await menuOf()
  expect(away[0]?.value).not.toBe('setup')
  expect(away.find(({ enName }) => enName === 'Administration')?.list.at(-1)?.value).toBe('setup')
  await post('user/setup/away', { away: false })
  expect((await menuOf())[0]?.value).toBe('setup')
  for (const step of ['people', 'device', 'alarm']) await post('user/setup/skip', { step, skipped: true })
  expect((await menuOf())[0]?.value).not.toBe('setup')
  for (const step of ['people', 'device', 'alarm']) await post('user/setup/skip', { step, skipped: false })
  expect((await facts()).skipped).toEqual([])
  expect(await post('user/setup/skip', { step: 'other', skipped: true })).toMatchObject({
    id: 'field.choice',
  })
})

test('a new tenant begins with the guide, one that was there before does not', async () => {
  const name = `New ${Date.now()}`
  const made = await post('user/tenant/save', { name, scenario: 'campus', status: 1 }, server.tokens.root)
  expect(made).toMatchObject({ code: 0 })
  const row = await server.sql(sql =>
    sql.first<{ begun: boolean }>(
      'select exists (select from tenant_setup s where s.tenant_id = t.id) as begun from tenant t where name = $1',
      [name],
    ),
  )
  expect(row?.begun).toBe(true)
  expect((await menuOf(server.tokens.stranger))[0]?.value).not.toBe('setup')
})

test('a test alarm is told to everybody who hears of the device, and says that it is one', async () => {
  expect(await post('message/setup/alarm', { imei: server.there.imei })).toMatchObject({ id: 'row.unknown' })
  const answer = await post('message/setup/alarm', { imei: server.here.imei })
  const { id, told } = z.parse(tryAlarm.response, answer.data)
  expect(told).toBeGreaterThan(0)
  const row = await server.call('/api/message/alarm/get', {
    token: server.tokens.admin,
    query: { id: String(id) },
  })
  expect(row.data).toMatchObject({ type: 15, trial: true, status: 'open' })
  const { data } = await server.call('/api/message/message/pending', { token: server.tokens.admin })
  expect(JSON.stringify(data)).toContain(`"id":${id},`)
  expect(await facts()).toMatchObject({ trial: { id, told, acknowledgedAt: null } })
  expect((await facts(server.tokens.stranger)).trial).toBeNull()

  expect(await post('message/alarm/take', { ids: [id] })).toMatchObject({ code: 0 })
  expect((await facts()).trial).toMatchObject({ acknowledgedBy: 'Name of admin' })
})

test('a test alarm is no figure of the statistics', async () => {
  const raised = async () => {
    const { data } = await server.call('/api/message/alarm/page', {
      token: server.tokens.admin,
      query: { size: '1', status: 'open,taken,handled' },
    })
    return z.parse(z.looseObject({ total: z.int() }), data).total
  }
  const counted = async () =>
    z.parse(
      z.looseObject({ total: z.int(), byType: z.array(z.unknown()) }),
      (
        await server.call('/api/message/alarm/statistics', {
          token: server.tokens.admin,
          query: {
            ...{ from: String(Date.now() - 86_400_000), to: String(Date.now() + 1000) },
            ...{ zone: 'UTC', by: 'day' },
          },
        })
      ).data,
    )
  const [rows, figures] = [await raised(), await counted()]
  expect(await post('message/setup/alarm', { imei: server.here.imei })).toMatchObject({ code: 0 })
  expect(await raised()).toBe(rows + 1)
  expect(await counted()).toEqual(figures)
})

test('the sound is heard by a person, the backup is seen by the server', async () => {
  expect((await facts()).soundHeardAt).toBeNull()
  await post('user/setup/heard', {})
  expect((await facts()).soundHeardAt).toBeGreaterThan(0)
  expect((await facts(server.tokens.root)).soundHeardAt).toBeNull()

  expect((await facts()).backup).toBeNull()
  expect((await facts(server.tokens.root)).backup).toEqual({ at: null })
  const file = join(backups, 'dump')
  writeFileSync(file, 'x')
  utimesSync(file, 1_700_000_000, 1_700_000_000)
  expect((await facts(server.tokens.root)).backup).toEqual({ at: 1_700_000_000_000 })
})

test('devices connect where the broker is', async () => {
  expect((await facts()).broker).toMatchObject({ host: null, tls: false })
})

// The board of operations: for the super administrator of the platform alone, with every process as it says it stands.
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPulse } from '../../../../server/modules/operations/pulse.ts'
import { createSelf } from '../../../../server/modules/operations/self.ts'
import type { Board } from '../../../../src/contract/endpoints/operations.ts'
import { keysOf } from '../../../../src/domain/keys.ts'
import { judge, limits } from '../../../../src/domain/operations/judgement.ts'
import { startServer, type TestServer } from '../../start.ts'

const stamp = join(mkdtempSync(join(tmpdir(), 'gatehouse-stamp-')), 'stamp')

let server: TestServer
beforeAll(async () => {
  writeFileSync(stamp, '')
  utimesSync(stamp, 1_700_000_000, 1_700_000_000)
  server = await startServer({ BACKUP_STAMP: stamp })
  // How much is stored is measured with the first sign of life. Who asks before keeps the empty answer for a minute.
  await server.app.pulse()?.beat()
})
afterAll(() => server.stop())

const board = async (token = server.tokens.root) => {
  const answer = await server.call('/api/user/operations/board', { token })
  return { ...answer, board: answer.data as Board }
}
/** The board keeps what it has read for two seconds. */
const boardThat = async (fits: (board: Board) => boolean): Promise<Board> => {
  let found: Board | undefined
  await expect
    .poll(
      async () => {
        found = (await board()).board
        return fits(found)
      },
      { timeout: 15_000, interval: 500 },
    )
    .toBe(true)
  if (!found) throw new Error('There is no board')
  return found
}

describe('who may look', () => {
  const calls = ['/api/user/operations/board', '/api/user/operations/guide?figure=silence']
  test.each(calls)('%s: nobody of a tenant, whatever their role, and not without a session', async path => {
    const { root, ...others } = server.tokens
    for (const [name, token] of Object.entries(others)) {
      const answer = await server.call(path, { token })
      expect(answer, name).toMatchObject({ id: 'forbidden' })
      expect(answer.data ?? null, name).toBeNull()
    }
    expect((await server.call(path)).code).toBe(208)
    expect((await server.call(path, { token: root })).code).toBe(0)
  })
  test('a role that was given the permission in another tenant opens nothing', async () => {
    const { stranger } = server.tokens
    await server.sql(sql =>
      sql.change(
        `insert into role_resource (tenant_id, role_id, resource_id)
         select r.tenant_id, r.id, (select id from resource where mark = 'tenant.operations')
         from role r where r.tenant_id = $1 on conflict do nothing`,
        [server.there.tenantId],
      ),
    )
    server.app.parts.bus.emit('rights.changed', {})
    expect(await server.call('/api/user/operations/board', { token: stranger })).toMatchObject({
      id: 'forbidden',
    })
  })
  test('its permission is the platform’s: no role that a tenant is made with holds it', async () => {
    const held = await server.sql(sql =>
      sql.query(
        `select r.name from role_resource l join resource m on m.id = l.resource_id join role r on r.id = l.role_id
         where m.mark = 'tenant.operations' and r.tenant_id <> $1`,
        [server.there.tenantId],
      ),
    )
    expect(held).toEqual([])
  })
})

test('it says how this process and its database stand', async () => {
  const found = await boardThat(({ processes }) => processes.length === 1)
  const [own] = found.processes
  expect(own).toMatchObject({
    id: server.app.pulse()?.id,
    pid: process.pid,
    state: { role: 'alone', draining: false, lane: { waiting: 0, oldestAt: null }, trouble: null },
  })
  expect(own?.state.disk?.freeBytes).toBeGreaterThan(0)
  expect(own?.state.pools.people).toMatchObject({ waiting: 0, refused: 0 })
  expect(found.database.connections).toBeGreaterThan(0)
  expect(found.database.connections).toBeLessThanOrEqual(found.database.mostConnections)
  expect(found.database.replicas).toEqual([])
  const tables = found.database.partitions.map(({ table }) => table)
  expect(tables).toEqual(expect.arrayContaining(['reading', 'position', 'reading_hour', 'track_hour']))
  // A packed day is full of dead rows, and nobody has to do anything about it.
  expect(found.database.busiest.length).toBeGreaterThan(0)
  for (const { table } of found.database.busiest) expect(table).not.toMatch(/_\d{8}$/)
  for (const { table, until } of found.database.partitions)
    expect(judge('partitionsAhead', ((until ?? 0) - found.at) / 86_400_000), table).toBe('good')
  expect(found.backup).toEqual({ told: true, at: 1_700_000_000_000 })
  expect(found.channels.map(({ channel, way }) => `${channel} ${way}`)).toEqual([
    'text outbox',
    'push webPush',
    'carrier embedded',
  ])
  expect(found.sizes.some(({ kind, bytes }) => kind === 'database' && bytes > 0)).toBe(true)
  expect(found.disk.freeBytes).toBeGreaterThan(0)
})

/** Another process, whose clock is the test's. */
const another = (now: () => number) =>
  startPulse({
    data: server.app.pools.jobs,
    log: server.app.parts.log,
    self: createSelf({
      ...{ alone: false, draining: () => true, traffic: () => undefined },
      sockets: () => ({ pushConnections: 0, pushCut: 0, spokenConnections: 0, spokenCut: 0 }),
      pools: () => ({}),
      push: () => ({ waiting: 0, oldestAt: undefined }),
    }),
    ...{ release: '9.9.9', startedAt: 1, dataDir: tmpdir(), everyMs: 3_600_000 },
    clock: { now, aheadMs: () => 0, set: async () => {} },
  })

test('a process that stops is gone; one that dies is not heard, and forgotten after a day', async () => {
  let now = Date.now()
  const leaves = another(() => now)
  await leaves.beat()
  const there = await boardThat(({ processes }) => processes.length === 2)
  expect(there.processes.find(({ id }) => id === leaves.id)?.state).toMatchObject({
    ...{ role: 'shared', draining: true },
  })
  await leaves.stop()
  await boardThat(({ processes }) => processes.length === 1)

  now = Date.now() - 120_000
  const dies = another(() => now)
  await dies.beat()
  const silent = await boardThat(({ processes }) => processes.length === 2)
  const lost = silent.processes.find(({ id }) => id === dies.id)
  expect(judge('silence', (silent.at - (lost?.heardAt ?? 0)) / 1000)).toBe('act')
  now = Date.now() - 90_000_000
  await dies.beat()
  await server.app.pulse()?.beat()
  await boardThat(({ processes }) => processes.length === 1)
})

test('a process that is told to stop says so at once', async () => {
  server.app.drain()
  await boardThat(({ processes }) => processes[0]?.state.draining === true)
})

test('what to do about each figure stands in the documentation', async () => {
  for (const figure of keysOf(limits)) {
    const { code, data } = await server.call('/api/user/operations/guide', {
      token: server.tokens.root,
      query: { figure },
    })
    expect(code, figure).toBe(0)
    expect((data as { blocks: unknown[] }).blocks.length, figure).toBeGreaterThan(0)
  }
  expect(
    await server.call('/api/user/operations/guide', { token: server.tokens.root, query: { figure: 'x' } }),
  ).toMatchObject({ field: 'figure' })
})

// A screen becomes a wall, shows what it may and nothing else, and ceases to be one at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { reachability } from '../../../../src/contract/endpoints/push.ts'
import { sceneSnapshot } from '../../../../src/contract/endpoints/scene.ts'
import { wallKnock, wallWatch } from '../../../../src/contract/endpoints/wall.ts'
import { connectClient } from '../../../mqtt-client.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
let wallId: number
let theirs: number
const NAME = '陈建国'

const addWall = (tenant_id: number, name: string, more: object = {}) =>
  server.sql(sql =>
    insert(sql, 'wall', {
      ...{
        tenant_id,
        name,
        scenes: ['duty', 'fire'],
        seconds: 15,
        dim_from: 22,
        dim_until: 6,
        ...more,
      },
    }),
  )

beforeAll(async () => {
  server = await startServer()
  wallId = await addWall(server.here.tenantId, 'Left')
  theirs = await addWall(server.there.tenantId, 'Foreign')
  await server.sql(sql =>
    sql.query(
      `update alarm set wearer_name = $2, device_name = $2 || '的手表', type = 'sos', status = 'open' where id = $1`,
      [server.here.alarmId, NAME],
    ),
  )
})
afterAll(() => server.stop())

const knock = async () => {
  const answer = await server.call('/api/user/wall/knock', { body: {} })
  return z.parse(wallKnock.response, answer.data)
}
const claim = (token: string) => server.call('/api/user/wall/claim', { body: { claim: token } })
const pair = (id: number, code: string, token = server.tokens.admin) =>
  server.call('/api/user/wall/pair', { token, body: { id, code } })
const watch = (token: string | undefined, query: Record<string, string> = {}) =>
  server.call('/api/user/wall/watch', { token, query })
const stateOf = async (id = wallId) => {
  const { data } = await server.call('/api/user/wall/get', {
    token: server.tokens.admin,
    query: { id: String(id) },
  })
  return z.parse(z.looseObject({ state: z.string() }), data).state
}

test('a code makes a screen a wall, once; its secret is told once', async () => {
  const { code, claim: token } = await knock()
  expect((await claim(token)).data).toEqual({ state: 'waiting', secret: null })
  expect(await pair(wallId, 'AAAA-AAAA')).toMatchObject({ id: 'wall.code', field: 'code' })
  expect(await pair(wallId, code)).toMatchObject({ code: 0 })
  expect(await pair(wallId, code)).toMatchObject({ id: 'wall.code' })
  const { data } = await claim(token)
  expect(data).toMatchObject({ state: 'paired', secret: expect.stringMatching(/^wall\.[\w-]{43}$/) })
  expect((await claim(token)).data).toEqual({ state: 'over', secret: null })
  expect(await stateOf()).toBe('live')
})

test('the board of who is reached names the walls of the own tenant, and which of them is dark', async () => {
  const walls = async (who: keyof TestServer['tokens']) => {
    const { data } = await server.call('/api/message/push/board', { token: server.tokens[who] })
    return z.parse(reachability.response, data).walls.map(({ id, state }) => ({ id, state }))
  }
  expect(await walls('admin')).toEqual([{ id: wallId, state: 'live' }])
  await server.sql(sql => sql.query('update wall set seen_at = seen_at - 61000 where id = $1', [wallId]))
  expect(await walls('admin')).toEqual([{ id: wallId, state: 'silent' }])
  await server.sql(sql => sql.query('update wall set seen_at = seen_at + 61000 where id = $1', [wallId]))
})

test('a code that has run out pairs nothing, and its screen learns that it has', async () => {
  const { code, claim: token } = await knock()
  await server.sql(sql => sql.query('update wall_knock set expires_at = 1'))
  expect(await pair(wallId, code)).toMatchObject({ id: 'wall.code' })
  expect((await claim(token)).data).toEqual({ state: 'over', secret: null })
})

test('codes are not to be had by trying', async () => {
  const token = await server.logIn('admin')
  const answers = []
  for (let n = 0; n < 14; n++) answers.push(await pair(wallId, `WRNG-${String(n).padStart(4, 'A')}`, token))
  expect(answers.at(-1)).toMatchObject({ status: 429, id: 'throttled' })
  await server.sql(sql => sql.query('delete from wall_knock'))
  const knocks = []
  for (let n = 0; n < 21; n++) knocks.push((await server.call('/api/user/wall/knock', { body: {} })).status)
  expect(knocks.slice(0, 20).every(status => status === 200)).toBe(true)
  expect(knocks.at(-1)).toBe(429)
  await server.sql(sql => sql.query('delete from wall_knock'))
})

test('neither a stranger nor somebody without the right pairs a wall', async () => {
  const { code } = await knock()
  expect(await pair(wallId, code, server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
  expect(await pair(wallId, code, server.tokens.stranger)).toMatchObject({ id: 'row.unknown' })
  expect(await pair(theirs, code, server.tokens.root)).toMatchObject({ code: 0 })
})

test('a wall shows masked names, its own tenant, and its own settings', async () => {
  await server.sql(sql => sql.query('delete from wall_knock'))
  const secret = await pairedAsRoot()
  const answer = await watch(secret)
  expect(JSON.stringify(answer)).not.toContain(NAME)
  const shown = z.parse(wallWatch.response, answer.data)
  expect(shown).toMatchObject({
    name: 'Left',
    scenes: ['duty', 'fire'],
    seconds: 15,
    dimFrom: 22,
    dimUntil: 6,
  })
  const [sos] = shown.sos
  expect(sos).toMatchObject({ id: server.here.alarmId, wearer: '陈*国', deviceName: '陈*国的手表' })
  expect(JSON.stringify(shown)).not.toContain('Foreign')
  const fleet = await server.call('/api/device/fleet/points', { token: secret })
  expect(JSON.stringify(fleet)).not.toContain(server.here.imei)
})

/** The administrator has typed too much by now. */
async function pairedAsRoot(): Promise<string> {
  const { code, claim: token } = await knock()
  expect(await pair(wallId, code, server.tokens.root)).toMatchObject({ code: 0 })
  const { data } = await claim(token)
  return z.parse(z.object({ secret: z.string() }), data).secret
}

test('its secret opens nothing but what a wall shows', async () => {
  const secret = await pairedAsRoot()
  expect(
    await server.call('/api/user/scene/snapshot', { token: secret, query: { scene: 'duty' } }),
  ).toMatchObject({
    code: 0,
  })
  for (const path of [
    '/api/message/alarm/page',
    '/api/device/device/page',
    '/api/user/user/page',
    '/api/user/wall/page',
    '/api/user/navigation/bar',
  ])
    expect([path, (await server.call(path, { token: secret })).code]).not.toEqual([path, 0])
  expect(
    await server.call('/api/message/alarm/take', { token: secret, body: { ids: [server.here.alarmId] } }),
  ).toMatchObject({ id: 'forbidden' })
})

test('an SOS wakes a wall that waits, and so does whoever takes it', async () => {
  const secret = await pairedAsRoot()
  const first = z.parse(wallWatch.response, (await watch(secret)).data)
  const waiting = watch(secret, { seen: first.seen })
  await server.call('/api/message/alarm/take', {
    token: server.tokens.admin,
    body: { ids: [server.here.alarmId] },
  })
  let next = z.parse(wallWatch.response, (await waiting).data)
  const waits = () => next.sos.some(({ id }) => id === server.here.alarmId)
  // On a busy machine something else wakes it first, such as who is on duty.
  for (let more = 0; more < 3 && waits(); more++)
    next = z.parse(wallWatch.response, (await watch(secret, { seen: next.seen })).data)
  expect(waits()).toBe(false)
  expect(next.queue.find(({ id }) => id === server.here.alarmId)?.takenBy).not.toBeNull()
})

test('one that is revoked hears so at once, and its secret is void for ever', async () => {
  const secret = await pairedAsRoot()
  const first = z.parse(wallWatch.response, (await watch(secret)).data)
  const waiting = watch(secret, { seen: first.seen })
  const revoked = await server.call('/api/user/wall/revoke', {
    token: server.tokens.admin,
    body: { ids: [wallId] },
  })
  expect(revoked).toMatchObject({ code: 0 })
  expect(await waiting).toMatchObject({ id: 'session.ended' })
  expect(await watch(secret)).toMatchObject({ id: 'session.ended' })
  expect(await stateOf()).toBe('revoked')
  const again = await pairedAsRoot()
  expect(await watch(again)).toMatchObject({ code: 0 })
  expect(await watch(secret)).toMatchObject({ id: 'session.ended' })
})

describe('a wall of one department', () => {
  const idsOf = (answer: z.output<typeof wallWatch.response>) =>
    [...answer.sos, ...answer.queue].map(({ id }) => id)
  const figures = async (token: string, query: Record<string, string> = {}) => {
    const { data } = await server.call('/api/user/scene/snapshot', {
      token,
      query: { scene: 'duty', ...query },
    })
    const { figures: counted } = z.parse(sceneSnapshot.response, data)
    return Object.fromEntries(counted.map(({ key, value }) => [key, value]))
  }
  const fleet = async (token: string) =>
    z.parse(
      z.looseObject({ count: z.int() }),
      (await server.call('/api/device/fleet/points', { token })).data,
    ).count
  const pairWith = async (id: number): Promise<string> => {
    const { code, claim: token } = await knock()
    expect(await pair(id, code, server.tokens.root)).toMatchObject({ code: 0 })
    const { data } = await claim(token)
    return z.parse(z.object({ secret: z.string() }), data).secret
  }
  let mine: number
  let secret: string
  beforeAll(async () => {
    const { tenantId, departmentId, alarmId, otherAlarmId } = server.here
    await server.sql(sql => sql.query('delete from wall_knock'))
    mine = await addWall(tenantId, 'Department one', { department_id: departmentId })
    secret = await pairWith(mine)
    for (const id of [alarmId, otherAlarmId])
      await server.sql(sql =>
        sql.query(
          `update alarm set type = 'sos', severity = 'critical', status = 'open', test_id = null, taken_by = null
           where id = $1`,
          [id],
        ),
      )
  })
  const seen = async (token: string, query: Record<string, string> = {}) =>
    z.parse(wallWatch.response, (await watch(token, query)).data)

  test('shows its alarms, figures and devices, and no other department’s', async () => {
    const { alarmId, otherAlarmId, tenantId } = server.here
    const whole = await pairWith(wallId)
    const [all, own] = [await seen(whole), await seen(secret)]
    expect(idsOf(all)).toEqual(expect.arrayContaining([alarmId, otherAlarmId]))
    expect(all.departmentName).toBeNull()
    expect(own.departmentName).toBe('here one')
    expect(idsOf(own)).toContain(alarmId)
    expect(idsOf(own)).not.toContain(otherAlarmId)
    expect(own.open).toBeLessThan(all.open)
    const counted = (departments: string) =>
      server.sql(sql =>
        sql.first<{ n: number }>(
          `select count(*)::int as n from alarm where tenant_id = $1 and status <> 'handled' and removed_at is null
             and not on_test and ${departments}`,
          [tenantId],
        ),
      )
    const inMine = await counted(`department_id = ${server.here.departmentId}`)
    expect(own.open).toBe(inMine?.n)
    expect((await figures(secret)).openAlarms).toBe(inMine?.n)
    expect((await figures(whole)).openAlarms).toBe((await counted('true'))?.n)
    expect(await fleet(secret)).toBeLessThan(await fleet(whole))
  })

  test('is not woken by another department, and has no live topic to hear it on', async () => {
    const before = await seen(secret)
    await server.sql(sql =>
      sql.query('update alarm set version = version + 1, raised_at = raised_at + 1 where id = $1', [
        server.here.otherAlarmId,
      ]),
    )
    expect((await seen(secret)).seen).toBe(before.seen)
    expect(await server.call('/api/message/message/config', { token: secret, body: {} })).toMatchObject({
      id: 'forbidden',
    })
    const { host } = new URL(server.url)
    for (const username of ['0', String(mine), 'wall'])
      await expect(
        connectClient(`ws://${host}/mqtt`, { username, password: secret, clientId: `user_${username}_1` }),
      ).rejects.toThrow()
  })

  test('a person who looks at it sees no more than it does, nor more than they may', async () => {
    const asked = { id: String(mine) }
    const own = await seen(server.tokens.admin, asked)
    expect(idsOf(own)).not.toContain(server.here.otherAlarmId)
    const { openAlarms } = await figures(server.tokens.admin, { wall: String(mine) })
    expect(openAlarms).toBe(own.open)
    for (const [token, id] of [
      [server.tokens.stranger, 'row.unknown'],
      [server.tokens.patrol, 'forbidden'],
      [server.tokens.visitor, 'forbidden'],
    ] as const)
      expect(
        await server.call('/api/user/scene/snapshot', {
          token,
          query: { scene: 'duty', wall: String(mine) },
        }),
      ).toMatchObject({ id })
  })

  test('what is below its department belongs to it; given another one, it shows that at once', async () => {
    const { departmentId, otherDepartmentId, otherAlarmId, tenantId, alarmId } = server.here
    const below = await server.sql(sql =>
      insert(sql, 'department', { tenant_id: tenantId, name: 'Below one', parent_id: departmentId }),
    )
    await server.sql(sql =>
      sql.query('update alarm set department_id = $2 where id = $1', [otherAlarmId, below]),
    )
    expect(idsOf(await seen(secret))).toContain(otherAlarmId)
    await server.sql(sql =>
      sql.query('update alarm set department_id = $2 where id = $1', [otherAlarmId, otherDepartmentId]),
    )
    await server.sql(sql =>
      sql.query('update wall set department_id = $2 where id = $1', [mine, otherDepartmentId]),
    )
    const moved = await seen(secret)
    expect(idsOf(moved)).toContain(otherAlarmId)
    expect(idsOf(moved)).not.toContain(alarmId)
    // Of a department that is no more, nothing is left to see.
    await server.sql(sql => sql.query('update department set removed_at = 1 where id = $1', [below]))
    await server.sql(sql => sql.query('update wall set department_id = $2 where id = $1', [mine, below]))
    const nothing = await seen(secret)
    expect([idsOf(nothing), nothing.open]).toEqual([[], 0])
  })

  test('is hung in a department of the own tenant', async () => {
    const save = (departmentId: number, token = server.tokens.admin) =>
      server.call('/api/user/wall/save', {
        token,
        body: { name: 'Gate', scenes: ['duty'], seconds: 20, dimFrom: 0, dimUntil: 0, departmentId },
      })
    expect(await save(server.there.departmentId)).toMatchObject({
      id: 'field.reference',
      field: 'departmentId',
    })
    expect(await save(server.here.departmentId)).toMatchObject({
      code: 0,
      data: { departmentName: 'here one' },
    })
  })
})

test('a wall is saved with its scenes in their order, none of them twice', async () => {
  const save = (scenes: string[]) =>
    server.call('/api/user/wall/save', {
      token: server.tokens.admin,
      body: { name: 'Right', scenes, seconds: 20, dimFrom: 22, dimUntil: 6 },
    })
  expect(await save(['fire', 'fire'])).toMatchObject({ id: 'field.chosenTwice' })
  expect(await save([])).toMatchObject({ field: 'scenes' })
  expect(await save(['fire', 'city'])).toMatchObject({ code: 0 })
})

test('a person looks at a wall of their own tenant, and no other', async () => {
  expect(await watch(server.tokens.admin, { id: String(wallId) })).toMatchObject({
    code: 0,
    data: { name: 'Left' },
  })
  expect(await watch(server.tokens.admin, { id: String(theirs) })).toMatchObject({ id: 'row.unknown' })
  expect(await watch(server.tokens.visitor)).toMatchObject({ id: 'forbidden' })
  expect(await watch(undefined)).toMatchObject({ id: 'session.ended' })
})

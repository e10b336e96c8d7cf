// Boards on walls: in turn after the scenes, with names masked by the server, and nothing of what everybody may not see.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defaultPath } from '../../../../src/contract/endpoint.ts'
import { wallBoard, wallKnock, wallPlan, wallWatch } from '../../../../src/contract/endpoints/wall.ts'
import { entityEndpoints } from '../../../../src/contract/entity-endpoints.ts'
import { alarm } from '../../../../src/domain/alarm/alarm.ts'
import { board } from '../../../../src/domain/board/board.ts'
import { wall } from '../../../../src/domain/wall/wall.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
const NAME = '陈建国'
const PHONE = '13912345678'
const rowId = z.object({ id: z.int() })
const place = (n: number) => ({ x: (n % 6) * 2, y: Math.floor(n / 6) * 2, w: 2, h: 2 })
const tile = (n: number, more: object) => ({ key: `t${n}`, place: place(n), ...more })
const tiles = [
  tile(0, { kind: 'list', entity: 'alarm', filters: {}, rows: 20 }),
  tile(1, { kind: 'list', entity: 'device', filters: {}, rows: 20 }),
  tile(2, { kind: 'list', entity: 'user', filters: {}, rows: 20 }),
  tile(3, { kind: 'plan', drawingId: null }),
  tile(4, { kind: 'figure', figure: 'devices' }),
  tile(5, { kind: 'clock' }),
]

let boardId: number
let wallId: number
let secret: string
beforeAll(async () => {
  server = await startServer()
  await server.sql(sql =>
    sql.query(
      `update alarm set wearer_name = $2, device_name = $2 || '的手表', place = $2 || '家', user_phone = $3, taken_by = $2,
         note = $2 where id = $1`,
      [server.here.alarmId, NAME, PHONE],
    ),
  )
  boardId = await saved('board', { name: 'Hall', roleIds: [], landing: false, forWalls: true, tiles })
  wallId = await saved('wall', { ...facts, name: 'Left', scenes: ['duty'], boardIds: [boardId] })
  secret = await paired(wallId)
})
afterAll(() => server.stop())

const facts = { seconds: 20, dimFrom: 0, dimUntil: 0 }
const save = (key: 'board' | 'wall', body: object, token = server.tokens.admin) =>
  server.call(defaultPath(entityEndpoints(key === 'board' ? board : wall).save), { token, body })
async function saved(key: 'board' | 'wall', body: object): Promise<number> {
  const answer = await save(key, body)
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
  return z.parse(rowId, answer.data).id
}
async function paired(id: number): Promise<string> {
  const knocked = await server.call(defaultPath(wallKnock), { body: {} })
  const { code, claim } = z.parse(wallKnock.response, knocked.data)
  const token = server.tokens.admin
  expect(await server.call('/api/user/wall/pair', { token, body: { id, code } })).toMatchObject({ code: 0 })
  const { data } = await server.call('/api/user/wall/claim', { body: { claim } })
  return z.parse(z.object({ secret: z.string() }), data).secret
}
const look = (token: string | undefined, id = boardId, query: Record<string, string> = {}) =>
  server.call(defaultPath(wallBoard), { token, query: { id: String(id), ...query } })
const watched = async (token: string) =>
  z.parse(wallWatch.response, (await server.call(defaultPath(wallWatch), { token })).data)

test('a board stands in the rotation of its wall', async () => {
  expect(await watched(secret)).toMatchObject({ scenes: ['duty'], boards: [{ id: boardId, name: 'Hall' }] })
})

test('alarms on a wall name nobody in full, and lead to nobody; other rows are only counted', async () => {
  const answer = await look(secret)
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
  const text = JSON.stringify(answer)
  for (const known of [NAME, PHONE, server.here.imei]) expect(text).not.toContain(known)
  const { tiles: measured, name, arranged } = z.parse(wallBoard.response, answer.data)
  const of = (key: string) => measured.find(each => each.key === key)?.answer
  expect([name, arranged.length]).toEqual(['Hall', tiles.length])
  const rows = of('t0')
  const mine = rows?.is === 'rows' ? rows.list.find(({ id }) => id === server.here.alarmId) : undefined
  expect(mine).toMatchObject({ wearerName: '陈*国', deviceName: '陈*国的手表', place: '陈*国家', note: null })
  // The list reads them as it reads its own.
  expect(rows && z.safeDecode(entityEndpoints(alarm).page.response, rows).success).toBe(true)
  expect(of('t1')).toMatchObject({ is: 'many', total: expect.any(Number) })
  expect(of('t2')).toEqual({ is: 'unshown' })
  expect(of('t3')).toEqual({ is: 'unset' })
  expect(of('t4')).toMatchObject({ is: 'count' })
  expect(of('t5')).toMatchObject({ is: 'open' })
})

test('names are masked for a person who looks at the wall, too', async () => {
  const answer = await look(server.tokens.admin, boardId, { wall: String(wallId) })
  expect(answer).toMatchObject({ code: 0 })
  expect(JSON.stringify(answer)).not.toContain(NAME)
})

test('a wall shows its own boards and no other; nobody else is shown them', async () => {
  const other = await saved('board', {
    ...{ name: 'Other', roleIds: [], landing: false, forWalls: true },
    tiles: [tile(0, { kind: 'clock' })],
  })
  expect(await look(secret, other)).toMatchObject({ id: 'row.unknown' })
  expect(await look(server.tokens.admin)).toMatchObject({ id: 'row.unknown' })
  const wanted = { wall: String(wallId) }
  expect(await look(server.tokens.stranger, boardId, wanted)).toMatchObject({ id: 'row.unknown' })
  expect(await look(server.tokens.patrol, boardId, wanted)).toMatchObject({ id: 'forbidden' })
  expect(await look(server.tokens.visitor, boardId, wanted)).toMatchObject({ id: 'forbidden' })
  expect(await look(undefined)).toMatchObject({ id: 'session.ended' })
})

test('only a board for walls is put on one, and a wall shows something', async () => {
  const inside = await saved('board', { name: 'Inside', roleIds: [], landing: false, forWalls: false })
  const foreign = await server.sql(sql =>
    insert(sql, 'board', { tenant_id: server.there.tenantId, name: 'Foreign', tiles: '[]', for_walls: true }),
  )
  for (const id of [inside, foreign])
    expect(await save('wall', { ...facts, name: 'Right', scenes: [], boardIds: [id] })).toMatchObject({
      id: 'field.reference',
      field: 'boardIds',
    })
  expect(await save('wall', { ...facts, name: 'Right', scenes: [], boardIds: [] })).toMatchObject({
    id: 'nothingSelected',
    field: 'scenes',
  })
  expect(await save('wall', { ...facts, name: 'Right', scenes: [], boardIds: [boardId] })).toMatchObject({
    code: 0,
  })
})

test('a floor stands on its wall with who is on it, without names, and nowhere else', async () => {
  const { deviceId, otherDeviceId, departmentId, drawingId, imei } = server.here
  await server.sql(sql =>
    sql.query(
      `update device_state set drawing_id = $2, indoor_x = 3, indoor_y = 4, indoor_at = 5 where device_id = any($1)`,
      [[deviceId, otherDeviceId], drawingId],
    ),
  )
  await server.sql(sql =>
    sql.query(`update device set name = $2, wearer_name = $2 where id = $1`, [deviceId, NAME]),
  )
  const plan = { kind: 'plan', drawingId }
  const shown = await saved('board', {
    ...{ name: 'Floors', roleIds: [], landing: false, forWalls: true, tiles: [tile(0, plan)] },
  })
  const floors = await saved('wall', { ...facts, name: 'Floors', scenes: [], boardIds: [shown] })
  const own = await paired(floors)
  const asked = (token: string | undefined, id = drawingId, query: Record<string, string> = {}) =>
    server.call(defaultPath(wallPlan), { token, query: { id: String(id), ...query } })
  expect((await look(own, shown)).data).toMatchObject({ tiles: [{ key: 't0', answer: { is: 'open' } }] })
  const answer = await asked(own)
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
  for (const known of [NAME, imei]) expect(JSON.stringify(answer)).not.toContain(known)
  const { drawing, devices } = z.parse(wallPlan.response, answer.data)
  expect(drawing.id).toBe(drawingId)
  expect(devices.map(({ id }) => id).sort()).toEqual([deviceId, otherDeviceId].sort())
  expect(devices[0]).toMatchObject({ x: 3, y: 4, at: 5 })

  // Another wall does not show it, nor does anybody else.
  expect(await asked(secret)).toMatchObject({ id: 'row.unknown' })
  expect(await asked(own, server.there.drawingId)).toMatchObject({ id: 'row.unknown' })
  const wanted = { wall: String(floors) }
  expect(await asked(server.tokens.admin, drawingId, wanted)).toMatchObject({ code: 0 })
  expect(await asked(server.tokens.admin)).toMatchObject({ id: 'row.unknown' })
  expect(await asked(server.tokens.stranger, drawingId, wanted)).toMatchObject({ id: 'row.unknown' })
  expect(await asked(server.tokens.patrol, drawingId, wanted)).toMatchObject({ id: 'forbidden' })
  expect(await asked(undefined)).toMatchObject({ id: 'session.ended' })

  // Of one department it shows who belongs to that, no others.
  await server.sql(sql =>
    sql.query('update wall set department_id = $2 where id = $1', [floors, departmentId]),
  )
  const narrowed = z.parse(wallPlan.response, (await asked(own)).data)
  expect(narrowed.devices.map(({ id }) => id)).toEqual([deviceId])
  await server.sql(sql => sql.query('update board set for_walls = false where id = $1', [shown]))
  expect(await asked(own)).toMatchObject({ id: 'row.unknown' })
})

test('a board that is for walls no longer leaves them', async () => {
  await server.sql(sql => sql.query('update board set for_walls = false where id = $1', [boardId]))
  expect((await watched(secret)).boards).toEqual([])
  expect(await look(secret)).toMatchObject({ id: 'row.unknown' })
})

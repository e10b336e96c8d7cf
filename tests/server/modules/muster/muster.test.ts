// Roll calls against the real server: a roll that is frozen, words that come twice or late, how one ends, and walls.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Roll } from '../../../../src/domain/muster/muster.ts'
import { foldRoll } from '../../../../src/domain/muster/sighting.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
/** Somebody who has punched in a moment ago, and somebody who is not here. */
let [hereWorker, awayWorker, otherWorker] = [0, 0, 0]

beforeAll(async () => {
  server = await startServer()
  const { tenantId: tenant_id, departmentId, otherDepartmentId, deviceId } = server.here
  await server.sql(async sql => {
    const worker = (name: string, label_code: string, facts: object = {}) =>
      insert(sql, 'worker', { tenant_id, name, label_code, department_id: departmentId, ...facts })
    hereWorker = await worker('Ada', 'M-1', { device_ids: [deviceId], trade: 'Welder', phone: '13800000077' })
    awayWorker = await worker('Ben', 'M-2')
    otherWorker = await worker('Cem', 'M-3', { department_id: otherDepartmentId })
    for (const worker_id of [hereWorker, otherWorker])
      await insert(sql, 'punch', {
        ...{ tenant_id, worker_id, source: 'phone', trust: 'ok' },
        ...{ at: Date.now() - 60_000, claimed_at: Date.now() - 60_000 },
      })
  })
})
afterAll(() => server.stop())

const post = (path: string, body: object, token: string = server.tokens.admin) =>
  server.call(`/api/message/muster/${path}`, { token, body })
const read = (path: string, id: number, token: string = server.tokens.admin) =>
  server.call(`/api/message/muster/${path}`, { token, query: { id: String(id) } })

const POINT = { key: 'gate', name: 'North gate', wardenIds: [], departmentIds: [] }

interface Row {
  id: number
  version: number
  state: string
  people: number
  unaccounted: number
  leftOpen: number | null
  closedByName: string | null
  closeReason: string | null
}

async function start(facts: object = {}, token?: string): Promise<Row> {
  const answer = await post('save', { name: 'Drill', kind: 'drill', points: [POINT], ...facts }, token)
  expect(answer).toMatchObject({ code: 0 })
  return answer.data as Row
}
const rollOf = async (id: number, token?: string) => (await read('roll', id, token)).data as Roll
const rowOf = async (id: number) => (await read('get', id)).data as Row

/** Gives a command; answers `ok` or why not. */
async function give(name: string, id: number, input: object, token?: string, at?: number) {
  const answer = await post(name, { ids: [id], input, at }, token)
  const { results } = (answer.data ?? {}) as { results?: { ok: boolean; error?: { id: string } }[] }
  return results?.[0]?.ok ? 'ok' : (results?.[0]?.error?.id ?? answer.id)
}

let made = 0
const tick = (person: string, says = 'safe', facts: object = {}) => {
  made += 1
  return { sighting: `sighting-${made}`, person, says, means: 'point', point: 'gate', ...facts }
}
const key = (workerId: number) => `worker:${workerId}`

test('the roll is frozen from what is known, without doubles and with its sources', async () => {
  const row = await start()
  const { people } = await rollOf(row.id)
  const keys = people.map(person => person.key)
  expect(keys).toContain(key(hereWorker))
  expect(keys).not.toContain(key(awayWorker))
  expect(new Set(keys).size).toBe(keys.length)
  const ada = people.find(person => person.key === key(hereWorker))
  expect(ada).toMatchObject({ name: 'Ada', detail: 'Welder', point: 'gate', signs: [{ source: 'punch' }] })
  expect(row).toMatchObject({ state: 'running', people: keys.length, unaccounted: keys.length })

  // Whoever comes later is on no roll that was frozen before, and whoever is renamed is called as they were.
  await server.sql(async sql => {
    await insert(sql, 'punch', {
      ...{ tenant_id: server.here.tenantId, worker_id: awayWorker, source: 'phone', trust: 'ok' },
      ...{ at: Date.now() - 1_000, claimed_at: Date.now() - 1_000 },
    })
    await sql.query('update worker set name = $2 where id = $1', [hereWorker, 'Ada Two'])
  })
  const after = (await rollOf(row.id)).people
  expect(after).toEqual(people)
  expect((await rollOf((await start()).id)).people.map(person => person.key)).toContain(key(awayWorker))
  // Nothing of it can be changed behind its back.
  await expect(
    server.sql(sql => sql.query('update muster_person set name = $2 where muster_id = $1', [row.id, 'X'])),
  ).rejects.toThrow(/append-only/)
  expect(
    await post('save', { id: row.id, version: row.version, name: 'Other', kind: 'real', points: [POINT] }),
  ).toMatchObject({ id: 'muster.started' })
})

test('a place and a department leave out who is not there', async () => {
  const { tenantId, departmentId, deviceId } = server.here
  const ofDepartment = await rollOf((await start({ departmentId })).id)
  const keys = ofDepartment.people.map(person => person.key)
  expect(keys).toContain(key(hereWorker))
  expect(keys).not.toContain(key(otherWorker))

  const fenceId = await server.sql(async sql => {
    const fence = await insert(sql, 'fence', {
      ...{ tenant_id: tenantId, name: 'Yard', shape: 'circle', type: 'work', radius: 100 },
      ...{ latitude: 31, longitude: 121 },
    })
    await sql.query(
      'insert into fence_side (tenant_id, fence_id, device_id, inside, since) values ($1, $2, $3, true, $4)',
      [tenantId, fence, deviceId, Date.now() - 5_000],
    )
    return fence
  })
  const inFence = await rollOf((await start({ fenceId })).id)
  expect(inFence.people.map(person => person.key)).toEqual([key(hereWorker)])
  expect(inFence.people[0]?.signs).toMatchObject([{ source: 'fence', where: 'Yard' }])
  await server.sql(sql => sql.query('delete from fence_side where fence_id = $1', [fenceId]))

  const communityId = await server.sql(async sql => {
    const row = await sql.first<{ id: number }>('select id from community where tenant_id = $1', [tenantId])
    return row?.id
  })
  const two = { name: 'Two', kind: 'drill', points: [POINT], fenceId, communityId }
  expect(await post('save', two)).toMatchObject({ id: 'muster.onePlace' })
})

test('who lives somewhere is on the roll of the community, and a guest whose code was used', async () => {
  const { tenantId } = server.here
  const { communityId, residentId } = await server.sql(async sql => {
    const stay = await sql.first<{ id: number; room_id: number; resident_id: number; community_id: number }>(
      `select o.id, o.room_id, o.resident_id, r.community_id from occupancy o join room r on r.id = o.room_id
       where o.tenant_id = $1 and o.removed_at is null limit 1`,
      [tenantId],
    )
    if (!stay) throw new Error('nobody lives here')
    await sql.query(`update occupancy set state = 'active' where id = $1`, [stay.id])
    await insert(sql, 'guest_code', {
      ...{ tenant_id: tenantId, digits: '428117', guest_name: 'Gus', most_uses: 2, used: 1 },
      ...{ occupancy_id: stay.id, resident_id: stay.resident_id },
      ...{ valid_from: Date.now() - 60_000, valid_until: Date.now() + 60_000 },
    })
    return { communityId: stay.community_id, residentId: stay.resident_id }
  })
  const { people } = await rollOf((await start({ communityId })).id)
  expect(people.find(person => person.key === `resident:${residentId}`)?.signs).toMatchObject([
    { source: 'home' },
  ])
  expect(people.find(({ name }) => name === 'Gus')?.signs).toMatchObject([{ source: 'visitor' }])
})

test('what is said twice counts once, with the time it was said and the time it was heard', async () => {
  const { id } = await start()
  const said = tick(key(hereWorker))
  const at = Date.now() - 30_000
  expect(await give('sight', id, said, undefined, at)).toBe('ok')
  expect(await give('sight', id, said)).toBe('ok')
  const { words } = await rollOf(id)
  expect(words).toHaveLength(1)
  expect(words[0]).toMatchObject({ at, says: 'safe', means: 'point', point: 'gate' })
  expect(words[0]?.recordedAt).toBeGreaterThanOrEqual(at + 30_000)
  expect(await rowOf(id)).toMatchObject({ unaccounted: (await rowOf(id)).people - 1 })
  // A clock that runs ahead says nothing of the future.
  expect(await give('sight', id, tick(key(hereWorker)), undefined, Date.now() + 3_600_000)).toBe('ok')
  expect((await rollOf(id)).words.every(word => word.at <= Date.now())).toBe(true)
})

test('refuses what is not said by a person of somebody on the roll at one of its points', async () => {
  const { id } = await start()
  expect(await give('sight', id, tick('worker:999999'))).toBe('field.reference')
  expect(await give('sight', id, tick(key(hereWorker), 'safe', { point: 'roof' }))).toBe('field.reference')
  for (const wrong of [{ means: 'sensor' }, { says: 'fine' }, { person: 'x' }, { sighting: 'a b' }])
    expect(await post('sight', { ids: [id], input: tick(key(hereWorker), 'safe', wrong) })).not.toMatchObject(
      {
        code: 0,
      },
    )
  expect(await give('countHeads', id, { count: 'count-0001', point: 'roof', heads: 3 })).toBe(
    'field.reference',
  )
  const { words, counts } = await rollOf(id)
  expect([words, counts]).toEqual([[], []])
})

test('somebody on no list is added by name, once, and heads are counted', async () => {
  const { id } = await start()
  const walkUp = {
    ...{ person: 'walkUp:abc-1', name: 'Driver, red jacket', sighting: 'walk-up-1', says: 'injured' },
    ...{ means: 'point', point: 'gate' },
  }
  expect(await give('addPerson', id, walkUp)).toBe('ok')
  expect(await give('addPerson', id, walkUp)).toBe('ok')
  expect(await give('addPerson', id, { ...walkUp, person: `worker:${awayWorker}` })).not.toBe('ok')
  expect(await give('countHeads', id, { count: 'count-0001', point: 'gate', heads: 18 })).toBe('ok')
  expect(await give('countHeads', id, { count: 'count-0001', point: 'gate', heads: 18 })).toBe('ok')
  const { people, words, counts } = await rollOf(id)
  expect(people.filter(({ addedByName }) => addedByName !== null)).toMatchObject([
    { name: 'Driver, red jacket' },
  ])
  expect(words).toHaveLength(1)
  expect(counts).toMatchObject([{ heads: 18, point: 'gate' }])
})

test('a door after the start is a hint and makes nobody safe', async () => {
  const { id } = await start()
  const { tenantId, deviceId, imei, doorCardId } = server.here
  await server.sql(async sql => {
    await sql.query('update worker set card_ids = $2 where id = $1', [hereWorker, [doorCardId]])
    await sql.query('update door_card set card_info = $2 where id = $1', [doorCardId, 'MUSTER-CARD'])
    await insert(sql, 'door_event', {
      ...{ tenant_id: tenantId, device_id: deviceId, imei, device_name: 'Gate 3', kind: 'cardOpened' },
      ...{ card_info: 'MUSTER-CARD', at: Date.now() },
    })
  })
  const roll = await rollOf(id)
  expect(roll.hints).toMatchObject([
    { person: key(hereWorker), means: 'sensor', source: 'door', where: 'Gate 3' },
  ])
  const standing = foldRoll([key(hereWorker)], [...roll.words, ...roll.hints]).get(key(hereWorker))
  expect(standing?.state).toBe('unaccounted')
  expect((await rowOf(id)).unaccounted).toBe((await rowOf(id)).people)
})

test('ends with nobody unaccounted for, or with a reason and a name; what comes later is kept and late', async () => {
  const { id, people } = await start()
  expect(await give('sight', id, tick(key(hereWorker)))).toBe('ok')
  expect(await give('close', id, {})).toBe('muster.unaccounted')
  expect(await give('close', id, { reason: '   ' })).toBe('muster.unaccounted')
  expect(await rowOf(id)).toMatchObject({ state: 'running', closedByName: null })
  expect(await give('close', id, { reason: 'All went home at noon' })).toBe('ok')
  const closed = await rowOf(id)
  expect(closed).toMatchObject({
    ...{ state: 'closed', leftOpen: people - 1, closeReason: 'All went home at noon' },
  })
  expect(closed.closedByName).toBeTruthy()
  expect(await give('close', id, { reason: 'Again' })).toBe('state.transition')

  const late = tick(key(otherWorker), 'missing')
  expect(await give('sight', id, late, undefined, Date.now() - 60_000)).toBe('ok')
  const roll = await rollOf(id)
  const standings = foldRoll(
    roll.people.map(person => person.key),
    roll.words,
    roll.closedAt,
  )
  expect(standings.get(key(otherWorker))).toMatchObject({ state: 'missing', late: true })
  expect(standings.get(key(hereWorker))).toMatchObject({ state: 'safe', late: false })
  // How it stood at the end is not rewritten.
  expect(await rowOf(id)).toMatchObject({ leftOpen: people - 1 })

  const full = await start()
  const all = (await rollOf(full.id)).people
  for (const person of all) expect(await give('sight', full.id, tick(person.key))).toBe('ok')
  expect(await give('close', full.id, {})).toBe('ok')
  expect(await rowOf(full.id)).toMatchObject({ leftOpen: 0, closeReason: null })
})

test('another tenant, a visitor and another department get nothing, a warden of another department does', async () => {
  const { id } = await start()
  for (const token of [server.tokens.stranger, server.tokens.visitor, server.tokens.patrol]) {
    expect(await read('get', id, token)).not.toMatchObject({ code: 0 })
    expect((await read('roll', id, token)).data ?? null).toBeNull()
    expect(await give('sight', id, tick(key(hereWorker)), token)).not.toBe('ok')
    expect(await give('close', id, { reason: 'x' }, token)).not.toBe('ok')
  }
  expect((await rollOf(id)).words).toEqual([])

  const patrolId = await server.sql(async sql => {
    const row = await sql.first<{ id: number }>(`select id from account where username = 'patrol'`)
    return row?.id
  })
  const { departmentId, otherDepartmentId } = server.here
  const points = [{ ...POINT, wardenIds: [patrolId] }]
  const guarded = await start({ departmentId: otherDepartmentId, points })
  expect((await rollOf(guarded.id, server.tokens.patrol)).people.length).toBeGreaterThan(0)
  expect(await give('sight', guarded.id, tick(key(otherWorker)), server.tokens.patrol)).toBe('ok')
  // They tick; who may end it is another question, and so is who may start one.
  expect(await give('close', guarded.id, { reason: 'x' }, server.tokens.patrol)).not.toBe('ok')
  const own = { name: 'Own', kind: 'drill', points: [POINT], departmentId }
  expect(await post('save', own, server.tokens.patrol)).not.toMatchObject({ code: 0 })
  // Without being a warden, a patrol sees those of the own department.
  const ofOwn = await start({ departmentId })
  expect((await rollOf(ofOwn.id, server.tokens.patrol)).people.map(person => person.key)).toContain(
    key(hereWorker),
  )
})

test('who starts one may choose among the people of the own tenant, and nobody else may ask', async () => {
  const ask = (token: string) => server.call('/api/message/muster/wardens', { token, query: {} })
  const { data } = await ask(server.tokens.admin)
  const ids = (data as { id: number }[]).map(({ id }) => id)
  expect(ids).toContain(server.here.userId)
  expect(ids).not.toContain(server.there.userId)
  for (const token of [server.tokens.patrol, server.tokens.visitor])
    expect((await ask(token)).data ?? null).toBeNull()
})

test('wardens, departments and places of another tenant are as unknown as none', async () => {
  const { there } = server
  const base = { name: 'Foreign', kind: 'drill' }
  for (const wrong of [
    { points: [{ ...POINT, wardenIds: [there.userId] }] },
    { points: [{ ...POINT, departmentIds: [there.departmentId] }] },
    { points: [POINT], departmentId: there.departmentId },
    { points: [] },
    { points: [POINT, POINT] },
    { points: [POINT], kind: 'game' },
  ])
    expect(await post('save', { ...base, ...wrong })).not.toMatchObject({ code: 0 })
})

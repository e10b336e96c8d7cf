// Supervision against the real server: handing devices over, what is confidential, incidents from alarm to end.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Data, Sql } from '../../../../server/db/scoped.ts'
import { lookAfterIncidents, tendSupervision } from '../../../../server/modules/supervision/clock.ts'
import { strapOf } from '../../../../src/domain/supervision/strap.ts'
import { type Answer, insert, startServer, type TestServer } from '../../start.ts'
import { addColleagues } from '../approvals/colleagues.ts'

let server: TestServer
let number = 0
const MINUTE = 60_000
const day = (ahead: number) => new Date(Date.now() + ahead * 24 * 60 * MINUTE).toISOString().slice(0, 10)

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const post = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, body })
const first = ({ data }: Answer) =>
  (data as { results: { ok: boolean; error?: { id: string } }[] }).results[0] ?? { ok: false }
const command = async (name: string, id: number, input?: object, more: object = {}) =>
  first(await post(`monitoredPerson/${name}`, { ids: [id], ...(input && { input }), ...more }))
const read = async (id: number) =>
  (
    await server.call('/api/user/monitoredPerson/get', {
      token: server.tokens.admin,
      query: { id: String(id) },
    })
  ).data as Record<string, unknown>

async function makeDevice(): Promise<number> {
  number++
  return server.sql(async sql => {
    const id = await insert(sql, 'device', {
      tenant_id: server.here.tenantId,
      imei: `8690000000000${String(number).padStart(2, '0')}`,
      kind: 'ankleBracelet',
      name: `Bracelet ${number}`,
      category_id: server.here.categoryId,
      department_id: server.here.departmentId,
    })
    await sql.change(
      `insert into device_state (device_id, tenant_id, state, battery, foot_ring, last_message_at)
       values ($1, $2, 'online', 80, 'tight', 1)`,
      [id, server.here.tenantId],
    )
    return id
  })
}

async function makePerson(more: object = {}): Promise<number> {
  number++
  const answer = await post('monitoredPerson/save', {
    name: `Person ${number}`,
    level: 3,
    startOn: day(-10),
    endOn: day(100),
    departmentId: server.here.departmentId,
    ...more,
  })
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return (answer.data as { id: number }).id
}

async function authorise(personId: number, from = -10, until = 90): Promise<Answer> {
  return post('authorisation/save', {
    ...{ personId, basis: '2026-17', approver: 'Judge', validFrom: day(from), validUntil: day(until) },
  })
}

async function supervised(): Promise<{ personId: number; deviceId: number }> {
  const [personId, deviceId] = [await makePerson(), await makeDevice()]
  expect((await authorise(personId)).code).toBe(0)
  expect(await command('wear', personId, { deviceId })).toMatchObject({ ok: true })
  expect(await command('begin', personId, { note: 'as decided' })).toMatchObject({ ok: true })
  return { personId, deviceId }
}

const alarm = (device_id: number, type: string, raised_at = Date.now()) =>
  server.sql(sql =>
    insert(sql, 'alarm', {
      ...{ tenant_id: server.here.tenantId, type, severity: 'attention', title: type, device_id, raised_at },
      ...{ imei: String(device_id), device_name: 'Bracelet', device_kind: 'ankleBracelet' },
    }),
  )
const tend = (now = Date.now()) =>
  tendSupervision({ data: server.app.parts.data, bus: server.app.parts.bus, now: () => now })

/** The same, of something that the server's own round does not see before. */
const tendOf = (now: number, change: (sql: Sql) => Promise<unknown>) => {
  const { data, bus } = server.app.parts
  const first: Data['scoped'] = (scope, work) =>
    data.scoped(scope, async sql => {
      await change(sql)
      return work(sql)
    })
  return tendSupervision({ data: { ...data, scoped: first }, bus, now: () => now })
}

interface Incident {
  id: number
  version: number
  kind: string
  state: string
  times: number
  escalation: number
  refastenedAt: number | null
  outcome: string | null
  dueAt: number | null
  raisedAt: number
  toldAt: number
}
const incidentsOf = async (personId: number) =>
  (
    (
      await server.call('/api/user/incident/page', {
        token: server.tokens.admin,
        query: { personId: String(personId), sort: 'raisedAt' },
      })
    ).data as { list: Incident[] }
  ).list
const lookAfter = () =>
  lookAfterIncidents({ data: server.app.parts.data, bus: server.app.parts.bus, now: Date.now })
const step = (name: string, { id, version }: Incident, input?: object) =>
  post(`incident/${name}`, {
    ids: [id],
    ...(name !== 'acknowledge' && { seen: [{ id, version }] }),
    ...(input && { input }),
  }).then(first)

describe('a person', () => {
  test('a wrong check digit and an end before the start are refused by name', async () => {
    const body = { name: 'X', level: 1, startOn: day(0), endOn: day(1) }
    expect(await post('monitoredPerson/save', { ...body, idNumber: '110105194912310021' })).toMatchObject({
      id: 'field.idNumber',
      field: 'idNumber',
    })
    expect(await post('monitoredPerson/save', { ...body, endOn: day(-1) })).toMatchObject({
      id: 'field.periodOrder',
      field: 'endOn',
    })
  })

  test('what is confidential is masked in rows, told with a reason, and every look is written down', async () => {
    const id = await makePerson({
      idNumber: '11010519491231002X',
      phone: '13812345678',
      crimeType: 4,
      reason: 'secret ground',
    })
    const row = await read(id)
    expect(row).toMatchObject({ maskedIdNumber: '110*************2X', maskedPhone: '138****5678' })
    for (const told of [
      JSON.stringify(row),
      JSON.stringify((await post('monitoredPerson/look', { id })).data ?? ''),
    ]) {
      expect(told).not.toContain('11010519491231002X')
      expect(told).not.toContain('secret ground')
    }
    expect(await post('monitoredPerson/look', { id })).toMatchObject({ field: 'reason' })
    const looked = await post('monitoredPerson/look', { id, reason: 'visit of the family' })
    expect(looked.data).toMatchObject({
      idNumber: '11010519491231002X',
      crimeType: 4,
      reason: 'secret ground',
    })
    const audit = await server.sql(sql =>
      sql.query(
        `select action, user_name, detail from audit where entity = 'monitoredPerson' and row_id = $1 order by id`,
        [id],
      ),
    )
    expect(audit.map(({ action }) => action)).toEqual(['monitoredPerson.create', 'monitoredPerson.look'])
    expect(audit[1]).toMatchObject({ user_name: 'admin', detail: { reason: 'visit of the family' } })
    expect(JSON.stringify(audit)).not.toContain('11010519491231002X')
    // Neither another tenant nor a role without the right.
    expect((await post('monitoredPerson/look', { id, reason: 'x' }, server.tokens.stranger)).id).toBe(
      'row.unknown',
    )
    expect((await post('monitoredPerson/look', { id, reason: 'x' }, server.tokens.patrol)).id).toBe(
      'forbidden',
    )
  })

  test('a form never changes what it does not show; a correction does', async () => {
    const id = await makePerson({ phone: '13812345678' })
    const { version } = await read(id)
    const form = { id, version, name: 'New name', level: 2, startOn: day(-10), endOn: day(100) }
    expect(await post('monitoredPerson/save', { ...form, phone: '13900000000' })).toMatchObject({
      field: 'phone',
    })
    expect((await post('monitoredPerson/save', form)).code).toBe(0)
    expect(await read(id)).toMatchObject({ name: 'New name', maskedPhone: '138****5678' })
    expect(await command('correct', id, { phone: '13900000001' })).toMatchObject({ ok: true })
    expect(await read(id)).toMatchObject({ maskedPhone: '139****0001' })
  })
})

describe('authorisations', () => {
  test('without one that is in force supervision does not begin', async () => {
    const id = await makePerson()
    expect(await command('begin', id, { note: 'x' })).toMatchObject({
      error: { id: 'supervision.unauthorised' },
    })
    await authorise(id, -30, -1)
    expect(await command('begin', id, { note: 'x' })).toMatchObject({
      error: { id: 'supervision.unauthorised' },
    })
    expect((await authorise(id, 0, 10)).code).toBe(0)
    expect(await command('begin', id, { note: 'x' })).toMatchObject({ ok: true })
    expect(await read(id)).toMatchObject({ state: 'supervised', authorisedUntil: day(10) })
  })

  test('two never overlap, and none is changed afterwards', async () => {
    const id = await makePerson()
    const answer = await authorise(id, 0, 10)
    expect(await authorise(id, 10, 20)).toMatchObject({ id: 'field.overlap', field: 'validFrom' })
    expect((await authorise(id, 11, 20)).code).toBe(0)
    const row = answer.data as { id: number; version: number }
    const again = await post('authorisation/save', {
      ...{ id: row.id, version: row.version, personId: id, basis: 'other', approver: 'other' },
      ...{ validFrom: day(0), validUntil: day(5) },
    })
    expect(again.id).toBe('state.transition')
  })
})

describe('what is worn', () => {
  test('a device has one wearer, and a swap takes fences and curfew along', async () => {
    const { personId, deviceId } = await supervised()
    const other = await makePerson()
    expect(await command('wear', other, { deviceId })).toMatchObject({ error: { id: 'field.overlap' } })
    const curfew = await post('supervisionCondition/save', {
      ...{
        personId,
        kind: 'curfew',
        fenceId: server.here.fenceId,
        days: [],
        fromMinute: 1320,
        untilMinute: 360,
      },
      zone: 'Asia/Shanghai',
    })
    expect(curfew.code, JSON.stringify(curfew)).toBe(0)
    const watched = (id: number) =>
      server.sql(sql => sql.query('select fence_id from fence_device where device_id = $1', [id]))
    expect(await watched(deviceId)).toHaveLength(1)
    const spare = await makeDevice()
    expect(await command('wear', personId, { deviceId: spare })).toMatchObject({ ok: true })
    expect(await watched(deviceId)).toHaveLength(0)
    expect(await watched(spare)).toHaveLength(1)
    expect(await read(personId)).toMatchObject({ deviceId: spare })
    const history = await server.call('/api/user/wearing/page', {
      token: server.tokens.admin,
      query: { personId: String(personId) },
    })
    expect((history.data as { total: number }).total).toBe(2)
    // What went back may be handed to somebody else.
    expect(await command('wear', other, { deviceId })).toMatchObject({ ok: true })
  })

  test('of two officers who hand over one device at once, one does', async () => {
    const deviceId = await makeDevice()
    const [one, two] = [await makePerson(), await makePerson()]
    const answers = await Promise.all([
      command('wear', one, { deviceId }),
      command('wear', two, { deviceId }),
    ])
    expect(answers.filter(answer => answer?.ok)).toHaveLength(1)
    expect(answers.find(answer => !answer?.ok)).toMatchObject({ error: { id: 'field.overlap' } })
    const wearers = await server.sql(sql =>
      sql.query('select from wearing where device_id = $1 and worn_until is null', [deviceId]),
    )
    expect(wearers).toHaveLength(1)
  })

  test('a foreign device is as unknown as one of nobody', async () => {
    const id = await makePerson()
    for (const deviceId of [server.there.deviceId, 999_999])
      expect(await command('wear', id, { deviceId })).toMatchObject({ error: { id: 'field.reference' } })
  })
})

describe('incidents', () => {
  test('alarms of one person and kind are one incident, which only a person closes', async () => {
    const { personId, deviceId } = await supervised()
    const raisedAt = Date.now() + 5
    await alarm(deviceId, 'wearing', raisedAt)
    await tend(raisedAt + 1_500)
    const [incident] = await incidentsOf(personId)
    expect(incident).toMatchObject({
      kind: 'strap',
      state: 'open',
      times: 1,
      dueAt: raisedAt + 1_500 + 2 * MINUTE,
    })
    expect((incident?.toldAt ?? 0) - raisedAt).toBe(1_500)
    await alarm(deviceId, 'wearing', raisedAt + 10)
    await tend(raisedAt + 2_000)
    await tend(raisedAt + 2_000)
    // Tight again since: said, and not the end.
    await tendOf(raisedAt + 61_000, sql =>
      sql.change('update device_state set last_message_at = $2 where device_id = $1', [
        deviceId,
        raisedAt + 60_000,
      ]),
    )
    const [now] = await incidentsOf(personId)
    expect(now).toMatchObject({ state: 'open', times: 2, refastenedAt: raisedAt + 61_000 })
    if (!now) throw new Error('no incident')
    expect(await step('close', now, { outcome: 'false', note: 'x' })).toMatchObject({
      error: { id: 'state.transition' },
    })
    expect(await step('acknowledge', now)).toMatchObject({ ok: true })
    const [seen] = await incidentsOf(personId)
    if (!seen) throw new Error('no incident')
    expect(await step('contact', seen, { note: 'called: at home' })).toMatchObject({ ok: true })
    // Somebody else has looked at it before that.
    expect(await step('dispatch', seen, { note: 'go' })).toMatchObject({ error: { id: 'row.overtaken' } })
    const [contacted] = await incidentsOf(personId)
    if (!contacted) throw new Error('no incident')
    expect(await step('close', contacted, { outcome: 'equipment', note: 'strap changed' })).toMatchObject({
      ok: true,
    })
    expect(await incidentsOf(personId)).toMatchObject([
      { state: 'closed', outcome: 'equipment', dueAt: null },
    ])
    const story = await server.call('/api/user/incident/story', {
      token: server.tokens.admin,
      query: { id: String(now.id) },
    })
    expect((story.data as { kind: string }[]).map(({ kind }) => kind).sort()).toEqual(
      ['acknowledged', 'again', 'closed', 'contacted', 'raised', 'refastened'].sort(),
    )
  })

  test('of two officers who act on one at once, one does, and the other is told', async () => {
    const { personId, deviceId } = await supervised()
    await alarm(deviceId, 'sos', Date.now() + 5)
    await tend(Date.now() + 10)
    const [raised] = await incidentsOf(personId)
    if (!raised) throw new Error('no incident')
    const seen = await Promise.all([step('acknowledge', raised), step('acknowledge', raised)])
    expect(seen).toMatchObject([{ ok: true }, { ok: true }])
    const [now] = await incidentsOf(personId)
    if (!now) throw new Error('no incident')
    const answers = await Promise.all([
      step('contact', now, { note: 'called' }),
      step('dispatch', now, { note: 'go' }),
      step('close', now, { outcome: 'false', note: 'x' }),
    ])
    expect(answers.filter(answer => answer?.ok)).toHaveLength(1)
    const lines = await server.sql(sql =>
      sql.query('select kind from incident_line where incident_id = $1', [now.id]),
    )
    expect(lines).toHaveLength(3)
  })

  test('a strap that somebody else fastens since is no news of this person', async () => {
    const { personId, deviceId } = await supervised()
    const raisedAt = Date.now() + 5
    await alarm(deviceId, 'wearing', raisedAt)
    await tend(raisedAt + 10)
    expect(await command('wear', personId, { deviceId: await makeDevice() })).toMatchObject({ ok: true })
    await server.sql(sql =>
      sql.change('update device_state set last_message_at = $2 where device_id = $1', [
        deviceId,
        raisedAt + 60_000,
      ]),
    )
    await tend(raisedAt + 61_000)
    expect(await incidentsOf(personId)).toMatchObject([{ kind: 'strap', state: 'open', refastenedAt: null }])
  })

  test('who leaves home outside the curfew, or with a permit, breaks nothing', async () => {
    const { personId, deviceId } = await supervised()
    const minute = Math.floor(((Date.now() / MINUTE) % 1440) + 1440) % 1440
    const curfew = (from: number, until: number) =>
      post('supervisionCondition/save', {
        ...{ personId, kind: 'curfew', fenceId: server.here.fenceId, days: [], zone: 'UTC' },
        ...{ fromMinute: (minute + from) % 1440, untilMinute: (minute + until) % 1440 },
      })
    const leaves = (raised_at: number) =>
      server.sql(sql =>
        insert(sql, 'alarm', {
          ...{
            tenant_id: server.here.tenantId,
            type: 'fenceExit',
            severity: 'attention',
            title: 'x',
            raised_at,
          },
          ...{ device_id: deviceId, imei: String(deviceId), device_name: 'Bracelet' },
          ...{ device_kind: 'ankleBracelet', fence_id: server.here.fenceId },
        }),
      )
    expect((await curfew(180, 240)).code).toBe(0)
    const at = Date.now() + 5
    await leaves(at)
    await tend(at + 10)
    expect(await incidentsOf(personId)).toEqual([])
    const holding = await curfew(1380, 60)
    expect(holding.code, JSON.stringify(holding)).toBe(0)
    const permit = await post('supervisionPermit/save', {
      ...{ personId, conditionIds: [(holding.data as { id: number }).id], reason: 'doctor' },
      ...{ startsAt: at + 100, endsAt: at + 200 },
    })
    expect(permit.code, JSON.stringify(permit)).toBe(0)
    await server.sql(sql => sql.query('delete from alarm where device_id = $1', [deviceId]))
    await leaves(at + 150)
    await tend(at + 160)
    expect(await incidentsOf(personId)).toEqual([])
    // The permit is over at its end, not after it.
    await leaves(at + 200)
    await tend(at + 210)
    expect(await incidentsOf(personId)).toMatchObject([{ kind: 'curfew' }])
  })

  test('a step that nobody takes is told again', async () => {
    const { personId, deviceId } = await supervised()
    const raisedAt = Date.now() + 5
    await alarm(deviceId, 'sos', raisedAt)
    await tend(raisedAt)
    await tend(raisedAt + 3 * MINUTE)
    expect(await incidentsOf(personId)).toMatchObject([
      { kind: 'help', escalation: 1, dueAt: raisedAt + 5 * MINUTE },
    ])
    const notices = await server.sql(sql =>
      sql.query(`select times from notice where kind = 'incident' and subject_id = $1`, [personId]),
    )
    expect(notices.length).toBeGreaterThan(0)
    expect(notices[0]?.times).toBe(2)
  })

  test('a silence after a low battery is another than a sudden one', async () => {
    const [sudden, flat] = [await supervised(), await supervised()]
    await server.sql(sql =>
      sql.change('update device_state set battery = 6 where device_id = $1', [flat.deviceId]),
    )
    await alarm(sudden.deviceId, 'offline', Date.now() + 5)
    await alarm(flat.deviceId, 'offline', Date.now() + 5)
    await tend(Date.now() + 1_000)
    expect(await incidentsOf(sudden.personId)).toMatchObject([{ kind: 'silent' }])
    expect(await incidentsOf(flat.personId)).toMatchObject([{ kind: 'flat' }])
  })

  test('a missed check-in is an incident once, and not again before it was kept', async () => {
    const { personId } = await supervised()
    const saved = await post('supervisionCondition/save', {
      ...{ personId, kind: 'checkIn', days: [], untilMinute: 0, zone: 'Asia/Shanghai' },
    })
    expect(saved.code, JSON.stringify(saved)).toBe(0)
    await tend()
    await tend()
    const [missed] = await incidentsOf(personId)
    expect(missed).toMatchObject({ kind: 'checkIn', times: 1 })
    if (!missed) throw new Error('no incident')
    await step('acknowledge', missed)
    const [seen] = await incidentsOf(personId)
    if (seen) await step('close', seen, { outcome: 'confirmed', note: 'warned' })
    await tend()
    expect(await incidentsOf(personId)).toHaveLength(1)
    expect(await command('checkIn', personId)).toMatchObject({ ok: true })
    const { data } = await server.call('/api/user/monitoredPerson/standing', {
      token: server.tokens.admin,
      query: { id: String(personId) },
    })
    expect(data).toMatchObject({ conditions: [{ kind: 'checkIn', standing: 'kept' }] })
  })

  test('an authorisation that has run out is an incident, and one that soon will warns', async () => {
    const { personId } = await supervised()
    const until = Date.parse(`${day(90)}T00:00:00Z`)
    await tend(until - 13 * 24 * 60 * MINUTE)
    expect(await incidentsOf(personId)).toHaveLength(0)
    const warned = await server.sql(sql =>
      sql.query('select warned_on from authorisation where person_id = $1', [personId]),
    )
    expect(warned[0]?.warned_on).not.toBeNull()
    await tend(until + 3 * 24 * 60 * MINUTE)
    await tend(until + 4 * 24 * 60 * MINUTE)
    expect((await incidentsOf(personId)).filter(({ kind }) => kind === 'expired')).toHaveLength(1)
  })

  const DAY = 24 * 60 * MINUTE
  const startOf = (ahead: number) => Date.parse(`${day(ahead)}T00:00:00Z`)
  const warnings = async (personId: number) =>
    (
      await server.sql(sql =>
        sql.query<{ content: string }>(
          `select distinct content from notice where subject = 'monitoredPerson' and subject_id = $1
             and (content like 'term %' or content like 'gap %')`,
          [personId],
        ),
      )
    ).map(({ content }) => content)
  const expiredOf = async (personId: number) =>
    (await incidentsOf(personId)).filter(({ kind }) => kind === 'expired')

  test('an authorisation that begins on the next day leaves no gap to warn of', async () => {
    const { personId } = await supervised()
    expect((await authorise(personId, 91, 200)).code).toBe(0)
    await tend(startOf(90))
    await tend(startOf(91) + 12 * 60 * MINUTE)
    expect(await warnings(personId)).toEqual([])
    expect(await expiredOf(personId)).toHaveLength(0)
  })

  test('a gap before the next authorisation warns when the one before it ends, and days within it are an incident', async () => {
    const { personId } = await supervised()
    expect((await authorise(personId, 95, 200)).code).toBe(0)
    await tend(startOf(90) - 20 * DAY)
    expect(await warnings(personId)).toEqual([])
    await tend(startOf(90) - 13 * DAY)
    expect(await warnings(personId)).toEqual([`gap ${day(90)} ${day(95)}`])
    expect(await expiredOf(personId)).toHaveLength(0)
    await tend(startOf(92) + 12 * 60 * MINUTE)
    await tend(startOf(93) + 12 * 60 * MINUTE)
    expect(await expiredOf(personId)).toMatchObject([{ state: 'open', times: 1 }])
    // The next one holds: the gap is history, and its own end is told like any other.
    await tend(startOf(96))
    expect(await expiredOf(personId)).toMatchObject([{ times: 1 }])
    await tend(startOf(200) - 13 * DAY)
    const warned = await server.sql(sql =>
      sql.query('select id from authorisation where person_id = $1 and warned_on is not null', [personId]),
    )
    expect(warned).toHaveLength(2)
  })

  test('the end of the last authorisation is an incident of its own after one within a gap was closed', async () => {
    const { personId } = await supervised()
    expect((await authorise(personId, 95, 110)).code).toBe(0)
    await tend(startOf(92) + 12 * 60 * MINUTE)
    const [within] = await expiredOf(personId)
    if (!within) throw new Error('no incident')
    await step('acknowledge', within)
    const [seen] = await expiredOf(personId)
    if (seen) await step('close', seen, { outcome: 'confirmed', note: 'extended' })
    await tend(startOf(93) + 12 * 60 * MINUTE)
    expect(await expiredOf(personId)).toHaveLength(1)
    await tend(startOf(112))
    await tend(startOf(113))
    expect((await expiredOf(personId)).map(({ state }) => state)).toEqual(
      expect.arrayContaining(['closed', 'open']),
    )
    expect(await expiredOf(personId)).toHaveLength(2)
  })
})

describe('where nobody is left to handle an incident', () => {
  const told = (personId: number) =>
    server.sql(sql =>
      sql.query(
        `select a.username, n.content, n.times from notice n join account a on a.id = n.account_id
         where n.kind = 'unattended' and n.subject = 'monitoredPerson' and n.subject_id = $1
         order by a.username`,
        [personId],
      ),
    )
  const hold = (id: number) =>
    server.sql(sql =>
      sql.change(
        `insert into account_role (tenant_id, role_id, account_id) select $1, id, $2 from role where tenant_id = $1 and name = '物业人员'`,
        [server.here.tenantId, id],
      ),
    )
  const lose = (id: number) =>
    server.sql(sql => sql.change('delete from account_role where account_id = $1', [id]))

  test('administrators are told once when the last officer is lost, while it is open', async () => {
    const { personId, deviceId } = await supervised()
    await alarm(deviceId, 'wearing')
    await tend()
    // Nobody but administrators had it from the beginning: they were told of it as it came.
    await lookAfter()
    expect(await told(personId)).toEqual([])
    const [officer] = await addColleagues(server, ['officer'])
    const id = officer?.id ?? 0
    await server.sql(sql =>
      sql.change('update account set department_id = $2 where id = $1', [id, server.here.departmentId]),
    )
    await lookAfter()
    await lose(id)
    await lookAfter()
    await lookAfter()
    expect(await told(personId)).toEqual(
      ['admin', 'second'].map(username => ({ username, content: 'incident', times: 1 })),
    )
    await hold(id)
    await lookAfter()
    const [open] = await incidentsOf(personId)
    if (!open) throw new Error('no incident')
    await step('acknowledge', open)
    const [seen] = await incidentsOf(personId)
    if (seen) await step('close', seen, { outcome: 'false', note: 'seen' })
    await lose(id)
    await lookAfter()
    expect(await told(personId)).toMatchObject([{ times: 1 }, { times: 1 }])
  })
})

test.each([
  ['online', 'tight'],
  ['abnormal', 'tight'],
  ['offline', 'tight'],
  ['offline', 'loose'],
  ['notActivated', 'tight'],
  ['online', null],
] as const)('persons are found by what is known of the strap: %s, %s', async (state, ring) => {
  const { personId, deviceId } = await supervised()
  await server.sql(sql =>
    sql.change('update device_state set state = $2, foot_ring = $3 where device_id = $1', [
      deviceId,
      state,
      ring,
    ]),
  )
  const strap = strapOf({ deviceId, online: state !== 'offline' && state !== 'notActivated', footRing: ring })
  expect(await read(personId)).toMatchObject({ strap })
  const { data } = await server.call('/api/user/monitoredPerson/page', {
    token: server.tokens.admin,
    query: { strap: strap ?? 'none', size: '200' },
  })
  const { list } = z.parse(z.object({ list: z.array(z.object({ id: z.int() })) }), data)
  expect(list.map(({ id }) => id)).toContain(personId)
})

test('who wears nothing is found so', async () => {
  expect(await read(await makePerson())).toMatchObject({ strap: 'none' })
})

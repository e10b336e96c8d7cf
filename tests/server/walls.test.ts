// The walls, generated from the contract: every endpoint, every kind of caller, every foreign id in every place.
// Nothing may succeed, and the database must be the same afterwards.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defaultPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { allEndpoints, ownEndpoints } from '../../src/contract/endpoints/catalogue.ts'
import { hangUp } from '../../src/contract/endpoints/intercom.ts'
import { codes } from '../../src/contract/errors.ts'
import { type EntityKey, entities, entityNamed } from '../../src/domain/entities.ts'
import { residentToken } from './resident-token.ts'
import { rowsOfAll } from './rows-of-all.ts'
import { type Named, requestOf } from './sample-request.ts'
import { type Answer, startServer, type TestServer } from './start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const endpoints = allEndpoints()
const ofResidents = endpoints.filter(({ access }) => access === 'resident')
const closed = endpoints.filter(({ access }) => !['public', 'demo', 'resident'].includes(access))
const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${defaultPath(endpoint)}`

/**
 * A hash of everything that is stored, but what a mere call leaves (sessions, tickets, when one was last seen), what a job
 * keeps ready for statistics and what processes say of themselves; that something was refused is written down.
 */
async function everything(): Promise<Record<string, string>> {
  return server.sql(async sql => {
    const tables = await sql.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
         and not relispartition and relname not in ('session', 'broker_ticket', 'migration', 'idempotency', 'alarm_day',
           'alarm_day_change', 'alarm_word', 'server_process', 'stored_size', 'packing_mark') order by 1`,
    )
    const hashes: Record<string, string> = {}
    for (const { name } of tables) {
      const row = await sql.first<{ hash: string }>(
        `select md5(coalesce(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text), '')) as hash from ${name} t
         ${name === 'audit' ? `where action not like '%.refused'` : ''}`,
      )
      hashes[name] = row?.hash ?? ''
    }
    const dead = await sql.first<{ hash: string }>(
      `select md5(coalesce(string_agg(to_jsonb(j)::text, ',' order by j.id), '')) as hash from pgboss.job j where name = 'dead'`,
    )
    hashes.deadJobs = dead?.hash ?? ''
    return hashes
  })
}

const own = (id: number): Named => ({ id, imei: server.here.imei, iccid: server.here.simIccid })
const foreign = (id: number): Named => ({ id, imei: server.there.imei, iccid: server.there.simIccid })

const ofNobody: Named = { id: 999_999_999, imei: '99999999999999', iccid: '89860088888888888888' }

/** What is refused for its form says nothing about walls. */
const isMalformed = ({ id }: Answer) => /^field\.(?!reference)|^nothing/.test(id ?? '')

function send(
  endpoint: Endpoint,
  token: string | undefined,
  request: Record<string, unknown>,
): Promise<Answer> {
  const path = defaultPath(endpoint)
  if (endpoint.method === 'POST') return server.call(path, { token, body: request })
  const query = Object.fromEntries(Object.entries(request).map(([name, value]) => [name, String(value)]))
  return server.call(path, { token, query })
}

test('every endpoint says who may call it', () => {
  // What is kept for how long is a row of no list.
  const known = new Set([...entities.map(({ permission }) => permission), 'retention'])
  for (const endpoint of endpoints) {
    expect(endpoint.access, nameOf(endpoint)).toBeTruthy()
    if (['public', 'session', 'demo', 'resident'].includes(endpoint.access)) continue
    expect(endpoint.access, nameOf(endpoint)).toMatch(/^[A-Za-z]+\.[A-Za-z]+$/)
    expect(known, nameOf(endpoint)).toContain(endpoint.access.split('.')[0])
  }
})

test('what anybody may call is this list and no other', () => {
  expect(endpoints.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual([
    'auth/login',
    'auth/sendCode',
    'auth/loginByPhone',
    'auth/visitor',
    'auth/autoLogin',
    'auth/firstPassword',
    'auth/secondFactor',
    'auth/beginEnrolment',
    'auth/finishEnrolment',
    'auth/providerOffer',
    'auth/beginProviderLogin',
    'auth/finishProviderLogin',
    'auth/beginPasskeyEnrolment',
    'auth/finishPasskeyEnrolment',
    'auth/beginPasskeyProof',
    'auth/proveByPasskey',
    'auth/beginPasskeyEntry',
    'auth/enterByPasskey',
    'auth/boot',
    'invitation/look',
    'invitation/accept',
    'home/code',
    'home/login',
    'auth/revoke',
    'auth/unsent',
    'device/claim',
    'wall/knock',
    'wall/claim',
    'shop/front',
    'shop/goods',
    'shop/article',
    'shop/quote',
    'door/enrol',
    'website/published',
    'conference/guest/open',
    'recorder/token',
    'recorder/begin',
    'recorder/finish',
    'recorder/state',
    'push/receipt',
  ])
})

/** The same, once what the start set off has come to rest: two looks that agree. */
async function everythingAtRest(): Promise<Record<string, string>> {
  let last = await everything()
  for (;;) {
    await delay(500)
    const now = await everything()
    if (JSON.stringify(now) === JSON.stringify(last)) return now
    last = now
  }
}

test('what is open beside the contract is the way back of payments, and it believes nobody', async () => {
  const before = await everythingAtRest()
  for (const way of ['wechat', 'alipay', 'card', 'sandbox']) {
    const { status } = await server.call(`/api/pay/callback/${way}`, {
      body: '{"trade_status":"TRADE_SUCCESS"}',
    })
    expect([404, 500]).toContain(status)
  }
  const after = await everything()
  expect({ ...after, payment_callback: '' }).toEqual({ ...before, payment_callback: '' })
})

describe('nobody and the dead get nothing', () => {
  test.each([...closed, ...ofResidents].map(endpoint => [nameOf(endpoint), endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const request = requestOf(endpoint, own(server.here.deviceId))
      for (const token of [undefined, 'x'.repeat(43), 'Bearer ', `${server.tokens.admin}x`])
        expect((await send(endpoint, token, request)).code).toBe(codes.sessionEnded)
    },
  )
})

describe('the session of a resident opens the resident page alone, and no other session opens that', () => {
  let token: string
  beforeAll(async () => {
    token = await residentToken(server, '13800000077')
  })
  test.each(closed.map(endpoint => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const answer = await send(endpoint, token, requestOf(endpoint, own(server.here.deviceId)))
    expect(answer.code).toBe(codes.sessionEnded)
  })
  test.each(ofResidents.map(endpoint => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    for (const other of [server.tokens.root, server.tokens.admin, server.tokens.visitor])
      expect((await send(endpoint, other, requestOf(endpoint, own(1)))).code).toBe(codes.sessionEnded)
  })
})

/** Rows of the other tenant, one of every entity, by its key. */
let foreignRows: ReadonlyMap<string, number>
beforeAll(async () => {
  foreignRows = await rowsOfAll(server, server.there)
})

function foreignRow(key: string): number {
  const id = foreignRows.get(key)
  if (id === undefined) throw new Error(`the other tenant has no row of ${key}`)
  return id
}

/** What the ids of calls mean that are no entity's own. */
const entityOfCall: Readonly<Record<string, EntityKey>> = {
  'alarm/statistics': 'department',
  'allocation/start': 'device',
  attendance: 'department',
  'attendance/day': 'worker',
  approval: 'approvalCase',
  auth: 'device',
  conference: 'conferenceRoom',
  'conference/ring': 'user',
  deviceinfo: 'device',
  door: 'device',
  face: 'device',
  file: 'storedFile',
  fleet: 'device',
  indoor: 'drawing',
  operations: 'tenant',
  invitation: 'role',
  order: 'device',
  ossUser: 'device',
  pay: 'bill',
  per: 'device',
  push: 'device',
  reading: 'device',
  retention: 'tenant',
  settings: 'device',
  setup: 'device',
  'leaveRequest/balance': 'worker',
  'simBinding/follow': 'device',
  spoken: 'device',
  storage: 'storedFile',
  track: 'device',
  map: 'device',
  'users.json': 'user',
  'duty/report': 'dutyRecord',
  'emergency/ofAlarm': 'alarm',
  vcr: 'device',
  voiceNet: 'call',
  'voiceNet/direct/start': 'user',
}

/** Which row of the other tenant an id of an endpoint means. */
function foreignId({ path }: Endpoint): number {
  const { there } = server
  if (path === 'pay/state' || path === 'pay/sandbox') return there.paymentId
  const [subject = ''] = path.split('/')
  // A notice of a card is no entity.
  if (subject === 'message') return there.cardId
  return foreignRow(entityOfCall[path] ?? entityOfCall[subject] ?? subject)
}

// Calls, doors and switches are never repeated by themselves, so they carry no key; they change something all the same.
const changes = closed.filter(
  ({ idempotent, method, path }) =>
    (idempotent ||
      (method === 'POST' && /^((voiceNet|door|order|pay|device)\/|conference\/ring$)/.test(path))) &&
    // These name no row; what they find is looked at below.
    !/\/(export|found)$/.test(path) &&
    path !== 'message/confirmCards',
)

/** What names no row (the number of a conference room is everybody's own) acts on the caller's own; nothing to hang up is no error. */
function namesARow({ request, path }: Endpoint): boolean {
  const schema = z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
  }
  const names = Object.keys(schema.properties ?? {})
  return path !== hangUp.path && names.some(name => name !== 'roomId' && /Ids?$|^ids?$|^imeis?$/.test(name))
}

describe('with the ids of another tenant nothing succeeds and nothing changes', () => {
  let before: Record<string, string>
  beforeAll(async () => {
    before = await everythingAtRest()
  })
  test.each(changes.map(endpoint => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const id = foreignId(endpoint)
    const request = requestOf(endpoint, foreign(id))
    for (const token of [server.tokens.admin, server.tokens.patrol, server.tokens.visitor]) {
      const answer = await send(endpoint, token, request)
      if (namesARow(endpoint)) expect(gotSomewhere(answer), JSON.stringify(answer)).toBe(false)
      expect(isMalformed(answer), `${JSON.stringify(request)} ${JSON.stringify(answer)}`).toBe(false)
    }
    const told = await send(endpoint, server.tokens.admin, requestOf(endpoint, ofNobody))
    const answer = await send(endpoint, server.tokens.admin, request)
    // A foreign id answers as an unknown one, in every word.
    expect(plain(answer, foreign(id))).toBe(plain(told, ofNobody))
  })
  test('and the database is as before', async () => {
    expect(await everything()).toEqual(before)
  })
})

/** Whether a call did anything: an envelope of success, and in a bulk action a row that worked. */
function gotSomewhere({ code, data }: Answer): boolean {
  if (code !== codes.ok) return false
  const results = (data as { results?: { ok: boolean }[] } | null)?.results
  return results === undefined || results.some(({ ok }) => ok)
}

const plain = ({ code, id, field, data }: Answer, row: Named) =>
  `${code} ${id} ${field} ${JSON.stringify(data)
    ?.replaceAll(new RegExp(`\\b${row.id}\\b`, 'g'), 'ID')
    .replaceAll(row.imei, 'IMEI')
    .replaceAll(row.iccid, 'ICCID')}`

describe('reading with ids of another tenant finds nothing', () => {
  const reads = closed.filter(
    ({ method, path, access }) =>
      (method === 'GET' || path.endsWith('getDeviceInfo')) &&
      access !== 'session' &&
      !/\/(page|sums)$/.test(path),
  )
  test.each(reads.map(endpoint => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    for (const token of [server.tokens.admin, server.tokens.patrol, server.tokens.visitor]) {
      const request = requestOf(endpoint, foreign(foreignId(endpoint)))
      // The tree of permission resources belongs to the platform and everybody reads what they hold.
      if (endpoint.path === 'resource/get') continue
      const answer = await send(endpoint, token, request)
      expect(isMalformed(answer), `${JSON.stringify(request)} ${JSON.stringify(answer)}`).toBe(false)
      // Where nobody's row can be named, none of theirs may come of itself.
      if (!namesARow(endpoint)) expect(JSON.stringify(answer)).not.toContain('there')
      else expect(['row.unknown', 'forbidden'], JSON.stringify(answer)).toContain(answer.id)
    }
  })
})

describe('lists and exports show no row of another tenant', () => {
  const pages = closed.filter(({ path }) => path.endsWith('/page'))
  test.each(pages.map(endpoint => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const [entity = ''] = endpoint.path.split('/')
    for (const token of [server.tokens.admin, server.tokens.patrol, server.tokens.visitor]) {
      const answer = await server.call(defaultPath(endpoint), { token, query: { size: '500' } })
      if (answer.id === 'forbidden') continue
      expect(answer.code).toBe(0)
      const { list } = answer.data as { list: { id: number }[] }
      if (entity !== 'resource') expect(list.map(({ id }) => id)).not.toContain(foreignId(endpoint))
      expect(JSON.stringify(list)).not.toContain('there')
    }
  })
})

/** Fields that name a row of an entity which neither their definition nor their own name says. */
const entityOfId: Readonly<Record<string, EntityKey>> = {
  accountId: 'user',
  assignedToId: 'user',
  personId: 'monitoredPerson',
  supervisorId: 'user',
  workerAccountId: 'user',
  makerId: 'user',
  'commandBatch.groupId': 'deviceGroup',
  'deviceCommand.batchId': 'commandBatch',
  'doorRight.cardId': 'doorCard',
  'faceCapture.sampleId': 'faceSample',
  'simOrder.cardId': 'simCard',
  'simOrder.batchId': 'simOrder',
  packageId: 'simPackage',
  assigneeAccountId: 'user',
  authorId: 'user',
  fromAccountId: 'user',
  toAccountId: 'user',
  'feeBill.runId': 'feeRun',
  'stockMovement.itemId': 'stockItem',
  'stockMovement.planId': 'workPlan',
  'workItem.sourceId': 'inspection',
  takenById: 'user',
  buyerId: 'user',
  'afterSale.orderId': 'mallOrder',
  'shipment.orderId': 'mallOrder',
  'mallBanner.productId': 'mallProduct',
  'mallSku.productId': 'mallProduct',
  'stockMove.skuId': 'mallSku',
  targetDepartmentId: 'department',
}

function entityOfField(key: string, field: string): string {
  const known = entityOfId[`${key}.${field}`] ?? entityOfId[field]
  return known ?? entityNamed(key).refs?.[field]?.entity ?? field.replace(/Id$/, '')
}

describe('filters by ids of another tenant match nothing', () => {
  const filtered = entities.flatMap(entity =>
    Object.entries(entity.filters)
      .filter(([field, kind]) => kind === 'equals' && /Id$/.test(field) && entity.key !== 'resource')
      .map(([field]) => [entity.key, field, entity.service] as const),
  )
  test.each(filtered)('%s by %s', async (key, field, service) => {
    const id = foreignRow(entityOfField(key, field))
    const answer = await server.call(`/api/${service}/${key}/page`, {
      token: server.tokens.admin,
      query: { [field]: String(id) },
    })
    expect(answer.data).toMatchObject({ total: 0, list: [] })
  })
})

test('a mixed bulk does the own row and treats the foreign one as unknown', async () => {
  const { here, there, tokens } = server
  const answer = await server.call('/api/message/alarm/read', {
    token: tokens.admin,
    body: { ids: [here.alarmId, there.alarmId, 999_999_999] },
  })
  expect(answer.data).toEqual({
    results: [
      { id: here.alarmId, ok: true },
      { id: there.alarmId, ok: false, error: { id: 'row.unknown' } },
      { id: 999_999_999, ok: false, error: { id: 'row.unknown' } },
    ],
  })
})

test('references to rows of another tenant are refused as unknown ones', async () => {
  const { here, there, tokens } = server
  const save = (more: object) =>
    server.call('/api/device/device/save', {
      token: tokens.admin,
      body: { imei: '123456789012345', name: 'x', categoryId: here.categoryId, ...more },
    })
  for (const [field, id] of [
    ['categoryId', there.categoryId],
    ['productId', there.productId],
    ['groupId', there.groupId],
    ['departmentId', there.departmentId],
  ] as const)
    expect(await save({ [field]: id })).toMatchObject({ id: 'field.reference', field })
  expect(
    (
      await server.call('/api/device/device/assignGroup', {
        token: tokens.admin,
        body: { ids: [here.deviceId], input: { groupId: there.groupId } },
      })
    ).data,
  ).toMatchObject({ results: [{ ok: false, error: { id: 'field.reference' } }] })
})

test('confirming cards of another tenant leaves them as they were', async () => {
  const { there, tokens } = server
  await server.call('/api/message/message/confirmCards', {
    token: tokens.admin,
    body: { ids: [there.cardId] },
  })
  const row = await server.sql(sql =>
    sql.first<{ n: number }>('select count(*) as n from card_confirmation where notice_id = $1', [
      there.cardId,
    ]),
  )
  expect(row?.n).toBe(0)
})

test('cards wait for who may see cards only', async () => {
  const { tokens, here } = server
  const cardsOf = async (token: string) => {
    const { data } = await server.call('/api/message/message/pending', { token })
    return (data as { cards: { id: number }[] }).cards.map(({ id }) => id)
  }
  expect(await cardsOf(tokens.admin)).toEqual([here.cardId])
  expect(await cardsOf(tokens.patrol)).toEqual([])
})

test('a role of the own department reaches neither rows nor lists of another department', async () => {
  const { here, tokens } = server
  const get = (path: string, query: Record<string, string>) =>
    server.call(path, { token: tokens.patrol, query })
  expect((await get('/api/device/device/get', { id: String(here.deviceId) })).code).toBe(0)
  expect((await get('/api/device/device/get', { id: String(here.otherDeviceId) })).id).toBe('row.unknown')
  expect((await get('/api/device/reading/latest', { imei: here.otherImei })).id).toBe('row.unknown')
  expect((await get('/api/message/alarm/timeline', { id: String(here.otherAlarmId) })).id).toBe('row.unknown')
  expect((await get('/api/device/device/page', {})).data).toMatchObject({ total: 1 })
})

describe('what a role does not hold is refused before anything is read', () => {
  const permissions = new Set(
    [
      'device.read device.place fence.read drawing.read baseStation.read deviceCategory.read deviceGroup.read alarm.read alarm.handle alarmTest.read call.direct notice.read notice.remove file.save conference.read conference.join photo.read photo.save photo.report video.read video.save video.report',
      'worker.read post.read',
      'board.read',
      'project.read workPlan.read stockItem.read stockItem.move inspection.read inspection.inspect workItem.read workItem.finish workLog.read workLog.save',
      'leave.read leave.save leaveType.read',
      'dutyShift.read dutySwap.read dutySwap.save dutyRecord.read dutyRecord.save dutyRecord.sign',
      'emergency.read emergency.work muster.read muster.tick',
      'patrolRound.read patrolRound.visit patrolRoute.read patrolPoint.read',
      'punch.read punch.save attendanceCorrection.read attendanceCorrection.save',
      'meter.read meterReading.read meterReading.save',
      'approvalCase.read approvalCase.decide standIn.read standIn.save standIn.remove announcementReceipt.read',
    ].flatMap(each => each.split(' ')),
  )
  const beyond = closed.filter(({ access }) => access !== 'session' && !permissions.has(access))
  test.each(beyond.map(endpoint => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const answer = await send(endpoint, server.tokens.patrol, { nonsense: true })
    expect(answer.id).toBe('forbidden')
  })
})

describe('only the platform writes what belongs to it', () => {
  const owned = endpoints.filter(
    ({ path, idempotent }) => /^(tenant|resource)\//.test(path) && idempotent && !path.endsWith('/export'),
  )
  test.each(owned.map(endpoint => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    // Even one who holds every permission of the own tenant.
    await server.sql(sql => sql.change(`update account set highest = true where username = 'second'`))
    const token = await server.logIn('second')
    const answer = await send(endpoint, token, requestOf(endpoint, own(server.here.tenantId)))
    await server.sql(sql => sql.change(`update account set highest = false where username = 'second'`))
    expect(answer.id, JSON.stringify(answer)).toBe('forbidden')
  })
})

test('own endpoints are all in the table', () => {
  for (const endpoint of Object.values(ownEndpoints)) expect(endpoints).toContain(endpoint)
})

describe('a command for all that a filter finds meets no row of another tenant', () => {
  const found = closed.filter(({ path }) => path.endsWith('/found'))
  test.each(found.map(endpoint => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const request = { ...requestOf(endpoint, own(server.here.deviceId)), query: {}, expected: 100_000 }
    for (const token of [server.tokens.admin, server.tokens.patrol, server.tokens.visitor]) {
      const { data } = await send(endpoint, token, request)
      const taskId = (data as { taskId?: number } | null)?.taskId
      if (taskId === undefined) continue
      const foreign = await server.sql(sql =>
        sql.first<{ n: number }>('select count(*) as n from task_row where task_id = $1 and row_id = $2', [
          taskId,
          foreignId(endpoint),
        ]),
      )
      expect(foreign?.n).toBe(endpoint.path.startsWith('resource/') ? foreign?.n : 0)
    }
  })
})

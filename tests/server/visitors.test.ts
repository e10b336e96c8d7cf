// What a visitor gets, tried on everything there is: each text and place of a tenant's data is marked, every endpoint of the
// contract is called and every topic listened to as a visitor, and no mark may come.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashDeviceSecret } from '../../server/device-secret.ts'
import { snake } from '../../server/entity/table.ts'
import { defaultPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { allEndpoints } from '../../src/contract/endpoints/catalogue.ts'
import { codes } from '../../src/contract/errors.ts'
import { bare, definitionOf } from '../../src/contract/schema-parts.ts'
import { topics } from '../../src/contract/topics.ts'
import { entities } from '../../src/domain/entities.ts'
import { fieldsForVisitors, visitorRoutes } from '../../src/domain/visitor.ts'
import { connectClient } from '../mqtt-client.ts'
import { requestOf } from './sample-request.ts'
import { type Answer, startServer, type TestServer } from './start.ts'

let server: TestServer
let marked: string[]

/** What no visitor may find anywhere. */
const MARK = /Marked|13777\d{6}|777\d{9}|77\.77\d/

/** Names of kinds, products, menus and roles are nobody's; so are tables that no tenant's data is in. */
const IMPERSONAL = new Set([
  'tenant',
  'device_category',
  'product',
  'resource',
  'role',
  'role_resource',
  'role_offer',
  'migration',
])
/** What the server itself goes by: it must be right for anything to be answered at all. */
const WORKING =
  /^(zone|username|password_hash|content_type|key|trade_number|serial|kind|state|file_name|hash|previous)$/

interface Column {
  table: string
  column: string
  type: string
}

const markFor = ({ column, type, table }: Column): string => {
  if (type === 'double precision') return /lat/.test(column) ? '77.771' : '77.772'
  if (column === 'imei') return `'7770000' || lpad((abs(hashtext(t::text)) % 100000000)::text, 8, '0')`
  if (/phone/.test(column)) return `'13777' || lpad((abs(hashtext(t::text)) % 1000000)::text, 6, '0')`
  if (column === 'imsi') return `'777777777777777'`
  if (column === 'iccid') return `'7777777' || lpad((abs(hashtext(t::text)) % 100000000)::text, 12, '0')`
  if (column === 'email') return `'Marked@example.org'`
  if (/image|photo|picture/.test(column)) return `'/files/Marked'`
  return `left('Marked ' || '${table.slice(0, 9)} ${column.slice(0, 9)}', 30)`
}

/** Columns with a word of a fixed choice, under the names that entities give them. */
const words = new Set(
  entities.flatMap(({ schema }) =>
    Object.entries(schema.shape).flatMap(([name, field]) =>
      definitionOf(bare(field)).type === 'enum' ? [snake(name)] : [],
    ),
  ),
)

/** Marks what the schema lets be marked: words of a fixed choice cannot carry a person. Answers the marked columns. */
async function markEverything(): Promise<string[]> {
  return server.sql(async sql => {
    const columns = await sql.query<Column>(
      `select c.table_name as table, c.column_name as column, c.data_type as type
       from information_schema.columns c join pg_class r on r.relname = c.table_name and r.relkind = 'r' and not r.relispartition
       where c.table_schema = 'public' and c.data_type in ('text', 'double precision') and c.is_generated = 'NEVER' and exists (
         select from information_schema.columns o where o.table_name = c.table_name and o.column_name = 'tenant_id')
       order by 1, 2`,
    )
    const done: string[] = []
    for (const column of columns) {
      if (IMPERSONAL.has(column.table) || WORKING.test(column.column) || words.has(column.column)) continue
      const update = `update ${column.table} t set "${column.column}" = ${markFor(column)}
        where tenant_id = $1 ${column.table === 'account' ? 'and not visitor' : ''}`
      const changed = await sql
        .attempt(() => sql.change(update, [server.here.tenantId]))
        // A check on the words, a key to another table, a wall against changing the past.
        .catch(() => 0)
      if (changed > 0) done.push(`${column.table}.${column.column}`)
    }
    return done
  })
}

beforeAll(async () => {
  server = await startServer()
  await server.sql(async sql => {
    const { deviceId, tenantId } = server.here
    const now = Date.now()
    await sql.change(
      `insert into reading (device_id, tenant_id, kind, at, value) values ($1, $2, 'heartRate', $3, 77.77)`,
      [deviceId, tenantId, now],
    )
    await sql.change(
      `update device_state set latitude = 77.771, longitude = 77.772, position_at = $2, battery = 50 where device_id = $1`,
      [deviceId, now],
    )
  })
  marked = await markEverything()
})
afterAll(() => server.stop())

const closed = allEndpoints().filter(({ access }) => !['public', 'demo', 'resident'].includes(access))
const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${defaultPath(endpoint)}`

function send(endpoint: Endpoint, token: string, request: Record<string, unknown>): Promise<Answer> {
  const path = defaultPath(endpoint)
  if (endpoint.method === 'POST') return server.call(path, { token, body: request })
  const query = Object.fromEntries(Object.entries(request).map(([name, value]) => [name, String(value)]))
  return server.call(path, { token, query })
}

/** Everything that an endpoint could be asked about: each row of the tenant by its id, and the IMEI as it is now. */
async function requestsOf(endpoint: Endpoint): Promise<Record<string, unknown>[]> {
  const device = await server.sql(sql =>
    sql.first<{ imei: string; iccid: string }>(
      'select imei, coalesce(iccid, $2) as iccid from device where id = $1',
      [server.here.deviceId, ''],
    ),
  )
  const ids = [...new Set(Object.values(server.here).filter(value => typeof value === 'number'))]
  const now = Date.now()
  return ids.map(id => {
    const request = requestOf(endpoint, { id, imei: device?.imei ?? '', iccid: device?.iccid ?? '' })
    if ('from' in request) request.from = now - 86_400_000
    if ('to' in request) request.to = now + 1000
    return request
  })
}

const textOf = ({ data, msg, params, field }: Answer & { params?: unknown }): string =>
  JSON.stringify([data, msg, params, field])

test('the marks are where people are, and who may read them finds them', async () => {
  expect(marked).toEqual(
    expect.arrayContaining([
      'account.name',
      'account.phone',
      'alarm.building',
      'alarm.latitude',
      'alarm.place',
      'alarm.wearer_name',
      'device.iccid',
      'device.imei',
      'device.imsi',
      'device.install_location',
      'device.latitude',
      'device.name',
      'device.responsible_phone',
      'device.wearer_name',
    ]),
  )
  const pages = ['/api/device/device/page', '/api/message/alarm/page', '/api/device/fleet/points']
  for (const path of pages)
    expect(textOf(await server.call(path, { token: server.tokens.admin })), path).toMatch(MARK)
})

describe('no endpoint tells a visitor what is marked', () => {
  test.each(closed.map(endpoint => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    // The session must outlive the walk.
    if (endpoint.path === 'auth/logout') return
    const token = server.tokens.visitor
    for (const request of [{}, ...(await requestsOf(endpoint))]) {
      const answer = await send(endpoint, token, request)
      expect(textOf(answer)).not.toMatch(MARK)
      expect(answer.status, JSON.stringify(answer)).toBeLessThan(500)
    }
  })
})

describe('rows keep their form, with nobody in them', () => {
  test('a device', async () => {
    const { here, tokens } = server
    const { data } = await server.call('/api/device/device/get', {
      token: tokens.visitor,
      query: { id: String(here.deviceId) },
    })
    const { name, imei, wearerName, latitude, battery, kind } = data as Record<string, unknown>
    expect({ name, imei, wearerName, latitude, battery, kind }).toEqual({
      name: `#${here.deviceId}`,
      imei: String(here.deviceId).padStart(15, '0'),
      wearerName: undefined,
      latitude: undefined,
      battery: 50,
      kind: 'helmet',
    })
  })
  test('what waits is counted and not named', async () => {
    const { data } = await server.call('/api/message/message/pending', { token: server.tokens.visitor })
    expect(data).toMatchObject({ sos: [], cards: [], calls: [], directCalls: [], openAlarms: 2 })
  })
  test('the menu leads to pages that show something', async () => {
    const { data } = await server.call('/api/user/per/getNavigationBar', {
      token: server.tokens.visitor,
      body: {},
    })
    const names = (list: { type: string; value: string | null; list: never[] }[]): (string | null)[] =>
      list.flatMap(entry => [...(entry.type === 'menu' ? [entry.value] : []), ...names(entry.list)])
    expect(names(data as never).sort()).toEqual([...visitorRoutes].sort())
  })
})

describe('what is hidden cannot be found out by asking', () => {
  const shownOf = entities.flatMap(entity => {
    const shown = fieldsForVisitors(entity.key)
    const path = `/api/${entity.service}/${entity.key}/page`
    return shown.size === 0 ? [] : [{ entity, shown, path }]
  })
  const hidden = shownOf.flatMap(({ entity, shown, path }) => [
    ...Object.entries(entity.filters)
      .filter(([field]) => !shown.has(field))
      .map(([field, kind]) => [path, kind === 'range' ? `${field}From` : field] as const),
    [path, 'q'] as const,
  ])
  test.each(hidden)('%s by %s finds nothing', async (path, field) => {
    for (const value of ['1', 'Marked', '7770000']) {
      const answer = await server.call(path, { token: server.tokens.visitor, query: { [field]: value } })
      if (answer.id?.startsWith('field.')) continue
      expect(answer.data).toEqual({ list: [], total: 0, counts: {} })
    }
  })
  const sorts = shownOf.flatMap(({ entity, shown, path }) =>
    entity.sorts.filter(field => !shown.has(field)).map(field => [path, field] as const),
  )
  test.each(sorts)('%s stands in one order by %s and against it', async (path, field) => {
    const ids = async (sort: string) => {
      const { data } = await server.call(path, { token: server.tokens.visitor, query: { sort } })
      return (data as { list: { id: number }[] }).list.map(({ id }) => id)
    }
    expect(await ids(`-${field}`)).toEqual(await ids(field))
  })
  test('what is shown can be asked', async () => {
    const answer = await server.call('/api/device/device/page', {
      token: server.tokens.visitor,
      query: { kind: 'helmet', sort: '-battery', counts: 'true' },
    })
    expect(answer.data).toMatchObject({ total: 2, counts: { online: 2 } })
  })
})

test('who was at a door, which the story of a device names, is refused with every right to devices', async () => {
  const { tokens, here } = server
  const { data } = await server.call('/api/device/device/get', {
    token: tokens.admin,
    query: { id: String(here.deviceId) },
  })
  const query = {
    imei: String((data as { imei: string }).imei),
    from: String(Date.now() - 1000),
    to: String(Date.now()),
  }
  const ask = (token: string) => server.call('/api/device/device/timeline', { token, query })
  expect((await ask(tokens.admin)).code).toBe(0)
  const refused = await ask(tokens.visitor)
  expect(refused).toMatchObject({ code: codes.forbidden })
  expect(refused.data ?? null).toBeNull()
})

test('rights that a role gives a visitor by mistake do not count', async () => {
  const { here, tokens } = server
  await server.sql(sql =>
    sql.change(
      `insert into role_resource (tenant_id, role_id, resource_id)
       select $1, r.id, x.id from role r, resource x where r.tenant_id = $1 and r.name = '访客' on conflict do nothing`,
      [here.tenantId],
    ),
  )
  server.app.parts.bus.emit('rights.changed', {})
  for (const endpoint of closed) {
    if (endpoint.path === 'auth/logout') continue
    const answer = await send(endpoint, tokens.visitor, {})
    expect(textOf(answer), nameOf(endpoint)).not.toMatch(MARK)
  }
  const { data } = await server.call('/api/user/per/getNavigationBar', { token: tokens.visitor, body: {} })
  expect(JSON.stringify(data)).not.toMatch(/userList|fence|drawing|device\.save/)
})

test('what is heard live names nobody either', async () => {
  const { here, tokens } = server
  const secret = 'a-secret-of-the-device-0123456789'
  const hash = await hashDeviceSecret(secret)
  const device = await server.sql(async sql => {
    await sql.change(`update device set secret_hash = $2, lifecycle = 'bound' where id = $1`, [
      here.deviceId,
      hash,
    ])
    return sql.first<{ imei: string }>('select imei from device where id = $1', [here.deviceId])
  })
  const imei = device?.imei ?? ''
  const listen = async (token: string, wanted: string[]) => {
    const { data, ...rest } = await server.call('/api/message/message/config', { token, body: {} })
    expect(rest).toMatchObject({ code: 0 })
    const config = data as { username: string; ticket: string; clientIdPrefix: string; topics: string[] }
    const client = await connectClient(`${server.url.replace('http', 'ws')}/mqtt`, {
      clientId: `${config.clientIdPrefix}walk`,
      username: config.username,
      password: config.ticket,
    })
    const heard: string[] = []
    client.on('message', (_, payload) => heard.push(payload.toString()))
    const granted = await Promise.all(
      [...config.topics, ...wanted].map(topic =>
        client.subscribeAsync(topic).then(
          list => (list.every(({ qos }) => qos < 128) ? topic : undefined),
          () => undefined,
        ),
      ),
    )
    return { client, heard, granted: granted.filter(topic => topic !== undefined), username: config.username }
  }
  const answers = topics.deviceAnswers(imei)
  const visitor = await listen(tokens.visitor, [answers, topics.toDevice(imei), topics.fromDevice(imei)])
  const admin = await listen(tokens.admin, [])
  expect(visitor.granted).toEqual([
    topics.person(Number(visitor.username)),
    topics.notice,
    topics.tenantState(here.tenantId),
  ])
  const speaker = await connectClient(`${server.url.replace('http', 'ws')}/mqtt`, {
    clientId: imei,
    username: imei,
    password: secret,
  })
  const at = Date.now()
  await speaker.publishAsync(
    topics.fromDevice(imei),
    JSON.stringify({
      code: '2001',
      seq: 1,
      time: at,
      lat: 77.771,
      lon: 77.772,
      heartRate: 77.77,
      battery: 49,
    }),
    { qos: 1 },
  )
  await speaker.publishAsync(
    topics.fromDevice(imei),
    JSON.stringify({ code: '3001', seq: 2, time: at, type: 15, lat: 77.771, lon: 77.772 }),
    { qos: 1 },
  )
  await vi.waitFor(
    () => {
      expect(admin.heard.join()).toMatch(/"9003"/)
      expect(visitor.heard.join()).toMatch(/"code":"alarm"/)
      expect(visitor.heard.join()).toMatch(/"code":"state"/)
    },
    { timeout: 15_000 },
  )
  expect(admin.heard.join('\n')).toMatch(MARK)
  expect(visitor.heard.join('\n')).not.toMatch(MARK)
  expect(visitor.heard.join('\n')).not.toMatch(/9003|latitude":7|readings/)
  for (const client of [visitor.client, admin.client, speaker]) client.end(true)
})

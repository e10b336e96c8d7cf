// The generic endpoints against the real server: lists, saves, bulk actions, rights, and inputs meant to break them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { walkChain } from '../../../server/modules/audit/chain.ts'
import { seriesWire } from '../../../src/contract/series-wire.ts'
import { deviceKinds } from '../../../src/domain/device/device.ts'
import { insert, PASSWORD, startServer, type TestServer } from '../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Row = Record<string, unknown> & { id: number; version: number }
interface PageData {
  list: Row[]
  total: number
  counts?: Record<string, number>
}
interface Results {
  results: { id: number; ok: boolean; error?: { id: string; params?: Record<string, string | number> } }[]
}

const services: Record<string, string> = {
  device: 'device',
  deviceGroup: 'device',
  deviceCategory: 'device',
  deviceCommand: 'device',
  product: 'device',
  alarm: 'message',
  task: 'message',
}
const path = (entity: string, verb: string) => `/api/${services[entity] ?? 'user'}/${entity}/${verb}`
const post = (entity: string, verb: string, body: unknown, token = server.tokens.admin, headers = {}) =>
  server.call(path(entity, verb), { token, body, headers })
const list = (entity: string, query: Record<string, string> = {}, token = server.tokens.admin) =>
  server.call(path(entity, 'page'), { token, query })
const page = async (entity: string, query: Record<string, string> = {}) =>
  (await list(entity, query)).data as PageData
const get = async (entity: string, id: number) =>
  (await server.call(path(entity, 'get'), { token: server.tokens.admin, query: { id: String(id) } }))
    .data as Row
const saved = async (entity: string, body: object, token = server.tokens.admin) => {
  const answer = await post(entity, 'save', body, token)
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
  return answer.data as Row
}
const results = async (entity: string, verb: string, body: object, token = server.tokens.admin) =>
  ((await post(entity, verb, body, token)).data as Results).results

describe('lists', () => {
  beforeAll(async () => {
    for (const name of [
      '100% sure',
      '100 percent',
      'under_score',
      'underXscore',
      'back\\slash',
      '<img onerror=x>',
    ])
      await saved('product', { name, status: 1, sort: 5 })
  })

  test.each([
    ['100%', ['100% sure']],
    ['r_s', ['under_score']],
    ['\\', ['back\\slash']],
    ['PERCENT', ['100 percent']],
    ["'; drop table product; --", []],
    ['<img', ['<img onerror=x>']],
  ])('search takes %s literally', async (q, names) => {
    expect((await page('product', { q })).list.map(({ name }) => name)).toEqual(names)
    expect((await page('product', { name: q })).list.map(({ name }) => name)).toEqual(names)
  })

  test.each([
    'CASE WHEN (1=1) THEN name ELSE sort END',
    'name desc',
    'password_hash',
    '--name',
    'name;select pg_sleep(9)',
  ])('sort by %s is refused', async sort => {
    expect(await list('product', { sort })).toMatchObject({ id: 'field.choice', field: 'sort' })
  })

  test('pages do not overlap and end, also where all values are equal', async () => {
    const seen: number[] = []
    const { total } = await page('product', { sort: 'sort', size: '2' })
    for (let number = 1; number <= Math.ceil(total / 2) + 1; number++)
      seen.push(
        ...(await page('product', { sort: 'sort', size: '2', page: String(number) })).list.map(
          ({ id }) => id,
        ),
      )
    expect(seen).toHaveLength(total)
    expect(new Set(seen).size).toBe(total)
  })

  test.each([
    [{ size: '501' }, 'size'],
    [{ size: '0' }, 'size'],
    [{ page: '-1' }, 'page'],
    [{ page: '1e3' }, 'page'],
    [{ nonsense: '1' }, 'nonsense'],
    [{ status: '9' }, 'status'],
    [{ q: 'a\u0000b' }, 'q'],
    [{ q: 'x'.repeat(101) }, 'q'],
  ])('%j is refused by name', async (query, field) => {
    const answer = await list('product', query)
    expect(answer).toMatchObject({ status: 200, field })
    expect(answer.code).not.toBe(0)
  })

  test('a parameter that comes twice is refused', async () => {
    const answer = await server.call('/api/device/product/page?size=1&size=2', { token: server.tokens.admin })
    expect(answer).toMatchObject({ id: 'field.unknownKey', field: 'size' })
  })

  test('counts ignore the filter of their own field and keep the others', async () => {
    const { list: rows, counts, total } = await page('device', { counts: 'true', state: '0', name: 'here' })
    expect({ rows: rows.length, total, counts }).toEqual({ rows: 0, total: 0, counts: { online: 2 } })
  })

  test('coded words are digits on the wire and answer to digits in filters', async () => {
    const { list: rows } = await page('device', { state: '1,0' })
    expect(rows[0]?.state).toBe(1)
  })

  test('numbers beyond the columns match nothing and break nothing', async () => {
    expect((await page('device', { batteryFrom: '9999999999999999', lastMessageAtTo: '-5' })).total).toBe(0)
    expect((await page('device', { categoryId: '1.5' })).total).toBe(0)
    expect((await list('device', { categoryId: '99999999999999999999' })).field).toBe('categoryId')
  })
})

describe('bodies', () => {
  const raw = (body: string, type = 'application/json') =>
    server.call(path('product', 'save'), {
      token: server.tokens.admin,
      body,
      headers: { 'content-type': type },
    })
  test.each([
    ['{', 'field.json', 200],
    ['['.repeat(100_000), 'field.tooDeep', 200],
    [`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, 'field.tooDeep', 200],
    ['{"__proto__":{"admin":true}}', 'field.unknownKey', 200],
    ['{"name":{"\\u005f_proto__":1}}', 'field.unknownKey', 200],
    ['{"name":"a\\u0000b","status":1,"sort":1}', 'field.text', 200],
    ['{"name":"\\ud800","status":1,"sort":1}', 'field.text', 200],
    ['[]', 'field.type', 200],
    ['null', 'field.required', 200],
    ['"text"', 'field.type', 200],
  ])('%.40s', async (body, id, status) => {
    expect(await raw(body)).toMatchObject({ status, id })
  })
  test('another type than JSON, and no such address', async () => {
    expect(await raw('name=x', 'application/x-www-form-urlencoded')).toMatchObject({
      status: 415,
      id: 'request.unsupported',
    })
    expect(await server.call('/api/device/product/nonsense', { token: server.tokens.admin })).toMatchObject({
      status: 404,
      id: 'route.unknown',
    })
  })
  test('no answer shows a stack', async () => {
    const answer = await raw('{')
    expect(JSON.stringify(answer)).not.toMatch(/\.ts|node_modules| at /)
  })
  test('text is stored raw and comes back to the letter', async () => {
    const name = '&amp; <b>"quoted"</b> \u202eأهلا\r\n🦺'
    const row = await saved('product', { name, status: 1, sort: 1 })
    expect((await get('product', row.id)).name).toBe(name)
  })
})

describe('saving', () => {
  test('the second of two writers is told that the row has changed', async () => {
    const row = await saved('product', { name: 'contested', status: 1, sort: 1 })
    const write = (note: string) =>
      post('product', 'save', {
        id: row.id,
        version: row.version,
        name: 'contested',
        status: 1,
        sort: 1,
        note,
      })
    const answers = await Promise.all([write('one'), write('two')])
    expect(answers.map(({ id }) => id ?? 'saved').sort()).toEqual(['row.changed', 'saved'])
  })

  test('a change needs the version, a creation takes no foreign fields', async () => {
    const { here } = server
    const answer = await post('deviceGroup', 'save', { id: here.groupId, name: 'x' })
    expect(answer).toMatchObject({ id: 'field.required', field: 'version' })
    expect(await post('deviceGroup', 'save', { name: 'x', tenantId: 1 })).toMatchObject({
      id: 'field.unknownKey',
      field: 'tenantId',
    })
  })

  test('a taken value names its field, the same in capitals', async () => {
    await saved('deviceGroup', { name: 'Taken' })
    expect(await post('deviceGroup', 'save', { name: 'taken' })).toMatchObject({
      id: 'field.duplicate',
      field: 'name',
    })
    const { here } = server
    expect(
      await post('device', 'save', { imei: here.imei, name: 'x', categoryId: here.categoryId }),
    ).toMatchObject({ id: 'field.duplicate', field: 'imei' })
  })

  test('a new device has a state, the kind of its category and what it was given', async () => {
    const { here } = server
    const row = await saved('device', {
      imei: '111122223333444',
      name: 'New',
      categoryId: here.categoryId,
      latitude: 30.5,
      longitude: 114.3,
      operator: 'mobile',
    })
    expect(row).toMatchObject({ kind: 'helmet', state: 2, latitude: 30.5, categoryName: '智能安全帽' })
    // Who does not read Chinese is shown this one.
    expect(row?.categoryEnName).toMatch(/helmet/i)
    const changed = await saved('device', {
      id: row.id,
      version: row.version,
      imei: row.imei,
      name: 'Renamed',
      categoryId: here.categoryId,
    })
    // What a form does not send stays.
    expect(changed).toMatchObject({ name: 'Renamed', operator: 'mobile', version: row.version + 1 })
  })

  test('a department cannot be its own ancestor', async () => {
    const a = await saved('department', { name: 'a', sort: 1 })
    const b = await saved('department', { name: 'b', sort: 1, parentId: a.id })
    const c = await saved('department', { name: 'c', sort: 1, parentId: b.id })
    for (const parentId of [a.id, c.id])
      expect(
        await post('department', 'save', { id: a.id, version: a.version, name: 'a', sort: 1, parentId }),
      ).toMatchObject({ id: 'field.cycle', field: 'parentId' })
  })

  test('of two who hang two departments into each other at once one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const made = async (name: string) => saved('department', { name: `${name} ${round}`, sort: 1 })
      const [one, two] = [await made('left'), await made('right')]
      const hang = ({ id, version, name }: Row, parentId: number) =>
        post('department', 'save', { id, version, name, sort: 1, parentId })
      const answers = await Promise.all([hang(one, two.id), hang(two, one.id)])
      expect(answers.map(({ id }) => id ?? 'ok').sort()).toEqual(['field.cycle', 'ok'])
    }
  })

  test('fields with rules of their own name themselves', async () => {
    const { here } = server
    const save = (more: object) =>
      post('device', 'save', { imei: '999988887777666', name: 'x', categoryId: here.categoryId, ...more })
    expect(await save({ responsiblePhone: '123' })).toMatchObject({ id: 'field.phone' })
    expect(await save({ iccid: 'x' })).toMatchObject({ id: 'field.iccid', field: 'iccid' })
    expect(await save({ imei: '12' })).toMatchObject({ id: 'field.imeiLength', field: 'imei' })
    expect(await save({ name: '   ' })).toMatchObject({ id: 'field.required', field: 'name' })
    expect(await save({ name: 'x'.repeat(61) })).toMatchObject({ id: 'field.tooLong', params: { max: 60 } })
    expect(await save({ latitude: 91 })).toMatchObject({ id: 'field.tooBig', field: 'latitude' })
    expect(
      await post('product', 'save', { name: 'x', status: 1, sort: 1, image: 'javascript:alert(1)' }),
    ).toMatchObject({ id: 'field.imageAddress', field: 'image' })
  })
})

describe('removing', () => {
  test('what is in use stays, with the number of users; what is free goes and comes back', async () => {
    const { here } = server
    expect(await results('deviceGroup', 'remove', { ids: [here.groupId] })).toMatchObject([
      { ok: false, error: { id: 'row.inUse', params: { count: 2 } } },
    ])
    const row = await saved('deviceGroup', { name: 'free' })
    expect(await results('deviceGroup', 'remove', { ids: [row.id] })).toEqual([{ id: row.id, ok: true }])
    expect((await page('deviceGroup', { name: 'free' })).total).toBe(0)
    const twin = await saved('deviceGroup', { name: 'Free' })
    expect(await results('deviceGroup', 'restore', { ids: [row.id] })).toMatchObject([
      { ok: false, error: { id: 'field.duplicate' } },
    ])
    await results('deviceGroup', 'remove', { ids: [twin.id] })
    expect(await results('deviceGroup', 'restore', { ids: [row.id] })).toEqual([{ id: row.id, ok: true }])
  })

  test('a device comes back only to what is still there', async () => {
    const group = await saved('deviceGroup', { name: 'short-lived' })
    const device = await saved('device', {
      imei: '555566667777888',
      name: 'leaf',
      categoryId: server.here.categoryId,
      groupId: group.id,
    })
    await results('device', 'remove', { ids: [device.id] })
    await results('deviceGroup', 'remove', { ids: [group.id] })
    expect(await results('device', 'restore', { ids: [device.id] })).toMatchObject([
      { ok: false, error: { id: 'field.reference' } },
    ])
  })

  test('nothing selected is told, and a bulk has an end', async () => {
    expect(await post('device', 'remove', { ids: [] })).toMatchObject({ id: 'nothingSelected' })
    const many = Array.from({ length: 1001 }, (_, n) => n + 1)
    expect(await post('device', 'remove', { ids: many })).toMatchObject({ id: 'field.tooLong', field: 'ids' })
  })
})

describe('people and roles', () => {
  const person = (username: string, more: object = {}) => ({
    username,
    name: username,
    roleIds: [],
    password: 'Long-enough-1',
    ...more,
  })
  /** A person's first login: with the password that was made for them they choose their own. */
  const chooses = async (username: string) => {
    const { headers } = await server.call('/api/auth/auth/firstPassword', {
      body: { username, password: 'Long-enough-1', newPassword: 'Chosen-by-me-1' },
    })
    return headers.get('authorization') ?? undefined
  }
  const roleNamed = async (name: string) => (await page('role', { name })).list[0] as Row

  test('a new person needs a password and does not show it', async () => {
    const { password: _, ...without } = person('newcomer')
    expect(await post('user', 'save', without)).toMatchObject({ id: 'field.required', field: 'password' })
    const row = await saved('user', person('newcomer'))
    expect(JSON.stringify(row)).not.toMatch(/Long-enough|argon/)
    expect(await chooses('newcomer')).toBeTruthy()
    expect(await post('user', 'save', person('NEWCOMER'))).toMatchObject({
      id: 'field.duplicate',
      field: 'username',
    })
  })

  test('nobody gives a role that holds more than they do', async () => {
    // Somebody who may make people, but not more.
    const permissions = await server.sql(sql =>
      sql.query<{ id: number }>(
        `select id from resource where mark in ('user.read', 'user.save', 'role.read', 'role.save')`,
      ),
    )
    const clerk = await saved('role', {
      name: 'clerk',
      scope: 'tenant',
      resourceIds: permissions.map(({ id }) => id),
    })
    await saved('user', person('clerk', { roleIds: [clerk.id] }))
    const token = await chooses('clerk')
    const high = await roleNamed('租户管理员')
    expect(await post('user', 'save', person('friend', { roleIds: [high.id] }), token)).toMatchObject({
      id: 'forbidden.escalation',
      field: 'roleIds',
    })
    expect(
      await post('role', 'save', { name: 'mine', scope: 'tenant', resourceIds: high.resourceIds }, token),
    ).toMatchObject({ id: 'forbidden.escalation', field: 'resourceIds' })
    const admin = (await page('user', { username: 'admin' })).list[0] as Row
    expect(await results('user', 'disable', { ids: [admin.id] }, token)).toMatchObject([
      { ok: false, error: { id: 'forbidden.escalation' } },
    ])
    expect(
      await post(
        'user',
        'save',
        { id: admin.id, version: admin.version, username: 'admin', name: 'x', roleIds: [] },
        token,
      ),
    ).toMatchObject({ id: 'forbidden.escalation' })
    expect((await post('user', 'save', person('helper', { roleIds: [clerk.id] }), token)).code).toBe(0)
  })

  test('nobody makes a person in another tenant but the platform', async () => {
    const { there, tokens } = server
    expect(await post('user', 'save', person('mole', { tenantId: there.tenantId }))).toMatchObject({
      id: 'field.reference',
      field: 'tenantId',
    })
    const made = await saved('user', person('sent', { tenantId: there.tenantId }), tokens.root)
    expect(made).toMatchObject({ tenantId: there.tenantId, tenantName: 'there' })
    const of = (more: object) => person('lent', { tenantId: there.tenantId, ...more })
    const refused = (field: string) => ({ id: 'field.reference', field })
    const own = await roleNamed('租户管理员')
    expect(await post('user', 'save', of({ roleIds: [own.id] }), tokens.root)).toMatchObject(
      refused('roleIds'),
    )
    const { departmentId } = server.here
    expect(await post('user', 'save', of({ departmentId }), tokens.root)).toMatchObject(
      refused('departmentId'),
    )
  })

  test.each(['device', 'department', 'role', 'user'])(
    'the platform sees whose a %s is and can ask for one tenant',
    async entity => {
      const { there, tokens } = server
      const all = ((await list(entity, { size: '200' }, tokens.root)).data as PageData).list
      expect(all.some(row => row.tenantName === 'there' && row.tenantId === there.tenantId)).toBe(true)
      expect(all.every(row => row.tenantName)).toBe(true)
      if (entity !== 'device') {
        const query = { tenantId: String(there.tenantId) }
        const { list: rows } = (await list(entity, query, tokens.root)).data as PageData
        expect(new Set(rows.map(row => row.tenantName))).toEqual(new Set(['there']))
      }
      const own = (await page(entity)).list
      expect(own.some(row => row.tenantName)).toBe(false)
    },
  )

  test('nobody disables, removes or raises themselves', async () => {
    const own = (await page('user', { username: 'admin' })).list[0] as Row
    for (const verb of ['disable', 'remove'])
      expect(await results('user', verb, { ids: [own.id] })).toMatchObject([
        { ok: false, error: { id: 'forbidden.self' } },
      ])
  })

  test('the highest authorization is given by those who have it, with their password', async () => {
    const { root, admin } = server.tokens
    const { id } = (await page('user', { username: 'second' })).list[0] as Row
    const grant = (ownPassword: string, token: string) =>
      post('user', 'grantHighest', { ids: [id], input: { ownPassword } }, token)
    expect((await grant(PASSWORD, admin)).id).toBe('forbidden')
    expect((await grant('wrong', root)).data).toMatchObject({
      results: [{ ok: false, error: { id: 'session.wrongPassword' } }],
    })
    expect((await grant(PASSWORD, root)).data).toMatchObject({ results: [{ ok: true }] })
    const entry = await server.sql(sql =>
      sql.first<{ user_name: string }>(
        `select user_name from audit where action = 'user.grantHighest' and row_id = $1`,
        [id],
      ),
    )
    expect(entry?.user_name).toBe('root')
    await post('user', 'cancelHighest', { ids: [id], input: { ownPassword: PASSWORD } }, root)
  })

  test('a role in use stays and names its users; one made with the tenant stays', async () => {
    const high = await roleNamed('租户管理员')
    expect(await results('role', 'remove', { ids: [high.id] })).toMatchObject([
      { ok: false, error: { id: 'row.builtIn' } },
    ])
    const role = await saved('role', { name: 'bound', scope: 'tenant', resourceIds: [] })
    await saved('user', person('bound-one', { roleIds: [role.id] }))
    expect(await results('role', 'remove', { ids: [role.id] })).toMatchObject([
      { ok: false, error: { id: 'row.inUse', params: { names: 'bound-one', count: 1 } } },
    ])
  })

  test('a new tenant has its roles and categories', async () => {
    const { root } = server.tokens
    const row = await saved('tenant', { name: 'newborn', scenario: 'campus', status: 1 }, root)
    const counts = await server.sql(sql =>
      sql.first<{ roles: number; categories: number }>(
        `select (select count(*) from role where tenant_id = $1) as roles,
           (select count(*) from device_category where tenant_id = $1) as categories`,
        [row.id],
      ),
    )
    expect(counts).toEqual({ roles: 5, categories: deviceKinds.length })
  })
})

describe('alarms', () => {
  const freshAlarm = (raised_at = Date.now() - 3_600_000, severity = 'critical') =>
    server.sql(sql =>
      insert(sql, 'alarm', {
        tenant_id: server.here.tenantId,
        type: 'smoke',
        severity,
        title: 'Smoke',
        device_id: server.here.deviceId,
        imei: server.here.imei,
        device_name: 'x',
        device_kind: 'helmet',
        department_id: server.here.departmentId,
        raised_at,
      }),
    )
  const timeline = async (id: number) =>
    (
      await server.call('/api/message/alarm/timeline', {
        token: server.tokens.admin,
        query: { id: String(id) },
      })
    ).data as { kind: string; at: number; recordedAt: number; note: string | null; userName: string }[]

  test('by urgency, the newest of each severity first, and not by the alphabet', async () => {
    const now = Date.now()
    const critical = await freshAlarm(now - 9_000)
    const info = await freshAlarm(now - 1_000, 'info')
    const older = await freshAlarm(now - 8_000, 'warning')
    const attention = await freshAlarm(now - 2_000, 'attention')
    const newer = await freshAlarm(now - 7_000, 'warning')
    const { list: rows } = await page('alarm', { sort: '-severity', raisedAtFrom: String(now - 9_000) })
    expect(rows.map(({ id }) => id)).toEqual([critical, newer, older, attention, info])
  })

  test('of two who take it at once exactly one owns it, the other is told who', async () => {
    const id = await freshAlarm()
    const second = await server.logIn('second')
    const [one, two] = await Promise.all([
      results('alarm', 'take', { ids: [id] }),
      results('alarm', 'take', { ids: [id] }, second),
    ])
    const lost = [one[0], two[0]].filter(result => !result?.ok)
    expect(lost).toHaveLength(1)
    const owner = (await get('alarm', id)).takenBy
    expect(lost[0]?.error).toEqual({ id: 'alarm.takenBy', params: { name: owner } })
    expect((await timeline(id)).map(({ kind }) => kind)).toEqual(['taken'])
  })

  test('only the owner releases; a handled one is neither taken nor released', async () => {
    const id = await freshAlarm()
    const second = await server.logIn('second')
    await results('alarm', 'take', { ids: [id] })
    expect((await results('alarm', 'release', { ids: [id] }, second))[0]?.error?.id).toBe('alarm.takenBy')
    expect((await results('alarm', 'release', { ids: [id] }))[0]?.ok).toBe(true)
    await results('alarm', 'handle', { ids: [id], input: { note: 'done' } })
    for (const verb of ['take', 'release'])
      expect((await results('alarm', verb, { ids: [id] }))[0]?.error?.id).toBe('state.transition')
  })

  test('a late handling joins the timeline with its own time and changes nothing', async () => {
    const id = await freshAlarm()
    const at = Date.now() - 600_000
    await results('alarm', 'handle', { ids: [id], input: { note: 'control room' } })
    const before = await get('alarm', id)
    await results('alarm', 'handle', { ids: [id], input: { note: 'patrol' }, at }, server.tokens.patrol)
    expect(await get('alarm', id)).toEqual(before)
    expect((await timeline(id)).map(({ note, at: done }) => [note, done])).toEqual([
      ['patrol', at],
      ['control room', before.handledAt],
    ])
  })

  test('a time in the future or before the alarm is put right', async () => {
    const raised = Date.now() - 60_000
    const [early, late] = [await freshAlarm(raised), await freshAlarm(raised + 1)]
    await results('alarm', 'handle', { ids: [early], input: { note: 'x' }, at: 1000 })
    await results('alarm', 'handle', { ids: [late], input: { note: 'x' }, at: Date.now() + 9_000_000 })
    expect((await get('alarm', early)).handledAt).toBe(raised)
    expect(Number((await get('alarm', late)).handledAt)).toBeLessThanOrEqual(Date.now())
  })
})

describe('idempotency', () => {
  const handle = (key: string, note: string) =>
    post('deviceGroup', 'save', { name: note }, server.tokens.admin, { 'idempotency-key': key })
  const countNamed = async (name: string) => (await page('deviceGroup', { name })).total

  test('a repeated call gets the first answer and changes nothing', async () => {
    const [one, two] = [await handle('k1', 'once'), await handle('k1', 'once')]
    expect(two.data).toEqual(one.data)
    expect(await countNamed('once')).toBe(1)
  })

  test('ten at the same moment do it once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => handle('k2', 'together')))
    for (const { data } of answers) expect(data).toEqual(answers[0]?.data)
    expect(await countNamed('together')).toBe(1)
  })

  test('a key for another request is refused, a strange key too, and another person has keys of their own', async () => {
    await handle('k3', 'first use')
    expect(await handle('k3', 'second use')).toMatchObject({
      id: 'field.duplicate',
      field: 'Idempotency-Key',
    })
    expect(await handle('k 4', 'spaced')).toMatchObject({ id: 'field.format', field: 'Idempotency-Key' })
    const answer = await server.call(path('deviceGroup', 'save'), {
      token: server.tokens.stranger,
      body: { name: 'first use' },
      headers: { 'idempotency-key': 'k3' },
    })
    expect(answer.code).toBe(0)
    expect(await countNamed('first use')).toBe(1)
  })

  test('a refused call leaves its key free', async () => {
    expect((await handle('k5', ' ')).id).toBe('field.required')
    expect((await handle('k5', 'now right')).code).toBe(0)
  })
})

describe('commands to devices', () => {
  test('an order is queued once per device and can be taken back while it waits', async () => {
    const { here } = server
    expect(
      await results('device', 'speak', { ids: [here.deviceId], input: { text: 'Come back' } }),
    ).toMatchObject([{ ok: true }])
    const [command] = (await page('deviceCommand', { deviceId: String(here.deviceId), kind: 'speak' })).list
    expect(command).toMatchObject({ kind: 'speak', input: { text: 'Come back' }, userName: 'Name of admin' })
    await server.sql(sql =>
      sql.change(`update device_command set state = 'waiting' where id = $1`, [command?.id]),
    )
    expect((await results('deviceCommand', 'cancel', { ids: [command?.id] }))[0]?.ok).toBe(true)
    expect((await results('deviceCommand', 'cancel', { ids: [command?.id] }))[0]?.error?.id).toBe(
      'state.transition',
    )
  })

  test('a group without devices has nothing to command', async () => {
    const group = await saved('deviceGroup', { name: 'nobody home' })
    expect((await results('deviceGroup', 'restart', { ids: [group.id] }))[0]?.error?.id).toBe('command.none')
  })

  test('settings are checked, stored and queued', async () => {
    const { here, tokens } = server
    const save = (heartRate: object) =>
      server.call('/api/device/settings/save', {
        token: tokens.admin,
        body: { imei: here.imei, settings: { limits: { heartRate }, restartMinutes: 5 } },
      })
    expect(await save({ lower: 100, upper: 60 })).toMatchObject({ id: 'field.limitOrder' })
    expect(await save({ lower: 50, upper: 120 })).toMatchObject({ code: 0 })
    const answer = await server.call('/api/device/settings/get', {
      token: tokens.admin,
      query: { imei: here.imei },
    })
    expect(answer.data).toMatchObject({ desired: { restartMinutes: 5 }, reported: null })
    const timeline = await server.call('/api/device/device/timeline', {
      token: tokens.admin,
      query: { imei: here.imei, from: '0', to: String(Date.now()) },
    })
    expect(timeline.field).toBe('to')
    const recent = await server.call('/api/device/device/timeline', {
      token: tokens.admin,
      query: { imei: here.imei, from: String(Date.now() - 86_400_000), to: String(Date.now()) },
    })
    expect((recent.data as { kind: string }[]).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['edit', 'command', 'alarm']),
    )
  })

  test('settings of a recycled device are refused, and nothing waits for it', async () => {
    const { here, tokens } = server
    const live = (lifecycle: string) =>
      server.sql(sql =>
        sql.change('update device set lifecycle = $2 where id = $1', [here.deviceId, lifecycle]),
      )
    const waiting = () =>
      server.sql(sql =>
        sql.query(`select id from device_command where device_id = $1 and kind = 'settings'`, [
          here.deviceId,
        ]),
      )
    const before = await waiting()
    const [row] = await server.sql(sql =>
      sql.query<{ lifecycle: string }>('select lifecycle from device where id = $1', [here.deviceId]),
    )
    await live('recycled')
    const answer = await server.call('/api/device/settings/save', {
      token: tokens.admin,
      body: { imei: here.imei, settings: { limits: {}, restartMinutes: 7 } },
    })
    await live(row?.lifecycle ?? 'bound')
    expect(answer).toMatchObject({ id: 'device.recycled' })
    expect(await waiting()).toEqual(before)
  })
})

test('a thinned series keeps its lowest and highest values', async () => {
  const { here, tokens } = server
  const start = Date.UTC(2026, 0, 1)
  const values = Array.from({ length: 5000 }, (_, n) => (n === 1234 ? 299 : n === 4321 ? 1 : 70 + (n % 7)))
  await server.sql(async sql => {
    await sql.query(
      `insert into latest_reading (device_id, tenant_id, kind, value, at) values ($1, $2, 'heartRate', 70, $3)`,
      [here.deviceId, here.tenantId, start],
    )
  })
  const { ownerUrl } = server.app.database
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(
    `create table if not exists reading_test partition of reading for values from (${start}) to (${start + 86_400_000})`,
  )
  await owner.end()
  await server.sql(sql =>
    sql.query(
      `insert into reading (tenant_id, device_id, kind, at, value)
       select $1, $2, 'heartRate', $3 + n * 1000, value from unnest($4::float8[]) with ordinality as v (value, n)`,
      [here.tenantId, here.deviceId, start, values],
    ),
  )
  const ask = (query: Record<string, string>) =>
    server.call('/api/device/reading/series', {
      token: tokens.admin,
      query: {
        imei: here.imei,
        kind: 'heartRate',
        from: String(start),
        to: String(start + 6_000_000),
        ...query,
      },
    })
  const thin = (await ask({ points: '100' })).data as { times: number[]; values: number[] }
  expect(thin.values.length).toBeLessThanOrEqual(100)
  expect([Math.min(...thin.values), Math.max(...thin.values)]).toEqual([1, 299])
  expect(thin.times).toEqual([...thin.times].sort((a, b) => a - b))
  // A whole series comes packed.
  const full = z.decode(seriesWire, (await ask({ points: '10000' })).data as z.input<typeof seriesWire>)
  expect(full.values).toEqual(values)
  expect(await ask({ from: String(start + 9), to: String(start) })).toMatchObject({ field: 'to' })
  expect(await ask({ kind: 'nonsense' })).toMatchObject({ id: 'field.choice', field: 'kind' })
})

test('the audit log is whole, keeps no secret, and refuses to be changed', async () => {
  const { here } = server
  expect(await walkChain(server.app.parts.data, here.tenantId)).toMatchObject({ broken: undefined })
  await server.sql(async sql => {
    const text = JSON.stringify(await sql.query('select * from audit'))
    expect(text.length).toBeGreaterThan(1000)
    expect(text).not.toContain('Long-enough-1')
    expect(text).not.toMatch(/argon2|\$scrypt/)
  })
  await expect(server.sql(sql => sql.change(`update audit set user_name = 'x'`))).rejects.toThrow()
  await expect(server.sql(sql => sql.change('delete from audit'))).rejects.toThrow()
})

test('the document of the API names every endpoint with its permission', async () => {
  const response = await fetch(`${server.url}/api/openapi.json`)
  const document = (await response.json()) as {
    paths: Record<string, Record<string, { 'x-access': string }>>
  }
  expect(document.paths['/api/device/device/save']?.post?.['x-access']).toBe('device.save')
  const docs = await fetch(`${server.url}/api/docs`)
  expect(docs.headers.get('content-security-policy')).not.toContain('unsafe')
  const html = await docs.text()
  expect(html).not.toMatch(/<script>|https?:\/\//)
  const parts = [...html.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, path]) => path ?? '')
  expect(parts).toHaveLength(4)
  for (const path of parts) {
    const part = await fetch(`${server.url}${path}`)
    expect([path, part.status, part.headers.get('content-type')]).toEqual([
      path,
      200,
      `text/${path.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
    ])
  }
})

test('health tells what is up', async () => {
  const answer = await fetch(`${server.url}/api/health`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ status: 'ok', database: 'ok' })
})

test('health tells the traffic to the highest authorization and to nobody else', async () => {
  const { root, admin } = server.tokens
  const of = async (headers: Record<string, string>) =>
    (await (await fetch(`${server.url}/api/health`, { headers })).json()) as Record<string, unknown>
  expect(await of({ authorization: root })).toMatchObject({ traffic: { stored: 0, refused: {} } })
  for (const headers of [{}, { authorization: admin }, { authorization: 'nobody' }])
    expect(await of(headers as Record<string, string>)).not.toHaveProperty('traffic')
})

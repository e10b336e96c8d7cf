// Saving rules and test windows over HTTP: what is refused with which field, what is clipped, who may what.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { alarmTypes } from '../../../../src/domain/alarm/alarm-types.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

const HOUR = 3_600_000
let server: TestServer
let departmental: string
beforeAll(async () => {
  server = await startServer()
  const { here } = server
  // Somebody who may set test windows, of one department.
  await server.sql(async sql => {
    const role = await insert(sql, 'role', {
      tenant_id: here.tenantId,
      name: 'installer',
      scope: 'department',
    })
    await sql.query(
      `insert into role_resource (tenant_id, role_id, resource_id)
       select $1, $2, id from resource where mark in ('alarmTest.read', 'alarmTest.save', 'alarmRule.read', 'alarmRule.save', 'alarmRule.remove')`,
      [here.tenantId, role],
    )
    const patrol = await sql.first<{ id: number }>(`select id from account where username = 'patrol'`)
    await sql.query('insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3)', [
      here.tenantId,
      patrol?.id,
      role,
    ])
  })
  server.app.parts.bus.emit('rights.changed', {})
  departmental = await server.logIn('patrol')
})
afterAll(() => server.stop())

const codes = (...words: (typeof alarmTypes)[number][]) => words.map(word => alarmTypes.indexOf(word) + 1)
const call = (path: string, body: unknown, token = server.tokens.admin) =>
  server.call(`/api/message/${path}`, { token, body })

let made = 0
const rule = (more: object = {}) => ({
  name: `rule ${++made}`,
  enabled: true,
  priority: 10,
  types: codes('smoke'),
  kinds: [],
  days: [],
  zone: 'Asia/Shanghai',
  channels: ['console'],
  roleIds: [],
  userIds: [],
  escalateRoleIds: [],
  escalateUserIds: [],
  ...more,
})

describe('a rule', () => {
  test('is saved, read back with names, changed, switched off and on, removed and restored', async () => {
    const { here } = server
    const saved = await call(
      'alarmRule/save',
      rule({
        days: [5, 6],
        fromMinute: 1320,
        untilMinute: 360,
        severity: 'critical',
        departmentId: here.departmentId,
        groupId: here.groupId,
        roleIds: [here.roleId],
        userIds: [here.userId],
        repeatMinutes: 5,
        escalateMinutes: 15,
        escalateUserIds: [here.userId],
      }),
    )
    expect(saved).toMatchObject({
      code: 0,
      data: {
        types: codes('smoke'),
        roleNames: ['here role'],
        userNames: ['here worker'],
        escalateUserNames: ['here worker'],
        departmentName: 'here one',
        groupName: 'here group',
        repeatMinutes: 5,
      },
    })
    const { id, version } = saved.data as { id: number; version: number }
    expect(
      (await call('alarmRule/save', rule({ id, version, fromMinute: null, untilMinute: null }))).data,
    ).toMatchObject({
      fromMinute: null,
      departmentId: here.departmentId,
    })
    expect((await call('alarmRule/disable', { ids: [id] })).data).toMatchObject({ results: [{ ok: true }] })
    const page = await server.call('/api/message/alarmRule/page', {
      token: server.tokens.admin,
      query: { enabled: 'false' },
    })
    expect((page.data as { list: { id: number }[] }).list.map(row => row.id)).toContain(id)
    await call('alarmRule/remove', { ids: [id] })
    expect((await call('alarmRule/restore', { ids: [id] })).data).toMatchObject({ results: [{ ok: true }] })
  })
  test.each<[string, () => object, string, string]>([
    ['a role of another tenant', () => ({ roleIds: [server.there.roleId] }), 'field.reference', 'roleIds'],
    ['a role that is none', () => ({ roleIds: [999_999_999] }), 'field.reference', 'roleIds'],
    [
      'somebody of another tenant',
      () => ({ escalateUserIds: [server.there.userId] }),
      'field.reference',
      'escalateUserIds',
    ],
    [
      'a department of another tenant',
      () => ({ departmentId: server.there.departmentId }),
      'field.reference',
      'departmentId',
    ],
    ['a zone that does not exist', () => ({ zone: 'Europe/Atlantis' }), 'field.zone', 'zone'],
    ['a zone that is no name', () => ({ zone: '../etc' }), 'field.zone', 'zone'],
    [
      'from the same minute until it',
      () => ({ fromMinute: 60, untilMinute: 60 }),
      'field.periodOrder',
      'untilMinute',
    ],
    ['a beginning without an end', () => ({ fromMinute: 60 }), 'field.required', 'untilMinute'],
    ['minute 1440', () => ({ fromMinute: 0, untilMinute: 1440 }), 'field.tooBig', 'untilMinute'],
    ['a repeat of 0', () => ({ repeatMinutes: 0 }), 'field.tooSmall', 'repeatMinutes'],
    [
      'an escalation after more than a day',
      () => ({ escalateMinutes: 1441 }),
      'field.tooBig',
      'escalateMinutes',
    ],
    [
      '35 types',
      () => ({ types: Array.from({ length: 35 }, (_, index) => (index % 34) + 1) }),
      'field.tooLong',
      'types',
    ],
    ['day 8', () => ({ days: [8] }), 'field.tooBig', 'days.0'],
    ['a channel that is none', () => ({ channels: ['telegraph'] }), 'field.choice', 'channels.0'],
    ['no name', () => ({ name: ' ' }), 'field.required', 'name'],
  ])('with %s is refused', async (_, more, id, field) => {
    expect(await call('alarmRule/save', rule(more()))).toMatchObject({ id, field })
  })
  test('has a name of its own', async () => {
    await call('alarmRule/save', rule({ name: 'Night' }))
    expect(await call('alarmRule/save', rule({ name: 'night' }))).toMatchObject({
      id: 'field.duplicate',
      field: 'name',
    })
  })
  test('is nobody’s but the tenant’s', async () => {
    const { tokens } = server
    expect(await call('alarmRule/save', rule(), tokens.visitor)).toMatchObject({ id: 'forbidden' })
    const { data } = await call('alarmRule/save', rule())
    const { id, version } = data as { id: number; version: number }
    expect(await call('alarmRule/save', rule({ id, version }), tokens.stranger)).toMatchObject({
      id: 'row.unknown',
    })
    expect((await call('alarmRule/disable', { ids: [id] }, tokens.stranger)).data).toMatchObject({
      results: [{ ok: false, error: { id: 'row.unknown' } }],
    })
  })
  test('of who sees one department is about that one: nobody else’s alarms are silenced by it', async () => {
    const { here } = server
    const quiet = { channels: [], priority: 0 }
    const save = (more: object) => call('alarmRule/save', rule({ ...quiet, ...more }), departmental)
    expect(await save({})).toMatchObject({ id: 'field.required', field: 'departmentId' })
    expect(await save({ departmentId: here.otherDepartmentId })).toMatchObject({
      id: 'field.reference',
      field: 'departmentId',
    })
    const mine = (await save({ departmentId: here.departmentId })) as {
      data: { id: number; version: number }
    }
    expect(mine).toMatchObject({ code: 0 })
    // Nor does a rule of the own department become one over all.
    const { id, version } = mine.data
    expect(await save({ id, version, departmentId: null })).toMatchObject({
      id: 'field.required',
      field: 'departmentId',
    })

    const whole = (await call('alarmRule/save', rule())).data as { id: number; version: number }
    expect(
      await save({ id: whole.id, version: whole.version, departmentId: here.departmentId }),
    ).toMatchObject({
      id: 'forbidden',
    })
    for (const verb of ['disable', 'remove'])
      expect(
        (await call(`alarmRule/${verb}`, { ids: [whole.id, mine.data.id] }, departmental)).data,
      ).toMatchObject({
        results: [{ ok: false, error: { id: 'forbidden' } }, { ok: true }],
      })
    await call('alarmRule/remove', { ids: [whole.id] })
    expect(
      (await call('alarmRule/restore', { ids: [whole.id, mine.data.id] }, departmental)).data,
    ).toMatchObject({
      results: [{ ok: false, error: { id: 'forbidden' } }, { ok: true }],
    })
  })
})

const window = (more: object = {}) => ({
  reason: 'maintenance',
  deviceId: server.here.deviceId,
  types: [],
  startsAt: Date.now(),
  endsAt: Date.now() + HOUR,
  ...more,
})
const saved = async (more: object = {}) =>
  (await call('alarmTest/save', window(more))).data as {
    id: number
    version: number
    startsAt: number
    endsAt: number
  }

describe('a test window', () => {
  test('says who made it, how far it is, and is found by its device', async () => {
    const answer = await call(
      'alarmTest/save',
      window({ startsAt: Date.now() + HOUR, endsAt: Date.now() + 2 * HOUR }),
    )
    expect(answer).toMatchObject({
      code: 0,
      data: { state: 'planned', hidden: 0, userName: 'Name of admin', endedBy: null },
    })
    const { id } = await saved()
    const query = { deviceId: String(server.here.deviceId), state: 'running' }
    const page = await server.call('/api/message/alarmTest/page', { token: server.tokens.admin, query })
    expect(page.data).toMatchObject({ total: 1, list: [{ id, state: 'running' }] })
    await call('alarmTest/end', { ids: [id] })
  })
  test('is made known when it is made and when it is ended', async () => {
    const told = vi.fn()
    const stop = server.app.parts.bus.on('alarmTest.changed', told)
    const { id } = await saved()
    expect(told).toHaveBeenCalledTimes(1)
    await call('alarmTest/end', { ids: [id] })
    expect(told.mock.calls).toEqual([
      [{ tenantId: server.here.tenantId }],
      [{ tenantId: server.here.tenantId }],
    ])
    stop()
  })
  test('that began in the past begins now', async () => {
    const before = Date.now()
    const { startsAt, id } = await saved({ startsAt: before - HOUR })
    expect(startsAt).toBeGreaterThanOrEqual(before)
    await call('alarmTest/end', { ids: [id] })
  })
  test.each<[string, () => object, string, string]>([
    [
      'that is over',
      () => ({ startsAt: Date.now() - 2 * HOUR, endsAt: Date.now() - HOUR }),
      'field.periodOrder',
      'endsAt',
    ],
    [
      'that ends before it begins',
      () => ({ startsAt: Date.now() + 2 * HOUR }),
      'field.periodOrder',
      'endsAt',
    ],
    [
      'of 72 hours and a millisecond',
      () => {
        const startsAt = Date.now() + HOUR
        return { startsAt, endsAt: startsAt + 72 * HOUR + 1 }
      },
      'field.testTooLong',
      'endsAt',
    ],
    ['of everything', () => ({ deviceId: null }), 'field.required', 'types'],
    [
      'of a device of another tenant',
      () => ({ deviceId: server.there.deviceId }),
      'field.reference',
      'deviceId',
    ],
    [
      'of a group of another tenant',
      () => ({ deviceId: null, groupId: server.there.groupId }),
      'field.reference',
      'groupId',
    ],
    ['of 35 types', () => ({ types: Array.from({ length: 35 }, () => 8) }), 'field.tooLong', 'types'],
    ['without a reason', () => ({ reason: '' }), 'field.required', 'reason'],
  ])('%s is refused', async (_, more, id, field) => {
    expect(await call('alarmTest/save', window(more()))).toMatchObject({ id, field })
  })
  test('of exactly 72 hours is taken', async () => {
    const startsAt = Date.now() + HOUR
    const { id, endsAt } = await saved({ startsAt, endsAt: startsAt + 72 * HOUR })
    expect(endsAt).toBe(startsAt + 72 * HOUR)
    await call('alarmTest/end', { ids: [id] })
  })
  test('while it runs, its end and reason may change and what it silences may not', async () => {
    const { id, version, startsAt } = await saved()
    const longer = await call(
      'alarmTest/save',
      window({ id, version, endsAt: Date.now() + 3 * HOUR, startsAt: startsAt - HOUR }),
    )
    expect(longer).toMatchObject({ code: 0, data: { startsAt } })
    const next = (longer.data as { version: number }).version
    expect(await call('alarmTest/save', window({ id, version: next, types: codes('sos') }))).toMatchObject({
      id: 'state.transition',
    })
    expect(
      await call('alarmTest/save', window({ id, version: next, endsAt: startsAt + 72 * HOUR + 1 })),
    ).toMatchObject({ id: 'field.testTooLong' })
    await call('alarmTest/end', { ids: [id] })
  })
  test('ended by hand is over, says by whom, and cannot be ended or changed again', async () => {
    const { id } = await saved({ startsAt: Date.now() + HOUR, endsAt: Date.now() + 2 * HOUR })
    expect((await call('alarmTest/end', { ids: [id] })).data).toMatchObject({ results: [{ ok: true }] })
    const { data } = await server.call('/api/message/alarmTest/get', {
      token: server.tokens.admin,
      query: { id: String(id) },
    })
    expect(data).toMatchObject({ state: 'ended', endedBy: 'Name of admin' })
    expect((await call('alarmTest/end', { ids: [id] })).data).toMatchObject({
      results: [{ error: { id: 'state.transition' } }],
    })
    expect(
      await call('alarmTest/save', window({ id, version: (data as { version: number }).version })),
    ).toMatchObject({
      id: 'state.transition',
    })
  })
  test('of who sees one department is about a device there', async () => {
    const { here, tokens } = server
    expect(await call('alarmTest/save', window(), departmental)).toMatchObject({ code: 0 })
    expect(
      await call('alarmTest/save', window({ deviceId: here.otherDeviceId }), departmental),
    ).toMatchObject({
      id: 'field.reference',
      field: 'deviceId',
    })
    for (const more of [
      { deviceId: null, groupId: here.groupId },
      { deviceId: null, types: codes('fall') },
    ])
      expect(await call('alarmTest/save', window(more), departmental)).toMatchObject({
        id: 'field.required',
        field: 'deviceId',
      })
    const { id } = await saved({ deviceId: here.otherDeviceId })
    const page = async (token: string) =>
      (await server.call('/api/message/alarmTest/page', { token, query: { size: '500' } })).data as {
        list: { id: number }[]
      }
    expect((await page(departmental)).list.map(row => row.id)).not.toContain(id)
    expect((await page(tokens.admin)).list.map(row => row.id)).toContain(id)
  })
  test('is nothing for visitors and strangers', async () => {
    const { id } = await saved()
    expect(await call('alarmTest/save', window(), server.tokens.visitor)).toMatchObject({ id: 'forbidden' })
    expect((await call('alarmTest/end', { ids: [id] }, server.tokens.stranger)).data).toMatchObject({
      results: [{ error: { id: 'row.unknown' } }],
    })
  })
})

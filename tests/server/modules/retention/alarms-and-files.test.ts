// Alarms, crossings, recordings and files of exports: what a tenant's own days take, and what stays whatever its age.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WHOLE } from '../../../../server/db/scoped.ts'
import { sweepFiles } from '../../../../server/modules/files/sweep.ts'
import { deleteExpired } from '../../../../server/modules/recordings/expiry.ts'
import { forget } from '../../../../server/modules/retention/forget.ts'
import { insert, startServer, type TestServer, type World } from '../../start.ts'

const DAY = 86_400_000
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())
beforeEach(() => server.sql(sql => sql.change('delete from retention_days')))

const save = async (kind: string, days: number | null) => {
  const answer = await server.call('/api/user/retention/save', {
    token: server.tokens.admin,
    body: { kind, days },
  })
  expect(answer.code).toBe(0)
}
const forgetNow = (batch?: number) => {
  const { data, log, config } = server.app.parts
  return forget({ data, log, retention: config.retention, ...(batch !== undefined && { batch }) })
}
const left = (table: string, ids: readonly number[]) =>
  server.sql(async sql =>
    (await sql.query<{ id: number }>(`select id from ${table} where id = any($1) order by id`, [ids])).map(
      ({ id }) => id,
    ),
  )
// From one moment, each a millisecond before the last: with the clock going on beside it two could be the same.
const began = Date.now()
let turn = 0
const ago = (days: number) => began - days * DAY - turn++
const alarm = (world: World, more: Record<string, unknown> = {}) => {
  const at = ago(1_200)
  return server.sql(async sql => {
    const id = await insert(sql, 'alarm', {
      ...{ tenant_id: world.tenantId, device_id: world.deviceId, imei: world.imei, device_name: 'A' },
      ...{ device_kind: 'wristband', type: 'sos', severity: 'critical', title: 'SOS', status: 'handled' },
      ...{ raised_at: at, handled_at: at, created_at: at, updated_at: at, ...more },
    })
    await sql.change(
      `insert into alarm_event (tenant_id, alarm_id, kind, at, recorded_at) values ($1, $2, 'raised', $3, $3)`,
      [world.tenantId, id, at],
    )
    return id
  })
}

test('handled alarms go with their timeline, of the own tenant only and after its days only', async () => {
  const [old, theirs] = [await alarm(server.here), await alarm(server.there)]
  const young = await alarm(server.here, { raised_at: ago(1_000) })
  const late = await alarm(server.here, { handled_at: ago(1_000) })
  // Without a word of the tenant alarms stay as long as the installation.
  expect(await forgetNow()).not.toHaveProperty('alarm')
  await save('alarms', 1_096)
  expect(await forgetNow()).toMatchObject({ alarm: 1 })
  expect(await left('alarm', [old, theirs, young, late])).toEqual([theirs, young, late])
  const events = await server.sql(sql =>
    sql.query('select alarm_id from alarm_event where alarm_id = any($1) order by 1', [[old, theirs]]),
  )
  expect(events).toEqual([{ alarm_id: theirs }])
})

test('what is open, held as evidence, told of in an emergency or an incident, or still lasts stays', async () => {
  const { here } = server
  const tenant = here.tenantId
  const own = (more?: Record<string, unknown>) => alarm(here, more)
  const open = [
    await own({ status: 'untreated', handled_at: null }),
    await own({ status: 'acknowledged', handled_at: null }),
  ]
  const [held, inEmergency, crossed] = [await own(), await own(), await own()]
  const [lasting, marked, free] = [await own(), await own(), await own()]
  await server.sql(async sql => {
    const at = Date.now()
    const evidence = await insert(sql, 'evidence_case', { tenant_id: tenant, number: 'E-1', title: 'Held' })
    await sql.change(
      `insert into evidence_subject (tenant_id, case_id, no, kind, subject_id) values ($1, $2, 1, 'alarm', $3)`,
      [tenant, evidence, held],
    )
    const emergency = await insert(sql, 'emergency', {
      ...{ tenant_id: tenant, kind: 'fire', severity: 'critical', title: 'Fire', started_at: at },
    })
    await sql.change(
      `insert into emergency_entry (tenant_id, emergency_id, event_key, at, recorded_at, account_id, user_name, facts)
       select $1, $2, 'one', $3, $3, id, 'admin', $4 from account where username = 'admin'`,
      [tenant, emergency, at, JSON.stringify({ kind: 'item', of: 'alarm', subjectId: inEmergency })],
    )
    await insert(sql, 'fence_event', {
      ...{ tenant_id: tenant, device_id: here.deviceId, imei: here.imei, device_name: 'A', fence_id: 1 },
      ...{ fence_name: 'Gate', kind: 'exit', at, latitude: 1, longitude: 1, alarm_id: crossed },
    })
    await sql.change(
      `insert into device_condition (tenant_id, device_id, condition, alarm_id, type, raised_at)
       values ($1, $2, 'smoke', $3, 'smoke', $4)`,
      [tenant, here.deviceId, lasting, at],
    )
    const recording = await insert(sql, 'recording', { ...recordingRow(here), held_at: at })
    await sql.change(
      `insert into recording_mark (tenant_id, recording_id, kind, at_ms, alarm_id) values ($1, $2, 'alarm', 0, $3)`,
      [tenant, recording, marked],
    )
  })
  await save('alarms', 1_096)
  await forgetNow()
  const ids = [...open, held, inEmergency, crossed, lasting, marked]
  expect(await left('alarm', [...ids, free])).toEqual(ids)
})

test('many alarms go in batches, and a second round finds nothing', async () => {
  for (let n = 0; n < 7; n++) await alarm(server.here)
  await save('alarms', 1_096)
  expect(await forgetNow(3)).toMatchObject({ alarm: 7 })
  expect(await forgetNow(3)).not.toHaveProperty('alarm')
})

test('crossings of geofences go by the days of their tenant', async () => {
  const crossing = (world: World, days: number) =>
    server.sql(sql =>
      insert(sql, 'fence_event', {
        ...{ tenant_id: world.tenantId, device_id: world.deviceId, imei: world.imei, device_name: 'A' },
        ...{ fence_id: 1, fence_name: 'Gate', kind: 'exit', at: ago(days), latitude: 1, longitude: 1 },
      }),
    )
  const [old, young] = [await crossing(server.here, 41), await crossing(server.here, 39)]
  // Whoever has not decided keeps what there is, as before anybody could.
  const [theirs, ancient] = [await crossing(server.there, 41), await crossing(server.there, 4_000)]
  await save('fenceEvents', 40)
  await forgetNow()
  expect(await left('fence_event', [old, young, theirs, ancient])).toEqual([young, theirs, ancient])
})

function recordingRow(world: World, days = 0) {
  const at = ago(days)
  return {
    ...{
      tenant_id: world.tenantId,
      name: 'R',
      file_name: 'r',
      type: 'local',
      source: 'room',
      state: 'ready',
    },
    ...{ started_at: at, created_at: at, updated_at: at, expires_at: at + 30 * DAY },
  }
}

test('recordings go by the days of their tenant at once, and what somebody holds stays', async () => {
  const add = (world: World, days: number, more: Record<string, unknown> = {}) =>
    server.sql(sql => insert(sql, 'recording', { ...recordingRow(world, days), ...more }))
  const [old, young, theirs] = [
    await add(server.here, 12),
    await add(server.here, 8),
    await add(server.there, 12),
  ]
  const held = await add(server.here, 400, { held_at: 1 })
  const expire = () => deleteExpired(server.app.parts, Date.now())
  const there = async () =>
    (
      await server.sql(sql =>
        sql.query<{ id: number }>(
          'select id from recording where id = any($1) and removed_at is null order by id',
          [[old, young, theirs, held]],
        ),
      )
    ).map(({ id }) => id)
  await expire()
  expect(await there()).toEqual([old, young, theirs, held])
  const preview = await server.call('/api/user/retention/preview', {
    token: server.tokens.admin,
    body: { kind: 'recordings', days: 10 },
  })
  expect(preview.data).toMatchObject({ rows: 1 })
  await save('recordings', 10)
  await expire()
  expect(await there()).toEqual([young, theirs, held])
  // Longer days give a recording that is there its time back.
  await save('recordings', 365)
  const [row] = await server.sql(sql =>
    sql.query<{ days: number }>(
      'select ((expires_at - created_at) / $2)::int as days from recording where id = $1',
      [young, DAY],
    ),
  )
  expect(row?.days).toBe(365)
})

test('the file of an export goes by the days of its tenant; the task says that it was there', async () => {
  const { data, filesDir, log, config, storages } = server.app.parts
  const task = (world: World, days: number) =>
    server.sql(async sql => {
      const account = await sql.first<{ id: number }>('select id from account where tenant_id = $1 limit 1', [
        world.tenantId,
      ])
      return insert(sql, 'task', {
        ...{
          tenant_id: world.tenantId,
          user_id: account?.id,
          user_name: 'x',
          kind: 'export',
          entity: 'device',
        },
        ...{ file_name: 'x.csv', format: 'csv', request: '{}', state: 'done', path: `nowhere-${turn++}` },
        ...{ finished_at: ago(days), bytes: 10 },
      })
    })
  const [old, young] = [await task(server.here, 4), await task(server.here, 2)]
  const [theirs, ancient] = [await task(server.there, 4), await task(server.there, 31)]
  await save('exports', 3)
  await sweepFiles({ data, filesDir, log, config, storages }, Date.now())
  const rows = await data.scoped(WHOLE, sql =>
    sql.query<{ id: number }>('select id from task where id = any($1) and path is not null order by id', [
      [old, young, theirs, ancient],
    ]),
  )
  expect(rows.map(({ id }) => id)).toEqual([young, theirs])
  expect(await left('task', [old])).toEqual([old])
})

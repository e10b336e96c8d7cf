// Fences at work: saved by people, decided as positions arrive, in the database and on the console. Several server
// processes stand for themselves; the clock is the test's.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apart } from '../../../../server/db/transaction.ts'
import { createIngest, type Ingest } from '../../../../server/modules/ingest/ingest.ts'
import { packClosedTracks } from '../../../../server/modules/tracks/hours.ts'
import { type Outlet, silentOutlet } from '../../../../server/outlet.ts'
import { MOST_WATCHED } from '../../../../src/contract/endpoints/fence.ts'
import { MOST_FENCES } from '../../../../src/domain/fence/fence.ts'
import { placeAt } from '../../../../src/domain/geo/geo.ts'
import { movableClock } from '../../broker/stage.ts'
import { insert, startServer, type TestServer } from '../../start.ts'
import { settled } from '../life/fleet.ts'

const HOME = { longitude: 114.06, latitude: 22.54 }
const SECOND = 1000
const MINUTE = 60 * SECOND
let server: TestServer
let ingest: Ingest
let other: Ingest
let token: string
const clock = movableClock()
const told: {
  audience: { tenantId: number }
  message: Record<string, unknown>
  permission: string | undefined
}[] = []
beforeAll(async () => {
  server = await startServer()
  token = server.tokens.admin
  const { data, bus, log } = server.app.parts
  const outlet: Outlet = {
    ...silentOutlet,
    toAll: (audience, message, permission) =>
      void told.push({ audience, message: message as Record<string, unknown>, permission }),
  }
  const make = () => createIngest({ data, bus, log, outlet: () => outlet, now: clock.now, sweepEveryMs: 0 })
  ingest = make()
  other = make()
})
afterAll(async () => {
  await ingest.stop()
  await other.stop()
  await server.stop()
})

let made = 0
let device: { id: number; imei: string }
beforeEach(async () => {
  told.length = 0
  clock.advance(MINUTE)
  device = await addDevice()
})

async function addDevice(more: Record<string, unknown> = {}): Promise<{ id: number; imei: string }> {
  const imei = `8690000000${String(++made).padStart(5, '0')}`
  const { tenantId, categoryId, departmentId } = server.here
  const id = await server.sql(sql =>
    insert(sql, 'device', {
      tenant_id: tenantId,
      imei,
      kind: 'helmet',
      name: `walker ${made}`,
      category_id: categoryId,
      department_id: departmentId,
      lifecycle: 'bound',
      secret_hash: 'x',
      ...more,
    }),
  )
  await server.sql(sql =>
    sql.change('insert into device_state (device_id, tenant_id) values ($1, $2)', [id, tenantId]),
  )
  return { id, imei }
}

const save = (more: object = {}) =>
  server.call('/api/device/fence/save', {
    token,
    body: {
      name: `fence ${++made}`,
      type: 1,
      shape: 0,
      status: 1,
      ...HOME,
      radius: 100,
      alarmOnExit: true,
      alarmOnEntry: false,
      delaySeconds: 0,
      days: [],
      zone: 'Asia/Shanghai',
      groupIds: [],
      ...more,
    },
  })
interface Saved {
  id: number
  version: number
  [field: string]: unknown
}
async function addFence(more: object = {}, bound: number[] = [device.id]): Promise<Saved> {
  const answer = await save(more)
  expect(answer).toMatchObject({ code: 0 })
  const saved = answer.data as Saved
  if (bound.length > 0) await bind(saved.id, bound)
  // What stands still for a moment: positions of the same millisecond are older than the binding.
  clock.advance(SECOND)
  return saved
}
const bind = (id: number, add: number[], remove: number[] = []) =>
  server.call('/api/device/fence/bind', { token, body: { id, add, remove } })
const command = (name: string, id: number) =>
  server.call(`/api/device/fence/${name}`, { token, body: { ids: [id] } })

/** Says where it is, metres east of the middle, `ago` milliseconds before `now`. */
async function say(
  east: number,
  {
    ago = 0,
    now = clock.now(),
    by = ingest,
    of = device,
    ...more
  }: Record<string, unknown> & { ago?: number; now?: number; by?: Ingest; of?: { imei: string } } = {},
): Promise<void> {
  const { longitude: lon, latitude: lat } = placeAt(HOME, east, 0)
  const body = { code: '2002', lon, lat, time: now - ago, ...more }
  await by.take(of.imei, Buffer.from(JSON.stringify(body)), `sfwatch/${of.imei}/server`)
}
/** A walk: each place 10 seconds after the one before. */
async function walk(...places: number[]): Promise<void> {
  for (const east of places) {
    clock.advance(10 * SECOND)
    await say(east)
  }
}
interface EventRow {
  kind: string
  at: number
  alarm: number | null
  fence: number
}
const events = (of = device) =>
  server.sql(sql =>
    sql.query<EventRow & Record<string, unknown>>(
      `select kind, at, alarm_id as alarm, fence_id as fence, since from fence_event where device_id = $1 order by at, id`,
      [of.id],
    ),
  )
const alarms = (of = device) =>
  server.sql(sql =>
    sql.query<{ id: number; type: string; status: string; fence: number; name: string }>(
      `select id, type, status, fence_id as fence, fence_name as name from alarm
       where device_id = $1 and type like 'fence%' order by raised_at, id`,
      [of.id],
    ),
  )
const kinds = async (of = device) => (await events(of)).map(({ kind }) => kind)
const types = async (of = device) => (await alarms(of)).map(({ type }) => type)
const row = async (id: number) =>
  (await server.call('/api/device/fence/get', { token, query: { id: String(id) } })).data as Saved

describe('as positions arrive', () => {
  test('an exit is history and an alarm, coming back ends it', async () => {
    const fence = await addFence()
    await walk(0, 150, 180, 20)
    const [exit, entry] = await events()
    expect(exit).toMatchObject({ kind: 'exit', fence: fence.id, alarm: expect.any(Number) })
    expect(entry).toMatchObject({ kind: 'entry', alarm: null })
    expect(await alarms()).toMatchObject([
      { id: exit?.alarm, type: 'fenceExit', status: 'open', fence: fence.id, name: fence.name },
      { type: 'fenceRecovery', status: 'handled', fence: fence.id },
    ])
    const story = await server.call('/api/message/alarm/timeline', {
      token,
      query: { id: String(exit?.alarm) },
    })
    expect(JSON.stringify(story.data)).toContain('recovered')
    const shown = await server.call('/api/message/alarm/get', { token, query: { id: String(exit?.alarm) } })
    expect(shown.data).toMatchObject({ fenceId: fence.id, fenceName: fence.name })
    expect(await row(fence.id)).toMatchObject({ deviceCount: 1, insideCount: 1, lastEventAt: entry?.at })
  })

  test('the console hears who is on which side, as far as its scope goes', async () => {
    const fence = await addFence()
    await walk(0, 150)
    const notices = told.filter(({ message }) => message.code === 'fence')
    expect(notices.map(({ message }) => message.changes)).toMatchObject([
      [{ fenceId: fence.id, deviceId: device.id, inside: true, kind: null }],
      [{ fenceId: fence.id, deviceId: device.id, inside: false, kind: 'exit' }],
    ])
    const { tenantId, departmentId } = server.here
    expect(notices[0]).toMatchObject({ audience: { tenantId, departmentId }, permission: 'fence.read' })
  })

  test('one step over two fences is two alarms', async () => {
    await addFence()
    await addFence({ radius: 120 })
    await walk(0, 500)
    expect(await types()).toEqual(['fenceExit', 'fenceExit'])
  })

  test('a delay counts by itself, and once', async () => {
    await addFence({ delaySeconds: 60 })
    await walk(0, 150)
    await ingest.tendFences()
    expect(await kinds()).toEqual([])
    clock.advance(61 * SECOND)
    await Promise.all([ingest.tendFences(), other.tendFences()])
    await ingest.tendFences()
    expect(await kinds()).toEqual(['exit'])
    await walk(160)
    expect(await types()).toEqual(['fenceExit'])
  })

  test('dwelling is told without new positions', async () => {
    await addFence({ alarmOnExit: false, dwellMinutes: 5 })
    await walk(300, 0)
    clock.advance(5 * MINUTE)
    await ingest.tendFences()
    expect(await kinds()).toEqual(['entry', 'dwell'])
    expect(await types()).toEqual(['fenceEntry'])
  })

  test('late, doubled and mixed up positions decide nothing twice', async () => {
    await addFence()
    await walk(0)
    clock.advance(10 * MINUTE)
    // One batch, the newest first: decided in the order in which it happened. One moment for all: the same place told
    // twice is the same position only when its time is the same to the millisecond.
    const now = clock.now()
    await Promise.all([
      say(20, { now, ago: MINUTE }),
      say(150, { now, ago: 3 * MINUTE }),
      say(10, { now, ago: 5 * MINUTE }),
      say(150, { now, ago: 3 * MINUTE }),
    ])
    expect(await kinds()).toEqual(['exit', 'entry'])
    // Nobody went out because of these: it was out then, and is known to have been.
    await say(300, { ago: 3 * MINUTE - SECOND })
    await say(300, { ago: 2 * MINUTE })
    expect(await kinds()).toEqual(['exit', 'entry'])
    const [stored] = await server.sql(sql =>
      sql.query<{ n: number }>('select count(*) as n from position where device_id = $1', [device.id]),
    )
    expect(stored?.n).toBe(6)
  })

  describe('what comes late from a buffer', () => {
    const late = async () =>
      (
        await server.sql(sql =>
          sql.query<{ kind: string; at: number; late: boolean }>(
            'select kind, at, late from fence_event where device_id = $1 order by at, id',
            [device.id],
          ),
        )
      ).map(
        ({ kind, at, late }) =>
          `${kind} ${Math.round((at - clock.now()) / MINUTE) || 0}${late ? ' late' : ''}`,
      )
    const side = () =>
      server.sql(sql =>
        sql.query('select inside, since, alarm_id as alarm from fence_side where device_id = $1', [
          device.id,
        ]),
      )
    /** Inside half an hour ago and now; what was between is not known yet. */
    const gap = async (more: object = {}) => {
      const fence = await addFence(more)
      await say(0)
      clock.advance(30 * MINUTE)
      await say(0)
      return fence
    }

    test('reaches history and alarms, marked, and the present side stays', async () => {
      const fence = await gap()
      const before = await side()
      const now = clock.now()
      await Promise.all([say(300, { now, ago: 20 * MINUTE }), say(300, { now, ago: 19 * MINUTE })])
      expect(await late()).toEqual(['exit -20 late', 'entry 0 late'])
      expect(await side()).toEqual(before)
      const raised = await server.sql(sql =>
        sql.query<{ id: number; type: string; at: number; late: boolean; came: number; status: string }>(
          `select id, type, raised_at - $2 as at, late, created_at - $2 as came, status from alarm
           where device_id = $1 and type like 'fence%' order by raised_at, id`,
          [device.id, now],
        ),
      )
      expect(raised).toMatchObject([
        { type: 'fenceExit', at: -20 * MINUTE, late: true, status: 'open' },
        { type: 'fenceRecovery', late: true, status: 'handled' },
      ])
      const story = await server.call('/api/message/alarm/timeline', {
        token,
        query: { id: String(raised[0]?.id) },
      })
      expect(JSON.stringify(story.data)).toContain('recovered')
      const shown = await server.call('/api/message/alarm/get', {
        token,
        query: { id: String(raised[0]?.id) },
      })
      expect(shown.data).toMatchObject({ late: true, raisedAt: now - 20 * MINUTE })
      expect((shown.data as { createdAt: number }).createdAt).toBeGreaterThanOrEqual(now)
      const page = await server.call('/api/device/fenceEvent/page', {
        token,
        query: { fenceId: String(fence.id), kind: 'exit' },
      })
      expect(page.data).toMatchObject({ list: [{ late: true, at: now - 20 * MINUTE }] })
      const [notice] = told.filter(({ message }) => message.code === 'fence').slice(-1)
      expect(notice?.message.changes).toMatchObject([
        { kind: 'exit', inside: true, late: true },
        { kind: 'entry', inside: true, late: true },
      ])
    })

    test('piece by piece, doubled, and the newest first, it is told once', async () => {
      await gap()
      const pieces = [10, 20, 19, 10, 20, 12]
      for (const minutes of pieces) await say(minutes === 12 ? 0 : 300, { ago: minutes * MINUTE })
      expect(await late()).toEqual(['exit -20 late', 'entry -12 late', 'exit -10 late', 'entry 0 late'])
      expect(await types()).toEqual(['fenceExit', 'fenceRecovery', 'fenceExit', 'fenceRecovery'])
    })

    test('an exit that is known is not told again for being known better', async () => {
      await addFence()
      await say(0)
      clock.advance(30 * MINUTE)
      await say(300)
      await say(300, { ago: 10 * MINUTE })
      expect(await late()).toEqual(['exit 0'])
      await say(0, { ago: 5 * MINUTE })
      expect(await late()).toEqual(['exit -10 late', 'entry -5 late', 'exit 0'])
      // The new one is open, and the alarm of now is not over for that.
      expect(await side()).toMatchObject([{ inside: false, alarm: expect.any(Number) }])
    })

    test('of hours that are packed already', async () => {
      await gap()
      clock.advance(3 * 60 * MINUTE)
      await say(10)
      await packClosedTracks(server.app.parts.data, clock.now() + 60 * MINUTE)
      await say(300, { ago: 200 * MINUTE })
      expect(await late()).toEqual(['exit -200 late', 'entry -180 late'])
    })

    test('a delay and dwelling count for it too, and what was before the fence decides nothing', async () => {
      await gap({ delaySeconds: 120, dwellMinutes: 5, alarmOnExit: false })
      await say(300, { now: Date.now(), ago: 60 * MINUTE })
      const together = (...places: [east: number, minutes: number][]) => {
        const now = clock.now()
        return Promise.all(places.map(([east, minutes]) => say(east, { now, ago: minutes * MINUTE })))
      }
      await together([300, 25], [300, 24], [0, 23.5])
      const events = (await late()).filter(text => text.startsWith('e'))
      expect(events).toEqual([])
      await together([300, 22], [300, 18])
      expect((await late()).filter(text => text.startsWith('e'))).toEqual(['exit -22 late', 'entry 0 late'])
    })

    test('all of it in its order, hours old: the side is that of the newest, the mark is there', async () => {
      await addFence()
      await say(0)
      clock.advance(3 * 60 * MINUTE)
      const now = clock.now()
      await Promise.all([
        say(300, { now, ago: 120 * MINUTE }),
        say(0, { now, ago: 60 * MINUTE }),
        say(300, { now }),
      ])
      expect(await late()).toEqual(['exit -120 late', 'entry -60 late', 'exit 0'])
      expect(await side()).toMatchObject([{ inside: false, since: now }])
    })
  })

  test('a position from the future is as old as its coming', async () => {
    await addFence()
    await walk(0)
    await say(150, { ago: -86_400_000 })
    await walk(20)
    expect(await kinds()).toEqual(['exit', 'entry'])
  })

  test('a device whose clock is behind is found where it is, and has not entered', async () => {
    await addFence({ type: 0, alarmOnExit: false, alarmOnEntry: true })
    const ago = 5 * MINUTE
    await say(0, { ago })
    clock.advance(10 * SECOND)
    await say(0, { ago })
    clock.advance(6 * MINUTE)
    await say(0, { ago })
    clock.advance(10 * SECOND)
    await say(5, { ago })
    expect(await kinds()).toEqual([])
    clock.advance(10 * SECOND)
    await say(300, { ago })
    expect(await kinds()).toEqual(['exit'])
  })

  test('a receiver without a fix says 0, 0: that is no place, and no exit', async () => {
    await addFence()
    await walk(0, 0)
    clock.advance(10 * SECOND)
    await say(0, { lat: 0, lon: 0 })
    await say(0, { code: '3001', type: 15, lat: 0, lon: 0 })
    expect(await events()).toEqual([])
    const [kept] = await server.sql(sql =>
      sql.query<{ n: number; latitude: number; sos: number }>(
        `select (select count(*)::int from position where device_id = $1) as n, latitude,
           (select count(*)::int from alarm where device_id = $1 and latitude > 22) as sos
         from device_state where device_id = $1`,
        [device.id],
      ),
    )
    expect(kept).toMatchObject({ n: 2, latitude: HOME.latitude, sos: 1 })
    await ingest.refusals.flush()
    const refused = await server.sql(sql =>
      sql.query('select reason from refused_message where imei = $1', [device.imei]),
    )
    expect(refused).toEqual([{ reason: 'position:nowhere' }])
  })

  test('what is not exact does not flip a side, and a cell tower is not exact', async () => {
    await addFence()
    await walk(0)
    clock.advance(MINUTE)
    await say(400, { source: 'lbs' })
    clock.advance(MINUTE)
    await say(150, { accuracy: 80 })
    expect(await kinds()).toEqual([])
    clock.advance(MINUTE)
    await say(150, { accuracy: 10 })
    expect(await kinds()).toEqual(['exit'])
  })

  test('a restricted area far away asks nothing of the database until somebody comes', async () => {
    const fence = await addFence({ type: 0, alarmOnExit: false, alarmOnEntry: true })
    await walk(500, 600)
    const sides = await server.sql(sql => sql.query('select from fence_side where fence_id = $1', [fence.id]))
    expect(sides).toHaveLength(0)
    const watched = await server.call('/api/device/fence/devices', {
      token,
      query: { id: String(fence.id) },
    })
    expect(watched.data).toMatchObject([{ id: device.id, direct: true, inside: false }])
    await walk(0)
    expect(await types()).toEqual(['fenceEntry'])
  })

  test('across the antimeridian', async () => {
    const rings = [
      [
        [179.999, -17.001],
        [-179.999, -17.001],
        [-179.999, -16.999],
        [179.999, -16.999],
      ],
    ]
    const fence = await addFence({ shape: 1, rings, radius: null, longitude: null, latitude: null })
    expect(Math.abs(Number(fence.longitude))).toBeCloseTo(180, 2)
    for (const lon of [179.9995, -179.9995, 179.9991, -179.99]) {
      clock.advance(10 * SECOND)
      await say(0, { lon, lat: -17 })
    }
    expect(await kinds()).toEqual(['exit'])
  })
})

describe('two processes', () => {
  test('know what the other has decided', async () => {
    await addFence()
    await walk(0)
    for (const by of [other, ingest, other]) {
      clock.advance(10 * SECOND)
      await say(150, { by })
    }
    expect(await types()).toEqual(['fenceExit'])
    for (const by of [ingest, other]) {
      clock.advance(10 * SECOND)
      await say(0, { by })
    }
    expect(await types()).toEqual(['fenceExit', 'fenceRecovery'])
  })
})

describe('people change things', () => {
  test('while a position is being judged: it decides nothing by what the fence was', async () => {
    const fence = await addFence()
    await walk(0, 0)
    clock.advance(10 * SECOND)
    const said: Promise<void>[] = []
    await server.sql(async sql => {
      await sql.change('update fence set armed_at = $2, version = version + 1 where id = $1', [
        fence.id,
        clock.now(),
      ])
      await sql.change('delete from fence_side where fence_id = $1', [fence.id])
      said.push(apart(() => say(300, { ago: SECOND })))
      // It has written its position by now, or waits for this.
      await expect
        .poll(async () => {
          const rows = await apart(() =>
            server.sql(other =>
              other.query(
                `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%fence%'`,
              ),
            ),
          )
          return rows.length
        })
        .toBeGreaterThan(0)
    })
    await Promise.all(said)
    expect(await events()).toEqual([])
    expect(
      await server.sql(sql => sql.query('select 1 from fence_side where device_id = $1', [device.id])),
    ).toEqual([])
    await walk(300, 300)
    expect(await events()).toEqual([])
  })

  test('what is drawn anew, switched off and on, or bound again makes no false alarm', async () => {
    const fence = await addFence()
    await walk(0)
    const moved = await server.call('/api/device/fence/save', {
      token,
      body: {
        ...fence,
        groupNames: undefined,
        deviceCount: undefined,
        insideCount: undefined,
        lastEventAt: undefined,
        createdAt: undefined,
        updatedAt: undefined,
        version: (await row(fence.id)).version,
        longitude: 114.07,
      },
    })
    expect(moved).toMatchObject({ code: 0 })
    clock.advance(MINUTE)
    await walk(0, 10)
    expect(await kinds()).toEqual([])
    await command('disable', fence.id)
    await walk(1030, 3000)
    expect(await kinds()).toEqual([])
    await command('enable', fence.id)
    clock.advance(MINUTE)
    await walk(3010, 1030, 3000)
    expect(await kinds()).toEqual(['entry', 'exit'])
    await walk(1030)
    await bind(fence.id, [], [device.id])
    await walk(3000)
    await bind(fence.id, [device.id])
    clock.advance(MINUTE)
    await walk(3000)
    expect(await kinds()).toEqual(['entry', 'exit', 'entry'])
  })

  test('a new name is no reason to forget who is inside', async () => {
    const fence = await addFence()
    await walk(0)
    const { version } = await row(fence.id)
    await server.call('/api/device/fence/save', {
      token,
      body: {
        id: fence.id,
        version,
        name: `renamed ${fence.id}`,
        type: 1,
        shape: 0,
        status: 1,
        ...HOME,
        radius: 100,
        alarmOnExit: true,
        alarmOnEntry: false,
        delaySeconds: 0,
        days: [],
        zone: 'Asia/Shanghai',
        groupIds: [],
      },
    })
    await walk(150)
    expect(await alarms()).toMatchObject([{ type: 'fenceExit', name: `renamed ${fence.id}` }])
  })

  test('groups: who joins is watched, who leaves is let go', async () => {
    const groupId = await server.sql(sql =>
      insert(sql, 'device_group', { tenant_id: server.here.tenantId, name: `group ${++made}` }),
    )
    const fence = await addFence({ groupIds: [groupId] }, [])
    const join = (group: number | null) =>
      server.call('/api/device/device/assignGroup', {
        token,
        body: { ids: [device.id], input: { groupId: group } },
      })
    await walk(0, 150)
    expect(await kinds()).toEqual([])
    expect(await join(groupId)).toMatchObject({ code: 0 })
    expect(await row(fence.id)).toMatchObject({ deviceCount: 1, insideCount: 0 })
    clock.advance(MINUTE)
    await walk(150, 0, 150)
    expect(await kinds()).toEqual(['entry', 'exit'])
    await walk(0)
    await server.sql(sql => sql.change('update device set group_id = null where id = $1', [device.id]))
    await walk(150)
    expect(await kinds()).toEqual(['entry', 'exit', 'entry'])
  })

  test('a removed fence decides nothing, its history stays', async () => {
    const fence = await addFence()
    await walk(0, 150)
    await command('remove', fence.id)
    await walk(0, 150)
    expect(await kinds()).toEqual(['exit'])
    const page = await server.call('/api/device/fenceEvent/page', {
      token,
      query: { fenceId: String(fence.id) },
    })
    expect(page.data).toMatchObject({ total: 1 })
  })

  test('what waited when the fence was switched off is not decided later', async () => {
    const fence = await addFence({ delaySeconds: 60 })
    await walk(0, 150)
    await command('disable', fence.id)
    clock.advance(5 * MINUTE)
    await ingest.tendFences()
    expect(await kinds()).toEqual([])
  })

  test('a device that goes to another tenant leaves its fences behind, and finds them again', async () => {
    device = await addDevice({ lifecycle: 'assigned' })
    const fence = await addFence()
    await walk(0)
    const { tokens, there } = server
    const { data } = await server.call('/api/device/allocation/start', {
      token: tokens.root,
      body: { deviceIds: [device.id], targetTenantId: there.tenantId },
    })
    const { allocationId } = data as { allocationId: number }
    expect(await settled(server, allocationId)).toMatchObject({ state: 'done' })
    for (const table of ['fence_side', 'fence_watch', 'fence_device'])
      expect(
        await server.sql(sql => sql.query(`select from ${table} where device_id = $1`, [device.id])),
      ).toHaveLength(0)
    ingest.devices.forget([device.id])
    await walk(300)
    expect(await kinds()).toEqual([])
    await server.call('/api/device/allocation/undo', { token: tokens.root, body: { ids: [allocationId] } })
    expect(await settled(server, allocationId)).toMatchObject({ state: 'undone' })
    expect(await row(fence.id)).toMatchObject({ deviceCount: 1, insideCount: 0 })
    ingest.devices.forget([device.id])
    clock.advance(MINUTE)
    await walk(300, 0)
    expect(await kinds()).toEqual(['entry'])
  })
})

describe('bad input', () => {
  const ring = (...corners: [number, number][]) => ({ shape: 1, rings: [corners], radius: null })
  test.each([
    ['no radius', { radius: 0 }, 'field.tooSmall', 'radius'],
    ['latitude and longitude swapped', { longitude: 22.54, latitude: 114.06 }, 'field.tooBig', 'latitude'],
    ['out of range', { longitude: 181 }, 'field.tooBig', 'longitude'],
    ['a circle without a place', { longitude: null, latitude: null }, 'field.required', 'longitude'],
    ['swapped corners', ring([22, 114], [23, 114], [23, 115]), 'field.tooBig', 'rings.0.0.1'],
    ['two corners', ring([1, 1], [2, 2]), 'field.tooShort', 'rings.0'],
    ['no outline', { shape: 1, radius: null }, 'field.required', 'rings'],
    ['one corner three times', ring([1, 1], [1, 1], [1, 1]), 'fence.fewCorners', 'rings'],
    ['a bow tie', ring([0, 0], [2, 2], [2, 0], [0, 2]), 'fence.crossing', 'rings'],
    ['half the hours', { fromMinute: 60 }, 'field.required', 'untilMinute'],
    ['no zone', { zone: 'Mars/Olympus' }, 'field.zone', 'zone'],
    ['a foreign group', { groupIds: [999_999] }, 'field.reference', 'groupIds'],
  ])('%s', async (_, more, id, field) => {
    expect(await save(more)).toMatchObject({ id, field })
  })
  test('the place of a crossing is told', async () => {
    const answer = await save(ring([0, 0], [2, 2], [2, 0], [0, 2]))
    expect(answer.params).toEqual({ longitude: 1, latitude: 1, ring: 0 })
  })
  test('10,000 corners are taken, 10,001 are too many; reversed rings come back the right way round', async () => {
    const circle = (count: number) =>
      Array.from({ length: count }, (_, n): [number, number] => {
        const angle = (-n / count) * 2 * Math.PI
        return [114 + Math.cos(angle) * 0.01, 22 + Math.sin(angle) * 0.01]
      })
    const most = await save(ring(...circle(10_000)))
    expect(most.code).toBe(0)
    const [outline = []] = (most.data as { rings: [number, number][][] }).rings
    const area = outline.reduce((sum, [x, y], n) => {
      const [nx, ny] = outline[(n + 1) % outline.length] ?? [x, y]
      return sum + (x - 114) * (ny - 22) - (nx - 114) * (y - 22)
    }, 0)
    expect(area).toBeGreaterThan(0)
    expect(await save(ring(...circle(10_001)))).toMatchObject({ field: expect.stringMatching(/^rings/) })

    // All fences of a tenant go to every map: large outlines are counted together, small ones are always taken.
    await server.sql(sql =>
      sql.change(
        `insert into fence (tenant_id, created_at, updated_at, name, type, shape, status, longitude, latitude, rings)
         select tenant_id, 0, 0, 'wide ' || n, type, shape, 'disabled', longitude, latitude, rings
         from fence, generate_series(1, 18) n where id = $1`,
        [(most.data as Saved).id],
      ),
    )
    expect(await save(ring(...circle(9000)))).toMatchObject({ code: 0 })
    const refused = await save(ring(...circle(1100)))
    expect(refused).toMatchObject({ id: 'fence.tooManyCorners', field: 'rings' })
    expect(Number(refused.params?.max)).toBeLessThanOrEqual(1000)
    expect(await save(ring(...circle(100)))).toMatchObject({ code: 0 })
    // Its own corners do not count against it.
    const { id, version } = most.data as Saved
    expect(await save({ ...ring(...circle(9999)), id, version })).toMatchObject({ code: 0 })
    await server.sql(sql =>
      sql.change('update fence set removed_at = 1 where jsonb_array_length(rings -> 0) > 99'),
    )
  })

  test('a fence that was removed does not come back beyond as many as are allowed', async () => {
    const { id } = await addFence({}, [])
    await command('remove', id)
    await server.sql(sql =>
      sql.change(
        `insert into fence (tenant_id, created_at, updated_at, name, type, shape, status, longitude, latitude, radius)
         select $1, 0, 0, 'one of many ' || n, 'electronic', 'circle', 'disabled', 114, 22, 5 from generate_series(1, $2) n`,
        [server.here.tenantId, MOST_FENCES],
      ),
    )
    const answer = await command('restore', id)
    expect(answer.data).toMatchObject({ results: [{ id, ok: false, error: { id: 'fence.tooMany' } }] })
    await server.sql(sql => sql.change(`delete from fence where name like 'one of many %'`))
  })
})

describe('binding', () => {
  test('twice is once; the audit names who', async () => {
    const fence = await addFence({}, [])
    for (let time = 0; time < 2; time++)
      expect(await bind(fence.id, [device.id])).toMatchObject({ data: { deviceCount: 1 } })
    expect(await bind(fence.id, [], [device.id])).toMatchObject({ data: { deviceCount: 0 } })
    const audits = await server.sql(sql =>
      sql.query<{ detail: unknown }>(
        `select detail from audit where action = 'fence.bind' and row_id = $1 order by id`,
        [fence.id],
      ),
    )
    expect(audits.map(({ detail }) => detail)).toMatchObject([
      { added: [device.id], removed: [] },
      { added: [], removed: [device.id] },
    ])
  })
  test('only own devices in use, only those within the own scope, only by who may', async () => {
    const fence = await addFence({}, [])
    const { there, here, tokens } = server
    expect(await bind(fence.id, [there.deviceId])).toMatchObject({ id: 'field.reference', field: 'add' })
    expect(await bind(999_999, [device.id])).toMatchObject({ id: 'row.unknown' })
    const gone = await addDevice({ lifecycle: 'recycled' })
    expect(await bind(fence.id, [gone.id])).toMatchObject({ id: 'device.recycled', field: 'add' })
    const body = { id: fence.id, add: [device.id], remove: [] }
    expect(await server.call('/api/device/fence/bind', { token: tokens.patrol, body })).toMatchObject({
      id: 'forbidden',
    })
    await bind(fence.id, [device.id, here.otherDeviceId])
    const seen = await server.call('/api/device/fence/devices', {
      token: tokens.patrol,
      query: { id: String(fence.id) },
    })
    expect((seen.data as { id: number }[]).map(({ id }) => id)).toEqual([device.id])
  })
  test('of a fence that watches a whole fleet so many are told as a screen can hold, whoever is inside first', async () => {
    const { tenantId, categoryId } = server.here
    const fence = await addFence({}, [])
    await server.sql(async sql => {
      await sql.change(
        `insert into device (tenant_id, created_at, updated_at, imei, kind, name, category_id, lifecycle)
         select $1, 0, 0, (868800000000000 + n)::text, 'helmet', 'many ' || lpad(n::text, 5, '0'), $2, 'bound'
         from generate_series(1, $3) n`,
        [tenantId, categoryId, MOST_WATCHED + 1],
      )
      const many = `from device where name like 'many %' and tenant_id = $1`
      await sql.change(`insert into device_state (device_id, tenant_id) select id, $1 ${many}`, [tenantId])
      await sql.change(
        `insert into fence_device (fence_id, device_id, tenant_id, at) select $2, id, $1, 0 ${many}`,
        [tenantId, fence.id],
      )
      await sql.change(
        `insert into fence_side (fence_id, device_id, tenant_id, inside, since)
         select $2, id, $1, true, 5 from device where name = 'many ' || $3 and tenant_id = $1`,
        [tenantId, fence.id, String(MOST_WATCHED + 1).padStart(5, '0')],
      )
    })
    const answer = await server.call('/api/device/fence/devices', { token, query: { id: String(fence.id) } })
    const rows = answer.data as { name: string; inside: boolean | null }[]
    expect(rows).toHaveLength(MOST_WATCHED)
    expect(rows[0]).toMatchObject({ name: 'many 00001' })
    expect(rows.at(-1)).toMatchObject({ inside: true })
    await server.sql(async sql => {
      await sql.change('delete from fence_side where fence_id = $1', [fence.id])
      await sql.change('delete from fence_device where fence_id = $1', [fence.id])
      await sql.change(`update device set removed_at = 1 where name like 'many %'`)
    })
  })

  test('shapes of one device are those that watch it', async () => {
    const fence = await addFence()
    await addFence({}, [])
    const shapes = await server.call('/api/device/fence/shapes', { token, query: { imei: device.imei } })
    expect((shapes.data as { id: number }[]).map(({ id }) => id)).toEqual([fence.id])
  })
})

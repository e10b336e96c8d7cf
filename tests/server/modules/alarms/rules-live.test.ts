// Rules at work: what is told when an alarm is stored, told again and passed up as time goes by. The clock is the test's.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NotifiedAlarm } from '../../../../server/bus.ts'
import { tendAlarms } from '../../../../server/modules/alarms/clock.ts'
import { createJudge } from '../../../../server/modules/alarms/judge.ts'
import { spokenAlarmOf } from '../../../../server/modules/alarms/say-alarms.ts'
import { createIngest } from '../../../../server/modules/ingest/ingest.ts'
import { silentOutlet } from '../../../../server/outlet.ts'
import { log, type Stage, setStage, until } from '../../broker/stage.ts'

const MINUTE = 60_000
let stage: Stage
let duty: number
let guard: number
let chief: number
let elsewhere: number
let device: { id: number; imei: string }
const told: NotifiedAlarm[] = []
beforeAll(async () => {
  stage = await setStage()
  const person = async (permissions: string[], departmentId: number | null, phone: string) => {
    const { id } = await stage.addPerson({
      permissions,
      departmentId,
      scope: departmentId === null ? 'tenant' : 'department',
    })
    await stage.query('update account set phone = $2 where id = $1', [id, phone])
    return id
  }
  duty = await person(['alarm.read', 'alarm.handle', 'notice.read'], null, '13800000001')
  guard = await person(['alarm.read'], stage.departments[0], '')
  chief = await person(['alarm.read', 'alarm.assign'], null, '13800000003')
  elsewhere = await person(['alarm.read'], stage.departments[1], '13800000004')
  stage.bus.on('alarm.notified', ({ notifications }) => void told.push(...notifications))
})
afterAll(() => stage.stop())

let made = 0
beforeEach(async () => {
  told.length = 0
  await stage.query('delete from alarm_rule')
  await stage.query('delete from alarm_sms')
  await stage.query('delete from sms_outbox')
  await stage.query('update alarm set repeat_at = null, escalate_at = null')
  device = await stage.addDevice({ departmentId: stage.departments[0], kind: 'smokeDetector' })
})

async function addRule(more: Record<string, unknown> = {}): Promise<number> {
  const all: Record<string, unknown> = {
    tenant_id: stage.tenants[0],
    created_at: 0,
    updated_at: 0,
    name: `rule ${++made}`,
    zone: 'Asia/Shanghai',
    ...more,
  }
  const names = Object.keys(all)
  const [row] = await stage.query<{ id: number }>(
    `insert into alarm_rule (${names}) values (${names.map((_, index) => `$${index + 1}`)}) returning id`,
    Object.values(all),
  )
  return row?.id ?? 0
}
const say = (body: object, imei = device.imei) =>
  stage.broker.ingest.take(imei, Buffer.from(JSON.stringify(body)), `sfwatch/${imei}/server`)
const SMOKE = { code: '3001', type: 8 }
const SOS = { code: '3001', type: 15 }
const WATCH = { code: '3001', type: 25 }
const tend = () =>
  tendAlarms({ data: stage.data, bus: stage.bus, judge: createJudge(), now: stage.clock.now })
const alarm = async () => {
  const [row] = await stage.query<Record<string, unknown> & { id: number }>(
    'select * from alarm where device_id = $1 order by id desc limit 1',
    [device.id],
  )
  if (!row) throw new Error('No alarm')
  return row
}
const noticed = async () => {
  const { id } = await alarm()
  const rows = await stage.query<{ account_id: number; kind: string }>(
    `select account_id, kind from notice where subject = 'alarm' and subject_id = $1 order by account_id, kind`,
    [id],
  )
  return rows.map(row => [row.account_id, row.kind])
}
const story = async () => {
  const { id } = await alarm()
  const rows = await stage.query<{ kind: string; note: string | null }>(
    'select kind, note from alarm_event where alarm_id = $1 order by at, id',
    [id],
  )
  return rows.map(({ kind, note }) => (note === null ? kind : `${kind} ${note}`))
}

describe('an alarm that is stored', () => {
  test('without a rule is told as ever: the critical to all who see it, the others to nobody', async () => {
    await say(SMOKE)
    expect(await noticed()).toEqual([
      [duty, 'alarm'],
      [guard, 'alarm'],
      [chief, 'alarm'],
    ])
    expect(await story()).toEqual(['raised'])
    await say({ code: '3001', type: 26 })
    expect(await noticed()).toEqual([])
    expect(told).toEqual([])
  })
  test('whoever is on duty at the post is told, after swaps; where nobody is, the others are and its line says so', async () => {
    const at = Date.now()
    const [post] = await stage.query<{ id: number }>(
      `insert into post (tenant_id, created_at, updated_at, name) values ($1, 0, 0, 'Control room') returning id`,
      [stage.tenants[0]],
    )
    const workerOf = async (accountId: number) => {
      const [row] = await stage.query<{ id: number }>(
        `insert into worker (tenant_id, created_at, updated_at, name, account_id, label_code)
         values ($1, 0, 0, 'w', $2, $3) returning id`,
        [stage.tenants[0], accountId, `GH-${accountId}`],
      )
      return row?.id
    }
    const [first, second] = [await workerOf(duty), await workerOf(guard)]
    await stage.query(
      `insert into duty_shift (tenant_id, created_at, updated_at, worker_id, post_id, starts_at, ends_at, state)
       values ($1, 0, 0, $2, $3, $4, $5, 'published')`,
      [stage.tenants[0], first, post?.id, at - 60 * MINUTE, at + 60 * MINUTE],
    )
    const ids = [post?.id]
    const ruleId = await addRule({ types: ['smoke'], channels: ['console'], duty_post_ids: ids })
    await say(SMOKE)
    expect(await noticed()).toEqual([[duty, 'alarm']])
    await stage.query('update duty_shift set worker_id = $1', [second])
    device = await stage.addDevice({ departmentId: stage.departments[0], kind: 'smokeDetector' })
    await say(SMOKE)
    expect(await noticed()).toEqual([[guard, 'alarm']])

    // Nobody is: then whom the rule names besides, and with nobody named everybody in charge.
    await stage.query(`update duty_shift set state = 'draft'`)
    device = await stage.addDevice({ departmentId: stage.departments[0], kind: 'smokeDetector' })
    await say(SMOKE)
    expect((await noticed()).map(([id]) => id)).toEqual([duty, guard, chief])
    expect(await story()).toEqual(['raised', 'told console:3,duty:none'])
    await stage.query('update alarm_rule set user_ids = $2 where id = $1', [ruleId, [chief]])
    device = await stage.addDevice({ departmentId: stage.departments[0], kind: 'smokeDetector' })
    await say(SMOKE)
    expect(await noticed()).toEqual([[chief, 'alarm']])
  })
  test('the first fitting rule decides: severity, people, channels', async () => {
    await addRule({ priority: 5, types: ['fall'], channels: ['console'] })
    const fitting = await addRule({
      priority: 10,
      types: ['watchWarning'],
      severity: 'critical',
      channels: ['console', 'push', 'spoken'],
      user_ids: [guard, elsewhere],
    })
    await addRule({ priority: 20, channels: [] })
    await say(WATCH)
    expect(await alarm()).toMatchObject({ severity: 'critical', rule_id: fitting, status: 'open' })
    // Scope is asked all the same: who is elsewhere is not told.
    expect(await noticed()).toEqual([[guard, 'alarm']])
    expect(await story()).toEqual(['raised', 'told console:1,spoken:1,push:0'])
    expect(told).toMatchObject([{ why: 'raised', people: [guard], spoken: true, push: [], texts: [] }])
  })
  test('a rule without channels keeps a critical one in the list only', async () => {
    await addRule({ types: ['smoke'], channels: [] })
    await say(SMOKE)
    expect(await noticed()).toEqual([])
    expect(await story()).toEqual(['raised'])
  })
  test('people of a role, with the rights of now', async () => {
    const [role] = await stage.query<{ role_id: number }>(
      'select role_id from account_role where account_id = $1',
      [duty],
    )
    await addRule({ types: ['smoke'], channels: ['console'], role_ids: [role?.role_id] })
    await say(SMOKE)
    expect(await noticed()).toEqual([[duty, 'alarm']])
  })
  test('no rule silences an SOS: it is told as ever, and more', async () => {
    await addRule({
      types: ['sos'],
      channels: ['console', 'push', 'spoken', 'sms'],
      severity: 'info',
      user_ids: [duty],
    })
    const raised = vi.fn()
    const stop = stage.bus.on('alarm.raised', raised)
    await say(SOS)
    stop()
    expect(await alarm()).toMatchObject({ severity: 'critical', status: 'open' })
    expect((await noticed()).map(([id]) => id)).toEqual([duty, guard, chief])
    expect(raised).toHaveBeenCalledOnce()
    expect(told).toMatchObject([
      { people: [duty], spoken: false, push: [], texts: [{ phone: '13800000001' }] },
    ])
    const texts = await until(async () => {
      const rows = await stage.query<{ phone: string; text: string }>('select phone, text from sms_outbox')
      return rows.length > 0 && rows
    })
    expect(texts).toMatchObject([{ phone: '13800000001', text: expect.stringContaining('紧急求救') }])
  })
  test('a change is followed at once, also when another process made it', async () => {
    await say(SMOKE)
    const id = await addRule({ types: ['smoke'], channels: [] })
    await say(SMOKE)
    expect(await alarm()).toMatchObject({ rule_id: id })
    await stage.query('update alarm_rule set enabled = false where id = $1', [id])
    await say(SMOKE)
    expect(await alarm()).toMatchObject({ rule_id: null })
  })
  test('rules of another tenant are none of its', async () => {
    await addRule({ tenant_id: stage.tenants[1], channels: [] })
    await say(SMOKE)
    expect(await alarm()).toMatchObject({ rule_id: null })
  })
  test('a group and a department are asked of the device as it is now', async () => {
    const [group] = await stage.query<{ id: number }>(
      `insert into device_group (tenant_id, created_at, updated_at, name) values ($1, 0, 0, $2) returning id`,
      [stage.tenants[0], `g${made}`],
    )
    const below = await stage.query<{ id: number }>(
      `insert into department (tenant_id, created_at, updated_at, name, parent_id) values ($1, 0, 0, 'below', $2) returning id`,
      [stage.tenants[0], stage.departments[0]],
    )
    const byGroup = await addRule({ group_id: group?.id, department_id: stage.departments[0] })
    await say(SMOKE)
    expect(await alarm()).toMatchObject({ rule_id: null })
    await stage.query('update device set group_id = $2, department_id = $3 where id = $1', [
      device.id,
      group?.id,
      below[0]?.id,
    ])
    await say(SMOKE)
    expect(await alarm()).toMatchObject({ rule_id: byGroup })
  })
})

describe('time', () => {
  test('tells again until somebody acknowledges, and passes up to level 3', async () => {
    await addRule({
      types: ['smoke'],
      channels: ['console'],
      user_ids: [guard],
      repeat_minutes: 5,
      escalate_minutes: 12,
    })
    await say(SMOKE)
    const { id } = await alarm()
    await tend()
    expect(await story()).toEqual(['raised', 'told console:1'])
    await stage.query(`update notice set state = 'read' where subject_id = $1`, [id])
    stage.clock.advance(5 * MINUTE + 1_000)
    await tend()
    await tend()
    expect(await story()).toEqual(['raised', 'told console:1', 'repeated console:1'])
    // One line that counts; who has read it has nothing new to read.
    const line = () =>
      stage.query(`select state, times from notice where subject_id = $1 and account_id = $2`, [id, guard])
    expect(await line()).toEqual([{ state: 'read', times: 2 }])
    stage.clock.advance(7 * MINUTE)
    await tend()
    // Nobody is named for it: to who may assign.
    expect((await story()).slice(3)).toEqual(['escalated', 'repeated console:1', 'told console:1'])
    expect(await noticed()).toEqual([
      [guard, 'alarm'],
      [chief, 'escalated'],
    ])
    for (let round = 0; round < 4; round++) {
      stage.clock.advance(13 * MINUTE)
      await tend()
    }
    expect(await alarm()).toMatchObject({ escalation: 3, escalate_at: null })
    expect((await story()).filter(line => line === 'escalated')).toHaveLength(3)
    await stage.query(
      `update alarm set acknowledged_at = 1, repeat_at = null, escalate_at = null where id = $1`,
      [id],
    )
    const lines = (await story()).length
    stage.clock.advance(60 * MINUTE)
    await tend()
    expect(await story()).toHaveLength(lines)
  })
  test('told again and again aloud it is one line of the message centre, with a counter', async () => {
    await addRule({ types: ['smoke'], channels: ['spoken'], user_ids: [duty], repeat_minutes: 1 })
    await say(SMOKE)
    for (let round = 0; round < 36; round++) {
      stage.clock.advance(61_000)
      await tend()
    }
    const { id } = await alarm()
    const lines = await stage.query(
      `select kind, state, times, content from notice where account_id = $1 and (subject_id = $2 or kind = 'spoken')`,
      [duty, id],
    )
    expect(lines).toEqual([{ kind: 'alarm', state: 'unread', times: 37, content: 'smoke' }])
    expect(told.map(({ why, times }) => `${why} ${times}`).slice(0, 3)).toEqual([
      'raised 1',
      'repeated 2',
      'repeated 3',
    ])
    // Thrown away, it does not come back each minute.
    await stage.query('update notice set removed_at = 1 where subject_id = $1', [id])
    stage.clock.advance(61_000)
    await tend()
    const [left] = await stage.query('select removed_at from notice where subject_id = $1', [id])
    expect(left).toEqual({ removed_at: 1 })
  })
  test('says the place in parts: glued together, a unit and a room would be one number', async () => {
    await addRule({ types: ['smoke'], channels: ['spoken'], user_ids: [duty], repeat_minutes: 1 })
    await say(SMOKE)
    const [first] = told
    if (!first) throw new Error('Nobody was told')
    const home = { fenceName: null, place: null, building: '3栋', unit: '2单元', roomNo: '1204' }
    const whereOf = (place: object) => spokenAlarmOf({ ...first, alarm: { ...first.alarm, ...place } }).where
    expect(whereOf(home)).toEqual(['3栋', '2单元', '1204'])
    expect(whereOf({ ...home, unit: null })).toEqual(['3栋', '1204'])
    expect(whereOf({ ...home, place: 'Gate 1' })).toEqual(['Gate 1'])
  })
  test('passes up to whom the rule names, by its channels and the message centre', async () => {
    await addRule({
      types: ['smoke'],
      channels: ['sms'],
      escalate_minutes: 3,
      escalate_user_ids: [duty, elsewhere],
    })
    await say(SMOKE)
    told.length = 0
    stage.clock.advance(4 * MINUTE)
    await tend()
    expect(await noticed()).toEqual([[duty, 'escalated']])
    expect(told).toMatchObject([{ why: 'escalated', people: [duty], texts: [{ phone: '13800000001' }] }])
  })
  test('is not put off by somebody who writes into the story of the alarm', async () => {
    await addRule({ types: ['smoke'], channels: ['console'], escalate_minutes: 3, escalate_user_ids: [duty] })
    await say(SMOKE)
    const { id } = await alarm()
    stage.clock.advance(4 * MINUTE)
    const writer = await stage.pool.connect()
    try {
      await writer.query('begin')
      await writer.query('select 1 from alarm where id = $1 for key share', [id])
      await tend()
      expect(await story()).toContain('escalated')
    } finally {
      await writer.query('rollback')
      writer.release()
    }
  })
  test('after a long absence tells once, not for every time that was missed', async () => {
    await addRule({ types: ['smoke'], channels: ['console'], repeat_minutes: 1 })
    await say(SMOKE)
    stage.clock.advance(300 * MINUTE)
    await tend()
    expect((await story()).filter(line => line.startsWith('repeated'))).toHaveLength(1)
    expect(Number((await alarm()).repeat_at)).toBeGreaterThan(stage.clock.now())
  })
  test('a rule that is switched off tells nobody any more', async () => {
    const id = await addRule({
      types: ['smoke'],
      channels: ['console'],
      repeat_minutes: 1,
      escalate_minutes: 1,
    })
    await say(SMOKE)
    await stage.query('update alarm_rule set enabled = false where id = $1', [id])
    stage.clock.advance(2 * MINUTE)
    await tend()
    expect(await alarm()).toMatchObject({ repeat_at: null, escalate_at: null, escalation: 0 })
    expect((await story()).filter(line => /^(repeated|escalated)/.test(line))).toEqual([])
  })
  test('several processes do each alarm once', async () => {
    await addRule({ types: ['smoke'], channels: ['console'], repeat_minutes: 1 })
    const devices = await Promise.all(
      Array.from({ length: 30 }, () =>
        stage.addDevice({ departmentId: stage.departments[0], kind: 'smokeDetector' }),
      ),
    )
    await Promise.all(devices.map(({ imei }) => say(SMOKE, imei)))
    stage.clock.advance(2 * MINUTE)
    await Promise.all([tend(), tend(), tend(), tend()])
    const [count] = await stage.query<{ n: number }>(
      `select count(*)::int as n from alarm_event e join alarm a on a.id = e.alarm_id
       where e.kind = 'repeated' and a.device_id = any($1::bigint[])`,
      [devices.map(({ id }) => id)],
    )
    expect(count).toEqual({ n: 30 })
  })
})

describe('a storm', () => {
  test('of 300 alarms is a few statements, and no flood of text messages', async () => {
    await addRule({ types: ['smoke'], channels: ['console', 'sms'] })
    const devices = await Promise.all(
      Array.from({ length: 300 }, () =>
        stage.addDevice({ departmentId: stage.departments[0], kind: 'smokeDetector' }),
      ),
    )
    let statements = 0
    const counting: typeof stage.data = {
      scoped: (scope, work) =>
        stage.data.scoped(scope, sql =>
          work({
            ...sql,
            query: (text, values) => {
              statements++
              return sql.query(text, values)
            },
            first: (text, values) => {
              statements++
              return sql.first(text, values)
            },
            change: (text, values) => {
              statements++
              return sql.change(text, values)
            },
          }),
        ),
    }
    const ingest = createIngest({
      data: counting,
      bus: stage.bus,
      log,
      outlet: () => silentOutlet,
      now: stage.clock.now,
      sweepEveryMs: 0,
    })
    await ingest.devices.find(devices.map(({ imei }) => imei))
    // One that is stored first keeps the others waiting, so that they go in one batch.
    statements = 0
    await Promise.all(
      devices.map(({ imei }) =>
        ingest.take(imei, Buffer.from(JSON.stringify({ code: '1002', battery: 80, signal: 4 })), 't'),
      ),
    )
    const quiet = statements
    statements = 0
    await Promise.all(devices.map(({ imei }) => ingest.take(imei, Buffer.from(JSON.stringify(SMOKE)), 't')))
    expect(statements).toBeLessThan(quiet + 60)
    await ingest.stop()
    const [notices] = await stage.query<{ n: number }>(
      `select count(*)::int as n from notice n join alarm a on a.id = n.subject_id and n.subject = 'alarm' where a.device_id = any($1::bigint[])`,
      [devices.map(({ id }) => id)],
    )
    expect(notices).toEqual({ n: 900 })
    const texts = await stage.query<{ phone: string; n: number }>(
      'select phone, count(*)::int as n from alarm_sms group by 1 order by 1',
    )
    // Five of each phone in ten minutes; who has no phone gets none.
    expect(texts).toEqual([
      { phone: '13800000001', n: 5 },
      { phone: '13800000003', n: 5 },
    ])
  })
})

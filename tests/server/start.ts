// Starts the real server on a free port with a database of its own and two small tenants that are each other's strangers.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { type Sql, WHOLE } from '../../server/db/scoped.ts'
import { createLog } from '../../server/log.ts'
import { hashPassword } from '../../server/modules/session/password.ts'
import { seedTenantDefaults } from '../../server/seed/tenant-defaults.ts'
import type { Envelope } from '../../src/contract/envelope.ts'
import { seedAdvert } from './advert-rows.ts'
import { insert } from './insert-row.ts'
import { layDatabase } from './prepared-database.ts'
import { seedWork } from './work-rows.ts'

/** Tests that start a server lay rows of their own down beside it. */
export { insert }

export const PASSWORD = 'Test-2026!'

/** Rows of one tenant, by what they are. */
export interface World {
  tenantId: number
  departmentId: number
  otherDepartmentId: number
  categoryId: number
  productId: number
  productReadingId: number
  groupId: number
  deviceId: number
  imei: string
  otherDeviceId: number
  otherImei: string
  commandId: number
  commandBatchId: number
  alarmId: number
  otherAlarmId: number
  cardId: number
  taskId: number
  roleId: number
  userId: number
  callId: number
  doorEventId: number
  doorCardId: number
  doorRightId: number
  noticeId: number
  alarmRuleId: number
  photoId: number
  videoId: number
  recordingId: number
  alarmTestId: number
  alarmTextId: number
  jobId: number
  allocationId: number
  productionBatchId: number
  productionRecordId: number
  simCardId: number
  simIccid: string
  simBindingId: number
  simOrderId: number
  billId: number
  paymentId: number
  reportId: number
  fileId: number
  fenceId: number
  fenceEventId: number
  drawingId: number
  uwbServerId: number
  baseStationId: number
  indoorZoneId: number
  monitoredPersonId: number
  workerId: number
  leaveId: number
}

export interface Answer extends Envelope {
  status: number
  headers: Headers
}

export interface TestServer {
  app: App
  url: string
  /** The tenant that most tests live in, and the stranger. */
  here: World
  there: World
  /** Tokens by user name: root, admin, patrol, visitor, stranger (administrator of the other tenant). */
  tokens: Record<'root' | 'admin' | 'patrol' | 'visitor' | 'stranger', string>
  call(path: string, options?: CallOptions): Promise<Answer>
  logIn(username: string, password?: string): Promise<string>
  sql<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

export interface CallOptions {
  token?: string | undefined
  /** Sent as JSON by POST; GET without it. */
  body?: unknown
  query?: Record<string, string>
  headers?: Record<string, string>
}

/** One server per test file: about a second, most of it PostgreSQL's. */
export async function startServer(
  environment: Record<string, string> = {},
  more: Parameters<typeof createApp>[2] = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  if (environment.DATABASE_URL === undefined) await layDatabase(dataDir)
  const config = {
    ...readConfig({
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      DEMO: 'on',
      SIMULATE: 'off',
      // Tests ask for more in a second than people do in an hour.
      COSTLY_CALLS_PER_MINUTE: '0',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      ...environment,
    }),
    port: 0,
  }
  const app = await createApp(config, createLog(config), { demoData: false, ...more })
  const sql = <Result>(work: (sql: Sql) => Promise<Result>) => app.parts.data.scoped(WHOLE, work)
  const hash = await hashPassword(PASSWORD)
  const here = await sql(inner => seedWorld(inner, 'here', 'community', hash))
  const there = await sql(inner => seedWorld(inner, 'there', 'site', hash))
  await sql(inner => seedPeople(inner, here, there, hash))
  const url = `http://127.0.0.1:${await app.listen()}`

  const call = async (path: string, { token, body, query, headers = {} }: CallOptions = {}) => {
    const response = await fetch(`${url}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token === undefined ? {} : { authorization: token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.includes('json')
    const envelope = isJson ? ((await response.json()) as Envelope) : { code: 0, data: await response.text() }
    return { ...envelope, status: response.status, headers: response.headers }
  }
  const logIn = async (username: string, password = PASSWORD) => {
    const answer = await call('/api/auth/auth/login', { body: { username, password } })
    const token = answer.headers.get('authorization')
    if (!token) throw new Error(`${username} may not enter: ${answer.id}`)
    return token
  }
  const visitor = await call('/api/auth/auth/visitor', { body: {} })
  return {
    app,
    url,
    here,
    there,
    tokens: {
      root: await logIn('root'),
      admin: await logIn('admin'),
      patrol: await logIn('patrol'),
      stranger: await logIn('stranger'),
      visitor: visitor.headers.get('authorization') ?? '',
    },
    call,
    logIn,
    sql,
    stop: async () => {
      await app.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function seedWorld(sql: Sql, name: string, scenario: string, hash: string): Promise<World> {
  const tenant_id = await insert(sql, 'tenant', { name, scenario })
  await seedTenantDefaults(sql, tenant_id)
  const departmentId = await insert(sql, 'department', { tenant_id, name: `${name} one` })
  const otherDepartmentId = await insert(sql, 'department', { tenant_id, name: `${name} two` })
  const category = await sql.first<{ id: number }>(
    `select id from device_category where tenant_id = $1 and kind = 'helmet'`,
    [tenant_id],
  )
  const categoryId = category?.id ?? 0
  const productId = await insert(sql, 'product', { tenant_id, name: `${name} product` })
  const groupId = await insert(sql, 'device_group', { tenant_id, name: `${name} group` })
  const device = async (imei: string, department_id: number) => {
    const id = await insert(sql, 'device', {
      tenant_id,
      imei,
      kind: 'helmet',
      name: `${name} ${imei}`,
      category_id: categoryId,
      product_id: productId,
      group_id: groupId,
      department_id,
    })
    await sql.query('insert into device_state (device_id, tenant_id, state) values ($1, $2, $3)', [
      id,
      tenant_id,
      'online',
    ])
    return id
  }
  await seedFaces(sql, tenant_id)
  const [imei, otherImei] = [`86${tenant_id}000000000001`, `86${tenant_id}000000000002`]
  const deviceId = await device(imei, departmentId)
  const otherDeviceId = await device(otherImei, otherDepartmentId)
  const alarm = (device_id: number, department_id: number, raised_at: number) =>
    insert(sql, 'alarm', {
      tenant_id,
      type: 'sos',
      severity: 'critical',
      title: 'SOS',
      device_id,
      imei: device_id === deviceId ? imei : otherImei,
      device_name: name,
      device_kind: 'helmet',
      department_id,
      raised_at,
    })
  const userId = await insert(sql, 'account', {
    tenant_id,
    username: `${name}.worker`,
    name: `${name} worker`,
    password_hash: hash,
    department_id: otherDepartmentId,
  })
  await seedAdvert(sql, { tenant_id, userId, device_id: deviceId, name })
  const roleId = await insert(sql, 'role', { tenant_id, name: `${name} role`, scope: 'tenant' })
  const card = await sql.first<{ id: number }>(
    'insert into card_notice (tenant_id, device_id, imei, card_info, at) values ($1, $2, $3, $4, $5) returning id',
    [tenant_id, deviceId, imei, 'card', Date.now()],
  )
  await seedWork(sql, { tenant_id, userId, roleId, name })
  const alarmId = await alarm(deviceId, departmentId, Date.now() - 60_000)
  const text = await sql.first<{ id: number }>(
    `insert into text_message (tenant_id, alarm_id, account_id, person_name, way, phone, about, content, at, state,
       failure, settled_at)
     values ($1, $2, $3, $4, 'http', '13800000088', 'alarm', '{"about": "alarm", "text": "words"}', $5, 'failed', 'phoneOff', $5)
     returning id`,
    // Of today: the hourly cleaning throws old ones away, whichever test runs just then.
    [tenant_id, alarmId, userId, name, Date.now()],
  )
  return {
    tenantId: tenant_id,
    departmentId,
    otherDepartmentId,
    categoryId,
    productId,
    productReadingId: await insert(sql, 'product_reading', {
      tenant_id,
      product_id: productId,
      kind: 'heartRate',
      name,
    }),
    groupId,
    deviceId,
    imei,
    otherDeviceId,
    otherImei,
    commandId: await insert(sql, 'device_command', {
      tenant_id,
      device_id: deviceId,
      imei,
      kind: 'restart',
      expires_at: Date.now() + 3_600_000,
    }),
    commandBatchId: await insert(sql, 'command_batch', { tenant_id, kind: 'restart', target: name }),
    alarmId,
    alarmTextId: text?.id ?? 0,
    jobId: await seedDeadJob(sql, tenant_id),
    otherAlarmId: await alarm(otherDeviceId, otherDepartmentId, Date.now() - 30_000),
    cardId: card?.id ?? 0,
    taskId: await insert(sql, 'task', {
      tenant_id,
      kind: 'export',
      entity: 'device',
      format: 'csv',
      state: 'failed',
      file_name: 'old.csv',
      user_id: userId,
      user_name: name,
      request: '{"attempts": 2}',
    }),
    roleId,
    userId,
    alarmRuleId: await insert(sql, 'alarm_rule', {
      tenant_id,
      name: `${name} rule`,
      enabled: false,
      zone: 'Asia/Shanghai',
    }),
    alarmTestId: await insert(sql, 'alarm_test', {
      tenant_id,
      reason: `${name} test`,
      device_id: deviceId,
      starts_at: 1,
      ends_at: 2,
      user_name: name,
      told_at: 2,
    }),
    fileId: await insert(sql, 'stored_file', {
      tenant_id,
      kind: 'file',
      name: `${name}.csv`,
      content_type: 'text/csv',
      bytes: 4,
      key: name.padEnd(43, '0'),
      user_id: userId,
      user_name: name,
    }),
    reportId: await insert(sql, 'report', {
      tenant_id,
      name: `${name} report`,
      subject: 'alarms',
      group_by: 'day',
      period: 'last7Days',
      zone: 'Asia/Shanghai',
      user_id: userId,
      user_name: name,
    }),
    ...(await seedBill(sql, { tenant_id, name, user_id: userId })),
    ...(await seedMedia(sql, { tenant_id, name, user_id: userId })),
    ...(await seedDoor(sql, { tenant_id, device_id: deviceId, imei, device_name: name, userId })),
    ...(await seedLife(sql, {
      tenant_id,
      departmentId,
      categoryId,
      productId,
      userId,
      name,
      device_id: deviceId,
      imei,
    })),
    ...(await seedSimCard(sql, { tenant_id, device_id: deviceId, imei })),
    ...(await seedPlaces(sql, { tenant_id, name, device_id: deviceId, imei })),
    ...(await seedSupervision(sql, { tenant_id, name, department_id: departmentId, device_id: deviceId })),
    ...(await seedLeave(sql, { tenant_id, name, userId })),
  }
}

/** Somebody who works here without a login, and leave of theirs that is approved. */
async function seedLeave(
  sql: Sql,
  { tenant_id, name, userId }: { tenant_id: number; name: string; userId: number },
): Promise<{ workerId: number; leaveId: number }> {
  const workerId = await insert(sql, 'worker', {
    tenant_id,
    name: `${name} hand`,
    label_code: `GH-${tenant_id}`,
  })
  const leaveId = await insert(sql, 'leave_request', {
    tenant_id,
    worker_id: workerId,
    asked_by: userId,
    kind: 'personal',
    from_day: '2026-06-03',
    from_half: 'am',
    until_day: '2026-06-03',
    until_half: 'pm',
    reason: name,
    half_days: 2,
    state: 'approved',
  })
  await sql.query(
    `insert into leave_day (request_id, tenant_id, worker_id, type, day, half, counts, approved)
     select $1, $2, $3, 'personal', '2026-06-03', half, true, true from unnest('{am,pm}'::text[]) as of_day (half)`,
    [leaveId, tenant_id, workerId],
  )
  await insert(sql, 'application', {
    tenant_id,
    kind: 'join',
    name: `${name} newcomer`,
    day: '2026-06-03',
    reason: name,
    asked_by: userId,
    state: 'failed',
  })
  return { workerId, leaveId }
}

/** Somebody who was monitored once: nothing is due, so that the clock leaves the rows alone. */
async function seedSupervision(
  sql: Sql,
  given: { tenant_id: number; name: string; department_id: number; device_id: number },
): Promise<Pick<World, 'monitoredPersonId'>> {
  const { tenant_id, name, department_id, device_id } = given
  const person_id = await insert(sql, 'monitored_person', {
    ...{ tenant_id, department_id, name: `${name} person`, level: 'mild', state: 'ended' },
    ...{ start_on: '2020-01-01', end_on: '2020-12-31' },
  })
  await insert(sql, 'wearing', {
    ...{ tenant_id, person_id, device_id, worn_from: 1, worn_until: 2, given_by: name },
  })
  await insert(sql, 'authorisation', {
    ...{ tenant_id, person_id, basis: name, approver: name },
    ...{ valid_from: '2020-01-01', valid_until: '2020-12-31' },
  })
  const condition = await insert(sql, 'supervision_condition', {
    ...{ tenant_id, person_id, kind: 'checkIn', until_minute: 600, zone: 'Asia/Shanghai' },
  })
  await insert(sql, 'supervision_permit', {
    ...{ tenant_id, person_id, condition_ids: [condition], starts_at: 1, ends_at: 2, reason: name },
  })
  await insert(sql, 'incident', {
    ...{ tenant_id, person_id, department_id, kind: 'strap', level: 'mild', state: 'acknowledged' },
    ...{ raised_at: 1, told_at: 1, last_at: 1 },
  })
  return { monitoredPersonId: person_id }
}

/** A task that has failed for good, by the number that the list knows it by. */
async function seedDeadJob(sql: Sql, tenantId: number): Promise<number> {
  const row = await sql.first<{ id: number }>(
    `insert into pgboss.job as j (name, data, group_id, source_name, source_output)
     values ('dead', '{"taskId": 0}', $1, 'task', '{"message": "the disk is full"}')
     returning ('x' || right(replace(j.id::text, '-', ''), 13))::bit(52)::bigint as id`,
    [String(tenantId)],
  )
  return row?.id ?? 0
}

/** An allocation that is over, a batch in production and one record of it. */
async function seedLife(
  sql: Sql,
  world: Pick<World, 'departmentId' | 'categoryId' | 'productId' | 'userId' | 'imei'> & {
    tenant_id: number
    name: string
    device_id: number
  },
): Promise<Pick<World, 'allocationId' | 'productionBatchId' | 'productionRecordId'>> {
  const { tenant_id, name, device_id, imei } = world
  const allocationId = await insert(sql, 'allocation', {
    tenant_id,
    state: 'done',
    target_tenant_id: tenant_id,
    target_department_id: world.departmentId,
    total: 1,
    done: 1,
    user_id: world.userId,
    user_name: name,
  })
  await sql.change(
    `insert into allocation_item (allocation_id, device_id, tenant_id, imei, device_name, state) values ($1, $2, $3, $4, $5, 'done')`,
    [allocationId, device_id, tenant_id, imei, name],
  )
  const productionBatchId = await insert(sql, 'production_batch', {
    tenant_id,
    number: `${name} batch`,
    product_id: world.productId,
    category_id: world.categoryId,
    manufacturer: name,
    planned: 10,
    serial_prefix: `T${tenant_id}-`,
    state: 'producing',
  })
  return {
    allocationId,
    productionBatchId,
    productionRecordId: await insert(sql, 'production_record', {
      tenant_id,
      batch_id: productionBatchId,
      product_name: name,
      serial: `T${tenant_id}-000001`,
    }),
  }
}

/** A card in the device, how it came there, and an order to its carrier that is over. */
async function seedSimCard(
  sql: Sql,
  { tenant_id, device_id, imei }: { tenant_id: number; device_id: number; imei: string },
): Promise<Pick<World, 'simCardId' | 'simIccid' | 'simBindingId' | 'simOrderId'>> {
  const simIccid = `898600${String(tenant_id).padStart(6, '0')}00000001`
  const at = Date.now() - 86_400_000
  const simCardId = await insert(sql, 'sim_card', {
    tenant_id,
    iccid: simIccid,
    carrier: 'mobile',
    state: 'liveActive',
    device_id,
    asked_at: Date.now() + 86_400_000,
  })
  return {
    simCardId,
    simIccid,
    simBindingId: await insert(sql, 'sim_binding', {
      tenant_id,
      card_id: simCardId,
      device_id,
      iccid: simIccid,
      imei,
      bound_at: at,
    }),
    simOrderId: await insert(sql, 'sim_order', {
      tenant_id,
      number: `GH-${tenant_id}`,
      kind: 'resume',
      state: 'done',
      card_id: simCardId,
      subject: simIccid,
      next_at: at,
      finished_at: at,
    }),
  }
}

/** A fence with one exit, a floor with a base station and a zone. */
async function seedPlaces(
  sql: Sql,
  { tenant_id, name, device_id, imei }: { tenant_id: number; name: string; device_id: number; imei: string },
): Promise<
  Pick<World, 'fenceId' | 'fenceEventId' | 'drawingId' | 'uwbServerId' | 'baseStationId' | 'indoorZoneId'>
> {
  const centre = { longitude: 114.06, latitude: 22.54 }
  const fenceId = await insert(sql, 'fence', {
    tenant_id,
    name: `${name} fence`,
    type: 'electronic',
    shape: 'circle',
    radius: 100,
    ...centre,
  })
  const drawingId = await insert(sql, 'drawing', {
    tenant_id,
    title: `${name} floor`,
    picture: '/files/none',
    real_width: 60,
    real_height: 40,
    positioning: true,
  })
  const uwbServerId = await insert(sql, 'uwb_server', { tenant_id, name: `${name} server` })
  return {
    fenceId,
    fenceEventId: await insert(sql, 'fence_event', {
      tenant_id,
      fence_id: fenceId,
      fence_name: name,
      device_id,
      device_name: name,
      imei,
      kind: 'exit',
      at: Date.now() - 60_000,
      ...centre,
    }),
    drawingId,
    uwbServerId,
    baseStationId: await insert(sql, 'base_station', {
      tenant_id,
      name: `${name} station`,
      drawing_id: drawingId,
      server_id: uwbServerId,
      x: 1,
      y: 2,
    }),
    indoorZoneId: await insert(sql, 'indoor_zone', {
      tenant_id,
      name: `${name} zone`,
      drawing_id: drawingId,
      corners: '[[0,0],[5,0],[5,5]]',
    }),
  }
}

/** A photo and a video that nobody has judged, and a recording. */
async function seedMedia(
  sql: Sql,
  { tenant_id, name, user_id }: { tenant_id: number; name: string; user_id: number },
): Promise<Pick<World, 'photoId' | 'videoId' | 'recordingId'>> {
  const by = { tenant_id, name, user_id, user_name: name }
  const file = (kind: 'image' | 'video', content_type: string) =>
    insert(sql, 'stored_file', { ...by, kind, content_type, bytes: 0, key: `${kind}${name}`.padEnd(43, '0') })
  const photoFile = await file('image', 'image/jpeg')
  const videoFile = await file('video', 'video/mp4')
  return {
    photoId: await insert(sql, 'photo', { ...by, file_id: photoFile, taken_at: Date.now() - 60_000 }),
    videoId: await insert(sql, 'video', {
      ...by,
      file_id: videoFile,
      kind: 'local',
      taken_at: Date.now() - 60_000,
    }),
    recordingId: await insert(sql, 'recording', {
      ...by,
      file_name: 'web_1',
      type: 'call',
      source: 'room',
      state: 'failed',
      started_at: Date.now() - 60_000,
      ended_at: Date.now() - 30_000,
    }),
  }
}

/** A bill that somebody is paying. */
async function seedBill(
  sql: Sql,
  { tenant_id, name, user_id }: { tenant_id: number; name: string; user_id: number },
): Promise<Pick<World, 'billId' | 'paymentId'>> {
  const bill = { tenant_id, user_id, amount: 1000, way: 'card' }
  const later = Date.now() + 86_400_000
  const paymentId = await insert(sql, 'payment', { ...bill, trade_number: `GH${name}`, expires_at: later })
  const billId = await insert(sql, 'bill', {
    ...bill,
    order_number: name,
    kind: 'phoneTopUp',
    state: 'paying',
    subject: name,
    payment_id: paymentId,
    user_name: name,
    closes_at: later,
  })
  await sql.query('insert into payment_bill (tenant_id, payment_id, bill_id) values ($1, $2, $3)', [
    tenant_id,
    paymentId,
    billId,
  ])
  return { billId, paymentId }
}

/** A call that is over, what happened at the door, a card and its right, and a line in somebody's message centre. */
async function seedDoor(
  sql: Sql,
  {
    tenant_id,
    device_id,
    imei,
    device_name,
    userId,
  }: { tenant_id: number; device_id: number; imei: string; device_name: string; userId: number },
): Promise<Pick<World, 'callId' | 'doorEventId' | 'doorCardId' | 'doorRightId' | 'noticeId'>> {
  const at = Date.now() - 120_000
  const door = { tenant_id, device_id, imei, device_name }
  const callId = await insert(sql, 'call', {
    ...door,
    kind: 'door',
    state: 'missed',
    channel: imei,
    provider: 'builtIn',
    started_at: at,
    expires_at: at + 30_000,
    ended_at: at + 30_000,
    end_reason: 'expired',
  })
  const doorCardId = await insert(sql, 'door_card', { tenant_id, holder_name: device_name })
  return {
    callId,
    doorEventId: await insert(sql, 'door_event', { ...door, kind: 'exitButton', at }),
    doorCardId,
    doorRightId: await insert(sql, 'door_right', { tenant_id, device_id, card_id: doorCardId }),
    noticeId: await insert(sql, 'notice', {
      tenant_id,
      account_id: userId,
      kind: 'call',
      subject: 'call',
      subject_id: callId,
      who: device_name,
      at,
    }),
  }
}

/** One of each, so that there is something of another tenant to reach for. */
async function seedFaces(sql: Sql, tenant_id: number): Promise<void> {
  const picture = async (use: string) => {
    const row = await sql.first<{ id: number }>(
      `insert into face_picture (tenant_id, created_at, key, storage, content_type, bytes, name, use)
       values ($1, $2, $3, 'local', 'image/png', 1, 'face.png', $4) returning id`,
      [tenant_id, Date.now(), randomBytes(32).toString('base64url'), use],
    )
    return row?.id
  }
  const library_id = await insert(sql, 'face_library', {
    tenant_id,
    name: 'Seeded',
    quality_threshold: 50,
    intra_threshold: 45,
    inter_threshold: 58,
  })
  const later = Date.now() + 1_000_000_000
  await insert(sql, 'face_sample', {
    tenant_id,
    library_id,
    picture_id: await picture('sample'),
    person_name: 'Nobody',
    birth_date: '1990-01-01',
    consent_purpose: 'Tests',
    consent_at: 0,
    expires_at: later,
  })
  await insert(sql, 'face_capture', {
    tenant_id,
    picture_id: await picture('capture'),
    at: 0,
    state: 'unknown',
    expires_at: later,
  })
}

async function seedPeople(sql: Sql, here: World, there: World, hash: string): Promise<void> {
  const platform = await sql.first<{ id: number }>(`select id from tenant where scenario = 'platform'`)
  const person = async (username: string, tenant_id: number, role: string | undefined, more: object = {}) => {
    const id = await insert(sql, 'account', {
      tenant_id,
      username,
      name: `Name of ${username}`,
      password_hash: hash,
      ...more,
    })
    if (role !== undefined)
      await sql.query(
        'insert into account_role (tenant_id, account_id, role_id) select $1, $2, id from role where tenant_id = $1 and name = $3',
        [tenant_id, id, role],
      )
  }
  await person('root', platform?.id ?? 0, undefined, { highest: true })
  await person('admin', here.tenantId, '租户管理员', { phone: '13800000001' })
  await person('second', here.tenantId, '租户管理员')
  await person('patrol', here.tenantId, '巡逻人员', { department_id: here.departmentId })
  await person('visitor', here.tenantId, '访客', { visitor: true })
  await person('stranger', there.tenantId, '租户管理员')
}

// Gateways with the switches behind them, how switches, valves and rings stand, and commands that went to many devices.
import type { CommandKind } from '../../src/domain/device/command-input.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import type { Staffed } from './accounts.ts'
import type { DemoDevice } from './fleet.ts'
import { type Chance, chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

/** Places of one gateway. */
const CHANNELS = 8

/** Hangs the switches on their gateways, and writes batches that are over. */
export async function seedOrders(
  sql: Sql,
  devices: readonly DemoDevice[],
  staffed: Staffed,
  now: number,
): Promise<void> {
  await hangSwitches(sql, devices)
  await seedBatches(sql, devices, staffed, now)
}

async function hangSwitches(sql: Sql, devices: readonly DemoDevice[]): Promise<void> {
  const gateways = devices.filter(({ kind }) => kind === 'gateway')
  const hanging = devices
    .filter(({ kind }) => kind === 'breaker' || kind === 'airSwitch')
    .slice(0, gateways.length * CHANNELS)
  if (gateways.length === 0) return
  const placed = hanging.map((device, index) => ({
    device,
    gateway: gateways[index % gateways.length],
    channel: Math.floor(index / gateways.length) + 1,
  }))
  await sql.change(
    `update device d set gateway_id = x.gateway, channel = x.channel
     from unnest($1::bigint[], $2::bigint[], $3::int[]) as x (id, gateway, channel) where d.id = x.id`,
    [
      placed.map(({ device }) => device.id),
      placed.map(({ gateway }) => gateway?.id),
      placed.map(({ channel }) => channel),
    ],
  )
}

/** Sets what devices report of themselves; their states must be there. */
export async function seedStandings(sql: Sql, devices: readonly DemoDevice[]): Promise<void> {
  const chance = chanceOf(1703)
  const rows = devices.flatMap(({ id, kind, lastMessageAt }) => {
    if (lastMessageAt === null) return []
    const isSwitch = kind === 'breaker' || kind === 'airSwitch' || kind === 'electricityMeter'
    const isValve = kind === 'gasSensor' || kind === 'waterPressure' || kind === 'dtu'
    const row = {
      id,
      closed: isSwitch ? !chance.happens(0.12) : null,
      locked: isSwitch ? chance.happens(0.1) : null,
      control: isSwitch ? (chance.happens(0.3) ? 'auto' : 'manual') : null,
      valve: isValve ? (chance.happens(0.1) ? 'closed' : 'open') : null,
      ring: kind === 'ankleBracelet' ? 'tight' : null,
      gas: kind === 'gasSensor' ? 'none' : null,
      mains: isSwitch || kind === 'gateway' || kind === 'dtu' || kind === 'gasSensor' ? true : null,
    }
    return Object.values(row).some((value, index) => index > 0 && value !== null) ? [row] : []
  })
  await sql.change(
    `update device_state s set closed = x.closed, locked = x.locked, switch_control = x.control, valve = x.valve,
       foot_ring = x.ring, harmful_gas = x.gas, mains_power = coalesce(s.mains_power, x.mains)
     from jsonb_to_recordset($1::jsonb) as x (id bigint, closed boolean, locked boolean, control text, valve text,
       ring text, gas text, mains boolean) where s.device_id = x.id`,
    [JSON.stringify(rows)],
  )
}

interface GivenCommand {
  kind: CommandKind
  input: Record<string, unknown> | null
  /** Words of the batch's target. */
  target: string
  hoursAgo: number
  of: (device: DemoDevice) => boolean
  most: number
  /** Share that did not answer in time, share that failed. */
  expired: number
  failed: number
}

const isSwitch = ({ kind }: DemoDevice) => kind === 'breaker' || kind === 'airSwitch'
const isWorn = ({ kind }: DemoDevice) =>
  ['helmet', 'watch', 'wristband', 'locator', 'ankleBracelet'].includes(kind)
const speaks = ({ kind }: DemoDevice) =>
  ['helmet', 'watch', 'wristband', 'doorUnit', 'camera', 'gateway'].includes(kind)

const givenCommands: readonly GivenCommand[] = [
  {
    kind: 'check',
    input: { text: '请按键应答' },
    target: '随机抽查',
    hoursAgo: 3,
    of: isWorn,
    most: 12,
    expired: 0.25,
    failed: 0,
  },
  {
    kind: 'check',
    input: null,
    target: '随机抽查',
    hoursAgo: 27,
    of: isWorn,
    most: 10,
    expired: 0.1,
    failed: 0,
  },
  {
    kind: 'speak',
    input: { text: '台风预警：请立即停止室外作业' },
    target: '公共广播',
    hoursAgo: 20,
    of: speaks,
    most: 24,
    expired: 0.12,
    failed: 0.05,
  },
  {
    kind: 'audio',
    input: null,
    target: '公共广播',
    hoursAgo: 44,
    of: speaks,
    most: 16,
    expired: 0.1,
    failed: 0.05,
  },
  {
    kind: 'audio',
    input: { url: 'https://media.example.com/evacuation.mp3' },
    target: '公共广播',
    hoursAgo: 70,
    of: speaks,
    most: 9,
    expired: 0,
    failed: 0.1,
  },
  {
    kind: 'settings',
    input: { alarmSeconds: 120, restartMinutes: 1440 },
    target: '',
    hoursAgo: 50,
    of: () => true,
    most: 30,
    expired: 0,
    failed: 0.06,
  },
  {
    kind: 'settings',
    input: { restartMinutes: 720 },
    target: '',
    hoursAgo: 96,
    of: () => true,
    most: 14,
    expired: 0,
    failed: 0.07,
  },
  {
    kind: 'restart',
    input: null,
    target: '',
    hoursAgo: 30,
    of: () => true,
    most: 8,
    expired: 0.12,
    failed: 0,
  },
  {
    kind: 'switch',
    input: { mode: 'singleOff' },
    target: '',
    hoursAgo: 15,
    of: isSwitch,
    most: 2,
    expired: 0,
    failed: 0,
  },
  {
    kind: 'switch',
    input: { mode: 'singleOn' },
    target: '',
    hoursAgo: 14,
    of: isSwitch,
    most: 2,
    expired: 0,
    failed: 0,
  },
  { kind: 'lock', input: null, target: '', hoursAgo: 62, of: isSwitch, most: 1, expired: 0, failed: 0 },
]

async function seedBatches(
  sql: Sql,
  devices: readonly DemoDevice[],
  staffed: Staffed,
  now: number,
): Promise<void> {
  const chance = chanceOf(staffed.tenantId * 23 + 11)
  for (const one of givenCommands) {
    const able = devices.filter(device => device.lastMessageAt !== null && one.of(device))
    if (able.length === 0) continue
    const start = chance.whole(0, Math.max(0, able.length - one.most))
    const chosen = able.slice(start, start + one.most)
    const person = chance.pick(staffed.people)
    const at = now - one.hoursAgo * HOUR_MS
    const sleeping = devices.filter(({ state }) => state === 'notActivated').slice(0, 1)
    const names = chosen.slice(0, 3).map(({ name }) => name)
    const more = chosen.length - names.length
    const [batchId] = await insertRows(
      sql,
      'command_batch',
      [
        {
          tenant_id: staffed.tenantId,
          version: 1,
          created_at: at,
          updated_at: at,
          kind: one.kind,
          input: one.input,
          target: one.target || [...names, ...(more > 0 ? [`+${more}`] : [])].join(', '),
          refused:
            one.kind === 'settings'
              ? sleeping.map(({ id, imei, name }) => ({
                  deviceId: id,
                  imei,
                  deviceName: name,
                  reason: 'device.offline',
                }))
              : [],
          user_id: person.id,
          user_name: person.name,
        },
      ],
      'id',
    )
    await insertRows(
      sql,
      'device_command',
      chosen.map((device, index) =>
        commandOf(device, { ...one, at, batchId, index, chance, person, staffed }),
      ),
    )
  }
}

function commandOf(
  device: DemoDevice,
  given: GivenCommand & {
    at: number
    batchId: number | undefined
    index: number
    chance: Chance
    person: Staffed['people'][number]
    staffed: Staffed
  },
) {
  const { kind, input, at, batchId, index, chance, person, staffed } = given
  // The last one of a longer list shows that not everything goes well.
  const lot = index > 0 ? chance.next() : 1
  const state = lot < given.failed ? 'failed' : lot < given.failed + given.expired ? 'expired' : 'done'
  const life =
    kind === 'switch' || kind === 'lock' ? MINUTE_MS / 2 : kind === 'settings' ? 30 * DAY_MS : 10 * MINUTE_MS
  const end = state === 'expired' ? at + life : at + chance.whole(2, kind === 'check' ? 240 : 20) * 1000
  return {
    tenant_id: staffed.tenantId,
    version: 3,
    created_at: at,
    updated_at: end,
    device_id: device.id,
    imei: device.imei,
    kind,
    input,
    state,
    reason: state === 'failed' ? 'busy' : null,
    user_id: person.id,
    user_name: person.name,
    sent_at: at + 400,
    finished_at: end,
    expires_at: at + life,
    attempts: 1,
    batch_id: batchId,
  }
}

// A fleet over MQTT: connects gently, reports, drops out and returns, raises alarms, answers commands.
import mqtt, { type MqttClient } from 'mqtt'
import * as z from 'zod/mini'
import type { ConferenceCall, DeviceMessage, PictureWanted } from '../../src/contract/device-messages.ts'
import { downlink } from '../../src/contract/device-messages.ts'
import { topics } from '../../src/contract/topics.ts'
import type { AlarmType } from '../../src/domain/alarm/alarm-types.ts'
import { commandFacts } from '../../src/domain/device/command-input.ts'
import type { DeviceKind } from '../../src/domain/device/device.ts'
import { payload as payloadOf } from '../../src/domain/device/payload.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { type Actor, createActor, lasts } from './actor.ts'
import type { SimulatedDevice } from './device.ts'
import { habits } from './habits.ts'
import { createPositioning } from './positioning.ts'
import { createChance } from './random.ts'
import { createStandings } from './standing.ts'
import { bytesOf } from './wire.ts'

export interface Simulator {
  counts(): { connected: number; sent: number; alarms: number }
  stop(): Promise<void>
}

interface Options {
  /** `mqtt://host:port`. */
  url: string
  devices: readonly SimulatedDevice[]
  /** 2 speaks twice as often; alarms too. */
  rate?: number
  seed?: number
  onError?(error: Error): void
  /** A device with a camera is called into a conference room. */
  onConference?(call: ConferenceCall): void
  /** A device with a camera is asked for its picture. */
  onPicture?(imei: string, message: PictureWanted): void
  /** These start switched off and come back in their own time. */
  away?: ReadonlySet<string>
}

const TICK_MS = 250
const CONNECTS_PER_TICK = 10
/** For 600 devices; smaller fleets raise less. */
const ALARMS_PER_MINUTE = 1.5
const SOS_PER_MINUTE = 0.25
const USUAL_FLEET = 600
/** A device drops out about once in so long, and stays away for some minutes. */
const HOURS_BETWEEN_DROPS = 4
/** Shares of the commands that a device refuses, answers late, and that its wearer does not notice. */
const FAILS = 0.03
const LATE = 0.1
const IGNORES = 0.2
/** Its state is told with one report of so many, and after every change. */
const STATUS_EVERY = 5
/** Positioning servers tell so often. */
const POSITIONS_EVERY_MS = 2000
/** Kinds of devices that have a camera. */
const SEES: ReadonlySet<DeviceKind> = new Set(['helmet', 'camera'])
const WEARS_SOS: readonly string[] = ['helmet', 'wristband', 'watch']

interface Runner {
  actor: Actor
  client: MqttClient | undefined
  nextReport: number
  /** Connects at this time when it has no connection. */
  backAt: number
  leaving: boolean
  fault: boolean
}

export function startSimulator(options: Options): Simulator {
  const { url, rate = 1 } = options
  const now = Date.now
  const chance = createChance(options.seed ?? now())
  const standings = createStandings(options.devices)
  const runners: Runner[] = options.devices.map((device, index) => ({
    actor: createActor(
      device,
      createChance((options.seed ?? now()) + index),
      now,
      () => standings.of(device).closed,
    ),
    client: undefined,
    nextReport: 0,
    backAt: options.away?.has(device.imei) ? now() + chance.between(10, 240) * MINUTE_MS : now(),
    leaving: false,
    fault: false,
  }))
  const connected = new Set<Runner>()
  const positioning = createPositioning(options.devices, options.seed ?? now())
  let positionedAt = now()
  const timers = new Set<NodeJS.Timeout>()
  let [sent, alarms] = [0, 0]

  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  const say = (runner: Runner, message: DeviceMessage, qos: 0 | 1 = 0) => {
    if (!runner.client?.connected) return
    sent++
    const { imei, compact } = runner.actor.device
    runner.client.publish(topics.fromDevice(imei), bytesOf(message, compact), { qos }, () => {})
  }
  const interval = (runner: Runner) =>
    (habits[runner.actor.device.kind].everySeconds * 1000 * chance.between(0.9, 1.1)) / rate

  const leave = (runner: Runner, backInMs: number, polite: boolean) => {
    runner.backAt = now() + backInMs
    runner.leaving = true
    if (polite) say(runner, runner.actor.stamp({ code: '1003' }))
    runner.client?.end(!polite)
  }

  const answer = (runner: Runner, payload: Buffer) => {
    let raw: unknown
    try {
      raw = JSON.parse(payload.toString())
    } catch {
      return
    }
    const order = z.safeParse(downlink, raw)
    if (order.success && order.data.code === '5096' && SEES.has(runner.actor.device.kind))
      options.onConference?.(order.data)
    if (order.success && order.data.code === '5098' && SEES.has(runner.actor.device.kind))
      options.onPicture?.(runner.actor.device.imei, order.data)
    if (!order.success || order.data.code !== '6001') return
    const { id, kind, input, channel, expiresAt } = order.data
    const { device } = runner.actor
    const acknowledge = (result: 'delivered' | 'done' | 'failed', reason?: string) =>
      say(
        runner,
        runner.actor.stamp({ code: '6002', id, result, ...(reason === undefined ? {} : { reason }) }),
        1,
      )
    const atOnce = commandFacts[kind].atOnce
    const carryOut = () => {
      if (chance.happens(FAILS)) return acknowledge('failed', 'busy')
      // Too late is not done: a breaker must not move when nobody expects it any more.
      if (atOnce && expiresAt < now()) return
      const refused = standings.obey(device, kind, input, channel)
      if (refused) return acknowledge('failed', refused)
      if (kind === 'locate') say(runner, runner.actor.place(), 1)
      if (kind === 'settings' && input) say(runner, runner.actor.stamp({ code: '6003', settings: input }), 1)
      acknowledge('done')
      if (kind === 'raw') echo(runner, input)
      if (atOnce) sayStatus(runner)
      if (kind === 'restart') later(300, () => leave(runner, chance.between(4000, 9000), true))
    }
    later(chance.between(200, 900), () => acknowledge('delivered'))
    // Of those who wear a device not all look at it.
    if (kind === 'check') {
      if (!chance.happens(IGNORES)) later(chance.between(2000, 25_000), () => acknowledge('done'))
      return
    }
    later(chance.happens(LATE) ? chance.between(6000, 14_000) : chance.between(1200, 4000), carryOut)
  }

  // Like most controllers on a serial line, what hangs on the device repeats what it has taken.
  const echo = (runner: Runner, input: unknown) => {
    const sent = z.safeParse(payloadOf, input)
    if (sent.success) say(runner, runner.actor.stamp({ code: '7001', ...sent.data }), 1)
  }

  const sayStatus = (runner: Runner) => {
    const status = standings.status(runner.actor.device)
    if (status) say(runner, runner.actor.stamp(status), 1)
  }

  const connect = (runner: Runner) => {
    const { imei, secret } = runner.actor.device
    runner.leaving = false
    const client = mqtt.connect(url, {
      clientId: imei,
      username: imei,
      password: secret,
      keepalive: 60,
      reconnectPeriod: 0,
      connectTimeout: 20_000,
      queueQoSZero: false,
    })
    runner.client = client
    client.on('connect', () => {
      connected.add(runner)
      client.subscribe(topics.toDevice(imei), { qos: 1 }, () => {})
      say(runner, runner.actor.introduction(), 1)
      sayStatus(runner)
      runner.nextReport = now() + chance.between(500, interval(runner))
    })
    client.on('message', (_topic, payload) => answer(runner, payload))
    client.on('error', error => options.onError?.(error))
    client.on('close', () => {
      connected.delete(runner)
      if (runner.client !== client) return
      runner.client = undefined
      if (!runner.leaving) runner.backAt = now() + chance.between(5000, 20_000)
    })
  }

  const raise = (runner: Runner, type?: AlarmType) => {
    if (type === undefined && runner.fault) return
    if (type === undefined && showState(runner)) return
    const message = runner.actor.alarm(type)
    alarms++
    say(runner, message, 1)
    if (message.code !== '3001' || !lasts(message.type)) return
    runner.fault = true
    later(chance.between(60_000, 240_000), () => {
      runner.fault = false
      say(runner, runner.actor.alarm('alarmRecovery'), 1)
    })
  }

  /** A ring that comes loose, gas that leaks: a state that lasts a while, where the device has one. */
  const showState = (runner: Runner): boolean => {
    const { device } = runner.actor
    const standing = standings.of(device)
    const ring = device.kind === 'ankleBracelet'
    if (!ring && device.kind !== 'gasSensor') return false
    const show = (loose: boolean) => {
      if (ring) standing.footRing = loose ? 'loose' : 'tight'
      else standing.harmfulGas = loose ? 'detected' : 'none'
      runner.fault = loose
      sayStatus(runner)
    }
    alarms++
    show(true)
    later(chance.between(60_000, 240_000), () => show(false))
    return true
  }

  /** Who is switched off is not seen. */
  const tellPositions = (at: number) => {
    if (at - positionedAt < POSITIONS_EVERY_MS / rate) return
    const seconds = (at - positionedAt) / 1000
    positionedAt = at
    const awake = new Set([...connected].map(({ actor }) => actor.device.imei))
    for (const runner of connected) {
      const positions = positioning.of(runner.actor.device, seconds, imei => awake.has(imei))
      if (positions.length > 0) say(runner, runner.actor.stamp({ code: '2005', positions }))
    }
  }

  const perTick = (perMinute: number) =>
    (perMinute * rate * Math.min(2, runners.length / USUAL_FLEET) * TICK_MS) / MINUTE_MS

  const tick = () => {
    const at = now()
    let connects = 0
    for (const runner of runners) {
      if (!runner.client) {
        if (runner.backAt <= at && connects < CONNECTS_PER_TICK) {
          connects++
          connect(runner)
        }
      } else if (runner.nextReport > 0 && runner.nextReport <= at && runner.client.connected) {
        runner.nextReport = at + interval(runner)
        for (const message of runner.actor.report()) say(runner, message)
        if (chance.happens(1 / STATUS_EVERY)) sayStatus(runner)
      }
    }
    if (connected.size === 0) return
    tellPositions(at)
    const present = [...connected]
    if (chance.happens(perTick(ALARMS_PER_MINUTE))) {
      const runner = chance.pick(present)
      if (runner) raise(runner)
    }
    if (chance.happens(perTick(SOS_PER_MINUTE))) {
      const runner = chance.pick(present.filter(one => WEARS_SOS.includes(one.actor.device.kind)))
      if (runner) raise(runner, 'sos')
    }
    if (chance.happens((present.length * TICK_MS) / (HOURS_BETWEEN_DROPS * HOUR_MS))) {
      const runner = chance.pick(present)
      if (runner) leave(runner, chance.between(3, 12) * MINUTE_MS, chance.happens(0.3))
    }
  }
  const ticking = setInterval(tick, TICK_MS)

  return {
    counts: () => ({ connected: connected.size, sent, alarms }),
    stop: async () => {
      clearInterval(ticking)
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(runners.map(({ client }) => client?.endAsync(true).catch(() => undefined)))
    },
  }
}

// A door unit without a screen: rings, talks, opens, reads and writes cards over MQTT like a real one.
import { randomBytes } from 'node:crypto'
import mqtt, { type MqttClient } from 'mqtt'
import * as z from 'zod/mini'
import {
  type DeviceMessage,
  type Downlink,
  downlink,
  type UnlockOrder,
} from '../../../src/contract/device-messages.ts'
import { topics } from '../../../src/contract/topics.ts'
import { createUnlockOrderCheck, type UnlockOrderFault } from '../../../src/contract/unlock-order-check.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { DEFAULT_ROOM } from '../../../src/domain/intercom/call.ts'
import {
  type DoorTimer,
  type DoorUnitEffect,
  type DoorUnitEvent,
  type DoorUnitState,
  quietDoor,
  stepDoorUnit,
} from '../../../src/domain/intercom/door-unit.ts'
import { bytesOf } from '../wire.ts'
import { type AdvertStore, createHeadlessAdverts, emptyAdvertStore } from './adverts.ts'
import { cardOpens } from './card-reader.ts'
import type { Arrived } from './frame-counter.ts'
import { createHappenings, type Happening } from './happenings.ts'
import { type DoorLine, openDoorLine, warmDoorLine } from './line.ts'

export interface DoorUnitOptions {
  /** `mqtt://host:port` or `ws://host:port/mqtt`. */
  url: string
  imei: string
  secret: string
  /** Comes online by itself; off where something else speaks for the device already. */
  introduces?: boolean
  /** The console's address, where adverts are fetched; without it none are played. */
  web?: string
  /** What is kept of adverts when this one is stopped and another one started in its place. */
  adverts?: AdvertStore
  advertTickMs?: number
  onError?(error: Error): void
}

export interface DoorUnit {
  imei: string
  /** Somebody presses the button. */
  ring(options?: { roomNo?: string }): void
  /** The visitor gives up, or hangs up. */
  hangUp(): void
  /** A card is held to the unit; answers what the unit made of it. */
  swipe(cardInfo: string): 'cardOpened' | 'cardRefused'
  state(): DoorUnitState
  /** How often an order opened the door. */
  opened(): number
  /** Orders that were not obeyed, by why. */
  refused(): Readonly<Record<UnlockOrderFault, number>>
  /** The list of cards in force; undefined before the first. */
  cards(): CardList | undefined
  /** What came from the console in the last or present call. */
  framesReceived(): { audio: Arrived; video: Arrived }
  /** The advert on its screen: which play, which advertisement. */
  showing(): { playId: string; advertId: number } | undefined
  /** Plays that nobody has confirmed. */
  unsent(): number
  /** Waits until it is connected and listens. */
  connected(withinMs?: number): Promise<void>
  /** Waits until something happens; it may have happened already since the button was pressed. */
  until(what: Happening, withinMs?: number): Promise<void>
  /** Cuts the connection as a bad network does, and lets it come back. */
  cut(): void
  resume(): void
  stop(): Promise<void>
}

type CardList = Extract<Downlink, { code: '5086' }>
type Word = Extract<Downlink, { code: '5085' }>

const HEARTBEAT_MS = 55_000
const RECONNECT_MS = 1000
const REFUSED_MS = MINUTE_MS
const WRITE_MS = 1500
const NOTHING = { audio: { packets: 0, frames: 0 }, video: { packets: 0, frames: 0 } }

/** Connects a door unit; it stays connected until stopped. Use `connected()` to know that it listens. */
export function connectDoorUnit(options: DoorUnitOptions): DoorUnit {
  const { imei, secret, introduces = true } = options
  const client = connect(options)
  const happenings = createHappenings()
  let listening = false
  let ahead = 0
  const serverNow = () => Date.now() + ahead
  const check = createUnlockOrderCheck(imei, secret, serverNow)
  const refused: Record<UnlockOrderFault, number> = { otherDoor: 0, forged: 0, late: 0, repeated: 0 }
  let opened = 0
  let list: CardList | undefined
  let state = quietDoor
  let word: Word | undefined
  let line: { callId: number; made: Promise<DoorLine>; open: DoorLine | undefined } | undefined
  let arrived = NOTHING
  const timers = new Map<DoorTimer | `write ${number}`, NodeJS.Timeout>()

  // Without numbers: two programs may speak for one device, and each would count for itself.
  const say = (message: DeviceMessage) => {
    if (client.connected)
      client.publish(topics.fromDevice(imei), bytesOf(message, false), { qos: 1 }, () => {})
  }
  const fail = (error: unknown) =>
    options.onError?.(error instanceof Error ? error : new Error(String(error)))
  const after = (timer: DoorTimer | `write ${number}`, ms: number, run: () => void) => {
    clearTimeout(timers.get(timer))
    timers.set(timer, setTimeout(run, ms))
  }

  const adverts =
    options.web === undefined
      ? undefined
      : createHeadlessAdverts({
          ...{ web: options.web, store: options.adverts ?? emptyAdvertStore(), say },
          ...(options.advertTickMs !== undefined && { tickMs: options.advertTickMs }),
        })

  const step = (event: DoorUnitEvent) => {
    const before = state
    const [next, effects] = stepDoorUnit(state, event)
    state = next
    // Before anything else is done about a ring: the screen is the visitor's.
    if (before.at === 'idle' && next.at !== 'idle')
      adverts?.send({ type: 'needed', need: 'visitor', now: Date.now() })
    if (before.at !== 'idle' && next.at === 'idle')
      adverts?.send({ type: 'free', need: 'visitor', now: Date.now() })
    for (const effect of effects) perform(effect)
    if (next !== before) happenings.note(nameOf(next))
  }
  const perform = (effect: DoorUnitEffect) => {
    switch (effect.do) {
      case 'ring':
        warmDoorLine()
        return say({ code: '5080', roomNo: effect.roomNo, time: Date.now() })
      case 'hangUp':
        return say({ code: '5090', callId: effect.callId, reason: effect.reason, time: Date.now() })
      case 'openLine':
        return openLine(effect.callId)
      case 'closeLine':
        return closeLine(effect.callId)
      case 'start': {
        const { timer, seconds } = effect
        return after(timer, seconds * 1000, () => step({ type: 'timeout', timer }))
      }
      case 'stop':
        return clearTimeout(timers.get(effect.timer))
    }
  }
  const openLine = (callId: number) => {
    const made = openDoorLine({
      iceServers: word?.iceServers ?? [],
      send: signal => say({ code: '5083', callId, signal }),
      onState: is => step({ type: is === 'standing' ? 'lineStands' : 'lineBroken', callId }),
      onLeft: () => step({ type: 'lineLeft', callId }),
      onError: fail,
    })
    const mine = { callId, made, open: undefined as DoorLine | undefined }
    line = mine
    arrived = NOTHING
    made
      .then(open => {
        mine.open = open
        if (line !== mine) open.close(true)
      })
      .catch(error => {
        fail(error)
        step({ type: 'lineLost', callId })
      })
  }
  const closeLine = (callId: number) => {
    if (line?.callId !== callId) return
    const { open } = line
    line = undefined
    if (!open) return
    arrived = open.arrived()
    open.close(true)
  }

  const obey = async (order: UnlockOrder) => {
    const fault = await check(order)
    if (fault) refused[fault]++
    else opened++
    // Who sends a wrong order learns nothing from the door.
    if (!fault) say({ code: '5091', type: 3, nonce: order.nonce, result: 'opened', time: Date.now() })
    happenings.note(fault ? 'refused' : 'opened')
  }
  const writeCard = ({ orderId, expiresAt }: Extract<Downlink, { code: '5087' }>) => {
    // An order whose time is over calls off what it ordered before.
    if (expiresAt <= serverNow()) return clearTimeout(timers.get(`write ${orderId}`))
    after(`write ${orderId}`, WRITE_MS, () => {
      say({ code: '5084', orderId, cardInfo: randomBytes(4).toString('hex').toUpperCase(), time: Date.now() })
      happenings.note('cardWritten')
    })
  }
  const hear = (message: Downlink) => {
    switch (message.code) {
      case '1101':
        ahead = message.time - Date.now()
        return adverts?.send({ type: 'clock', ahead })
      case '5082':
        return void obey(message).catch(fail)
      case '5083':
        // Its visitor does not mind.
        if (message.signal.kind === 'recording') {
          if (message.signal.word.is === 'asked')
            say({ code: '5083', callId: message.callId, signal: { kind: 'consent', yes: true } })
          return
        }
        if (line?.callId === message.callId)
          void line.made.then(
            open => open.hear(message.signal),
            () => {},
          )
        return
      case '5085':
        word = message
        return step({ type: 'noticed', ...message })
      case '5086':
        list = message
        say({
          ...{ code: '5093', listVersion: message.listVersion, time: Date.now() },
          faces: message.faces?.map(({ faceId }) => faceId) ?? [],
        })
        return happenings.note('cards')
      case '5087':
        return writeCard(message)
      case '5088':
      case '5089':
      case '5097':
        return adverts?.hear(message)
    }
  }

  client.on('connect', () => {
    client.subscribe(topics.toDevice(imei), { qos: 1 }, error => {
      if (error) return fail(error)
      if (introduces) say({ code: '1001', appVersion: '1.0.0', mainsPower: true, time: Date.now() })
      // It keeps its cards in memory only: newly started it has none, and says so.
      if (!list) say({ code: '5093', listVersion: 0, time: Date.now() })
      listening = true
      adverts?.send({ type: 'online' })
      happenings.note('connected')
    })
  })
  client.on('close', () => {
    listening = false
    adverts?.send({ type: 'offline' })
  })
  client.on('message', (_topic, payload) => {
    const message = readDownlink(payload)
    if (message) hear(message)
  })
  client.on('error', error => {
    // Its secret is void: asking again each second would only make the server wary of this address.
    if ('code' in error && (error.code === 4 || error.code === 5)) client.options.reconnectPeriod = REFUSED_MS
    fail(error)
  })
  const beat = setInterval(() => {
    if (introduces) say({ code: '1002', time: Date.now() })
  }, HEARTBEAT_MS)

  return {
    imei,
    ring: ({ roomNo = DEFAULT_ROOM } = {}) => {
      happenings.forget()
      step({ type: 'pressed', roomNo })
    },
    hangUp: () => step({ type: 'cancelled' }),
    swipe: cardInfo => {
      const event = list && cardOpens(list, cardInfo, serverNow()) ? 'cardOpened' : 'cardRefused'
      say({ code: '5092', event, cardInfo, time: Date.now() })
      return event
    },
    state: () => state,
    opened: () => opened,
    refused: () => refused,
    cards: () => list,
    framesReceived: () => line?.open?.arrived() ?? arrived,
    showing: () => {
      const shown = adverts?.state().showing
      return shown ? { playId: shown.playId, advertId: shown.video.advertId } : undefined
    },
    unsent: () => adverts?.state().unsent.length ?? 0,
    connected: async withinMs => {
      if (!listening) await happenings.next('connected', withinMs)
    },
    until: happenings.until,
    cut: () => {
      client.options.reconnectPeriod = 0
      client.stream.destroy()
    },
    resume: () => {
      client.options.reconnectPeriod = RECONNECT_MS
      client.reconnect()
    },
    stop: async () => {
      clearInterval(beat)
      adverts?.stop()
      for (const timer of timers.values()) clearTimeout(timer)
      if (line) closeLine(line.callId)
      await client.endAsync(true).catch(() => undefined)
    },
  }
}

function connect({ url, imei, secret }: DoorUnitOptions): MqttClient {
  return mqtt.connect(url, {
    clientId: `${imei}_door`,
    username: imei,
    password: secret,
    keepalive: 30,
    reconnectPeriod: RECONNECT_MS,
    connectTimeout: 20_000,
    queueQoSZero: false,
    resubscribe: false,
  })
}

function readDownlink(payload: Buffer): Downlink | undefined {
  try {
    const read = z.safeParse(downlink, JSON.parse(payload.toString()))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** What became of the call, in one word. */
function nameOf(state: DoorUnitState): Happening {
  switch (state.at) {
    case 'ringing':
      return state.callId === null ? 'pressed' : 'ringing'
    case 'talking':
      return state.line === 'standing' ? 'standing' : state.line === 'broken' ? 'broken' : 'answered'
    case 'over':
      return state.result
    default:
      return state.at
  }
}

// The door unit's connection to the broker: in as the device, always trying to come back.
import type { MqttClient } from 'mqtt'
import * as z from 'zod/mini'
import { type DeviceMessage, type Downlink, downlink } from '../contract/device-messages.ts'
import { topics } from '../contract/topics.ts'
import { MINUTE_MS } from '../domain/durations.ts'
import { brokerUrl, type Enrolled } from './enrolled.ts'

/** `refused`: the broker does not take this secret any more. */
export type WireState = 'connecting' | 'online' | 'offline' | 'refused'

export interface Wire {
  /** Says something to the back end; false while there is no connection. Nothing waits: a ring must not come late. */
  say(message: DeviceMessage): boolean
  stop(): void
}

interface Listener {
  onState(state: WireState): void
  onMessage(message: Downlink): void
}

const HEARTBEAT_MS = 45_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = MINUTE_MS
const BAD_CREDENTIALS = 4
const NOT_AUTHORISED = 5

/** Connects and stays connected until stopped. */
export function openWire(door: Enrolled, { onState, onMessage }: Listener): Wire {
  let client: MqttClient | undefined
  let state: WireState = 'connecting'
  let wait = FIRST_WAIT_MS
  let again: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const become = (next: WireState) => {
    if (stopped || next === state) return
    state = next
    onState(next)
  }
  const say = (message: DeviceMessage) => {
    if (!client?.connected) return false
    client.publish(topics.fromDevice(door.imei), JSON.stringify(message), { qos: 1 }, () => {})
    return true
  }
  const later = () => {
    clearTimeout(again)
    if (stopped) return
    again = setTimeout(connect, wait)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
  const connect = () => {
    clearTimeout(again)
    void open().catch(() => {
      // The script of the client could not be fetched.
      become('offline')
      later()
    })
  }

  async function open(): Promise<void> {
    const { default: mqtt } = await import('mqtt')
    if (stopped) return
    const mine = mqtt.connect(brokerUrl(door.url, location.href), {
      // Two tablets of one door would else throw each other off for ever.
      clientId: `${door.imei}_page_${crypto.getRandomValues(new Uint32Array(1))[0]}`,
      username: door.imei,
      password: door.secret,
      keepalive: 30,
      connectTimeout: 10_000,
      reconnectPeriod: 0,
      queueQoSZero: false,
    })
    client?.end(true)
    client = mine
    mine.on('connect', () => {
      mine.subscribe(topics.toDevice(door.imei), { qos: 1 }, error => {
        if (error) return mine.end(true)
        wait = FIRST_WAIT_MS
        say({ code: '1001', appVersion: 'door page', mainsPower: true })
        become('online')
      })
    })
    mine.on('message', (_topic, payload) => {
      const message = readDownlink(payload.toString())
      if (message && !stopped) onMessage(message)
    })
    mine.on('error', error => {
      const code: unknown = 'code' in error ? error.code : undefined
      if (code !== BAD_CREDENTIALS && code !== NOT_AUTHORISED) return
      wait = LONGEST_WAIT_MS
      // A tenant that is switched off may come back: only a secret that is void is the end.
      become(code === BAD_CREDENTIALS ? 'refused' : 'offline')
    })
    mine.on('close', () => {
      if (client !== mine) return
      if (state !== 'refused') become('offline')
      later()
    })
  }

  const wake = () => {
    if (client?.connected) return
    wait = FIRST_WAIT_MS
    connect()
  }
  // A socket seems alive for a while without a network: a visitor must not ring into the void meanwhile.
  const drop = () => {
    if (state !== 'refused') become('offline')
    client?.end(true)
  }
  const beat = setInterval(() => say({ code: '1002' }), HEARTBEAT_MS)
  addEventListener('online', wake)
  addEventListener('offline', drop)
  connect()
  return {
    say,
    stop: () => {
      stopped = true
      clearInterval(beat)
      clearTimeout(again)
      removeEventListener('online', wake)
      removeEventListener('offline', drop)
      client?.end(true)
    },
  }
}

function readDownlink(payload: string): Downlink | undefined {
  try {
    const read = z.safeParse(downlink, JSON.parse(payload))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

// Ties the door unit's machine to the broker, the line and the clock, and keeps what its screens show.

import type { Downlink, UnlockOrder } from '../contract/device-messages.ts'
import { createOrderCheck } from '../contract/order-check.ts'
import {
  type DoorTimer,
  type DoorUnitEffect,
  type DoorUnitEvent,
  type DoorUnitState,
  quietDoor,
  stepDoorUnit,
} from '../domain/intercom/door-unit.ts'
import { type CallLine, LineError, type MediaProblem } from '../platform/rtc/port.ts'
import { forgetSignals, hearSignal, signalPort } from '../platform/rtc/signals.ts'
import type { Enrolled } from './enrolled.ts'
import { chime } from './sounds.ts'
import { openWire, type WireState } from './wire.ts'

export interface DoorView {
  wire: WireState
  call: DoorUnitState
  /** The door has just been opened; shown for some seconds over whatever else. */
  opened: boolean
  /** A card waits to be written. */
  writing: { orderId: number; holderName: string; expiresAt: number } | undefined
  /** What the other end sends. */
  remote: { video: boolean; audio: boolean }
  /** What this end lacks. */
  problem: MediaProblem | undefined
}

export interface Door {
  subscribe(listener: () => void): () => void
  read(): DoorView
  /** The server's clock, as far as it was told. */
  now(): number
  /** False while there is no connection. */
  ring(roomNo: string): boolean
  hangUp(): void
  /** The element that shows and sounds the other end. */
  attach(video: HTMLVideoElement | null): void
  /** Answers an order to write a card; nothing leaves it undone. */
  giveCard(cardInfo: string | undefined): void
  stop(): void
}

type Word = Extract<Downlink, { code: '5085' }>

const OPENED_MS = 6_000
const NO_MEDIA = { video: false, audio: false }

/** Runs one door until stopped. */
export function openDoor(enrolled: Enrolled): Door {
  const { imei, secret } = enrolled
  const listeners = new Set<() => void>()
  const timers = new Map<DoorTimer | 'opened' | 'writing', ReturnType<typeof setTimeout>>()
  let ahead = 0
  const now = () => Date.now() + ahead
  const check = globalThis.crypto?.subtle ? createOrderCheck(imei, secret, now) : undefined
  let view: DoorView = {
    wire: 'connecting',
    call: quietDoor,
    opened: false,
    writing: undefined,
    remote: NO_MEDIA,
    problem: undefined,
  }
  let word: Word | undefined
  let line: { callId: number; abort: AbortController; joined: CallLine | undefined } | undefined
  let shownIn: HTMLVideoElement | null = null

  const show = (change: Partial<DoorView>) => {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }
  const after = (timer: DoorTimer | 'opened' | 'writing', ms: number, run: () => void) => {
    clearTimeout(timers.get(timer))
    timers.set(timer, setTimeout(run, ms))
  }

  const step = (event: DoorUnitEvent) => {
    const [call, effects] = stepDoorUnit(view.call, event)
    if (call !== view.call) show({ call })
    for (const effect of effects) perform(effect)
  }
  const perform = (effect: DoorUnitEffect) => {
    switch (effect.type) {
      case 'ring':
        return void wire.say({ code: '5080', roomNo: effect.roomNo })
      case 'hangUp':
        return void wire.say({ code: '5090', callId: effect.callId, reason: effect.reason })
      case 'openLine':
        return void openLine(effect.callId)
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

  async function openLine(callId: number): Promise<void> {
    if (!word) return
    const { provider, appId, channel, token, uid, iceServers } = word
    const mine = { callId, abort: new AbortController(), joined: undefined as CallLine | undefined }
    line = mine
    show({ remote: NO_MEDIA, problem: undefined })
    let broken = false
    try {
      const { providerFor } = await import('../platform/rtc/providers.ts')
      const port = await providerFor(provider)
      const joined = await port.join({
        data: { callId, provider, appId, channel, token, uid, iceServers, offers: true },
        signals: signalPort(callId, {
          publish: async signal => {
            if (!wire.say({ code: '5083', callId, signal })) throw new Error('Not connected')
          },
        }),
        camera: true,
        abort: mine.abort.signal,
        events: {
          onState: state => {
            if (state === 'connected') step({ type: 'lineStands', callId })
            if (state === 'reconnecting') step({ type: 'lineBroken', callId })
            if (state === 'ended' && mine.joined) step({ type: broken ? 'lineLost' : 'lineLeft', callId })
          },
          onRemoteMedia: remote => show({ remote }),
          onProblem: problem => {
            if (problem === 'network') broken = true
            else show({ problem })
          },
          onQuality: () => {},
        },
      })
      mine.joined = joined
      if (line === mine) joined.attach(shownIn)
      else void joined.hangUp()
    } catch (error) {
      if (line !== mine) return
      const problem = error instanceof LineError ? error.problem : undefined
      if (problem && problem !== 'gone') show({ problem })
      step({ type: problem === 'gone' ? 'lineLeft' : 'lineLost', callId })
    }
  }
  const closeLine = (callId: number) => {
    if (line?.callId !== callId) return
    const { joined, abort } = line
    line = undefined
    abort.abort()
    void joined?.hangUp()
    forgetSignals(callId)
    show({ remote: NO_MEDIA })
  }

  const obey = async (order: UnlockOrder) => {
    // Outside a secure context the order cannot be checked: such a door stays shut and says so.
    if (!check)
      return void wire.say({
        code: '5091',
        type: 3,
        nonce: order.nonce,
        result: 'failed',
        reason: 'insecure',
      })
    if (await check(order)) return
    wire.say({ code: '5091', type: 3, nonce: order.nonce, result: 'opened' })
    chime('opened')
    show({ opened: true })
    after('opened', OPENED_MS, () => show({ opened: false }))
  }
  const hear = (message: Downlink) => {
    switch (message.code) {
      case '1101':
        ahead = message.time - Date.now()
        return
      case '5082':
        return void obey(message)
      case '5083':
        return hearSignal(message.callId, message.signal)
      case '5085':
        word = message
        return step({ type: 'told', ...message })
      case '5086':
        // A tablet has no reader: it confirms the list, so that nobody waits for it.
        return void wire.say({ code: '5093', listVersion: message.listVersion })
      case '5087': {
        const { orderId, holderName, expiresAt } = message
        // An order whose time is over calls off what it ordered before.
        if (expiresAt <= now()) {
          if (view.writing?.orderId === orderId) show({ writing: undefined })
          return
        }
        show({ writing: { orderId, holderName, expiresAt } })
        return after('writing', expiresAt - now(), () => show({ writing: undefined }))
      }
    }
  }
  let introduced = false
  const follow = (state: WireState) => {
    show({ wire: state })
    if (state !== 'online' || introduced) return
    introduced = true
    // Newly opened the page holds no cards, whatever it confirmed before.
    wire.say({ code: '5093', listVersion: 0 })
  }
  const wire = openWire(enrolled, { onState: follow, onMessage: hear })

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => view,
    now,
    ring(roomNo) {
      if (view.wire !== 'online') return false
      show({ opened: false })
      step({ type: 'pressed', roomNo })
      return true
    },
    hangUp: () => step({ type: 'cancelled' }),
    attach(video) {
      shownIn = video
      line?.joined?.attach(video)
    },
    giveCard(cardInfo) {
      const { writing } = view
      clearTimeout(timers.get('writing'))
      show({ writing: undefined })
      if (writing && cardInfo) wire.say({ code: '5084', orderId: writing.orderId, cardInfo })
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      if (line) closeLine(line.callId)
      wire.stop()
    },
  }
}

// Ties the door unit's machine to the broker, the line and the clock, and keeps what its screens show.

import type { Downlink, UnlockOrder } from '../contract/device-messages.ts'
import { createUnlockOrderCheck } from '../contract/unlock-order-check.ts'
import type { CallRecordingWord } from '../domain/intercom/call-recording.ts'
import {
  type DoorUnitEffect,
  type DoorUnitEvent,
  type DoorUnitState,
  quietDoor,
  stepDoorUnit,
} from '../domain/intercom/door-unit.ts'
import { runMachine } from '../platform/machine-runner.ts'
import { type CallLine, LineError, type MediaProblem } from '../platform/rtc/port.ts'
import { forgetSignals, hearSignal, signalPort } from '../platform/rtc/signals.ts'
import { createStore } from '../platform/store.ts'
import { createTimers, timeouts } from '../platform/timers.ts'
import { type Adverts, createAdverts } from './adverts.driver.ts'
import type { Enrolled } from './enrolled.ts'
import { chime } from './sounds.ts'
import { openWire, type WireState } from './wire.ts'

/** What the visitor is told of a recording: asked, or that it goes on. `agreed`: it can be taken back. */
export type DoorRecording = { is: 'none' | 'asked' } | { is: 'on'; agreed: boolean }

export interface DoorView {
  wire: WireState
  call: DoorUnitState
  /** The door has just been opened; shown for some seconds over whatever else. */
  opened: boolean
  /** A guest holds their code to the camera. */
  looking: boolean
  /** A card waits to be written. */
  writing: { orderId: number; holderName: string; expiresAt: number } | undefined
  /** What the other end sends. */
  remote: { video: boolean; audio: boolean }
  /** What this end lacks. */
  problem: MediaProblem | undefined
  recording: DoorRecording
}

export interface Door {
  /** What it plays while nobody needs it. */
  adverts: Adverts
  subscribe: (listener: () => void) => () => void
  read: () => DoorView
  /** The server's clock, as far as it was told. */
  now(): number
  /** False while there is no connection. */
  ring(roomNo: string): boolean
  /** Begins to look for a guest's code with the camera, or ends it. */
  lookForCode(on: boolean): void
  /** A guest typed their code, or held it to the camera; false while there is no connection. */
  sendGuestCode(digits: string): boolean
  hangUp(): void
  /** The element that shows and sounds the other end. */
  attach(video: HTMLVideoElement | null): void
  /** The visitor agrees to be recorded, or does not, or no longer. */
  agree(yes: boolean): void
  /** Answers an order to write a card; nothing leaves it undone. */
  giveCard(cardInfo: string | undefined): void
  stop(): void
}

type Word = Extract<Downlink, { code: '5085' }>

const OPENED_MS = 6_000
const NOT_RECORDED: DoorRecording = { is: 'none' }
const NO_MEDIA = { video: false, audio: false }

/** Runs one door until stopped. */
export function openDoor(enrolled: Enrolled): Door {
  const { imei, secret } = enrolled
  let ahead = 0
  const now = () => Date.now() + ahead
  const check = globalThis.crypto?.subtle ? createUnlockOrderCheck(imei, secret, now) : undefined
  const store = createStore<DoorView>({
    wire: 'connecting',
    call: quietDoor,
    opened: false,
    looking: false,
    writing: undefined,
    remote: NO_MEDIA,
    problem: undefined,
    recording: NOT_RECORDED,
  })
  const show = (change: Partial<DoorView>) => store.become({ ...store.read(), ...change })
  let word: Word | undefined
  let line: { callId: number; abort: AbortController; joined: CallLine | undefined } | undefined
  let shownIn: HTMLVideoElement | null = null

  const runner = runMachine<DoorUnitState, DoorUnitEvent, DoorUnitEffect>({
    state: quietDoor,
    step: stepDoorUnit,
    performers: {
      ring: ({ roomNo }) => void wire.say({ code: '5080', roomNo }),
      hangUp: ({ callId, reason }) => void wire.say({ code: '5090', callId, reason }),
      openLine: ({ callId }) => void openLine(callId),
      closeLine: ({ callId }) => closeLine(callId),
      start: ({ timer, seconds }, { timers }) =>
        timers.start(timer, seconds * 1000, () => ({ type: 'timeout', timer })),
      stop: ({ timer }, { timers }) => timers.stop(timer),
    },
    clock: timeouts,
  })
  // An emergency or a visitor takes the screen in the same step in which the door hears of it.
  const adverts = createAdverts({ say: message => wire.say(message) })
  const needs = () => {
    const { call, writing, opened, looking } = store.read()
    adverts.inUse(call.at !== 'idle' || writing !== undefined || opened || looking)
  }
  store.subscribe(needs)
  runner.subscribe(() => show({ call: runner.read() }))
  const step = runner.send
  // What is shown for a while beside the call.
  const notes = createTimers<() => void>(timeouts, run => run())

  async function openLine(callId: number): Promise<void> {
    if (!word) return
    const { provider, appId, channel, token, uid, iceServers } = word
    const mine = { callId, abort: new AbortController(), joined: undefined as CallLine | undefined }
    line = mine
    show({ remote: NO_MEDIA, problem: undefined, recording: NOT_RECORDED })
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
    show({ remote: NO_MEDIA, recording: NOT_RECORDED })
  }

  const hearOfRecording = (callId: number, said: CallRecordingWord) => {
    if (line?.callId !== callId) return
    if (said.is === 'asked') show({ recording: { is: 'asked' } })
    else if (said.is === 'on') show({ recording: { is: 'on', agreed: said.agreed } })
    else show({ recording: NOT_RECORDED })
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
    show({ opened: true, looking: false })
    notes.start('opened', OPENED_MS, () => show({ opened: false }))
  }
  const hear = (message: Downlink) => {
    switch (message.code) {
      case '1101':
        ahead = message.time - Date.now()
        return adverts.clock(ahead)
      case '5082':
        return void obey(message)
      case '5083':
        if (message.signal.kind === 'recording') return hearOfRecording(message.callId, message.signal.word)
        return hearSignal(message.callId, message.signal)
      case '5085':
        word = message
        return step({ type: 'noticed', ...message })
      case '5086':
        // A tablet has no reader: it confirms the list, so that nobody waits for it.
        return void wire.say({ code: '5093', listVersion: message.listVersion })
      case '5088':
      case '5089':
      case '5097':
        return adverts.hear(message)
      case '5087': {
        const { orderId, holderName, expiresAt } = message
        // One whose time is over takes back the writing that was asked for before.
        if (expiresAt <= now()) {
          if (store.read().writing?.orderId === orderId) show({ writing: undefined })
          return
        }
        show({ writing: { orderId, holderName, expiresAt } })
        return notes.start('writing', expiresAt - now(), () => show({ writing: undefined }))
      }
    }
  }
  let introduced = false
  const follow = (state: WireState) => {
    show({ wire: state })
    adverts.online(state === 'online')
    if (state !== 'online' || introduced) return
    introduced = true
    // Newly opened the page holds no cards, whatever it confirmed before.
    wire.say({ code: '5093', listVersion: 0 })
  }
  const wire = openWire(enrolled, { onState: follow, onMessage: hear })

  return {
    adverts,
    subscribe: store.subscribe,
    read: store.read,
    now,
    ring(roomNo) {
      if (store.read().wire !== 'online') return false
      show({ opened: false })
      step({ type: 'pressed', roomNo })
      return true
    },
    lookForCode: looking => show({ looking }),
    sendGuestCode: digits => wire.say({ code: '5100', digits }),
    hangUp: () => step({ type: 'cancelled' }),
    attach(video) {
      shownIn = video
      line?.joined?.attach(video)
    },
    agree(yes) {
      if (line && wire.say({ code: '5083', callId: line.callId, signal: { kind: 'consent', yes } }))
        show({ recording: NOT_RECORDED })
    },
    giveCard(cardInfo) {
      const { writing } = store.read()
      notes.stop('writing')
      show({ writing: undefined })
      if (writing && cardInfo) wire.say({ code: '5084', orderId: writing.orderId, cardInfo })
    },
    stop() {
      adverts.stop()
      runner.stop()
      notes.stopAll()
      if (line) closeLine(line.callId)
      wire.stop()
    },
  }
}

// Runs the heartbeat of the spoken notices over a browser's websocket, and hands on what is said.
import * as z from 'zod/mini'
import { type SpokenNotice, spokenAddress, spokenNotice } from '../contract/spoken.ts'
import {
  type Heartbeat,
  type HeartbeatEffect,
  type HeartbeatEvent,
  type HeartbeatTimer,
  heartbeatOff,
  stepHeartbeat,
} from '../domain/notice/heartbeat.ts'
import { socketAddress } from './mqtt-client.ts'

/** Answer of the ticket call: one ticket is good for one attempt. */
export interface SpokenTicket {
  userId: number
  ticket: string
  spokenUrl: string
}

export interface SpokenLine {
  send: (text: string) => void
  close: () => void
}

export interface SpokenPorts {
  ticket: () => Promise<SpokenTicket>
  /** Opens one connection. `lost` comes for a close and for an error. */
  open: (url: string, on: { opened(): void; heard(text: string): void; lost(): void }) => SpokenLine
  after: (milliseconds: number, run: () => void) => () => void
}

/** Why something that arrived was ignored. */
export type Ignored = 'notJson' | 'noText'

export interface SpokenListener {
  onNotice: (notice: SpokenNotice) => void
  onIgnored: (reason: Ignored, text: string) => void
}

export interface SpokenSocket {
  start: () => void
  stop: () => void
  read: () => Heartbeat['is']
  subscribe: (listener: () => void) => () => void
}

/** Reads what arrived: a notice, or why it is none. */
export function readSpoken(text: string): SpokenNotice | Ignored {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return 'notJson'
  }
  const read = z.safeParse(spokenNotice, raw)
  return read.success && read.data.msgContent.trim() !== '' ? read.data : 'noText'
}

/** Makes the socket; nothing happens before `start`. */
export function createSpokenSocket(ports: SpokenPorts, listener: SpokenListener): SpokenSocket {
  let state: Heartbeat = heartbeatOff
  let line: SpokenLine | undefined
  const timers = new Map<HeartbeatTimer, () => void>()
  const listeners = new Set<() => void>()

  function send(event: HeartbeatEvent): void {
    const before = state.is
    const [next, effects] = stepHeartbeat(state, event)
    state = next
    for (const effect of effects) perform(effect)
    if (state.is !== before) for (const each of listeners) each()
  }

  function perform(effect: HeartbeatEffect): void {
    switch (effect.do) {
      case 'connect':
        void connect(effect.attempt)
        break
      case 'close':
        line?.close()
        line = undefined
        break
      case 'ping':
        line?.send(JSON.stringify({ type: 'ping' }))
        break
      case 'take': {
        const notice = readSpoken(effect.text)
        if (typeof notice === 'string') listener.onIgnored(notice, effect.text)
        else listener.onNotice(notice)
        break
      }
      case 'startTimer': {
        const { timer, seconds } = effect
        timers.get(timer)?.()
        timers.set(
          timer,
          ports.after(seconds * 1000, () => send({ on: 'due', timer })),
        )
        break
      }
      case 'cancelTimer':
        timers.get(effect.timer)?.()
        timers.delete(effect.timer)
    }
  }

  async function connect(attempt: number): Promise<void> {
    // Closed by the other side or never opened: what is left of it is let go here.
    line?.close()
    line = undefined
    const mine = () => state.is === 'connecting' && state.attempt === attempt
    try {
      const { userId, ticket, spokenUrl } = await ports.ticket()
      if (!mine()) return
      line = ports.open(spokenAddress(spokenUrl, userId, ticket), {
        opened: () => send({ on: 'opened', attempt }),
        heard: text => send({ on: 'heard', attempt, text }),
        lost: () => send({ on: 'lost', attempt }),
      })
    } catch {
      // No ticket is no connection: the same 6 s.
      send({ on: 'lost', attempt })
    }
  }

  return {
    start: () => send({ on: 'started' }),
    stop: () => send({ on: 'stopped' }),
    read: () => state.is,
    subscribe(each) {
      listeners.add(each)
      return () => listeners.delete(each)
    },
  }
}

/** A websocket of the browser. */
export const openWebSocket: SpokenPorts['open'] = (url, on) => {
  const socket = new WebSocket(socketAddress(url, location.href))
  socket.onopen = () => on.opened()
  socket.onmessage = ({ data }) => on.heard(String(data))
  socket.onclose = () => on.lost()
  socket.onerror = () => on.lost()
  return {
    send: text => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => {
      socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
      socket.close()
    },
  }
}

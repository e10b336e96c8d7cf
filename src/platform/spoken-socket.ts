// Runs the heartbeat of the spoken notices over a browser's websocket, and hands on what is said.
import * as z from 'zod/mini'
import { type SpokenNotice, spokenAddress, spokenNotice } from '../contract/spoken-notices.ts'
import {
  type Heartbeat,
  type HeartbeatEffect,
  type HeartbeatEvent,
  heartbeatOff,
  stepHeartbeat,
} from '../domain/notice/heartbeat.ts'
import { type RunnerSession, runMachine } from './machine-runner.ts'
import { socketAddress } from './mqtt-client.ts'
import { createStore } from './store.ts'
import type { TimerClock } from './timers.ts'

/** Answer of the request for a ticket: one ticket is good for one attempt. */
export interface SpokenTicket {
  userId: number
  ticket: string
  spokenUrl: string
}

export interface SpokenLine {
  send: (text: string) => void
  close: () => void
}

export interface SpokenPorts extends TimerClock {
  ticket: () => Promise<SpokenTicket>
  /** Opens one connection. `lost` comes for a close and for an error. */
  open: (url: string, on: { opened(): void; heard(text: string): void; lost(): void }) => SpokenLine
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
  let line: SpokenLine | undefined
  const close = () => {
    line?.close()
    line = undefined
  }
  const runner = runMachine<Heartbeat, HeartbeatEvent, HeartbeatEffect>({
    state: heartbeatOff,
    step: stepHeartbeat,
    performers: {
      connect: ({ attempt }, session) => void connect(attempt, session),
      close,
      ping: () => line?.send(JSON.stringify({ type: 'ping' })),
      take({ text }) {
        const notice = readSpoken(text)
        if (typeof notice === 'string') listener.onIgnored(notice, text)
        else listener.onNotice(notice)
      },
      startTimer: ({ timer, seconds }, { timers }) =>
        timers.start(timer, seconds * 1000, () => ({ on: 'due', timer })),
      cancelTimer: ({ timer }, { timers }) => timers.stop(timer),
    },
    clock: ports,
  })
  // Views want to know how it stands, not which attempt it is.
  const standing = createStore<Heartbeat['is']>(heartbeatOff.is)
  runner.subscribe(() => standing.become(runner.read().is))

  async function connect(attempt: number, { send }: RunnerSession<HeartbeatEvent>): Promise<void> {
    // Closed by the other side or never opened: what is left of it is let go here.
    close()
    const mine = () => {
      const state = runner.read()
      return state.is === 'connecting' && state.attempt === attempt
    }
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
    start: () => runner.send({ on: 'started' }),
    stop: () => runner.stop({ on: 'stopped' }),
    read: standing.read,
    subscribe: standing.subscribe,
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

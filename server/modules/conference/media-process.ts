// Keeps the program that carries media running: started with the first conference, started again when it falls over or
// says nothing any more.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Log } from '../../log.ts'
import { type MediaEngine, type MediaEvents, MediaRefused, type MediaState } from './media-port.ts'
import type { ConferenceConfig } from './settings.ts'
import { type Order, type Word, word } from './sfu/words.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** It has been up for so long: the next fall is the first again. */
const STEADY_MS = 30_000
const PING_MS = 2_000
const SILENT_MS = 8_000
const OFFER_MS = 8_000

interface Waiting {
  resolve(answer: Extract<Word, { say: 'answer' }>): void
  reject(error: Error): void
}

export interface MediaProcess extends MediaEngine {
  /** Of the running child; for tests and the health page. */
  pid(): number | undefined
}

export function createMediaProcess(
  { ports, address, kilobits }: ConferenceConfig,
  log: Log,
  events: MediaEvents,
): MediaProcess {
  let child: ChildProcess | undefined
  let state: MediaState = 'idle'
  let starting: Promise<void> | undefined
  let again: NodeJS.Timeout | undefined
  let pause = FIRST_PAUSE_MS
  let stopped = false
  let calls = 0
  const waiting = new Map<number, Waiting>()

  const tell = (order: Order) => {
    if (child?.connected) child.send(order, () => {})
  }
  const giveUp = (why: string) => {
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  const settle = (call: number): Waiting | undefined => {
    const found = waiting.get(call)
    waiting.delete(call)
    return found
  }
  const hear = (said: Word) => {
    if (said.say === 'answer') settle(said.call)?.resolve(said)
    else if (said.say === 'refused') settle(said.call)?.reject(new MediaRefused(said.why))
    else if (said.say === 'failed') settle(said.call)?.reject(new Error(said.why))
    else if (said.say === 'broken') events.onBroken(said.id)
    else if (said.say === 'layers') events.onLayers(said.id, said.layers)
    else if (said.say === 'limits') events.onLimits(said.id, said.limits)
    else if (said.say === 'volumes') events.onVolumes(said.volumes, said.speaking)
  }

  /** Resolves when it is up, or known not to come up. */
  const start = () =>
    new Promise<void>(resolve => {
      const mine = fork(join(import.meta.dirname, 'sfu/program.ts'), {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child = mine
      const startedAt = Date.now()
      let heardAt = startedAt
      let wasUp = false
      const watch = setInterval(() => {
        tell({ do: 'ping', call: 0 })
        if (Date.now() - heardAt > SILENT_MS) mine.kill('SIGKILL')
      }, PING_MS)
      mine.on('error', () => {})
      mine.on('message', raw => {
        heardAt = Date.now()
        const read = z.safeParse(word, raw)
        if (!read.success) return
        if (read.data.say === 'ready') {
          wasUp = true
          const before = state
          state = 'up'
          resolve()
          if (before === 'down') events.onRestarted()
        } else if (read.data.say === 'missing') {
          state = 'missing'
          log.warn(
            { why: read.data.why },
            'Conferences are off: the optional package node-datachannel is not here',
          )
          resolve()
          mine.disconnect()
        } else hear(read.data)
      })
      mine.once('exit', code => {
        clearInterval(watch)
        if (child === mine) child = undefined
        giveUp('the program that carries media has ended')
        resolve()
        if (stopped || state === 'missing') return
        state = 'down'
        log.warn({ code }, 'The program that carries the media of conferences fell over and is started again')
        pause = wasUp && Date.now() - startedAt > STEADY_MS ? FIRST_PAUSE_MS : pause
        again = setTimeout(() => {
          starting = start()
        }, pause)
        pause = Math.min(LONGEST_PAUSE_MS, pause * 2)
      })
      tell({ do: 'configure', ports: ports ?? null, address: address ?? null, kilobits })
    })

  const warm = async () => {
    if (state === 'idle' && !stopped) starting ??= start()
    await starting
    return state
  }
  const ready = async () => {
    if (stopped) throw new Error('the server stops')
    await warm()
    if (state !== 'up') throw new Error(state === 'missing' ? 'missing' : 'not up')
  }

  return {
    state: () => state,
    warm,
    pid: () => child?.pid,
    async offer(id, _room, sdp, line) {
      await ready()
      const call = ++calls
      const timer = setTimeout(() => settle(call)?.reject(new Error('no answer in time')), OFFER_MS)
      try {
        const { sdp: answer, slots } = await new Promise<Extract<Word, { say: 'answer' }>>(
          (resolve, reject) => {
            waiting.set(call, { resolve, reject })
            tell({ do: 'offer', call, id, line, sdp })
          },
        )
        return { sdp: answer, slots }
      } finally {
        clearTimeout(timer)
      }
    },
    candidate: (id, line, candidate, mid) => tell({ do: 'candidate', id, line, candidate, mid }),
    allow: (id, media) => tell({ do: 'allow', id, ...media }),
    route: (id, routes) => tell({ do: 'route', id, routes: [...routes] }),
    refresh: source => tell({ do: 'refresh', source }),
    close: id => tell({ do: 'close', id }),
    async stop() {
      stopped = true
      clearTimeout(again)
      const mine = child
      if (!mine || mine.exitCode !== null || mine.signalCode !== null) return
      await new Promise<void>(resolve => {
        mine.once('exit', () => resolve())
        mine.kill('SIGKILL')
      })
    },
  }
}

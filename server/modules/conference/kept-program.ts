// Keeps a program that carries media running beside the server: started when it is first needed, started again when it
// falls over or says nothing any more. What goes wrong in the native library, and what it costs, stays there.
import { type ChildProcess, fork } from 'node:child_process'
import process from 'node:process'
import * as z from 'zod/mini'
import type { Log } from '../../log.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** It has been up for so long: the next fall is the first again. */
const STEADY_MS = 30_000
const PING_MS = 2_000
/** Pings in a row that nothing came after. Counted, not timed: a server that stood still itself has heard nobody meanwhile. */
const MOST_UNANSWERED = 4
/** What it said last, for the log. */
const LAST_LINES = 20
const LAST_CHARACTERS = 4_000
const ANSWER_MS = 8_000

/** `missing`: the optional package is not installed here. `down`: it does not start. */
export type ProgramState = 'idle' | 'up' | 'down' | 'missing'

/** Words that every such program says: it is up; the optional package is not here; it lives. */
export const programWords = [
  z.object({ say: z.literal('ready') }),
  z.object({ say: z.literal('missing'), why: z.string() }),
  z.object({ say: z.literal('pong'), call: z.int() }),
  z.object({ say: z.literal('failed'), call: z.int(), why: z.string() }),
] as const

/** Orders that every such program obeys, besides the one that sets it up. */
export const pingOrder = z.object({ do: z.literal('ping'), call: z.int() })

type Said = { say: string; call?: number; why?: string }

export interface KeptProgram<Order, Word extends Said> {
  state(): ProgramState
  /** Starts it where it is not running yet; answers how it stands then. */
  warm(): Promise<ProgramState>
  /** Of the running child; for tests and the health page. */
  pid(): number | undefined
  /** Lost while it is not up. */
  tell(order: Order): void
  /** Resolves with the word that names the call; rejects when it says `failed`, falls over or says nothing in time. */
  ask(order: (call: number) => Order, patienceMs?: number): Promise<Word>
  stop(): Promise<void>
}

export interface ProgramOptions<Order, Word extends Said> {
  /** Absolute path of its source. */
  program: string
  word: z.ZodMiniType<Word>
  /** Told first; `ready` or `missing` answers it. */
  configure: Order
  log: Log
  /** What the log says of it, such as `Conferences are off`. */
  names: { missing: string; fell: string }
  /** What is no answer. */
  onWord(word: Word): void
  /** It is up again: everything that it carried is lost. */
  onRestarted(): void
  /** Between two pings. */
  pingMs?: number
}

export function keepProgram<Order extends object, Word extends Said>(
  options: ProgramOptions<Order | z.output<typeof pingOrder>, Word>,
): KeptProgram<Order, Word> {
  const { program, word, configure, log, names, onWord, onRestarted, pingMs = PING_MS } = options
  let child: ChildProcess | undefined
  let state: ProgramState = 'idle'
  let starting: Promise<void> | undefined
  let again: NodeJS.Timeout | undefined
  let pause = FIRST_PAUSE_MS
  let stopped = false
  let calls = 0
  const waiting = new Map<number, { resolve(answer: Word): void; reject(error: Error): void }>()

  const tell = (order: Order | z.output<typeof pingOrder>) => {
    if (child?.connected) child.send(order, () => {})
  }
  const giveUp = (why: string) => {
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  const settle = (call: number) => {
    const found = waiting.get(call)
    waiting.delete(call)
    return found
  }
  const hear = (said: Word) => {
    if (said.say === 'pong') return
    const asked = said.call === undefined ? undefined : settle(said.call)
    if (!asked) onWord(said)
    else if (said.say === 'failed') asked.reject(new Error(said.why))
    else asked.resolve(said)
  }

  /** Resolves when it is up, or known not to come up. */
  const start = () =>
    new Promise<void>(resolve => {
      const mine = fork(program, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
      child = mine
      const startedAt = Date.now()
      let unanswered = 0
      let silent = false
      let wasUp = false
      let lastWords = ''
      mine.stderr?.setEncoding('utf8').on('data', (text: string) => {
        process.stderr.write(text)
        lastWords = (lastWords + text).slice(-LAST_CHARACTERS)
      })
      const watch = setInterval(() => {
        silent = unanswered >= MOST_UNANSWERED
        if (silent) mine.kill('SIGKILL')
        unanswered++
        tell({ do: 'ping', call: 0 })
      }, pingMs)
      mine.on('error', () => {})
      mine.on('message', raw => {
        unanswered = 0
        const read = z.safeParse(word, raw)
        if (!read.success) return
        if (read.data.say === 'ready') {
          wasUp = true
          const before = state
          state = 'up'
          resolve()
          if (before === 'down') onRestarted()
        } else if (read.data.say === 'missing') {
          state = 'missing'
          log.warn({ why: read.data.why }, names.missing)
          resolve()
          mine.disconnect()
        } else hear(read.data)
      })
      // After its end, when all that it said has come too.
      mine.once('close', (code, signal) => {
        if (stopped || state === 'missing') return
        const said = lastWords.trim().split('\n').slice(-LAST_LINES)
        log.warn({ exitCode: code, signal, silent, ranMs: Date.now() - startedAt, said }, names.fell)
      })
      mine.once('exit', () => {
        clearInterval(watch)
        if (child === mine) child = undefined
        giveUp('the program that carries media has ended')
        resolve()
        if (stopped || state === 'missing') return
        state = 'down'
        pause = wasUp && Date.now() - startedAt > STEADY_MS ? FIRST_PAUSE_MS : pause
        again = setTimeout(() => {
          starting = start()
        }, pause)
        pause = Math.min(LONGEST_PAUSE_MS, pause * 2)
      })
      tell(configure)
    })

  const warm = async () => {
    if (state === 'idle' && !stopped) starting ??= start()
    await starting
    return state
  }

  return {
    state: () => state,
    warm,
    pid: () => child?.pid,
    tell,
    async ask(order, patienceMs = ANSWER_MS) {
      if (stopped) throw new Error('the server stops')
      await warm()
      if (state !== 'up') throw new Error(state === 'missing' ? 'missing' : 'not up')
      const call = ++calls
      const timer = setTimeout(() => settle(call)?.reject(new Error('no answer in time')), patienceMs)
      try {
        return await new Promise<Word>((resolve, reject) => {
          waiting.set(call, { resolve, reject })
          tell(order(call))
        })
      } finally {
        clearTimeout(timer)
      }
    },
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

// An engine in a process of its own: half a gigabyte that may die, hang or be wrong without taking the server along. It
// is started by the first picture and ended when there were none for a while.
import { type ChildProcess, fork } from 'node:child_process'
import { MINUTE_MS, SECOND_MS } from '../../../src/domain/durations.ts'
import type { Log } from '../../log.ts'
import { EngineProblem, type FaceEngine, type Pixels, type Seen } from './engine.ts'
import { type LookOrder, lookAnswer } from './engine-wire.ts'

export interface WorkerSettings {
  /** The program that speaks `engine-wire.ts`. */
  program: string
  /** Where its packages are installed; the program's only argument. */
  folder: string
  /** A picture that takes longer: the process hangs, and is ended. The first one waits for the networks too. */
  lookMs?: number
  startMs?: number
  idleMs?: number
}

const LOOK_MS = 15 * SECOND_MS
const START_MS = MINUTE_MS
const IDLE_MS = 10 * MINUTE_MS
/** Pictures that wait for their turn: those after them are refused at once. */
const MOST_WAITING = 20

export function createWorkerEngine(settings: WorkerSettings, log: Log): FaceEngine {
  const { program, folder, lookMs = LOOK_MS, startMs = START_MS, idleMs = IDLE_MS } = settings
  let child: ChildProcess | undefined
  let warm = false
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let number = 0
  let stopped = false

  const end = () => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
    warm = false
  }
  const started = (): ChildProcess => {
    if (child) return child
    const made = fork(program, [folder], {
      serialization: 'advanced',
      // It decides about nothing and knows no secret of the server.
      env: { PATH: process.env.PATH, NODE_OPTIONS: '' },
      execArgv: ['--max-old-space-size=1024'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    made.stderr?.on('data', (text: Buffer) =>
      log.debug({ engine: text.toString('utf8').slice(0, 2_000) }, 'The face engine says'),
    )
    made.on('exit', () => {
      if (child === made) {
        child = undefined
        warm = false
      }
    })
    child = made
    return made
  }

  /** One picture; nobody else asks meanwhile. */
  const ask = (pixels: Pixels): Promise<Seen> =>
    new Promise((resolve, reject) => {
      if (stopped) return reject(new EngineProblem('The server stops'))
      const asked = started()
      const order: LookOrder = { no: ++number, ...pixels }
      const over = (finish: () => void) => {
        clearTimeout(late)
        asked.off('message', heard)
        asked.off('exit', gone)
        asked.off('error', gone)
        finish()
      }
      const fail = (problem: EngineProblem) =>
        over(() => {
          // What has answered nonsense once is not asked again: the next picture meets a fresh one.
          end()
          log.warn({ err: problem }, 'The face engine failed')
          reject(problem)
        })
      const late = setTimeout(
        () => fail(new EngineProblem('The engine did not answer in time', { slow: true })),
        warm ? lookMs : startMs,
      )
      const gone = () => fail(new EngineProblem('The engine died'))
      const heard = (message: unknown) => {
        const read = lookAnswer.safeParse(message)
        if (!read.success || read.data.no !== order.no)
          return fail(new EngineProblem('The engine answered what is no answer'))
        const answer = read.data
        if ('problem' in answer) return fail(new EngineProblem(answer.problem))
        warm = true
        over(() => resolve({ model: answer.model, faces: answer.faces }))
      }
      asked.on('message', heard)
      asked.on('exit', gone)
      asked.on('error', gone)
      asked.send(order, error => {
        if (error) fail(new EngineProblem('The engine takes no pictures', { cause: error }))
      })
    })

  return {
    kind: 'worker',
    look: async pixels => {
      if (waiting >= MOST_WAITING) throw new EngineProblem('Too many pictures wait', { slow: true })
      waiting++
      clearTimeout(idle)
      const turn = last.then(() => ask(pixels))
      last = turn.catch(() => undefined)
      try {
        return await turn
      } finally {
        waiting--
        if (waiting === 0) {
          idle = setTimeout(end, idleMs)
          idle.unref()
        }
      }
    },
    stop: async () => {
      stopped = true
      end()
    },
  }
}

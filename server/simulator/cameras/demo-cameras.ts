// Starts the simulated cameras when somebody first looks at one, and lets helmets send their picture.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { WantedOrder } from './program.ts'

const word = z.object({ port: z.int() })

export interface DemoCameras {
  /** On this machine. */
  port(): Promise<number>
  wanted(order: WantedOrder): void
  stop(): void
}

export function createDemoCameras(): DemoCameras {
  let child: ChildProcess | undefined
  let asked: Promise<number> | undefined
  const start = () =>
    new Promise<number>((resolve, reject) => {
      const mine = fork(join(import.meta.dirname, 'program.ts'), {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child = mine
      mine.on('error', reject)
      mine.once('message', raw => resolve(z.parse(word, raw).port))
      mine.once('exit', () => {
        // The next question starts another one.
        if (child === mine) asked = undefined
        reject(new Error('The simulated cameras have ended'))
      })
    })
  const port = () => {
    asked ??= start()
    return asked
  }
  return {
    port,
    wanted(order) {
      port().then(
        () => child?.send(order, () => {}),
        () => {},
      )
    },
    stop: () => void child?.kill('SIGKILL'),
  }
}

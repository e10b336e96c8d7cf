// Lets the demo's devices come into conference rooms that they are called into, in a program apart.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { ConferenceCall } from '../../../src/contract/device-messages.ts'
import type { HelmetOrder } from './program.ts'

export interface DemoHelmets {
  /** `origin`: where the console is, such as `http://127.0.0.1:8080`. */
  called(call: ConferenceCall, origin: string): void
  stop(): void
}

/** Starts nothing before the first call. */
export function createDemoHelmets(): DemoHelmets {
  let child: ChildProcess | undefined
  const start = () => {
    const mine = fork(join(import.meta.dirname, 'program.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    mine.on('error', () => {})
    // The next call starts another one.
    mine.once('exit', () => {
      if (child === mine) child = undefined
    })
    return mine
  }
  return {
    called(call, origin) {
      child ??= start()
      child.send({ do: 'join', origin, call } satisfies HelmetOrder, () => {})
    },
    stop: () => void child?.kill('SIGKILL'),
  }
}

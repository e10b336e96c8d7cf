// Keeps the program of the demo's door units running, and presses their buttons when somebody wants to see it.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { DoorProgramOrder } from './program.ts'

export interface DemoDoors {
  /** False for an IMEI that is no simulated door unit. */
  ring(imei: string, roomNo?: string): boolean
  stop(): Promise<void>
}

interface Options {
  url: string
  /** The console's address. */
  web: string
  units: readonly { imei: string; secret: string }[]
  /** Switched off until somebody lets them ring. */
  away: ReadonlySet<string>
  onEnd(code: number | null): void
}

const AGAIN_MS = 5000

/** Starts the program; one that falls over is started again. */
export function startDemoDoors({ url, web, units, away, onEnd }: Options): DemoDoors {
  const known = new Map(units.map(unit => [unit.imei, unit]))
  let child: ChildProcess | undefined
  let again: NodeJS.Timeout | undefined
  let stopped = false

  const tell = (order: DoorProgramOrder) => {
    if (child?.connected) child.send(order, () => {})
  }
  const start = () => {
    const mine = fork(join(import.meta.dirname, 'program.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child = mine
    mine.on('error', () => {})
    mine.once('exit', code => {
      if (stopped) return
      onEnd(code)
      again = setTimeout(start, AGAIN_MS)
    })
    tell({ do: 'start', url, web, units: units.filter(({ imei }) => !away.has(imei)) })
  }
  start()
  return {
    ring: (imei, roomNo) => {
      const unit = known.get(imei)
      if (!unit || !child?.connected) return false
      tell({ do: 'ring', url, web, unit, ...(roomNo === undefined ? {} : { roomNo }) })
      return true
    },
    stop: async () => {
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

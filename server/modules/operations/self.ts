// Reads what this process knows of itself. Nobody else is asked, so that it answers whatever hangs.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ProcessState } from '../../../src/domain/operations/process-state.ts'
import type { UnsentCounts } from '../../broker/unsent.ts'
import type { PoolLoad } from '../../db/pool.ts'
import type { Trouble } from '../../http/health.ts'

/** What the broker and the intake of messages have counted. */
export interface Traffic {
  people: number
  devices: number
  published: number
  unpublished: number
  fanOut: { said: number; dropped: number; unheard: Readonly<Record<string, number>> } | undefined
  stored: number
  waiting: number
  oldestAt: number | undefined
  refused: Readonly<Record<string, number>>
  unsent: UnsentCounts
  trouble: Trouble | undefined
}

/** Where the numbers come from; composition knows. */
export interface SelfSources {
  alone: boolean
  draining(): boolean
  /** Undefined until connections are taken. */
  traffic(): Traffic | undefined
  sockets(): { pushConnections: number; pushCut: number; spokenConnections: number; spokenCut: number }
  pools(): Readonly<Record<string, PoolLoad>>
  push(): { waiting: number; oldestAt: number | undefined }
}

export interface Self {
  sources: SelfSources
  /** Given is what whoever may wait has asked for. Lag is counted from one reading to the next. */
  read(asked: Pick<ProcessState, 'disk' | 'aheadMs'>): ProcessState
  stop(): void
}

const NANOS = 1_000_000
const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0)

export function createSelf(sources: SelfSources): Self {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return {
    sources,
    read: asked => {
      const traffic = sources.traffic()
      const sockets = sources.sockets()
      const push = sources.push()
      const { heapUsed, rss } = process.memoryUsage()
      // The clock of the measurement itself is 20 ms wide.
      const lagMs = Number.isFinite(delay.max) ? Math.max(0, Math.round(delay.max / NANOS) - 20) : 0
      delay.reset()
      return {
        role: sources.alone ? 'alone' : 'shared',
        draining: sources.draining(),
        people: traffic?.people ?? 0,
        devices: traffic?.devices ?? 0,
        sockets: sockets.pushConnections + sockets.spokenConnections,
        lagMs,
        heapBytes: heapUsed,
        rssBytes: rss,
        lane: { waiting: traffic?.waiting ?? 0, oldestAt: traffic?.oldestAt ?? null },
        trouble: traffic?.trouble ? { since: traffic.trouble.since, reason: traffic.trouble.reason } : null,
        stored: traffic?.stored ?? 0,
        refused: sum(traffic?.refused ?? {}),
        published: (traffic?.published ?? 0) + (traffic?.fanOut?.said ?? 0),
        dropped: (traffic?.unpublished ?? 0) + (traffic?.fanOut?.dropped ?? 0),
        push: { waiting: push.waiting, oldestAt: push.oldestAt ?? null },
        pools: { ...sources.pools() },
        sealsWords: true,
        ...asked,
      }
    },
    stop: () => delay.disable(),
  }
}

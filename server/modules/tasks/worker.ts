// Works the task list off, two at a time in each process. A task whose worker died is taken up again.
import { entities } from '../../../src/domain/entities.ts'
import { WHOLE } from '../../db/scoped.ts'
import type { Kernel } from '../../kernel.ts'
import type { Storages } from '../files/storage.ts'
import type { Sessions } from '../session/sessions.ts'
import { runTask } from './run-task.ts'
import type { Runners } from './runners.ts'
import { deadAfterMs, giveBackLost, type TaskRow, takeNext } from './take-task.ts'

const SWEEP_MS = 10_000
/** One long import must not keep everybody's exports waiting. */
const AT_ONCE = 2

export interface Worker {
  /** Takes up nothing more, interrupts what runs and waits until it has been put back. */
  stop(): Promise<void>
}

type Given = Pick<Kernel, 'data' | 'bus' | 'filesDir' | 'log'> & {
  sessions: Sessions
  storages: Storages
  runners: Runners
}

/** Starts working. `alone`: no other process shares the database, so what still runs at the start is lost for sure. */
export function startWorker(parts: Given, alone: boolean): Worker {
  const { data, bus, log } = parts
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let deadAfter = alone ? 0 : deadAfterMs
  let filling: Promise<void> | undefined
  let asked = false

  const tell = (task: Pick<TaskRow, 'id' | 'tenant_id' | 'user_id'>) =>
    bus.emit('task.changed', { id: task.id, tenantId: task.tenant_id, userId: task.user_id })
  const begin = (task: TaskRow) => {
    tell(task)
    const entity = entities.find(({ key }) => key === task.entity)
    const job = runTask(parts, task, entity, stopping.signal)
      .catch(error => log.error({ err: error, task: task.id }, 'A task could not be ended'))
      .finally(() => {
        running.delete(job)
        tell(task)
        wake()
      })
    running.add(job)
  }
  const fill = async () => {
    do {
      asked = false
      for (const lost of await data.scoped(WHOLE, sql => giveBackLost(sql, bus, deadAfter))) tell(lost)
      deadAfter = deadAfterMs
      while (running.size < AT_ONCE && !stopping.signal.aborted) {
        const task = await data.scoped(WHOLE, takeNext)
        if (!task) break
        begin(task)
      }
    } while (asked && !stopping.signal.aborted)
  }
  const wake = () => {
    asked = true
    if (stopping.signal.aborted) return
    filling ??= fill()
      .catch(error => log.error({ err: error }, 'The task list could not be worked off'))
      .finally(() => {
        filling = undefined
      })
  }
  // Progress of its own tasks comes by here too; only what waits is worth a look.
  const stopListening = bus.on('task.changed', () => {
    if (running.size < AT_ONCE) wake()
  })
  const timer = setInterval(wake, SWEEP_MS)
  wake()
  return {
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      stopListening()
      await filling
      await Promise.all(running)
    },
  }
}

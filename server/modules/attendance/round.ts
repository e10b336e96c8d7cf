// Reads evidence and judges what is due: by the clock, and at once when somebody has punched or a rule has changed.
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { again, defineRound } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import { markByTime, markWorker } from './due.ts'
import type { ReadLeave } from './facts.ts'
import { gatherEvidence } from './gather.ts'
import { judgeDue, MOST_AT_ONCE } from './judge.ts'

/** Evidence that nobody has told of, such as what was stored before a restart, is looked for so often. */
const LOOK_MS = 5_000
/** Days are begun by a look into all assignments. */
const DAYS_MS = 60_000
/** After the server was away, and when it starts: so many days back. */
const MISSED_DAYS = 62
const RECENT_DAYS = 2

export const attendanceRound = defineRound({
  name: 'attendance',
  timeoutSeconds: 600,
  pollSeconds: 2,
  cron: '* * * * *',
})

type Given = Pick<Kernel, 'data' | 'bus' | 'jobs'>

interface LeaveOfWorker {
  tenantId: number
  workerId: number
  from: string
  until: string
}

/** Marks the days of a leave that has come, gone or become shorter, in the transaction that changes it. */
export const leaveMarker =
  (jobs: Given['jobs']) =>
  async (sql: Sql, { tenantId, workerId, ...days }: LeaveOfWorker): Promise<void> => {
    await markWorker(sql, tenantId, workerId, days, Date.now())
    sql.afterCommit(() => jobs.nudge(attendanceRound))
  }

/** Judges from now on. */
export async function workAttendance(parts: Given, readLeave: ReadLeave): Promise<void> {
  let [daysAt, missedAt] = [0, 0]
  const look = () => parts.jobs.nudge(attendanceRound)
  parts.bus.on('people.seen', look)
  parts.bus.on('rows.changed', ({ entity }) => {
    if (entity === 'faceCapture') look()
  })
  await parts.jobs.rounds(attendanceRound, async signal => {
    const now = Date.now()
    if (now - daysAt > DAYS_MS) {
      const missed = now - missedAt > HOUR_MS
      await parts.data.scoped(WHOLE, sql => markByTime(sql, now, missed ? MISSED_DAYS : RECENT_DAYS))
      daysAt = now
      if (missed) missedAt = now
    }
    await runAttendance(parts, now, readLeave, () => signal.aborted)
    return again(LOOK_MS)
  })
}

/** Reads evidence and judges until nothing is due. */
export async function runAttendance(
  { data, bus }: Pick<Given, 'data' | 'bus'>,
  now: number,
  readLeave: ReadLeave,
  stopped: () => boolean = () => false,
): Promise<number> {
  const gathered = await data.scoped(WHOLE, sql => gatherEvidence(sql, now))
  tellPunches(bus, gathered)
  let judged = 0
  for (;;) {
    const days = await data.scoped(WHOLE, sql => judgeDue(sql, now, readLeave))
    judged += days.length
    const byTenant = Map.groupBy(days, each => each.tenantId)
    for (const [tenantId, those] of byTenant)
      bus.emit('attendance.judged', { tenantId, workerIds: [...new Set(those.map(each => each.workerId))] })
    if (days.length < MOST_AT_ONCE || stopped()) return judged
  }
}

/** Says that punches were stored. */
export function tellPunches(
  bus: Given['bus'],
  punches: readonly { tenantId: number; workerId: number }[],
): void {
  for (const [tenantId, those] of Map.groupBy(punches, each => each.tenantId))
    bus.emit('punch.stored', { tenantId, workerIds: [...new Set(those.map(each => each.workerId))] })
}

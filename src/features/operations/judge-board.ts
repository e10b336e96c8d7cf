// Judges everything on the board by the table of thresholds.
import type { Board } from '../../contract/endpoints/operations.ts'
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts'
import { FEW_DEAD_ROWS, type Judged, judge, judged } from '../../domain/operations/judgement.ts'

type Process = Board['processes'][number]
type Channel = Board['channels'][number]

const secondsSince = (now: number, at: number | null) => (at === null ? 0 : Math.max(0, (now - at) / 1000))

/** As people tell processes apart: several may run on one machine. */
export const nameOf = ({ host, pid }: Pick<Process, 'host' | 'pid'>) => `${host} · ${pid}`

/** Who has not been heard for long says nothing of itself any more. */
export const isLost = (now: number, { heardAt }: Pick<Process, 'heardAt'>) =>
  judge('silence', secondsSince(now, heardAt)) === 'act'

export function judgeProcess(now: number, process: Process): Judged[] {
  const about = nameOf(process)
  const silence = judged('silence', about, secondsSince(now, process.heardAt))
  if (silence.verdict === 'act') return [silence]
  const { lagMs, lane, trouble, pools, push, disk, aheadMs } = process.state
  return [
    silence,
    judged('lag', about, lagMs),
    // Processes of earlier releases say nothing of it, which is nothing to look at.
    ...(aheadMs === undefined
      ? []
      : [judged('clock', about, aheadMs === null ? null : Math.abs(aheadMs) / 1000)]),
    judged('laneDepth', about, lane.waiting),
    judged('laneAge', about, secondsSince(process.heardAt, lane.oldestAt)),
    judged('notStored', about, secondsSince(process.heardAt, trouble?.since ?? null)),
    judged('poolWaiting', about, Math.max(0, ...Object.values(pools).map(({ waiting }) => waiting))),
    judged('pushAge', about, secondsSince(process.heardAt, push.oldestAt)),
    judged('diskFree', about, disk && disk.totalBytes > 0 ? (disk.freeBytes / disk.totalBytes) * 100 : null),
  ]
}

export function judgeJobs({ at, jobs }: Pick<Board, 'at' | 'jobs'>): Judged[] {
  return [
    judged('deadJobs', '', jobs.dead),
    ...jobs.queues.map(({ kind, oldestAt }) => judged('queueAge', kind, secondsSince(at, oldestAt))),
  ]
}

export function judgeDatabase({ at, database }: Pick<Board, 'at' | 'database'>): Judged[] {
  const { connections, mostConnections, oldestTransactionAt, replicas, busiest } = database
  return [
    judged('connections', '', mostConnections > 0 ? (connections / mostConnections) * 100 : null),
    judged('transactionAge', '', secondsSince(at, oldestTransactionAt)),
    ...replicas.map(({ name, lagBytes }) => judged('replicaLag', name, lagBytes)),
    ...busiest.map(({ table, live, dead }) =>
      judged('deadRows', table, dead < FEW_DEAD_ROWS ? 0 : (dead / (live + dead)) * 100),
    ),
    ...database.partitions.flatMap(({ table, until }) =>
      until === null ? [] : [judged('partitionsAhead', table, Math.max(0, (until - at) / DAY_MS))],
    ),
  ]
}

export function judgeBackup({ at, backup }: Pick<Board, 'at' | 'backup'>): Judged {
  // Somebody was to tell and has not: that is as bad as none at all.
  const missing = backup.told ? Number.POSITIVE_INFINITY : null
  return judged('backupAge', '', backup.at === null ? missing : Math.max(0, at - backup.at) / HOUR_MS)
}

export const judgeCertificates = ({ at, certificates }: Pick<Board, 'at' | 'certificates'>): Judged[] =>
  certificates.map(({ setting, expiresAt }) =>
    judged('certificateDays', setting, expiresAt === null ? null : (expiresAt - at) / DAY_MS),
  )

/** Nothing where the newest went well, or nothing was sent at all. */
export function judgeChannel({ channel, lastSuccessAt, lastFailureAt }: Channel): Judged | undefined {
  if (lastFailureAt === null || lastFailureAt <= (lastSuccessAt ?? 0)) return undefined
  return judged('channelFailing', channel, (lastFailureAt - (lastSuccessAt ?? lastFailureAt)) / HOUR_MS)
}

export function judgeDisk({ disk }: Pick<Board, 'disk'>): Judged {
  const days = disk.daysUntilFull ?? Number.POSITIVE_INFINITY
  return judged('diskDays', '', disk.isKnown ? days : null)
}

/** Everything, in the order of the page. */
export const judgeBoard = (board: Board): Judged[] => [
  ...board.processes.flatMap(process => judgeProcess(board.at, process)),
  ...judgeJobs(board),
  ...judgeDatabase(board),
  judgeBackup(board),
  ...judgeCertificates(board),
  ...board.channels.flatMap(channel => judgeChannel(channel) ?? []),
  judgeDisk(board),
]

// What is good, what somebody should look at and what wants somebody now, of everything that an installation lives by. One
// table of thresholds, for the page that shows them and for whoever is told.

/** `unknown`: nobody has told, which is no reason for peace. */
export type Verdict = 'good' | 'look' | 'act' | 'unknown'

interface Limit {
  /** From here on, in the unit. */
  look: number
  act: number
  unit: 'seconds' | 'milliseconds' | 'hours' | 'days' | 'percent' | 'count' | 'bytes'
  /** Less is worse. */
  below?: true
}

const MEBIBYTE = 1024 * 1024

export const limits = {
  /** Since a process was heard. */
  silence: { look: 15, act: 60, unit: 'seconds' },
  /** How far the clockwork of a process fell behind. */
  lag: { look: 200, act: 1_000, unit: 'milliseconds' },
  /** Between the clock of a process's machine and the database's. */
  clock: { look: 2, act: 30, unit: 'seconds' },
  /** Messages of devices that wait to be stored. */
  laneDepth: { look: 1_000, act: 10_000, unit: 'count' },
  laneAge: { look: 5, act: 30, unit: 'seconds' },
  /** For how long messages of some device have not been stored. */
  notStored: { look: 1, act: 60, unit: 'seconds' },
  /** Who waits for a database connection. */
  poolWaiting: { look: 1, act: 20, unit: 'count' },
  pushAge: { look: 60, act: 300, unit: 'seconds' },
  queueAge: { look: 120, act: 300, unit: 'seconds' },
  deadJobs: { look: 1, act: 20, unit: 'count' },
  /** Of the connections that the database allows. */
  connections: { look: 80, act: 95, unit: 'percent' },
  transactionAge: { look: 120, act: 900, unit: 'seconds' },
  /** Of the rows of a table. */
  deadRows: { look: 20, act: 50, unit: 'percent' },
  replicaLag: { look: 64 * MEBIBYTE, act: 1024 * MEBIBYTE, unit: 'bytes' },
  /** Days for which there is a partition. */
  partitionsAhead: { look: 2, act: 1, unit: 'days', below: true },
  backupAge: { look: 26, act: 50, unit: 'hours' },
  certificateDays: { look: 21, act: 7, unit: 'days', below: true },
  /** For how long a channel has only failed. */
  channelFailing: { look: 0, act: 24, unit: 'hours' },
  diskDays: { look: 30, act: 7, unit: 'days', below: true },
  diskFree: { look: 15, act: 5, unit: 'percent', below: true },
} as const satisfies Record<string, Limit>

export type FigureName = keyof typeof limits

/** A table with fewer dead rows than this is tidied before anybody notices. */
export const FEW_DEAD_ROWS = 10_000

/** One value against its thresholds; null is not known. */
export function judge(name: FigureName, value: number | null): Verdict {
  if (value === null) return 'unknown'
  const { look, act, ...rest }: Limit = limits[name]
  const reached = (limit: number) => (rest.below ? value < limit : value >= limit)
  if (reached(act)) return 'act'
  return reached(look) ? 'look' : 'good'
}

/** By how far a machine's clock is ahead, or behind. */
export const judgeClock = (aheadMs: number | undefined): Verdict =>
  judge('clock', aheadMs === undefined ? null : Math.abs(aheadMs) / 1000)

const rank: Readonly<Record<Verdict, number>> = { act: 0, look: 1, unknown: 2, good: 3 }

/** The worst of several; of none there is nothing to say against. */
export const worst = (all: readonly Verdict[]): Verdict =>
  all.reduce<Verdict>((worse, each) => (rank[each] < rank[worse] ? each : worse), 'good')

/** A value of something, judged. */
export interface Judged {
  figure: FigureName
  /** Which process, queue, table or certificate; empty where there is one only. */
  about: string
  value: number | null
  verdict: Verdict
}

export const judged = (figure: FigureName, about: string, value: number | null): Judged => ({
  ...{ figure, about, value },
  verdict: judge(figure, value),
})

/** What is not good, the worst first. */
export const toSee = (all: readonly Judged[]): Judged[] =>
  all.filter(({ verdict }) => verdict !== 'good').sort((a, b) => rank[a.verdict] - rank[b.verdict])

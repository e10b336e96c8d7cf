// Changes of being online as stretches of time, and the outages among them.

export interface Change {
  at: number
  /** 1 online, 2 offline (console specification, section 2). */
  state: 1 | 2
}

export interface StateHistory {
  /** How it was when the period began; null: nothing known. */
  before: 1 | 2 | null
  /** Oldest first. */
  changes: readonly Change[]
}

export interface Stretch {
  from: number
  to: number
  state: 1 | 2 | null
}

export interface Outage {
  from: number
  to: number
}

/** The whole period without holes; neighbours of one state are one stretch. */
export function bandsOf({ before, changes }: StateHistory, { from, to }: Outage): Stretch[] {
  const bands: Stretch[] = []
  let open: Stretch = { from, to, state: before }
  for (const { at, state } of [...changes].sort((a, b) => a.at - b.at)) {
    if (at > to || state === open.state) continue
    const moment = Math.max(from, at)
    if (moment > open.from) bands.push({ ...open, to: moment })
    open = { from: moment, to, state }
  }
  bands.push(open)
  return bands.filter(band => band.to > band.from)
}

/** The stretches offline, oldest first. */
export const outagesOf = (history: StateHistory, period: Outage): Outage[] =>
  bandsOf(history, period).flatMap(({ from, to, state }) => (state === 2 ? [{ from, to }] : []))

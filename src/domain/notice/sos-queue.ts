// The queue of SOS calls on one screen: who waits, who was taken and by whom, and when the siren sounds.

/** What the dialog shows of one SOS. */
export interface Sos {
  alarmId: number
  imei: string
  deviceName: string
  name: string | null
  building: string | null
  unit: string | null
  roomNo: string | null
  userPhone: string | null
  place: string | null
  battery: number | null
  latitude: number | null
  longitude: number | null
  raisedAt: number
  /** Somebody raised it to see whether it arrives. */
  trial?: boolean
}

/** Why a take did not succeed: an error id of the wire, or `offline` when nothing was sent. */
export interface TakeRefusal {
  id: string
  params?: Record<string, string | number>
}

export type SosPhase =
  | { is: 'waiting'; refusal?: TakeRefusal }
  | { is: 'taking'; attempt: number }
  | { is: 'mine' }
  /** Somebody else has it; `by` is null when it was settled while this screen was away. */
  | { is: 'elsewhere'; by: string | null }

export interface SosEntry {
  sos: Sos
  /** Put aside by the person: out of the dialog, still in the bar, and heard again by the clock. */
  later: boolean
  phase: SosPhase
}

export interface SosQueue {
  /** Oldest first. */
  entries: readonly SosEntry[]
  /** Row versions of alarms that are settled, newest last: a late duplicate must not ring again. */
  settled: ReadonlyMap<number, number>
  /** The one that the person has leafed to. */
  chosen: number | undefined
  leader: boolean
  ringing: boolean
  /** While all that wait are put aside: the time until the siren is heard again, or that it is. */
  reminder: 'off' | 'counting' | 'sounding'
  attempts: number
}

/** The row of an SOS as it now is. */
export interface SosChange {
  sos: Sos
  status: 'open' | 'taken' | 'handled'
  version: number
  takenBy: string | null
  takenById: number | null
  handledBy: string | null
}

export type SosEvent =
  | { on: 'raised'; sos: Sos }
  | { on: 'changed'; change: SosChange; me: number }
  | { on: 'connected' }
  /** Answer to `fetchPending`; `known` are the ids it was asked with. */
  | { on: 'pending'; list: readonly { sos: Sos; version: number }[]; known: readonly number[] }
  | { on: 'takePressed'; alarmId: number }
  | { on: 'takeAllPressed' }
  | { on: 'taken'; alarmId: number; attempt: number }
  | { on: 'takeRefused'; alarmId: number; attempt: number; refusal: TakeRefusal }
  /** Leafs through what waits; by -1 to an older one. */
  | { on: 'leafed'; by: 1 | -1 }
  /** Makes room for work: all that wait go to the bar. */
  | { on: 'laterPressed' }
  | { on: 'barPressed' }
  | { on: 'reminderDue' }
  | { on: 'closePressed'; alarmId: number }
  | { on: 'closeDue'; alarmId: number }
  | { on: 'leadership'; leader: boolean }
  | { on: 'sessionEnded' }

export type SosEffect =
  | { do: 'ring' }
  | { do: 'silence' }
  /** Say and show it beyond the dialog: screen reader, page title, system notification. */
  | { do: 'announce'; sos: Sos }
  | { do: 'take'; alarmIds: readonly number[]; attempt: number }
  | { do: 'fetchPending'; known: readonly number[] }
  | { do: 'startTimer'; alarmId: number; seconds: number }
  | { do: 'cancelTimer'; alarmId: number }
  | { do: 'startReminder'; seconds: number }
  | { do: 'cancelReminder' }

export const emptySosQueue: SosQueue = {
  entries: [],
  settled: new Map(),
  chosen: undefined,
  leader: false,
  ringing: false,
  reminder: 'off',
  attempts: 0,
}

/** Seconds for which the dialog says who has it. */
export const TAKEN_SHOWN_SECONDS = 4
/** What was put aside is heard again after so many seconds, for so many. */
export const REMIND_SECONDS = 60
export const REMINDER_SECONDS = 6
/** Settled alarms remembered against late duplicates. */
const SETTLED_KEPT = 500

const unanswered = (entry: SosEntry): boolean => entry.phase.is === 'waiting' || entry.phase.is === 'taking'

/** Entries nobody has answered, oldest first. */
export const waitingOf = (queue: SosQueue): readonly SosEntry[] => queue.entries.filter(unanswered)

/**
 * The entry in the dialog: of those that wait the one that the person has leafed to, or the oldest; otherwise what was
 * settled last. Undefined when nothing is to be shown; what was put aside is in the bar only.
 */
export function shownOf(queue: SosQueue): SosEntry | undefined {
  const open = queue.entries.filter(entry => !entry.later)
  const waiting = open.filter(unanswered)
  return (
    waiting.find(entry => entry.sos.alarmId === queue.chosen) ??
    waiting[0] ??
    open.findLast(entry => !unanswered(entry))
  )
}

/** Those that were settled just now, beside the one in the dialog. */
export const newsOf = (queue: SosQueue): readonly SosEntry[] => {
  const shown = shownOf(queue)
  return queue.entries.filter(entry => !unanswered(entry) && !entry.later && entry !== shown)
}

/** Takes one event; returns the next queue and what is to be done. Pure: no clock, no network. */
export function stepSos(queue: SosQueue, event: SosEvent): [SosQueue, readonly SosEffect[]] {
  const effects: SosEffect[] = []
  const next = reminded(apply(queue, event, effects), effects)
  const calls = next.entries.filter(entry => entry.phase.is === 'waiting')
  const ringing = next.leader && calls.some(entry => !entry.later || next.reminder === 'sounding')
  if (ringing !== queue.ringing) effects.push({ do: ringing ? 'ring' : 'silence' })
  return [ringing === next.ringing ? next : { ...next, ringing }, effects]
}

/** Counts the time while everything that waits is put aside, and stops when it is not. */
function reminded(queue: SosQueue, effects: SosEffect[]): SosQueue {
  const waiting = waitingOf(queue)
  const aside = waiting.length > 0 && waiting.every(entry => entry.later)
  if (aside === (queue.reminder !== 'off')) return queue
  effects.push(aside ? { do: 'startReminder', seconds: REMIND_SECONDS } : { do: 'cancelReminder' })
  return { ...queue, reminder: aside ? 'counting' : 'off' }
}

function apply(queue: SosQueue, event: SosEvent, effects: SosEffect[]): SosQueue {
  switch (event.on) {
    case 'raised':
      if (queue.settled.has(event.sos.alarmId)) return queue
      return find(queue, event.sos.alarmId) ? completed(queue, event.sos) : add(queue, event.sos, effects)
    case 'changed':
      return change(queue, event.change, event.me, effects)
    case 'connected':
      effects.push({ do: 'fetchPending', known: waitingOf(queue).map(entry => entry.sos.alarmId) })
      return queue
    case 'pending':
      return catchUp(queue, event.list, event.known, effects)
    case 'takePressed':
      return take(queue, [event.alarmId], effects)
    case 'takeAllPressed':
      return take(
        queue,
        waitingOf(queue).map(({ sos }) => sos.alarmId),
        effects,
      )
    case 'taken':
      // The row's own version follows by notice; until then duplicates of the first one are late.
      return isAttempt(queue, event)
        ? settled(becomeMine(queue, event.alarmId, effects), event.alarmId, 1)
        : queue
    case 'leafed':
      return leaf(queue, event.by)
    case 'takeRefused':
      if (!isAttempt(queue, event)) return queue
      if (event.refusal.id === 'alarm.takenBy')
        return settleElsewhere(queue, event.alarmId, nameIn(event.refusal), effects)
      return withPhase(queue, event.alarmId, { is: 'waiting', refusal: event.refusal })
    case 'laterPressed':
      return withLater(queue, entry => entry.later || unanswered(entry))
    case 'barPressed':
      return withLater(queue, () => false)
    case 'reminderDue': {
      if (queue.reminder === 'off') return queue
      const sounding = queue.reminder === 'counting'
      effects.push({ do: 'startReminder', seconds: sounding ? REMINDER_SECONDS : REMIND_SECONDS })
      return { ...queue, reminder: sounding ? 'sounding' : 'counting' }
    }
    case 'closePressed': {
      const entry = find(queue, event.alarmId)
      // What nobody has answered cannot be closed, only put aside.
      return entry && !unanswered(entry) ? remove(queue, event.alarmId, effects) : queue
    }
    case 'closeDue': {
      const entry = find(queue, event.alarmId)
      return entry && !unanswered(entry) ? remove(queue, event.alarmId, effects) : queue
    }
    case 'leadership':
      return { ...queue, leader: event.leader }
    case 'sessionEnded':
      for (const entry of queue.entries)
        if (!unanswered(entry)) effects.push({ do: 'cancelTimer', alarmId: entry.sos.alarmId })
      return {
        ...emptySosQueue,
        leader: queue.leader,
        ringing: queue.ringing,
        reminder: queue.reminder,
        attempts: queue.attempts,
      }
  }
}

function change(queue: SosQueue, change: SosChange, me: number, effects: SosEffect[]): SosQueue {
  const { alarmId } = change.sos
  const settledAt = queue.settled.get(alarmId)
  if (change.status === 'open') {
    if (settledAt !== undefined && change.version <= settledAt) return queue
    const entry = find(queue, alarmId)
    if (entry && unanswered(entry)) return queue
    // Given back by whoever had it: it waits again.
    return add(unsettled(remove(queue, alarmId, effects), alarmId), change.sos, effects)
  }
  const remembered = settled(queue, alarmId, change.version)
  const entry = find(remembered, alarmId)
  if (!entry || entry.phase.is === 'elsewhere' || entry.phase.is === 'mine') return remembered
  const byMe = change.status === 'taken' && change.takenById === me
  // The answer to the own take may be slower than the notice of it.
  if (byMe && entry.phase.is === 'taking') return becomeMine(remembered, alarmId, effects)
  if (byMe) return remove(remembered, alarmId, effects)
  return settleElsewhere(remembered, alarmId, change.takenBy ?? change.handledBy, effects)
}

function catchUp(
  queue: SosQueue,
  list: readonly { sos: Sos; version: number }[],
  known: readonly number[],
  effects: SosEffect[],
): SosQueue {
  const pending = new Set(list.map(({ sos }) => sos.alarmId))
  const gone = waitingOf(queue).filter(
    ({ sos, phase }) => phase.is === 'waiting' && known.includes(sos.alarmId) && !pending.has(sos.alarmId),
  )
  const settledNow = gone.reduce((each, { sos }) => settleElsewhere(each, sos.alarmId, null, effects), queue)
  return list
    .filter(({ sos, version }) => version > (settledNow.settled.get(sos.alarmId) ?? 0))
    .reduce((each, { sos }) => {
      const entry = find(each, sos.alarmId)
      if (entry && unanswered(entry)) return each
      return add(unsettled(remove(each, sos.alarmId, effects), sos.alarmId), sos, effects)
    }, settledNow)
}

const find = (queue: SosQueue, alarmId: number) => queue.entries.find(entry => entry.sos.alarmId === alarmId)

/** Asks for those of them that wait, all with one question. */
function take(queue: SosQueue, wanted: readonly number[], effects: SosEffect[]): SosQueue {
  const alarmIds = wanted.filter(alarmId => find(queue, alarmId)?.phase.is === 'waiting')
  if (alarmIds.length === 0) return queue
  const attempt = queue.attempts + 1
  effects.push({ do: 'take', alarmIds, attempt })
  return alarmIds.reduce<SosQueue>((each, alarmId) => withPhase(each, alarmId, { is: 'taking', attempt }), {
    ...queue,
    attempts: attempt,
  })
}

/** Said for a moment, beside what still waits; then it leaves by itself. */
function becomeMine(queue: SosQueue, alarmId: number, effects: SosEffect[]): SosQueue {
  if (find(queue, alarmId)?.later) return remove(queue, alarmId, effects)
  effects.push({ do: 'startTimer', alarmId, seconds: TAKEN_SHOWN_SECONDS })
  return withPhase(queue, alarmId, { is: 'mine' })
}

function leaf(queue: SosQueue, by: 1 | -1): SosQueue {
  const waiting = waitingOf(queue).filter(entry => !entry.later)
  const shown = shownOf(queue)
  const next = shown && waiting[waiting.indexOf(shown) + by]
  return next ? { ...queue, chosen: next.sos.alarmId } : queue
}

const isAttempt = (queue: SosQueue, event: { alarmId: number; attempt: number }): boolean => {
  const phase = find(queue, event.alarmId)?.phase
  return phase?.is === 'taking' && phase.attempt === event.attempt
}

const nameIn = (refusal: TakeRefusal): string | null => {
  const name = refusal.params?.name
  return name === undefined ? null : String(name)
}

function add(queue: SosQueue, sos: Sos, effects: SosEffect[]): SosQueue {
  if (find(queue, sos.alarmId)) return queue
  effects.push({ do: 'announce', sos })
  const entry: SosEntry = { sos, later: false, phase: { is: 'waiting' } }
  const entries = [...queue.entries, entry].sort((a, b) => a.sos.raisedAt - b.sos.raisedAt)
  if (queue.reminder === 'off') return { ...queue, entries }
  // One more brings back those in the bar; it is what the person has not seen yet.
  return withLater({ ...queue, entries, chosen: sos.alarmId }, () => false)
}

// The row may arrive before the notice, which alone knows the battery.
function completed(queue: SosQueue, sos: Sos): SosQueue {
  const entry = find(queue, sos.alarmId)
  if (!entry || entry.sos.battery !== null || sos.battery === null) return queue
  return { ...queue, entries: queue.entries.map(each => (each === entry ? { ...each, sos } : each)) }
}

function withPhase(queue: SosQueue, alarmId: number, phase: SosPhase): SosQueue {
  const entries = queue.entries.map(entry => (entry.sos.alarmId === alarmId ? { ...entry, phase } : entry))
  return { ...queue, entries }
}

function withLater(queue: SosQueue, later: (entry: SosEntry) => boolean): SosQueue {
  return { ...queue, entries: queue.entries.map(entry => ({ ...entry, later: later(entry) })) }
}

function settleElsewhere(
  queue: SosQueue,
  alarmId: number,
  by: string | null,
  effects: SosEffect[],
): SosQueue {
  const entry = find(queue, alarmId)
  // Put aside: no dialog to close, and nobody is waiting for the news.
  if (entry?.later) return remove(queue, alarmId, effects)
  effects.push({ do: 'startTimer', alarmId, seconds: TAKEN_SHOWN_SECONDS })
  return withPhase(queue, alarmId, { is: 'elsewhere', by })
}

function remove(queue: SosQueue, alarmId: number, effects: SosEffect[]): SosQueue {
  const entry = find(queue, alarmId)
  if (!entry) return queue
  if (!unanswered(entry)) effects.push({ do: 'cancelTimer', alarmId })
  return { ...queue, entries: queue.entries.filter(each => each !== entry) }
}

function settled(queue: SosQueue, alarmId: number, version: number): SosQueue {
  const kept = [...queue.settled].filter(([id]) => id !== alarmId).slice(1 - SETTLED_KEPT)
  const latest = Math.max(version, queue.settled.get(alarmId) ?? 0)
  return { ...queue, settled: new Map([...kept, [alarmId, latest]]) }
}

function unsettled(queue: SosQueue, alarmId: number): SosQueue {
  return { ...queue, settled: new Map([...queue.settled].filter(([id]) => id !== alarmId)) }
}

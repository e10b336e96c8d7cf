// Judging one after the other: every judgement shows at once, is sent in its order, and can be taken back. Two reviewers do not
// collide: each judgement names the version that was looked at, and what somebody else changed since is fetched anew.
import type { ReviewReason, ReviewState } from './review.ts'

export type Verdict = 'approve' | 'reject' | 'hide'

const leadsTo: Record<Verdict, ReviewState> = { approve: 'approved', reject: 'rejected', hide: 'hidden' }

/** How a row stands, as far as judging is concerned. */
export interface DeskItem {
  id: number
  version: number
  state: ReviewState
}

/** One press: a judgement of one row or of several, or the taking back of one. */
export interface DeskStep {
  /** Sent with it, so that it counts once however often it is sent. */
  key: string
  does: Verdict | 'takeBack'
  reason?: ReviewReason | undefined
  /** As they stood before. */
  before: readonly DeskItem[]
}

export interface DeskRefusal {
  id: number
  error: string
  params?: Readonly<Record<string, string | number>> | undefined
}

export interface Desk {
  items: readonly DeskItem[]
  /** The one that is looked at. */
  at: number | undefined
  chosen: ReadonlySet<number>
  /** What a rejection gives as its reason. */
  reason: ReviewReason
  /** What can be taken back, the newest last. */
  done: readonly DeskStep[]
  /** What the server has not answered yet; the first is under way. */
  line: readonly DeskStep[]
  /** The network is away: the line waits. */
  stopped: boolean
}

export type DeskEvent =
  /** The oldest that wait, as the server has them now. */
  | { on: 'found'; items: readonly DeskItem[] }
  /** Rows as they are now; those that are named and not there are gone. */
  | { on: 'fetched'; ids: readonly number[]; items: readonly DeskItem[] }
  /** Somebody changed rows, perhaps oneself; `version` null: one is gone. */
  | { on: 'changed'; rows: readonly { id: number; version: number | null }[] }
  | { on: 'stepped'; by: 1 | -1 }
  | { on: 'went'; id: number }
  | { on: 'chose'; id: number }
  | { on: 'choseAll' }
  | { on: 'choseNone' }
  | { on: 'reason'; reason: ReviewReason }
  | { on: 'judged'; verdict: Verdict; key: string }
  | { on: 'undone'; key: string }
  | { on: 'answered'; key: string; refused: readonly DeskRefusal[] }
  | { on: 'unreached'; key: string }
  | { on: 'retried' }

export type DeskEffect =
  | { do: 'send'; step: DeskStep }
  | { do: 'fetch'; ids: readonly number[] }
  | { do: 'tell'; refused: readonly DeskRefusal[] }

export const emptyDesk: Desk = {
  items: [],
  at: undefined,
  chosen: new Set(),
  reason: 'unclear',
  done: [],
  line: [],
  stopped: false,
}

/** Somebody has still to judge it. */
export const waits = ({ state }: Pick<DeskItem, 'state'>): boolean =>
  state === 'review' || state === 'reported'

type Result = readonly [Desk, readonly DeskEffect[]]

export function stepDesk(desk: Desk, event: DeskEvent): Result {
  switch (event.on) {
    case 'found':
      return [found(desk, event.items), askAfter(desk, event.items)]
    case 'fetched':
      return [fetched(desk, event.ids, event.items), []]
    case 'changed':
      return changed(desk, event.rows)
    case 'stepped':
      return [stepped(desk, event.by), []]
    case 'went':
      return [desk.items.some(({ id }) => id === event.id) ? { ...desk, at: event.id } : desk, []]
    case 'chose':
      return [{ ...desk, chosen: toggled(desk.chosen, event.id) }, []]
    case 'choseAll':
      return [{ ...desk, chosen: new Set(desk.items.filter(waits).map(({ id }) => id)) }, []]
    case 'choseNone':
      return [{ ...desk, chosen: new Set() }, []]
    case 'reason':
      return [{ ...desk, reason: event.reason }, []]
    case 'judged':
      return judged(desk, event.verdict, event.key)
    case 'undone':
      return undone(desk, event.key)
    case 'answered':
      return answered(desk, event.key, event.refused)
    case 'unreached':
      return [desk.line[0]?.key === event.key ? { ...desk, stopped: true } : desk, []]
    case 'retried':
      return desk.stopped ? sendFirst({ ...desk, stopped: false }) : [desk, []]
  }
}

const inLine = ({ line }: Desk, id: number) => line.some(({ before }) => before.some(each => each.id === id))

/** New ones come at the end; of known ones only news count, and what is being sent here is newer than any. */
function found(desk: Desk, rows: readonly DeskItem[]): Desk {
  const known = new Map(desk.items.map(item => [item.id, item]))
  const news = new Map(
    rows
      .filter(row => row.version > (known.get(row.id)?.version ?? 0) && !inLine(desk, row.id))
      .map(row => [row.id, row]),
  )
  if (news.size === 0) return desk
  const items = [
    ...desk.items.map(item => news.get(item.id) ?? item),
    ...[...news.values()].filter(({ id }) => !known.has(id)),
  ]
  return { ...desk, items, at: desk.at ?? items.find(waits)?.id }
}

/** What waits here and no longer waits there was judged by somebody while nothing was heard. */
function askAfter(desk: Desk, rows: readonly DeskItem[]): DeskEffect[] {
  const there = new Set(rows.map(({ id }) => id))
  const ids = desk.items.filter(item => waits(item) && !there.has(item.id) && !inLine(desk, item.id))
  return ids.length > 0 ? [{ do: 'fetch', ids: ids.map(({ id }) => id) }] : []
}

/** What others have changed since is fetched: what is being sent here is told by its own answer. */
function changed(desk: Desk, rows: readonly { id: number; version: number | null }[]): Result {
  const known = new Map(desk.items.map(({ id, version }) => [id, version]))
  const ids = rows.flatMap(({ id, version }) => {
    const seen = known.get(id)
    const isNews = seen !== undefined && (version === null || version > seen) && !inLine(desk, id)
    return isNews ? [id] : []
  })
  return [desk, ids.length > 0 ? [{ do: 'fetch', ids }] : []]
}

function fetched(desk: Desk, ids: readonly number[], rows: readonly DeskItem[]): Desk {
  const now = new Map(rows.map(row => [row.id, row]))
  // What was judged here meanwhile is on its way: its answer says how it stands.
  const named = new Set(ids.filter(id => !inLine(desk, id)))
  const items = desk.items.flatMap(item => (named.has(item.id) ? (now.get(item.id) ?? []) : item))
  if (items.some(({ id }) => id === desk.at)) return { ...desk, items }
  const place = desk.items.findIndex(({ id }) => id === desk.at)
  return { ...desk, items, at: (items[place] ?? items.at(-1))?.id }
}

function stepped(desk: Desk, by: 1 | -1): Desk {
  const place = desk.items.findIndex(({ id }) => id === desk.at)
  const next = desk.items[place + by]
  return next ? { ...desk, at: next.id } : desk
}

function toggled(chosen: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The rows as a step leaves them: each command raises the version by one. */
const after = ({ does, before }: DeskStep, taken: ReadonlyMap<number, ReviewState>): DeskItem[] =>
  before.map(({ id, version, state }) => ({
    id,
    version: version + 1,
    state: does === 'takeBack' ? (taken.get(id) ?? state) : leadsTo[does],
  }))

function withItems(desk: Desk, items: readonly DeskItem[]): Desk {
  const next = new Map(items.map(item => [item.id, item]))
  return { ...desk, items: desk.items.map(item => next.get(item.id) ?? item) }
}

function judged(desk: Desk, verdict: Verdict, key: string): Result {
  const wanted = desk.chosen.size > 0 ? desk.chosen : new Set(desk.at === undefined ? [] : [desk.at])
  const before = desk.items.filter(({ id, state }) => wanted.has(id) && state !== leadsTo[verdict])
  const last = before.at(-1)
  if (!last) return [desk, []]
  const step: DeskStep = { key, does: verdict, before, ...(verdict === 'reject' && { reason: desk.reason }) }
  const next = withItems({ ...desk, chosen: new Set() }, after(step, new Map()))
  return enqueue({ ...next, done: [...desk.done, step], at: following(next, last.id) }, step)
}

/** The next that waits behind it, else the first that waits anywhere; with none left the last one stays in sight. */
function following({ items }: Desk, id: number): number {
  const place = items.findIndex(item => item.id === id)
  return (items.slice(place + 1).find(waits) ?? items.find(waits))?.id ?? id
}

function enqueue(desk: Desk, step: DeskStep): Result {
  const next = { ...desk, line: [...desk.line, step] }
  return [next, desk.line.length === 0 ? [{ do: 'send', step }] : []]
}

function undone(desk: Desk, key: string): Result {
  const last = desk.done.at(-1)
  const [first] = last?.before ?? []
  if (!last || !first) return [desk, []]
  const rest = { ...desk, done: desk.done.slice(0, -1), at: first.id, chosen: new Set<number>() }
  // What has not left yet need not be taken back by the server.
  if (desk.line.slice(1).some(step => step.key === last.key))
    return [withItems({ ...rest, line: desk.line.filter(step => step.key !== last.key) }, last.before), []]
  const now = new Set(last.before.map(({ id }) => id))
  const step: DeskStep = { key, does: 'takeBack', before: desk.items.filter(({ id }) => now.has(id)) }
  const states = new Map(last.before.map(({ id, state }) => [id, state]))
  return enqueue(withItems(rest, after(step, states)), step)
}

function answered(desk: Desk, key: string, refused: readonly DeskRefusal[]): Result {
  if (desk.line[0]?.key !== key) return [desk, []]
  const lost = new Set(refused.map(({ id }) => id))
  const without = (steps: readonly DeskStep[]) =>
    steps
      .map(step => ({ ...step, before: step.before.filter(({ id }) => !lost.has(id)) }))
      .filter(({ before }) => before.length > 0)
  const rest = desk.line.slice(1)
  if (lost.size === 0) return sendFirst({ ...desk, line: rest })
  // What was to follow for these rows was meant for what is not so: it goes, and they are looked at anew.
  const [next, effects] = sendFirst({ ...desk, line: without(rest), done: without(desk.done) })
  return [next, [{ do: 'tell', refused }, { do: 'fetch', ids: [...lost] }, ...effects]]
}

function sendFirst(desk: Desk): Result {
  const [step] = desk.line
  return [desk, step ? [{ do: 'send', step }] : []]
}

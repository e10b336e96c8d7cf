// The message centre: how many notices are unread, its lists when something comes, and what was missed while away.
import type { Page } from '../contract/entity-endpoints.ts'
import type { WebMessage } from '../contract/messages.ts'
import { type NoticeKind, notice } from '../domain/notice/notice.ts'
import { holds } from '../domain/permission.ts'
import { sendRequest } from '../platform/http.ts'
import type { Broker } from '../platform/mqtt-broker.ts'
import { getSession } from '../platform/session-store.ts'
import { keep, readKept } from '../resource/kept.ts'
import { endpointsFor, invalidateEntity } from '../resource/query.ts'
import { atMostEvery } from './live-frame.ts'
import { queryClient } from './query-client.ts'

/** After shorter gaps nobody is told what came meanwhile: the network was away, not the person. */
export const AWAY_MS = 30_000
const SEEN_EVERY_MS = 10_000
const REFRESH_MS = 1_000
/** So many of what was missed are counted; the centre has them all. */
const COUNTED = 100
const SEEN = 'centre-seen'

/** What came while nobody looked. `since` is undefined where this browser does not know the person yet. */
export interface Missed {
  since: number | undefined
  counts: Readonly<Partial<Record<NoticeKind, number>>>
}

interface CentreState {
  unread: number
  missed: Missed | undefined
}

let shown: CentreState = { unread: 0, missed: undefined }
let line: Pick<Broker, 'state' | 'serverNow'> | undefined
// When this page could last see; another window of the same person may have come back before it.
let seenHere: number | undefined
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function become(next: Partial<CentreState>): void {
  shown = { ...shown, ...next }
  for (const listener of listeners) listener()
}

/** What the bar and the banner show; an external store. */
export const centre = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): CentreState => shown,
  /** The person has seen what was missed. */
  dismiss: (): void => become({ missed: undefined }),
}

/** The session starts: from now on it is known when the person last could see what comes. */
export function startCentre(broker: NonNullable<typeof line>): void {
  line = broker
  timer = setInterval(keepSeen, SEEN_EVERY_MS)
}

export function stopCentre(): void {
  clearInterval(timer)
  line = undefined
  seenHere = undefined
  become({ unread: 0, missed: undefined })
}

const isSeen = () => document.visibilityState === 'visible'

function keepSeen(): void {
  if (line?.state().is !== 'live' || !isSeen()) return
  seenHere = line.serverNow()
  keep(SEEN, seenHere)
}

function lastSeen(): number | undefined {
  const kept = readKept(SEEN)
  // A page in the background missed nothing that the person saw elsewhere.
  return (isSeen() ? seenHere : undefined) ?? (typeof kept === 'number' ? kept : undefined)
}

const mayRead = (): boolean => holds(getSession()?.permissions ?? new Set(), 'notice.read')

/** Live again: after a gap, says what came meanwhile. */
export async function catchUpCentre(): Promise<void> {
  const now = line?.serverNow()
  if (now === undefined || !mayRead()) return
  const since = lastSeen()
  if (since === undefined || now - since > AWAY_MS) {
    const token = getSession()?.token
    const missed = await countMissed(since)
    if (token !== getSession()?.token) return
    if (Object.keys(missed.counts).length > 0) become({ missed })
  }
  keepSeen()
}

async function countMissed(since: number | undefined): Promise<Missed> {
  const query = {
    page: 1,
    size: COUNTED,
    state: ['unread'],
    ...(since !== undefined && { atFrom: since + 1 }),
  }
  // Asked apart from the lists: nobody looks at this page again.
  const page = await sendRequest(endpointsFor(notice).page, query)
  const counts: Partial<Record<NoticeKind, number>> = {}
  for (const { kind } of page.list) counts[kind] = (counts[kind] ?? 0) + 1
  return { since, counts }
}

/** What the server counts on every connection. */
export function countUnread(unread: number): void {
  if (unread === shown.unread) return
  become({ unread, ...(unread === 0 && { missed: undefined }) })
}

/** Takes what concerns the message centre. */
export function hearCentre(message: Extract<WebMessage, { code: 'notice' }>): void {
  countUnread(message.unread)
  // Somebody saw to an alarm, or it was read elsewhere: the line above the page must not go on calling for it.
  if (message.kind === null && shown.missed) recount()
  // Lists that know already, because it was read in them, stay as they are: rows would move under the finger.
  if (message.kind !== null || !listsCount(message.unread)) refresh()
}

const recount = atMostEvery(REFRESH_MS, () => {
  const { missed } = shown
  if (!missed || !mayRead()) return
  const token = getSession()?.token
  countMissed(missed.since).then(
    now => {
      if (token !== getSession()?.token || shown.missed !== missed) return
      become({ missed: Object.keys(now.counts).length > 0 ? now : undefined })
    },
    () => {
      // With the next word of the server.
    },
  )
})

const refresh = atMostEvery(REFRESH_MS, () => void invalidateEntity(queryClient, notice))

function listsCount(unread: number): boolean {
  return queryClient
    .getQueriesData<Page<unknown>>({ queryKey: ['entity', notice.key, 'page'] })
    .every(([, page]) => !page?.counts || (page.counts.unread ?? 0) === unread)
}

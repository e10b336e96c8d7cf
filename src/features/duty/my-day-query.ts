// What my day shows: my shifts, the rounds of today, and records that wait for a signature. All kept for when the network is away.

import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { announcementReceipt } from '../../domain/announcement/receipt.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import { weekOf } from '../../domain/duty/coverage.ts'
import { dutyRecord } from '../../domain/duty/duty-record.ts'
import { type KnownVisit, ownRounds, withWaiting } from '../../domain/duty/own-day.ts'
import { patrolRound, type RoundVisit, visitInput } from '../../domain/duty/patrol.ts'
import type { Visit } from '../../domain/duty/round.ts'
import type { RowOf } from '../../domain/entity.ts'
import { startOf } from '../../domain/report/zone-time.ts'
import { workItem } from '../../domain/site/work-item.ts'
import { queuedActions } from '../../platform/queue.ts'
import type { QueuedAction } from '../../platform/queue-row.ts'
import { pageOptions } from '../../resource/query.ts'
import { useSession } from '../../resource/surroundings.ts'
import { tenantZone } from '../../resource/zone.ts'
import { shiftsOptions } from './roster-query.ts'

export type PatrolRound = RowOf<typeof patrolRound>
export type WaitingVisit = Visit & { reading: number | null }
export type ShownVisit = KnownVisit<RoundVisit | WaitingVisit>

/** My published shifts of this week and of the hours around it. */
export function useOwnShifts(now: number) {
  const own = useSession()?.user.id ?? 0
  const week = weekOf(tenantZone(), now)
  return useQuery(
    shiftsOptions(
      { startsAt: week.startsAt - 24 * HOUR_MS, endsAt: week.endsAt + 24 * HOUR_MS },
      { accountId: own, state: ['published'] },
    ),
  )
}

/** The rounds of today, with those of the night before and after, that are mine by my shifts. */
export function useOwnRounds(
  now: number,
  shifts: readonly { postId: number; startsAt: number; endsAt: number }[],
) {
  const today = startOf('day', tenantZone(), now)
  const rounds = useQuery(
    pageOptions(patrolRound, {
      page: 1,
      size: 100,
      sort: 'startsAt',
      startsAtFrom: today - 6 * HOUR_MS,
      startsAtTo: today + 30 * HOUR_MS,
    }),
  )
  return { ...rounds, own: ownRounds(rounds.data?.list ?? [], shifts) }
}

/** Records in which my side of the handover is not signed yet. */
export function useOwnHandovers() {
  const own = useSession()?.user.id
  const records = useQuery(
    pageOptions(dutyRecord, { page: 1, size: 50, state: ['open', 'half'], sort: '-startsAt' }),
  )
  return (records.data?.list ?? []).filter(
    record =>
      (record.chargeAccountId === own && record.outSignedAt === null) ||
      (record.nextAccountId === own && record.inSignedAt === null),
  )
}

/** Work with my name on it that is still open, what is due first above. */
export function useOwnWork(mayRead: boolean) {
  const own = useSession()?.user.id ?? 0
  const work = useQuery({
    ...pageOptions(workItem, { page: 1, size: 20, state: ['open'], assigneeAccountId: own, sort: 'dueOn' }),
    enabled: mayRead,
  })
  // What was finished without a network is done here, before the server knows.
  return (work.data?.list ?? []).filter(({ state }) => state === 'open')
}

/** What was announced to me and is not read, or read and not confirmed where it has to be. */
export function useOwnAnnouncements(mayRead: boolean) {
  const receipts = useQuery({
    ...pageOptions(announcementReceipt, {
      page: 1,
      size: 20,
      state: ['unread', 'read'],
      current: true,
      sort: '-publishedAt',
    }),
    enabled: mayRead,
  })
  return (receipts.data?.list ?? []).filter(
    ({ state, mustConfirm }) => state === 'unread' || (mustConfirm && state === 'read'),
  )
}

export const useQueue = (): readonly QueuedAction[] =>
  useSyncExternalStore(queuedActions.subscribe, queuedActions.read)

/** Visits of a round that wait on this phone. */
export function waitingVisits(queue: readonly QueuedAction[], roundId: number): WaitingVisit[] {
  return queue.flatMap(action => {
    if (action.entity !== patrolRound.key || action.command !== 'visit' || !action.ids.includes(roundId))
      return []
    const said = z.safeParse(visitInput, action.input)
    if (!said.success || action.state === 'failed') return []
    const { pointId, way, visitedAt, note, reading = null } = said.data
    return [{ pointId, way, at: visitedAt, note, reading }]
  })
}

export const visitsOf = (round: PatrolRound, queue: readonly QueuedAction[]): ShownVisit[] =>
  withWaiting(round.visits, waitingVisits(queue, round.id))

// What is to be said of a SIM card beyond its state: where platform and carrier differ, why it is silent, how full it is.
import type { RowOf } from '../entity.ts'
import type { simCard } from './sim-card.ts'

type Card = RowOf<typeof simCard>

export type Difference =
  /** Wanted here, not done there yet. */
  | 'suspending'
  | 'resuming'
  /** The carrier has begun. */
  | 'shuttingDown'
  | 'comingBack'
  | 'suspendRefused'
  | 'resumeRefused'
  /** Nobody ordered it: the carrier did it by itself. */
  | 'activeThere'
  | 'stoppedThere'
  | 'unknownThere'

const talks = (state: Card['state']) => state === 'liveActive' || state === 'testActive'

/** Where the platform's wish and the carrier's word differ; undefined where they agree. */
export function differenceOf(
  card: Pick<Card, 'state' | 'intent' | 'orderState' | 'orderReason'>,
): Difference | undefined {
  const { state, intent, orderState } = card
  const suspended = intent === 'suspended'
  if (orderState === 'waiting') {
    if (suspended) return state === 'shutdownInProgress' ? 'shuttingDown' : 'suspending'
    return state === 'resuming' ? 'comingBack' : 'resuming'
  }
  if (orderState === 'failed') {
    if (suspended && state !== 'stopped' && state !== 'disassembled') return 'suspendRefused'
    if (!suspended && !talks(state) && state !== 'disassembled') return 'resumeRefused'
  }
  if (card.orderReason === 'unknownCard') return 'unknownThere'
  if (suspended && talks(state)) return 'activeThere'
  if (!suspended && state === 'stopped') return 'stoppedThere'
  return undefined
}

export type Silence = 'otherCard' | 'neverHeard' | 'quotaUsed' | 'noPackage' | 'deviceOff' | 'otherWay'

/** The likeliest reason why a silent card is silent, as far as the platform can tell. */
export function silenceOf(
  card: Pick<
    Card,
    'iccid' | 'toldIccid' | 'deviceState' | 'deviceHeardAt' | 'usedMegabytes' | 'quotaMegabytes' | 'packageId'
  >,
): Silence {
  if (card.toldIccid && card.toldIccid !== card.iccid) return 'otherCard'
  if (card.deviceHeardAt === null) return 'neverHeard'
  if (card.deviceState === 'online' || card.deviceState === 'abnormal') return 'otherWay'
  if (card.quotaMegabytes !== null && card.usedMegabytes >= card.quotaMegabytes) return 'quotaUsed'
  if (card.packageId === null) return 'noPackage'
  return 'deviceOff'
}

export type Fullness = 'fine' | 'high' | 'full'

/** How full a quota is, in whole per cent, and from 80 and 100 on how that is to be seen. */
export function fullnessOf(
  used: number,
  quota: number | null,
): { percent: number; tone: Fullness } | undefined {
  if (quota === null || quota <= 0) return undefined
  const share = (used / quota) * 100
  return { percent: Math.floor(share), tone: share >= 100 ? 'full' : share >= 80 ? 'high' : 'fine' }
}

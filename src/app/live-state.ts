// How live the picture is: the broker's connection and the network together, in one word.
import { useSyncExternalStore } from 'react'
import { getConnection, subscribeConnection } from '../platform/connection.ts'
import type { Broker, BrokerState } from '../platform/mqtt-broker.ts'
import type { BrokerErrorId } from '../platform/mqtt-errors.ts'

export interface Live {
  /** `silent`: the line stands, but nothing comes over it, not even answers. */
  is: 'live' | 'silent' | 'reconnecting' | 'offline'
  /** Since when the picture ages, epoch milliseconds; undefined while it is live. */
  since: number | undefined
}

let broker: Pick<Broker, 'state' | 'subscribe' | 'retry'> | undefined
const listeners = new Set<() => void>()

const changed = () => {
  for (const listener of listeners) listener()
}

/** Names the broker connection whose state is shown; returns how to let go of it. */
export function showBroker(next: NonNullable<typeof broker>): () => void {
  broker = next
  const stop = next.subscribe(changed)
  changed()
  return () => {
    stop()
    if (broker === next) broker = undefined
    changed()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = subscribeConnection(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

let last: Live = { is: 'reconnecting', since: undefined }

function read(): Live {
  const next = liveOf(getConnection(), broker?.state())
  if (next.is !== last.is || next.since !== last.since) last = next
  return last
}

/** One word from both: no network is offline, a broker that is not there yet is reconnecting. */
export function liveOf(
  connection: { online: boolean; since: number; reachedAt: number | undefined },
  state: BrokerState | undefined,
): Live {
  if (!connection.online) return { is: 'offline', since: connection.reachedAt ?? connection.since }
  if (state?.is === 'silent') return { is: 'silent', since: state.lostAt }
  if (state?.is === 'live') return { is: 'live', since: undefined }
  return { is: 'reconnecting', since: state?.is === 'waiting' ? state.lostAt : undefined }
}

export const useLive = (): Live => useSyncExternalStore(subscribe, read)

/** Why the broker is not there, while it is waited for. */
export const useLiveReason = (): BrokerErrorId | undefined => useSyncExternalStore(subscribe, readReason)

function readReason(): BrokerErrorId | undefined {
  const state = broker?.state()
  return state?.is === 'waiting' ? state.reason : undefined
}

/** Tries the broker now instead of waiting. */
export const retryLive = (): void => broker?.retry()

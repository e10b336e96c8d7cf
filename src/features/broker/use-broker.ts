// The broker connection as React reads it; what happens often is shown four times a second at most.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Broker, BrokerFacts, BrokerState } from '../../platform/mqtt-broker.ts'

const SHOW_EVERY_MS = 250

export type WatchedBroker = Pick<Broker, 'state' | 'subscribe' | 'facts' | 'watch' | 'retry' | 'publish'>

export const useBrokerState = (broker: WatchedBroker): BrokerState =>
  useSyncExternalStore(broker.subscribe, broker.state)

export function useBrokerFacts(broker: WatchedBroker): BrokerFacts {
  const [facts, setFacts] = useState(broker.facts)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      timer = undefined
      setFacts(broker.facts())
    }
    const stop = broker.watch(() => {
      timer ??= setTimeout(show, SHOW_EVERY_MS)
    })
    show()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [broker])
  return facts
}

/** Whole seconds until a moment, counting down; 0 when it has come. */
export function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((at - now) / 1000))
}

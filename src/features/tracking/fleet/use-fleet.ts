// The fleet on a page: read once, kept live by the broker's batches, remembered for when there is no network.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { onDeviceChanges } from '../../../platform/device-changes.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { keepFleet, readKeptFleet } from './fleet-memory.ts'
import { fleetOptions, type Places } from './fleet-query.ts'
import { createFleet, type Fleet, type LoadedFleet } from './fleet-store.ts'

/** How often it is checked which places have become old. */
const TICK_MS = 30_000
/** How often the fleet is stored for use without network. */
const KEEP_MS = MINUTE_MS
/** New devices are asked for at most so often. */
const STRANGERS_MS = 5_000

export interface FleetState {
  fleet: Fleet
  /** `loading`: nothing is there yet; `stored`: what was known at `at`; `failed`: nothing is there and none will come. */
  is: 'loading' | 'live' | 'stored' | 'failed'
  at: number
  /** A newer answer is on its way: what is there may be from an earlier visit. */
  refreshing: boolean
  error: unknown
  retry: () => void
}

/** One fleet for the page; it lives as long as the page. */
export function useFleet(places: Places = 'live'): FleetState {
  const client = useQueryClient()
  const online = useOnline()
  const [fleet] = useState(() => createFleet(undefined, places === 'live'))
  const [loaded, setLoaded] = useState<LoadedFleet>()
  const options = fleetOptions(places)
  const query = useQuery(options)
  const { data } = query
  useEffect(() => {
    if (data) {
      fleet.load(data)
      setLoaded(data)
      return
    }
    let wanted = true
    void readKeptFleet(places).then(kept => {
      if (!wanted || !kept) return
      fleet.load(kept)
      setLoaded(kept)
    })
    return () => {
      wanted = false
    }
  }, [fleet, data, places])
  useEffect(() => {
    let asked = 0
    return onDeviceChanges(batch => {
      // On maps of installations, live positions do not move devices.
      const heard = places === 'live' ? batch : { ...batch, devices: batch.devices.map(withoutPlace) }
      if (!fleet.apply(heard) || Date.now() - asked < STRANGERS_MS) return
      asked = Date.now()
      void client.invalidateQueries({ queryKey: fleetOptions(places).queryKey })
    })
  }, [fleet, client, places])
  useEffect(() => {
    const timer = setInterval(() => fleet.tick(), TICK_MS)
    return () => clearInterval(timer)
  }, [fleet])
  // Once this page is left, nobody applies live batches: the next page must fetch the fleet again.
  useEffect(
    () => () =>
      void client.invalidateQueries({ queryKey: fleetOptions(places).queryKey, refetchType: 'none' }),
    [client, places],
  )
  const known = data !== undefined
  useEffect(() => {
    if (!known) return
    const timer = setInterval(() => void keepFleet(fleet, places), KEEP_MS)
    const onHide = () => {
      if (document.visibilityState === 'hidden') void keepFleet(fleet, places)
    }
    document.addEventListener('visibilitychange', onHide)
    // As soon as it came, and as it was when one leaves: a short visit is remembered too.
    void keepFleet(fleet, places)
    return () => {
      clearInterval(timer)
      void keepFleet(fleet, places)
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [fleet, known, places])
  const failed = query.isError
  const is = data
    ? online && !query.isError
      ? 'live'
      : 'stored'
    : loaded
      ? 'stored'
      : failed
        ? 'failed'
        : 'loading'
  return {
    fleet,
    is,
    at: fleet.heardAt(),
    // An answer counts once the fleet has taken it: effects of what a page shows run before those of the page.
    refreshing: query.isFetching || (data !== undefined && loaded !== data),
    error: query.error,
    retry: () => void query.refetch(),
  }
}

const withoutPlace = <Change extends { latitude?: unknown; longitude?: unknown }>({
  latitude: _,
  longitude: __,
  ...change
}: Change) => change

/** Renders again when the fleet has changed, a few times a second at most. */
export const useFleetVersion = (fleet: Fleet): number => useSyncExternalStore(fleet.watch, fleet.version)

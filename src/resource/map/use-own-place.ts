// Shows and hides where the person is, and says why it cannot be shown.
import { useEffect, useRef, useState } from 'react'
import type { MapHost } from '../../platform/map/map-host.ts'
import { askOwnPlace, lookAtOwnPlace, type OwnPlace, OwnPlaceError, type OwnPlaceFault } from './own-place.ts'

/** The own place on one map: asked when wanted, never by itself. */
export function useOwnPlace(host: MapHost) {
  const [place, setPlace] = useState<OwnPlace>()
  const [asking, setAsking] = useState(false)
  const [fault, setFault] = useState<OwnPlaceFault>()
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  const ask = async () => {
    setAsking(true)
    setFault(undefined)
    try {
      const found = await askOwnPlace()
      if (gone.current) return
      setPlace(found)
      lookAtOwnPlace(host, found)
    } catch (error) {
      if (!gone.current) setFault(error instanceof OwnPlaceError ? error.fault : 'unknown')
    } finally {
      if (!gone.current) setAsking(false)
    }
  }
  return {
    place,
    asking,
    fault,
    toggle: () => {
      if (place) setPlace(undefined)
      else void ask()
    },
    close: () => setFault(undefined),
  }
}

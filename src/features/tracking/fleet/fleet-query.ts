// Asks the server for the fleet, and reads the answer into columns.
import { queryOptions } from '@tanstack/react-query'
import { fleetPoints } from '../../../contract/endpoints/map.ts'
import { unpackFleet } from '../../../domain/device/fleet-columns.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { sendRequest } from '../../../platform/http.ts'
import type { LoadedFleet } from './fleet-store.ts'

export type Places = 'live' | 'installed'

/** Milliseconds an answer is good for while a page keeps it live by the batches. */
const FRESH_MS = MINUTE_MS

/**
 * The fleet as the server knows it. Stands among the device's queries, so that whatever changes devices has it asked
 * anew.
 */
export const fleetOptions = (places: Places) =>
  queryOptions({
    queryKey: ['entity', 'device', 'fleet', places] as const,
    queryFn: async ({ signal }): Promise<LoadedFleet> => {
      const { at, count, packed, ...texts } = await sendRequest(fleetPoints, { places }, { signal })
      return { at, ...texts, columns: unpackFleet(bytesOf(packed), count) }
    },
    staleTime: FRESH_MS,
    // Typed arrays that the store writes into: comparing them deeply would cost more than drawing them.
    structuralSharing: false,
    gcTime: FRESH_MS,
  })

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

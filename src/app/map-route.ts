// What the route of a page with a map fetches as soon as its address is opened, all beside the page's own code: what the
// operator has configured for maps, what draws them, and the fleet where it stands on the map.
import type { QueryClient } from '@tanstack/react-query'
import type { Places } from '../features/tracking/fleet/fleet-query.ts'

interface MapLoad {
  context: { queryClient: QueryClient }
}

/** The loader never fails and nothing waits for it: the page asks again, and says what went wrong. */
const ahead = (fetch: (client: QueryClient) => Promise<unknown>) => ({
  // What is picked or filtered on the page stands in its address too, and asks for nothing new.
  shouldReload: ({ cause }: { cause: string }): boolean => cause === 'enter',
  loader: ({ context: { queryClient } }: MapLoad): void => {
    fetch(queryClient).catch(() => undefined)
  },
})

/** A page with a map. */
export const mapRoute = () => ahead(fetchMapAhead)

/** A page with the fleet on its map. */
export const fleetRoute = (places: Places = 'live') =>
  ahead(client => Promise.all([fetchMapAhead(client), fetchFleet(client, places)]))

async function fetchMapAhead(client: QueryClient): Promise<void> {
  const [{ mapSettingsOptions }, { fetchMap }] = await Promise.all([
    import('../resource/map/map-settings.ts'),
    import('../resource/map/kept-map.ts'),
  ])
  await Promise.all([client.prefetchQuery(mapSettingsOptions()), fetchMap()])
}

async function fetchFleet(client: QueryClient, places: Places): Promise<void> {
  const { fleetOptions } = await import('../features/tracking/fleet/fleet-query.ts')
  await client.prefetchQuery(fleetOptions(places))
}

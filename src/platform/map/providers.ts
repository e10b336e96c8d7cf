// Which module draws for which provider; each is loaded when it is first wanted.
import type { MapProvider, OpenMap } from './map-port.ts'

/** Loads what opens a provider's map. */
export async function openerOf(provider: MapProvider): Promise<OpenMap> {
  if (provider === 'amap') return (await import('./amap/open-amap.ts')).openAmap
  if (provider === 'google') return (await import('./google/open-google.ts')).openGoogle
  return (await import('./maplibre/open-maplibre.ts')).openMaplibre
}

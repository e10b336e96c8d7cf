// What the operator configured for maps, as the port wants it.
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { mapConfig } from '../../contract/endpoints/map.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import { httpSettings, sendRequest } from '../../platform/http.ts'
import type { MapSettings } from '../../platform/map/map-port.ts'

const authorization = () => httpSettings().token?.()

/** What there is without the server. */
export const OWN_MAP: MapSettings = { providers: ['maplibre'], authorization }

/** Configuration of the maps; kept on the device, so that the operator's tiles that were kept there are found offline. */
export const mapSettingsOptions = () =>
  queryOptions({
    queryKey: ['map', 'config'],
    queryFn: ({ signal }) => sendRequest(mapConfig, {}, { signal }),
    staleTime: HOUR_MS,
    meta: { offline: 'read', timeless: true },
    // One function for all: another each time would make other settings each time, and every map would open anew.
    select: settingsOf,
  })

/** The port's settings from the server's answer. */
export function settingsOf(config: z.output<(typeof mapConfig)['response']>): MapSettings {
  return {
    providers: [
      'maplibre',
      ...(config.amap ? (['amap'] as const) : []),
      ...(config.google ? (['google'] as const) : []),
    ],
    ...(config.amap && { amap: config.amap }),
    ...(config.google && { google: config.google }),
    ...(config.street && { street: config.street }),
    ...(config.raster && { raster: config.raster }),
    authorization,
  }
}

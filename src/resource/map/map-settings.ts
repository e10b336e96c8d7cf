// What the operator configured for maps, as the port wants it.
import { queryOptions } from '@tanstack/react-query'
import { mapConfig } from '../../contract/endpoints/map.ts'
import { call, callSettings } from '../../platform/http.ts'
import type { MapProvider, MapSettings } from '../../platform/map/map-port.ts'

/** Configuration of the maps; without the server what was known before, else the console's own map alone. */
export const mapSettingsOptions = () =>
  queryOptions({
    queryKey: ['map', 'config'],
    queryFn: ({ signal }) => call(mapConfig, {}, { signal }),
    staleTime: 3_600_000,
    select: (config): MapSettings => ({
      providers: [
        'maplibre',
        ...(config.amap ? (['amap'] as const) : []),
        ...(config.google ? (['google'] as const) : []),
      ],
      ...(config.amap && { amap: config.amap }),
      ...(config.google && { google: config.google }),
      ...(config.street && { street: config.street }),
      ...(config.raster && { raster: config.raster }),
      authorization: () => callSettings().token?.(),
    }),
  })

/** What there is without the server. */
export const OWN_MAP: MapSettings = {
  providers: ['maplibre'] satisfies MapProvider[],
  authorization: () => callSettings().token?.(),
}

// Tells consoles which maps the operator has configured, and mounts what those need of this server.

import type { FastifyInstance } from 'fastify'
import { mapConfig } from '../../../src/contract/endpoints/map.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Kernel } from '../../kernel.ts'
import { amapServiceHost, mountAmapProxy } from './amap-proxy.ts'
import { bytesOfTiles, mountMapTiles, TILES_PATH } from './map-tiles.ts'
import type { MapParts } from './parts.ts'

export function mountMapConfig(handlers: Handlers, app: FastifyInstance, parts: MapParts): void {
  const { amap, google, tiles, raster } = parts.config.maps
  if (tiles) void warnOfTiles(parts, tiles.file)
  handlers.handle(mapConfig, async (_request, { tokenHash }) => {
    const bytes = tiles && (await bytesOfTiles(tiles.file))
    return {
      amap: amap ? { key: amap.key, serviceHost: amapServiceHost(parts, tokenHash) } : null,
      google: google ?? null,
      street:
        tiles && bytes !== undefined ? { url: TILES_PATH, attribution: tiles.attribution, bytes } : null,
      raster: raster ?? null,
    }
  })
  mountMapTiles(app, parts)
  mountAmapProxy(app, parts)
}

/** Warns at the start when the tiles are missing; the console works without them. */
async function warnOfTiles({ log }: Pick<Kernel, 'log'>, file: string): Promise<void> {
  if ((await bytesOfTiles(file)) === undefined)
    log.warn({ file }, 'MAP_TILES names no PMTiles file of version 3; maps go without streets')
}

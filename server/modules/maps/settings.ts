// The maps' part of the environment: keys of providers, the operator's own tiles and pictures.
import * as z from 'zod/mini'
import { type Complain, type Read, row, whole } from '../../settings/setting.ts'

const key = z.string().check(z.regex(/^[\w-]{16,100}$/, 'must be letters, digits, dashes, at least 16'))
const credit = z.string().check(z.maxLength(300, 'must have at most 300 characters'))

const tilesAddress = z.string().check(
  z.refine(text => ['{z}', '{x}', '{y}'].every(part => text.includes(part)), 'must contain {z}, {x} and {y}'),
  z.refine(isAddress, 'must be a path of this server, or an address that starts with http:// or https://'),
)

function isAddress(text: string): boolean {
  const plain = text.replace(/[{}]/g, '')
  if (/^\/(?!\/)/.test(plain)) return true
  // Braces in the host would open the page's policy to hosts that nobody named.
  if (!URL.canParse(plain) || /[{}]/.test(/^\w+:\/\/[^/]*/.exec(text)?.[0] ?? '')) return false
  return /^https?:$/.test(new URL(plain).protocol)
}

/** Rows of the table of settings. */
export const mapTable = {
  amapKey: row('AMAP_KEY', 'Offers the map of AMap with this key (JS API)', key),
  amapSecurityCode: row(
    'AMAP_SECURITY_CODE',
    'Security code of the AMap key; stays on the server, which adds it to AMap’s calls',
    z.string().check(z.regex(/^[\w-]{16,100}$/, 'must be letters, digits, dashes, at least 16')),
  ),
  googleMapsKey: row('GOOGLE_MAPS_KEY', 'Offers the map of Google with this key', key),
  mapTiles: row('MAP_TILES', 'File with street tiles of your own (.pmtiles, vector)', z.string()),
  mapTilesAttribution: row(
    'MAP_TILES_ATTRIBUTION',
    'Whose data the street tiles are, as the map names it',
    credit,
    '© OpenStreetMap contributors',
  ),
  mapRasterUrl: row(
    'MAP_RASTER_URL',
    'Address of map pictures with `{z}`, `{x}` and `{y}`, in Web Mercator and WGS-84',
    tilesAddress,
  ),
  mapRasterAttribution: row(
    'MAP_RASTER_ATTRIBUTION',
    'Whose data the pictures are, as the map names it',
    credit,
  ),
  mapRasterMostZoom: row('MAP_RASTER_MOST_ZOOM', 'Deepest zoom that has pictures', whole(1, 24), '18'),
} as const

/** What is configured for maps; what is not is not offered. */
export interface MapConfig {
  amap: { key: string; securityCode: string } | undefined
  google: { key: string } | undefined
  tiles: { file: string; attribution: string } | undefined
  raster: { url: string; attribution: string; mostZoom: number } | undefined
}

/** Reads the maps; complains where half of a provider is named. */
export function readMaps(read: Read, complain: Complain): MapConfig {
  const amapKey = read(mapTable.amapKey)
  const securityCode = read(mapTable.amapSecurityCode)
  if ((amapKey === undefined) !== (securityCode === undefined))
    complain('AMAP_KEY and AMAP_SECURITY_CODE: give both or none')
  const googleKey = read(mapTable.googleMapsKey)
  const file = read(mapTable.mapTiles)
  const tilesAttribution = read(mapTable.mapTilesAttribution) ?? mapTable.mapTilesAttribution.fallback
  const url = read(mapTable.mapRasterUrl)
  const rasterAttribution = read(mapTable.mapRasterAttribution)
  const mostZoom = read(mapTable.mapRasterMostZoom) ?? Number(mapTable.mapRasterMostZoom.fallback)
  if (url !== undefined && rasterAttribution === undefined)
    complain('MAP_RASTER_ATTRIBUTION: missing; whoever shows pictures of others has to name them')
  return {
    amap: amapKey && securityCode ? { key: amapKey, securityCode } : undefined,
    google: googleKey ? { key: googleKey } : undefined,
    tiles: file ? { file, attribution: tilesAttribution } : undefined,
    raster: url && rasterAttribution ? { url, attribution: rasterAttribution, mostZoom } : undefined,
  }
}

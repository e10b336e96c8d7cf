// Which hosts the maps of others need, by directive of the page's policy. Added only where an operator configured the
// provider: the console's own map needs none of them.

/** Directives that a provider adds to; `img-src` is open to https anyway and says what it needs all the same. */
export type MapDirective =
  | 'script-src'
  | 'connect-src'
  | 'img-src'
  | 'style-src'
  | 'font-src'
  | 'worker-src'
  | 'frame-src'

export type MapHosts = Readonly<Partial<Record<MapDirective, readonly string[]>>>

/**
 * AMap 2.0: scripts and plugins from webapi, data from vdata, restapi and the numbered tile servers. It builds its
 * workers and parts of its drawing code at run time, hence `blob:` and `'unsafe-eval'`: without the latter its map
 * stays blank. An installation that will not allow this leaves AMap unconfigured.
 */
export const AMAP_HOSTS: MapHosts = {
  'script-src': ['https://*.amap.com', 'blob:', "'unsafe-eval'"],
  'connect-src': [
    'https://*.amap.com',
    'https://*.autonavi.com',
    'https://*.is.autonavi.com',
    'data:',
    'blob:',
  ],
  'img-src': ['https://*.amap.com', 'https://*.autonavi.com', 'https://*.is.autonavi.com', 'data:', 'blob:'],
  'style-src': ['https://*.amap.com'],
  'font-src': ['https://*.amap.com', 'data:'],
  'worker-src': ['blob:'],
}

/**
 * Google Maps, as its guide to a policy of allowed hosts lists them. The console asks for pictures, not for vectors,
 * so that its `'unsafe-eval'` is not needed.
 */
export const GOOGLE_HOSTS: MapHosts = {
  'script-src': ['https://maps.googleapis.com', 'https://*.googleapis.com', 'https://*.gstatic.com', 'blob:'],
  'connect-src': [
    'https://*.googleapis.com',
    'https://*.google.com',
    'https://*.gstatic.com',
    'data:',
    'blob:',
  ],
  'img-src': [
    'https://maps.gstatic.com',
    'https://*.googleapis.com',
    'https://*.gstatic.com',
    'https://*.ggpht.com',
    'https://*.google.com',
    'https://*.googleusercontent.com',
    'data:',
  ],
  'style-src': ['https://fonts.googleapis.com'],
  'font-src': ['https://fonts.gstatic.com'],
  'frame-src': ['https://*.google.com'],
  'worker-src': ['blob:'],
}

/** What the page's policy has to allow for the maps that are configured, without doubles. */
export function mapHosts(configured: { amap: boolean; google: boolean }): Record<MapDirective, string[]> {
  const chosen = [...(configured.amap ? [AMAP_HOSTS] : []), ...(configured.google ? [GOOGLE_HOSTS] : [])]
  const of = (directive: MapDirective) => [...new Set(chosen.flatMap(hosts => hosts[directive] ?? []))]
  return {
    'script-src': of('script-src'),
    'connect-src': of('connect-src'),
    'img-src': of('img-src'),
    'style-src': of('style-src'),
    'font-src': of('font-src'),
    'worker-src': of('worker-src'),
    'frame-src': of('frame-src'),
  }
}

// AMap's script, by its own loader: loaded once, with a limit of time, and anew after it failed.
import * as loaderModule from '@amap/amap-jsapi-loader'
import { MapError, type MapSettings } from '../map-port.ts'
import { withinLimits } from '../opening-limits.ts'
import type { AmapApi } from './amap-api.ts'

type Settings = NonNullable<MapSettings['amap']>

const SCRIPT = 'https://webapi.amap.com/maps?'
const VERSION = '2.0'
const PLUGINS = ['AMap.AutoComplete', 'AMap.PlaceSearch']

/** How AMap names a key that it refuses: unknown, for other sites, without its security code, used up. */
const REFUSED =
  /USER_?KEY|USER_SCODE|USER_DOMAIN|USER_IP|INVALID_USER|KEY异常|QUERY_OVER_LIMIT|NOT_EXIST_KEY/i

export const isRefusal = (error: unknown): boolean =>
  REFUSED.test(error instanceof Error ? error.message : String(error))

interface Loader {
  load(options: { key: string; version: string; plugins: string[] }): Promise<AmapApi>
  /** Forgets what was loaded or failed. */
  reset(): void
}

const isLoader = (module: unknown): module is Loader =>
  typeof module === 'object' && module !== null && 'load' in module && 'reset' in module

/** The package names only one of its functions in its types, and lies one level deeper for some bundlers. */
function theLoader(): Loader {
  const module: object = loaderModule
  const loader = [module, 'default' in module ? module.default : undefined].find(isLoader)
  if (!loader) throw new MapError('load')
  return loader
}

let loading: { as: string; api: Promise<AmapApi> } | undefined

/**
 * The API, for everybody who asks while it loads or later. The security code stays on the server: AMap is told an
 * address of ours, which adds it.
 */
export async function loadAmap({ key, serviceHost }: Settings, signal: AbortSignal): Promise<AmapApi> {
  signal.throwIfAborted()
  const loader = theLoader()
  // One page has one key, and the address holds for one session; with others AMap begins anew.
  const as = `${key} ${serviceHost}`
  if (loading && loading.as !== as) forget(loader)
  if (!loading) {
    window._AMapSecurityConfig = { serviceHost: new URL(serviceHost, location.href).href }
    loading = { as, api: loader.load({ key, version: VERSION, plugins: PLUGINS }) }
    // Those who wait are told; nobody may be left.
    loading.api.catch(() => {})
  }
  const mine = loading
  try {
    return await withinLimits(mine.api, signal)
  } catch (cause) {
    if (signal.aborted) throw cause
    if (loading === mine) forget(loader)
    if (cause instanceof MapError) throw cause
    throw new MapError(isRefusal(cause) ? 'key' : 'load', { cause })
  }
}

/** The loader remembers a failure for ever unless told; a script that comes too late must find nobody waiting. */
function forget(loader: Loader): void {
  loading = undefined
  loader.reset()
  for (const script of [...document.scripts]) if (script.src.startsWith(SCRIPT)) script.remove()
  window.___onAPILoaded = () => {}
}

// Opens AMap with the console's layers on it, where the operator has a key.
import { openOnGlass } from '../glass/glass-adapter.ts'
import { MapError, type OpenMap } from '../map-port.ts'
import { openAmapMap } from './amap-map.ts'
import { loadAmap } from './load-amap.ts'

/** Rejects with `key` when there is none or it is refused, `load` or `timeout` when the script does not come. */
export const openAmap: OpenMap = async (element, options) => {
  const { amap } = options.settings
  if (!amap) throw new MapError('key')
  const api = await loadAmap(amap, options.signal)
  return openOnGlass(element, options, (ground, events) => openAmapMap(api, ground, events, options))
}

// Opens Google's map with the console's layers on it, where the operator has a key.
import { openOnGlass } from '../glass/glass-adapter.ts'
import { MapError, type OpenMap } from '../map-port.ts'
import { openGoogleMap } from './google-map.ts'
import { loadGoogle } from './load-google.ts'

/** Rejects with `key` when there is none or it is refused, `load` or `timeout` when the script does not come. */
export const openGoogle: OpenMap = async (element, options) => {
  const { google } = options.settings
  if (!google) throw new MapError('key')
  const api = await loadGoogle(google, options.language, options.signal)
  return openOnGlass(element, options, (ground, events) => openGoogleMap(api, ground, events, options))
}

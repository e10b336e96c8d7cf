// Google's script, by its own loader: once a page, with one key and one language, and anew after it failed.
/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { MapError, type MapSettings } from '../map-port.ts'
import { withinLimits } from '../opening-limits.ts'

type Settings = NonNullable<MapSettings['google']>

const SCRIPT = 'https://maps.googleapis.com/maps/api/js?'

/** The key that the page has told Google; a second one would be passed over in silence. */
let toldKey: string | undefined
/** Google has refused the key: it does so for as long as the page lives. */
let refused = false
const listeners = new Set<() => void>()

declare global {
  interface Window {
    gm_authFailure?: () => void
  }
}

/** Tells when Google refuses the key, which it does after the first map was shown. Answers the way to stop. */
export function onRefusal(tell: () => void): () => void {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}

export interface GoogleApi {
  maps: google.maps.MapsLibrary
  places(): Promise<google.maps.PlacesLibrary>
}

/**
 * The API. A second key needs the page to be loaded anew and is refused here; a second language is passed over: the
 * names on the ground stay in the first one.
 */
export async function loadGoogle(
  { key }: Settings,
  language: string,
  signal: AbortSignal,
): Promise<GoogleApi> {
  signal.throwIfAborted()
  if (refused || (toldKey !== undefined && toldKey !== key)) throw new MapError('key')
  if (toldKey === undefined) {
    toldKey = key
    window.gm_authFailure = () => {
      refused = true
      for (const tell of [...listeners]) tell()
    }
    setOptions({ key, v: 'weekly', language })
  }
  try {
    const maps = await withinLimits(importLibrary('maps'), signal)
    return { maps, places: () => importLibrary('places') }
  } catch (cause) {
    if (signal.aborted) throw cause
    forget()
    throw cause instanceof MapError ? cause : new MapError('load', { cause })
  }
}

/** The loader waits for its script for ever, unless it is told that the script has failed. */
function forget(): void {
  for (const script of [...document.scripts]) {
    if (!script.src.startsWith(SCRIPT)) continue
    script.dispatchEvent(new Event('error'))
    script.remove()
  }
}

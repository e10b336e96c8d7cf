// The console's own map: drawn here in the browser, without a key and without a network.
import { Map as LibraryMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { MapError, type OpenMap, type OpenOptions } from '../map-port.ts'
import { createAdapter } from './adapter.ts'
import { LEAST_ZOOM, MOST_ZOOM, toLibraryZoom, toPosition } from './camera.ts'
import css from './map-frame.module.css'

setWorkerUrl(workerUrl)

/** Asked before: the library itself would only write to the console. */
function canDraw(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2')
  gl?.getExtension('WEBGL_lose_context')?.loseContext()
  return gl !== null
}

function makeMap(element: HTMLElement, { camera, settings }: OpenOptions): LibraryMap {
  try {
    return new LibraryMap({
      container: element,
      // Everything is laid by hand, so that the ground changes under layers that stay.
      style: { version: 8, sources: {}, layers: [] },
      center: toPosition(camera.centre),
      zoom: toLibraryZoom(camera.zoom),
      minZoom: toLibraryZoom(LEAST_ZOOM),
      maxZoom: toLibraryZoom(MOST_ZOOM),
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxPitch: 0,
      // The host tells when its element changes.
      trackResize: false,
      fadeDuration: 120,
      validateStyle: false,
      transformRequest: url => {
        const token = settings.authorization()
        // Never beyond the console's own addresses.
        return token && url.startsWith(`${location.origin}/`)
          ? { url, headers: { authorization: token } }
          : { url }
      },
    })
  } catch (cause) {
    throw new MapError('webgl', { cause })
  }
}

/** The keyboard moves the map on its canvas: it is called as what it stands in, and is no second part of the page. */
function nameCanvas(map: LibraryMap, element: HTMLElement): void {
  const name = element.closest('[aria-label]')?.getAttribute('aria-label')
  const canvas = map.getCanvas()
  if (name) canvas.setAttribute('aria-label', name)
  canvas.setAttribute('role', 'application')
}

/** Opens it in an element; rejects with `webgl` where the browser cannot draw. */
export const openMaplibre: OpenMap = async (element, options) => {
  const { signal } = options
  signal.throwIfAborted()
  if (!canDraw()) throw new MapError('webgl')
  element.classList.add(css.frame ?? '')
  const map = makeMap(element, options)
  try {
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    nameCanvas(map, element)
    await new Promise<void>((resolve, reject) => {
      void map.once('style.load', () => resolve())
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    return await createAdapter(map, options)
  } catch (error) {
    map.remove()
    throw error
  }
}

// AMap's own search, all over the country: what it suggests while one types, else what it finds.
import { fromGcj } from '../coordinates.ts'
import { type FoundPlace, MapError } from '../map-port.ts'
import type { AmapApi, AmapLngLat, AmapPoi, AmapSearchStatus, AmapTip } from './amap-api.ts'
import { isRefusal } from './load-amap.ts'

const NATIONWIDE = '全国'
const MOST = 10
/** AMap numbers what a place is; these are parts of the country, the others are houses, shops, stops. */
const ZOOM_OF_TYPE: Record<string, number> = {
  '190102': 5,
  '190103': 7,
  '190104': 10,
  '190105': 12,
  '190106': 14,
}
const HOUSE_ZOOM = 17

/** What AMap leaves empty it sends as an empty list. */
const texts = (...parts: unknown[]): string[] =>
  parts.filter((part): part is string => typeof part === 'string' && part !== '')

function found(
  name: string | undefined,
  detail: string[],
  location: AmapLngLat | '' | null | undefined,
  typecode = '',
): FoundPlace[] {
  if (!name || !location) return []
  return [
    {
      name,
      detail: [...new Set(detail)].join(' '),
      at: fromGcj({ longitude: location.getLng(), latitude: location.getLat() }),
      zoom: ZOOM_OF_TYPE[typecode] ?? HOUSE_ZOOM,
    },
  ]
}

const ofTip = ({ name, district, address, location, typecode }: AmapTip) =>
  found(name, texts(district, address), location, typecode)
const ofPoi = ({ name, pname, cityname, adname, address, location, typecode }: AmapPoi) =>
  found(name, texts(pname, cityname, adname, address), location, typecode)

/** One question of AMap's kind; nothing found is an answer, a refusal is none. */
function ask<Result extends object>(
  search: (answer: (status: AmapSearchStatus, result: Result | string) => void) => void,
  signal: AbortSignal,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    search((status, result) => {
      if (status === 'complete' && typeof result === 'object') resolve(result)
      else if (status === 'no_data') resolve(undefined)
      else reject(new MapError(isRefusal(result) ? 'key' : 'load', { cause: result }))
    })
  })
}

/** Places of a name, WGS-84, the likeliest first. Rejects with a `MapError`, or the signal's reason. */
export async function searchAmap(api: AmapApi, text: string, signal: AbortSignal): Promise<FoundPlace[]> {
  const suggest = new api.AutoComplete({ city: NATIONWIDE, citylimit: false })
  const { tips = [] } =
    (await ask<{ tips?: AmapTip[] }>(answer => suggest.search(text, answer), signal)) ?? {}
  const suggested = tips.flatMap(ofTip)
  if (suggested.length > 0) return suggested.slice(0, MOST)
  const search = new api.PlaceSearch({
    city: NATIONWIDE,
    citylimit: false,
    pageSize: MOST,
    extensions: 'base',
  })
  const answer = await ask<{ poiList?: { pois?: AmapPoi[] } }>(answer => search.search(text, answer), signal)
  return (answer?.poiList?.pois ?? []).flatMap(ofPoi)
}

// Opens the map of this provider.
import { MapError, type OpenMap } from '../map-port.ts'

export const openMaplibre: OpenMap = async () => {
  throw new MapError('load')
}

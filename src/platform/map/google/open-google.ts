// Opens the map of this provider.
import { MapError, type OpenMap } from '../map-port.ts'

export const openGoogle: OpenMap = async () => {
  throw new MapError('load')
}

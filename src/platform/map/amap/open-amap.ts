// Opens the map of this provider.
import { MapError, type OpenMap } from '../map-port.ts'

export const openAmap: OpenMap = async () => {
  throw new MapError('load')
}

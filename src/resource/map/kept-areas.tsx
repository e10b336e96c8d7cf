// Areas of the operator's map that are kept on this device.
import type { MapHost } from '../../platform/map/map-host.ts'

export interface KeptAreasProps {
  host: MapHost
  /** Of the archive, as the configuration says it. */
  url: string
  authorization: () => string | undefined
}

export default function KeptAreas(_: KeptAreasProps) {
  return null
}

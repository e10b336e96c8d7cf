// Reads the operator's PMTiles file piece by piece, from what is kept on the device first.
import { addProtocol } from 'maplibre-gl'
import { Protocol } from 'pmtiles'
import { archiveAddress, openArchive } from '../kept-area.ts'

let protocol: Protocol | undefined

/** An address that the library's sources can name; what is read is kept as long as the page. */
export function streetTiles(url: string, authorization: () => string | undefined): string {
  if (!protocol) {
    protocol = new Protocol()
    addProtocol('pmtiles', protocol.tile)
  }
  const address = archiveAddress(url)
  if (!protocol.get(address)) protocol.add(openArchive({ url: address, authorization }))
  return `pmtiles://${address}`
}

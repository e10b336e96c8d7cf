// Reads the operator's PMTiles file piece by piece, from what is kept on the device first.
import { addProtocol } from 'maplibre-gl'
import { Protocol } from 'pmtiles'
import { getConnection, probe } from '../../connection.ts'
import { openArchive } from '../kept-area.ts'
import { archiveAddress, isCovered } from '../kept-coverage.ts'
import { keptStore } from '../kept-store.ts'

const TILE = /^pmtiles:\/\/(.+)\/(\d+)\/(\d+)\/(\d+)$/

let protocol: Protocol | undefined

/** An address that the library's sources can name; what is read is kept as long as the page. */
export function streetTiles(url: string, authorization: () => string | undefined): string {
  protocol ??= openProtocol()
  const address = archiveAddress(url)
  if (!protocol.get(address)) protocol.add(openArchive({ url: address, authorization }))
  return `pmtiles://${address}`
}

function openProtocol(): Protocol {
  const opened = new Protocol()
  addProtocol('pmtiles', async (request, abort) => {
    try {
      return await opened.tile(request, abort)
    } catch (error) {
      // The library stretches what it has of smaller zooms over a tile that fails, down to a blot: far from what is
      // kept an empty one lets the console's own ground be seen.
      if (abort.signal.aborted || (await isReached()) || (await isNear(request.url))) throw error
      return { data: new Uint8Array() }
    }
  })
  return opened
}

/** A failure that nobody has noticed yet is looked into. */
const isReached = async () => getConnection().online && probe()

async function isNear(request: string): Promise<boolean> {
  const [, url = '', z, x, y] = TILE.exec(request) ?? []
  const areas = (await (await keptStore())?.areas().catch(() => [])) ?? []
  return z === undefined || isCovered(areas, url, { z: Number(z), x: Number(x), y: Number(y) })
}

// Reads the operator's PMTiles file piece by piece; the console's own addresses want the session's token.
import { addProtocol } from 'maplibre-gl'
import { FetchSource, PMTiles, Protocol } from 'pmtiles'

let protocol: Protocol | undefined

/** A file whose requests carry the token of the moment. */
class SignedSource extends FetchSource {
  readonly #authorization: () => string | undefined

  constructor(url: string, authorization: () => string | undefined) {
    super(url)
    this.#authorization = authorization
  }

  override getBytes(...asked: Parameters<FetchSource['getBytes']>): ReturnType<FetchSource['getBytes']> {
    const token = this.#authorization()
    this.setHeaders(new Headers(token ? { authorization: token } : {}))
    return super.getBytes(...asked)
  }
}

/** An address that the library's sources can name; what is read is kept as long as the page. */
export function streetTiles(url: string, authorization: () => string | undefined): string {
  if (!protocol) {
    protocol = new Protocol()
    addProtocol('pmtiles', protocol.tile)
  }
  const { href, origin } = new URL(url, location.href)
  if (!protocol.get(href))
    protocol.add(
      new PMTiles(origin === location.origin ? new SignedSource(href, authorization) : new FetchSource(href)),
    )
  return `pmtiles://${href}`
}

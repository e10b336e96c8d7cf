// Takes the header of a proxy off the front of a connection.
import type { Socket } from 'node:net'
import { MOST_HEADER_BYTES, readProxyHeader } from './proxy-header.ts'

/** So long a proxy takes for it. */
const HEADER_MS = 3_000

/** What has come after the header is left where it was. */
export function takeHeader(
  socket: Socket,
  done: (address: string | undefined, problem: string | undefined) => void,
): void {
  let bytes = Buffer.alloc(0)
  const end = (address: string | undefined, problem: string | undefined) => {
    clearTimeout(patience)
    socket.off('readable', read)
    socket.off('close', gone)
    done(address, problem)
  }
  const gone = () => clearTimeout(patience)
  const read = () => {
    for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read())
      bytes = Buffer.concat([bytes, chunk])
    const header = readProxyHeader(bytes)
    if (header.is === 'bad') return end(undefined, header.why)
    if (header.is === 'more') return bytes.length > MOST_HEADER_BYTES ? end(undefined, 'tooLong') : undefined
    if (bytes.length > header.bytes) socket.unshift(bytes.subarray(header.bytes))
    end(header.address, undefined)
  }
  const patience = setTimeout(() => end(undefined, 'slow'), HEADER_MS)
  patience.unref()
  socket.once('close', gone)
  socket.on('readable', read)
  read()
}

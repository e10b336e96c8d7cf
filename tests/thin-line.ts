// A thin line to a server: a proxy of plain TCP that lets only so many bytes a second through, late, and at times nothing.
import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface ThinLine {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** From now on nothing comes through, in neither direction; nobody is told. */
  cut(): void
  /** It goes on where it stopped. */
  mend(): void
  /** From now on it is so thin. */
  become(thinness: Thinness): void
  /** Bytes that came from the server so far. */
  received(): number
  close(): Promise<void>
}

export interface Thinness {
  /** Bits a second, for all connections together and for each direction. */
  bitsPerSecond: number
  /** Milliseconds there and back. */
  latencyMs: number
}

/** A line that is in nobody's way. */
export const BROAD: Thinness = { bitsPerSecond: 1_000_000_000, latencyMs: 0 }

/** As slow as the third generation is far from its mast. */
export const SLOW_3G: Thinness = { bitsPerSecond: 400_000, latencyMs: 400 }

const PIECE = 1_400

/** Opens a thin line to `target`, such as `http://127.0.0.1:8080`. */
export async function openThinLine(target: string, first: Thinness): Promise<ThinLine> {
  let thinness = first
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let whole: Promise<void> | undefined
  let mended = () => {}
  let received = 0

  /** One direction of the line: all connections wait for their turn on it. */
  const lane = () => {
    let free = 0
    return async (bytes: number): Promise<void> => {
      const now = performance.now()
      const begins = Math.max(now, free)
      free = begins + (bytes * 8_000) / thinness.bitsPerSecond
      await wait(free - now + thinness.latencyMs / 2)
      while (whole) await whole
    }
  }
  const up = lane()
  const down = lane()

  const carry = (
    from: Socket,
    to: Socket,
    pass: (bytes: number) => Promise<void>,
    heard = (_: number) => {},
  ) => {
    let last = Promise.resolve()
    from.on('data', (data: Buffer) => {
      from.pause()
      const pieces: Buffer[] = []
      for (let at = 0; at < data.length; at += PIECE) pieces.push(data.subarray(at, at + PIECE))
      const passed = pieces.map(piece => pass(piece.length))
      for (const [at, piece] of pieces.entries())
        last = last.then(async () => {
          await passed[at]
          heard(piece.length)
          if (to.writable) to.write(piece)
        })
      // Read on as soon as the lane is free again, not when the last byte has arrived: a line holds many.
      void wait((data.length * 8_000) / thinness.bitsPerSecond).then(() => from.resume())
    })
    from.on('end', () => void last.then(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => void last.then(() => to.destroy()))
  }

  const server = createServer(client => {
    const far = dial(Number(port), hostname)
    for (const socket of [client, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('close', () => sockets.delete(socket))
    }
    // A connection costs its own round trip.
    client.pause()
    void wait(thinness.latencyMs).then(() => {
      carry(client, far, up)
      carry(far, client, down, bytes => {
        received += bytes
      })
      client.resume()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      whole ??= new Promise(resolve => {
        mended = resolve
      })
    },
    mend() {
      whole = undefined
      mended()
    },
    become(next) {
      thinness = next
    },
    received: () => received,
    close() {
      whole = undefined
      mended()
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

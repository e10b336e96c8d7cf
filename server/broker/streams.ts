// The byte streams that the broker reads from: a TCP socket or a websocket, both behind the packet guard. What goes out
// never waits in the broker, which would make everybody wait for the slowest reader: it waits here, within bounds.
// Twenty thousand of them stand at once, so what they do is in classes, and none has functions of its own.
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { createPacketGuard } from './packet-guard.ts'
import type { Unsent, UnsentWatch } from './unsent.ts'

type Done = (error?: Error | null) => void

/** The broker never finds a stream full; `Unsent` says when it is. */
const NEVER_FULL = Number.MAX_SAFE_INTEGER
/** A word that says why may still leave; a reader that does not read is not waited for. */
const LAST_WORD_MS = 500
/** Most hold nothing: they share it. */
const NONE: readonly Buffer[] = []

/**
 * A connection on its way to the broker. Passes on the first packet alone and holds the rest until somebody is known:
 * nothing is judged in nobody's name, and more than what is under way anyway is not read.
 */
export abstract class Link extends Duplex {
  readonly #unsent: Unsent
  readonly #guard = createPacketGuard()
  #held = NONE
  #passing = true
  #admitted = false
  #over = false
  #heard: (() => void) | undefined

  constructor(watch: UnsentWatch) {
    super({ writableHighWaterMark: NEVER_FULL })
    this.#unsent = watch.follow(reason => this.destroy(reason))
  }

  /** Whoever is there was let in: what they said after their first packet is read from now on. */
  admit(): void {
    this.#admitted = true
    const waiting = this.#held
    this.#held = NONE
    this.readOn()
    for (const bytes of waiting) this.pass(bytes)
    if (this.#over) this.push(null)
  }
  /** Calls back with the first bytes. */
  onFirstBytes(listener: () => void): void {
    this.#heard = listener
  }

  protected abstract readOn(): void
  protected abstract readNoMore(): void
  /** Sends what counts as unsent until it has left. */
  protected abstract send(bytes: Buffer, unsent: Unsent): void
  /** Says that nothing more comes; what waits leaves first. */
  protected abstract sayGoodbye(): void
  /** The same, and hears no more. */
  protected abstract leave(): void
  protected abstract cut(): void

  protected hear(chunk: Buffer): void {
    const judged = this.#guard(chunk)
    if (!judged.good) {
      this.destroy(new Error('A packet is larger than the limit'))
      return
    }
    this.#heard?.()
    this.#heard = undefined
    if (this.#admitted) this.pass(chunk)
    else this.hold(chunk, judged.firstEnds)
  }
  private hold(chunk: Buffer, firstEnds: number | undefined): void {
    const end = this.#passing ? (firstEnds ?? chunk.length) : 0
    if (firstEnds !== undefined) this.#passing = false
    this.pass(chunk.subarray(0, end))
    if (end < chunk.length) this.#held = [...this.#held, chunk.subarray(end)]
    if (this.#held.length > 0) this.readNoMore()
  }
  /** Nothing more comes. Whoever has said all they had to say and left is heard all the same. */
  protected othersEnd(): void {
    this.#over = true
    if (this.#admitted || this.#held.length === 0) this.push(null)
  }
  protected gone(): void {
    if (!this.#over || this.#admitted || this.#held.length === 0) this.destroy()
  }
  private pass(bytes: Buffer): void {
    if (bytes.length > 0 && !this.push(bytes)) this.readNoMore()
  }

  override _read(): void {
    if (this.#admitted || this.#held.length === 0) this.readOn()
  }
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.send(chunk, this.#unsent)
    done()
  }
  /** The packet writer hands over pieces; they leave as one. */
  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.send(Buffer.concat(chunks.map(({ chunk }) => chunk)), this.#unsent)
    done()
  }
  override _final(done: Done): void {
    this.sayGoodbye()
    done()
  }
  override _destroy(error: Error | null, done: Done): void {
    this.#unsent.ends()
    if (error) this.cut()
    else {
      this.leave()
      setTimeout(() => this.cut(), LAST_WORD_MS).unref()
    }
    done(error)
  }
}

/** A TCP connection. */
export class TcpLink extends Link {
  readonly #socket: Socket

  constructor(socket: Socket, watch: UnsentWatch) {
    super(watch)
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 30_000)
    socket.on('data', chunk => this.hear(chunk))
    socket.on('end', () => this.othersEnd())
    socket.on('error', error => this.destroy(error))
    socket.on('close', () => this.gone())
  }
  protected override readOn(): void {
    this.#socket.resume()
  }
  protected override readNoMore(): void {
    this.#socket.pause()
  }
  protected override send(bytes: Buffer, unsent: Unsent): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes, unsent.goes(bytes.length))
  }
  protected override sayGoodbye(): void {
    this.#socket.end()
  }
  protected override leave(): void {
    this.#socket.destroySoon()
  }
  protected override cut(): void {
    this.#socket.destroy()
  }
}

/** A websocket connection; every MQTT packet leaves in one binary frame. */
export class WebsocketLink extends Link {
  readonly #socket: WebSocket

  constructor(socket: WebSocket, watch: UnsentWatch) {
    super(watch)
    this.#socket = socket
    socket.on('message', (data, isBinary) => {
      const chunk = Buffer.isBuffer(data)
        ? data
        : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)])
      if (!isBinary) this.destroy(new Error('MQTT travels in binary frames'))
      else this.hear(chunk)
    })
    socket.on('close', () => {
      this.othersEnd()
      this.gone()
    })
    socket.on('error', error => this.destroy(error))
  }
  protected override readOn(): void {
    this.#socket.resume()
  }
  protected override readNoMore(): void {
    this.#socket.pause()
  }
  protected override send(bytes: Buffer, unsent: Unsent): void {
    if (this.#socket.readyState === this.#socket.OPEN)
      this.#socket.send(bytes, { binary: true }, unsent.goes(bytes.length))
  }
  protected override sayGoodbye(): void {
    this.#socket.close(1000)
  }
  protected override leave(): void {
    this.#socket.close(1000)
  }
  protected override cut(): void {
    this.#socket.terminate()
  }
}

// The byte streams that the broker reads from: a TCP socket or a websocket, both behind the packet guard. What goes out
// never waits in the broker, which would make everybody wait for the slowest reader: it waits here, within bounds.
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { createPacketGuard } from './packet-guard.ts'
import type { UnsentWatch } from './unsent.ts'

type Done = (error?: Error | null) => void

/** A connection on its way to the broker. */
export interface Link {
  stream: Duplex
  /** Whoever is there was let in: what they said after their first packet is read from now on. */
  admit(): void
  /** Calls back with the first bytes. */
  onFirstBytes(listener: () => void): void
}

/** The broker never finds a stream full; `Unsent` says when it is. */
const NEVER_FULL = Number.MAX_SAFE_INTEGER

/**
 * Passes on the first packet alone and holds the rest until somebody is known: nothing is judged in nobody's name, and
 * more than what is under way anyway is not read.
 */
function createIntake(stream: Duplex, socket: { pause(): void; resume(): void }) {
  const guard = createPacketGuard()
  let held: Buffer[] = []
  let passing = true
  let admitted = false
  let ended = false
  let heard: (() => void) | undefined
  const pass = (bytes: Buffer) => {
    if (bytes.length > 0 && !stream.push(bytes)) socket.pause()
  }
  return {
    take: (chunk: Buffer) => {
      const judged = guard(chunk)
      if (!judged.good) return void stream.destroy(new Error('A packet is larger than the limit'))
      heard?.()
      heard = undefined
      if (admitted) return pass(chunk)
      const end = passing ? (judged.firstEnds ?? chunk.length) : 0
      if (judged.firstEnds !== undefined) passing = false
      pass(chunk.subarray(0, end))
      if (end < chunk.length) held.push(chunk.subarray(end))
      if (held.length > 0) socket.pause()
    },
    admit: () => {
      admitted = true
      const waiting = held
      held = []
      socket.resume()
      for (const bytes of waiting) pass(bytes)
      if (ended) stream.push(null)
    },
    /** Nothing more comes. Whoever has said all they had to say and left is heard all the same. */
    end: () => {
      ended = true
      if (admitted || held.length === 0) stream.push(null)
    },
    close: () => {
      if (!ended || admitted || held.length === 0) stream.destroy()
    },
    /** Whether there is room for more. */
    mayRead: () => admitted || held.length === 0,
    onFirstBytes: (listener: () => void) => {
      heard = listener
    },
  }
}

/** A TCP connection. */
export function tcpStream(socket: Socket, watch: UnsentWatch): Link {
  const unsent = watch.follow(reason => stream.destroy(reason))
  const send = (bytes: Buffer, done: Done) => {
    if (!socket.destroyed) socket.write(bytes, unsent.goes(bytes.length))
    done()
  }
  const stream: Duplex = new Duplex({
    writableHighWaterMark: NEVER_FULL,
    read: () => {
      if (intake.mayRead()) socket.resume()
    },
    write: (chunk: Buffer, _encoding, done: Done) => send(chunk, done),
    // The packet writer hands over pieces; they leave as one.
    writev: (chunks, done: Done) => send(Buffer.concat(chunks.map(({ chunk }): Buffer => chunk)), done),
    final: done => {
      socket.end()
      done()
    },
    destroy: (error, done) => {
      unsent.ends()
      // A word that says why may still leave; a reader that does not read is not waited for.
      if (error) socket.destroy()
      else {
        socket.destroySoon()
        setTimeout(() => socket.destroy(), 500).unref()
      }
      done(error)
    },
  })
  const intake = createIntake(stream, socket)
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 30_000)
  socket.on('data', (chunk: Buffer) => intake.take(chunk))
  socket.on('end', intake.end)
  socket.on('error', error => stream.destroy(error))
  socket.on('close', intake.close)
  return { stream, admit: intake.admit, onFirstBytes: intake.onFirstBytes }
}

/** A websocket connection; every MQTT packet leaves in one binary frame. */
export function socketStream(socket: WebSocket, watch: UnsentWatch): Link {
  const unsent = watch.follow(reason => stream.destroy(reason))
  const send = (bytes: Buffer, done: Done) => {
    if (socket.readyState === socket.OPEN) {
      const left = unsent.goes(bytes.length)
      socket.send(bytes, { binary: true }, left)
    }
    done()
  }
  const stream: Duplex = new Duplex({
    writableHighWaterMark: NEVER_FULL,
    read: () => {
      if (intake.mayRead()) socket.resume()
    },
    write: (chunk: Buffer, _encoding, done: Done) => send(chunk, done),
    writev: (chunks, done: Done) => send(Buffer.concat(chunks.map(({ chunk }): Buffer => chunk)), done),
    final: done => {
      socket.close(1000)
      done()
    },
    destroy: (error, done) => {
      unsent.ends()
      // A peer that does not answer the close frame is not waited for.
      if (error) socket.terminate()
      else {
        socket.close(1000)
        setTimeout(() => socket.terminate(), 500).unref()
      }
      done(error)
    },
  })
  const intake = createIntake(stream, socket)
  socket.on('message', (data, isBinary) => {
    const chunk = Buffer.isBuffer(data)
      ? data
      : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)])
    if (!isBinary) stream.destroy(new Error('MQTT travels in binary frames'))
    else intake.take(chunk)
  })
  socket.on('close', intake.end)
  socket.on('close', intake.close)
  socket.on('error', error => stream.destroy(error))
  return { stream, admit: intake.admit, onFirstBytes: intake.onFirstBytes }
}

// The byte streams that the broker reads from: a TCP socket or a websocket, both behind the packet guard.
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { createPacketGuard } from './packet-guard.ts'

type Done = (error?: Error | null) => void

/** A TCP connection. */
export function tcpStream(socket: Socket): Duplex {
  const guard = createPacketGuard()
  const stream = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, done: Done) => void socket.write(chunk, done),
    // The packet writer hands over pieces; they leave as one.
    writev: (chunks, done: Done) =>
      void socket.write(Buffer.concat(chunks.map(({ chunk }): Buffer => chunk)), done),
    final: done => {
      socket.end()
      done()
    },
    destroy: (error, done) => {
      socket.destroy()
      done(error)
    },
  })
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 30_000)
  socket.on('data', chunk => {
    if (!guard(chunk)) stream.destroy(new Error('A packet is larger than the limit'))
    else if (!stream.push(chunk)) socket.pause()
  })
  socket.on('end', () => void stream.push(null))
  socket.on('error', error => stream.destroy(error))
  socket.on('close', () => stream.destroy())
  return stream
}

/** More than this waiting for a slow console: it is let go, and reads what it missed when it comes back. */
const MOST_BUFFERED = 8 * 1024 * 1024

/** A websocket connection; every MQTT packet leaves in one binary frame. */
export function socketStream(socket: WebSocket): Duplex {
  const guard = createPacketGuard()
  const send = (bytes: Buffer, done: Done) => {
    if (socket.readyState !== socket.OPEN) done(new Error('The websocket is closed'))
    else if (socket.bufferedAmount > MOST_BUFFERED) done(new Error('The websocket is too slow'))
    else socket.send(bytes, { binary: true }, error => done(error ?? null))
  }
  const stream = new Duplex({
    read: () => socket.resume(),
    write: (chunk: Buffer, _encoding, done: Done) => send(chunk, done),
    writev: (chunks, done: Done) => send(Buffer.concat(chunks.map(({ chunk }): Buffer => chunk)), done),
    final: done => {
      socket.close(1000)
      done()
    },
    destroy: (error, done) => {
      // A peer that does not answer the close frame is not waited for.
      if (error) socket.terminate()
      else {
        socket.close(1000)
        setTimeout(() => socket.terminate(), 500).unref()
      }
      done(error)
    },
  })
  socket.on('message', (data, isBinary) => {
    const chunk = Buffer.isBuffer(data)
      ? data
      : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)])
    if (!isBinary) stream.destroy(new Error('MQTT travels in binary frames'))
    else if (!guard(chunk)) stream.destroy(new Error('A packet is larger than the limit'))
    else if (!stream.push(chunk)) socket.pause()
  })
  socket.on('close', () => void stream.push(null))
  socket.on('close', () => stream.destroy())
  socket.on('error', error => stream.destroy(error))
  return stream
}

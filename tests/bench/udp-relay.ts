// A UDP relay of the benchmarks between browsers and the server: loses packets and has a narrow way down with a queue.
import { createSocket, type Socket } from 'node:dgram'

export interface RelayState {
  /** Share of packets that are lost, each way. */
  loss: number
  /** Of the way down to the browser; undefined: as wide as the machine. */
  kilobits: number | undefined
}

export interface UdpRelay {
  state: RelayState
  /** A port in front of this one of 127.0.0.1. */
  portFor(port: number): Promise<number>
  close(): void
}

/** A packet that would wait longer is dropped, as home routers do. */
const QUEUE_MS = 400

export function openRelay(): UdpRelay {
  const state: RelayState = { loss: 0, kilobits: undefined }
  const fronts = new Map<number, Promise<number>>()
  const sockets: Socket[] = []
  let freeAt = 0
  let closed = false

  const isLost = () => Math.random() < state.loss
  const down = (packet: Buffer, send: () => void) => {
    if (isLost()) return
    if (state.kilobits === undefined) return send()
    const now = performance.now()
    const begins = Math.max(now, freeAt)
    if (begins - now > QUEUE_MS) return
    freeAt = begins + (packet.length * 8) / state.kilobits
    // What still waits in the queue at the end goes nowhere.
    setTimeout(() => {
      if (!closed) send()
    }, freeAt - now)
  }
  const open = (port: number) =>
    new Promise<number>(resolve => {
      const front = createSocket('udp4')
      sockets.push(front)
      const behind = new Map<number, Socket>()
      front.on('message', (packet, from) => {
        let back = behind.get(from.port)
        if (!back) {
          back = createSocket('udp4')
          sockets.push(back)
          behind.set(from.port, back)
          back.on('message', answer => down(answer, () => front.send(answer, from.port, from.address)))
        }
        if (!isLost()) back.send(packet, port, '127.0.0.1')
      })
      front.bind(0, '127.0.0.1', () => resolve(front.address().port))
    })
  return {
    state,
    portFor(port) {
      const known = fronts.get(port) ?? open(port)
      fronts.set(port, known)
      return known
    },
    close() {
      closed = true
      for (const socket of sockets) socket.close()
    },
  }
}

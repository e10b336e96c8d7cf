// The ports that devices connect to, with and without TLS: who finds room, whom a proxy speaks for, and when their turn
// comes.
import { createServer, type Socket } from 'node:net'
import { trustsOf } from '../settings/proxies.ts'
import type { CertificateHealth } from '../tls/certificate.ts'
import { listenAt } from './listen-at.ts'
import { createPace } from './pace.ts'
import type { EdgeConfig } from './settings.ts'
import { TcpLink } from './streams.ts'
import { takeHeader } from './take-header.ts'
import { createTlsPort, type Hand, type PortOptions } from './tls-port.ts'

export interface DevicePorts {
  /**
   * Opens the port without TLS, at an address of its own where one is given, and the other one unless its certificate cannot be
   * used. Answers the ports.
   */
  listen(port: number, host: string, plainHost?: string): Promise<{ tcp: number; tls: number | undefined }>
  counts(): { open: number; most: number; inLine: number }
  /** Of the TLS port; undefined where there is none. */
  tls(): CertificateHealth | undefined
  /** Takes no more connections. */
  close(): void
  /** Ends those that are left. */
  stop(): void
}

interface Options extends PortOptions {
  config: Pick<EdgeConfig, 'mqttTls' | 'mqttProxies' | 'mqttMostConnections' | 'mqttConnectsPerSecond'>
  /** Hears of each connection that is not taken, and why. */
  turnedAway(reason: string): void
}

export function createDevicePorts(options: Options): DevicePorts {
  const { config, log, unsent, accept, turnedAway } = options
  const open = new Set<Socket>()
  const pace = createPace(config.mqttConnectsPerSecond)
  const trusts = config.mqttProxies && trustsOf(config.mqttProxies)
  // One of each for all sockets, which call them.
  function closed(this: Socket) {
    open.delete(this)
  }
  function failed(this: Socket) {
    this.destroy()
  }
  const send = (socket: Socket, reason: string) => {
    turnedAway(reason)
    socket.destroy()
  }
  /** Hands a connection on when its turn has come, with the address of whoever is at its other end. */
  const take = (hand: Hand) => (socket: Socket) => {
    if (open.size >= config.mqttMostConnections) return send(socket, 'connect.full')
    open.add(socket)
    socket.on('close', closed)
    socket.on('error', failed)
    const address = socket.remoteAddress ?? ''
    const inTurn = (caller: string) =>
      pace.enter(caller, () => {
        if (!socket.destroyed) hand(socket, caller)
      })
    if (!trusts) return inTurn(address)
    if (!trusts(address, 0)) return send(socket, 'connect.proxy.untrusted')
    takeHeader(socket, (caller, problem) =>
      problem === undefined ? inTurn(caller ?? address) : send(socket, `connect.proxy.${problem}`),
    )
  }

  const tcp = createServer(
    { pauseOnConnect: true },
    take((socket, address) => accept(new TcpLink(socket, unsent), 'tcp', address, undefined)),
  )
  const secure = config.mqttTls && createTlsPort({ ...options, tls: config.mqttTls, take })

  return {
    listen: async (port, host, plainHost = host) => {
      const plain = await listenAt(tcp, { setting: 'MQTT_PORT', port, host: plainHost }, log)
      return { tcp: plain, tls: await secure?.listen(host) }
    },
    counts: () => ({ open: open.size, most: config.mqttMostConnections, inLine: pace.waiting() }),
    tls: () => secure?.health(),
    close: () => {
      tcp.close()
      secure?.close()
    },
    stop: () => {
      pace.stop()
      for (const socket of open) socket.destroySoon()
    },
  }
}

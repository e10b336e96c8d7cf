// The port of devices that speaks TLS: opened once there is a certificate to use, which is replaced while connections stand.
import { constants } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import type { Log } from '../log.ts'
import { createTlsCertificate, type Renewed } from '../tls/certificate.ts'
import { contextOf, namesWith } from '../tls/material.ts'
import { type Presented, presentedBy } from './certificates.ts'
import { listenAt } from './listen-at.ts'
import type { EdgeConfig } from './settings.ts'
import { type Link, TcpLink } from './streams.ts'
import type { UnsentWatch } from './unsent.ts'

const HANDSHAKE_MS = 10_000
const LOOK_MS = 10_000

/** What becomes of a connection whose turn has come, with the address of whoever is at its other end. */
export type Hand = (socket: Socket, address: string) => void

export interface PortOptions {
  log: Log
  now: () => number
  unsent: UnsentWatch
  accept(link: Link, kind: 'tcp', address: string, presented: Presented | undefined): void
  /** Other certificates than before let devices in. */
  clientsChanged(): void
  /** Between two looks at the files of the certificate. */
  lookEveryMs?: number | undefined
}

export function createTlsPort(
  options: PortOptions & {
    tls: NonNullable<EdgeConfig['mqttTls']>
    take(hand: Hand): (socket: Socket) => void
  },
) {
  const { log, now, unsent, accept, tls } = options
  const asksForCertificate = tls.files.clientCa !== undefined
  const certificate = createTlsCertificate({
    files: tls.files,
    names: namesWith('MQTT_TLS'),
    port: 'the TLS port for devices',
    log,
    now,
  })
  /** Where connections come from, by what both ends of the handshake know of them. */
  const addresses = new Map<string, string>()
  const ends = ({ remoteAddress, remotePort, localAddress }: Socket) =>
    `${remoteAddress} ${remotePort} ${localAddress}`
  let server: TlsServer | undefined
  let timer: NodeJS.Timeout | undefined
  const port = createServer(
    { pauseOnConnect: true },
    options.take((socket, address) => {
      const name = ends(socket)
      addresses.set(name, address)
      socket.once('close', () => addresses.delete(name))
      server?.emit('connection', socket)
    }),
  )
  const contextFor = ({ material }: Renewed) => ({
    ...contextOf(material),
    // A session that is taken up again proves no certificate anew, and one may have been revoked meanwhile.
    ...(asksForCertificate && { secureOptions: constants.SSL_OP_NO_TICKET }),
  })
  const begin = (renewed: Renewed) => {
    server = createTlsServer(
      {
        ...contextFor(renewed),
        handshakeTimeout: HANDSHAKE_MS,
        requestCert: asksForCertificate,
        // Whoever shows none enters by secret; what is wrong with one is told when the device has said who it is.
        rejectUnauthorized: false,
      },
      socket =>
        accept(
          new TcpLink(socket, unsent),
          'tcp',
          addresses.get(ends(socket)) ?? socket.remoteAddress ?? '',
          presentedBy(socket, now()),
        ),
    )
    server.on('tlsClientError', (error, socket) => {
      log.debug({ err: error }, 'A TLS handshake failed')
      socket.destroy()
    })
  }
  const look = async (host: string): Promise<number | undefined> => {
    const renewed = await certificate.look()
    if (!renewed) return undefined
    if (server) {
      server.setSecureContext(contextFor(renewed))
      if (renewed.clients) options.clientsChanged()
      return undefined
    }
    begin(renewed)
    return listenAt(port, { setting: 'MQTT_TLS_PORT', port: tls.port, host }, log)
  }
  return {
    health: certificate.health,
    listen: async (host: string) => {
      const at = await look(host)
      let looking = false
      timer = setInterval(() => {
        if (looking) return
        looking = true
        look(host)
          .catch(error => log.error({ err: error }, 'The TLS port for devices could not be opened'))
          .finally(() => {
            looking = false
          })
      }, options.lookEveryMs ?? LOOK_MS)
      timer.unref()
      return at
    },
    close: () => {
      clearInterval(timer)
      port.close()
    },
  }
}

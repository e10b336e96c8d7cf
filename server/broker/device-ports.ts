// The ports that devices connect to, with and without TLS: who finds room, whom a proxy speaks for, and when their turn
// comes.
import { constants } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import type { Log } from '../log.ts'
import { ConfigError } from '../settings/config-error.ts'
import { trustsOf } from '../settings/proxies.ts'
import { contextOf, type Presented, presentedBy } from './certificates.ts'
import { createPace } from './pace.ts'
import { MOST_HEADER_BYTES, readProxyHeader } from './proxy-header.ts'
import type { EdgeConfig } from './settings.ts'
import { type Link, tcpStream } from './streams.ts'
import { type CertificateHealth, createTlsCertificate, type Renewed } from './tls-certificate.ts'
import type { UnsentWatch } from './unsent.ts'

/** So long a proxy takes for its header, and a device for the handshake. */
const HEADER_MS = 3_000
const HANDSHAKE_MS = 10_000
const LOOK_MS = 10_000

export interface DevicePorts {
  /** Opens the port without TLS, and the other one unless its certificate cannot be used. Answers the ports. */
  listen(port: number, host: string): Promise<{ tcp: number; tls: number | undefined }>
  counts(): { open: number; most: number; inLine: number }
  /** Of the TLS port; undefined where there is none. */
  tls(): CertificateHealth | undefined
  /** Takes no more connections. */
  close(): void
  /** Ends those that are left. */
  stop(): void
}

interface Options {
  config: Pick<EdgeConfig, 'mqttTls' | 'mqttProxies' | 'mqttMostConnections' | 'mqttConnectsPerSecond'>
  log: Log
  now: () => number
  unsent: UnsentWatch
  accept(link: Link, kind: 'tcp', address: string, presented: Presented | undefined): void
  /** Hears of each connection that is not taken, and why. */
  turnedAway(reason: string): void
  /** Other certificates than before let devices in. */
  clientsChanged(): void
  /** Between two looks at the files of the certificate. */
  lookEveryMs?: number | undefined
}

type Hand = (socket: Socket, address: string) => void

export function createDevicePorts(options: Options): DevicePorts {
  const { config, log, unsent, accept, turnedAway } = options
  const open = new Set<Socket>()
  const pace = createPace(config.mqttConnectsPerSecond)
  const trusts = config.mqttProxies && trustsOf(config.mqttProxies)
  const send = (socket: Socket, reason: string) => {
    turnedAway(reason)
    socket.destroy()
  }
  /** Hands a connection on when its turn has come, with the address of whoever is at its other end. */
  const take = (hand: Hand) => (socket: Socket) => {
    if (open.size >= config.mqttMostConnections) return send(socket, 'connect.full')
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
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
    take((socket, address) => accept(tcpStream(socket, unsent), 'tcp', address, undefined)),
  )
  const secure = config.mqttTls && createTlsPort({ ...options, tls: config.mqttTls, take })

  return {
    listen: async (port, host) => {
      const plain = await listenAt(tcp, { setting: 'MQTT_PORT', port, host }, log)
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

function createTlsPort(
  options: Pick<Options, 'log' | 'now' | 'unsent' | 'accept' | 'clientsChanged' | 'lookEveryMs'> & {
    tls: NonNullable<EdgeConfig['mqttTls']>
    take(hand: Hand): (socket: Socket) => void
  },
) {
  const { log, now, unsent, accept, tls } = options
  const asksForCertificate = tls.files.clientCa !== undefined
  const certificate = createTlsCertificate({ files: tls.files, log, now })
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
          tcpStream(socket, unsent),
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

function listenAt(
  server: Server,
  { setting, port, host }: { setting: string; port: number; host: string },
  log: Log,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) =>
      reject(new ConfigError([`${setting}: ${port} cannot be listened on (${error.code ?? error.message})`]))
    server.once('error', refused)
    server.listen(port, host, () => {
      server.off('error', refused)
      server.on('error', error => log.error({ err: error }, 'A port for devices reported an error'))
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/** Takes the header off the front of a connection; what has come after it is left where it was. */
function takeHeader(
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

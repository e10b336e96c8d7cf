// TLS on the console's own port: opened once there is a certificate to use, which is replaced while connections stand.
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { Log } from '../log.ts'
import { type CertificateHealth, createTlsCertificate } from '../tls/certificate.ts'
import { contextOf, namesWith, type TlsFiles } from '../tls/material.ts'

const HANDSHAKE_MS = 10_000
const LOOK_MS = 10_000

export interface ConsoleTls {
  /** The server that speaks it; it shows no certificate before `keep` has found one. */
  serve(listener: RequestListener): Server
  /** Calls `open` once, as soon as there is a certificate to use; the files are looked at from then on. */
  keep(open: () => Promise<unknown>): Promise<void>
  health(): CertificateHealth
  stop(): void
}

export function createConsoleTls({
  files,
  log,
  now = Date.now,
  lookEveryMs = LOOK_MS,
}: {
  files: TlsFiles
  log: Log
  now?: () => number
  /** Between two looks at the files. */
  lookEveryMs?: number | undefined
}): ConsoleTls {
  const names = namesWith('TLS')
  const certificate = createTlsCertificate({ files, names, port: 'the port of the console', log, now })
  let server: Server | undefined
  let opened = false
  let timer: NodeJS.Timeout | undefined
  const look = async (open: () => Promise<unknown>) => {
    const renewed = await certificate.look()
    if (!renewed) return
    server?.setSecureContext(contextOf(renewed.material))
    if (opened) return
    opened = true
    await open()
  }
  return {
    serve: listener => {
      server = createServer({ handshakeTimeout: HANDSHAKE_MS, ALPNProtocols: ['http/1.1'] }, listener)
      server.on('tlsClientError', (error, socket) => {
        log.debug({ err: error }, 'A TLS handshake failed')
        socket.destroy()
      })
      return server
    },
    keep: async open => {
      await look(open)
      let looking = false
      timer = setInterval(() => {
        if (looking) return
        looking = true
        look(open)
          .catch(error => log.error({ err: error }, 'The port of the console could not be opened'))
          .finally(() => {
            looking = false
          })
      }, lookEveryMs)
      timer.unref()
    },
    health: certificate.health,
    stop: () => clearInterval(timer),
  }
}

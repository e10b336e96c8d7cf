// Opens a port, or says by the name of its setting why it cannot be opened.
import type { Server } from 'node:net'
import type { Log } from '../log.ts'
import { ConfigError } from '../settings/config-error.ts'

/**
 * How many may have knocked and not been let in yet; the system caps it (`net.core.somaxconn`). Whoever is above it is not
 * heard, and knocks again after 1, 2, 4 … seconds: a fleet that came back at once was kept out for minutes by a short line.
 */
export const LONGEST_LINE = 65_535

export function listenAt(
  server: Server,
  { setting, port, host }: { setting: string; port: number; host: string },
  log: Log,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) =>
      reject(new ConfigError([`${setting}: ${port} cannot be listened on (${error.code ?? error.message})`]))
    server.once('error', refused)
    server.listen({ port, host, backlog: LONGEST_LINE }, () => {
      server.off('error', refused)
      server.on('error', error => log.error({ err: error }, 'A port for devices reported an error'))
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

// Opens a port, or says by the name of its setting why it cannot be opened.
import type { Server } from 'node:net'
import type { Log } from '../log.ts'
import { ConfigError } from '../settings/config-error.ts'

export function listenAt(
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

// Who reads metrics: whoever holds the token, at the console's port; and at an address of its own, whoever reaches it.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../log.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { Metrics } from './metrics.ts'
import type { MetricsConfig } from './settings.ts'

const PATH = '/metrics'
const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compared by their digests, so that the time it takes tells neither a letter nor the length. */
export function isToken(given: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(given ?? ''), digest(`Bearer ${token}`))
}

/** On the console's port: nothing is there without a token. */
export function mountMetrics(
  app: FastifyInstance,
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { token }: MetricsConfig,
): void {
  if (token === undefined) return
  app.get(PATH, async (request, reply) => {
    if (!isToken(request.headers.authorization, token))
      return reply.code(401).header('www-authenticate', 'Bearer').send()
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}

/** At the address of its own. Answers its port, and the function that closes it. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { token, own }: MetricsConfig,
  log: Log,
): Promise<{ port: number; stop(): Promise<void> } | undefined> {
  if (!own) return undefined
  const mayRead = (request: IncomingMessage) =>
    token === undefined || isToken(request.headers.authorization, token)
  const server = createServer((request, response) => {
    response.setHeader('x-content-type-options', 'nosniff')
    const say = (status: number) => response.writeHead(status).end()
    if (request.method !== 'GET' || request.url?.split('?')[0] !== PATH) return say(404)
    if (!mayRead(request)) return say(401)
    metrics.text().then(
      text => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      error => {
        log.warn({ err: error }, 'Metrics could not be read')
        say(500)
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigError([`METRICS_PORT: ${own.port} cannot be listened on (${error.code ?? error.message})`]),
      ),
    )
    server.listen(own.port, own.host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : own.port
  log.info({ port }, 'Metrics are served')
  return {
    port,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

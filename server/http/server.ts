// The HTTP server: limits, headers of the API, errors that never show a stack.
import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { Saturated } from '../db/pool.ts'
import type { Log } from '../log.ts'
import type { InstallationConfig } from '../settings/installation.ts'
import { trustsOf } from '../settings/proxies.ts'
import type { ConsoleTls } from './console-tls.ts'
import { acceptForms } from './multipart.ts'
import { MOST_BYTES, readJson } from './reading.ts'
import { bodyOf, Refused } from './refusal.ts'

const COMPRESS_FROM_BYTES = 2048
const YEAR_SECONDS = 31_536_000
const REQUEST_MS = MINUTE_MS
/** A video over a slow line takes its time; what stalls is cut off much earlier. */
const UPLOAD_MS = 600_000
const KEEP_ALIVE_MS = 65_000
/** Errors of the database that mean it is away, starting or full. */
const AWAY = /^(08|57P0|53)|^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH)/
/** A statement that took too long, or waited too long for somebody's lock. */
const TOO_LONG = new Set(['57014', '55P03'])
const BUSY_SECONDS = '3'

/** For answers that are no page of ours: nothing in them may run or load, and nobody may frame them. */
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'"
const PLAIN_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': NOTHING_RUNS,
}

/** Asked every few seconds by whatever watches the server: a line for each would bury the log. */
const PROBES = /^\/api\/(health|live|ready)\b/

export async function createHttpServer(
  config: Pick<InstallationConfig, 'trustProxy'> &
    Partial<Pick<InstallationConfig, 'publicUrl' | 'strictTransport'>>,
  log: Log,
  tls?: ConsoleTls,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    bodyLimit: MOST_BYTES,
    trustProxy: config.trustProxy === false ? false : trustsOf(config.trustProxy),
    requestTimeout: UPLOAD_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Ids from outside would let a caller write into the log.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: () => ({}), maxParamLength: 200 },
    ...(tls && {
      serverFactory: (listener: RequestListener) =>
        Object.assign(tls.serve(listener), { requestTimeout: UPLOAD_MS, keepAliveTimeout: KEEP_ALIVE_MS }),
    }),
    frameworkErrors: (error, _request, reply) => {
      // An address that cannot be read, or one that is too long: no route, so no answer of a route either.
      const unknown = new Refused('route.unknown', { status: 404 })
      reply.raw.writeHead(error.statusCode === 414 ? 414 : 404, {
        ...PLAIN_HEADERS,
        'content-type': 'application/json; charset=utf-8',
      })
      reply.raw.end(JSON.stringify(bodyOf(unknown)))
    },
  })
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readJson(String(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), undefined)
    }
  })
  await acceptForms(app)
  app.addHook('onRequest', async request => {
    const { raw } = request
    const { headers, complete } = raw
    // Without either of these a request has no body: nothing of it can be late.
    const more = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (complete || !more || /^multipart\//i.test(headers['content-type'] ?? '')) return
    const late = setTimeout(
      () => raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'),
      REQUEST_MS,
    )
    for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(late))
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
  })
  const strict = strictTransport(config)
  app.addHook('onSend', async (request, reply) => {
    // Whoever serves pages or files has said what may run in them.
    for (const [name, value] of Object.entries(PLAIN_HEADERS))
      if (!reply.hasHeader(name) && !reply.raw.hasHeader(name)) void reply.header(name, value)
    const value = strict(request.protocol === 'https')
    if (value !== undefined) void reply.header('strict-transport-security', value)
  })
  // Most refusals are answered with 200, as specified: the log says which they were, and of which field, and no value.
  const refusals = new WeakMap<FastifyRequest, Refused>()
  app.addHook('onResponse', async (request, reply) => {
    if (!request.url.startsWith('/api/') || PROBES.test(request.url)) return
    const refused = refusals.get(request)
    request.log.info(
      {
        req: request,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(refused && { refused: refused.id, ...(refused.field !== undefined && { field: refused.field }) }),
      },
      'Answered',
    )
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refused = refusedOf(error)
    refusals.set(request, refused)
    if (refused.id === 'failed') request.log.error({ err: error, req: request }, 'A call failed')
    else if (refused.id === 'unavailable') request.log.warn({ err: error }, 'The database is away')
    if (refused.status === 429) void reply.header('retry-after', String(refused.params?.seconds ?? 1))
    if (refused.status === 503) void reply.header('retry-after', BUSY_SECONDS)
    return reply
      .code(refused.status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(bodyOf(refused)))
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const wantsPage = request.method === 'GET' && /\btext\/html\b/.test(request.headers.accept ?? '')
    // Somebody typed an address of the console without the hash.
    if (wantsPage && !path.startsWith('/api/') && !path.includes('.'))
      return reply.redirect(`/#${request.url}`)
    return reply.code(404).send(bodyOf(new Refused('route.unknown', { status: 404 })))
  })
  return app
}

/**
 * What browsers are told of TLS: never to come without it again. Only where they came by it, as a trusted proxy says, or where
 * the installation's own address has it: there are installations without.
 */
function strictTransport({
  publicUrl,
  strictTransport: reach = 'subdomains',
}: Partial<Pick<InstallationConfig, 'publicUrl' | 'strictTransport'>>): (
  secure: boolean,
) => string | undefined {
  const always = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:'
  const value = `max-age=${YEAR_SECONDS}${reach === 'subdomains' ? '; includeSubDomains' : ''}`
  return secure => (reach !== 'off' && (always || secure) ? value : undefined)
}

function refusedOf(error: FastifyError): Refused {
  if (error instanceof Refused) return error
  const code = error.code ?? ''
  if (error.statusCode === 413)
    return new Refused('request.tooLarge', { status: 413, params: { max: MOST_BYTES } })
  if (error.statusCode === 415) return new Refused('request.unsupported', { status: 415 })
  if (error.statusCode === 408) return new Refused('request.timeout', { status: 408 })
  if (code.startsWith('FST_ERR_CTP')) return new Refused('field.json', { status: 400 })
  if (error instanceof Saturated || TOO_LONG.has(code)) return new Refused('busy', { status: 503 })
  if (AWAY.test(code)) return new Refused('unavailable', { status: 503 })
  // Characters that PostgreSQL cannot store, and numbers beyond its columns.
  if (code === '22021' || code === '22P05') return new Refused('field.text')
  if (code === '22003') return new Refused('field.tooBig')
  // What the framework or the files refuse for its address: one that climbs, one with a NUL.
  const { statusCode = 500 } = error
  if (statusCode >= 400 && statusCode < 500) return new Refused('route.unknown', { status: 404 })
  return new Refused('failed', { status: 500 })
}

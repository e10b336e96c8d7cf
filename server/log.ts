// Structured logs, one JSON line an event, without tokens, passwords or the query of an address.
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { InstallationConfig } from './settings/installation.ts'

export type Log = FastifyBaseLogger

const SECRET_FIELDS = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'authorization',
  'secret',
  'code',
  'key',
]

/** What else of an error says where it happened. Anything more may be a row, a request or a key of somebody. */
const TOLD_OF_ERRORS = [
  ...['code', 'errno', 'syscall', 'path', 'port', 'address', 'status', 'statusCode', 'severity'],
  ...['schema', 'table', 'column', 'constraint', 'dataType', 'routine', 'file', 'line', 'position'],
] as const

const MOST_CAUSES = 5

/**
 * An error for the log: what it says of itself and of its causes, and nothing of what hangs on it. PostgreSQL quotes the whole row that
 * it refuses, and clients of other services keep the request with its key.
 */
export function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : { type: typeof error }
  const told = TOLD_OF_ERRORS.flatMap(name => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : []
  })
  const causes = error instanceof AggregateError ? error.errors.slice(0, MOST_CAUSES) : []
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(told),
    ...(error.cause instanceof Error &&
      depth < MOST_CAUSES && { cause: loggedError(error.cause, depth + 1) }),
    ...(causes.length > 0 &&
      depth < MOST_CAUSES && { causes: causes.map(cause => loggedError(cause, depth + 1)) }),
  }
}

/** The logger that Fastify and every part of the server share. `to`: in place of the standard output. */
export function createLog(config: Pick<InstallationConfig, 'logLevel'>, to?: DestinationStream): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: label => ({ level: label }) },
    redact: { paths: SECRET_FIELDS.flatMap(field => [field, `*.${field}`]), censor: '[hidden]' },
    serializers: {
      // The query may carry the key of an auto-login link.
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        // AMap's requests carry a ticket of the session in their path.
        path: request.url.split('?')[0]?.replace(/^(\/api\/device\/map\/amap\/)[^/]+/, '$1-'),
        from: request.ip,
      }),
      err: error => loggedError(error),
    },
  }
  return to ? pino(options, to) : pino(options)
}

const SAMPLE_BYTES = 200

/** The beginning of what came, in letters that a log may hold. */
export const printable = (said: Uint8Array | string) =>
  Buffer.from(said)
    .subarray(0, SAMPLE_BYTES)
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, character => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

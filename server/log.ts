// Structured logs, one JSON line an event, without tokens, passwords or the query of an address.
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
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

/** The logger that Fastify and every part of the server share. */
export function createLog(config: Pick<InstallationConfig, 'logLevel'>): Log {
  return pino({
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
      err: pino.stdSerializers.err,
    },
  })
}

const SAMPLE_BYTES = 200

/** The beginning of what came, in letters that a log may hold. */
export const printable = (said: Uint8Array | string) =>
  Buffer.from(said)
    .subarray(0, SAMPLE_BYTES)
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, character => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

// The environment's part of traces: where they go, and how many.
import * as z from 'zod/mini'
import { address, type Read, row } from '../settings/setting.ts'

const share = z.pipe(
  z
    .string()
    .check(z.refine(text => text !== '' && Number(text) >= 0 && Number(text) <= 1, 'must be from 0 to 1')),
  z.transform(Number),
)

/** Rows of the table of settings, by the names that OpenTelemetry gives them. */
export const tracingTable = {
  endpoint: row(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Sends traces to this receiver of OpenTelemetry (OTLP over HTTP), at `/v1/traces` below it',
    address('http', 'https'),
  ),
  share: row('OTEL_TRACES_SAMPLER_ARG', 'Share of traces that are sent, from 0 to 1', share, '1'),
} as const

/** Undefined: nothing is followed, and nothing loaded that follows. */
export type TracingConfig = { url: string; share: number } | undefined

export function readTracing(read: Read): TracingConfig {
  const endpoint = read(tracingTable.endpoint)
  const kept = read(tracingTable.share) ?? Number(tracingTable.share.fallback)
  return endpoint === undefined
    ? undefined
    : { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, share: kept }
}

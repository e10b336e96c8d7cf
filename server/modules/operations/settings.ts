// The environment's part of watching the installation: who may read its metrics, and how it hears of backups.
import * as z from 'zod/mini'
import { type Complain, type Read, row, whole } from '../../settings/setting.ts'
import { secretOf } from '../../settings/together.ts'

const LEAST_TOKEN = 16

/** Rows of the table of settings. */
export const operationsTable = {
  metricsToken: row(
    'METRICS_TOKEN',
    'Opens `/metrics` to whoever sends it as Bearer, at least 16 characters; or a file with it after `file:`',
    z.string(),
  ),
  metricsPort: row(
    'METRICS_PORT',
    'Serves `/metrics` at an address of its own, without a token unless METRICS_TOKEN is set',
    whole(0, 65_535),
  ),
  metricsHost: row(
    'METRICS_HOST',
    'Network address of METRICS_PORT',
    z.string().check(z.minLength(1)),
    '127.0.0.1',
  ),
  backupStamp: row(
    'BACKUP_STAMP',
    'File or folder that a backup of your own writes; the age of the newest file there stands in the set-up guide and on the page of operations',
    z.string(),
  ),
} as const

export interface MetricsConfig {
  token: string | undefined
  /** An address of its own; undefined: metrics are served on the console's port only. */
  own: { host: string; port: number } | undefined
}

export interface OperationsConfig {
  /** Undefined: nobody reads metrics, and none are counted. */
  metrics: MetricsConfig | undefined
  backupStamp: string | undefined
}

export function readOperations(read: Read, complain: Complain): OperationsConfig {
  const { metricsToken, metricsPort, metricsHost, backupStamp } = operationsTable
  const given = read(metricsToken)
  const token = given && secretOf(metricsToken.name, given, complain)
  if (token !== undefined && token.length < LEAST_TOKEN)
    complain(`${metricsToken.name}: must have at least ${LEAST_TOKEN} characters`)
  const port = read(metricsPort)
  const host = read(metricsHost) ?? metricsHost.fallback
  const own = port === undefined ? undefined : { host, port }
  return {
    metrics: token === undefined && own === undefined ? undefined : { token, own },
    backupStamp: read(backupStamp),
  }
}

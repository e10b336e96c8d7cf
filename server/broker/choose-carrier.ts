// Which way server processes reach each other: the operator's bus, else their broker, else the database they share.
import type { Log } from '../log.ts'
import type { InstallationConfig } from '../settings/installation.ts'
import type { Carrier } from './carrier.ts'
import { connectDatabaseCarrier } from './database-carrier.ts'
import { connectMqttCarrier } from './mqtt-carrier.ts'

interface Given {
  config: Pick<InstallationConfig, 'port' | 'mqttUrl'> & Partial<Pick<InstallationConfig, 'busUrl'>>
  /** A database that several processes may share; absent: it is this process's own. */
  sharedDatabaseUrl: string | undefined
  log: Log
}

/** Undefined where there can be no other process. */
export function chooseCarrier({ config, sharedDatabaseUrl, log }: Given): Carrier | undefined {
  const url = config.busUrl ?? config.mqttUrl
  if (url !== undefined) return connectMqttCarrier({ url, instance: String(config.port), log })
  return sharedDatabaseUrl === undefined ? undefined : connectDatabaseCarrier({ url: sharedDatabaseUrl, log })
}

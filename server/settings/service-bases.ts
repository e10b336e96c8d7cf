// Where the services are: at this server's own address, or set apart one by one.

import { WEB_ADDRESS } from '../../src/domain/limits.ts'
import { type ServiceName, serviceNames } from '../../src/domain/services.ts'
import type { Complain, Setting } from './setting.ts'

const variableOf = (service: ServiceName) =>
  `SERVICE_${service.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`

/** One variable for each service, for the documentation. */
export const serviceSettings: Setting[] = serviceNames.map(service => ({
  name: variableOf(service),
  fallback: `/api/${service}/`,
  meaning: `Base address of the ${service} service`,
}))

/** Only the services that are set apart; the others are at `/api/<service>/`. */
export type ServiceBases = Partial<Record<ServiceName, string>>

export function readServiceBases(
  given: (name: string) => string | undefined,
  complain: Complain,
): ServiceBases {
  const bases: ServiceBases = {}
  for (const service of serviceNames) {
    const name = variableOf(service)
    const base = given(name)
    if (base === undefined) continue
    if (/^\/(?!\/)/.test(base) || WEB_ADDRESS.test(base)) bases[service] = base.replace(/\/?$/, '/')
    else complain(`${name}: must be a path or an address that starts with http:// or https://`)
  }
  return bases
}

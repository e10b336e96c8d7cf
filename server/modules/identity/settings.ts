// The identity providers' part of the environment: which private networks they may be in.

import { networkList } from '../../settings/networks.ts'
import { type Read, row } from '../../settings/setting.ts'

/** Rows of the table of settings. */
export const identityTable = {
  networks: row(
    'IDENTITY_NETWORKS',
    'Private networks that identity providers of tenants may be in (`10.20.0.0/16`), separated by commas; all others are refused',
    networkList,
  ),
} as const

export interface IdentityConfig {
  networks: readonly string[]
}

export const readIdentity = (read: Read): IdentityConfig => ({ networks: read(identityTable.networks) ?? [] })

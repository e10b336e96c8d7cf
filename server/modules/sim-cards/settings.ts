// The carrier's part of the environment.
import * as z from 'zod/mini'
import { address, type Complain, type Read } from '../../settings/setting.ts'

/** Rows of the table of settings. */
export const carrierTable = {
  carrierUrl: {
    name: 'CARRIER_URL',
    fallback: '',
    meaning: 'Base address of the carrier’s platform for IoT cards; without it an embedded one stands in',
    schema: address('http', 'https'),
  },
  carrierAppId: {
    name: 'CARRIER_APP_ID',
    fallback: '',
    meaning: 'Name under which the carrier knows this installation',
    schema: z.string().check(z.regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots, dashes')),
  },
  carrierSecret: {
    name: 'CARRIER_SECRET',
    fallback: '',
    meaning: 'Secret that signs what goes to the carrier and what comes back, at least 16 characters',
    schema: z.string().check(z.minLength(16, 'must have at least 16 characters')),
  },
} as const

export interface CarrierConfig {
  url: string
  appId: string
  secret: string
}

/** The carrier's platform; undefined: the embedded one. */
export function readCarrier(read: Read, complain: Complain): CarrierConfig | undefined {
  const url = read(carrierTable.carrierUrl)
  const appId = read(carrierTable.carrierAppId)
  const secret = read(carrierTable.carrierSecret)
  if (url && appId && secret) return { url, appId, secret }
  if (url || appId || secret) complain('CARRIER_URL, CARRIER_APP_ID and CARRIER_SECRET: give all or none')
  return undefined
}

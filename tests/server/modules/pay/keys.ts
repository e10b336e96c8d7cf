// Keys and certificates made for one run of the tests; none of them is stored anywhere.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'

export interface Pair {
  privateKey: KeyObject
  publicKey: KeyObject
}

export const rsaPair = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2048 })
export const privatePem = ({ privateKey }: Pair, type: 'pkcs1' | 'pkcs8' = 'pkcs8'): string =>
  String(privateKey.export({ type, format: 'pem' }))
export const publicPem = ({ publicKey }: Pair): string =>
  String(publicKey.export({ type: 'spki', format: 'pem' }))

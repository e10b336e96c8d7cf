// Certificates of the device port: whether what lies in the files can be used, until when, and which device another one
// names.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  createSecureContext,
  type DetailedPeerCertificate,
  type PeerCertificate,
  type TLSSocket,
} from 'node:tls'
import { DAY_MS } from '../../src/domain/durations.ts'
import { IMEI } from '../../src/domain/limits.ts'
import type { TlsFiles } from './settings.ts'

/** What the files hold, as text. */
export interface TlsMaterial {
  cert: string
  key: string
  clientCa: string | undefined
  clientCrl: string | undefined
}

/** `expiresAt`: when the first of the certificates ends. `problem`: why none of it is used, for the log. */
export type Judged = { material: TlsMaterial; expiresAt: number } | { problem: string }

const WARN_MS = 21 * DAY_MS
const ACT_MS = 7 * DAY_MS

/** How urgent it is that somebody renews it. */
export function urgencyOf(expiresAt: number, now: number): 'ok' | 'warn' | 'act' {
  if (expiresAt - now <= ACT_MS) return 'act'
  return expiresAt - now <= WARN_MS ? 'warn' : 'ok'
}

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

export async function readMaterial(files: TlsFiles): Promise<TlsMaterial | { problem: string }> {
  const problems: string[] = []
  const read = async (name: string, file: string) => {
    try {
      return await readFile(file, 'utf8')
    } catch (error) {
      problems.push(
        `${name}: ${file} cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`,
      )
      return ''
    }
  }
  const optional = (name: string, file: string | undefined) =>
    file === undefined ? undefined : read(name, file)
  const [cert, key, clientCa, clientCrl] = await Promise.all([
    read('MQTT_TLS_CERT', files.cert),
    read('MQTT_TLS_KEY', files.key),
    optional('MQTT_TLS_CLIENT_CA', files.clientCa),
    optional('MQTT_TLS_CLIENT_CRL', files.clientCrl),
  ])
  return problems.length > 0 ? { problem: problems.join('; ') } : { cert, key, clientCa, clientCrl }
}

/** Whether a key fits its certificate, all of it is in its time, and the TLS library takes it. */
export function judgeMaterial(material: TlsMaterial, now: number): Judged {
  try {
    const chain = certificatesOf('MQTT_TLS_CERT', material.cert)
    const authorities =
      material.clientCa === undefined ? [] : certificatesOf('MQTT_TLS_CLIENT_CA', material.clientCa)
    const key = attempt('MQTT_TLS_KEY: holds no private key that can be read', () =>
      createPrivateKey(material.key),
    )
    if (!chain[0]?.checkPrivateKey(key))
      throw new Unusable('MQTT_TLS_KEY: is not the key of the certificate in MQTT_TLS_CERT')
    for (const one of chain) refuseOutOfTime('MQTT_TLS_CERT', one, now)
    for (const one of authorities) refuseOutOfTime('MQTT_TLS_CLIENT_CA', one, now)
    attempt('MQTT_TLS_CERT, MQTT_TLS_CLIENT_CRL: the TLS library refuses them', () =>
      createSecureContext(contextOf(material)),
    )
    return {
      material,
      expiresAt: Math.min(...[...chain, ...authorities].map(one => one.validToDate.getTime())),
    }
  } catch (error) {
    if (error instanceof Unusable) return { problem: error.message }
    throw error
  }
}

/** Those of TLS 1.3, then of TLS 1.2 what is authenticated and keeps its secrets when a key is lost, the strongest first. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  ...['AES256-GCM-SHA384', 'CHACHA20-POLY1305', 'AES128-GCM-SHA256'].flatMap(cipher => [
    `ECDHE-ECDSA-${cipher}`,
    `ECDHE-RSA-${cipher}`,
  ]),
].join(':')

/** What the TLS library is told of it. */
export const contextOf = ({ cert, key, clientCa, clientCrl }: TlsMaterial) => ({
  cert,
  key,
  minVersion: 'TLSv1.2' as const,
  ciphers: CIPHERS,
  honorCipherOrder: true,
  ...(clientCa !== undefined && { ca: clientCa }),
  ...(clientCrl !== undefined && { crl: clientCrl }),
})

class Unusable extends Error {}

function attempt<Result>(otherwise: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new Unusable(`${otherwise} (${error instanceof Error ? error.message : error})`)
  }
}

function certificatesOf(name: string, pem: string): X509Certificate[] {
  const found = pem.match(PEM) ?? []
  if (found.length === 0) throw new Unusable(`${name}: holds no certificate`)
  return attempt(`${name}: holds what is no certificate`, () => found.map(one => new X509Certificate(one)))
}

function refuseOutOfTime(name: string, { validFromDate, validToDate }: X509Certificate, now: number): void {
  if (validToDate.getTime() <= now)
    throw new Unusable(`${name}: a certificate ended on ${day(validToDate.getTime())}`)
  if (validFromDate.getTime() > now)
    throw new Unusable(`${name}: a certificate is not valid before ${day(validFromDate.getTime())}`)
}

/** What the certificate of a device says. */
export type Presented = { imei: string; until: number } | { refused: string }

const REASONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  CERT_REVOKED: 'revoked',
  CRL_HAS_EXPIRED: 'listExpired',
  CRL_NOT_YET_VALID: 'listExpired',
  UNABLE_TO_GET_CRL: 'listMissing',
}

/** Which device a connection has proved to be; undefined where it showed no certificate. */
export function presentedBy(socket: TLSSocket, now: number): Presented | undefined {
  const certificate: PeerCertificate | DetailedPeerCertificate | undefined = socket.getPeerCertificate()
  if (!certificate?.raw) return undefined
  if (!socket.authorized) return { refused: REASONS[String(socket.authorizationError)] ?? 'issuer' }
  const until = Date.parse(certificate.valid_to)
  if (!(until > now)) return { refused: 'expired' }
  const [imei, ...others] = imeisOf(new X509Certificate(certificate.raw))
  if (imei === undefined || others.length > 0) return { refused: 'name' }
  return { imei, until }
}

const SAN = /(?:^|, )(?:DNS:|URI:(?:urn:)?imei:)([^,"]+)/g

/** Device numbers that a certificate names, each once: its common name, and alternative names (DNS, `URI:imei:`). */
export function imeisOf({
  subject,
  subjectAltName = '',
}: Pick<X509Certificate, 'subject' | 'subjectAltName'>): string[] {
  const names = [
    ...(subject ?? '').split('\n').flatMap(line => (line.startsWith('CN=') ? [line.slice(3)] : [])),
    // Quoted is only what holds a separator, to look like several names.
    ...(subjectAltName?.includes('"') ? [] : [...(subjectAltName ?? '').matchAll(SAN)]).map(
      ([, name = '']) => name,
    ),
  ]
  return [...new Set(names.filter(name => IMEI.test(name)))]
}

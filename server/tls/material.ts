// Certificates that this process shows: whether what lies in the files can be used, and until when.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { DAY_MS } from '../../src/domain/durations.ts'

export interface TlsFiles {
  cert: string
  key: string
  clientCa?: string | undefined
  clientCrl?: string | undefined
}

/** The settings that name the files, for what is said of them. */
export type TlsNames = Readonly<Record<keyof TlsFiles, string>>

/** Settings with a prefix of their own. */
export const namesWith = (prefix: string): TlsNames => ({
  cert: `${prefix}_CERT`,
  key: `${prefix}_KEY`,
  clientCa: `${prefix}_CLIENT_CA`,
  clientCrl: `${prefix}_CLIENT_CRL`,
})

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

export async function readMaterial(
  files: TlsFiles,
  names: TlsNames,
): Promise<TlsMaterial | { problem: string }> {
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
    read(names.cert, files.cert),
    read(names.key, files.key),
    optional(names.clientCa, files.clientCa),
    optional(names.clientCrl, files.clientCrl),
  ])
  return problems.length > 0 ? { problem: problems.join('; ') } : { cert, key, clientCa, clientCrl }
}

/** Whether a key fits its certificate, all of it is in its time, and the TLS library takes it. */
export function judgeMaterial(material: TlsMaterial, now: number, names: TlsNames): Judged {
  try {
    const chain = certificatesOf(names.cert, material.cert)
    const authorities =
      material.clientCa === undefined ? [] : certificatesOf(names.clientCa, material.clientCa)
    const key = attempt(`${names.key}: holds no private key that can be read`, () =>
      createPrivateKey(material.key),
    )
    if (!chain[0]?.checkPrivateKey(key))
      throw new Unusable(`${names.key}: is not the key of the certificate in ${names.cert}`)
    for (const one of chain) refuseOutOfTime(names.cert, one, now)
    for (const one of authorities) refuseOutOfTime(names.clientCa, one, now)
    attempt(
      `${material.clientCrl === undefined ? names.cert : `${names.cert}, ${names.clientCrl}`}: the TLS library refuses it`,
      () => createSecureContext(contextOf(material)),
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

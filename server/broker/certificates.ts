// Certificates of devices: which device one names, and why one is refused.
import { X509Certificate } from 'node:crypto'
import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from 'node:tls'
import { IMEI } from '../../src/domain/limits.ts'

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

// Whether a time stamp was signed by the certificate that came with it, and that one is for time stamps. Whom the certificate is
// from, whoever gets an archive decides: see docs/evidence.md.
import { createHash, verify, X509Certificate } from 'node:crypto'
import type { Stamp } from '../../../src/domain/case-file/time-stamp.ts'

/** By object identifier in hexadecimal digits. */
const HASHES: Readonly<Record<string, string>> = {
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
}
const FOR_TIME_STAMPS = '1.3.6.1.5.5.7.3.8'

export function isSigned({ signer }: Stamp): boolean {
  const hash = signer && HASHES[signer.hash]
  if (!hash || createHash(hash).update(signer.info).digest('hex') !== signer.infoDigest) return false
  return signer.certificates.some(bytes => {
    try {
      const certificate = new X509Certificate(bytes)
      return (
        certificate.keyUsage?.includes(FOR_TIME_STAMPS) === true &&
        verify(hash, signer.attributes, certificate.publicKey, signer.signature)
      )
    } catch {
      return false
    }
  })
}

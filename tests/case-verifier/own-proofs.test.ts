// The verifier's own calculations say the same as Node's.
import { expect, test } from 'vitest'
import { ownProofs } from '../../src/case-verifier/proofs.ts'
import { fingerprintOf } from '../../src/domain/case-file/manifest.ts'
import { verifyCase } from '../../src/domain/case-file/verify-case.ts'
import { inMemory, newKey, nodeProofs, sealedFiles, zipOf } from '../domain/case-file/sealed-archive.ts'

test('what Node sealed holds, and what was changed does not', async () => {
  const key = newKey()
  const bytes = zipOf(sealedFiles(key))
  const fingerprint = fingerprintOf(key.publicKey, ownProofs.sha256)
  expect(fingerprint).toBe(fingerprintOf(key.publicKey, nodeProofs.sha256))
  expect((await verifyCase(inMemory(bytes), ownProofs, fingerprint)).verdict).toBe('holds')
  for (let at = 0; at < bytes.length; at += 211) {
    const changed = bytes.map((byte, place) => (place === at ? byte ^ 4 : byte))
    expect((await verifyCase(inMemory(changed), ownProofs, fingerprint)).verdict, String(at)).toBe('refused')
  }
})

test('a signature that is none is refused, not thrown', () => {
  expect(ownProofs.verify(new Uint8Array(64), new Uint8Array(3), new Uint8Array(32).fill(255))).toBe(false)
})

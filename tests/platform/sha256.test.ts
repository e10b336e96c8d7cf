// SHA-256 of pieces, beside that of the platform.
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSha256 } from '../../src/platform/sha256.ts'

const digest = (pieces: Uint8Array[]) => {
  const hash = createSha256()
  for (const piece of pieces) hash.update(piece)
  return hash.end()
}

test('says what the platform says, whatever the length and the pieces', () => {
  const bytes = randomBytes(1_000)
  for (let length = 0; length <= 260; length++) {
    const part = bytes.subarray(0, length)
    const wanted = createHash('sha256').update(part).digest('hex')
    expect(digest([part])).toBe(wanted)
    expect(
      digest([
        part.subarray(0, length / 3),
        part.subarray(length / 3, length / 2),
        part.subarray(length / 2),
      ]),
    ).toBe(wanted)
  }
})

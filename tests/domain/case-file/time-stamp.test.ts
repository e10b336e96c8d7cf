// Questions and answers of authorities for time stamps, byte by byte; the answer is one of OpenSSL's.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { bytesOf, hexOf } from '../../../src/domain/case-file/canonical-json.ts'
import { insideOf, readDer, TAG, writeDer, writeNumber } from '../../../src/domain/case-file/der.ts'
import { readStamp, stampRequest } from '../../../src/domain/case-file/time-stamp.ts'
import { ANSWER, STAMPED_AT, STAMPED_TEXT } from './stamp-of-openssl.ts'

const sha256 = createHash('sha256').update(STAMPED_TEXT).digest('hex')

test('a length has one writing, and what is written is read', () => {
  for (const length of [0, 1, 127, 128, 255, 256, 70_000]) {
    const bytes = writeDer(TAG.octets, new Uint8Array(length).fill(7))
    expect(readDer(bytes)?.[0]?.content).toHaveLength(length)
    expect(readDer(bytes.subarray(0, -1)), String(length)).toBeUndefined()
  }
  // A short length in the long writing, a length that nobody gave, and a kind of several bytes.
  for (const bytes of [[4, 0x81, 1, 0], [4, 0x80, 0, 0], [4, 0x82, 0, 200], [0x1f, 1, 0], [4]])
    expect(readDer(Uint8Array.from(bytes)), String(bytes)).toBeUndefined()
})

test('numbers are neither negative nor written with zeros before them', () => {
  expect(hexOf(writeNumber(Uint8Array.of(0, 0, 5)))).toBe('020105')
  expect(hexOf(writeNumber(Uint8Array.of(0x80)))).toBe('02020080')
  expect(hexOf(writeNumber(Uint8Array.of(0)))).toBe('020100')
})

test('the question is what OpenSSL asks: the hash, a number, and the certificate', () => {
  const bytes = stampRequest('ab'.repeat(32), Uint8Array.of(0x41, 2))
  expect(hexOf(bytes)).toBe(
    `303d020101${'3031300d060960864801650304020105000420'}${'ab'.repeat(32)}02024102${'0101ff'}`,
  )
  const [top] = readDer(bytes) ?? []
  expect(insideOf(top, TAG.sequence).map(({ tag }) => tag)).toEqual([
    TAG.integer,
    TAG.sequence,
    TAG.integer,
    TAG.boolean,
  ])
})

test('the answer of an authority says of what and when, and who signed it', () => {
  const stamp = readStamp(ANSWER)
  expect(stamp).toMatchObject({ sha256, at: STAMPED_AT })
  expect(stamp?.signer?.certificates).toHaveLength(1)
  expect(stamp?.signer?.infoDigest).toMatch(/^[0-9a-f]{64}$/)
})

test('an answer that was cut off, lengthened or refused is none, and no change is thrown at', () => {
  expect(readStamp(ANSWER.subarray(0, -1))).toBeUndefined()
  expect(readStamp(Uint8Array.from([...ANSWER, 0]))).toBeUndefined()
  expect(readStamp(bytesOf('no stamp'))).toBeUndefined()
  expect(readStamp(new Uint8Array())).toBeUndefined()
  const refusal = writeDer(TAG.sequence, writeDer(TAG.sequence, writeNumber(Uint8Array.of(2))))
  expect(readStamp(refusal)).toBeUndefined()
  for (let at = 0; at < ANSWER.length; at++)
    expect(() => readStamp(ANSWER.map((byte, place) => (place === at ? byte ^ 0x55 : byte)))).not.toThrow()
})

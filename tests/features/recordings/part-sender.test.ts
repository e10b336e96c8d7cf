// How a large video is sent in parts: what is there is left out, a lost line is waited for, damage is sent again.
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PartUpload } from '../../../src/contract/endpoints/part-upload.ts'
import { PART_BYTES } from '../../../src/domain/recordings/part-upload.ts'
import { type SenderPorts, sendInParts } from '../../../src/features/recordings/part-sender.ts'
import { RequestError } from '../../../src/platform/request-error.ts'
import { createSha256 } from '../../../src/platform/sha256.ts'

const bytes = randomBytes(2 * PART_BYTES + 100)
const file = new Blob([bytes])
const digest = (of: Uint8Array) => createHash('sha256').update(of).digest('hex')
const piece = (part: number) => bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)
const network = () => new RequestError({ kind: 'network' })
const refused = (id: string) => new RequestError({ kind: 'refused', id })

/** A server that keeps parts, with faults that come in turn. */
function stage({ parts = [] as number[], faults = [] as (RequestError | undefined)[] } = {}) {
  const have = new Map(parts.map(part => [part, digest(piece(part))]))
  const said = {
    parts: [] as number[],
    pauses: [] as number[],
    lines: [] as boolean[],
    shares: [] as number[],
    checking: 0,
  }
  let state: PartUpload['state'] = 'open'
  let problem: PartUpload['problem'] = null
  let damaged: number | undefined
  const upload = (): PartUpload => ({
    ...{ id: 7, name: 'a.mp4', bytes: file.size, partBytes: PART_BYTES, state, problem, updatedAt: 0 },
    parts: [...have].map(([part, sha256]) => ({ part, sha256 })),
    recordingId: state === 'done' ? 42 : null,
  })
  const ports: SenderPorts = {
    send: async (_id, part, sha256, _bytes, onPart) => {
      const fault = faults.shift()
      if (fault) throw fault
      onPart(0.5)
      have.set(part, sha256)
      said.parts.push(part)
    },
    finish: async (_id, sha256) => {
      expect(sha256).toBe(digest(bytes))
      state = 'checking'
      return upload()
    },
    stateOf: async () => {
      if (damaged !== undefined) {
        have.delete(damaged)
        damaged = undefined
        state = 'open'
        problem = 'upload.digest'
      } else state = 'done'
      return upload()
    },
    digest: async of => digest(new Uint8Array(of)),
    createSha256,
    pause: async ms => void said.pauses.push(ms),
  }
  const told = {
    onShare: (share: number) => void said.shares.push(share),
    onLine: (lost: boolean) => void said.lines.push(lost),
    onChecking: () => void said.checking++,
  }
  return {
    said,
    damage: (part: number) => {
      damaged = part
    },
    go: () => sendInParts(file, upload(), ports, told),
    fail: (id: 'file.type') => {
      ports.stateOf = async () => ({ ...upload(), state: 'failed', problem: id })
    },
  }
}

test('sends what is missing, in order, and answers the recording', async () => {
  const { go, said } = stage({ parts: [1] })
  expect(await go()).toBe(42)
  expect(said.parts).toEqual([0, 2])
  expect(said.checking).toBe(1)
  expect(said.shares.at(-1)).toBe(1)
  expect([...said.shares].sort((one, other) => one - other)).toEqual(said.shares)
})

test('waits for a lost line, longer each time, and says so', async () => {
  const { go, said } = stage({
    faults: [network(), network(), network(), network(), network(), network(), network()],
  })
  expect(await go()).toBe(42)
  expect(said.pauses.slice(0, 7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(said.lines.slice(0, 8)).toEqual([true, true, true, true, true, true, true, false])
  expect(said.parts).toEqual([0, 1, 2])
})

test('sends a part again that was damaged on its way, and gives up where each one is', async () => {
  const hurt = refused('upload.partDigest')
  const once = stage({ faults: [hurt, undefined, hurt] })
  expect(await once.go()).toBe(42)
  const always = stage({ faults: Array.from({ length: 9 }, () => hurt) })
  await expect(always.go()).rejects.toMatchObject({ id: 'upload.partDigest' })
})

test('sends once more what the server has lost, and only that', async () => {
  const { go, said, damage } = stage()
  damage(2)
  expect(await go()).toBe(42)
  expect(said.parts).toEqual([0, 1, 2, 2])
})

test('says at once that it is another film', async () => {
  const { said } = stage()
  const other: PartUpload = {
    ...{
      id: 7,
      name: 'a.mp4',
      bytes: file.size,
      partBytes: PART_BYTES,
      state: 'open',
      problem: null,
      updatedAt: 0,
    },
    parts: [{ part: 0, sha256: 'f'.repeat(64) }],
    recordingId: null,
  }
  const never = () => Promise.reject(new Error('Nothing is sent'))
  const ports: SenderPorts = {
    send: never,
    finish: never,
    stateOf: never,
    pause: never,
    createSha256,
    digest: async of => digest(new Uint8Array(of)),
  }
  const told = { onShare: () => {}, onLine: () => {}, onChecking: () => {} }
  await expect(sendInParts(file, other, ports, told)).rejects.toMatchObject({ id: 'upload.partDiffers' })
  expect(said.parts).toEqual([])
})

test('ends with what the server says of it', async () => {
  const { go, fail } = stage()
  fail('file.type')
  await expect(go()).rejects.toMatchObject({ id: 'file.type' })
  const full = stage({ faults: [refused('upload.noRoom')] })
  await expect(full.go()).rejects.toMatchObject({ id: 'upload.noRoom' })
})

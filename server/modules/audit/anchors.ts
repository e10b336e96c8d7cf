// Anchors of the audit log: what its chains ended with, kept outside the database, so that a chain whose end was cut off, or
// that was written anew as a whole, does not pass for the old one.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { SHA256_DIGITS } from '../../../src/domain/limits.ts'
import type { ChainMark } from './chain.ts'

/** Purpose of the key that anchors are signed with. */
export const AUDIT_ANCHORS = 'anchors of the audit log'

export interface Anchor extends ChainMark {
  tenantId: number
  at: number
}

export interface AnchorFile {
  /** Anchors that this installation wrote, oldest first, and the numbers of lines that it did not. */
  read(): Promise<{ anchors: Anchor[]; foreign: number[] }>
  /** Adds anchors. Of each tenant the newest of a day stays. */
  keep(anchors: readonly Anchor[]): Promise<void>
}

const line = z.object({
  at: z.int(),
  tenantId: z.int(),
  id: z.int(),
  hash: z.string().check(z.regex(SHA256_DIGITS)),
  proof: z.string(),
})

/** The anchors in a file, a line of JSON each, signed so that nobody without the installation's secret adds one. */
export function openAnchorFile(file: string, key: Buffer): AnchorFile {
  const proofOf = ({ at, tenantId, id, hash }: Anchor) =>
    createHmac('sha256', key).update(`${at}|${tenantId}|${id}|`).update(hash).digest()

  const parse = (text: string): Anchor | undefined => {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return undefined
    }
    const { success, data } = line.safeParse(value)
    if (!success) return undefined
    const anchor = { at: data.at, tenantId: data.tenantId, id: data.id, hash: Buffer.from(data.hash, 'hex') }
    const [given, own] = [Buffer.from(data.proof, 'base64url'), proofOf(anchor)]
    return given.length === own.length && timingSafeEqual(given, own) ? anchor : undefined
  }
  const lines = async () => {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
      throw error
    })
    return text.split('\n').filter(each => each !== '')
  }
  const write = (anchor: Anchor) =>
    JSON.stringify({
      ...anchor,
      hash: anchor.hash.toString('hex'),
      proof: proofOf(anchor).toString('base64url'),
    })

  return {
    read: async () => {
      const anchors: Anchor[] = []
      const foreign: number[] = []
      for (const [index, text] of (await lines()).entries()) {
        const anchor = parse(text)
        if (anchor) anchors.push(anchor)
        else foreign.push(index + 1)
      }
      return { anchors, foreign }
    },
    keep: async added => {
      if (added.length === 0) return
      const renewed = new Set(added.map(dayOf))
      // What cannot be read stays: it is for a person to judge.
      const kept = (await lines()).filter(text => {
        const anchor = parse(text)
        return !anchor || !renewed.has(dayOf(anchor))
      })
      const fresh = `${file}.new`
      await writeFile(fresh, [...kept, ...added.map(write), ''].join('\n'), { mode: 0o600 })
      await rename(fresh, file)
    },
  }
}

const dayOf = ({ tenantId, at }: Anchor) => `${tenantId} ${new Date(at).toISOString().slice(0, 10)}`

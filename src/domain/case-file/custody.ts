// Who did what with a case, as a chain: each line holds the hash of the one before it.
import * as z from 'zod/mini'
import { bytesOf, canonical } from './canonical-json.ts'
import { hash } from './leaves.ts'
import type { Sha256 } from './proofs.ts'

export const custodyAct = z.enum(['opened', 'held', 'sealed', 'stamped', 'looked', 'exported', 'fetched'])
export type CustodyAct = z.output<typeof custodyAct>

export const custodyLine = z.strictObject({
  seq: z.int().check(z.positive()),
  /** Epoch ms. */
  at: z.int(),
  by: z.string(),
  act: custodyAct,
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  previous: hash,
})
export type CustodyLine = z.output<typeof custodyLine>

/** What the first line names. */
export const BEGINNING = '0'.repeat(64)

export const hashOfLine = (text: string, sha256: Sha256): string => sha256(bytesOf(text))

/** The line that follows, as it is written and hashed. */
export function nextLine(
  last: { seq: number; hash: string } | undefined,
  said: Pick<CustodyLine, 'at' | 'by' | 'act' | 'detail'>,
  sha256: Sha256,
): { seq: number; text: string; hash: string } {
  const seq = (last?.seq ?? 0) + 1
  const text = canonical({ ...said, seq, previous: last?.hash ?? BEGINNING })
  return { seq, text, hash: hashOfLine(text, sha256) }
}

/** The hash after each line; undefined where the chain is broken, or a line is written in another way than ours. */
export function headsOf(lines: readonly string[], sha256: Sha256): string[] | undefined {
  const heads: string[] = []
  for (const text of lines) {
    const line = lineOf(text)
    if (!line || line.seq !== heads.length + 1 || line.previous !== (heads.at(-1) ?? BEGINNING))
      return undefined
    heads.push(hashOfLine(text, sha256))
  }
  return heads
}

export function lineOf(text: string): CustodyLine | undefined {
  try {
    const line = z.parse(custodyLine, JSON.parse(text))
    return canonical(line) === text ? line : undefined
  } catch {
    return undefined
  }
}

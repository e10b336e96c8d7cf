// What was recorded of an item, cut into leaves that are hashed one by one: one may be withheld, and the rest still proves itself.
import * as z from 'zod/mini'
import { SHA256_DIGITS } from '../limits.ts'
import { bytesOf, canonical, fromHex, type Json, type Plain } from './canonical-json.ts'
import type { Sha256 } from './proofs.ts'

export const hash = z.string().check(z.regex(SHA256_DIGITS))
const path = z.string().check(z.minLength(1))
const plain = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** 16 random bytes. Without them a phone number could be guessed from its hash. */
const openLeaf = z.strictObject({
  path,
  salt: z.string().check(z.refine(text => fromHex(text)?.length === 16)),
  value: plain,
})
const withheldLeaf = z.strictObject({ path, hash })
export const leaf = z.union([openLeaf, withheldLeaf])

export type OpenLeaf = z.output<typeof openLeaf>
export type Leaf = z.output<typeof leaf>

export const recordFile = z.strictObject({ leaves: z.array(leaf).check(z.minLength(1)) })

/** `{ a: [{ b: 1 }] }` is the leaf `/a/0/b`; `~` and `/` of a key are written as in RFC 6901. */
export function leavesOf(value: Json, newSalt: () => string): OpenLeaf[] {
  return plainsOf(value, '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, of]) => ({ path: at, salt: newSalt(), value: of }))
}

function plainsOf(value: Json, at: string): [path: string, value: Plain][] {
  if (value === null || typeof value !== 'object') return [[at === '' ? '/' : at, value]]
  return Object.entries(value).flatMap(([key, inner]: [string, Json]) =>
    plainsOf(inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

export const hashOfLeaf = (of: Leaf, sha256: Sha256): string =>
  'hash' in of ? of.hash : sha256(bytesOf(canonical([of.path, of.salt, of.value])))

/** Over the paths and hashes in the order of the paths: nothing can be left out, doubled or moved. */
export const rootOf = (leaves: readonly Leaf[], sha256: Sha256): string =>
  sha256(bytesOf(canonical(leaves.map(of => [of.path, hashOfLeaf(of, sha256)]))))

/** Values and salts of the named leaves are gone, their hashes stay. */
export const withhold = (leaves: readonly Leaf[], paths: ReadonlySet<string>, sha256: Sha256): Leaf[] =>
  leaves.map(of => (paths.has(of.path) ? { path: of.path, hash: hashOfLeaf(of, sha256) } : of))

export const isSorted = (leaves: readonly Leaf[]): boolean =>
  leaves.every((of, at) => at === 0 || (leaves[at - 1]?.path ?? '') < of.path)

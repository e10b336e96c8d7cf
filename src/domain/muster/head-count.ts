// Heads against names: how many stand at a gathering point, and how many of the roll were named there.
import * as z from 'zod/mini'
import { eventKey, id, moment } from '../fields.ts'
import { pointKey, type Standing } from './sighting.ts'

export const MOST_HEADS = 100_000

export const countInput = z.object({
  count: eventKey,
  point: pointKey,
  heads: z.int().check(z.nonnegative(), z.maximum(MOST_HEADS)),
})
export type CountInput = z.output<typeof countInput>

export const headCount = z.object({
  id: z.string(),
  point: z.string(),
  heads: z.int(),
  byId: z.nullable(id),
  by: z.string(),
  at: moment,
  /** Null: it waits on this device. */
  recordedAt: z.nullable(moment),
})
export type HeadCount = z.output<typeof headCount>

export interface PointCount {
  /** What was counted last; null: nobody has counted. */
  counted: HeadCount | null
  /** People of the roll who were named there, safe or injured. */
  names: number
  /** More heads than names (somebody is not on the list), or fewer (somebody was named who is not there); null: not counted. */
  difference: number | null
}

/** The last count of a point against the names that were said there. */
export function countAt(
  point: string,
  counts: readonly HeadCount[],
  standings: Iterable<Standing>,
): PointCount {
  let counted: HeadCount | null = null
  for (const each of counts) {
    if (each.point !== point) continue
    if (!counted || each.at > counted.at || (each.at === counted.at && each.id > counted.id)) counted = each
  }
  let names = 0
  for (const { word } of standings)
    if (word?.point === point && word.means === 'point' && (word.says === 'safe' || word.says === 'injured'))
      names += 1
  return { counted, names, difference: counted && counted.heads - names }
}

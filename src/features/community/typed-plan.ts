// The plan of rooms as somebody types it, and what it comes to.
import * as z from 'zod/mini'
import type { RoomKind } from '../../domain/community/room.ts'
import { type GeneratorPlan, generatorPlan } from '../../domain/community/room-generator.ts'

export interface TypedPlan {
  firstBuilding: number | string
  lastBuilding: number | string
  units: number | string
  fromFloor: number | string
  toFloor: number | string
  perFloor: number | string
  /** Floors with commas between them: 4, 13, 14. */
  skipped: string
  /** Floors with another number of rooms: 1=2, 2-3=6. */
  others: string
  basementPrefix: string
  kind: RoomKind
}

export const firstPlan: TypedPlan = {
  ...{ firstBuilding: 1, lastBuilding: 1, units: 2, fromFloor: 1, toFloor: 18, perFloor: 4 },
  ...{ skipped: '', others: '', basementPrefix: 'B', kind: 'home' },
}

export interface ReadPlan {
  plan?: GeneratorPlan
  /** Names of the fields that are wrong. */
  problems: ReadonlySet<string>
}

const parts = (text: string) =>
  text
    .split(/[,，、;；\s]+/)
    .map(each => each.trim())
    .filter(each => each !== '')

const OTHER = /^(-?\d{1,3})(?:~|\.\.|(?<=\d)-)?(-?\d{1,3})?[=:：](\d{1,3})$/

function othersOf(text: string): { from: number; to: number; count: number }[] | undefined {
  const read = parts(text).map(each => OTHER.exec(each))
  if (read.some(each => each === null)) return undefined
  return read.flatMap(each => {
    if (!each) return []
    const [, from, to, count] = each
    return [{ from: Number(from), to: Number(to ?? from), count: Number(count) }]
  })
}

/** Whole numbers only: what is empty or has letters in it is a problem of its field. */
export function planOf(typed: TypedPlan): ReadPlan {
  const problems = new Set<string>()
  const skipped = parts(typed.skipped).map(Number)
  if (skipped.some(each => !Number.isInteger(each))) problems.add('skipped')
  const others = othersOf(typed.others)
  if (!others) problems.add('others')
  const number = (value: number | string) => (value === '' ? undefined : Number(value))
  const result = z.safeParse(generatorPlan, {
    firstBuilding: number(typed.firstBuilding),
    lastBuilding: number(typed.lastBuilding),
    units: number(typed.units),
    fromFloor: number(typed.fromFloor),
    toFloor: number(typed.toFloor),
    perFloor: number(typed.perFloor),
    skippedFloors: problems.has('skipped') ? [] : skipped,
    others: others ?? [],
    basementPrefix: typed.basementPrefix,
    kind: typed.kind,
  })
  if (!result.success)
    for (const { path } of result.error.issues)
      problems.add(path[0] === 'skippedFloors' ? 'skipped' : String(path[0] ?? ''))
  return problems.size > 0 || !result.success ? { problems } : { plan: result.data, problems }
}

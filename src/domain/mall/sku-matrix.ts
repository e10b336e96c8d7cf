// The matrix of an article: every combination of the values of its options is one SKU, known by the sorted ids of its values. Making it anew is a
// difference: what is still meant stays as it is, with its price and its stock.

export const OPTION_NAME_LENGTH = 30
export const MOST_OPTIONS = 3
export const MOST_VALUES = 40
/** Combinations of one article. */
export const MOST_SKUS = 200

export interface OptionValue {
  /** Of the article, never given twice. */
  id: number
  name: string
  /** Nothing new is made of it; SKUs of before are. */
  archived: boolean
}

export interface ProductOption {
  id: number
  name: string
  values: readonly OptionValue[]
}

export interface Combination {
  valueIds: readonly number[]
}

/** Ids of the values as they are compared and stored. */
export const sortedIds = (valueIds: readonly number[]): number[] =>
  [...new Set(valueIds)].toSorted((one, other) => one - other)

export const keyOf = ({ valueIds }: Combination): string => sortedIds(valueIds).join('-')

const liveValues = ({ values }: ProductOption) => values.filter(({ archived }) => !archived)

/** How many combinations there would be, without making them. */
export const combinationCount = (options: readonly ProductOption[]): number =>
  options.reduce((count, option) => count * Math.max(1, liveValues(option).length), 1)

/** Every combination in the order of the options; one without values where there are no options. */
export function combinationsOf(options: readonly ProductOption[]): number[][] {
  let rows: number[][] = [[]]
  for (const option of options) {
    const values = liveValues(option)
    if (values.length > 0) rows = rows.flatMap(row => values.map(({ id }) => [...row, id]))
  }
  return rows.map(sortedIds)
}

export interface MatrixDifference<Row extends Combination> {
  /** In the order of the matrix: a row that was there (also one that was archived), or the values of a new one. */
  rows: { valueIds: number[]; row: Row | undefined }[]
  /** What was there and is no combination any more. */
  gone: Row[]
}

/** What making the matrix anew does to the rows that are there. */
export function differenceOf<Row extends Combination>(
  options: readonly ProductOption[],
  present: readonly Row[],
): MatrixDifference<Row> {
  const byKey = new Map(present.map(row => [keyOf(row), row]))
  const rows = combinationsOf(options).map(valueIds => ({ valueIds, row: byKey.get(keyOf({ valueIds })) }))
  const kept = new Set(rows.map(({ row }) => row))
  return { rows, gone: present.filter(row => !kept.has(row)) }
}

/** The next id of a value or an option: none is given twice, also not after one was dropped that SKUs still name. */
export function nextId(options: readonly ProductOption[], used: Iterable<number> = []): number {
  const ids = options.flatMap(({ id, values }) => [id, ...values.map(value => value.id)])
  return Math.max(0, ...ids, ...used) + 1
}

/**
 * Options as they are stored: values that somebody has taken out but SKUs still name stay, archived; an option of which
 * nothing is left goes.
 */
export function withArchived(
  next: readonly ProductOption[],
  before: readonly ProductOption[],
  used: ReadonlySet<number>,
): ProductOption[] {
  const stays = ({ id }: OptionValue) => used.has(id)
  const archived = (value: OptionValue) => ({ ...value, archived: true })
  const kept = next.map(option => {
    const own = new Set(option.values.map(({ id }) => id))
    const old = before.find(({ id }) => id === option.id)?.values ?? []
    return {
      ...option,
      values: [...option.values, ...old.filter(v => !own.has(v.id) && stays(v)).map(archived)],
    }
  })
  const dropped = before
    .filter(({ id }) => !next.some(option => option.id === id))
    .map(option => ({ ...option, values: option.values.filter(stays).map(archived) }))
  return [...kept, ...dropped].filter(({ values }) => values.length > 0)
}

/** The names of a combination's values in the order of the options: `Red / XL`. */
export function combinationText(options: readonly ProductOption[], { valueIds }: Combination): string {
  const ids = new Set(valueIds)
  return options
    .flatMap(({ values }) => values.filter(({ id }) => ids.has(id)).map(({ name }) => name))
    .join(' / ')
}

export type OptionsFlaw = 'sameTwice' | 'tooManyOptions' | 'tooManyValues' | 'tooManySkus'

const repeated = (names: readonly string[]) =>
  new Set(names.map(name => name.trim().toLowerCase())).size < names.length

/** What is wrong with options; undefined: nothing. */
export function flawOf(options: readonly ProductOption[]): OptionsFlaw | undefined {
  const live = options.filter(option => liveValues(option).length > 0)
  const ids = options.flatMap(({ values }) => values.map(({ id }) => id))
  if (new Set(ids).size < ids.length || new Set(options.map(({ id }) => id)).size < options.length)
    return 'sameTwice'
  if (live.length > MOST_OPTIONS) return 'tooManyOptions'
  if (options.some(option => liveValues(option).length > MOST_VALUES)) return 'tooManyValues'
  if (repeated(live.map(({ name }) => name))) return 'sameTwice'
  if (options.some(option => repeated(liveValues(option).map(({ name }) => name)))) return 'sameTwice'
  return combinationCount(options) > MOST_SKUS ? 'tooManySkus' : undefined
}

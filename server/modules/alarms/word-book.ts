// Numbers for the words of alarms: types, severities, kinds and places, each of a tenant. Packed days hold these numbers
// in place of the words.
import type { Sql } from '../../db/scoped.ts'

export type WordSort = 'type' | 'severity' | 'kind' | 'place'

interface Entry {
  id: number
  tenant: number
  what: WordSort
  word: string
}

const keyOf = (tenant: number, what: WordSort, word: string) => `${tenant} ${what} ${word}`

/** The words that were looked up, and those met for the first time: their numbers are negative and hold in here only. */
export class WordBook {
  private readonly numbers = new Map<string, number>()
  private readonly words = new Map<number, string>()
  private readonly alike = new Map<string, Set<number>>()

  add({ id, tenant, what, word }: Entry): void {
    this.numbers.set(keyOf(tenant, what, word), id)
    this.words.set(id, word)
    this.numbersOf(what, word).add(id)
  }

  number(tenant: number, what: WordSort, word: string): number {
    const known = this.numbers.get(keyOf(tenant, what, word))
    if (known !== undefined) return known
    const id = -1 - this.numbers.size
    this.add({ id, tenant, what, word })
    return id
  }

  word(id: number): string | undefined {
    return this.words.get(id)
  }

  /** The numbers of a word in all tenants; the set grows as more are met. */
  numbersOf(what: WordSort, word: string): Set<number> {
    const known = this.alike.get(`${what} ${word}`) ?? new Set()
    this.alike.set(`${what} ${word}`, known)
    return known
  }
}

/** Looks up all words but places, and of those the ones asked for; of one tenant or (null) of all. */
export async function lookUpWords(
  sql: Sql,
  tenant: number | null,
  places: Iterable<string>,
  book: WordBook,
): Promise<void> {
  const entries = await sql.query<Entry>(
    `select id, tenant_id as tenant, what, word from alarm_word
     where ($1::bigint is null or tenant_id = $1) and (what <> 'place' or word = any($2::text[]))`,
    [tenant, [...places]],
  )
  for (const entry of entries) book.add(entry)
}

/** Gives numbers to words that have none yet. */
export const learnWords = (
  sql: Sql,
  tenant: number,
  words: readonly { what: WordSort; word: string }[],
): Promise<number> =>
  sql.change(
    `insert into alarm_word (tenant_id, what, word)
     select distinct $1::bigint, what, word from unnest($2::text[], $3::text[]) as said (what, word) order by 2, 3
     on conflict do nothing`,
    [tenant, words.map(({ what }) => what), words.map(({ word }) => word)],
  )

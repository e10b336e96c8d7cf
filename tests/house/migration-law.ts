// Which statements keep others waiting or break the program of the release before, and so may not stand in a migration.
import { indexMadeApart, isApart, statementsOf, withoutComments } from '../../server/db/migration-file.ts'

/** `-- blocks: why that does no harm here`, before the statement. */
const EXCUSE = /^-- blocks: \S.{9,}$/m

const NAME = '(?:if (?:not )?exists )?(?:only )?"?([a-z_][a-z0-9_]*)"?'
const MADE = new RegExp(`^create (?:unlogged )?table ${NAME}`, 'i')
const INDEX = /^create (?:unique )?index (?!concurrently).*? on (?:only )?"?([a-z_][a-z0-9_]*)"?/i
const ALTERED = new RegExp(`^alter table ${NAME} (.*)$`, 'i')
/** What is another value in each row has to be written into each row. */
const VOLATILE =
  /default [^,]*\b(?:now|clock_timestamp|random|gen_random_uuid|nextval|timeofday|statement_timestamp)\s*\(|generated (?:always|by default)/i

const ALTERATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /\badd column\b(?!.*\bdefault\b).*\bnot null\b/i,
    'a column that must have a value, and none to begin with',
  ],
  [/\balter (?:column )?"?\w+"? (?:set data )?type\b/i, 'another type writes the whole table anew'],
  [/\balter (?:column )?"?\w+"? set not null\b/i, 'looks at every row while everybody waits'],
  [/\brename\b/i, 'the program of the release before knows the old name'],
  [/\bdrop (?:column )/i, 'the program of the release before may still ask for it'],
  [
    /\badd (?:constraint \S+ )?(?:foreign key|check)\b(?!.*\bnot valid\b)/i,
    'looks at every row: add it as not valid, and validate it in the next migration',
  ],
  [
    /\badd (?:constraint \S+ )?(?:unique|primary key|exclude)\b(?!.*\busing index\b)/i,
    'makes an index while everybody waits: make it concurrently, and use it',
  ],
]

const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^drop (?:table|view|function|trigger)\b/i, 'the program of the release before may still use it'],
  [/^(?:update|delete from)\b/i, 'rows are filled in batches by a round of the server, not by a migration'],
  [/^lock\b/i, 'a lock for as long as the migration takes'],
  [/^(?:vacuum full|cluster)\b/i, 'writes the whole table anew'],
  [/^reindex (?!.*concurrently)/i, 'nobody writes meanwhile'],
  [/^drop index (?!concurrently)/i, 'waits for everybody: drop it concurrently'],
]

/** What is wrong with a migration, in words. */
export function blocking(text: string): string[] {
  const statements = statementsOf(text)
  const fresh = new Set(
    statements.flatMap(each => MADE.exec(withoutComments(each))?.[1]?.toLowerCase() ?? []),
  )
  return statements.flatMap(statement => {
    const why = EXCUSE.test(statement) ? undefined : wrong(withoutComments(statement), fresh, isApart(text))
    return why === undefined ? [] : [`${withoutComments(statement).slice(0, 80)}: ${why}`]
  })
}

function wrong(statement: string, fresh: ReadonlySet<string>, apart: boolean): string | undefined {
  const made = indexMadeApart(statement)
  if (made !== undefined || /\bconcurrently\b/i.test(statement))
    return apart ? undefined : 'concurrently needs `-- no transaction`'
  if (apart) return 'beside what is made concurrently nothing stands in a file without a transaction'
  const indexed = INDEX.exec(statement)?.[1]?.toLowerCase()
  if (indexed !== undefined)
    return fresh.has(indexed) ? undefined : 'nobody writes while an index is made: make it concurrently'
  const [, table, what = ''] = ALTERED.exec(statement) ?? []
  if (table !== undefined) {
    if (fresh.has(table.toLowerCase())) return undefined
    if (/\badd column\b/i.test(what) && VOLATILE.test(what))
      return 'each row gets a value of its own: fill it in batches'
    return ALTERATIONS.find(([pattern]) => pattern.test(what))?.[1]
  }
  return OTHERS.find(([pattern]) => pattern.test(statement))?.[1]
}

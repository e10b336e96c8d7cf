// Keys of records, for the type checker too.

/** Whether a value is a key of the record. */
export const isKey = <Key extends string>(
  record: Readonly<Partial<Record<Key, unknown>>>,
  key: unknown,
): key is Key => typeof key === 'string' && Object.hasOwn(record, key)

/** The keys of a record, in its order. */
export const keysOf = <Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] =>
  Object.keys(record).filter((key): key is Key => Object.hasOwn(record, key))

/** A record with a value for each of the keys. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Record<Key, Value> =>
  // Each key has just got its value: the checker knows of `fromEntries` only that keys are text.
  Object.fromEntries(keys.map(key => [key, make(key)])) as Record<Key, Value>

/** One part of each entry of a table, by the keys of the table. */
export const partOf = <Table extends Readonly<Record<string, object>>, Part extends keyof Table[keyof Table]>(
  table: Table,
  part: Part,
): { [Key in keyof Table]: Table[Key][Part] } =>
  // Each key has just got its part.
  Object.fromEntries(Object.entries(table).map(([key, entry]) => [key, Reflect.get(entry, part)])) as {
    [Key in keyof Table]: Table[Key][Part]
  }

/** One part of each entry of a table, by the name that the entry gives itself. */
export const partBy = <
  Table extends Readonly<Record<string, { said: string }>>,
  Part extends keyof Table[keyof Table],
>(
  table: Table,
  part: Part,
): { [Key in keyof Table as Table[Key]['said']]: Table[Key][Part] } =>
  Object.fromEntries(Object.values(table).map(entry => [entry.said, Reflect.get(entry, part)])) as {
    [Key in keyof Table as Table[Key]['said']]: Table[Key][Part]
  }

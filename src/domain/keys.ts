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

// Where J and K lead in the list of alarms, also from an alarm that has just left it.

interface Listed {
  id: number
}

/** The list as it stood when the active alarm was last in it. */
export interface Place {
  ids: readonly number[]
  at: number
}

/** Where an alarm stands; undefined when it is not in the list. */
export function placeOf(rows: readonly Listed[], id: number | undefined): Place | undefined {
  const at = rows.findIndex(row => row.id === id)
  return at < 0 ? undefined : { ids: rows.map(row => row.id), at }
}

/**
 * The row a step leads to. From an alarm that was handled and is gone, the nearest that stood beyond it: work goes on
 * where it was, not at the top. With no place, or in another list, the first step down leads to the first row.
 */
export function stepTo<Row extends Listed>(
  rows: readonly Row[],
  from: Place | undefined,
  step: number,
): Row | undefined {
  if (!from) return step > 0 ? rows[0] : undefined
  const { ids, at } = from
  const byId = new Map(rows.map(row => [row.id, row]))
  const present = placeOf(rows, ids[at])
  if (present) return rows[present.at + step]
  const [before, after] = [ids.slice(0, at).reverse(), ids.slice(at + 1)]
  const nearest = (step > 0 ? [...after, ...before] : [...before, ...after]).find(id => byId.has(id))
  return nearest === undefined ? rows[0] : byId.get(nearest)
}

// Keeps the identity of a list as long as it holds the same things: for lists that are made anew on every render.
import { useRef } from 'react'

/** The list given before, if it has the same members in the same order; else this one. */
export function useSameList<Item>(list: readonly Item[]): readonly Item[] {
  const held = useRef(list)
  const known = held.current
  if (known.length !== list.length || list.some((item, at) => !Object.is(item, known[at])))
    held.current = list
  return held.current
}

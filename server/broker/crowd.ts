// How many connections one person may hold, and how many one address may open before anybody is known on them.

/** Tabs, tablets and phones of one person. */
export const MOST_OF_A_PERSON = 20
/** A whole site comes back at once behind one address after a power cut; more than this is a flood. */
export const MOST_WAITING_OF_AN_ADDRESS = 500

/** Counts by key. `enter` answers the function that leaves again (once, however often called), or undefined when full. */
export function createCrowd<Key>(most: number): { enter(key: Key): (() => void) | undefined } {
  const present = new Map<Key, number>()
  return {
    enter: key => {
      const before = present.get(key) ?? 0
      if (before >= most) return undefined
      present.set(key, before + 1)
      let inside = true
      return () => {
        if (!inside) return
        inside = false
        const left = (present.get(key) ?? 1) - 1
        if (left > 0) present.set(key, left)
        else present.delete(key)
      }
    },
  }
}

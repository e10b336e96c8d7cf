// Lines of what waits, one a tenant, that are taken from in turn. What one speaker says stays in its order.

interface Entry<Value> {
  value: Value
  speaker: string
}

interface Line<Value> {
  entries: Entry<Value>[]
  /** So many of them are gone. */
  at: number
}

/** So many that are gone may stand at the head of a line. */
const MOST_GONE = 1_000

/** Who is nobody's yet stands in a line of its own. */
type Name = number | undefined

export interface Lines<Value> {
  size(): number
  add(value: Value, speaker: string, name: Name): void
  /** Takes so many, of each line as many as of the others as long as it has some. */
  take(most: number): Value[]
  /** Takes out all that a speaker has waiting, in its order. */
  takeOf(speaker: string): Value[]
  /** Takes the newest of the longest line out; undefined where that is the line of `unless`. */
  dropNewestOfLongest(unless?: { speaker: string; name: Name }): Value | undefined
}

export function createLines<Value>(): Lines<Value> {
  const lines = new Map<Name, Line<Value>>()
  /** Where a speaker stands: there it stays as long as anything of it waits, whatever is learnt of it meanwhile. */
  const places = new Map<string, { name: Name; count: number }>()
  let size = 0
  const lengthOf = ({ entries, at }: Line<Value>) => entries.length - at
  const gone = ({ value, speaker }: Entry<Value>) => {
    size--
    const place = places.get(speaker)
    if (place && --place.count === 0) places.delete(speaker)
    return value
  }
  const placeOf = (speaker: string, name: Name) => {
    const place = places.get(speaker)
    return place ? place.name : name
  }
  return {
    size: () => size,
    add: (value, speaker, given) => {
      const name = placeOf(speaker, given)
      const place = places.get(speaker) ?? { name, count: 0 }
      place.count++
      places.set(speaker, place)
      const line = lines.get(name) ?? { entries: [], at: 0 }
      lines.set(name, line)
      line.entries.push({ value, speaker })
      size++
    },
    take: most => {
      const taken: Value[] = []
      while (taken.length < most && lines.size > 0)
        for (const [name, line] of [...lines]) {
          if (taken.length >= most) break
          const entry = line.entries[line.at++]
          if (entry) taken.push(gone(entry))
          // To the end of the round.
          lines.delete(name)
          if (lengthOf(line) > 0) lines.set(name, line)
          if (line.at >= MOST_GONE) line.entries.splice(0, line.at)
          if (line.at >= MOST_GONE) line.at = 0
        }
      return taken
    },
    takeOf: speaker => {
      const place = places.get(speaker)
      const line = place && lines.get(place.name)
      if (!line) return []
      const waiting = line.entries.slice(line.at)
      line.entries = waiting.filter(entry => entry.speaker !== speaker)
      line.at = 0
      if (line.entries.length === 0) lines.delete(place.name)
      return waiting.filter(entry => entry.speaker === speaker).map(gone)
    },
    dropNewestOfLongest: unless => {
      let longest: [Name, Line<Value>] | undefined
      for (const one of lines) if (!longest || lengthOf(one[1]) > lengthOf(longest[1])) longest = one
      if (!longest || (unless && longest[0] === placeOf(unless.speaker, unless.name))) return undefined
      const [name, line] = longest
      const newest = line.entries.pop()
      if (lengthOf(line) === 0) lines.delete(name)
      return newest && gone(newest)
    },
  }
}

// Searches places as somebody types: the offline gazetteer at once, the provider's own search behind it, stale answers dropped.
import { metresBetween, type Place } from '../../domain/geo/geo.ts'
import type { Gazetteer } from './gazetteer.ts'
import { type FoundPlace, type MapAdapter, SEARCH_DEBOUNCE_MS } from './map-port.ts'
import { withinLimits } from './opening-limits.ts'

export interface Finding {
  /** What it answers; empty: nothing is asked. */
  text: string
  found: readonly FoundPlace[]
  /** More may come. */
  asking: boolean
  /** The provider did not answer; what the gazetteer found stays. */
  failed: boolean
}

export const NOTHING_ASKED: Finding = { text: '', found: [], asking: false, failed: false }

export interface PlaceFinderOptions {
  gazetteer: () => Promise<Gazetteer>
  /** The provider's search of the moment; undefined: it has none. */
  provider: () => MapAdapter['search']
  near: () => Place
  onFinding: (finding: Finding) => void
}

export interface PlaceFinder {
  /** Follows the typing; an empty text forgets everything. */
  type(text: string): void
  stop(): void
}

/** The same place from two sources stands within so many metres under the same name. */
const SAME_METRES = 2_000
/** Whoever looks for a place does not wait longer for a provider. */
export const SEARCH_TIMEOUT_MS = 10_000
/** Names that are not there by then are on their way: that is said. */
const SLOW_MS = 300

/** A finder for one search field. It waits 250 ms after the last key. */
export function createPlaceFinder({ gazetteer, provider, near, onFinding }: PlaceFinderOptions): PlaceFinder {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = new AbortController()
  const forget = () => {
    clearTimeout(timer)
    asked.abort()
  }

  const find = async (text: string, { signal }: AbortController) => {
    const tell = (finding: Omit<Finding, 'text'>) => {
      if (!signal.aborted) onFinding({ text, ...finding })
    }
    const at = near()
    const search = provider()
    // Both are asked at once; the gazetteer's answer never waits for the network.
    const theirs =
      search &&
      withinLimits(search(text, at, signal), signal, SEARCH_TIMEOUT_MS).then(
        found => ({ found, failed: false }),
        () => ({ found: [], failed: true }),
      )
    const slow = setTimeout(() => tell({ found: [], asking: true, failed: false }), SLOW_MS)
    const own = await gazetteer().then(
      known => known.search(text, at),
      () => [],
    )
    clearTimeout(slow)
    if (!theirs) return tell({ found: own, asking: false, failed: false })
    tell({ found: own, asking: true, failed: false })
    const { found, failed } = await theirs
    tell({
      found: [...own, ...found.filter(place => !own.some(each => same(each, place)))],
      asking: false,
      failed,
    })
  }

  return {
    type: typed => {
      forget()
      const text = typed.trim()
      if (text === '') return onFinding(NOTHING_ASKED)
      asked = new AbortController()
      const mine = asked
      timer = setTimeout(() => void find(text, mine), SEARCH_DEBOUNCE_MS)
    },
    stop: forget,
  }
}

const same = (a: FoundPlace, b: FoundPlace): boolean =>
  a.name === b.name && metresBetween(a.at, b.at) < SAME_METRES

// Reads the hand-made tables beside it: how characters are read, where regions are that GeoNames does not place.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param {string} name */
const lines = name =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .split('\n')
    .filter(line => line && !line.startsWith('#'))

/** @typedef {{ at: [number, number], en?: string }} Placed */

/**
 * Places by code; lines of code, perhaps an English name, longitude, latitude.
 * @param {string} name
 */
export function readPlaced(name) {
  /** @type {Map<string, Placed>} */
  const placed = new Map()
  for (const line of lines(name)) {
    const [, code = '', en, longitude, latitude] = /^(\S+) (?:(.+) )?(\S+) (\S+)$/.exec(line) ?? []
    placed.set(code, { at: [Number(longitude), Number(latitude)], ...(en && en !== '-' && { en }) })
  }
  return placed
}

/** Readings of single characters, and of whole beginnings of names. */
export function readReadings() {
  const characters = new Map(
    lines('readings.txt').flatMap(line => {
      const [syllable = '', signs = ''] = line.split(' ')
      return [...signs].map(sign => /** @type {const} */ ([sign, syllable]))
    }),
  )
  const names = new Map(lines('names.txt').map(line => /** @type {[string, string]} */ (line.split(' '))))
  return { characters, names }
}

/** Countries with their cities, the first one the capital or the main one. */
export function readOverseas() {
  return lines('overseas.txt').map(line => {
    const [, code = '', zh = '', en = '', cities = ''] = /^(\S+) (\S+) (.+?): (.+)$/.exec(line) ?? []
    const parted = cities.split('; ').map(city => {
      const [, name = '', english = '', longitude, latitude] =
        /^(\S+) ([^@]+?)(?: @([^,]+),(.+))?$/.exec(city) ?? []
      /** @type {[number, number] | undefined} */
      const at = longitude ? [Number(longitude), Number(latitude)] : undefined
      return { zh: name, en: english, at }
    })
    return { code, zh, en, cities: parted }
  })
}

// How buildings, units and rooms get their names: texts with places for numbers, such as {floor}{room:2} for 1203.
import * as z from 'zod/mini'
import { nonEmpty } from '../fields.ts'

const PLACE = /\{(\w+)(?::([1-4]))?\}/g

/** The names of places in a pattern; one that is written wrong stays a brace and is no place. */
function placesIn(pattern: string): string[] {
  return [...pattern.matchAll(PLACE)].map(([, name = '']) => name)
}

const hasStrayBrace = (pattern: string) => /[{}]/.test(pattern.replace(PLACE, ''))

/** A pattern with each of the places that are needed, and no others. */
const pattern = (needed: readonly string[]) =>
  nonEmpty(40).check(
    z.refine(
      text => {
        const places = placesIn(text)
        return (
          !hasStrayBrace(text) &&
          needed.every(each => places.includes(each)) &&
          places.every(each => needed.includes(each))
        )
      },
      { error: 'format' },
    ),
  )

export const buildingPattern = pattern(['number'])
export const unitPattern = pattern(['number'])
export const roomPattern = pattern(['floor', 'room'])

export const usualPatterns = {
  buildingPattern: '{number}号楼',
  unitPattern: '{number}单元',
  roomPattern: '{floor}{room:2}',
} as const

/** Puts numbers into a pattern, with zeros before them where it asks for so many digits. */
export function filled(text: string, numbers: Readonly<Record<string, number | string>>): string {
  return text.replace(PLACE, (place, name: string, digits?: string) => {
    const value = numbers[name]
    return value === undefined ? place : String(value).padStart(Number(digits ?? 1), '0')
  })
}

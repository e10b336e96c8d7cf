// Coordinates as people type and paste them: either order, signs or letters, degrees with minutes and seconds.
import type { Place } from '../../domain/geo/geo.ts'

const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d+)?)`
const MINUTES = String.raw`(?:\s*°\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*["″]\s*)?)?`
const PART = String.raw`([NSEW])?\s*${NUMBER}${MINUTES}\s*([NSEW])?`
const PAIR = new RegExp(String.raw`^\s*${PART}\s*[,，;\s]\s*${PART}\s*$`, 'i')
const PARTS = 5

interface Angle {
  degrees: number
  axis: 'latitude' | 'longitude' | undefined
}

/**
 * The places a text can mean; none when it is no pair of coordinates or lies off the earth. Two where both orders are
 * possible, latitude first before longitude first.
 */
export function typedPlaces(text: string): Place[] {
  const parts = PAIR.exec(text.slice(0, 100))?.slice(1)
  if (!parts) return []
  const [first, second] = [angleOf(parts.slice(0, PARTS)), angleOf(parts.slice(PARTS))]
  if (!first || !second) return []
  const pairs: Place[] = []
  const add = (latitude: Angle, longitude: Angle) => {
    if (latitude.axis === 'longitude' || longitude.axis === 'latitude') return
    if (Math.abs(latitude.degrees) > 90 || Math.abs(longitude.degrees) > 180) return
    pairs.push({ latitude: latitude.degrees, longitude: longitude.degrees })
  }
  add(first, second)
  if (first.degrees !== second.degrees || pairs.length === 0) add(second, first)
  return pairs
}

function angleOf([before, whole, minutes = '0', seconds = '0', after]: readonly (string | undefined)[]):
  | Angle
  | undefined {
  const letter = (before ?? after)?.toUpperCase()
  if (before && after) return undefined
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return undefined
  const number = Number(whole)
  // A letter says the side already; a sign beside it says it twice.
  if (letter && number < 0) return undefined
  const size = Math.abs(number) + Number(minutes) / 60 + Number(seconds) / 3600
  const negative = whole?.startsWith('-') || letter === 'S' || letter === 'W'
  const axis = letter === undefined ? undefined : /[NS]/.test(letter) ? 'latitude' : 'longitude'
  return { degrees: negative ? -size : size, axis }
}

// What the address of the comparison chart says: which devices, which readings, which time, aligned how.

import { IMEI } from '../../../domain/limits.ts'
import { type ReadingSearch, readReadingSearch } from './reading-search.ts'

export interface FigureSearch extends Omit<ReadingSearch, 'imei' | 'before'> {
  /** IMEIs with commas. */
  devices?: string | undefined
  /** `start`: every series begins at its own first value. */
  align?: 'start' | undefined
}

/** Series in one chart. */
export const MOST_SERIES = 8
export const MOST_DEVICES = 8

/** Reads the search part of an address; what does not fit is dropped. */
export function readFigureSearch(raw: Record<string, unknown>): FigureSearch {
  const { imei: _imei, before: _before, ...rest } = readReadingSearch(raw)
  // A lone IMEI reads as a number.
  const imeis = imeisIn(typeof raw.devices === 'number' ? String(raw.devices) : raw.devices)
  return {
    ...rest,
    ...(imeis.length > 0 && { devices: imeis.join(',') }),
    ...(raw.align === 'start' && { align: 'start' as const }),
  }
}

/** The IMEIs named in a text with commas, each once. */
export function imeisIn(value: unknown): string[] {
  if (typeof value === 'number') return imeisIn(String(value))
  if (typeof value !== 'string') return []
  return [...new Set(value.split(','))].filter(word => IMEI.test(word)).slice(0, MOST_DEVICES)
}

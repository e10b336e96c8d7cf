// A reading and a state stand in one table each: how many files name one, so that a new one stays cheap.
import { describe, expect, test } from 'vitest'
import { readingKinds } from '../../src/domain/device/readings.ts'
import { stateFieldNames } from '../../src/domain/device/state-fields.ts'
import { filesBelow, textOf } from './source-files.ts'

const MOST = 6

/** Of what bears no other name: neither an alarm, a page, a device or an order, nor a word of every day. */
const readings = ['systolic', 'diastolic', 'airHumidity'] as const
const states = ['switchPosition'] as const

const sources = filesBelow(['src', 'server'], /\.(ts|tsx)$/).map(path => ({ path, text: textOf(path) }))

const filesThatName = (name: string): string[] => {
  const column = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const mention = new RegExp(`\\b(${name}|${column})(At)?\\b`)
  return sources.filter(({ text }) => mention.test(text)).map(({ path }) => path)
}

describe('few files name', () => {
  test.each(readings)('the reading %s', kind => {
    expect(readingKinds).toContain(kind)
    const files = filesThatName(kind)
    expect(files).toContain('src/domain/device/readings.ts')
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST)
  })
  test.each(states)('the state %s', field => {
    expect(stateFieldNames).toContain(field)
    const files = filesThatName(field)
    expect(files).toContain('src/domain/device/state-fields.ts')
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST)
  })
})

// Searching as somebody types: one question after a pause, the gazetteer first, no answer of an older question.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Gazetteer } from '../../../src/platform/map/gazetteer.ts'
import type { FoundPlace, MapAdapter } from '../../../src/platform/map/map-port.ts'
import { createPlaceFinder, type Finding, SEARCH_TIMEOUT_MS } from '../../../src/platform/map/place-finder.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const here = { longitude: 114, latitude: 22.5 }
const place = (name: string, longitude = 114): FoundPlace => ({
  name,
  detail: '',
  at: { longitude, latitude: 22.5 },
  zoom: 10,
})

function finder(search?: MapAdapter['search'], gazetteer?: () => Promise<Gazetteer>) {
  const told: Finding[] = []
  const asked: string[] = []
  const own: Gazetteer = {
    search: text => {
      asked.push(text)
      return [place(`own ${text}`)]
    },
  }
  const made = createPlaceFinder({
    gazetteer: gazetteer ?? (async () => own),
    provider: () => search,
    near: () => here,
    onFinding: finding => told.push(finding),
  })
  return { ...made, told, asked, names: () => told.at(-1)?.found.map(each => each.name) }
}

test('asks once, 250 ms after the last key', async () => {
  const { type, asked, told } = finder()
  type('s')
  await vi.advanceTimersByTimeAsync(200)
  type('sh')
  await vi.advanceTimersByTimeAsync(249)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual(['sh'])
  expect(told.at(-1)).toMatchObject({ text: 'sh', asking: false })
})

test('shows the gazetteer before the provider answers, then both without doubles', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<FoundPlace[]>()
  const { type, told, names } = finder(() => promise)
  type('park')
  await vi.advanceTimersByTimeAsync(250)
  expect(told.at(-1)).toMatchObject({ asking: true })
  expect(names()).toEqual(['own park'])
  answer([place('own park', 114.001), place('Park Lane')])
  await vi.advanceTimersByTimeAsync(0)
  expect(told.at(-1)).toMatchObject({ asking: false, failed: false })
  expect(names()).toEqual(['own park', 'Park Lane'])
})

test('drops what an older question brings, and tells the provider', async () => {
  const signals: AbortSignal[] = []
  const answers: ((found: FoundPlace[]) => void)[] = []
  const { type, told, names } = finder((_text, _near, signal) => {
    signals.push(signal)
    return new Promise(resolve => answers.push(resolve))
  })
  type('one')
  await vi.advanceTimersByTimeAsync(250)
  type('two')
  expect(signals[0]?.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(250)
  answers[1]?.([place('of two')])
  answers[0]?.([place('of one')])
  await vi.advanceTimersByTimeAsync(0)
  expect(names()).toEqual(['own two', 'of two'])
  expect(told.filter(finding => finding.found.some(each => each.name === 'of one'))).toEqual([])
})

test('keeps what it has when the provider fails, and works without the gazetteer', async () => {
  const one = finder(() => Promise.reject(new Error('away')))
  one.type('x')
  await vi.advanceTimersByTimeAsync(250)
  expect(one.told.at(-1)).toMatchObject({ failed: true, asking: false })
  expect(one.names()).toEqual(['own x'])
  const two = finder(
    async () => [place('theirs')],
    () => Promise.reject(new Error('no file')),
  )
  two.type('x')
  await vi.advanceTimersByTimeAsync(250)
  expect(two.names()).toEqual(['theirs'])
})

test('an empty field asks nobody and forgets what was found', async () => {
  const { type, told, asked } = finder()
  type('x')
  type('   ')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual([])
  expect(told.at(-1)).toEqual({ text: '', found: [], asking: false, failed: false })
})

test('a provider that hangs is not waited for longer than ten seconds; its late answer changes nothing', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<FoundPlace[]>()
  const { type, told, names } = finder(() => promise)
  type('park')
  await vi.advanceTimersByTimeAsync(250 + SEARCH_TIMEOUT_MS)
  expect(told.at(-1)).toMatchObject({ asking: false, failed: true })
  answer([place('late')])
  await vi.advanceTimersByTimeAsync(0)
  expect(names()).toEqual(['own park'])
})

test('says that it is searching while the names are on their way', async () => {
  const { type, told } = finder(undefined, () => new Promise(() => {}))
  type('park')
  await vi.advanceTimersByTimeAsync(250)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(300)
  expect(told.at(-1)).toMatchObject({ text: 'park', asking: true, failed: false })
})

// Which language the console begins in: what was chosen, whatever the network does, and nothing is written that nobody chose.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
})
const root = { lang: '', dir: '' }
vi.stubGlobal('document', { documentElement: root })

/** How often the English catalogue fails to come. */
let failing = 0
const catalogue = (word: string) => ({ messages: { hello: word }, rest: undefined })
vi.doMock('../../locales/cn/messages.po', () => catalogue('你好'))

async function freshStart() {
  vi.resetModules()
  vi.doMock('../../locales/en/messages.po', () => {
    if (failing-- > 0) throw new Error('Failed to fetch dynamically imported module')
    return catalogue('Hello')
  })
  return import('../../src/app/language.ts')
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  stored.clear()
  failing = 0
})
afterEach(() => vi.useRealTimers())

test('a start writes nothing down: what another tab chose meanwhile stays', async () => {
  const { openLanguage, getLanguage } = await freshStart()
  const opening = openLanguage()
  stored.set('lang', 'en')
  await opening
  expect(getLanguage()).toBe('cn')
  expect(stored.get('lang')).toBe('en')
})

test('a catalogue that did not come is asked for once more', async () => {
  stored.set('lang', 'en')
  failing = 1
  const { openLanguage, getLanguage } = await freshStart()
  const opening = openLanguage()
  await vi.advanceTimersByTimeAsync(1_500)
  await opening
  expect(getLanguage()).toBe('en')
})

test('what is shown instead is no choice, and the language comes back as soon as it can', async () => {
  stored.set('lang', 'en')
  failing = 2
  const { openLanguage, wholeLanguage, keepLanguage, getLanguage } = await freshStart()
  const opening = openLanguage()
  await vi.advanceTimersByTimeAsync(1_500)
  await opening
  expect(getLanguage()).toBe('cn')
  // After a logout that cleared the storage.
  stored.clear()
  keepLanguage()
  expect(stored.get('lang')).toBe('en')
  await wholeLanguage()
  await vi.waitFor(() => expect(getLanguage()).toBe('en'))
  expect(root.lang).toMatch(/^en/)
})

test('a choice is kept', async () => {
  const { chooseLanguage } = await freshStart()
  expect(await chooseLanguage('en')).toBe(true)
  expect(stored.get('lang')).toBe('en')
})

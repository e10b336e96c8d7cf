// A rule stands once: no long pattern is written in two files, and who cannot import a rule is held to it.
import { expect, test } from 'vitest'
import { IMEI, IMEI_DIGITS, PASSWORD_LENGTH, PHONE, PHONE_DIGITS, rowIds } from '../../src/domain/limits.ts'
import { KEPT_PREFIX, LANDING_KEY, LANGUAGE_KEY, SKIN_KEY, TOKEN_KEY } from '../../src/domain/storage-keys.ts'
import { filesBelow, textOf } from './source-files.ts'

/** Shorter ones say no more than `\d+`. */
const LONG = 11

const ANCHORED = /\/(\^(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\\/[\n])+)\//g

/** Every pattern from the beginning of a text that is long enough to be a rule. */
const patternsOf = (text: string): string[] =>
  [...text.matchAll(ANCHORED)].map(([, pattern = '']) => pattern).filter(({ length }) => length >= LONG)

const sources = filesBelow(['src', 'server', 'sw', 'scripts', 'public'], /\.(ts|tsx|mjs|js)$/)

test('a pattern that is a rule stands in one file', () => {
  const places = new Map<string, Set<string>>()
  for (const path of sources)
    for (const pattern of patternsOf(textOf(path)))
      places.set(pattern, (places.get(pattern) ?? new Set()).add(path))
  expect(places.size).toBeGreaterThan(50)
  expect([...places].filter(([, paths]) => paths.size > 1)).toEqual([])
})

test('patterns are found wherever they stand', () => {
  const text = 'const a = <p>{/^1[3-9/]\\d{9}\\/$/.test(b)}</p>; f(/^short$/, { c: [/^\\d{10,20}-x$/u] })'
  expect(patternsOf(text)).toEqual(['^1[3-9/]\\d{9}\\/$', '^\\d{10,20}-x$'])
})

test('the database repeats no pattern', () => {
  const checks = filesBelow(['server/db'], /\.sql$/).flatMap(path =>
    (textOf(path).match(/\s!?~\*?\s*'[^']+'|SIMILAR TO\s+'[^']+'/gi) ?? []).map(
      check => `${path}: ${check.trim()}`,
    ),
  )
  expect(filesBelow(['server/db'], /\.sql$/).length).toBeGreaterThan(10)
  expect(checks).toEqual([])
})

test('keys of the storage stand in one file, and the page before the console reads the same', () => {
  const first = textOf('public/first.js')
  expect([...first.matchAll(/getItem\('([^']+)'\)/g)].map(([, key]) => key)).toEqual([
    SKIN_KEY,
    LANGUAGE_KEY,
    TOKEN_KEY,
    LANDING_KEY,
  ])
  const written = sources.filter(
    path => path !== 'src/domain/storage-keys.ts' && textOf(path).includes(KEPT_PREFIX),
  )
  expect(written).toEqual([])
  const named = sources.filter(path => /Item\('(lang|skin|token|gatehouse\.landing)'/.test(textOf(path)))
  expect(named).toEqual(['public/first.js'])
})

test('an hour and a day have their lengths in one file', () => {
  // What is shown knows no product, and so not its durations either.
  const written = sources.filter(
    path => !path.startsWith('src/ui/') && /\b(3_600_000|86_400_000)\b/.test(textOf(path)),
  )
  expect(written).toEqual([])
})

test('lengths and patterns of one thing agree, and the words for people name them', () => {
  expect(PHONE.test(`13${'8'.repeat(PHONE_DIGITS - 2)}`)).toBe(true)
  expect(PHONE.test(`13${'8'.repeat(PHONE_DIGITS - 1)}`)).toBe(false)
  const { least, most } = IMEI_DIGITS
  const fits = [least - 1, least, most, most + 1].map(digits => IMEI.test('8'.repeat(digits)))
  expect(fits).toEqual([false, true, true, false])
  expect(['', '1', '1,2', '1,2,3', '1,,2', 'a'].map(text => rowIds(2).test(text))).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ])
  const imeiWords = [textOf('src/resource/later-error-words.ts'), textOf('server/http/refusal.ts')]
  for (const words of imeiWords) expect(words).toContain(`An IMEI has ${least} to ${most} digits`)
  const passwordWords = [
    'src/resource/error-words.ts',
    'server/http/refusal.ts',
    'src/features/admin/user.view.tsx',
  ]
  for (const path of [...passwordWords, 'src/features/session/new-password-fields.tsx'])
    expect(textOf(path)).toContain(`At least ${PASSWORD_LENGTH.least} characters`)
})

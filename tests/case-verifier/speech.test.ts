// Which language the verifier speaks, that every finding has words, and that the one file holds them.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifierPage } from '../../scripts/evidence-verifier.mjs'
import { browserNames, directionOf, languageFor, speaker } from '../../src/case-verifier/speech.ts'
import { flawWords, words } from '../../src/case-verifier/words.ts'
import { flaws } from '../../src/domain/case-file/verify-case.ts'
import { languages } from '../../src/domain/languages.ts'

test.each([
  [['zh-Hant-TW', 'en'], 'cn'],
  [['ar-EG'], 'ar'],
  [['pt-BR', 'fr-CA'], 'fr'],
  [['ja'], 'en'],
  [[], 'en'],
] as const)('of %j it speaks %s', (wanted, language) => {
  expect(languageFor(wanted)).toBe(language)
})

test('each language has a name that browsers know, and Arabic runs from right to left', () => {
  for (const language of languages) expect(Intl.getCanonicalLocales(browserNames[language])).toHaveLength(1)
  expect(directionOf('ar')).toBe('rtl')
  expect(directionOf('de')).toBe('ltr')
})

test('what nobody has translated is said in English', () => {
  expect(speaker({ [words.items.id]: 'Stücke' })(words.items)).toBe('Stücke')
  expect(speaker(undefined)(words.meaning)).toMatch(/does not prove/)
  expect(speaker({})(words.meaning)).toMatch(/does not prove/)
})

test('each flaw has words of its own', () => {
  expect(Object.keys(flawWords)).toEqual([...flaws])
  expect(new Set(Object.values(flawWords).map(({ message }) => message)).size).toBe(flaws.length)
})

test('the one file has its words inside, and fetches nothing', async () => {
  const page = await verifierPage(join(import.meta.dirname, '../..'))
  expect(page).toContain('It does not prove that what they say is true')
  for (const word of ['案卷已封存', 'Akte versiegelt', 'خُتم الملف']) expect(page).toContain(word)
  expect(page).toContain("default-src 'none'")
  expect(page.match(/<(script|link|img)[^>]*\s(src|href)=/g)).toBeNull()
})
